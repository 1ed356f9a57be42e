/* npy_write.c: values and gradients of a run as NumPy files (--save, --save-gradient). */
#include "host-driver/cli/cli.h"

#include "compiler/special.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 128, PREFIX = 10 };

/* Shape and type, padded to HEADER bytes. Elements stand as in the machine, the first index first.
 */
static void make_header(const rg_parameter *p, bool whole, char text[HEADER])
{
    char shape[100] = "";
    size_t used = 0;
    for (unsigned d = 0; d < p->rank; d++)
        used += (size_t)snprintf(shape + used, sizeof shape - used, "%zu, ", p->extents[d]);
    memset(text, ' ', HEADER);
    memcpy(text, "\x93NUMPY\x01", 8);
    text[8] = HEADER - PREFIX;
    text[9] = 0;
    const int n = snprintf(text + PREFIX, HEADER - PREFIX,
                           "{'descr': '%s', 'fortran_order': True, 'shape': (%s), }",
                           whole ? "<i8" : "<f8", shape);
    text[PREFIX + n] = ' ';
    text[HEADER - 1] = '\n';
}

static void put_word(unsigned char *to, uint64_t word)
{
    for (unsigned b = 0; b < 8; b++)
        to[b] = (unsigned char)(word >> 8 * b);
}

static bool write_words(FILE *file, const double *reals, const int64_t *words, size_t count)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < count; i++) {
        uint64_t word = words ? (uint64_t)words[i] : 0;
        if (!words)
            memcpy(&word, &reals[i], sizeof word);
        put_word(bytes, word);
        if (fwrite(bytes, sizeof bytes, 1, file) != 1)
            return false;
    }
    return true;
}

/* Where a file grows until it is whole and gets its name, so that an older one stays whole too. A
 * device is written to as it is. To be freed. */
static char *growing_at(const char *path)
{
    const size_t size = strlen(path) + sizeof ".part";
    char *part = malloc(size);
    if (part)
        snprintf(part, size, "%s%s", path, rg_special_file(path) ? "" : ".part");
    return part;
}

/* Before a run, so that it is not lost: whether there can be such a file. */
static bool can_write(const char *path)
{
    char *part = growing_at(path);
    FILE *file = part ? fopen(part, "wb") : NULL;
    const int why = errno;
    if (file)
        fclose(file);
    if (file && strcmp(part, path) != 0)
        remove(part);
    free(part);
    errno = why;
    return file != NULL;
}

/* A file that could not be written in full is taken away. */
static bool write_file(const char *path, const char header[HEADER], const double *reals,
                       const int64_t *words, size_t count)
{
    char *part = growing_at(path);
    FILE *file = part ? fopen(part, "wb") : NULL;
    const bool grows = file && strcmp(part, path) != 0;
    bool good = file && fwrite(header, HEADER, 1, file) == 1
                && write_words(file, reals, words, count);
    int why = errno;
    if (file && fclose(file) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && grows && !rg_rename_flushed(part, path)) {
        good = false;
        why = errno;
    }
    if (grows && !good)
        remove(part);
    free(part);
    errno = why;
    return good;
}

static rg_result not_written(const char *path)
{
    const rg_result result = rg_lacks_room(errno) ? RG_BAD_MACHINE : RG_BAD_USE;
    cli_error("R0905", "cannot write '%s': %s", path, strerror(errno));
    return result;
}

/* What is to be saved, checked before the run. */
static rg_result is_good(const rg_job *job, const cli_setting *save, bool gradients)
{
    const char *option = gradients ? "--save-gradient" : "--save", *dot = strrchr(save->value, '.');
    rg_parameter p;
    const int index = rg_parameter_find(job, save->name);
    if (!dot || strcmp(dot, ".npy") != 0)
        cli_error("R0914", "%s wants NAME=FILE.npy, and `%s` does not end in .npy", option,
                  save->value);
    else if (index < 0 && cli_is_compound(job, save->name))
        cli_error("R0913", "%s: %s has several parts, and a file holds one: name one, such as z.re",
                  option, save->name);
    else if (index < 0)
        cli_error("R0907", "%s: %s has no argument `%s`", option, rg_job_routine(job), save->name);
    else if (gradients && rg_parameter_at(job, (size_t)index, &p) && !p.active)
        cli_error("R0913", "%s: argument %s holds Int or Bool, which have no gradients", option,
                  save->name);
    else
        return can_write(save->value) ? RG_OK : not_written(save->value);
    return RG_BAD_USE;
}

rg_result cli_saves_good(const cli_options *options, const rg_job *job)
{
    rg_result result = RG_OK;
    if (options->save_gradient_count > 0 && !options->grad) {
        cli_error("R0917", "--save-gradient needs --grad NAME");
        return RG_BAD_USE;
    }
    for (size_t i = 0; result == RG_OK && i < options->save_count; i++)
        result = is_good(job, &options->saves[i], false);
    for (size_t i = 0; result == RG_OK && i < options->save_gradient_count; i++)
        result = is_good(job, &options->save_gradients[i], true);
    return result;
}

static rg_result save_one(const rg_job *job, const cli_setting *save, bool gradients)
{
    rg_parameter p;
    char header[HEADER];
    if (!rg_parameter_at(job, (size_t)rg_parameter_find(job, save->name), &p))
        return RG_BAD_USE;
    const bool whole = !gradients && !p.active;
    const size_t count = p.rows * p.columns;
    double *reals = calloc(count + 1, sizeof *reals);
    int64_t *words = whole ? calloc(count + 1, sizeof *words) : NULL;
    const bool good = reals && (words || !whole);
    rg_result result = RG_BAD_MACHINE;
    if (!good)
        cli_error("R0904", "the host is out of memory");
    const size_t have = !good       ? 0
                        : gradients ? rg_get_gradient(job, save->name, reals, count)
                        : whole     ? rg_get_raw(job, save->name, words, count)
                                    : rg_get(job, save->name, reals, count);
    if (good && have < count) {
        cli_error("R0917", "%s was not copied out, so it cannot be saved: name it with --out",
                  save->name);
        result = RG_BAD_USE;
    } else if (good) {
        make_header(&p, whole, header);
        result = RG_OK;
        if (!write_file(save->value, header, reals, words, count)) {
            not_written(save->value);
            result = RG_BAD_MACHINE;
        }
    }
    free(reals);
    free(words);
    return result;
}

rg_result cli_save(const cli_options *options, const rg_job *job)
{
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < options->save_count; i++)
        result = save_one(job, &options->saves[i], false);
    for (size_t i = 0; result == RG_OK && i < options->save_gradient_count; i++)
        result = save_one(job, &options->save_gradients[i], true);
    return result;
}
