/* columns.c: the elements of a local vector as elements of a column. */
#include "compiler/opt/columns.h"

#include "compiler/opt/opt_internal.h"

typedef struct {
    const ir_var *vector, *matrix;
    ir_expr *column;
} move;

bool opt_may_be_column(const ir_stmt *loop, const ir_stmt *allocation)
{
    const ir_expr *extent = allocation->first;

    return allocation->var->rank == 1 && !allocation->stack && !allocation->place.var
           && !allocation->last && opt_cannot_trap(extent) && !opt_reads_elements(extent, NULL)
           && !opt_expr_use(extent, loop->var) && opt_stays(loop->body, loop, extent);
}

static void in_expr(const move *x, ir_expr *e)
{
    if (!e)
        return;
    if (e->var == x->vector) {
        e->var = x->matrix;
        if (e->kind == IR_ELEM)
            e->right = x->column;
    }
    if (e == x->column)
        return;
    in_expr(x, e->left);
    if (e->right != x->column)
        in_expr(x, e->right);
    in_expr(x, e->third);
}

static void in_place(const move *x, ir_place *p)
{
    if (p->var == x->vector) {
        p->var = x->matrix;
        p->column = x->column;
    }
    in_expr(x, p->row);
    if (p->column != x->column)
        in_expr(x, p->column);
}

void opt_put_in_column(ir_stmt *list, const ir_var *vector, const ir_var *matrix, ir_expr *column)
{
    const move x = {vector, matrix, column};

    for (ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            in_expr(&x, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++)
            in_place(&x, ir_place_slot(s, i));
        opt_put_in_column(s->body, vector, matrix, column);
        opt_put_in_column(s->other, vector, matrix, column);
    }
}
