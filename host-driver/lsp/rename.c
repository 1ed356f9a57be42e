/* rename.c: a new name, where the program stays what it is. */
#include "host-driver/lsp/server.h"

#include <stdlib.h>
#include <string.h>

/* ---- whether it can be ---- */

static bool is_known(const char *name)
{
    for (int kind = RGC_FUNCTIONS; kind <= RGC_TYPES; kind++)
        for (size_t i = 0; rgc_known_name((rgc_name_kind)kind, i); i++)
            if (strcmp(rgc_known_name((rgc_name_kind)kind, i), name) == 0)
                return true;
    static const char *const words[] = {"in",      "where", "include", "nothing", "abstract",
                                        "mutable", "type",  "pi",      "π",       "ℯ"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

/* Whether the lexer reads a text as one name. */
static bool is_name(const char *name)
{
    const lsp_text text = {"name", name, strlen(name)};
    lsp_names *n = lsp_names_new(&text, 1);
    const bool good = n && n->token_counts[0] == 2 && n->tokens[0][0].kind == TOK_IDENT
                      && n->tokens[0][0].span.length == text.size;
    lsp_names_free(n);
    return good;
}

/* Whether the file came with `using`: it is not the program's to change. */
static bool is_library(const rgc_result *r, uint32_t file)
{
    return file > 0 && r && rgc_source_is_library(r, file);
}

/* Another symbol of this name where the renamed one is seen, or NULL. */
static const lsp_symbol *clash(const lsp_names *n, const lsp_symbol *symbol, const char *name)
{
    for (size_t i = 0; i < n->symbol_count; i++) {
        const lsp_symbol *other = &n->symbols[i];
        const bool fields = (other->kind == NAME_FIELD) == (symbol->kind == NAME_FIELD);
        if (strcmp(other->name, name) == 0 && fields
            && (other->owner == symbol->owner || other->owner == LSP_NONE
                || symbol->owner == LSP_NONE))
            return other;
    }
    return NULL;
}

static bool may_rename(lsp_server *s, const lsp_spot *spot, lsp_refusal *refusal)
{
    const rgc_result *r = lsp_result(s, spot->document);
    if (!spot->use) {
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "no name of the program stands here");
        return false;
    }
    const lsp_symbol *symbol = &spot->names->symbols[spot->use->symbol];
    for (size_t i = 0; i < spot->names->use_count; i++) {
        const lsp_use *u = &spot->names->uses[i];
        if (u->symbol != spot->use->symbol)
            continue;
        if (is_library(r, u->span.file) && u->declares) {
            lsp_refuse(refusal, LSP_REQUEST_FAILED, "'%s' belongs to a library", symbol->name);
            return false;
        }
        if (u->two) {
            lsp_refuse(refusal, LSP_REQUEST_FAILED,
                       "'%s' is a variable and a keyword parameter at once in f(x; %s): write "
                       "%s=%s there first",
                       symbol->name, symbol->name, symbol->name, symbol->name);
            return false;
        }
    }
    return true;
}

/* A program that is not open would keep the old name. */
static bool all_are_open(const lsp_server *s, const lsp_spot *spot, const json_t *params,
                         lsp_refusal *refusal)
{
    const lsp_symbol *symbol = spot->use ? &spot->names->symbols[spot->use->symbol] : NULL;
    const lsp_document *d = lsp_document_of(s, params);
    char path[4096];
    if (!symbol || symbol->owner != LSP_NONE
        || !lsp_closed_includer(s, d, symbol->name, path, sizeof path))
        return true;
    lsp_refuse(refusal, LSP_REQUEST_FAILED,
               "%.300s includes this file and has '%.100s' too: open it first", path, symbol->name);
    return false;
}

static bool may_be_called(const lsp_spot *spot, const char *name, lsp_refusal *refusal)
{
    const lsp_symbol *symbol = &spot->names->symbols[spot->use->symbol], *other;
    if (!is_name(name))
        lsp_refuse(refusal, LSP_INVALID_PARAMS, "'%.100s' is no name", name);
    else if (is_known(name))
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "'%.100s' has a meaning in the language", name);
    else if ((other = clash(spot->names, symbol, name)))
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "there is a %s '%.100s' already",
                   lsp_kind_name(other->kind), name);
    else
        return true;
    return false;
}

