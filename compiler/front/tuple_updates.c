/* tuple_updates.c: (y, z) += f(x) where f has two values is the call f(y, z, x). */
#include "compiler/front/expand.h"

fr_stmt *fr_expand_tuple_update(fr_sema *s, const fr_stmt *st)
{
    const fr_expr *e = st->value, *targets = st->target;
    if (st->kind != ST_UPDATE || (st->token != TOK_ADDEQ && st->token != TOK_SUBEQ)
        || targets->kind != EX_TUPLE || e->kind != EX_CALL || e->left->kind != EX_NAME
        || e->keyword_count > 0 || !fn_find(s->program, e->left->name))
        return NULL;
    fr_expr **items = fr_alloc(s->arena, (targets->count + e->count) * sizeof *items);
    for (size_t i = 0; i < targets->count; i++)
        items[i] = targets->items[i];
    for (size_t i = 0; i < e->count; i++)
        items[targets->count + i] = e->items[i];
    fr_stmt *call = fr_make_stmt(s->arena, ST_CALL, st->span);
    call->inverse = st->token == TOK_SUBEQ;
    call->value = fr_make_call(s->arena, e->span, e->left->name, targets->count + e->count, items);
    return call;
}
