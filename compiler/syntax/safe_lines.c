/* safe_lines.c: see safe_lines.h. */
#include "compiler/syntax/safe_lines.h"

#include <string.h>

#include "compiler/syntax/spellings.h"
#include "compiler/syntax/top_level.h"

static bool is_change(const fr_token *t)
{
    return t->kind == TOK_IDENT && t[1].kind == TOK_LPAREN && !t[1].space_before
           && fr_is_named_as_change(t->text);
}

static bool ends_line(fr_token_kind k)
{
    return k == TOK_NEWLINE || k == TOK_SEMI || k == TOK_BEGIN || k == TOK_ELSE || k == TOK_MACRO;
}

/* The first token of the line, among those from `first` on. */
static size_t line_of(const fr_parser *p, size_t first, size_t at)
{
    while (at > first && !ends_line(p->tokens[at - 1].kind))
        at--;
    return at;
}

bool fr_at_safe_lines(fr_parser *p)
{
    const size_t at = p->at, end = fr_statement_end(p, at);
    switch (fr_peek(p)->kind) {
    case TOK_IF:
    case TOK_FOR:
    case TOK_WHILE:
    case TOK_BEGIN:
    case TOK_LET: return end > 0;
    default: break;
    }
    for (size_t i = at; i < end; i++)
        if (fr_sets_value(p->tokens[i].kind))
            return true;
    return false;
}

/* Whether the routine has the name outside of its lines with @safe. */
static bool is_of_routine(const fr_parser *p, size_t at, const char *name)
{
    while (at > 0 && p->tokens[at].kind != TOK_FUNCTION)
        at--;
    const size_t end = fr_statement_end(p, at);
    for (size_t i = at; i < end; i++) {
        const fr_token *t = &p->tokens[i];
        if (t->kind == TOK_MACRO && strcmp(t->text, "safe") == 0) {
            const size_t behind = fr_statement_end(p, i + 1);
            i = behind > i ? behind : i;
        } else if (t->kind == TOK_IDENT && strcmp(t->text, name) == 0) {
            return true;
        }
    }
    return end == 0;
}

static bool refuse(fr_parser *p, const fr_token *from, const fr_token *to, const char *name)
{
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R0110", fr_join(from->span, to->span),
                      "@safe changes '%s' here, and what it does is not undone", name),
            "write a statement of the routine, such as '%s += value', or leave it out", name);
    p->panic = true;
    return false;
}

bool fr_refuse_safe_change(fr_parser *p, const fr_token *t)
{
    if (!is_change(t))
        return false;
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R0110", t->span,
                      "@safe calls '%s', which changes its arguments, and is not undone", t->text),
            "call a routine without @safe, or leave it out");
    p->panic = true;
    return true;
}

/* plot(x; label="it"): the = of a keyword, in the parentheses of a call. */
static bool is_keyword(const fr_parser *p, size_t first, size_t at)
{
    unsigned closed = 0;
    const fr_token_kind before = p->tokens[at - 2].kind;
    if (p->tokens[at].kind != TOK_ASSIGN
        || (before != TOK_LPAREN && before != TOK_COMMA && before != TOK_SEMI))
        return false;
    for (size_t i = at; i > first; i--) {
        const fr_token *t = &p->tokens[i];
        closed += t->kind == TOK_RPAREN;
        if (t->kind == TOK_LPAREN && closed-- == 0)
            return t[-1].kind == TOK_IDENT && !t->space_before;
    }
    return false;
}

/* Names that these lines alone have get values: a, b = 1, 2. */
static bool sets_own_name(fr_parser *p, size_t first, size_t at)
{
    const fr_token *t = &p->tokens[at - 1];
    if (at >= first + 2 && is_keyword(p, first, at))
        return true;
    const fr_token *line = &p->tokens[line_of(p, first, at)];
    if (t->kind != TOK_IDENT || p->tokens[at].kind != TOK_ASSIGN)
        return refuse(p, line, &p->tokens[at], line->kind == TOK_IDENT ? line->text : "a value");
    for (; t >= line && (t->kind == TOK_IDENT || t->kind == TOK_COMMA); t--)
        if (t->kind == TOK_IDENT && is_of_routine(p, first, t->text))
            return refuse(p, t, &p->tokens[at], t->text);
    return true;
}

/* return, break, throw(...), @assert: what they end goes on where they are left out. */
static bool leaves(fr_parser *p, const fr_token *t)
{
    const bool called = t->kind == TOK_IDENT && t[1].kind == TOK_LPAREN
                        && (strcmp(t->text, "error") == 0 || strcmp(t->text, "throw") == 0
                            || strcmp(t->text, "exit") == 0);
    if (t->kind != TOK_RETURN && t->kind != TOK_BREAK && t->kind != TOK_CONTINUE && !called
        && !(t->kind == TOK_MACRO && strcmp(t->text, "assert") == 0))
        return false;
    fr_help(p->d,
            fr_report(p->d, RGC_ERROR, "R0110", t->span,
                      "@safe leaves its block here, and what it does is left out"),
            "a condition that must hold is '@safe @assert condition' alone in its line");
    p->panic = true;
    return true;
}

static bool leaves_routine_alone(fr_parser *p, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (fr_refuse_safe_change(p, &p->tokens[i]) || leaves(p, &p->tokens[i])
            || (fr_sets_value(p->tokens[i].kind) && i > first && !sets_own_name(p, first, i)))
            return false;
    return true;
}

bool fr_take_safe_lines(fr_parser *p)
{
    const size_t first = p->at, end = fr_statement_end(p, first);
    const bool good = leaves_routine_alone(p, first, end);
    if (good)
        fr_report(p->d, RGC_NOTE, "R0117", fr_join(p->tokens[first].span, p->tokens[end - 1].span),
                  "a statement of Julia's, which is left out");
    p->at = end;
    return good;
}
