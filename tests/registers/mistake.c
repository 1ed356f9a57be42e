/* mistake.c: see mistake.h. It works on the text, as a user's slip does. */
#include "tests/registers/mistake.h"

#include <ctype.h>
#include <string.h>

enum { MOST_PLACES = 2000 };

typedef struct {
    size_t at[MOST_PLACES];
    size_t count;
} places;

static void note(places *p, size_t at)
{
    if (p->count < MOST_PLACES)
        p->at[p->count++] = at;
}

/* Digits that are an index alone. */
static places indices(const char *text)
{
    places p = {.count = 0};
    for (size_t i = 1; text[i]; i++)
        if (text[i - 1] == '[' && isdigit((unsigned char)text[i]) && text[i + 1] == ']')
            note(&p, i);
    return p;
}

/* Digits ahead of a point. */
static places numbers(const char *text)
{
    places p = {.count = 0};
    for (size_t i = 1; text[i]; i++)
        if (isdigit((unsigned char)text[i]) && text[i + 1] == '.'
            && !isalnum((unsigned char)text[i - 1]))
            note(&p, i);
    return p;
}

/* Where lines with an update begin. */
static places updates(const char *text)
{
    places p = {.count = 0};
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *end = strchr(line, '\n'), *add = strstr(line, " += "),
                   *sub = strstr(line, " -= ");
        if (end && ((add && add < end) || (sub && sub < end)))
            note(&p, (size_t)(line - text));
    }
    return p;
}

static void put(program_text *program, size_t at, size_t instead, const char *with, size_t count)
{
    char *text = program->text;
    const size_t rest = strlen(text + at + instead) + 1;
    if (at + count + rest > PROGRAM_TEXT)
        return;
    memmove(text + at + count, text + at + instead, rest);
    memcpy(text + at, with, count);
    program->used = strlen(text);
}

static void one_mistake(program_text *program, uint64_t *state)
{
    const unsigned kind = program_pick(state, 5);
    const places p = kind < 2   ? indices(program->text)
                     : kind < 4 ? updates(program->text)
                                : numbers(program->text);
    if (p.count == 0)
        return;
    const size_t at = p.at[program_pick(state, (unsigned)p.count)];
    if (kind < 2) {
        const char digit = (char)('0' + program_pick(state, 5));
        put(program, at, 1, &digit, 1);
    } else if (kind < 4) {
        char line[PROGRAM_TEXT];
        const size_t length = strcspn(program->text + at, "\n") + 1;
        memcpy(line, program->text + at, length);
        put(program, at, kind == 2 ? length : 0, line, kind == 2 ? 0 : length);
    } else {
        put(program, at, 1, "900000", 6);
    }
}

void mistake_make(program_text *program, uint64_t seed)
{
    uint64_t state = (seed * UINT64_C(0x9e3779b97f4a7c15)) | 1;
    for (unsigned left = 1 + program_pick(&state, 6); left > 0; left--)
        one_mistake(program, &state);
}
