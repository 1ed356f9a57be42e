/* in_place.c: updates of a variable by a function of itself, judged by their form: x ⊻= x >> k,
 * x += 2x. */
#include "compiler/syntax/tree.h"

/* Whether e is made of the target by operations that may be bijections together with an update. */
static bool made_of(const fr_expr *target, const fr_expr *e)
{
    if (fr_same_expr(target, e))
        return true;
    if (e->kind == EX_UNARY)
        return fr_undotted(e->token) == TOK_SUB && made_of(target, e->right);
    if (e->kind != EX_BINARY)
        return false;
    switch (fr_undotted(e->token)) {
    case TOK_ADD:
    case TOK_SUB:
    case TOK_MUL:
    case TOK_XOR:
    case TOK_AND: return made_of(target, e->left) || made_of(target, e->right);
    case TOK_SHL:
    case TOK_SAR:
    case TOK_SHR: return made_of(target, e->left);
    default: return false;
    }
}

bool fr_changes_itself(const fr_stmt *st)
{
    if (st->kind != ST_UPDATE || !st->target || !st->value)
        return false;
    const fr_token_kind token = fr_undotted(st->token);
    return (token == TOK_ADDEQ || token == TOK_SUBEQ || token == TOK_XOREQ)
           && made_of(st->target, st->value);
}
