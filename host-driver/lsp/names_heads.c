/* names_heads.c: definitions: their names, parameters, type variables and fields. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "host-driver/lsp/names.h"

static const fr_token *at(const lsp_names *n, size_t i)
{
    const size_t count = n->token_counts[n->file];
    return &n->tokens[n->file][i < count ? i : count - 1];
}

static void fix(lsp_names *n, size_t token, size_t symbol)
{
    if (token < n->token_counts[n->file]) {
        n->fixed[token] = symbol + 1;
        n->declares[token] = true;
    }
}

static bool at_margin(const lsp_names *n, size_t i)
{
    const fr_span s = at(n, i)->span;
    return s.offset == 0 || n->diags.sources[n->file].text[s.offset - 1] == '\n';
}

static bool is_short_definition(const lsp_names *n, size_t i)
{
    if (at(n, i)->kind != TOK_IDENT || at(n, i + 1)->kind != TOK_LPAREN
        || at(n, i + 1)->space_before)
        return false;
    size_t j = lsp_behind_bracket(n->tokens[n->file], i + 1, n->token_counts[n->file] - 1);
    if (at(n, j)->kind == TOK_TYPED)
        for (j++; at(n, j)->kind == TOK_IDENT || at(n, j)->kind == TOK_LBRACE;)
            j = at(n, j)->kind == TOK_LBRACE
                    ? lsp_behind_bracket(n->tokens[n->file], j, n->token_counts[n->file] - 1)
                    : j + 1;
    return at(n, j)->kind == TOK_ASSIGN;
}

static bool starts_definition(const lsp_names *n, size_t i)
{
    const fr_token *t = at(n, i);
    return t->kind == TOK_FUNCTION || t->kind == TOK_STRUCT || t->kind == TOK_CONST
           || t->kind == TOK_USING || t->kind == TOK_IMPORT
           || (t->kind == TOK_MACRO
               && (strcmp(t->text, "i") == 0 || strcmp(t->text, "fn") == 0
                   || strcmp(t->text, "fieldview") == 0
                   || strcmp(t->text, "assert_reversible") == 0))
           || lsp_is(t, "include") || lsp_is(t, "abstract") || lsp_is(t, "mutable")
           || is_short_definition(n, i);
}

/* Behind the 'end' of what opens at i; a definition at the margin ends it too. */
static size_t block_end(const lsp_names *n, size_t i)
{
    size_t open = 0, brackets = 0;
    for (size_t j = i; at(n, j)->kind != TOK_EOF; j++) {
        const fr_token_kind k = at(n, j)->kind;
        if (j > i && at_margin(n, j) && starts_definition(n, j)
            && at(n, j - 1)->kind == TOK_NEWLINE)
            return j;
        brackets += k == TOK_LBRACKET;
        brackets -= k == TOK_RBRACKET && brackets > 0;
        if (brackets > 0)
            continue;
        open += k == TOK_FUNCTION || k == TOK_IF || k == TOK_WHILE || k == TOK_FOR || k == TOK_BEGIN
                || k == TOK_STRUCT || k == TOK_LET;
        if (k == TOK_END && --open == 0)
            return j + 1;
    }
    return n->token_counts[n->file] - 1;
}

/* Behind the last token before the next definition or text at the top. */
static size_t expression_end(const lsp_names *n, size_t i)
{
    size_t depth = 0, last = i;
    for (size_t j = i; at(n, j)->kind != TOK_EOF; j++) {
        const fr_token_kind k = at(n, j)->kind;
        if (j > i && depth == 0 && at(n, j - 1)->kind == TOK_NEWLINE
            && (starts_definition(n, j) || k == TOK_STRING))
            break;
        depth += k == TOK_LPAREN || k == TOK_LBRACKET || k == TOK_LBRACE;
        depth -= depth > 0 && (k == TOK_RPAREN || k == TOK_RBRACKET || k == TOK_RBRACE);
        if (k != TOK_NEWLINE)
            last = j + 1;
    }
    return last;
}

static size_t line_end(const lsp_names *n, size_t i)
{
    while (at(n, i)->kind != TOK_NEWLINE && at(n, i)->kind != TOK_EOF)
        i++;
    return i;
}

