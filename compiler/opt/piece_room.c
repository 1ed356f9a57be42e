/* piece_room.c: arrays that have all elements which a piece uses. Where parameters alone tell how
 * far an index goes, one question before the loops takes the place of checks in them. Streams that
 * check nothing need no branch around them either where they may have no element. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

/* ---- how far an index goes ---- */

/* Sums of parameters that the index does not pass, none of which follows from another. */
typedef struct {
    size_t count;
    affine_row list[OPT_LIMITS];
} limits;

/* Is the row at most as large as the other one, in all points of the set? */
static bool at_most(const affine_set *set, const affine_row *row, const affine_row *other)
{
    affine_row room = *other;

    return affine_add_row(&room, row, -1) && affine_implies(set, &room);
}

/* False: there are too many. */
static bool add_limit(const affine_set *set, limits *l, const affine_row *limit)
{
    size_t kept = 0;

    for (size_t i = 0; i < l->count; i++)
        if (at_most(set, &l->list[i], limit))
            return true;
    for (size_t i = 0; i < l->count; i++)
        if (!at_most(set, limit, &l->list[i]))
            l->list[kept++] = l->list[i];
    l->count = kept;
    if (l->count == OPT_LIMITS)
        return false;
    l->list[l->count++] = *limit;
    return true;
}

bool opt_values_of_index(const opt_piece *p, const affine_row *index, size_t value, affine_set *set)
{
    affine_row row = {.equal = true};

    if (value == AFFINE_VARS || !affine_add_row(&row, index, -1))
        return false;
    row.k[value] = 1;
    affine_copy(set, &p->it.domain);
    affine_restrict(set, &row);
    for (size_t v = 0; v < p->it.count; v++)
        if (p->it.unknown[v].loop && v != value)
            affine_eliminate(set, v);
    return !set->unknown;
}

static bool limits_of(const opt_piece *p, const affine_row *index, limits *out)
{
    const size_t value = opt_free_unknown(p);
    affine_set set;

    out->count = 0;
    if (!opt_values_of_index(p, index, value, &set))
        return false;
    for (size_t r = 0; r < set.count; r++) {
        const int64_t k = set.row[r].k[value];
        affine_row limit = {0};
        if ((k != -1 && (k != 1 || !set.row[r].equal)) || !affine_add_row(&limit, &set.row[r], -k))
            continue;
        limit.k[value] = 0;
        if (!add_limit(&set, out, &limit))
            return false;
    }
    return out->count > 0;
}

typedef struct {
    opt_piece *piece;
    size_t limits; /* of an index, at most */
    bool any;      /* is anything promised? */
    bool marked;   /* is an access in bounds by that? */
    bool more;     /* has an index more limits? */
} asking;

/* The highest value of the index, as the smallest of so many limits at most; NULL: parameters do
 * not tell it. */
static ir_expr *highest(asking *a, const ir_expr *index)
{
    opt_piece *p = a->piece;
    opt_affine form;
    affine_row low;
    ir_expr *least = NULL;
    limits all;

    if (!opt_affine_of(&p->it, index, &form))
        return NULL;
    low = form.row;
    low.k[AFFINE_VARS] -= 1;
    if (!affine_implies(&p->it.domain, &low) || !limits_of(p, &form.row, &all))
        return NULL;
    a->more = a->more || all.count > a->limits;
    if (all.count > a->limits)
        return NULL;
    for (size_t i = 0; i < all.count; i++) {
        ir_expr *e = opt_affine_expr(&p->it, index->loc, &all.list[i]);
        least = !e || !least ? e : ir_expr_op(p->it.region->m, index->loc, RG_OP_MIN, least, e);
        if (!least)
            return NULL;
    }
    return least;
}

/* ---- promises ---- */

static bool holds(const ir_expr *sizes, const ir_expr *size)
{
    return opt_same_expr(sizes, size)
           || (sizes->kind == IR_OP && sizes->op == RG_OP_MIN
               && (holds(sizes->left, size) || holds(sizes->right, size)));
}

/* limit <= size; several sizes that have room for the same limit are asked as one. */
static bool promise_size(opt_region *region, ir_expr *limit, ir_expr *size)
{
    ir_module *m = region->m;

    if (opt_same_expr(limit, size))
        return true;
    for (size_t i = 0; i < region->promise_count && limit && size; i++) {
        ir_expr *old = region->promise[i];
        if (old->op != RG_OP_LE || !opt_same_expr(old->left, limit))
            continue;
        if (holds(old->right, size))
            return true;
        ir_expr *least = ir_expr_op(m, old->loc, RG_OP_MIN, old->right, size);
        region->promise[i] = least ? ir_expr_op(m, old->loc, RG_OP_LE, limit, least) : old;
        return region->promise[i] != old;
    }
    return limit && size
           && opt_promise_that(region, ir_expr_op(m, limit->loc, RG_OP_LE, limit, size));
}

static bool has_room_along(asking *a, const ir_var *array, unsigned dim, const ir_expr *index)
{
    opt_region *region = a->piece->it.region;
    ir_expr *limit = highest(a, index),
            *size = limit ? ir_expr_dim(region->m, index->loc, array, dim) : NULL;

    a->any = a->any || (size && !opt_same_expr(limit, size)); /* else the pass `ranges` tells it */
    return size && promise_size(region, limit, size);
}

static bool has_room(asking *a, const ir_var *array, const ir_expr *row, const ir_expr *column)
{
    opt_region *region = a->piece->it.region;
    const opt_region before = *region;
    const bool flat = !column && opt_has_room_for_flat(a->piece, array, row),
               has = flat
                     || (has_room_along(a, array, 1, row)
                         && (!column || has_room_along(a, array, 2, column)));

    if (!has)
        opt_forget_promises(region, &before);
    a->any = a->any || flat;
    a->marked = a->marked || has;
    return has;
}

static ir_expr *with_room(asking *a, const ir_expr *e)
{
    if (!e || (e->kind != IR_ELEM && e->kind != IR_OP))
        return (ir_expr *)(uintptr_t)e;
    ir_expr *copy = opt_copy_node(a->piece->it.region->m, e);
    if (!copy)
        return NULL;
    if (e->kind == IR_ELEM) {
        copy->inbounds = e->inbounds || has_room(a, e->var, e->left, e->right);
        return copy;
    }
    copy->left = with_room(a, e->left);
    copy->right = with_room(a, e->right);
    copy->third = with_room(a, e->third);
    return copy;
}

static bool reads_unchecked(const ir_expr *e)
{
    return e
           && ((e->kind == IR_ELEM && e->inbounds) || reads_unchecked(e->left)
               || reads_unchecked(e->right) || reads_unchecked(e->third));
}

/* What changes a local array is left alone: that it is zero again is told from the loops that undo
 * them, which a question before them would hide (opt/zeros.c). So is a box whose order of loops is
 * found when the program runs. */
bool opt_promise_room(opt_pieces *p, opt_piece *piece, size_t limits, bool *more)
{
    ir_stmt *u = opt_copy_alone(p->m, piece->update);
    asking a = {.piece = piece, .limits = limits};

    *more = false;
    if (!u || u->place.var->id >= p->r->param_count
        || (piece->box && opt_choices_of_indices(piece) > 1))
        return false;
    piece->room = !u->place.inbounds && !reads_unchecked(u->expr);
    if (u->place.row && !u->place.inbounds)
        u->place.inbounds = has_room(&a, u->place.var, u->place.row, u->place.column);
    u->expr = with_room(&a, u->expr);
    piece->update = u;
    *more = a.more;
    return u->expr && a.any && a.marked;
}