/* ---- the new texts ---- */

/* The text of a file with the new name at every use, in the heap. */
static char *renamed(const lsp_names *n, uint32_t file, size_t symbol, const char *name)
{
    const fr_source *source = &n->diags.sources[file];
    char *out = NULL;
    size_t size = 0, at = 0;
    FILE *f = open_memstream(&out, &size);
    if (!f)
        return NULL;
    for (size_t i = 0; i < n->use_count; i++) {
        const fr_span s = n->uses[i].span;
        if (n->uses[i].symbol != symbol || s.file != file)
            continue;
        fwrite(source->text + at, 1, s.offset - at, f);
        fputs(name, f);
        at = s.offset + s.length;
    }
    fwrite(source->text + at, 1, source->size - at, f);
    if (fclose(f) == 0)
        return out;
    free(out);
    return NULL;
}

/* The tokens are those of before, the names but for those renamed. */
static bool same_tokens(const lsp_names *n, uint32_t file, size_t symbol, const char *text,
                        const char *name)
{
    const lsp_text one = {"renamed", text, strlen(text)};
    lsp_names *m = lsp_names_new(&one, 1);
    size_t use = 0;
    bool same = m && m->token_counts[0] == n->token_counts[file];
    for (size_t i = 0; same && i < m->token_counts[0]; i++) {
        const fr_token *a = &n->tokens[file][i], *b = &m->tokens[0][i];
        while (use < n->use_count
               && (n->uses[use].symbol != symbol || n->uses[use].span.file != file
                   || n->uses[use].span.offset < a->span.offset))
            use++;
        const bool here = use < n->use_count && n->uses[use].span.offset == a->span.offset
                          && a->kind == TOK_IDENT;
        same = a->kind == b->kind;
        if (same && here)
            same = strcmp(b->text, name) == 0;
        else if (same && a->kind == TOK_IDENT)
            same = strcmp(a->text, b->text) == 0;
    }
    lsp_names_free(m);
    return same;
}

typedef struct {
    const char **paths;
    char **texts;
    size_t count;
} new_texts;

/* All files of the program anew; false when one reads otherwise, or memory is short. */
static bool make_texts(const lsp_spot *spot, const char *name, new_texts *out, lsp_refusal *refusal)
{
    const lsp_names *n = spot->names;
    out->count = n->diags.source_count;
    out->paths = calloc(out->count, sizeof *out->paths);
    out->texts = calloc(out->count, sizeof *out->texts);
    for (uint32_t i = 0; out->paths && out->texts && i < out->count; i++) {
        out->paths[i] = n->diags.sources[i].path;
        out->texts[i] = renamed(n, i, spot->use->symbol, name);
        if (!out->texts[i])
            return false;
        if (!same_tokens(n, i, spot->use->symbol, out->texts[i], name)) {
            lsp_refuse(refusal, LSP_REQUEST_FAILED,
                       "'%.100s' would run into what stands beside it in %s", name, out->paths[i]);
            return false;
        }
    }
    return out->paths && out->texts;
}

static void free_texts(new_texts *t)
{
    for (size_t i = 0; t->texts && i < t->count; i++)
        free(t->texts[i]);
    free(t->texts);
    free(t->paths);
}

/* The compiler has as much to say as before. */
static bool compiles(lsp_server *s, const lsp_spot *spot, const new_texts *t, lsp_refusal *refusal)
{
    const rgc_result *old = lsp_result(s, spot->document);
    const lsp_overlay overlay = {s, t->paths, (const char *const *)t->texts, t->count};
    rgc_result *new =
        lsp_compile(s, spot->document->path, t->texts[0], strlen(t->texts[0]), &overlay);
    const bool good = old && new &&rgc_error_total(new) <= rgc_error_total(old);
    if (!good && new &&rgc_diagnostic_count(new) > 0)
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "the program would not compile: %.300s",
                   rgc_diagnostic_at(new, 0)->at.message);
    rgc_result_free(new);
    return good;
}

