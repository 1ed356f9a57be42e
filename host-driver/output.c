/* output.c: what a program printed, from the words that it copied out. */
#include "host-driver/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that grows, and what has failed. */
typedef struct {
    char *text;
    size_t size;
    FILE *file;
} writer;

static const char *text_of(const rgd_job *job, int64_t mark, bool *end)
{
    const rg_object *object = job->device->object;
    const uint64_t id = ((uint64_t)mark & (2 * RG_PRINT_TEXTS - 1)) >> 1;
    *end = mark & 1;
    if (!object || mark != rg_sign_extend(RG_PRINT_MARK(id, *end), object->xlen)
        || id >= object->text_count)
        return NULL;
    return object->texts[id];
}

static size_t values_in(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == RG_PRINT_VALUE;
    return n;
}

/* The words of the print that starts at copied[at], with its marks; 0 when there is none. */
static size_t length_at(const rgd_job *job, const int64_t *words, size_t count)
{
    bool first, last;
    const char *text = count > 0 ? text_of(job, words[0], &first) : NULL;
    size_t n = text ? values_in(text) + 2 : 0;
    if (!text || n > count || text_of(job, words[n - 1], &last) != text || first == last)
        return 0;
    return n;
}

/* The fewest digits from which the same word is read. */
static void write_fixed(FILE *file, const rgd_device *device, int64_t word)
{
    const bool is_float = device->limbs > 1;
    const double value = rg_decode_number(device, RG_NUMBER_FIXED, word);
    char text[64];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (is_float ? strtod(text, NULL) == value
                     : llrint(ldexp(strtod(text, NULL), (int)device->frac)) == word)
            break;
    }
    fprintf(file, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void write_value(FILE *file, const rgd_device *device, char type, int64_t word)
{
    if (type == 'F')
        write_fixed(file, device, word);
    else if (type == 'L')
        fprintf(file, "%.13g", rg_decode_number(device, RG_NUMBER_LOG, word));
    else if (type == 'B')
        fputs(word ? "true" : "false", file);
    else
        fprintf(file, "%lld", (long long)word);
}

static void write_print(FILE *file, const rgd_job *job, const int64_t *words, size_t count)
{
    bool backward;
    const char *text = text_of(job, words[0], &backward);
    size_t next = backward ? count - 2 : 1;
    for (; *text; text++) {
        if (*text != RG_PRINT_VALUE || !text[1]) {
            fputc(*text, file);
            continue;
        }
        write_value(file, job->device, *++text, words[next]);
        next += backward ? (size_t)-1 : 1;
    }
}

/* Returns the words taken. */
static size_t write_all(FILE *file, const rgd_job *job, const int64_t *words, size_t count)
{
    size_t at = 0;
    for (size_t n; (n = length_at(job, words + at, count - at)) > 0; at += n)
        write_print(file, job, words + at, n);
    return at;
}

/* Whether the words are the beginning of a print. */
static bool begins(const rgd_job *job, const int64_t *words, size_t count)
{
    bool end;
    const char *text = count > 0 ? text_of(job, words[0], &end) : NULL;
    return text && values_in(text) + 2 > count;
}

size_t rg_output_write(FILE *file, const rgd_job *job, const int64_t *words, size_t count)
{
    size_t at = 0;
    while (at < count && !begins(job, words + at, count - at)) {
        const size_t n = length_at(job, words + at, count - at);
        if (n > 0)
            write_print(file, job, words + at, n);
        at += n > 0 ? n : 1; /* else a result, which is no text */
    }
    return at;
}

static rg_result keep_text(rgd_job *job, writer *w, rg_fault *fault)
{
    bool failed = ferror(w->file) != 0;
    failed = fclose(w->file) != 0 || failed;
    if (failed) {
        free(w->text);
        return rg_no_memory(fault);
    }
    free(job->output);
    job->output = w->text;
    return RG_OK;
}

rg_result rg_output_take(rgd_job *job, const rg_copied *copied, bool finished, rg_fault *fault)
{
    writer w = {0};
    size_t taken = 0;
    rg_result result = RG_OK;
    if (copied->count == 0)
        return RG_OK;
    if (job->device->object && job->device->object->text_count > 0) {
        w.file = open_memstream(&w.text, &w.size);
        if (!w.file)
            return rg_no_memory(fault);
        taken = write_all(w.file, job, copied->words, copied->count);
        result = keep_text(job, &w, fault);
    }
    if (result == RG_OK && finished && taken != copied->count)
        return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                       "the machine copied out %zu words that the program did not print",
                       copied->count - taken);
    return result;
}
