/* script_lines.c: see script_lines.h. The script is left out, but for numbers and functions that
 * get a name there, once: these are constants. */
#include "compiler/syntax/script_lines.h"

#include <string.h>

#include "compiler/syntax/script_names.h"
#include "compiler/syntax/top_level.h"
#include "compiler/syntax/tree.h"
#include "compiler/syntax/words.h"

static bool is_name(const fr_token *t, const char *name)
{
    return t->kind == TOK_IDENT && strcmp(t->text, name) == 0;
}

/* Macros of statements that measure, print or test. */
static bool is_host_macro(const char *text)
{
    static const char *const names[] = {"allocated", "assert", "benchmark",   "btime",   "debug",
                                        "elapsed",   "info",   "instr",       "nograd",  "printf",
                                        "show",      "test",   "test_throws", "testset", "time",
                                        "timed",     "warn"};
    return FR_IS_ONE_OF(text, names);
}

static bool starts_by_name(const fr_token *t)
{
    static const char *const words[] = {"global", "local", "macro", "try"};
    if (FR_IS_ONE_OF(t->text, words))
        return true;
    switch (t[1].kind) {
    case TOK_ASSIGN:
    case TOK_LPAREN:
    case TOK_DOT:
    case TOK_LBRACKET:
    case TOK_COMMA:
    case TOK_PIPE:
    case TOK_NEWLINE:
    case TOK_SEMI:
    case TOK_EOF: return true;
    default: return fr_sets_value(t[1].kind);
    }
}

static bool starts_script(const fr_token *t)
{
    switch (t->kind) {
    case TOK_MACRO: return is_host_macro(t->text);
    case TOK_FOR:
    case TOK_WHILE:
    case TOK_IF:
    case TOK_BEGIN:
    case TOK_LET:
    case TOK_LPAREN: return true;
    case TOK_IDENT: return starts_by_name(t);
    default: return false;
    }
}

/* Whether it defines what routines may use: a function in a block, a method of an operator, or
 * whatever the text says that is evaluated. */
static bool defines_more(const fr_parser *p, size_t at, size_t end)
{
    const fr_token *first = &p->tokens[at];
    if (first->kind == TOK_IDENT && first[1].kind == TOK_DOT && first[2].kind == TOK_COLON)
        return true; /* Base.:+(a, b) */
    unsigned open = 0;
    for (size_t i = at; i < end; i++) {
        const fr_token *t = &p->tokens[i];
        const bool starts =
            i > at
            && (t[-1].kind == TOK_NEWLINE || t[-1].kind == TOK_SEMI || t[-1].kind == TOK_BEGIN);
        open += t->kind == TOK_LPAREN;
        open -= t->kind == TOK_RPAREN;
        if ((t->kind == TOK_IDENT || t->kind == TOK_MACRO)
            && (strcmp(t->text, "eval") == 0 || strcmp(t->text, "include_string") == 0))
            return true;
        if ((t->kind == TOK_FUNCTION && t[1].kind == TOK_IDENT)
            || (starts && fr_is_short_definition(t)))
            return true;
        if (open == 0 && t->kind == TOK_ASSIGN && i > at && t[-1].kind == TOK_RPAREN
            && first->kind == TOK_LPAREN && fr_statement_end(p, at) == end
            && !fr_begins_tuple(p, at, end))
            return true; /* (+)(a, b) = ... */
    }
    return false;
}

bool fr_at_script(fr_parser *p)
{
    const size_t end = starts_script(fr_peek(p)) ? fr_statement_end(p, p->at) : 0;
    return end > 0 && !defines_more(p, p->at, end);
}

bool fr_at_wrapper(fr_parser *p)
{
    const fr_token *t = fr_peek(p), *name = t + (t->kind == TOK_FUNCTION), *first = name;
    const bool of_type = t->kind == TOK_LPAREN && t[1].kind == TOK_IDENT && t[2].kind == TOK_TYPED
                         && is_name(&t[3], "Type");
    while (name->kind == TOK_IDENT && name[1].kind == TOK_DOT)
        name += 2;
    return (of_type || (name > first && (is_name(name, "GVar") || is_name(name, "grad"))))
           && fr_statement_end(p, p->at) > 0;
}

/* ---- names that are constants ---- */

