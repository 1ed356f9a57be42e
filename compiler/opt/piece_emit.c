/* piece_emit.c: loops for a piece. Of all orders of its coordinates the cheapest one is taken, by
 * an estimate of cycles that knows streams. */
#include "compiler/opt/nest_cost.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

/* ---- bounds ---- */

typedef struct {
    const opt_piece *piece;
    opt_iterations it; /* its own, for expressions */
    affine_set needed; /* the domain without rows that follow from others */
    size_t order[OPT_DEPTH];
} emission;

/* What strides count, in terms of the index that has them. False where that is no whole row. */
static bool in_indices(const emission *x, affine_row *row)
{
    const opt_piece *p = x->piece;

    for (size_t i = 0; i < p->coordinate_count; i++) {
        const int64_t k = row->k[p->coordinate[i]];
        if (!p->stride[i].is || k == 0)
            continue;
        if (k % p->stride[i].step != 0
            || !affine_add_row(row, &p->stride[i].value, -(k / p->stride[i].step)))
            return false;
        row->k[p->stride[i].of] += k / p->stride[i].step;
    }
    return true;
}

/* *bound and one more, of which the larger or the smaller one counts. */
static bool add_side(emission *x, affine_row *side, bool largest, ir_expr **bound)
{
    const ir_loc loc = x->piece->update->loc;
    ir_expr *e = in_indices(x, side) ? opt_affine_expr(&x->it, loc, side) : NULL;

    if (!e)
        return false;
    *bound = *bound ? ir_expr_op(x->it.region->m, loc, largest ? RG_OP_MAX : RG_OP_MIN, *bound, e)
                    : e;
    return *bound != NULL;
}

/* One more row that bounds the variable. False where it does so with a factor. */
static bool add_bound(emission *x, const affine_row *row, size_t v, bool low, ir_expr **bound)
{
    const int64_t k = row->k[v];
    affine_row side = {0};

    if ((k != 1 && k != -1) || !affine_add_row(&side, row, -k))
        return false;
    side.k[v] = 0;
    return add_side(x, &side, low, bound);
}

/* Is the row, or a weaker one, among those of the set? */
static bool stands_in(const affine_set *set, const affine_row *row)
{
    for (size_t i = 0; i < set->count; i++) {
        bool same = true;
        for (size_t k = 0; k < AFFINE_VARS; k++)
            same = same && set->row[i].k[k] == row->k[k];
        if (same)
            return true;
    }
    return false;
}

/* Without rows that follow from others; equalities and those of `kept` stay. */
static void simplify(affine_set *set, const affine_set *kept)
{
    for (size_t i = set->count; i-- > 0;)
        if (!set->row[i].equal && !stands_in(kept, &set->row[i]) && affine_is_redundant(set, i))
            set->row[i] = set->row[--set->count];
}

/* In the coordinates down to this level, the outermost one 0. */
static void project(const emission *x, const affine_set *domain, size_t level, affine_set *set)
{
    affine_copy(set, domain);
    for (size_t i = x->piece->coordinate_count; i-- > level + 1;)
        affine_eliminate(set, x->order[i]);
}

/* The domain there. All rows that are needed stand in it at the level of their innermost
 * coordinate; others only spare empty loops. */
static void see_from(const emission *x, size_t level, affine_set *set)
{
    project(x, &x->needed, level, set);
    simplify(set, &x->needed);
}

static bool bound_by(emission *x, const affine_row *row, size_t v, ir_expr **low, ir_expr **high)
{
    const int64_t k = row->k[v];

    return k == 0
           || (((!row->equal && k < 0) || add_bound(x, row, v, true, low))
               && ((!row->equal && k > 0) || add_bound(x, row, v, false, high)));
}

