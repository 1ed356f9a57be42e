/* document.c: the texts that are open, their paths, and positions in them. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "host-driver/lsp/server.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/syntax/utf8.h"
#include "errors/errors.h"

/* ---- positions ---- */

/* Bytes of the character, 1 for what is none; its UTF-16 units. */
static size_t step(const char *text, size_t left, size_t *units)
{
    uint32_t c = 0;
    const size_t n = fr_utf8_decode(text, left, &c);
    *units = n == 4 ? 2 : 1;
    return n ? n : 1;
}

size_t lsp_units(const char *line, size_t characters)
{
    size_t units = 0, one;
    for (size_t left = strlen(line); characters > 0 && left > 0; characters--) {
        const size_t n = step(line, left, &one);
        units += one;
        line += n;
        left -= n;
    }
    return units + characters;
}

bool lsp_offset_of(const char *text, size_t size, const json_t *position, size_t *offset)
{
    const json_t *line = json_object_get(position, "line"),
                 *character = json_object_get(position, "character");
    if (!json_is_integer(line) || !json_is_integer(character) || json_integer_value(line) < 0
        || json_integer_value(character) < 0)
        return false;
    size_t at = 0, units;
    for (json_int_t i = json_integer_value(line); i > 0; i--) {
        const char *end = memchr(text + at, '\n', size - at);
        if (!end) {
            *offset = size;
            return true;
        }
        at = (size_t)(end - text) + 1;
    }
    for (json_int_t left = json_integer_value(character); left > 0 && at < size;
         left -= (json_int_t)units) {
        if (text[at] == '\n' || (text[at] == '\r' && at + 1 < size && text[at + 1] == '\n'))
            break;
        at += step(text + at, size - at, &units);
    }
    *offset = at;
    return true;
}

static json_t *position_in_line(const char *text, size_t line, size_t start, size_t offset)
{
    size_t units = 0, one;
    while (start < offset) {
        start += step(text + start, offset - start, &one);
        units += one;
    }
    return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character", (json_int_t)units);
}

json_t *lsp_position(const char *text, size_t size, size_t offset)
{
    size_t line = 0, start = 0;
    offset = offset > size ? size : offset;
    for (const char *end; (end = memchr(text + start, '\n', offset - start)); line++)
        start = (size_t)(end - text) + 1;
    return position_in_line(text, line, start, offset);
}

json_t *lsp_range(const char *text, size_t size, size_t from, size_t to)
{
    return json_pack("{s:o, s:o}", "start", lsp_position(text, size, from), "end",
                     lsp_position(text, size, to));
}

static json_t *source_position(const fr_source *source, uint32_t offset)
{
    unsigned line, column;
    fr_position(source, offset, &line, &column);
    return position_in_line(source->text, line - 1, source->lines[line - 1], offset);
}

json_t *lsp_source_range(const fr_source *source, fr_span span)
{
    return json_pack("{s:o, s:o}", "start", source_position(source, span.offset), "end",
                     source_position(source, span.offset + span.length));
}

/* ---- paths ---- */

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : isxdigit((unsigned char)c) ? (c | 0x20) - 'a' + 10 : -1;
}

char *lsp_path_of_uri(const char *uri)
{
    const bool file = strncmp(uri, "file://", 7) == 0;
    const char *from = uri;
    if (file) {
        from += 7;
        from += strcspn(from, "/"); /* the host */
    }
    char *path = malloc(strlen(from) + 1), *to = path;
    if (!path)
        return NULL;
    while (*from) {
        const bool coded = file && *from == '%' && hex(from[1]) >= 0 && hex(from[2]) >= 0
                           && (hex(from[1]) || hex(from[2]));
        *to++ = coded ? (char)(hex(from[1]) * 16 + hex(from[2])) : *from;
        from += coded ? 3 : 1;
    }
    *to = '\0';
    return path;
}

