/* analyse.c: what the compiler says about a document, and the fixes that it offers. */
#include "host-driver/lsp/server.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "compiler/opt/opt.h"

enum { MOST_ERRORS = 100 };

/* ---- compiling ---- */

static const char *unsaved(void *context, const char *path, size_t *size)
{
    const lsp_overlay *o = context;
    for (size_t i = 0; i < o->count; i++)
        if (strcmp(o->paths[i], path) == 0) {
            *size = strlen(o->texts[i]);
            return o->texts[i];
        }
    const lsp_document *d = lsp_document_with_path(o->server, path);
    if (d)
        *size = d->size;
    return d ? d->text : NULL;
}

/* Without the optimiser, which adds no message: in milliseconds. */
rgc_result *lsp_compile(const lsp_server *s, const char *path, const char *text, size_t size,
                        const lsp_overlay *overlay)
{
    lsp_overlay none = {.server = s};
    rgc_options options = {.xlen = s->xlen,
                           .frac = s->frac,
                           .wide = s->wide,
                           .max_errors = MOST_ERRORS,
                           .passes_off = OPT_EVERY,
                           .unsaved = unsaved,
                           .unsaved_context = overlay ? (void *)(uintptr_t)overlay : (void *)&none};
    const rgc_numbers asked = rgc_numbers_of_buffer(path, text, size, &options);
    if (s->float_bits && (asked == RGC_NUMBERS_FLOAT || asked == RGC_NUMBERS_BOTH))
        options.wide = s->float_bits;
    return rgc_compile_buffer(path, text, size, &options);
}

void lsp_forget(lsp_document *d)
{
    if (d->result && rgc_error_total(d->result) == 0) {
        rgc_result_free(d->good);
        d->good = d->result;
    } else {
        rgc_result_free(d->result);
    }
    d->result = NULL;
    lsp_names_free(d->names);
    d->names = NULL;
}

rgc_result *lsp_result(lsp_server *s, lsp_document *d)
{
    if (!d->result)
        d->result = lsp_compile(s, d->path, d->text, d->size, NULL);
    return d->result;
}

lsp_names *lsp_names_of(lsp_server *s, lsp_document *d)
{
    const rgc_result *r = d->names ? NULL : lsp_result(s, d);
    if (!r)
        return d->names;
    const size_t count = rgc_source_count(r) ? rgc_source_count(r) : 1;
    lsp_text *texts = calloc(count, sizeof *texts);
    if (!texts)
        return NULL;
    for (size_t i = 1; i < count; i++) {
        texts[i].path = rgc_source_path(r, i);
        texts[i].text = rgc_source_is_made(r, i) ? "" : rgc_source_text(r, i, &texts[i].size);
    }
    texts[0] = (lsp_text){d->path, d->text, d->size};
    d->names = lsp_names_new(texts, count);
    free(texts);
    return d->names;
}

/* ---- diagnostics ---- */

/* A position of the compiler, which counts characters, as a range. */
static json_t *range_of(const rgc_place *p)
{
    const char *line = p->source_line ? p->source_line : "";
    const json_int_t row = p->line ? p->line - 1 : 0,
                     from = p->line ? (json_int_t)lsp_units(line, p->column - 1) : 0,
                     to = p->line ? (json_int_t)lsp_units(line, p->column - 1 + p->length) : 0;
    return json_pack("{s:{s:I, s:I}, s:{s:I, s:I}}", "start", "line", row, "character", from, "end",
                     "line", row, "character", to);
}

static bool is_own(const lsp_document *d, const rgc_place *p)
{
    return !p->file || strcmp(p->file, d->path) == 0;
}

static json_t *related(const lsp_server *s, const rgc_place *p)
{
    char *uri = lsp_uri_of_path(s, p->file ? p->file : "");
    json_t *all = json_pack("{s:{s:s, s:o}, s:s}", "location", "uri", uri ? uri : "", "range",
                            range_of(p), "message", p->message ? p->message : "");
    free(uri);
    return all;
}

/* Whether the file is the one that a string of include, or a name of using, stands for. */
static bool names_file(const char *path, const char *word, bool library)
{
    const size_t length = strlen(word), size = strlen(path);
    if (!library)
        return size >= length && strcmp(path + size - length, word) == 0;
    return size > length + 3 && strncasecmp(path + size - length - 3, word, length) == 0
           && path[size - length - 4] == '/';
}