static size_t add_definition(lsp_names *n, lsp_name_kind kind, size_t name, size_t first,
                             size_t last)
{
    n->definitions = fr_grow(&n->arena, n->definitions, n->definition_count,
                             &n->definition_capacity, sizeof *n->definitions);
    lsp_definition *d = &n->definitions[n->definition_count];
    const fr_token *t = at(n, name);
    *d = (lsp_definition){
        .symbol = lsp_global(n, kind, t->text ? t->text : "?"),
        .name = t->span,
        .whole = fr_join(at(n, first)->span, at(n, last > first ? last - 1 : first)->span),
        .first = first,
        .body = name + 1,
        .last = last,
        .first_param = n->symbol_count};
    d->first_local = n->symbol_count; /* behind its own */
    fix(n, name, d->symbol);
    return n->definition_count++;
}

/* T, S<:Real: names at the start and behind commas, until `to`. */
static void type_variables(lsp_names *n, size_t definition, size_t from, size_t to)
{
    bool expected = true;
    for (size_t i = from; i < to; i++) {
        if (expected && at(n, i)->kind == TOK_IDENT)
            fix(n, i, lsp_add_symbol(n, NAME_TYPE_VARIABLE, at(n, i)->text, definition));
        if (at(n, i)->kind == TOK_LBRACE)
            i = lsp_behind_bracket(n->tokens[n->file], i, to) - 1;
        expected = at(n, i)->kind == TOK_COMMA;
    }
}

/* The list in the parentheses at `open`; behind it. */
static size_t parameters(lsp_names *n, size_t definition, size_t open)
{
    const size_t last = n->definitions[definition].last,
                 close = lsp_behind_bracket(n->tokens[n->file], open, last);
    bool expected = true;
    n->definitions[definition].first_param = n->symbol_count;
    for (size_t i = open + 1; i + 1 < close; i++) {
        const fr_token_kind k = at(n, i)->kind;
        if (expected && k == TOK_IDENT) {
            fix(n, i, lsp_add_symbol(n, NAME_PARAMETER, at(n, i)->text, definition));
            expected = false;
        } else if (k == TOK_LPAREN || k == TOK_LBRACKET || k == TOK_LBRACE) {
            i = lsp_behind_bracket(n->tokens[n->file], i, close) - 1;
        }
        expected = k == TOK_COMMA || k == TOK_SEMI || (expected && k == TOK_NEWLINE);
    }
    n->definitions[definition].param_count = n->symbol_count
                                             - n->definitions[definition].first_param;
    return close;
}

/* where T, where {T, S} */
static size_t where(lsp_names *n, size_t definition, size_t i)
{
    const size_t last = n->definitions[definition].last;
    size_t j = i;
    while (at(n, j)->kind == TOK_NEWLINE)
        j++;
    if (!lsp_is(at(n, j), "where") || j >= last)
        return i;
    if (at(n, j + 1)->kind != TOK_LBRACE) {
        type_variables(n, definition, j + 1, j + 2);
        return j + 2;
    }
    const size_t close = lsp_behind_bracket(n->tokens[n->file], j + 1, last);
    type_variables(n, definition, j + 2, close - 1);
    return close;
}

/* (:+=)(f)(..), PlusEq(f)(..), Base.f(..), f(..): where the name is. */
static size_t routine_name(const lsp_names *n, size_t i)
{
    while (at(n, i)->kind == TOK_IDENT && at(n, i + 1)->kind == TOK_DOT)
        i += 2;
    if (at(n, i)->kind == TOK_LPAREN && at(n, i + 1)->kind == TOK_COLON)
        return at(n, i + 4)->kind == TOK_LPAREN ? i + 5 : i;
    if (at(n, i)->kind == TOK_IDENT && at(n, i + 1)->kind == TOK_LPAREN
        && at(n, i + 2)->kind == TOK_IDENT && at(n, i + 3)->kind == TOK_RPAREN
        && at(n, i + 4)->kind == TOK_LPAREN)
        return i + 2;
    return i;
}

/* Whether the function behind the word has a value, as the parser reads it. */
static bool is_host_function(const lsp_names *n, size_t first, size_t word)
{
    const fr_parser p = {.tokens = n->tokens[n->file], .at = word + 1};
    return first == word && fr_at_host_function(&p);
}

