/* moves.c: where a slice moves into an array of its own and back. */
#include "compiler/opt/moves.h"

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

/* Nothing that traps, is in memory, or is only computed under a condition. */
static bool is_plain(const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM || e->kind == IR_WITHIN || e->kind == IR_SELECT || e->kind == IR_AND
        || e->kind == IR_OR)
        return false;
    return opt_cannot_trap(e) && is_plain(e->left) && is_plain(e->right);
}

static bool is_length(const opt_move *move, const ir_expr *e)
{
    return opt_is_extent(e, move->part, 1) || opt_same_expr(e, move->length);
}

bool opt_covers(const opt_move *move, const ir_stmt *loop)
{
    int64_t step;

    if (!ir_constant_step(loop, &step) || (step != 1 && step != -1))
        return false;
    return opt_is_const(step > 0 ? loop->first : loop->last, 1)
           && is_length(move, step > 0 ? loop->last : loop->first);
}

/* The element of the whole array in an iteration of a loop that moves all of the part; NULL: s is
 * none.
 */
static const ir_place *moved(const opt_move *move, const ir_stmt *s)
{
    const ir_stmt *swap = s && s->kind == IR_FOR && opt_covers(move, s) ? s->body : NULL;

    if (!swap || swap->next || swap->kind != IR_SWAP || swap->place.var != move->part
        || !opt_is_var(swap->place.row, s->var))
        return NULL;
    const ir_place *whole = &swap->place2;
    return whole->row && whole->var != move->part && whole->var->base == move->part->base ? whole
                                                                                          : NULL;
}

/* Do both loops move the same element in the iteration of the same number? */
static bool same_moves(ir_module *m, const opt_move *move, const ir_stmt *back,
                       const ir_place *onto)
{
    const ir_var *counter = move->there->var;
    ir_expr *v = ir_expr_var(m, back->loc, counter);

    return v && onto->var == move->from->var && onto->inbounds == move->from->inbounds
           && opt_same_expr(opt_put_one(m, onto->row, back->var, v),
                            opt_put_one(m, move->from->row, counter, v))
           && opt_same_expr(opt_put_one(m, onto->column, back->var, v),
                            opt_put_one(m, move->from->column, counter, v));
}

bool opt_moves(ir_module *m, const ir_stmt *root, const ir_stmt *alloc, opt_move *move)
{
    *move = (opt_move){.part = alloc->var, .length = alloc->first, .there = alloc->next};
    if (alloc->kind != IR_ALLOC_ARRAY || alloc->stack || alloc->place.var || alloc->var->rank != 1
        || !is_plain(alloc->first))
        return false;
    move->from = moved(move, move->there);
    if (!move->from || !is_plain(move->from->row) || !is_plain(move->from->column))
        return false;
    ir_stmt *s = move->there->next;
    for (; s && s->next && !(s->next->kind == IR_FREE_ARRAY && s->next->var == move->part);
         s = s->next)
        if (!opt_stays(root, s, move->from->row) || !opt_stays(root, s, move->from->column)
            || !opt_stays(root, s, move->length))
            return false;
    move->back = s;
    const ir_place *onto = s && s->next ? moved(move, s) : NULL;
    return onto && same_moves(m, move, s, onto);
}
