/* names_body.c: what the body of a definition declares: ancillas, loop variables, arguments of
 * functions without a name, what let binds. */
#include <string.h>

#include "host-driver/lsp/names.h"

typedef struct {
    lsp_names *n;
    const fr_token *t;
    size_t owner, from, to;
    bool functional; /* an @fn: no statements */
} body;

static bool opens(fr_token_kind k)
{
    return k == TOK_LPAREN || k == TOK_LBRACKET || k == TOK_LBRACE;
}

static bool closes(fr_token_kind k)
{
    return k == TOK_RPAREN || k == TOK_RBRACKET || k == TOK_RBRACE;
}

/* A variable of the whole routine: the parameter, or the one that was declared before. */
static void declare(body *b, size_t i, lsp_name_kind kind)
{
    lsp_names *n = b->n;
    if (i >= b->to || b->t[i].kind != TOK_IDENT || n->fixed[i])
        return;
    size_t symbol = lsp_look_up(n, b->t[i].text, i);
    if (symbol == LSP_NONE || n->symbols[symbol].owner != b->owner) {
        symbol = lsp_add_symbol(n, kind, b->t[i].text, b->owner);
        lsp_add_scope(n, symbol, b->from, b->to);
    }
    n->fixed[i] = symbol + 1;
    n->declares[i] = true;
}

/* The names of a statement from `first` to `to` that stand alone: a, (a, b), a, b. */
static void declare_targets(body *b, size_t first, size_t to)
{
    for (size_t i = first; i < to; i++) {
        const fr_token_kind next = b->t[i + 1].kind;
        if (b->t[i].kind == TOK_LBRACKET
            || (opens(b->t[i].kind) && !b->t[i].space_before && i > first
                && b->t[i - 1].kind == TOK_IDENT))
            i = lsp_behind_bracket(b->t, i, to) - 1;
        else if (b->t[i].kind == TOK_IDENT && next != TOK_LBRACKET && next != TOK_DOT
                 && next != TOK_LPAREN && (i == 0 || b->t[i - 1].kind != TOK_DOT))
            declare(b, i, NAME_VARIABLE);
    }
}

/* ---- scopes within expressions ---- */

/* Where the expression at i ends: before a comma, a semicolon or a bracket that was not opened in
 * it; before the 'in' of the let around it when `in` is set. */
static size_t expression_end(const body *b, size_t i, bool in)
{
    size_t depth = 0, lets = 0;
    for (; i < b->to; i++) {
        const fr_token_kind k = b->t[i].kind;
        const bool word = k == TOK_IN || lsp_is(&b->t[i], "in");
        if (depth == 0 && lets == 0 && (k == TOK_COMMA || k == TOK_SEMI || (in && word)))
            return i;
        if (closes(k) && depth == 0)
            return i;
        depth += opens(k);
        depth -= closes(k);
        lets += k == TOK_LET;
        lets -= word && lets > 0;
    }
    return b->to;
}

/* The names of a pattern, for the tokens from .. to. */
static void bind(body *b, size_t first, size_t last, size_t from, size_t to)
{
    lsp_names *n = b->n;
    for (size_t i = first; i < last; i++)
        if (b->t[i].kind == TOK_IDENT && !n->fixed[i]) {
            const size_t symbol = lsp_add_symbol(n, NAME_ARGUMENT, b->t[i].text, b->owner);
            lsp_add_scope(n, symbol, from, to);
            n->fixed[i] = symbol + 1;
            n->declares[i] = true;
        }
}

/* Before the arrow at i stands a name, or names in parentheses. */
static void lambda(body *b, size_t i)
{
    size_t first = i - 1;
    if (i <= b->from || b->t[i].span.length != 2)
        return;
    if (b->t[first].kind == TOK_RPAREN)
        for (size_t depth = 0; first > b->from; first--) {
            depth += closes(b->t[first].kind);
            depth -= opens(b->t[first].kind);
            if (depth == 0)
                break;
        }
    bind(b, first, i, i + 1, expression_end(b, i + 1, false));
}

