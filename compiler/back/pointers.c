/* pointers.c: an address is a sum of the array's, of what a loop leaves alone and of what it
 * changes. The first two, as one pointer that is computed before the loop, take the place of the
 * array's address: the instruction adds the rest. */
#include "cg.h"

static ir_expr *sum(ir_module *m, const ir_expr *a, const ir_expr *b)
{
    return ir_expr_op(m, a->loc, RG_OP_ADD, (ir_expr *)(uintptr_t)a, (ir_expr *)(uintptr_t)b);
}

static bool adds_constant(const ir_expr *e)
{
    return e->kind == IR_OP && e->op == RG_OP_ADD && e->right->kind == IR_CONST;
}

/* The row is the rest, without what is added to it where `strip` says so. */
static cg_pointer along_rows(ir_module *m, ir_expr *base, const ir_expr *row, const ir_expr *part,
                             bool strip)
{
    const bool constant = strip && adds_constant(row);
    ir_expr *p = part ? sum(m, base, part) : base;

    if (p && constant)
        p = sum(m, p, row->right);
    return (cg_pointer){part || constant ? p : NULL, constant ? row->left : row};
}

/* Of (j + c) rows: c rows belong to the pointer. For A[i, j] c is -1. */
static cg_pointer before_columns(ir_module *m, ir_expr *base, const ir_expr *row,
                                 const ir_expr *part)
{
    if (!part || part->kind != IR_OP || part->op != RG_OP_MUL || !adds_constant(part->left))
        return (cg_pointer){NULL, NULL};
    const ir_expr *constant = part->left->right;
    ir_expr *columns = ir_expr_op(m, row->loc, RG_OP_MUL, part->left->left, part->right);
    ir_expr *p = constant->raw == -1 ? ir_expr_op(m, row->loc, RG_OP_SUB, base, part->right)
                                     : sum(m, base,
                                           ir_expr_op(m, row->loc, RG_OP_MUL, part->right,
                                                      (ir_expr *)(uintptr_t)constant));
    const ir_expr *rest = columns ? sum(m, columns, row) : NULL;
    return (cg_pointer){rest ? p : NULL, rest};
}

cg_pointer cg_pointer_of(ir_module *m, const ir_var *array, const ir_expr *row, const ir_expr *part,
                         cg_pointer_way way)
{
    ir_expr *base = ir_expr_var(m, row->loc, array);

    if (!base)
        return (cg_pointer){NULL, NULL};
    base->type = RG_TYPE_INT;
    if (way == CG_BEFORE_COLUMNS)
        return before_columns(m, base, row, part);
    if (way != CG_ALONG_COLUMNS)
        return along_rows(m, base, row, part, way == CG_ALONG_ROWS);
    return (cg_pointer){part ? sum(m, base, row) : NULL, part};
}
