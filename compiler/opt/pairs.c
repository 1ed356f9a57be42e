/* pairs.c: neighbours that undo each other: an allocation and its freeing, an update and its
 * inverse, a swap or negation twice. */
#include "compiler/opt/opt_internal.h"

/* Its quotients are numbers: neither by 0, nor of the smallest number by -1. */
static bool divides(const ir_expr *e)
{
    return e && e->kind == IR_CONST && e->raw != 0 && e->raw != -1;
}

bool opt_cannot_trap(const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM || e->kind == IR_WITHIN)
        return false;
    if (e->kind == IR_OP) {
        const rg_op_info *info = rg_op_lookup(e->op);
        if (!info || info->kind != RG_KIND_INT
            || (info->class == RG_CLASS_DIV && !divides(e->right)))
            return false;
    }
    return opt_cannot_trap(e->left) && opt_cannot_trap(e->right) && opt_cannot_trap(e->third);
}

static bool opposite_modes(const ir_stmt *a, const ir_stmt *b)
{
    return opt_opposite_sums(a, b) || (a->mode == RG_MODE_XOR && b->mode == RG_MODE_XOR);
}

/* Integers wrap, so that neither half can trap; a fixed-point half could overflow. */
static bool undo_each_other(const ir_stmt *a, const ir_stmt *b)
{
    return opposite_modes(a, b) && !a->place.row && rg_type_is_whole(a->place.var->base)
           && opt_same_place(&a->place, &b->place) && opt_same_expr(a->expr, b->expr)
           && opt_cannot_trap(a->expr);
}

static bool cancel(const ir_stmt *a, const ir_stmt *b)
{
    switch (a->kind) {
    case IR_UPDATE: return b->kind == IR_UPDATE && undo_each_other(a, b);
    case IR_ALLOC:
        return b->kind == IR_FREE && !b->erase && a->var == b->var && opt_cannot_trap(a->expr)
               && ((opt_is_zero(a->expr) && opt_is_zero(b->expr))
                   || opt_same_expr(a->expr, b->expr));
    case IR_SWAP:
        return b->kind == IR_SWAP && !a->place.row && !a->place2.row
               && opt_same_place(&a->place, &b->place) && opt_same_place(&a->place2, &b->place2);
    case IR_NEG: return b->kind == IR_NEG && !a->place.row && opt_same_place(&a->place, &b->place);
    default: return false;
    }
}

static bool list_of(ir_stmt **list)
{
    bool changed = false;

    for (ir_stmt **link = list; *link;) {
        ir_stmt *s = *link;
        changed |= list_of(&s->body);
        changed |= list_of(&s->other);
        if (s->next && cancel(s, s->next)) {
            *link = s->next->next;
            changed = true;
        } else {
            link = &s->next;
        }
    }
    return changed;
}

void opt_pairs(const opt_site *at)
{
    ir_routine *r = at->routine;

    for (unsigned round = 0; round < 8; round++) {
        bool changed = opt_reruns(at->m, r);
        if (!list_of(&r->body) && !changed)
            return;
    }
}
