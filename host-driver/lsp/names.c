/* names.c: the symbols of a program and where each is used. */
#include "host-driver/lsp/names.h"

#include <stdlib.h>
#include <string.h>

bool lsp_is(const fr_token *t, const char *word)
{
    return t->kind == TOK_IDENT && strcmp(t->text, word) == 0;
}

size_t lsp_behind_bracket(const fr_token *tokens, size_t i, size_t to)
{
    size_t depth = 0;
    for (; i < to && tokens[i].kind != TOK_EOF; i++) {
        const fr_token_kind k = tokens[i].kind;
        depth += k == TOK_LPAREN || k == TOK_LBRACKET || k == TOK_LBRACE;
        if ((k == TOK_RPAREN || k == TOK_RBRACKET || k == TOK_RBRACE) && --depth == 0)
            return i + 1;
    }
    return i;
}

size_t lsp_add_symbol(lsp_names *n, lsp_name_kind kind, const char *name, size_t owner)
{
    n->symbols =
        fr_grow(&n->arena, n->symbols, n->symbol_count, &n->symbol_capacity, sizeof *n->symbols);
    n->symbols[n->symbol_count] = (lsp_symbol){kind, name, owner};
    return n->symbol_count++;
}

/* What the index holds: symbols move when their array grows. */
typedef struct {
    const char *name;
    size_t symbol;
} global;

static bool has_name(const void *item, const void *name)
{
    return strcmp(((const global *)item)->name, name) == 0;
}

/* Fields have names of their own. */
static const char *key_of(fr_arena *arena, lsp_name_kind kind, const char *name)
{
    return kind == NAME_FIELD ? fr_format(arena, ".%s", name) : name;
}

static size_t find(const lsp_names *n, const char *key)
{
    const global *g = fr_index_find(&n->globals, fr_hash_text(key), has_name, key);
    return g ? g->symbol : LSP_NONE;
}

size_t lsp_find_global(const lsp_names *n, const char *name) { return find(n, name); }

size_t lsp_global(lsp_names *n, lsp_name_kind kind, const char *name)
{
    const char *key = key_of(&n->arena, kind, name);
    const size_t known = find(n, key);
    if (known != LSP_NONE)
        return known;
    global *g = fr_alloc(&n->arena, sizeof *g);
    *g = (global){key, lsp_add_symbol(n, kind, name, LSP_NONE)};
    fr_index_add(&n->arena, &n->globals, fr_hash_text(key), g);
    return g->symbol;
}

void lsp_add_scope(lsp_names *n, size_t symbol, size_t from, size_t to)
{
    n->scopes =
        fr_grow(&n->arena, n->scopes, n->scope_count, &n->scope_capacity, sizeof *n->scopes);
    n->scopes[n->scope_count++] = (lsp_scope){symbol, from, to};
}

size_t lsp_look_up(const lsp_names *n, const char *name, size_t at)
{
    const lsp_scope *best = NULL;
    for (size_t i = 0; i < n->scope_count; i++) {
        const lsp_scope *s = &n->scopes[i];
        if (s->from <= at && at < s->to && (!best || s->to - s->from <= best->to - best->from)
            && strcmp(n->symbols[s->symbol].name, name) == 0)
            best = s;
    }
    return best ? best->symbol : find(n, name);
}

/* ---- uses ---- */

static lsp_use *add_use(lsp_names *n, fr_span span, size_t symbol)
{
    n->uses = fr_grow(&n->arena, n->uses, n->use_count, &n->use_capacity, sizeof *n->uses);
    n->uses[n->use_count] = (lsp_use){.span = span, .symbol = symbol};
    return &n->uses[n->use_count++];
}

enum { CALLS = 256 };

/* The brackets around a token. */
typedef struct {
    size_t callee;       /* the routine that is called, or LSP_NONE */
    bool call, keywords; /* behind its semicolon */
} bracket;

typedef struct {
    lsp_names *n;
    const fr_token *t;
    size_t count;
    bracket open[CALLS];
    size_t depth;
} reader;

/* The symbol of the callee of the parenthesis at i: f(, f.(, (~f)( */
static size_t callee(const reader *r, size_t i)
{
    size_t k = i;
    if (k > 0 && r->t[k - 1].kind == TOK_DOT)
        k--;
    if (k > 0 && r->t[k - 1].kind == TOK_RPAREN && k > 2 && r->t[k - 3].kind == TOK_TILDE)
        k--;
    return k > 0 && r->t[k - 1].kind == TOK_IDENT ? lsp_look_up(r->n, r->t[k - 1].text, k - 1)
                                                  : LSP_NONE;
}

static void open_bracket(reader *r, size_t i)
{
    if (r->depth + 1 >= CALLS)
        return;
    const bool call = r->t[i].kind == TOK_LPAREN && !r->t[i].space_before && i > 0;
    r->open[++r->depth] = (bracket){call ? callee(r, i) : LSP_NONE, call, false};
}

