/* extents.c: what a routine says about the extents of its arrays. */
#include "compiler/opt/opt_internal.h"

enum { DEEPEST = 8 };

const ir_stmt *opt_allocation_of(const ir_stmt *list, const ir_var *array)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_ALLOC_ARRAY && s->var == array)
            return s;
        const ir_stmt *inside = opt_allocation_of(s->body, array);
        inside = inside ? inside : opt_allocation_of(s->other, array);
        if (inside)
            return inside;
    }
    return NULL;
}

static unsigned count_allocations(const ir_stmt *list, const ir_var *array)
{
    unsigned count = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        count += (s->kind == IR_ALLOC_ARRAY && s->var == array) + count_allocations(s->body, array)
                 + count_allocations(s->other, array);
    return count;
}

/* Does e mean the same wherever it stands? */
static bool is_fixed(const ir_routine *r, const ir_expr *e)
{
    if (!e || e->kind == IR_CONST)
        return true;
    if (e->kind == IR_VAR)
        return e->var->id < r->param_count && !(opt_list_use(r->body, r->body, e->var) & OPT_WRITE);
    if (e->kind == IR_DIM)
        return e->var->id < r->param_count && !opt_resizes(r->body, r->body, e->var);
    return e->kind == IR_OP && opt_cannot_trap(e) && is_fixed(r, e->left) && is_fixed(r, e->right);
}

/* What an extent is made with, or NULL. */
static ir_expr *made_with(const ir_routine *r, const ir_expr *e)
{
    const ir_stmt *s = opt_allocation_of(r->body, e->var);

    if (!s || s->stack || s->place.var || count_allocations(r->body, e->var) != 1)
        return NULL;
    ir_expr *n = e->raw == 1   ? s->first
                 : e->raw == 2 ? (s->inner[0] ? NULL : s->last)
                               : s->inner[e->raw - RG_EXTENT(2)];
    return n && is_fixed(r, n) ? n : NULL;
}

static ir_expr *replaced(ir_module *m, const ir_routine *r, ir_expr *e, unsigned depth)
{
    if (!e || depth == DEEPEST)
        return e;
    if (e->kind == IR_DIM) {
        ir_expr *n = made_with(r, e);
        const ir_var *first = n ? NULL : opt_first_part(r, e->var);
        return n       ? replaced(m, r, n, depth + 1)
               : first ? ir_expr_dim(m, e->loc, first, (unsigned)e->raw)
                       : e;
    }
    ir_expr *left = replaced(m, r, e->left, depth + 1),
            *right = replaced(m, r, e->right, depth + 1);
    if (e->kind != IR_OP || (left == e->left && right == e->right))
        return e;
    ir_expr *copy = opt_copy_node(m, e);
    if (copy) {
        copy->left = left;
        copy->right = right;
    }
    return copy;
}

ir_expr *opt_with_extents(ir_module *m, const ir_routine *r, ir_expr *e)
{
    return replaced(m, r, e, 0);
}
