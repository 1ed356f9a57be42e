/* expandable.c: bounds and shapes of loops that scalar expansion may work on. */
#include "compiler/opt/expandable.h"

#include "compiler/opt/opt_internal.h"

bool opt_plain_bounds(const ir_stmt *loop)
{
    int64_t step;

    return ir_constant_step(loop, &step) && (step == 1 || step == -1)
           && opt_cannot_trap(loop->first) && opt_cannot_trap(loop->last)
           && !opt_reads_elements(loop->first, NULL) && !opt_reads_elements(loop->last, NULL)
           && opt_stays(loop->body, loop, loop->first) && opt_stays(loop->body, loop, loop->last);
}

bool opt_are_two(const ir_stmt *loop)
{
    const ir_stmt *row = loop->body;

    return row && !row->next && row->kind == IR_FOR && row->body
           && (!loop->step || loop->step->raw == 1) && opt_plain_bounds(row)
           && !opt_expr_use(row->first, loop->var) && !opt_expr_use(row->last, loop->var)
           && opt_stays(loop->body, loop, row->first) && opt_stays(loop->body, loop, row->last);
}

static bool reads_along(const ir_expr *e, const ir_var *v)
{
    return e
           && ((e->kind == IR_ELEM && (opt_expr_use(e->left, v) || opt_expr_use(e->right, v)))
               || reads_along(e->left, v) || reads_along(e->right, v) || reads_along(e->third, v));
}

bool opt_has_array_along(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            const ir_place *p = ir_place_slot(s, i);
            if (p->var && (opt_expr_use(p->row, v) || opt_expr_use(p->column, v)))
                return true;
        }
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            if (reads_along(*ir_expr_slot(s, i), v))
                return true;
        if (opt_has_array_along(s->body, v) || opt_has_array_along(s->other, v))
            return true;
    }
    return false;
}

/* Nothing in the loop writes an array of which e reads elements. */
static bool reads_what_stays(const ir_stmt *loop, const ir_expr *e)
{
    return !e
           || ((e->kind != IR_ELEM || !(opt_touch(loop->body, loop, e->var) & OPT_WRITE))
               && reads_what_stays(loop, e->left) && reads_what_stays(loop, e->right)
               && reads_what_stays(loop, e->third));
}

bool opt_leaves_value(const ir_stmt *loop, const ir_expr *e)
{
    return opt_stays(loop->body, loop, e) && reads_what_stays(loop, e);
}
