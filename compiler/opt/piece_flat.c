/* piece_flat.c: indices of matrices that are kept in vectors. `(j - 1) * n + i` is a sum of a
 * multiple of n and of a rest. However its terms are spelled, the rest is made one of 1 .. n, where
 * the domain proves that: then the factor is the column and the rest the row. */
#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

/* factor * width + rest */
typedef struct {
    const ir_expr *width;
    opt_affine factor, rest;
} flat;

static bool uses_loops(const opt_piece *p, const ir_expr *e)
{
    for (size_t i = 0; i < p->it.count; i++)
        if (p->varies[i] && opt_expr_use(e, p->it.unknown[i].term->var))
            return true;
    return false;
}

/* A product of what varies and of a width, which does not. */
static bool is_product(const opt_piece *p, const ir_expr *e, const ir_expr **width,
                       const ir_expr **factor)
{
    if (e->kind != IR_OP || e->op != RG_OP_MUL || uses_loops(p, e->left) == uses_loops(p, e->right))
        return false;
    *factor = uses_loops(p, e->left) ? e->left : e->right;
    *width = *factor == e->left ? e->right : e->left;
    return (*width)->kind == IR_VAR || (*width)->kind == IR_DIM;
}

static bool add_term(opt_piece *p, opt_affine *to, const ir_expr *e, int64_t k)
{
    opt_affine form;

    return opt_affine_of(&p->it, e, &form) && affine_add_row(&to->row, &form.row, k);
}

static bool taken_apart(opt_piece *p, const ir_expr *index, flat *f)
{
    const opt_linear sum = opt_linear_of(index);

    *f = (flat){.rest.row.k[AFFINE_VARS] = sum.c};
    for (size_t i = 0; i < sum.count; i++) {
        const ir_expr *width, *factor;
        if (!is_product(p, sum.term[i], &width, &factor)) {
            if (!add_term(p, &f->rest, sum.term[i], sum.k[i]))
                return false;
        } else if ((f->width && !opt_same_expr(f->width, width))
                   || !add_term(p, &f->factor, factor, sum.k[i])) {
            return false;
        } else {
            f->width = width;
        }
    }
    return sum.exact && f->width;
}

static bool is_row(const opt_piece *p, const affine_row *rest, size_t width)
{
    affine_row low = *rest, high = {0};

    low.k[AFFINE_VARS] -= 1;
    high.k[width] = 1;
    return affine_implies(&p->it.domain, &low) && affine_add_row(&high, rest, -1)
           && affine_implies(&p->it.domain, &high);
}

/* The index with its rest as a row; NULL: it is none, or an operation might wrap. */
static ir_expr *as_row_and_column(opt_piece *p, const ir_expr *index)
{
    ir_module *m = p->it.region->m;
    opt_affine width;
    flat f;
    size_t w = 0;

    if (!taken_apart(p, index, &f) || !opt_affine_of(&p->it, f.width, &width))
        return NULL;
    while (w < p->it.count && width.row.k[w] != 1)
        w++;
    for (int64_t more = 0; more > -3 && w<p->it.count; more = more> 0 ? -more : 1 - more) {
        affine_row rest = f.rest.row, factor = f.factor.row;
        if (!affine_add_row(&rest, &width.row, more) || !is_row(p, &rest, w))
            continue;
        factor.k[AFFINE_VARS] -= more;
        ir_expr *column = opt_affine_expr(&p->it, index->loc, &factor),
                *row = opt_affine_expr(&p->it, index->loc, &rest);
        return column && row ? ir_expr_op(
                   m, index->loc, RG_OP_ADD,
                   ir_expr_op(m, index->loc, RG_OP_MUL, column, (ir_expr *)(uintptr_t)f.width), row)
                             : NULL;
    }
    return NULL;
}

static ir_expr *index_of(opt_piece *p, ir_expr *index)
{
    opt_affine form;

    if (!index || !uses_loops(p, index) || opt_affine_of(&p->it, index, &form))
        return index;
    ir_expr *better = as_row_and_column(p, index);
    return better ? better : index;
}

static ir_expr *with_rows(opt_piece *p, ir_expr *e)
{
    if (!e || (e->kind != IR_ELEM && e->kind != IR_OP))
        return e;
    ir_expr *copy = opt_copy_node(p->it.region->m, e);
    if (!copy)
        return NULL;
    copy->left = e->kind == IR_ELEM ? index_of(p, e->left) : with_rows(p, e->left);
    copy->right = e->kind == IR_ELEM ? index_of(p, e->right) : with_rows(p, e->right);
    return copy;
}

bool opt_rows_of_flat(opt_piece *p)
{
    ir_stmt *u = p->update;

    u->place.row = index_of(p, u->place.row);
    u->place.column = index_of(p, u->place.column);
    u->expr = with_rows(p, u->expr);
    return u->expr != NULL;
}
