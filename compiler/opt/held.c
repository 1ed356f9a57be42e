/* held.c: invariant indices in memory become variables around a loop. */
#include "compiler/opt/held.h"

#include "compiler/hidden.h"
#include "compiler/opt/expandable.h"
#include "compiler/opt/opt_internal.h"

enum { MOST_HELD = 4 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    ir_stmt *loop, *made;
    const ir_var *var[MOST_HELD];
    const ir_expr *value[MOST_HELD];
    size_t count;
} holder;

static const ir_var *variable_of(holder *h, ir_expr *e)
{
    for (size_t i = 0; i < h->count; i++)
        if (opt_same_expr(h->value[i], e))
            return h->var[i];
    const ir_var *v = h->count < MOST_HELD ? ir_add_var(h->r, e->loc, RG_PART_NAME, RG_TYPE_INT, 0)
                                           : NULL;
    ir_stmt *made = v ? ir_alloc(h->m, e->loc, v, e) : NULL;
    if (!made)
        return NULL;
    h->made = ir_append(h->made, made);
    h->var[h->count] = v;
    h->value[h->count++] = e;
    return v;
}

/* e, of an index, with variables in place of elements that stay. */
static ir_expr *in_index(holder *h, ir_expr *e)
{
    if (!e)
        return NULL;
    if (e->kind == IR_ELEM && e->type == RG_TYPE_INT && !opt_expr_use(e, h->loop->var)
        && opt_leaves_value(h->loop, e)) {
        const ir_var *v = variable_of(h, e);
        return v ? ir_expr_var(h->m, e->loc, v) : e;
    }
    if (e->kind != IR_OP || !opt_reads_elements(e, NULL))
        return e;
    ir_expr *copy = opt_copy_node(h->m, e);
    if (!copy)
        return e;
    copy->left = in_index(h, e->left);
    copy->right = in_index(h, e->right);
    return copy;
}

static ir_expr *in_expr(holder *h, ir_expr *e)
{
    if (!e || !opt_reads_elements(e, NULL))
        return e;
    ir_expr *copy = opt_copy_node(h->m, e);
    if (!copy)
        return e;
    copy->left = e->kind == IR_ELEM ? in_index(h, e->left) : in_expr(h, e->left);
    copy->right = e->kind == IR_ELEM ? in_index(h, e->right) : in_expr(h, e->right);
    copy->third = in_expr(h, e->third);
    return copy;
}

static void in_list(holder *h, ir_stmt *list)
{
    for (ir_stmt *s = list; s && !h->m->out_of_memory; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            *ir_expr_slot(s, i) = in_expr(h, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            ir_place *p = ir_place_slot(s, i);
            p->row = in_index(h, p->row);
            p->column = in_index(h, p->column);
        }
        in_list(h, s->body);
        in_list(h, s->other);
    }
}

void opt_hold_indices(ir_module *m, ir_routine *r, ir_stmt *loop, ir_stmt **made)
{
    holder h = {.m = m, .r = r, .loop = loop};

    in_list(&h, loop->body);
    *made = h.made;
}
