/* shapes.c: the arrays of the fields of compound values have one shape, so all of them are measured
 * by the first. */
#include <string.h>

#include "compiler/opt/opt_internal.h"

/* Its extents stay, and its header stands where it is: no part of it is an array of its own
 * meanwhile. */
static bool is_steady(const ir_stmt *root, const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if ((s->kind == IR_ALLOC_ARRAY && s->place.var == v) || !is_steady(root, s->body, v)
            || !is_steady(root, s->other, v))
            return false;
    return list != root || !opt_resizes(root, root, v);
}

const ir_var *opt_first_part(const ir_routine *r, const ir_var *v)
{
    const size_t length = rg_array_of_part(v->name, v->levels, v->rank);

    for (size_t i = 0; length && i < v->id; i++) {
        const ir_var *other = r->vars[i];
        if (other->rank == v->rank
            && rg_array_of_part(other->name, other->levels, other->rank) == length
            && strncmp(other->name, v->name, length) == 0 && is_steady(r->body, r->body, other))
            return other;
    }
    return NULL;
}

static void in_expr(ir_expr *e)
{
    if (!e)
        return;
    if (e->kind == IR_DIM && e->var->shape)
        e->var = e->var->shape;
    in_expr(e->left);
    in_expr(e->right);
    in_expr(e->third);
}

static void in_list(const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            in_expr(*ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            in_expr(ir_place_slot(s, i)->row);
            in_expr(ir_place_slot(s, i)->column);
        }
        in_list(s->body);
        in_list(s->other);
    }
}

void opt_shapes(const opt_site *at)
{
    ir_routine *r = at->routine;

    for (size_t v = 1; v < r->param_count; v++)
        if (is_steady(r->body, r->body, r->vars[v]))
            r->vars[v]->shape = opt_first_part(r, r->vars[v]);
    in_list(r->body);
}