static ir_stmt *plain_loop(emission *x, size_t v, const affine_set *set, ir_stmt *body)
{
    ir_expr *low = NULL, *high = NULL;

    for (size_t i = 0; i < set->count; i++)
        if (!bound_by(x, &set->row[i], v, &low, &high) && stands_in(&x->needed, &set->row[i]))
            return NULL;
    return low && high ? ir_for(x->it.region->m, x->piece->update->loc, x->it.unknown[v].term->var,
                                low, NULL, high, body)
                       : NULL;
}

/* The index at the end of t that the row bounds: a + g e for t and e, or a + e for g t and e, where
 * it need not be met. */
static bool end_of_strides(emission *x, size_t i, const affine_row *row, bool met, bool largest,
                           ir_expr **bound)
{
    const size_t t = x->piece->coordinate[i];
    const int64_t k = row->k[t], g = x->piece->stride[i].step, size = k < 0 ? -k : k;
    affine_row side = x->piece->stride[i].value;

    if (g % size != 0 || (met && size != 1) || !affine_add_row(&side, row, -(g / k)))
        return false;
    return add_side(x, &side, largest, bound);
}

/* Is something of the row only known within the loop of this coordinate? */
static bool needs_inner(const emission *x, const affine_row *row, size_t coordinate)
{
    size_t level = 0;

    while (x->order[level] != coordinate)
        level++;
    while (++level < x->piece->coordinate_count)
        if (row->k[x->order[level]] != 0)
            return true;
    return false;
}

/* From the first multiple up (forth) or from the last one down. */
static ir_stmt *strided_loop(emission *x, size_t i, const affine_set *set, bool forth,
                             ir_stmt *body)
{
    const size_t t = x->piece->coordinate[i];
    const int64_t step = forth ? x->piece->stride[i].step : -x->piece->stride[i].step;
    const ir_loc loc = x->piece->update->loc;
    ir_module *m = x->it.region->m;
    ir_expr *first = NULL, *last = NULL;

    if (needs_inner(x, &x->piece->stride[i].value, t))
        return NULL;
    for (size_t r = 0; r < set->count; r++) {
        const int64_t k = set->row[r].k[t];
        const bool begins = (k > 0) == forth;
        if (k == 0)
            continue;
        if (set->row[r].equal
            || (!end_of_strides(x, i, &set->row[r], begins, begins == (step > 0),
                                begins ? &first : &last)
                && stands_in(&x->needed, &set->row[r])))
            return NULL;
    }
    return first && last ? ir_for(m, loc, x->it.unknown[x->piece->stride[i].of].term->var, first,
                                  step == 1 ? NULL : ir_whole(m, loc, step), last, body)
                         : NULL;
}

static ir_stmt *loop_within(emission *x, size_t v, const affine_set *set, ir_stmt *body)
{
    size_t i = 0;

    while (x->piece->coordinate[i] != v)
        i++;
    if (!x->piece->stride[i].is)
        return plain_loop(x, v, set, body);
    ir_stmt *forth = strided_loop(x, i, set, true, body);
    return forth ? forth : strided_loop(x, i, set, false, body);
}

/* Where the tightest bound has a factor, such as 2 i <= n, a looser one may have none. */
static ir_stmt *loop_at(emission *x, size_t level, ir_stmt *body)
{
    const size_t v = x->order[level];
    affine_set set;

    see_from(x, level, &set);
    ir_stmt *loop = loop_within(x, v, &set, body);
    if (loop)
        return loop;
    project(x, &x->piece->it.domain, level, &set);
    return loop_within(x, v, &set, body);
}

/* ---- conditions that nothing in the nest changes ---- */

/* An extent is never negative. */
static bool is_fact(const emission *x, const affine_row *row)
{
    for (size_t i = 0; i < x->it.count; i++)
        if (row->k[i] < 0 || (row->k[i] > 0 && x->it.unknown[i].term->kind != IR_DIM))
            return false;
    return !row->equal && row->k[AFFINE_VARS] >= 0;
}

static bool has_coordinate(const emission *x, const affine_row *row)
{
    for (size_t c = 0; c < x->piece->coordinate_count; c++)
        if (row->k[x->piece->coordinate[c]] != 0)
            return true;
    return false;
}

