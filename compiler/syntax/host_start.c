/* host_start.c: whether a function without @i has statements of Julia, or those of a routine. */
#include <string.h>

#include "compiler/syntax/host_function.h"
#include "compiler/syntax/tree.h"

static bool starts_statement(const fr_token *t)
{
    const fr_token_kind before = t[-1].kind;
    return before == TOK_NEWLINE || before == TOK_SEMI || before == TOK_RPAREN;
}

/* a = e; a, b = e; (a, b) = e */
static bool is_assignment(const fr_token *t)
{
    const bool tuple = t->kind == TOK_LPAREN;
    t += tuple;
    while (t->kind == TOK_IDENT && t[1].kind == TOK_COMMA)
        t += 2;
    return t->kind == TOK_IDENT && t[1 + tuple].kind == TOK_ASSIGN;
}

/* v[i] = e, p.x = e, v .= e, p.x, p.v = e, f, as only functions of Julia have it. */
static bool assigns_part(const fr_token *t)
{
    unsigned open = 0;
    if (t->kind != TOK_IDENT
        || (t[1].kind != TOK_LBRACKET && t[1].kind != TOK_DOT && t[1].kind != TOK_COMMA))
        return false;
    for (t++; t->kind != TOK_NEWLINE && t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LBRACKET;
        open -= open > 0 && t->kind == TOK_RBRACKET;
        if (open == 0 && t->kind != TOK_DOT && t->kind != TOK_IDENT && t->kind != TOK_COMMA
            && t->kind != TOK_RBRACKET)
            return t->kind == TOK_ASSIGN;
    }
    return false;
}

static bool is_change(const fr_token *t)
{
    switch (t->kind) {
    case TOK_SWAP:
    case TOK_TILDE:
    case TOK_MACRO:
    case TOK_PIPE:
    case TOK_DOTPIPE: return true;
    case TOK_IDENT: return fr_is_named_as_change(t->text);
    default: return fr_is_update(t->kind);
    }
}

/* A line that is a value: it changes nothing. */
static bool is_value(const fr_token *from, const fr_token *to)
{
    unsigned open = 0;
    for (const fr_token *t = from; t < to; t++) {
        open += t->kind == TOK_LPAREN;
        open -= open > 0 && t->kind == TOK_RPAREN;
        if (is_change(t) || (open == 0 && (t->kind == TOK_ALLOC || t->kind == TOK_FREE)))
            return false;
    }
    return from < to && from->kind != TOK_END;
}

/* while c, where one of the language is while (c, d). */
static bool is_plain_while(const fr_token *t)
{
    unsigned open = 0;
    if (t->kind != TOK_WHILE || t[1].kind != TOK_LPAREN)
        return t->kind == TOK_WHILE;
    for (t++; t->kind != TOK_NEWLINE && t->kind != TOK_EOF; t++) {
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET;
        open -= t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET;
        if (open <= 1 && (open == 0 || t->kind == TOK_COMMA))
            return t->kind != TOK_COMMA;
    }
    return true;
}

bool fr_at_host_function(const fr_parser *p)
{
    const fr_token *t = &p->tokens[p->at], *line = NULL;
    unsigned blocks = 1, open = 0;
    bool allocates = false;
    const bool changes = t->kind == TOK_IDENT && fr_is_named_as_change(t->text);
    while (t->kind != TOK_LPAREN && t->kind != TOK_NEWLINE && t->kind != TOK_EOF)
        t++;
    for (; t->kind != TOK_EOF && blocks > 0; t++) {
        const bool starts = open == 0 && (t->kind == TOK_LBRACKET || t->kind == TOK_LPAREN)
                            && (t[-1].kind == TOK_NEWLINE || t[-1].kind == TOK_SEMI);
        line = starts ? t : line;
        open += t->kind == TOK_LPAREN || t->kind == TOK_LBRACKET || t->kind == TOK_LBRACE;
        open -= open > 0
                && (t->kind == TOK_RPAREN || t->kind == TOK_RBRACKET || t->kind == TOK_RBRACE);
        if (open > 0)
            continue;
        allocates = allocates || t->kind == TOK_ALLOC; /* as a routine does */
        if (t->kind == TOK_RETURN || (!allocates && is_plain_while(t))
            || (starts_statement(t) && (is_assignment(t) || (changes && assigns_part(t)))))
            return true;
        if (starts_statement(t) && t->kind != TOK_NEWLINE && t->kind != TOK_END
            && (t[-1].kind != TOK_RPAREN || !line))
            line = t;
        blocks +=
            t->kind == TOK_IF || t->kind == TOK_FOR || t->kind == TOK_WHILE || t->kind == TOK_BEGIN
            || fr_starts_let_block(t) || (t->kind == TOK_FUNCTION && t->space_before)
            || (t->kind == TOK_IDENT && t[-1].kind == TOK_RPAREN && strcmp(t->text, "do") == 0);
        blocks -= t->kind == TOK_END;
    }
    return line && blocks == 0 && is_value(line, t - 1);
}
