/* reduce.c: make a failing program small: drop runs of lines, unwrap blocks, drop runs of
 * characters, shrink numbers, as long as it fails in the same way. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/oracle/check.h"

enum { MOST_TRIALS = 20000 };

typedef struct {
    rg_device *device;
    uint64_t seed;
    check_kind kind;
    char code[160]; /* the compiler's first error */
    char *text, *trial;
    size_t room;
    unsigned trials;
} reducer;

/* A line with a meaning of its own behind #~ stays as it is, or goes. */
static bool keeps_meanings(const reducer *r)
{
    const char *at = r->trial;
    while ((at = strstr(at, "#~"))) {
        const char *from = at;
        while (from > r->trial && from[-1] != '\n')
            from--;
        const size_t length = strcspn(from, "\n");
        const char *same = r->text;
        while (same && strncmp(same, from, length + 1) != 0)
            same = (same = strchr(same, '\n')) ? same + 1 : NULL;
        if (!same)
            return false;
        at = from + length;
    }
    return true;
}

static bool still_fails(reducer *r)
{
    if (r->trials++ >= MOST_TRIALS || strcmp(r->trial, r->text) == 0 || !keeps_meanings(r))
        return false;
    check_result result = check_program(r->device, r->trial, r->seed);
    if (result.kind != r->kind || !strstr(result.text, r->code))
        return false;
    strcpy(r->text, r->trial);
    return true;
}

/* text without [from, to), with insert in its place (not longer). */
static bool without(reducer *r, size_t from, size_t to, const char *insert)
{
    size_t n = strlen(insert);
    memcpy(r->trial, r->text, from);
    memcpy(r->trial + from, insert, n);
    strcpy(r->trial + from + n, r->text + to);
    return still_fails(r);
}

static size_t line_start(const char *text, size_t line)
{
    const char *p = text;
    while (line-- > 0 && p) {
        p = strchr(p, '\n');
        p = p ? p + 1 : NULL;
    }
    return p ? (size_t)(p - text) : strlen(text);
}

static size_t lines_of(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static bool drop_lines(reducer *r)
{
    bool any = false;
    for (size_t size = lines_of(r->text); size > 0; size = size > 8 ? size / 2 : size - 1)
        for (size_t i = 0; i + size <= lines_of(r->text);)
            if (without(r, line_start(r->text, i), line_start(r->text, i + size), ""))
                any = true;
            else
                i++;
    return any;
}

/* Two lines at once: the head and the end of a block, an allocation and its end. */
static bool drop_pairs(reducer *r)
{
    bool any = false;
    for (size_t i = 0; i < lines_of(r->text); i++)
        for (size_t j = i + 2; j < lines_of(r->text); j++) {
            size_t a = line_start(r->text, i), b = line_start(r->text, i + 1),
                   c = line_start(r->text, j), d = line_start(r->text, j + 1);
            memcpy(r->trial, r->text, a);
            memcpy(r->trial + a, r->text + b, c - b);
            strcpy(r->trial + a + c - b, r->text + d);
            any = still_fails(r) || any;
        }
    return any;
}

static bool drop_characters(reducer *r)
{
    bool any = false;
    for (size_t i = 0; i < strlen(r->text); i++)
        for (size_t size = 40; size > 0; size -= size > 12 ? 7 : 1)
            if (i + size <= strlen(r->text) && !memchr(r->text + i, '\n', size)
                && without(r, i, i + size, "")) {
                any = true;
                break;
            }
    return any;
}

static bool shrink_numbers(reducer *r)
{
    static const char *const less[] = {"0", "1", "2", "0.5"};
    bool any = false;
    for (size_t i = 0; r->text[i]; i++) {
        if (!isdigit((unsigned char)r->text[i])
            || (i > 0 && (isalnum((unsigned char)r->text[i - 1]) || r->text[i - 1] == '.')))
            continue;
        size_t end = i;
        while (isdigit((unsigned char)r->text[end]) || r->text[end] == '.')
            end++;
        for (size_t k = 0; k < 4; k++)
            if (strlen(less[k]) < end - i && without(r, i, end, less[k])) {
                any = true;
                break;
            }
    }
    return any;
}

char *check_reduce(rg_device *device, const char *text, uint64_t seed, check_kind kind)
{
    reducer r = {.device = device, .seed = seed, .kind = kind, .room = strlen(text) + 16};
    r.text = malloc(r.room);
    r.trial = malloc(r.room);
    if (!r.text || !r.trial) {
        free(r.text);
        free(r.trial);
        return NULL;
    }
    strcpy(r.text, text);
    check_result first = check_program(device, text, seed);
    const char *code = strstr(first.text, "error[");
    if (code)
        snprintf(r.code, sizeof r.code, "%.*s", (int)strcspn(code, "\n"), code);
    for (bool more = true; more;) {
        more = drop_lines(&r);
        more = drop_pairs(&r) || more;
        more = (kind != CHECK_REFUSED && drop_characters(&r))
               || more; /* almost anything is refused */
        more = shrink_numbers(&r) || more;
    }
    free(r.trial);
    return r.text;
}
