/* piece_join.c: pieces of one sum whose points are those of a domain and of what a row cuts off it:
 * unrolled iterations, loops that were split, both branches of a condition. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

/* ---- the rows of one piece in the unknowns of another ---- */

static size_t of_coordinate(const opt_piece *p, size_t unknown)
{
    size_t i = 0;

    while (i < p->coordinate_count && p->coordinate[i] != unknown)
        i++;
    return i;
}

/* The n-th one that varies; AFFINE_VARS: there is none. */
static size_t varying(const opt_piece *p, size_t n)
{
    for (size_t i = 0; i < p->it.count; i++)
        if (p->varies[i] && n-- == 0)
            return i;
    return AFFINE_VARS;
}

/* Parameters that a lacks are added to it. */
static size_t parameter_in(opt_piece *a, const opt_unknown *u)
{
    opt_iterations *it = &a->it;

    for (size_t i = 0; i < it->count; i++)
        if (!it->unknown[i].loop && opt_same_expr(it->unknown[i].term, u->term))
            return i;
    if (it->count == AFFINE_VARS || u->loop)
        return AFFINE_VARS;
    it->unknown[it->count] = *u;
    return it->count++;
}

static bool translated(opt_piece *a, const opt_piece *b, affine_set *out)
{
    size_t to[AFFINE_VARS], n = 0;

    for (size_t i = 0; i < b->it.count; i++) {
        const size_t c = of_coordinate(b, i);
        bool used = false;
        for (size_t r = 0; r < b->it.domain.count; r++)
            used = used || b->it.domain.row[r].k[i] != 0;
        to[i] = c < b->coordinate_count ? a->coordinate[c]
                : b->varies[i]          ? varying(a, n++)
                : used                  ? parameter_in(a, &b->it.unknown[i])
                                        : 0;
        if (used && to[i] == AFFINE_VARS)
            return false;
    }
    for (size_t r = 0; r < b->it.domain.count; r++) {
        affine_row row = {.equal = b->it.domain.row[r].equal};
        row.k[AFFINE_VARS] = b->it.domain.row[r].k[AFFINE_VARS];
        for (size_t i = 0; i < b->it.count; i++)
            if (b->it.domain.row[r].k[i] != 0)
                row.k[to[i]] = b->it.domain.row[r].k[i];
        affine_restrict(out, &row);
    }
    return !out->unknown && varying(a, n) == AFFINE_VARS;
}

/* ---- the union ---- */

/* Equalities as two inequalities each. */
static affine_set in_halves(const affine_set *set)
{
    affine_set out = {0};

    for (size_t i = 0; i < set->count; i++) {
        affine_row above = set->row[i], below = {0};
        above.equal = false;
        affine_restrict(&out, &above);
        if (set->row[i].equal && affine_add_row(&below, &above, -1))
            affine_restrict(&out, &below);
    }
    return out;
}

/* The rows of a that hold in all of b. */
static void shared_rows(const affine_set *a, const affine_set *b, affine_set *out)
{
    for (size_t i = 0; i < a->count; i++)
        if (affine_implies(b, &a->row[i]))
            affine_restrict(out, &a->row[i]);
}

static bool within(const affine_set *set, const affine_row *and_row, const affine_set *rows)
{
    affine_set with = *set;

    affine_restrict(&with, and_row);
    for (size_t i = 0; i < rows->count; i++)
        if (!affine_implies(&with, &rows->row[i]))
            return false;
    return true;
}

/* Is there a row of a that cuts what both are within into just these two? */
static bool cut_by(const affine_set *both, const affine_set *a, const affine_set *b)
{
    for (size_t i = 0; i < a->count; i++) {
        affine_row beyond;
        if (affine_negated(&a->row[i], &beyond) && affine_implies(b, &beyond)
            && within(both, &a->row[i], a) && within(both, &beyond, b))
            return true;
    }
    return false;
}

static bool united(const affine_set *x, const affine_set *y, affine_set *both)
{
    const affine_set a = in_halves(x), b = in_halves(y);

    *both = (affine_set){0};
    shared_rows(&a, &b, both);
    shared_rows(&b, &a, both);
    return !a.unknown && !b.unknown && !both->unknown && cut_by(both, &a, &b);
}

/* ---- pairs ---- */

static bool same_guards(const opt_piece *a, const opt_piece *b)
{
    if (a->guard_count != b->guard_count)
        return false;
    for (size_t i = 0; i < a->guard_count; i++)
        if (a->guard[i].negated != b->guard[i].negated
            || !opt_same_expr(a->guard[i].e, b->guard[i].e))
            return false;
    return true;
}

static bool same_sum(const opt_piece *a, const opt_piece *b)
{
    const ir_stmt *u = a->update, *v = b->update;

    return a->coordinate_count == b->coordinate_count && u->mode == v->mode
           && opt_same_place(&u->place, &v->place) && opt_same_expr(u->expr, v->expr)
           && same_guards(a, b);
}

static bool join(opt_piece *a, const opt_piece *b)
{
    affine_set theirs = {0}, both;

    if (!same_sum(a, b) || !translated(a, b, &theirs) || !united(&a->it.domain, &theirs, &both))
        return false;
    a->it.domain = both;
    opt_project_piece(a);
    return true;
}

void opt_join_pieces(opt_pieces *p)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->count; k++) {
            if (k == i || !join(&p->piece[i], &p->piece[k]))
                continue;
            p->piece[k] = p->piece[--p->count];
            i = 0;
            k = SIZE_MAX; /* from the beginning */
        }
}
