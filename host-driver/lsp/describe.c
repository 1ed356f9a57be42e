/* describe.c: what a name is, and the inverse of a routine. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "host-driver/lsp/server.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- variables ---- */

/* The nth of its variables of this routine and name. */
static const rgc_variable *find(rgc_result *r, const char *routine, const char *name, size_t nth)
{
    size_t count = 0;
    const rgc_variable *list = r ? rgc_variables(r, &count) : NULL;
    for (size_t i = 0; i < count; i++) {
        const char *in = list[i].routine;
        in += strspn(in, "+*=⊻"); /* of (:+=)(f) */
        if (strcmp(list[i].name, name) == 0 && strcmp(in, routine) == 0 && nth-- == 0)
            return &list[i];
    }
    return NULL;
}

const rgc_variable *lsp_variable(lsp_server *s, const lsp_spot *spot, size_t symbol, size_t nth)
{
    const lsp_symbol *of = &spot->names->symbols[symbol];
    if (of->owner == LSP_NONE)
        return NULL;
    const char *routine = spot->names->symbols[spot->names->definitions[of->owner].symbol].name;
    rgc_result *now = lsp_result(s, spot->document);
    return find(find(now, routine, of->name, 0) ? now : spot->document->good, routine, of->name,
                nth);
}

static void print_format(const lsp_server *s, const char *type, FILE *out)
{
    if (strstr(type, "Fixed"))
        fprintf(out, "Fixed: Q%u.%u, %u bits, steps of 2^-%u, from -2^%u to 2^%u\n\n",
                s->xlen - 1 - s->frac, s->frac, s->xlen, s->frac, s->xlen - 1 - s->frac,
                s->xlen - 1 - s->frac);
    if (strstr(type, "Float") && (s->wide || s->float_bits))
        fputs("Float: 53 bits, from -2^127 to 2^127; sums are exact to 2^-128\n\n", out);
    if (strstr(type, "Log"))
        fprintf(out, "Log: a sign and a logarithm of %u bits, %u behind the point\n\n", s->xlen,
                s->frac);
    if (strstr(type, "Int"))
        fprintf(out, "Int: %u bits, wraps\n\n", s->xlen);
}

static void print_activity(const rgc_variable *v, FILE *out)
{
    if (!v->has_gradient_type)
        fputs("carries no gradient: its type has none\n", out);
    else if (v->activity == RGC_GRADIENT)
        fputs("carries a gradient\n", out);
    else
        fputs("carries no gradient: its value depends on no argument that has one\n", out);
}

static const char *owner_of(const lsp_names *n, size_t symbol)
{
    const size_t owner = n->symbols[symbol].owner;
    return owner == LSP_NONE ? "" : n->symbols[n->definitions[owner].symbol].name;
}

/* Whether an earlier version of the routine has this type too. */
static bool was_said(lsp_server *s, const lsp_spot *spot, size_t symbol, size_t nth)
{
    const rgc_variable *v = lsp_variable(s, spot, symbol, nth);
    for (size_t i = 0; i < nth; i++)
        if (strcmp(lsp_variable(s, spot, symbol, i)->type, v->type) == 0)
            return true;
    return false;
}

/* As it is declared, where nothing tells more. */
static void print_declared(const lsp_server *s, const lsp_spot *spot, size_t symbol, FILE *out)
{
    const lsp_symbol *of = &spot->names->symbols[symbol];
    char *type = lsp_written_type(spot->names, symbol);
    fprintf(out, "```retrograd\n%s%s%s\n```\n%s of `%s`\n\n", of->name, type ? "::" : "",
            type ? type : "", lsp_kind_name(of->kind), owner_of(spot->names, symbol));
    if (type)
        print_format(s, type, out);
    else if (of->kind != NAME_TYPE_VARIABLE && of->kind != NAME_BLOCK)
        fputs("no type yet: none is written, and nothing with types calls what it is in\n", out);
    free(type);
}

static void print_variable(lsp_server *s, const lsp_spot *spot, size_t symbol, FILE *out)
{
    const lsp_symbol *of = &spot->names->symbols[symbol];
    const rgc_variable *v = lsp_variable(s, spot, symbol, 0), *more;
    if (!v) {
        print_declared(s, spot, symbol, out);
        return;
    }
    const bool bound = strcmp(v->kind, "variable") == 0; /* in a function: not told apart there */
    fprintf(out, "```retrograd\n%s::%s\n```\n%s of `%s`\n\n", of->name, v->type,
            bound ? lsp_kind_name(of->kind) : v->kind, owner_of(spot->names, symbol));
    print_format(s, v->type, out);
    print_activity(v, out);
    for (size_t i = 1; i < 8 && (more = lsp_variable(s, spot, symbol, i)); i++)
        if (!was_said(s, spot, symbol, i))
            fprintf(out, "\nalso `%s::%s`\n", more->name, more->type);
}