/* The parameter of a routine that a keyword names. */
static size_t keyword(const lsp_names *n, size_t routine, const char *name)
{
    for (size_t d = 0; routine != LSP_NONE && d < n->definition_count; d++) {
        const lsp_definition *def = &n->definitions[d];
        if (def->symbol != routine)
            continue;
        for (size_t k = 0; k < def->param_count; k++)
            if (strcmp(n->symbols[def->first_param + k].name, name) == 0)
                return def->first_param + k;
    }
    return LSP_NONE;
}

static bool starts_argument(const reader *r, size_t i)
{
    while (i > 0 && r->t[i - 1].kind == TOK_NEWLINE)
        i--;
    const fr_token_kind k = i > 0 ? r->t[i - 1].kind : TOK_EOF;
    return k == TOK_LPAREN || k == TOK_COMMA || k == TOK_SEMI;
}

static void name(reader *r, size_t i)
{
    lsp_names *n = r->n;
    const fr_token *t = &r->t[i];
    const bracket *b = &r->open[r->depth];
    size_t symbol = n->fixed[i] ? n->fixed[i] - 1 : LSP_NONE;
    bool two = false;
    if (symbol != LSP_NONE) {
        add_use(n, t->span, symbol)->declares = n->declares[i];
        return;
    }
    if (i > 0 && r->t[i - 1].kind == TOK_DOT && !t->space_before)
        symbol = find(n, key_of(&n->arena, NAME_FIELD, t->text));
    else if (b->call && r->t[i + 1].kind == TOK_ASSIGN && starts_argument(r, i))
        symbol = keyword(n, b->callee, t->text);
    else if (!lsp_is(t, "in") && !lsp_is(t, "where"))
        symbol = lsp_look_up(n, t->text, i);
    if (b->call && b->keywords && starts_argument(r, i)
        && (r->t[i + 1].kind == TOK_COMMA || r->t[i + 1].kind == TOK_RPAREN)) {
        const size_t parameter = keyword(n, b->callee, t->text);
        two = true;
        if (parameter != LSP_NONE)
            add_use(n, t->span, parameter)->two = true;
    }
    if (symbol != LSP_NONE)
        add_use(n, t->span, symbol)->two = two;
}

/* $name in a text that is printed. */
static void text(reader *r, size_t i)
{
    const fr_span span = r->t[i].span;
    const char *source = r->n->diags.sources[span.file].text + span.offset;
    for (size_t k = 0; k + 1 < span.length; k++) {
        if (source[k] == '\\') {
            k++;
            continue;
        }
        if (source[k] != '$')
            continue;
        size_t length = 0;
        while (k + 1 + length < span.length
               && ((unsigned char)source[k + 1 + length] >= 0x80 || source[k + 1 + length] == '_'
                   || (source[k + 1 + length] >= '0' && source[k + 1 + length] <= '9' && length)
                   || (source[k + 1 + length] >= 'a' && source[k + 1 + length] <= 'z')
                   || (source[k + 1 + length] >= 'A' && source[k + 1 + length] <= 'Z')))
            length++;
        size_t symbol = LSP_NONE;
        if (source[k + 1 + length] == '!')
            symbol = lsp_look_up(r->n, fr_text(&r->n->arena, source + k + 1, length + 1), i);
        const bool bang = symbol != LSP_NONE;
        if (!bang && length)
            symbol = lsp_look_up(r->n, fr_text(&r->n->arena, source + k + 1, length), i);
        if (symbol != LSP_NONE)
            add_use(r->n,
                    (fr_span){span.file, span.offset + (uint32_t)k + 1, (uint32_t)(length + bang)},
                    symbol);
    }
}

static void read_uses(lsp_names *n, size_t from, size_t to)
{
    reader *r = fr_alloc(&n->arena, sizeof *r);
    *r = (reader){.n = n, .t = n->tokens[n->file], .count = n->token_counts[n->file]};
    r->open[0].callee = LSP_NONE;
    for (size_t i = from; i < to && i + 1 < r->count; i++) {
        const fr_token_kind k = r->t[i].kind;
        if (k == TOK_LPAREN || k == TOK_LBRACKET || k == TOK_LBRACE)
            open_bracket(r, i);
        else if ((k == TOK_RPAREN || k == TOK_RBRACKET || k == TOK_RBRACE) && r->depth > 0)
            r->depth--;
        else if (k == TOK_SEMI)
            r->open[r->depth].keywords = true;
        else if (k == TOK_IDENT)
            name(r, i);
        else if (k == TOK_STRING)
            text(r, i);
    }
}

/* ---- the program ---- */

/* Names of the head hold in all of a definition. */
static void read_definition(lsp_names *n, size_t index)
{
    const lsp_definition d = n->definitions[index];
    n->scope_count = 0;
    for (size_t s = d.first_local; s < d.end_local; s++)
        if (n->symbols[s].owner == index)
            lsp_add_scope(n, s, d.first, d.last);
    lsp_find_locals(n, index);
    read_uses(n, d.first, d.last);
}

typedef struct {
    size_t *fixed;
    bool *declares;
    size_t first_definition, definitions;
} file_part;