static bool is_promised(const emission *x, const ir_expr *condition)
{
    const opt_region *region = x->it.region;

    for (size_t i = 0; i < region->promise_count; i++)
        if (opt_same_expr(region->promise[i], condition))
            return true;
    return false;
}

/* Behind what the domain says of parameters alone, and the guards. */
static ir_stmt *guarded(emission *x, ir_stmt *nest)
{
    ir_module *m = x->it.region->m;
    const ir_loc loc = x->piece->update->loc;

    /* equalities are asked last: they may be remainders */
    for (unsigned equal = 2; equal-- > 0;)
        for (size_t i = 0; i < x->needed.count && nest; i++) {
            const affine_row *row = &x->needed.row[i];
            if (row->equal != (equal == 1) || has_coordinate(x, row) || is_fact(x, row))
                continue;
            ir_expr *condition = opt_affine_condition(&x->it, loc, row);
            if (!condition || !is_promised(x, condition))
                nest = ir_if(m, loc, condition, NULL, nest, NULL);
        }
    for (size_t i = x->piece->guard_count; i-- > 0 && nest;) {
        const opt_atom *g = &x->piece->guard[i];
        nest = ir_if(m, loc, g->negated ? ir_expr_not(m, g->e->loc, g->e) : g->e, NULL, nest, NULL);
    }
    return nest;
}

/* ---- loops along vectors that stand for matrices ---- */

/* An index whose room is promised goes along its vector with each variable in it: one row or column
 * further is another element, and the width is at least 1 (opt_room_for_flat). */
static bool goes_along(const ir_expr *e, const ir_var *v)
{
    return e
           && ((e->kind == IR_ELEM && e->inbounds && !e->right && opt_expr_use(e->left, v))
               || goes_along(e->left, v) || goes_along(e->right, v) || goes_along(e->third, v));
}

static bool update_goes_along(const ir_stmt *u, const ir_var *v)
{
    const ir_place *to = &u->place;

    return (to->row && to->inbounds && !to->column && opt_expr_use(to->row, v))
           || goes_along(u->expr, v);
}

/* ---- orders ---- */

static ir_stmt *in_order(emission *x)
{
    ir_stmt *nest = opt_copy_alone(x->it.region->m, x->piece->update);

    for (size_t level = x->piece->coordinate_count; level-- > 0 && nest;) {
        nest = loop_at(x, level, nest);
        if (nest)
            nest->bounded = x->piece->room && update_goes_along(x->piece->update, nest->var);
    }
    return nest ? guarded(x, nest) : NULL;
}

typedef struct {
    ir_stmt *nest;
    double cost;
} candidate;

static void exchange(size_t *a, size_t *b)
{
    const size_t kept = *a;

    *a = *b;
    *b = kept;
}

static void try_orders(emission *x, size_t fixed, candidate *best)
{
    const size_t count = x->piece->coordinate_count;

    if (fixed == count) {
        ir_stmt *nest = in_order(x);
        const double cost = nest ? opt_list_cost(x->it.region, nest) : 0;
        if (nest && (!best->nest || cost < best->cost))
            *best = (candidate){nest, cost};
        return;
    }
    for (size_t i = fixed; i < count; i++) {
        exchange(&x->order[fixed], &x->order[i]);
        try_orders(x, fixed + 1, best);
        exchange(&x->order[fixed], &x->order[i]);
    }
}

ir_stmt *opt_emit_piece(const opt_piece *piece)
{
    emission x;
    candidate best = {NULL, 0};

    x.piece = piece;
    opt_copy_iterations(&x.it, &piece->it);
    affine_copy(&x.needed, &piece->it.domain);
    affine_drop_redundant(&x.needed);
    for (size_t i = 0; i < piece->coordinate_count; i++)
        x.order[i] = piece->coordinate[i];
    try_orders(&x, 0, &best);
    return best.nest;
}
