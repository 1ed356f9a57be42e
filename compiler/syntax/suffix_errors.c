/* suffix_errors.c: what may not stand behind an expression, as (x + 1)(x - 1) and x[x .> 0]. */
#include "compiler/syntax/parser.h"

static bool is_arithmetic(const fr_expr *e)
{
    return e->kind == EX_BINARY
           && (e->token == TOK_ADD || e->token == TOK_SUB || e->token == TOK_MUL
               || e->token == TOK_DIV || e->token == TOK_POW);
}

static bool compares_each(const fr_expr *e)
{
    switch (e->token) {
    case TOK_DOTLT:
    case TOK_DOTGT:
    case TOK_DOTLE:
    case TOK_DOTGE:
    case TOK_DOTEQ:
    case TOK_DOTNE: return e->kind == EX_BINARY;
    default: return false;
    }
}

fr_expr *fr_refuse_suffix(fr_parser *p, const fr_expr *e, fr_expr *next)
{
    if (!next || p->panic)
        return next;
    if (next->kind == EX_CALL && is_arithmetic(e)) {
        fr_help(p->d,
                fr_report(p->d, RGC_ERROR, "R0114", next->span,
                          "a number is called here, as a function is"),
                "a product of two parentheses is written (a) * (b)");
        p->panic = true;
    } else if (!p->functional && next->kind == EX_INDEX && next->count == 1
               && compares_each(next->items[0])) {
        fr_help(p->d,
                fr_report(p->d, RGC_ERROR, "R0204", next->items[0]->span,
                          "a mask cannot choose elements: how many they are, only the run knows"),
                "sum(ifelse.(x .> 0, x, 0)) adds them, count(x .> 0) counts them; in an '@i "
                "function' write a loop with an if");
        p->panic = true;
    }
    return p->panic ? NULL : next;
}
