/* pointers.c: an address is a sum of the array's, of what a loop leaves alone and of what it
 * changes. The first two, as one pointer that is computed before the loop, take the place of the
 * array's address: the instruction adds the rest. */
#include "cg.h"

#include "compiler/opt/opt_internal.h"

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

/* ---- all of the row but one variable ---- */

/* of: the variable as it stands in the row. others: terms that are no constants. Where it `folds`,
 * constants go to one sum of their own. loc: where the sums stand, or of no line. */
typedef struct {
    ir_module *m;
    ir_loc loc;
    const ir_var *v;
    const ir_expr *of;
    ir_expr *pointer;
    unsigned times, others;
    bool folds;
    uint64_t constants;
} row_sum;

static void add_terms(row_sum *s, const ir_expr *e, bool minus)
{
    const bool adds = e->kind == IR_OP && e->op == RG_OP_ADD && e->type == RG_TYPE_INT,
               takes = e->kind == IR_OP && e->op == RG_OP_SUB && e->type == RG_TYPE_INT;

    if (adds || takes) {
        add_terms(s, e->left, minus);
        add_terms(s, e->right, minus != takes);
    } else if (opt_expr_use(e, s->v)) {
        s->of = e;
        s->times += e->kind == IR_VAR && !minus ? 1 : 2;
    } else if (s->folds && e->kind == IR_CONST) {
        s->constants += minus ? 0 - (uint64_t)e->raw : (uint64_t)e->raw;
    } else if (s->pointer) {
        s->others += e->kind != IR_CONST;
        s->pointer = ir_expr_op(s->m, s->loc.line ? s->loc : e->loc, minus ? RG_OP_SUB : RG_OP_ADD,
                                s->pointer, (ir_expr *)(uintptr_t)e);
    }
}

static ir_expr *address_of(ir_module *m, const ir_var *array, ir_loc loc)
{
    ir_expr *base = ir_expr_var(m, loc, array);

    if (base)
        base->type = RG_TYPE_INT;
    return base;
}

cg_pointer cg_pointer_along(ir_module *m, const ir_var *array, const ir_expr *row,
                            const ir_expr *part, const ir_var *v)
{
    ir_expr *base = address_of(m, array, row->loc);
    row_sum s = {.m = m, .v = v, .pointer = base && part ? sum(m, base, part) : base};

    add_terms(&s, row, false);
    return s.times == 1 && s.others > 0 ? (cg_pointer){s.pointer, s.of} : (cg_pointer){NULL, NULL};
}

cg_pointer cg_pointer_counted(ir_module *m, const ir_var *array, const ir_expr *row,
                              const ir_expr *part, int64_t first, const ir_stmt *loop,
                              const ir_var *counter)
{
    ir_expr *base = address_of(m, array, loop->loc);
    row_sum s = {.m = m,
                 .loc = loop->loc,
                 .v = loop->var,
                 .pointer = base && part ? sum(m, base, part) : base,
                 .folds = true};

    add_terms(&s, row, false);
    s.constants += (uint64_t)first;
    if (s.pointer && s.constants != 0)
        s.pointer = sum(m, s.pointer, ir_whole(m, loop->loc, (int64_t)s.constants));
    const ir_expr *rest = ir_expr_var(m, row->loc, counter);
    return s.times == 1 && rest ? (cg_pointer){s.pointer, rest} : (cg_pointer){NULL, NULL};
}

/* ---- the ways of one row ---- */

cg_pointer cg_pointer_of(ir_module *m, const ir_var *array, const ir_expr *row, const ir_expr *part,
                         cg_pointer_way way)
{
    ir_expr *base = address_of(m, array, row->loc);

    if (!base)
        return (cg_pointer){NULL, NULL};
    if (way == CG_BEFORE_COLUMNS)
        return before_columns(m, base, row, part);
    if (way != CG_ALONG_COLUMNS)
        return along_rows(m, base, row, part, way == CG_ALONG_ROWS);
    return (cg_pointer){part ? sum(m, base, row) : NULL, part};
}