/* Two paths of the same file. */
bool lsp_same_path(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return true;
    char *x = realpath(a, NULL), *y = x ? realpath(b, NULL) : NULL;
    const bool same = x && y && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

lsp_document *lsp_document_with_path(const lsp_server *s, const char *path)
{
    for (lsp_document *d = s->documents; d; d = d->next)
        if (strcmp(d->path, path) == 0)
            return d;
    for (lsp_document *d = s->documents; d; d = d->next)
        if (lsp_same_path(d->path, path))
            return d;
    return NULL;
}

char *lsp_uri_of_path(const lsp_server *s, const char *path)
{
    const lsp_document *open = lsp_document_with_path(s, path);
    if (open)
        return strdup(open->uri);
    char *real = realpath(path, NULL);
    const char *from = real ? real : path;
    char *uri = malloc(3 * strlen(from) + 8), *to = uri;
    if (uri) {
        to += sprintf(to, "file://");
        for (; *from; from++)
            if (isalnum((unsigned char)*from) || strchr("/-_.~", *from))
                *to++ = *from;
            else
                to += sprintf(to, "%%%02X", (unsigned)(unsigned char)*from);
        *to = '\0';
    }
    free(real);
    return uri;
}

/* ---- documents ---- */

static const char *uri_in(const json_t *params)
{
    return json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
}

lsp_document *lsp_document_of(const lsp_server *s, const json_t *params)
{
    const char *uri = uri_in(params);
    for (lsp_document *d = s->documents; uri && d; d = d->next)
        if (strcmp(d->uri, uri) == 0)
            return d;
    return NULL;
}

void lsp_document_free(lsp_document *d)
{
    lsp_forget(d);
    rgc_result_free(d->good);
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d);
}

/* Whether the document has the file in it, or a file that could not be read and may be this one. */
static bool depends_on(const lsp_document *d, const char *path)
{
    for (size_t i = 1; d->result && i < rgc_source_count(d->result); i++)
        if (lsp_same_path(rgc_source_path(d->result, i), path))
            return true;
    for (size_t i = 0; d->result && i < rgc_diagnostic_count(d->result); i++)
        if (rg_error_about(rgc_diagnostic_at(d->result, i)->code) == RG_ABOUT_FILE)
            return true;
    return false;
}

/* The documents that include this one are out of date with it. */
static void touch(lsp_server *s, lsp_document *changed)
{
    lsp_forget(changed);
    changed->changed = true;
    for (lsp_document *d = s->documents; d; d = d->next)
        if (d != changed && depends_on(d, changed->path)) {
            lsp_forget(d);
            d->changed = true;
        }
}

void lsp_close(lsp_server *s, const json_t *params)
{
    lsp_document *d = lsp_document_of(s, params);
    lsp_document **link = &s->documents;
    if (!d)
        return;
    while (*link != d)
        link = &(*link)->next;
    *link = d->next;
    touch(s, d);
    lsp_notify(s, "textDocument/publishDiagnostics",
               json_pack("{s:s, s:[]}", "uri", d->uri, "diagnostics"));
    lsp_document_free(d);
}

void lsp_open(lsp_server *s, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument"),
                 *text = json_object_get(item, "text");
    const char *uri = uri_in(params);
    if (!uri || !json_is_string(text))
        return;
    lsp_close(s, params); /* opened twice: the new one counts */
    lsp_document *d = calloc(1, sizeof *d);
    if (!d)
        return;
    d->uri = strdup(uri);
    d->path = lsp_path_of_uri(uri);
    d->size = json_string_length(text);
    d->text = malloc(d->size + 1);
    d->version = json_integer_value(json_object_get(item, "version"));
    if (!d->uri || !d->path || !d->text) {
        lsp_document_free(d);
        return;
    }
    memcpy(d->text, json_string_value(text), d->size + 1);
    d->next = s->documents;
    s->documents = d;
    touch(s, d);
}

/* One change: a range becomes text, or all of it. */
static void apply(lsp_document *d, const json_t *change)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    size_t from = 0, to = d->size;
    if (!json_is_string(text)
        || (range
            && (!lsp_offset_of(d->text, d->size, json_object_get(range, "start"), &from)
                || !lsp_offset_of(d->text, d->size, json_object_get(range, "end"), &to)
                || from > to)))
        return;
    const size_t length = json_string_length(text), rest = d->size - to;
    char *new = malloc(from + length + rest + 1);
    if (!new)
        return;
    memcpy(new, d->text, from);
    memcpy(new + from, json_string_value(text), length);
    memcpy(new + from + length, d->text + to, rest + 1);
    free(d->text);
    d->text = new;
    d->size = from + length + rest;
}

void lsp_change(lsp_server *s, const json_t *params)
{
    lsp_document *d = lsp_document_of(s, params);
    const json_t *changes = json_object_get(params, "contentChanges");
    if (!d)
        return;
    for (size_t i = 0; i < json_array_size(changes); i++)
        apply(d, json_array_get(changes, i));
    d->version =
        json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
    touch(s, d);
}
