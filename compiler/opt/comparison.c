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

/* ---- comparisons that are two ---- */

static bool is_op(const ir_expr *e, unsigned op) { return e->kind == IR_OP && e->op == op; }

static bool is_at_most(unsigned op) { return op == RG_OP_LE || op == RG_OP_LT; }

/* |x| <= e is x <= e and -x <= e, also where -x wraps: |x| wraps alike. x is not asked twice where
 * that costs something. */
static bool magnitude(ir_module *m, const ir_expr *side, ir_expr *of[2])
{
    if (!is_op(side, RG_OP_ABS) || !opt_is_harmless(side->left))
        return false;
    of[0] = side->left;
    of[1] = opt_op(m, side->loc, RG_OP_SUB, ir_whole(m, side->loc, 0), side->left);
    return true;
}

/* max(x, y) <= e is x <= e and y <= e; min(x, y) >= e likewise. */
static bool both_sides(ir_module *m, const ir_expr *side, bool at_most, ir_expr *of[2])
{
    if (!is_op(side, at_most ? RG_OP_MAX : RG_OP_MIN))
        return at_most && magnitude(m, side, of);
    if (!opt_is_harmless(side->right))
        return false; /* it would be asked only where the first comparison holds */
    of[0] = side->left;
    of[1] = side->right;
    return true;
}

/* The two comparisons that hold where e does. False where e is one. */
static bool two_comparisons(ir_module *m, const ir_expr *e, ir_expr *two[2])
{
    const bool at_most = is_at_most(e->op);
    ir_expr *of[2];

    if (!compares_integers(e) || e->op == RG_OP_EQ || e->op == RG_OP_NE)
        return false;
    if (opt_is_harmless(e->right) && both_sides(m, e->left, at_most, of)) {
        for (unsigned i = 0; i < 2; i++)
            two[i] = opt_op(m, e->loc, e->op, of[i], e->right);
        return true;
    }
    if (opt_is_harmless(e->left) && both_sides(m, e->right, !at_most, of)) {
        for (unsigned i = 0; i < 2; i++)
            two[i] = opt_op(m, e->loc, e->op, e->left, of[i]);
        return true;
    }
    return false;
}

static bool add_comparisons(ir_module *m, ir_expr *e, opt_atoms *out)
{
    ir_expr *two[2];

    if (e && two_comparisons(m, e, two))
        return add_comparisons(m, two[0], out) && add_comparisons(m, two[1], out);
    if (!e || out->count == OPT_MOST_ATOMS)
        return false;
    out->list[out->count++] = (opt_atom){e, false};
    return true;
}

bool opt_take_sides_apart(ir_module *m, ir_expr *e, opt_atoms *out)
{
    opt_atoms whole = {0};

    if (!opt_take_apart(m, e, false, &whole))
        return false;
    for (size_t i = 0; i < whole.count; i++)
        if (!whole.list[i].negated) {
            if (!add_comparisons(m, whole.list[i].e, out))
                return false;
        } else if (out->count < OPT_MOST_ATOMS) {
            out->list[out->count++] = whole.list[i];
        } else {
            return false;
        }
    return true;
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
