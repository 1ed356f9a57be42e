/* type_aliases.c: see type_aliases.h. */
#include "compiler/syntax/type_aliases.h"

#include <string.h>

#include "compiler/syntax/words.h"

/* So many tokens more than the file has may come from names of types. */
enum { MOST_VARIABLES = 8, MOST_MORE = 1 << 18 };

typedef struct {
    size_t at, type, end; /* tokens: const, the first one of the type, the one behind it */
    const char *name;
    const char *variables[MOST_VARIABLES];
    size_t variable_count;
} alias;

typedef struct {
    fr_parser *p;
    const alias *of;
    fr_token *made;
    size_t count, capacity;
    fr_span at; /* where the name stands that is replaced */
    size_t given[MOST_VARIABLES], given_end[MOST_VARIABLES]; /* tokens of its types */
    bool bare;                                               /* it has none */
} expansion;

static bool is_number_type(const char *name)
{
    static const char *const names[] = {"Float64", "Float32", "Float", "Real",       "Int",
                                        "Int64",   "Int32",   "Bool",  "Fixed",      "Fixed43",
                                        "Log",     "Number",  "Any",   "ComplexF64", "Integer"};
    return FR_IS_ONE_OF(name, names);
}

static bool is_struct(const fr_token *tokens, const char *name)
{
    for (const fr_token *t = tokens; t->kind != TOK_EOF; t++)
        if (t->kind == TOK_STRUCT && t[1].kind == TOK_IDENT && strcmp(t[1].text, name) == 0)
            return true;
    return false;
}

/* The token behind the braces that open at t. */
static const fr_token *behind_braces(const fr_token *t)
{
    unsigned open = 0;
    do {
        open += t->kind == TOK_LBRACE;
        open -= t->kind == TOK_RBRACE;
        t++;
    } while (open > 0 && t->kind != TOK_NEWLINE && t->kind != TOK_EOF);
    return open == 0 ? t : NULL;
}

static bool read_variables(alias *a, const fr_token *t, const fr_token *end)
{
    for (t++; t < end - 1; t += 2) {
        if (t->kind != TOK_IDENT || (t[1].kind != TOK_COMMA && t[1].kind != TOK_RBRACE)
            || a->variable_count == MOST_VARIABLES)
            return false;
        a->variables[a->variable_count++] = t->text;
    }
    return a->variable_count > 0;
}

static bool ends_statement(const fr_token *t)
{
    return t && (t->kind == TOK_NEWLINE || t->kind == TOK_SEMI || t->kind == TOK_EOF);
}

static bool read_alias(const fr_parser *p, size_t at, alias *a)
{
    const fr_token *t = &p->tokens[at];
    *a = (alias){.at = at};
    if (t->kind != TOK_CONST || t[1].kind != TOK_IDENT)
        return false;
    a->name = t[1].text;
    const fr_token *sign = t + 2;
    if (sign->kind == TOK_LBRACE) {
        sign = behind_braces(sign);
        if (!sign || !read_variables(a, t + 2, sign))
            return false;
    }
    if (sign->kind != TOK_ASSIGN || sign[1].kind != TOK_IDENT)
        return false;
    const fr_token *type = sign + 1,
                   *end = type[1].kind == TOK_LBRACE ? behind_braces(type + 1) : type + 1;
    if (!ends_statement(end)
        || (end == type + 1 && !is_number_type(type->text) && !is_struct(p->tokens, type->text)))
        return false;
    a->type = (size_t)(type - p->tokens);
    a->end = (size_t)(end - p->tokens);
    return true;
}

/* a and b in the head of f(a, b::T; c) where T. */
static bool is_in_head(const fr_parser *p, size_t i)
{
    const fr_token *t = &p->tokens[i], *before = t - 1;
    if (i == 0)
        return false;
    if (before->kind == TOK_FOR
        || (before->kind == TOK_IDENT && strcmp(before->text, "where") == 0))
        return true;
    if (before->kind != TOK_LPAREN && before->kind != TOK_COMMA && before->kind != TOK_SEMI)
        return false;
    while (i > 0 && p->tokens[i].kind != TOK_NEWLINE && p->tokens[i].kind != TOK_FUNCTION)
        i--;
    return p->tokens[i].kind == TOK_FUNCTION;
}

