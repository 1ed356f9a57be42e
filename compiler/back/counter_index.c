/* counter_index.c: the variable of an innermost loop is often nothing but an index. Then pointers
 * have all of each address but the counter of the hardware, and the variable is not computed: one
 * word less in each iteration. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

enum { FARTHEST = 1 << 20 }; /* debuggers find the variable that far from the counter */

bool cg_may_count(cg *g, const cg_loop *loop)
{
    const ir_stmt *s = loop->stmt;
    int64_t first;

    if (!cg_on(g, OPT_LOOPS) || !cg_on(g, OPT_HOIST) || loop->unused || !loop->fixed_bounds
        || (s->step && !opt_is_const(s->step, 1)) || !cg_constant(s->first, &first)
        || first < -FARTHEST || first > FARTHEST || !g->homes[loop->counter].in_register
        || opt_any(s->body, opt_is_loop) || cg_holds_control(g, s->body))
        return false;
    g->has_indices = true;
    return g->counts_indices;
}

/* ---- whether the variable is read ---- */

static bool reads(cg *g, const ir_expr *e, const ir_var *v);

/* Without a pointer, or for a check, the indices are computed. */
static bool reads_in_element(cg *g, const ir_var *array, const ir_expr *row, const ir_expr *column,
                             bool inbounds, const ir_var *v)
{
    const bool found = (!cg_row_needs_check(g, array, row, inbounds) || !reads(g, row, v))
                       && (inbounds || !column || !opt_expr_use(column, v));
    const cg_pointer p = found ? cg_held_pointer(g, array, row, column) : (cg_pointer){NULL, NULL};

    if (!p.pointer)
        return reads(g, row, v) || reads(g, column, v);
    return opt_is_var(p.rest, v) || (!cg_find(g, p.rest) && reads(g, p.rest, v));
}

static bool reads(cg *g, const ir_expr *e, const ir_var *v)
{
    if (!e || !opt_expr_use(e, v))
        return false;
    if (e->kind == IR_ELEM)
        return reads_in_element(g, e->var, e->left, e->right, e->inbounds, v);
    return e->kind == IR_VAR || reads(g, e->left, v) || reads(g, e->right, v)
           || reads(g, e->third, v);
}

static bool reads_in_list(cg *g, const ir_stmt *list, const ir_var *v);

static bool reads_in_statement(cg *g, const ir_stmt *s, const ir_var *v)
{
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        if (reads(g, *ir_expr_slot(s, i), v))
            return true;
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        const ir_place *p = ir_place_slot(s, i);
        if (p->row && reads_in_element(g, p->var, p->row, p->column, p->inbounds, v))
            return true;
    }
    return s->kind == IR_ROUTINE || s->kind == IR_UNROUTINE || s->kind == IR_CALL
           || reads_in_list(g, s->body, v) || reads_in_list(g, s->other, v);
}

static bool reads_in_list(cg *g, const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (reads_in_statement(g, s, v))
            return true;
    return false;
}

bool cg_is_absent(cg *g, const cg_loop *loop)
{
    return !reads_in_list(g, loop->stmt->body, loop->stmt->var);
}
