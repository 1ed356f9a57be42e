/* log_field.c: x.log of a Log x, the logarithm that NiLang's ULogarithmic stores. */
#include <string.h>

#include "compiler/front/compound.h"
#include "compiler/front/expand.h"

static bool is_log_field(fr_sema *s, const fr_expr *e)
{
    fr_type type;
    return e->kind == EX_FIELD && strcmp(e->name, "log") == 0 && fr_place_type(s, e->left, &type)
           && type.rank == 0 && type.base == RG_TYPE_LOG;
}

fr_expr *fr_log_field(fr_sema *s, const fr_expr *e)
{
    if (!is_log_field(s, e))
        return NULL;
    fr_expr *x = e->left, *number = fr_make_call(s->arena, e->span, "convert", 1, &x);
    return fr_make_call(s->arena, e->span, "log", 1, &number);
}

/* What x is multiplied by when e is added to its logarithm. */
static fr_expr *factor(fr_sema *s, const fr_expr *e)
{
    if (is_log_field(s, e))
        return e->left;
    if (fr_calls_name(e, "log") && e->count == 1)
        return e->items[0];
    if (e->kind == EX_BINARY && (e->token == TOK_ADD || e->token == TOK_SUB))
        return fr_make_binary(s->arena, e->token == TOK_ADD ? TOK_MUL : TOK_DIV, factor(s, e->left),
                              factor(s, e->right));
    fr_expr *x = (fr_expr *)(uintptr_t)e;
    return fr_make_call(s->arena, e->span, "exp", 1, &x);
}

fr_stmt *fr_expand_log_field(fr_sema *s, const fr_stmt *st)
{
    if (st->kind != ST_UPDATE || (st->token != TOK_ADDEQ && st->token != TOK_SUBEQ)
        || !is_log_field(s, st->target))
        return NULL;
    fr_stmt *product = fr_make_stmt(s->arena, ST_UPDATE, st->span);
    product->token = st->token == TOK_ADDEQ ? TOK_MULEQ : TOK_DIVEQ;
    product->target = st->target->left;
    product->value = factor(s, st->value);
    return product;
}
