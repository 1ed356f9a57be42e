/* comparison.c: conditions taken apart, and comparisons of integers as affine rows. */
#include "compiler/opt/comparison.h"

#include "compiler/opt/opt_internal.h"

unsigned opt_negated_comparison(unsigned op)
{
    switch (op) {
    case RG_OP_LT: return RG_OP_GE;
    case RG_OP_LE: return RG_OP_GT;
    case RG_OP_GT: return RG_OP_LE;
    case RG_OP_GE: return RG_OP_LT;
    case RG_OP_EQ: return RG_OP_NE;
    case RG_OP_NE: return RG_OP_EQ;
    default: return 0;
    }
}

ir_expr *opt_negation(ir_module *m, const ir_expr *e)
{
    const unsigned op = e->kind == IR_OP ? opt_negated_comparison(e->op) : 0;

    if (e->kind == IR_OR)
        return ir_expr_and(m, e->loc, opt_negation(m, e->left), opt_negation(m, e->right));
    return op ? ir_expr_op(m, e->loc, op, e->left, e->right)
              : ir_expr_not(m, e->loc, (ir_expr *)(uintptr_t)e);
}

static bool compares_integers(const ir_expr *e)
{
    return e->kind == IR_OP && opt_negated_comparison(e->op) != 0 && e->left && e->right
           && e->left->type == RG_TYPE_INT && e->right->type == RG_TYPE_INT;
}

bool opt_take_apart(ir_module *m, ir_expr *e, bool negated, opt_atoms *out)
{
    if (e->kind == IR_NOT)
        return opt_take_apart(m, e->left, !negated, out);
    if (e->kind == (negated ? IR_OR : IR_AND))
        return opt_take_apart(m, e->left, negated, out)
               && opt_take_apart(m, e->right, negated, out);
    if (out->count == OPT_MOST_ATOMS)
        return false;
    if (negated && compares_integers(e)) {
        e = ir_expr_op(m, e->loc, opt_negated_comparison(e->op), e->left, e->right);
        negated = false;
    }
    out->list[out->count++] = (opt_atom){e, negated};
    return e != NULL;
}

bool opt_row_of(opt_iterations *it, const ir_expr *e, affine_row *row)
{
    opt_affine left, right;

    if (!compares_integers(e) || !opt_affine_of(it, e->left, &left)
        || !opt_affine_of(it, e->right, &right))
        return false;
    const bool below = e->op == RG_OP_LT || e->op == RG_OP_LE;
    *row = (affine_row){.equal = e->op == RG_OP_EQ || e->op == RG_OP_NE};
    row->k[AFFINE_VARS] = e->op == RG_OP_LT || e->op == RG_OP_GT ? -1 : 0;
    return affine_add_row(row, &left.row, below ? -1 : 1)
           && affine_add_row(row, &right.row, below ? 1 : -1);
}

bool opt_is_harmless(const ir_expr *e)
{
    if (!e || e->kind == IR_VAR || e->kind == IR_CONST || e->kind == IR_DIM)
        return true;
    if (e->kind == IR_ELEM || e->kind == IR_WITHIN)
        return false;
    if (e->kind == IR_OP && !opt_cannot_trap(e) && e->type != RG_TYPE_BOOL)
        return false;
    return opt_is_harmless(e->left) && opt_is_harmless(e->right) && opt_is_harmless(e->third);
}