/* Where the document brings in the file that a message is about; else its first line. */
static json_t *place_of_include(lsp_server *s, lsp_document *d, const char *path)
{
    const lsp_names *n = lsp_names_of(s, d);
    for (size_t i = 1; n && i + 1 < n->token_counts[0]; i++) {
        const fr_token *t = &n->tokens[0][i];
        const bool string = t->kind == TOK_STRING
                            && (lsp_is(t - 1, "include") || (i > 1 && lsp_is(t - 2, "include"))),
                   name = t->kind == TOK_IDENT && t[-1].kind == TOK_USING;
        if ((string || name) && names_file(path, t->text, name))
            return lsp_source_range(&n->diags.sources[0], t->span);
    }
    return lsp_range(d->text, d->size, 0, 0);
}

static json_t *diagnostic(lsp_server *s, lsp_document *d, const rgc_diagnostic *of)
{
    const bool own = is_own(d, &of->at);
    json_t *all = json_pack(
        "{s:o, s:i, s:s, s:s, s:o}", "range",
        own ? range_of(&of->at) : place_of_include(s, d, of->at.file), "severity",
        of->severity == RGC_ERROR     ? 1
        : of->severity == RGC_WARNING ? 2
                                      : 3,
        "code", of->code, "source", "retrograd", "message",
        of->help ? json_sprintf("%s\n%s", of->at.message, of->help) : json_string(of->at.message));
    json_t *notes = json_array();
    if (!own)
        json_array_append_new(notes, related(s, &of->at));
    for (size_t i = 0; i < of->note_count; i++)
        json_array_append_new(notes, related(s, &of->notes[i]));
    if (json_array_size(notes) > 0)
        json_object_set(all, "relatedInformation", notes);
    json_decref(notes);
    return all;
}

void lsp_publish(lsp_server *s, lsp_document *d)
{
    const rgc_result *r = lsp_result(s, d);
    json_t *list = json_array();
    for (size_t i = 0; r && i < rgc_diagnostic_count(r); i++)
        json_array_append_new(list, diagnostic(s, d, rgc_diagnostic_at(r, i)));
    d->changed = false;
    lsp_notify(
        s, "textDocument/publishDiagnostics",
        json_pack("{s:s, s:I, s:o}", "uri", d->uri, "version", d->version, "diagnostics", list));
}

/* ---- fixes ---- */

static bool before(const json_t *a, const json_t *b)
{
    const json_int_t a_line = json_integer_value(json_object_get(a, "line")),
                     b_line = json_integer_value(json_object_get(b, "line"));
    return a_line < b_line
           || (a_line == b_line
               && json_integer_value(json_object_get(a, "character"))
                      < json_integer_value(json_object_get(b, "character")));
}

static bool touches(const json_t *a, const json_t *b)
{
    return !before(json_object_get(a, "end"), json_object_get(b, "start"))
           && !before(json_object_get(b, "end"), json_object_get(a, "start"));
}

static void add_fixes(lsp_server *s, lsp_document *d, const rgc_diagnostic *of, json_t *list)
{
    for (size_t i = 0; i < of->fix_count; i++) {
        const rgc_fix *fix = &of->fixes[i];
        if (!is_own(d, &fix->at))
            continue;
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:b, s:[o], s:{s:{s:[{s:o, s:s}]}}}", "title",
                            fix->at.message, "kind", "quickfix", "isPreferred",
                            (int)(of->fix_count == 1), "diagnostics", diagnostic(s, d, of), "edit",
                            "changes", d->uri, "range", range_of(&fix->at), "newText", fix->text));
    }
}

json_t *lsp_code_action(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_document *d = lsp_document_of(s, params);
    const json_t *range = json_object_get(params, "range");
    const rgc_result *r = d ? lsp_result(s, d) : NULL;
    if (!r || !json_is_object(range))
        return lsp_refuse(refusal, LSP_INVALID_PARAMS, "no open document and range are named");
    json_t *list = json_array();
    for (size_t i = 0; i < rgc_diagnostic_count(r); i++) {
        const rgc_diagnostic *of = rgc_diagnostic_at(r, i);
        json_t *at = is_own(d, &of->at) ? range_of(&of->at) : NULL;
        if (at && touches(at, range))
            add_fixes(s, d, of, list);
        json_decref(at);
    }
    return list;
}