/* let a = e, (b, c) = e in e */
static void let(body *b, size_t i)
{
    struct {
        size_t first, last, from;
    } bound[64];
    size_t count = 0;
    for (i++; i < b->to && count < 64;) {
        const size_t first = i;
        while (i < b->to && b->t[i].kind != TOK_ASSIGN)
            i++;
        bound[count].first = first;
        bound[count].last = i;
        i = expression_end(b, i + 1, true);
        bound[count++].from = i;
        if (i >= b->to || b->t[i].kind != TOK_COMMA)
            break;
        i++;
    }
    const size_t end = i < b->to ? expression_end(b, i + 1, false) : b->to;
    for (size_t k = 0; k < count; k++)
        bind(b, bound[k].first, bound[k].last, bound[k].from, end);
}

/* ---- statements ---- */

/* for i = .., (a, b) in ..; behind the head */
static void loop(body *b, size_t i)
{
    size_t depth = 0;
    bool expected = true;
    for (i++; i < b->to && b->t[i].kind != TOK_NEWLINE && b->t[i].kind != TOK_SEMI; i++) {
        const fr_token_kind k = b->t[i].kind;
        if (expected && k == TOK_LPAREN) {
            const size_t close = lsp_behind_bracket(b->t, i, b->to);
            for (i++; i < close; i++)
                declare(b, i, NAME_LOOP);
            i = close - 1;
        } else if (expected) {
            declare(b, i, NAME_LOOP);
        }
        depth += opens(k) && !expected;
        depth -= closes(k) && depth > 0;
        expected = k == TOK_COMMA && depth == 0;
    }
}

static void macro(body *b, size_t i)
{
    const char *name = b->t[i].text;
    const bool zeros = strcmp(name, "zeros") == 0 || strcmp(name, "ones") == 0;
    size_t k = i + 1;
    if (zeros && b->t[k].kind == TOK_IDENT) {
        k++;
        if (b->t[k].kind == TOK_LBRACE)
            k = lsp_behind_bracket(b->t, k, b->to);
        while (k < b->to && b->t[k].kind == TOK_IDENT)
            declare(b, k++, NAME_VARIABLE);
    } else if (strcmp(name, "anc") == 0 || strcmp(name, "deanc") == 0) {
        while (k < b->to && b->t[k].kind != TOK_ASSIGN && b->t[k].kind != TOK_NEWLINE)
            k++;
        declare_targets(b, i + 1, k);
    } else if (strcmp(name, "auto_alloc") == 0) {
        declare(b, k, NAME_VARIABLE);
    } else if (strcmp(name, "routine") == 0 && b->t[k].kind == TOK_IDENT
               && (b->t[i - 1].kind == TOK_TILDE || b->t[k + 1].kind == TOK_BEGIN)) {
        declare(b, k, NAME_BLOCK);
    }
}

/* Whether the token before a statement's first says that it is a condition. */
static bool is_condition(const body *b, size_t first)
{
    const fr_token_kind k = first > b->from ? b->t[first - 1].kind : TOK_EOF;
    return k == TOK_IF || k == TOK_ELSEIF || k == TOK_WHILE;
}

static bool starts_statement(fr_token_kind k)
{
    return k == TOK_NEWLINE || k == TOK_SEMI || k == TOK_BEGIN || k == TOK_ELSE || k == TOK_IF
           || k == TOK_ELSEIF || k == TOK_WHILE || k == TOK_TILDE || k == TOK_MACRO;
}