/* The edits of one program; those that another program has given already are left out. */
static void add_edits(lsp_server *s, const lsp_spot *spot, const char *name, json_t *changes)
{
    const lsp_names *n = spot->names;
    for (uint32_t file = 0; file < n->diags.source_count; file++) {
        char *uri = file == 0 ? strdup(spot->document->uri)
                              : lsp_uri_of_path(s, n->diags.sources[file].path);
        json_t *list = uri && !json_object_get(changes, uri) ? json_array() : NULL;
        for (size_t i = 0; list && i < n->use_count; i++)
            if (n->uses[i].symbol == spot->use->symbol && n->uses[i].span.file == file)
                json_array_append_new(
                    list, json_pack("{s:o, s:s}", "range",
                                    lsp_source_range(&n->diags.sources[file], n->uses[i].span),
                                    "newText", name));
        if (list && json_array_size(list) > 0)
            json_object_set(changes, uri, list);
        json_decref(list);
        free(uri);
    }
}

/* Whether the new name leaves this program what it is. */
static bool stays_same(lsp_server *s, const lsp_spot *spot, const char *name, lsp_refusal *refusal)
{
    new_texts texts = {0};
    const bool good = may_rename(s, spot, refusal) && may_be_called(spot, name, refusal)
                      && make_texts(spot, name, &texts, refusal)
                      && compiles(s, spot, &texts, refusal);
    free_texts(&texts);
    return good;
}

json_t *lsp_prepare_rename(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_spot spots[LSP_MOST_PROGRAMS];
    const size_t count = lsp_spots_of(s, params, spots, refusal);
    for (size_t i = 0; i < count; i++)
        if (!may_rename(s, &spots[i], refusal) || !all_are_open(s, &spots[i], params, refusal))
            return NULL;
    if (count == 0)
        return NULL;
    const fr_span span = spots[0].use->span;
    return json_pack("{s:o, s:s}", "range",
                     lsp_source_range(&spots[0].names->diags.sources[span.file], span),
                     "placeholder", spots[0].names->symbols[spots[0].use->symbol].name);
}

/* In every open program that has the name. */
json_t *lsp_rename(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_spot spots[LSP_MOST_PROGRAMS];
    const char *name = json_string_value(json_object_get(params, "newName"));
    if (!name)
        return lsp_refuse(refusal, LSP_INVALID_PARAMS, "newName is missing");
    const size_t count = lsp_spots_of(s, params, spots, refusal);
    json_t *changes = count > 0 ? json_object() : NULL;
    for (size_t i = 0; changes && i < count; i++) {
        const lsp_spot *spot = &spots[i];
        if (spot->use && strcmp(spot->names->symbols[spot->use->symbol].name, name) == 0)
            continue;
        if (all_are_open(s, spot, params, refusal) && stays_same(s, spot, name, refusal)) {
            add_edits(s, spot, name, changes);
            continue;
        }
        json_decref(changes);
        changes = NULL;
    }
    return changes ? json_pack("{s:o}", "changes", changes) : NULL;
}

json_t *lsp_formatting(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    const lsp_document *d = lsp_document_of(s, params);
    char *laid = NULL;
    size_t size = 0;
    if (!d)
        return lsp_refuse(refusal, LSP_INVALID_PARAMS, "this document is not open");
    rgc_result *r = rgc_format_buffer(d->path, d->text, d->size, &laid, &size);
    json_t *list = NULL;
    if (!laid && r && rgc_diagnostic_count(r) > 0)
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "line %u: %.400s", rgc_diagnostic_at(r, 0)->at.line,
                   rgc_diagnostic_at(r, 0)->at.message);
    else if (laid && size == d->size && memcmp(laid, d->text, size) == 0)
        list = json_array();
    else if (laid)
        list = json_pack("[{s:o, s:s}]", "range", lsp_range(d->text, d->size, 0, d->size),
                         "newText", laid);
    rgc_result_free(r);
    free(laid);
    return list;
}
