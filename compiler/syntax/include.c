/* include.c: read source files. */
#include "compiler/syntax/include.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/folder.h"
#include "compiler/syntax/parser.h"
#include "compiler/special.h"

/* The text of an editor, or of the disk. */
static char *read_source(const fr_diags *d, const char *path, size_t *size, const char **reason)
{
    const char *text = d->unsaved ? d->unsaved(d->unsaved_context, path, size) : NULL;
    char *copy = text ? malloc(*size + 1) : NULL;
    if (!text)
        return fr_read_file(path, size, reason);
    *reason = "out of memory";
    if (copy)
        memcpy(copy, text, *size);
    return copy;
}

char *fr_read_file(const char *path, size_t *size, const char **reason)
{
    FILE *f = rg_open_to_read(path);
    if (!f) {
        *reason = rg_why_unread();
        return NULL;
    }
    size_t capacity = 64 * 1024, n = 0;
    char *text = malloc(capacity);
    *reason = "out of memory";
    while (text) {
        n += fread(text + n, 1, capacity - n, f);
        if (n < capacity)
            break;
        char *bigger = capacity < FR_SOURCE_LIMIT ? realloc(text, capacity * 2) : NULL;
        if (!bigger) {
            if (capacity >= FR_SOURCE_LIMIT)
                *reason = "larger than 16 MiB";
            free(text);
            text = NULL;
            break;
        }
        text = bigger;
        capacity *= 2;
    }
    if (text && ferror(f)) {
        *reason = strerror(errno);
        free(text);
        text = NULL;
    }
    fclose(f);
    *size = n;
    return text;
}

void fr_include(fr_diags *d, fr_program *program, uint32_t from, const fr_token *path,
                unsigned depth)
{
    if (depth == FR_ALONE)
        return;
    const char *base = d->sources[from].path, *slash = strrchr(base, '/');
    size_t folder = slash && path->text[0] != '/' ? (size_t)(slash - base) + 1 : 0;
    char *full = fr_format(d->arena, "%.*s%s", (int)folder, base, path->text);
    for (size_t i = 0; i < d->source_count; i++)
        if (strcmp(d->sources[i].path, full) == 0)
            return;
    if (depth >= 32) {
        fr_report(d, RGC_ERROR, "R0108", path->span,
                  "files include each other more than 32 levels deep");
        return;
    }
    size_t size = 0;
    const char *reason = NULL;
    char *text = read_source(d, full, &size, &reason);
    if (!text) {
        fr_report(d, RGC_ERROR, "R0108", path->span, "cannot read '%s': %s", full, reason);
        return;
    }
    /* Freed through the copy in the arena: a jump for lack of memory would leak only this buffer.
     */
    uint32_t file = fr_add_source(d, full, text, size);
    free(text);
    fr_parse_source(d, program, file, depth + 1);
}

/* ---- libraries ---- */

/* NAME.rg, or name.rg */
static char *read_library(fr_diags *d, const char *folder, const char *name, const char **path,
                          size_t *size)
{
    const char *reason;
    *path = fr_format(d->arena, "%s/%s.rg", folder, name);
    char *text = read_source(d, *path, size, &reason);
    if (text)
        return text;
    char *low = fr_format(d->arena, "%s/%s.rg", folder, name);
    for (char *c = low + strlen(folder); *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    *path = low;
    return read_source(d, low, size, &reason);
}

bool fr_use_library(fr_diags *d, fr_program *program, const char *name, fr_span at, unsigned depth)
{
    char own[4096];
    if (depth == FR_ALONE)
        return true;
    const bool found = rg_own_file("share/retrograd/lib", own, sizeof own);
    const char *folders[] = {getenv("RETROGRAD_LIBRARY"), found ? own : NULL}, *path = NULL;
    char *text = NULL;
    size_t size = 0;
    for (size_t i = 0; !text && i < sizeof folders / sizeof folders[0]; i++)
        if (folders[i] && folders[i][0])
            text = read_library(d, folders[i], name, &path, &size);
    if (!text)
        return false;
    for (size_t i = 0; i < d->source_count; i++)
        if (strcmp(d->sources[i].path, path) == 0) {
            free(text);
            return true;
        }
    if (depth >= 32) {
        free(text);
        fr_report(d, RGC_ERROR, "R0108", at, "files include each other more than 32 levels deep");
        return true;
    }
    uint32_t file = fr_add_source(d, path, text, size);
    free(text);
    d->sources[file].library = true;
    fr_parse_source(d, program, file, depth + 1);
    return true;
}