static void read_all(lsp_names *n, const lsp_text *texts, size_t count)
{
    file_part *parts = fr_alloc(&n->arena, (count + 1) * sizeof *parts);
    n->tokens = fr_alloc(&n->arena, (count + 1) * sizeof *n->tokens);
    n->token_counts = fr_alloc(&n->arena, (count + 1) * sizeof *n->token_counts);
    for (n->file = 0; n->file < count; n->file++) {
        const lsp_text *t = &texts[n->file];
        fr_add_source(&n->diags, t->path, t->text, t->size);
        n->tokens[n->file] = fr_lex(&n->diags, NULL, n->file, &n->token_counts[n->file]);
        const size_t tokens = n->token_counts[n->file] + 1;
        n->fixed = parts[n->file].fixed = fr_alloc(&n->arena, tokens * sizeof *n->fixed);
        n->declares = parts[n->file].declares = fr_alloc(&n->arena, tokens * sizeof *n->declares);
        parts[n->file].first_definition = n->definition_count;
        lsp_find_definitions(n);
        parts[n->file].definitions = n->definition_count;
    }
    for (n->file = 0; n->file < count; n->file++) {
        const file_part *p = &parts[n->file];
        n->fixed = p->fixed;
        n->declares = p->declares;
        for (size_t d = p->first_definition; d < p->definitions; d++)
            read_definition(n, d);
    }
}

/* False when memory was out. */
static bool guarded(lsp_names *n, const lsp_text *texts, size_t count)
{
    if (setjmp(n->arena.out_of_memory))
        return false;
    read_all(n, texts, count);
    return true;
}

lsp_names *lsp_names_new(const lsp_text *texts, size_t count)
{
    lsp_names *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->diags.arena = &n->arena;
    n->diags.limit = 1;
    if (guarded(n, texts, count))
        return n;
    lsp_names_free(n);
    return NULL;
}

void lsp_names_free(lsp_names *n)
{
    if (n)
        fr_arena_free(&n->arena);
    free(n);
}

const lsp_use *lsp_use_at(const lsp_names *n, uint32_t file, size_t offset)
{
    const lsp_use *found = NULL;
    for (size_t i = 0; i < n->use_count; i++) {
        const fr_span s = n->uses[i].span;
        if (s.file == file && offset >= s.offset && offset <= s.offset + s.length
            && (!found || s.offset == found->span.offset || offset > found->span.offset))
            found = &n->uses[i];
    }
    return found;
}

size_t lsp_definition_at(const lsp_names *n, uint32_t file, size_t offset)
{
    for (size_t i = 0; i < n->definition_count; i++) {
        const fr_span s = n->definitions[i].whole;
        if (s.file == file && offset >= s.offset && offset <= s.offset + s.length)
            return i;
    }
    return LSP_NONE;
}

/* The token at an offset; the end of the file behind the last. */
static size_t token_at(const lsp_names *n, fr_span span)
{
    size_t i = 0;
    while (i + 1 < n->token_counts[span.file] && n->tokens[span.file][i].span.offset < span.offset)
        i++;
    return i;
}

static bool ends_type(fr_token_kind k)
{
    return k == TOK_COMMA || k == TOK_SEMI || k == TOK_RPAREN || k == TOK_ASSIGN || k == TOK_ALLOC
           || k == TOK_NEWLINE || k == TOK_END || k == TOK_EOF;
}

char *lsp_type_behind(const lsp_names *n, const lsp_use *declaration)
{
    const fr_token *t = n->tokens[declaration->span.file];
    size_t i = token_at(n, declaration->span) + 1, depth = 0;
    if (i + 1 >= n->token_counts[declaration->span.file] || t[i].kind != TOK_TYPED)
        return NULL;
    const size_t from = t[i].span.offset + t[i].span.length;
    size_t to = from;
    for (i++; t[i].kind != TOK_EOF && (depth > 0 || !ends_type(t[i].kind)); i++) {
        depth += t[i].kind == TOK_LBRACE;
        depth -= t[i].kind == TOK_RBRACE && depth > 0;
        to = t[i].span.offset + t[i].span.length;
    }
    return to > from ? strndup(n->diags.sources[declaration->span.file].text + from, to - from)
                     : NULL;
}

char *lsp_written_type(const lsp_names *n, size_t symbol)
{
    for (size_t i = 0; i < n->use_count; i++)
        if (n->uses[i].symbol == symbol && n->uses[i].declares)
            return lsp_type_behind(n, &n->uses[i]);
    return NULL;
}

const char *lsp_kind_name(lsp_name_kind kind)
{
    static const char *const names[] = {
        [NAME_ROUTINE] = "routine",     [NAME_FUNCTION] = "function",
        [NAME_CONST] = "constant",      [NAME_TYPE] = "type",
        [NAME_FIELD] = "field",         [NAME_VIEW] = "field view",
        [NAME_PARAMETER] = "parameter", [NAME_VARIABLE] = "variable",
        [NAME_LOOP] = "loop variable",  [NAME_TYPE_VARIABLE] = "type variable",
        [NAME_ARGUMENT] = "argument",   [NAME_BLOCK] = "block",
    };
    return names[kind];
}