/* ---- definitions ---- */

/* The head of what has a body, all of other definitions, and the docstring before. */
static void print_definition(const lsp_names *n, const lsp_definition *d, FILE *out)
{
    const fr_source *source = &n->diags.sources[d->name.file];
    const fr_token *tokens = n->tokens[d->name.file];
    size_t end = d->whole.offset + d->whole.length;
    const bool has_body = d->statements || n->symbols[d->symbol].kind == NAME_ROUTINE;
    if (has_body && d->body > d->first)
        end = tokens[d->body - 1].span.offset + tokens[d->body - 1].span.length;
    fprintf(out, "```retrograd\n%.*s\n```\n", (int)(end - d->whole.offset),
            source->text + d->whole.offset);
    size_t before = d->first;
    while (before > 0 && tokens[before - 1].kind == TOK_NEWLINE)
        before--;
    if (before > 0 && tokens[before - 1].kind == TOK_STRING)
        fprintf(out, "%s\n", tokens[before - 1].text);
}

/* A field of each struct that has it, as it is declared. */
static void print_field(const lsp_server *s, const lsp_names *n, size_t symbol, FILE *out)
{
    for (size_t i = 0; i < n->use_count; i++) {
        const lsp_use *u = &n->uses[i];
        const size_t d = u->symbol == symbol && u->declares
                             ? lsp_definition_at(n, u->span.file, u->span.offset)
                             : LSP_NONE;
        if (d == LSP_NONE)
            continue;
        char *type = lsp_type_behind(n, u);
        fprintf(out, "```retrograd\n%s%s%s\n```\nfield of `%s`\n\n", n->symbols[symbol].name,
                type ? "::" : "", type ? type : "", n->symbols[n->definitions[d].symbol].name);
        print_format(s, type ? type : "", out);
        free(type);
    }
}

static void print_global(const lsp_server *s, const lsp_names *n, size_t symbol, FILE *out)
{
    for (size_t i = 0; i < n->definition_count; i++)
        if (n->definitions[i].symbol == symbol)
            print_definition(n, &n->definitions[i], out);
    if (n->symbols[symbol].kind == NAME_FIELD)
        print_field(s, n, symbol, out);
}

/* The name under the cursor when the program does not define it. */
static const fr_token *token_at(const lsp_spot *spot)
{
    for (size_t i = 0; i + 1 < spot->names->token_counts[0]; i++) {
        const fr_token *t = &spot->names->tokens[0][i];
        if (t->kind == TOK_IDENT && spot->offset >= t->span.offset
            && spot->offset <= t->span.offset + t->span.length)
            return t;
    }
    return NULL;
}

static void print_known(const fr_token *t, FILE *out)
{
    static const char *const kinds[] = {"a function of the language",
                                        "an instruction of the machine", "a type of the language"};
    for (int kind = RGC_FUNCTIONS; kind <= RGC_TYPES; kind++)
        for (size_t i = 0; rgc_known_name((rgc_name_kind)kind, i); i++)
            if (strcmp(rgc_known_name((rgc_name_kind)kind, i), t->text) == 0) {
                fprintf(out, "`%s`: %s\n", t->text, kinds[kind]);
                return;
            }
}

json_t *lsp_hover(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_spot spot;
    char *text = NULL;
    size_t size = 0;
    if (!lsp_spot_of(s, params, &spot, refusal))
        return NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    const fr_token *token = spot.use ? NULL : token_at(&spot);
    if (spot.use && spot.names->symbols[spot.use->symbol].owner == LSP_NONE)
        print_global(s, spot.names, spot.use->symbol, out);
    else if (spot.use)
        print_variable(s, &spot, spot.use->symbol, out);
    else if (token)
        print_known(token, out);
    json_t *answer = json_null();
    if (fclose(out) == 0 && size > 0)
        answer = json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind", "markdown", "value", text,
                           "range",
                           lsp_source_range(&spot.names->diags.sources[0],
                                            spot.use ? spot.use->span : token->span));
    free(text);
    return answer;
}

/* ---- the inverse ---- */

json_t *lsp_code_lens(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    lsp_document *d;
    const lsp_names *n = lsp_asked_names(s, params, &d, refusal);
    json_t *list = n ? json_array() : NULL;
    for (size_t i = 0; n && i < n->definition_count; i++) {
        const lsp_definition *def = &n->definitions[i];
        const lsp_symbol *symbol = &n->symbols[def->symbol];
        if (def->name.file != 0 || symbol->kind != NAME_ROUTINE)
            continue;
        json_array_append_new(list,
                              json_pack("{s:o, s:{s:s, s:s, s:[s, s]}}", "range",
                                        lsp_source_range(&n->diags.sources[0], def->name),
                                        "command", "title", "inverse", "command",
                                        "retrograd.inverse", "arguments", d->uri, symbol->name));
    }
    return list;
}