/* Numbers, names of constants, and what is computed of them without a function. */
static bool is_constant(const fr_parser *p, size_t at, size_t end)
{
    for (; at < end; at++)
        switch (p->tokens[at].kind) {
        case TOK_IDENT:
        case TOK_INT:
        case TOK_REAL:
        case TOK_TRUE:
        case TOK_FALSE:
        case TOK_ADD:
        case TOK_SUB:
        case TOK_MUL:
        case TOK_DIV:
        case TOK_IDIV:
        case TOK_POW:
        case TOK_LBRACKET:
        case TOK_RBRACKET:
        case TOK_RPAREN:
        case TOK_COMMA:
        case TOK_SEMI:
        case TOK_NEWLINE: break;
        case TOK_LPAREN:
            if (p->tokens[at - 1].kind == TOK_IDENT)
                return false;
            break;
        default: return false;
        }
    return true;
}

static bool names_constants(const fr_parser *p, size_t at, size_t end)
{
    for (; at < end; at++) {
        const fr_token *t = &p->tokens[at];
        if (t->kind == TOK_IDENT && strcmp(t->text, "pi") != 0 && strcmp(t->text, "π") != 0
            && !fr_find_const(p->program, t->text))
            return false;
    }
    return true;
}

/* x -> x^2 */
static bool is_lambda(const fr_parser *p, size_t at)
{
    const fr_token *t = &p->tokens[at];
    if (t->kind == TOK_IDENT)
        return t[1].kind == TOK_FREE;
    if (t->kind != TOK_LPAREN)
        return false;
    while (t->kind != TOK_RPAREN && t->kind != TOK_EOF)
        t++;
    return t->kind == TOK_RPAREN && t[1].kind == TOK_FREE;
}

static bool is_named_constant(fr_parser *p, size_t at, size_t end)
{
    const fr_token *t = &p->tokens[at];
    return t->kind == TOK_IDENT && t[1].kind == TOK_ASSIGN
           && (is_lambda(p, at + 2)
               || (is_constant(p, at + 2, end) && names_constants(p, at + 2, end)))
           && !fr_find_const(p->program, t->text)
           && fr_is_given_once(p, t->text, t[2].kind == TOK_LBRACKET);
}

/* ---- the rest is left out ---- */

void fr_keep_script_name(fr_parser *p, const char *name, fr_span at)
{
    fr_const *c = fr_alloc(p->d->arena, sizeof *c);
    *c = (fr_const){.name = name, .span = at, .next = p->program->script_names};
    p->program->script_names = c;
}

static void keep_name(fr_parser *p, const fr_token *t) { fr_keep_script_name(p, t->text, t->span); }

/* P.f(x) = ...: a method of a function of another package, or of none that can be read. */
static const fr_token *method_in(const fr_parser *p, size_t at)
{
    const fr_token *t = &p->tokens[at];
    t += t->kind == TOK_FUNCTION;
    while (t->kind == TOK_IDENT && t[1].kind == TOK_DOT)
        t += 2;
    return t->kind == TOK_IDENT && (p->tokens[at].kind == TOK_FUNCTION || fr_is_short_definition(t))
               ? t
               : NULL;
}

void fr_note_script(fr_parser *p, fr_span at)
{
    if (p->scripted)
        return;
    p->scripted = true;
    rgc_diagnostic *r =
        fr_report(p->d, RGC_NOTE, "R0117", at,
                  "statements between definitions are a script of Julia, which is left out");
    fr_help(p->d, r,
            "the host starts a routine, as 'retrograd run FILE.rg NAME' does; a number that gets a "
            "name there once, N = 100, is a constant");
}

bool fr_at_script_constant(fr_parser *p)
{
    const size_t end = fr_at_script(p) ? fr_statement_end(p, p->at) : 0;
    return end > 0 && is_named_constant(p, p->at, end);
}

static void leave(fr_parser *p, size_t end)
{
    fr_note_script(p, fr_join(fr_peek(p)->span, p->tokens[end - 1].span));
    p->tokens[p->at].left_out = true;
    p->script = true;
    p->at = end;
}

void fr_leave_wrapper(fr_parser *p) { leave(p, fr_statement_end(p, p->at)); }

void fr_leave_script(fr_parser *p)
{
    const size_t end = fr_statement_end(p, p->at);
    const fr_token *method = method_in(p, p->at);
    if (method)
        fr_keep_script_name(p, method->text, method->span);
    else
        fr_each_name_given(p, p->at, end, keep_name);
    leave(p, end);
}