static void statements(body *b)
{
    size_t first = b->from, depth = 0;
    for (size_t i = b->from; i < b->to; i++) {
        const fr_token *t = &b->t[i];
        const bool list = t->kind == TOK_LPAREN && i > b->from && b->t[i - 1].kind == TOK_TILDE;
        if (list || (starts_statement(t->kind) && depth == 0) || (t->kind == TOK_NEWLINE))
            first = i + 1;
        depth += opens(t->kind) && !list;
        depth -= closes(t->kind) && depth > 0;
        if (t->kind == TOK_FOR)
            loop(b, i);
        else if (t->kind == TOK_MACRO)
            macro(b, i);
        else if (t->kind == TOK_ALLOC && depth == 0 && !is_condition(b, first))
            declare_targets(b, first, i);
        else if (t->kind == TOK_TYPED && i > b->from && depth == 0)
            declare(b, i - 1, NAME_VARIABLE);
    }
}

/* Where the names before the '=' at i start: a, or a, b, or (a, b); i: there are none. */
static size_t pattern_start(const body *b, size_t i)
{
    size_t first = i;
    if (i <= b->from)
        return i;
    if (b->t[i - 1].kind == TOK_RPAREN) {
        for (first = i - 1; first > b->from && b->t[first].kind != TOK_LPAREN; first--)
            if (b->t[first].kind != TOK_RPAREN && b->t[first].kind != TOK_IDENT
                && b->t[first].kind != TOK_COMMA)
                return i;
        const bool call = first > b->from && b->t[first - 1].kind == TOK_IDENT
                          && !b->t[first].space_before;
        return call ? i : first;
    }
    if (b->t[i - 1].kind != TOK_IDENT)
        return i;
    for (first = i - 1; first > b->from + 1 && b->t[first - 1].kind == TOK_COMMA
                        && b->t[first - 2].kind == TOK_IDENT;)
        first -= 2;
    return first;
}

/* What a function of the host assigns. A name is one variable in all of the function. */
static void assignments(body *b)
{
    size_t depth = 0;
    for (size_t i = b->from; i < b->to; i++) {
        depth += opens(b->t[i].kind);
        depth -= closes(b->t[i].kind) && depth > 0;
        for (size_t k = pattern_start(b, i); b->t[i].kind == TOK_ASSIGN && depth == 0 && k < i; k++)
            declare(b, k, NAME_VARIABLE);
    }
}

static void loops(body *b)
{
    for (size_t i = b->from; i < b->to; i++)
        if (b->t[i].kind == TOK_FOR)
            loop(b, i);
}

/* What is freed and was not seen to be allocated: code that is being typed. */
static void frees(body *b)
{
    size_t first = b->from, depth = 0;
    for (size_t i = b->from; i < b->to; i++) {
        if (b->t[i].kind == TOK_NEWLINE || b->t[i].kind == TOK_SEMI)
            first = i + 1;
        depth += opens(b->t[i].kind);
        depth -= closes(b->t[i].kind) && depth > 0;
        if (b->t[i].kind == TOK_FREE && depth == 0 && first + 1 == i
            && b->t[first].kind == TOK_IDENT
            && lsp_look_up(b->n, b->t[first].text, first) == LSP_NONE)
            declare(b, first, NAME_VARIABLE);
    }
}

void lsp_find_locals(lsp_names *n, size_t definition)
{
    const lsp_definition *d = &n->definitions[definition];
    const lsp_name_kind kind = n->symbols[d->symbol].kind;
    body b = {.n = n,
              .t = n->tokens[n->file],
              .owner = definition,
              .from = d->body,
              .to = d->last,
              .functional = kind != NAME_ROUTINE};
    if (kind == NAME_ROUTINE)
        statements(&b);
    else if (d->statements)
        loops(&b);
    size_t depth = 0;
    for (size_t i = d->first; i < b.to; i++) {
        depth += opens(b.t[i].kind);
        depth -= closes(b.t[i].kind) && depth > 0;
        if (b.t[i].kind == TOK_FREE && (depth > 0 || b.functional))
            lambda(&b, i);
        else if (b.t[i].kind == TOK_LET && b.functional)
            let(&b, i);
    }
    if (kind == NAME_ROUTINE)
        frees(&b);
    else if (d->statements)
        assignments(&b);
}