/* The definitions of a routine in a text. */
static char *routine_of(const char *text, const char *routine)
{
    const lsp_text one = {"inverse.rg", text, strlen(text)};
    lsp_names *n = lsp_names_new(&one, 1);
    char *out = NULL;
    size_t size = 0;
    FILE *f = n ? open_memstream(&out, &size) : NULL;
    for (size_t i = 0; f && i < n->definition_count; i++)
        if (strcmp(n->symbols[n->definitions[i].symbol].name, routine) == 0)
            fprintf(f, "%.*s\n", (int)n->definitions[i].whole.length,
                    text + n->definitions[i].whole.offset);
    if (f && fclose(f) != 0) {
        free(out);
        out = NULL;
    }
    lsp_names_free(n);
    return out;
}

/* The inverse of a routine as text, in the heap; NULL after a refusal. */
static char *inverse_of(lsp_server *s, lsp_document *d, const char *routine, lsp_refusal *refusal)
{
    const rgc_result *r = lsp_result(s, d);
    char *all = NULL, *one = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&all, &size);
    const int failed = r && f ? rgc_print_source(r, f, true) : -1;
    if (!f || fclose(f) != 0 || !r)
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "the host is out of memory");
    else if (failed == RGC_NO_INVERSE)
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "the program erases values: it has no inverse");
    else if (failed != 0)
        lsp_refuse(refusal, LSP_REQUEST_FAILED, "the program has errors: it has no inverse yet");
    else if (!(one = routine_of(all, routine)) || !*one)
        lsp_refuse(refusal, LSP_INVALID_PARAMS, "there is no routine '%.100s'", routine);
    free(all);
    if (one && *one)
        return one;
    free(one);
    return NULL;
}

static bool write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    const bool good = fputs(text, f) >= 0;
    return fclose(f) == 0 && good;
}

/* The client opens a file with the text, or shows it as a message. */
static void show(lsp_server *s, const char *routine, const char *text)
{
    const char *place = getenv("TMPDIR");
    char path[4096];
    if (s->shows_documents && !s->folder) {
        snprintf(path, sizeof path, "%s/retrograd-XXXXXX", place && *place ? place : "/tmp");
        s->folder = mkdtemp(path) ? strdup(path) : NULL;
    }
    if (s->shows_documents && s->folder && !strchr(routine, '/')
        && snprintf(path, sizeof path, "%s/%s.inverse.rg", s->folder, routine) < (int)sizeof path
        && write_text(path, text)) {
        char *uri = lsp_uri_of_path(s, path);
        if (uri)
            lsp_ask(s, "window/showDocument", json_pack("{s:s, s:b}", "uri", uri, "takeFocus", 0));
        free(uri);
        return;
    }
    lsp_notify(s, "window/showMessage", json_pack("{s:i, s:s}", "type", 3, "message", text));
}

void lsp_remove_shown(lsp_server *s)
{
    DIR *folder = s->folder ? opendir(s->folder) : NULL;
    for (const struct dirent *e; folder && (e = readdir(folder));) {
        char path[4096];
        if (strstr(e->d_name, ".inverse.rg")
            && snprintf(path, sizeof path, "%s/%s", s->folder, e->d_name) < (int)sizeof path)
            unlink(path);
    }
    if (folder)
        closedir(folder);
    if (s->folder)
        rmdir(s->folder);
    free(s->folder);
    s->folder = NULL;
}

json_t *lsp_execute(lsp_server *s, const json_t *params, lsp_refusal *refusal)
{
    const char *command = json_string_value(json_object_get(params, "command"));
    const json_t *arguments = json_object_get(params, "arguments");
    const char *uri = json_string_value(json_array_get(arguments, 0)),
               *routine = json_string_value(json_array_get(arguments, 1));
    if (!command || strcmp(command, "retrograd.inverse") != 0 || !uri || !routine)
        return lsp_refuse(refusal, LSP_INVALID_PARAMS,
                          "the command is retrograd.inverse, with a document and a routine");
    json_t *named = json_pack("{s:{s:s}}", "textDocument", "uri", uri);
    lsp_document *d = lsp_document_of(s, named);
    json_decref(named);
    if (!d)
        return lsp_refuse(refusal, LSP_INVALID_PARAMS, "this document is not open");
    char *text = inverse_of(s, d, routine, refusal);
    if (!text)
        return NULL;
    show(s, routine, text);
    json_t *answer = json_pack("{s:s, s:s}", "routine", routine, "text", text);
    free(text);
    return answer;
}
