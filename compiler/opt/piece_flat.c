/* piece_flat.c: indices of matrices that are kept in vectors. `(j - 1) * n + i` is a sum of a
 * multiple of n and of a rest. However its terms are spelled, the rest is made one of 1 .. n, where
 * the domain proves that: then the factor is the column and the rest the row. Then one product
 * tells whether the vector has all elements, and that is asked once, before the loops. */
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
        if (p->it.unknown[i].loop && opt_expr_use(e, p->it.unknown[i].term->var))
            return true;
    return false;
}

static bool is_width(const ir_expr *e) { return e->kind == IR_VAR || e->kind == IR_DIM; }

/* A product of a width, which does not vary, and of what does, or of a sum with it. */
static bool is_product(const opt_piece *p, const ir_expr *e, const ir_expr **width,
                       const ir_expr **factor)
{
    if (e->kind != IR_OP || e->op != RG_OP_MUL
        || (uses_loops(p, e->left) && uses_loops(p, e->right)))
        return false;
    const bool left = uses_loops(p, e->left)
                      || (!uses_loops(p, e->right) && !is_width(e->left) && is_width(e->right));
    *factor = left ? e->left : e->right;
    *width = left ? e->right : e->left;
    return is_width(*width) && (uses_loops(p, *factor) || !is_width(*factor));
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

/* A column that is a constant, where elsewhere the array has columns of this width: `n + i`. */
static bool has_constant_column(opt_piece *p, const ir_expr *index, const ir_expr *width, flat *f)
{
    opt_affine of;
    size_t w = 0;

    *f = (flat){.width = width};
    if (!opt_affine_of(&p->it, index, &f->rest) || !opt_affine_of(&p->it, width, &of))
        return false;
    while (w < p->it.count && of.row.k[w] != 1)
        w++;
    if (w == p->it.count)
        return false;
    f->factor.row.k[AFFINE_VARS] = f->rest.row.k[w];
    f->rest.row.k[w] = 0;
    return true;
}

/* The index with its rest as a row; NULL: it is none, or an operation might wrap. elsewhere: the
 * width of the array in other pieces, or NULL. */
static ir_expr *as_row_and_column(opt_piece *p, const ir_expr *index, const ir_expr *elsewhere)
{
    ir_module *m = p->it.region->m;
    opt_affine width;
    flat f;
    size_t w = 0;

    if ((!taken_apart(p, index, &f) && !(elsewhere && has_constant_column(p, index, elsewhere, &f)))
        || !opt_affine_of(&p->it, f.width, &width))
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

/* The width that an index of the array has in the expression; NULL: there is none. */
static const ir_expr *width_in(opt_piece *p, const ir_var *array, const ir_expr *e)
{
    const ir_expr *width = NULL;
    flat f;

    if (!e || (e->kind != IR_ELEM && e->kind != IR_OP))
        return NULL;
    if (e->kind == IR_ELEM)
        return e->var == array && !e->right && taken_apart(p, e->left, &f) ? f.width : NULL;
    width = width_in(p, array, e->left);
    return width ? width : width_in(p, array, e->right);
}

static const ir_expr *width_of(opt_pieces *all, const ir_var *array)
{
    const ir_expr *width = NULL;
    flat f;

    for (size_t i = 0; i < all->count && !width; i++) {
        opt_piece *p = &all->piece[i];
        const ir_place *to = &p->update->place;
        if (to->var == array && to->row && !to->column && taken_apart(p, to->row, &f))
            width = f.width;
        else
            width = width_in(p, array, p->update->expr);
    }
    return width;
}

static ir_expr *index_of(opt_pieces *all, opt_piece *p, const ir_var *array, ir_expr *index)
{
    ir_expr *better = index ? as_row_and_column(p, index, width_of(all, array)) : NULL;
    return better ? better : index;
}

static ir_expr *with_rows(opt_pieces *all, opt_piece *p, ir_expr *e)
{
    if (!e || (e->kind != IR_ELEM && e->kind != IR_OP))
        return e;
    ir_expr *copy = opt_copy_node(p->it.region->m, e);
    if (!copy)
        return NULL;
    if (e->kind == IR_ELEM) {
        copy->left = e->right ? e->left : index_of(all, p, e->var, e->left);
    } else {
        copy->left = with_rows(all, p, e->left);
        copy->right = with_rows(all, p, e->right);
    }
    return copy;
}

bool opt_rows_of_flat(opt_pieces *all, opt_piece *p)
{
    ir_stmt *u = p->update;

    if (!u->place.column)
        u->place.row = index_of(all, p, u->place.var, u->place.row);
    u->expr = with_rows(all, p, u->expr);
    return u->expr != NULL;
}

/* ---- room for all elements ---- */

/* The largest value of the column that the domain allows, as a parameter plus a constant of 0 at
 * most; else NULL. */
static const ir_expr *largest_column(const opt_piece *p, const affine_row *column,
                                     const ir_expr *width, int64_t *constant)
{
    affine_set set;
    const ir_expr *found = NULL;
    affine_row beyond = *column;

    /* a row s e - column >= 0 of the domain, without other loops */
    size_t c = 0;
    while (c < p->it.count && !(p->it.unknown[c].loop && column->k[c] != 0))
        c++;
    if (c == p->it.count || column->k[c] != 1)
        return NULL;
    affine_copy(&set, &p->it.domain);
    for (size_t v = 0; v < p->it.count; v++)
        if (v != c && p->it.unknown[v].loop)
            affine_eliminate(&set, v);
    for (size_t r = 0; r < set.count; r++) {
        size_t only = AFFINE_VARS;
        affine_row sum = set.row[r];
        if (set.row[r].k[c] != -1 || !affine_add_row(&sum, &beyond, 1))
            continue;
        for (size_t v = 0; v < AFFINE_VARS; v++)
            only = sum.k[v] == 0                          ? only
                   : only == AFFINE_VARS && sum.k[v] == 1 ? v
                                                          : AFFINE_VARS + 1;
        if (only >= p->it.count || sum.k[AFFINE_VARS] > 0)
            continue;
        if (!found || opt_same_expr(p->it.unknown[only].term, width)) {
            found = p->it.unknown[only].term;
            *constant = sum.k[AFFINE_VARS];
        }
    }
    return found;
}

/* (largest column + 1) * width <= elements: sizes are small, so the product does not wrap. */
bool opt_has_room_for_flat(opt_piece *p, const ir_var *array, const ir_expr *index)
{
    ir_module *m = p->it.region->m;
    const ir_loc loc = p->update->loc;
    opt_affine width, ignored;
    affine_row end = {0};
    int64_t constant = 0;
    flat f;
    size_t w = 0;

    if (m->xlen < 64 || p->coordinate_count < 2 || !taken_apart(p, index, &f)
        || !opt_affine_of(&p->it, f.width, &width) || !affine_implies(&p->it.domain, &f.factor.row))
        return false;
    while (w < p->it.count && width.row.k[w] != 1)
        w++;
    if (w == p->it.count || !is_row(p, &f.rest.row, w))
        return false;
    const ir_expr *last = largest_column(p, &f.factor.row, f.width, &constant);
    if (!last || !opt_affine_of(&p->it, last, &ignored) || !affine_add_row(&end, &ignored.row, 1))
        return false;
    end.k[AFFINE_VARS] += constant + 1;
    ir_expr *columns = opt_affine_expr(&p->it, loc, &end), *size = ir_expr_dim(m, loc, array, 1);
    return columns && size
           && opt_promise_that(p->it.region, ir_expr_op(m, loc, RG_OP_LE,
                                                        ir_expr_op(m, loc, RG_OP_MUL, columns,
                                                                   (ir_expr *)(uintptr_t)f.width),
                                                        size));
}