static size_t routine(lsp_names *n, size_t first, size_t word)
{
    const size_t last = block_end(n, word), name = routine_name(n, word + 1);
    const bool host = is_host_function(n, first, word);
    if (at(n, name)->kind != TOK_IDENT || name >= last)
        return last > first ? last : first + 1;
    const size_t d = add_definition(n, host ? NAME_FUNCTION : NAME_ROUTINE, name, first, last);
    n->definitions[d].statements = host;
    size_t open = name + 1;
    if (at(n, open)->kind == TOK_RPAREN)
        open++;
    if (at(n, open)->kind == TOK_LPAREN)
        n->definitions[d].body = where(n, d, parameters(n, d, open));
    return last;
}

static size_t function(lsp_names *n, size_t first, size_t name, lsp_name_kind kind)
{
    const size_t last = expression_end(n, name);
    if (at(n, name)->kind != TOK_IDENT || last <= name)
        return line_end(n, first);
    const size_t d = add_definition(n, kind, name, first, last);
    if (at(n, name + 1)->kind == TOK_LPAREN)
        n->definitions[d].body = parameters(n, d, name + 1);
    return last;
}

static size_t structure(lsp_names *n, size_t first, size_t word)
{
    const size_t last = block_end(n, word), name = word + 1;
    if (at(n, name)->kind != TOK_IDENT || name >= last)
        return last > first ? last : first + 1;
    const size_t d = add_definition(n, NAME_TYPE, name, first, last);
    size_t i = name + 1;
    if (at(n, i)->kind == TOK_LBRACE) {
        i = lsp_behind_bracket(n->tokens[n->file], i, last);
        type_variables(n, d, name + 2, i - 1);
    }
    for (; i < last; i++)
        if (at(n, i)->kind == TOK_IDENT
            && (at(n, i - 1)->kind == TOK_NEWLINE || at(n, i - 1)->kind == TOK_SEMI))
            fix(n, i, lsp_global(n, NAME_FIELD, at(n, i)->text));
    return last;
}

static size_t abstract(lsp_names *n, size_t first)
{
    const size_t last = line_end(n, first);
    if (lsp_is(at(n, first + 1), "type") && at(n, first + 2)->kind == TOK_IDENT)
        add_definition(n, NAME_TYPE, first + 2, first, last);
    return last;
}

static size_t constant(lsp_names *n, size_t first)
{
    const size_t last = expression_end(n, first + 1);
    if (at(n, first + 1)->kind == TOK_IDENT && last > first + 1)
        add_definition(n, NAME_CONST, first + 1, first, last);
    return last > first ? last : first + 1;
}

/* The definition that starts at i; behind it. */
static size_t definition(lsp_names *n, size_t i)
{
    size_t word = i;
    bool fn = false, view = false;
    while (
        at(n, word)->kind == TOK_MACRO
        || (word > i && at(n, word)->kind == TOK_NEWLINE && at(n, word + 1)->kind == TOK_MACRO)) {
        fn = fn || (at(n, word)->text && strcmp(at(n, word)->text, "fn") == 0);
        view = view || (at(n, word)->text && strcmp(at(n, word)->text, "fieldview") == 0);
        word++;
    }
    if (lsp_is(at(n, word), "mutable"))
        word++;
    switch (at(n, word)->kind) {
    case TOK_FUNCTION: return routine(n, i, word);
    case TOK_STRUCT: return structure(n, i, word);
    case TOK_CONST: return constant(n, word);
    default: break;
    }
    if (view)
        return function(n, i, word, NAME_VIEW);
    if (fn || is_short_definition(n, word))
        return function(n, i, word, NAME_FUNCTION);
    return lsp_is(at(n, i), "abstract") ? abstract(n, i) : line_end(n, i);
}

void lsp_find_definitions(lsp_names *n)
{
    size_t i = 0;
    while (at(n, i)->kind != TOK_EOF) {
        const fr_token_kind k = at(n, i)->kind;
        const size_t next = k == TOK_NEWLINE || k == TOK_SEMI || k == TOK_STRING ? i + 1
                                                                                 : definition(n, i);
        i = next > i ? next : i + 1;
        if (n->definition_count > 0)
            n->definitions[n->definition_count - 1].end_local = n->symbol_count;
    }
}