/* Whether something else of the file has the name, too. */
static bool is_variable(const fr_parser *p, const alias *a)
{
    for (size_t i = 0; p->tokens[i].kind != TOK_EOF; i++) {
        const fr_token *t = &p->tokens[i];
        if (i == a->at + 1 || t->kind != TOK_IDENT || strcmp(t->text, a->name) != 0)
            continue;
        if (t[1].kind == TOK_ASSIGN || t[1].kind == TOK_ALLOC || t[1].kind == TOK_TYPED
            || fr_is_update(t[1].kind) || is_in_head(p, i))
            return true;
    }
    return false;
}

static void put(expansion *x, fr_token t)
{
    x->made = fr_grow(x->p->d->arena, x->made, x->count, &x->capacity, sizeof *x->made);
    x->made[x->count++] = t;
}

static size_t variable_of(const alias *a, const fr_token *t)
{
    size_t i = 0;
    while (i < a->variable_count && (t->kind != TOK_IDENT || strcmp(t->text, a->variables[i]) != 0))
        i++;
    return i;
}

/* {T} of variables alone, which a name without types leaves open. */
static bool is_open(const alias *a, const fr_token *t)
{
    const fr_token *end = t->kind == TOK_LBRACE ? behind_braces(t) : NULL;
    for (t++; end && t < end - 1; t++)
        if (t->kind != TOK_COMMA && variable_of(a, t) == a->variable_count)
            return false;
    return end != NULL;
}

static void put_type(expansion *x)
{
    const alias *a = x->of;
    for (size_t i = a->type; i < a->end; i++) {
        const fr_token *t = &x->p->tokens[i];
        const size_t v = variable_of(a, t);
        if (x->bare && a->variable_count > 0 && is_open(a, t)) {
            i = (size_t)(behind_braces(t) - x->p->tokens) - 1;
        } else if (v < a->variable_count && !x->bare) {
            for (size_t k = x->given[v]; k < x->given_end[v]; k++)
                put(x, x->p->tokens[k]);
        } else {
            fr_token made = *t;
            made.span = x->at;
            put(x, made);
        }
    }
}

/* The types in braces behind the name at token i; the token behind them, 0: they do not fit. */
static size_t read_given(expansion *x, size_t i)
{
    const fr_token *tokens = x->p->tokens;
    size_t n = 0, at = i + 2;
    unsigned open = 1;
    for (size_t first = at; open > 0; at++) {
        const fr_token_kind k = tokens[at].kind;
        if (k == TOK_NEWLINE || k == TOK_EOF)
            return 0;
        open += k == TOK_LBRACE || k == TOK_LPAREN;
        open -= k == TOK_RBRACE || k == TOK_RPAREN;
        if (open > 1 || (open == 1 && k != TOK_COMMA))
            continue;
        if (n == x->of->variable_count)
            return 0;
        x->given[n] = first;
        x->given_end[n++] = at;
        first = at + 1;
    }
    return n == x->of->variable_count ? at : 0;
}

static bool is_too_long(fr_parser *p, const expansion *x, size_t read, const fr_span at)
{
    if (x->count <= read + MOST_MORE)
        return false;
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R0106", at,
                      "the types that have names stand for more than %d words", MOST_MORE),
            "write a struct in the place of a type of types");
    return true;
}

/* False after an error. */
static bool expand(fr_parser *p, const alias *a)
{
    expansion x = {.p = p, .of = a};
    size_t i = 0;
    for (; p->tokens[i].kind != TOK_EOF; i++) {
        if (is_too_long(p, &x, i, p->tokens[a->at].span))
            return false;
        const fr_token *t = &p->tokens[i];
        const bool field = i > 0 && p->tokens[i - 1].kind == TOK_DOT;
        if (i == a->at) {
            i = a->end - 1;
            continue;
        }
        if (field || t->kind != TOK_IDENT || strcmp(t->text, a->name) != 0) {
            put(&x, *t);
            continue;
        }
        x.at = t->span;
        x.bare = a->variable_count == 0 || t[1].kind != TOK_LBRACE;
        const size_t behind = x.bare ? i + 1 : read_given(&x, i);
        if (behind > 0)
            put_type(&x);
        else
            put(&x, *t);
        i = behind > 0 ? behind - 1 : i;
    }
    put(&x, p->tokens[i]);
    p->tokens = x.made;
    return true;
}

void fr_expand_type_aliases(fr_parser *p)
{
    alias a;
    for (size_t at = 0; p->tokens[at].kind != TOK_EOF; at++)
        if (read_alias(p, at, &a) && !is_variable(p, &a)) {
            if (!expand(p, &a))
                return;
            at = a.at;
        }
}
