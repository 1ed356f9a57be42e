/* piece_join.c: pieces of one sum whose points are those of a domain and of what a row cuts off it:
 * unrolled iterations, loops that were split, both branches of a condition. */
#include <stdlib.h>

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

enum { MOST_CLASSES = 8 };

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

static size_t varying_count(const opt_piece *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->it.count; i++)
        n += p->varies[i];
    return n;
}

/* The equality in which t stands; the size of the set: there is none. */
static size_t equality_of(const affine_set *set, size_t t)
{
    size_t r = 0;

    while (r < set->count && !(set->row[r].equal && set->row[r].k[t] != 0))
        r++;
    return r;
}

/* Has the unknown one value at all points? */
static bool has_one_value(const affine_set *set, size_t unknown, int64_t *value)
{
    for (size_t r = 0; r < set->count; r++) {
        affine_row one = {.equal = true}, rest = set->row[r];
        const int64_t k = rest.k[unknown];
        rest.k[unknown] = 0;
        if ((k != 1 && k != -1) || !affine_is_constant(&rest))
            continue;
        *value = -k * rest.k[AFFINE_VARS];
        one.k[unknown] = 1;
        one.k[AFFINE_VARS] = -*value;
        if (affine_implies(set, &one))
            return true;
    }
    return false;
}

/* The value that t of a, which counts strides of one coordinate, has at all points of b: the row of
 * a says k x + g t + c == 0. */
static bool value_in(const opt_piece *a, size_t t, const opt_piece *b, int64_t *value)
{
    const size_t r = equality_of(&a->it.domain, t);
    size_t c = 0;
    int64_t x, sum;

    if (r == a->it.domain.count)
        return false;
    affine_row row = a->it.domain.row[r];
    const int64_t g = row.k[t];
    while (c < a->coordinate_count && row.k[a->coordinate[c]] == 0)
        c++;
    if (c == a->coordinate_count || !has_one_value(&b->it.domain, b->coordinate[c], &x))
        return false;
    const int64_t k = row.k[a->coordinate[c]];
    row.k[t] = row.k[a->coordinate[c]] = 0;
    if (!affine_is_constant(&row) || __builtin_mul_overflow(k, x, &sum)
        || __builtin_add_overflow(sum, row.k[AFFINE_VARS], &sum) || sum % g != 0)
        return false;
    *value = -(sum / g);
    return true;
}

/* So many variables of a have one value in b, which has no variable for them. */
static bool fix(const opt_piece *a, const opt_piece *b, size_t many, bool fixed[AFFINE_VARS],
                affine_set *out)
{
    int64_t value;

    for (size_t t = 0; t < a->it.count && many > 0; t++) {
        affine_row row = {.equal = true};
        if (!a->varies[t] || !value_in(a, t, b, &value))
            continue;
        row.k[t] = 1;
        row.k[AFFINE_VARS] = -value;
        affine_restrict(out, &row);
        fixed[t] = true;
        many--;
    }
    return many == 0;
}

static bool is_used(const affine_set *set, size_t unknown)
{
    for (size_t r = 0; r < set->count; r++)
        if (set->row[r].k[unknown] != 0)
            return true;
    return false;
}

/* to[i]: the unknown of a that is unknown i of b. Those that vary keep their order. */
static bool correspond(opt_piece *a, const opt_piece *b, const bool fixed[AFFINE_VARS],
                       size_t to[AFFINE_VARS])
{
    size_t next = 0;

    for (size_t i = 0; i < b->it.count; i++) {
        const size_t c = of_coordinate(b, i);
        const bool used = is_used(&b->it.domain, i);
        while (b->varies[i] && next < a->it.count && (!a->varies[next] || fixed[next]))
            next++;
        to[i] = c < b->coordinate_count ? a->coordinate[c]
                : b->varies[i]          ? next++
                : used                  ? parameter_in(a, &b->it.unknown[i])
                                        : 0;
        if (used && to[i] == AFFINE_VARS)
            return false;
    }
    return true;
}

static bool translated(opt_piece *a, const opt_piece *b, affine_set *out)
{
    const size_t ours = varying_count(a), theirs = varying_count(b);
    bool fixed[AFFINE_VARS] = {0};
    size_t to[AFFINE_VARS];

    if (ours < theirs || !fix(a, b, ours - theirs, fixed, out) || !correspond(a, b, fixed, to))
        return false;
    for (size_t r = 0; r < b->it.domain.count; r++) {
        affine_row row = {.equal = b->it.domain.row[r].equal};
        row.k[AFFINE_VARS] = b->it.domain.row[r].k[AFFINE_VARS];
        for (size_t i = 0; i < b->it.count; i++)
            if (b->it.domain.row[r].k[i] != 0)
                row.k[to[i]] = b->it.domain.row[r].k[i];
        affine_restrict(out, &row);
    }
    return !out->unknown;
}

/* ---- remainders ---- */

static bool is_remainder(const ir_expr *e)
{
    return e->kind == IR_OP && (e->op == RG_OP_REM || e->op == RG_OP_MOD) && e->right
           && e->right->kind == IR_CONST && e->right->raw >= 2 && e->right->raw <= MOST_CLASSES;
}

/* The only unknown of the row; AFFINE_VARS: there are several. */
static size_t only_unknown(const affine_row *row)
{
    size_t only = AFFINE_VARS;

    for (size_t i = 0; i < AFFINE_VARS; i++)
        if (row->k[i] != 0) {
            if (only < AFFINE_VARS)
                return AFFINE_VARS;
            only = i;
        }
    return only;
}

/* Does the row say rem(e, g) == v of parameters alone? */
static bool remainder_row(const opt_iterations *it, const affine_row *row, const ir_expr **rem,
                          int64_t *v)
{
    const size_t u = only_unknown(row);

    if (!row->equal || u >= it->count || it->unknown[u].loop || !is_remainder(it->unknown[u].term)
        || (row->k[u] != 1 && row->k[u] != -1))
        return false;
    *rem = it->unknown[u].term;
    *v = -row->k[u] * row->k[AFFINE_VARS];
    return *v >= 0 && *v < (*rem)->right->raw;
}

bool opt_least_dividend(opt_iterations *it, const affine_row *row, affine_row *least)
{
    const ir_expr *rem;
    opt_affine form;
    int64_t v;

    if (!remainder_row(it, row, &rem, &v) || !opt_affine_of(it, rem->left, &form))
        return false;
    *least = form.row;
    least->k[AFFINE_VARS] -= v;
    return true;
}

/* rem(e, g) == v is e == g q + v for a new unknown q: where e is not negative, or v is 0. */
static bool expand_row(opt_piece *p, size_t row)
{
    opt_iterations *it = &p->it;
    const ir_expr *e;
    opt_affine form;
    int64_t v;

    if (!remainder_row(it, &it->domain.row[row], &e, &v) || !opt_affine_of(it, e->left, &form)
        || it->count == AFFINE_VARS
        || (v > 0 && e->op == RG_OP_REM && !affine_implies(&it->domain, &form.row)))
        return false;
    const size_t q = it->count++;
    it->unknown[q] = (opt_unknown){e, it->region->region, 0, 0};
    p->varies[q] = true;
    form.row.equal = true;
    form.row.k[q] = -e->right->raw;
    form.row.k[AFFINE_VARS] -= v;
    it->domain.row[row] = it->domain.row[--it->domain.count];
    affine_restrict(&it->domain, &form.row);
    return true;
}

static void expand_remainders(opt_piece *p)
{
    for (size_t r = p->it.domain.count; r-- > 0;)
        expand_row(p, r);
}

/* t counts from further on: it was t + by. */
static void shift(affine_set *set, size_t t, int64_t by)
{
    int64_t more;

    for (size_t i = 0; i < set->count; i++)
        if (__builtin_mul_overflow(set->row[i].k[t], by, &more)
            || __builtin_add_overflow(set->row[i].k[AFFINE_VARS], more,
                                      &set->row[i].k[AFFINE_VARS]))
            set->unknown = true;
}

/* The row in which t counts strides, as e - g t - r == 0 with 0 <= r < g; the domain's size: there
 * is none. */
static size_t stride_row(opt_piece *p, size_t t)
{
    affine_set *set = &p->it.domain;
    const size_t r = equality_of(set, t);

    if (r == set->count)
        return r;
    affine_row as = {.equal = true};
    if (!affine_add_row(&as, &set->row[r], set->row[r].k[t] > 0 ? -1 : 1))
        return set->count;
    as.equal = true;
    set->row[r] = as;
    const int64_t g = -as.k[t], c = as.k[AFFINE_VARS];
    int64_t rest = -c % g;
    rest += rest < 0 ? g : 0;
    shift(set, t, (c + rest) / g);
    return r;
}

static size_t parameters_of(const opt_piece *p, const affine_row *row)
{
    size_t n = 0;

    for (size_t i = 0; i < p->it.count; i++)
        n += row->k[i] != 0 && !p->varies[i] && of_coordinate(p, i) == p->coordinate_count;
    return n;
}

/* The row in which t counts, with coordinates in place of parameters that equal them. */
static void put_coordinates(opt_piece *p, size_t t)
{
    affine_set *set = &p->it.domain;
    const size_t r = equality_of(set, t);

    for (size_t i = 0; r < set->count && i < set->count; i++)
        for (int64_t sign = -1; sign <= 1 && set->row[i].equal && set->row[i].k[t] == 0;
             sign += 2) {
            affine_row with = set->row[r];
            if (affine_add_row(&with, &set->row[i], sign)
                && parameters_of(p, &with) < parameters_of(p, &set->row[r]))
                set->row[r] = with;
        }
}

/* The piece with its remainders and strides in that form. */
static void put_in_strides(const opt_piece *p, opt_piece *out)
{
    opt_copy_piece(out, p);
    expand_remainders(out);
    for (size_t t = 0; t < out->it.count; t++)
        if (out->varies[t]) {
            put_coordinates(out, t);
            stride_row(out, t);
        }
}

static size_t differences(const affine_row *a, const affine_row *b)
{
    size_t n = 0;

    for (size_t i = 0; i < AFFINE_VARS; i++)
        n += a->k[i] != b->k[i];
    return n;
}

/* The row plus other equalities, as far as that makes it more like the one that is given. */
static void approach(const affine_set *set, size_t t, const affine_row *like, affine_row *row)
{
    bool nearer = true;

    while (nearer) {
        nearer = false;
        for (size_t i = 0; i < set->count; i++)
            for (int64_t sign = -1; sign <= 1 && set->row[i].equal && set->row[i].k[t] == 0;
                 sign += 2) {
                affine_row with = *row;
                if (!affine_add_row(&with, &set->row[i], sign)
                    || differences(&with, like) >= differences(row, like))
                    continue;
                *row = with;
                nearer = true;
            }
    }
}

/* The equality in which t stands as the given one e - g t - r == 0, or with another rest, where
 * that is so for some shift of t. */
static void align(affine_set *set, size_t t, const affine_row *like)
{
    const size_t r = equality_of(set, t);
    const int64_t g = -like->k[t];
    affine_row row = {0};

    if (r == set->count || g <= 0
        || !affine_add_row(&row, &set->row[r], set->row[r].k[t] == like->k[t] ? 1 : -1))
        return;
    approach(set, t, like, &row);
    if (differences(&row, like) != 0)
        return;
    row.equal = true;
    set->row[r] = row;
    const int64_t c = row.k[AFFINE_VARS];
    shift(set, t, c / g + (c % g > 0)); /* so that 0 <= r < g */
}

static void align_all(affine_set *set, const opt_piece *like)
{
    for (size_t t = 0; t < like->it.count; t++) {
        const size_t r = like->varies[t] ? equality_of(&like->it.domain, t) : 0;
        if (like->varies[t] && r < like->it.domain.count)
            align(set, t, &like->it.domain.row[r]);
    }
}

/* ---- the union ---- */

/* Equalities as two inequalities each. */
static void split_halves(const affine_set *set, affine_set *out)
{
    affine_clear(out);
    for (size_t i = 0; i < set->count; i++) {
        affine_row above = set->row[i], below = {0};
        above.equal = false;
        affine_restrict(out, &above);
        if (set->row[i].equal && affine_add_row(&below, &above, -1))
            affine_restrict(out, &below);
    }
}

/* The other way round. */
static void join_halves(affine_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        for (size_t k = set->count; k-- > i + 1 && !set->row[i].equal;) {
            affine_row sum = set->row[i];
            if (set->row[k].equal || !affine_add_row(&sum, &set->row[k], 1)
                || !affine_is_constant(&sum) || sum.k[AFFINE_VARS] != 0)
                continue;
            set->row[i].equal = true;
            set->row[k] = set->row[--set->count];
        }
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
    affine_set with;

    affine_copy(&with, set);
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
    affine_set a, b;

    split_halves(x, &a);
    split_halves(y, &b);
    affine_clear(both);
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
    opt_piece x, y;
    affine_set theirs, both;

    if (!same_sum(a, b))
        return false;
    put_in_strides(a, &x);
    put_in_strides(b, &y);
    affine_clear(&theirs);
    if (x.it.count != a->it.count || !translated(&x, &y, &theirs))
        return false;
    align_all(&theirs, &x);
    if (!united(&x.it.domain, &theirs, &both))
        return false;
    opt_copy_piece(a, &x);
    join_halves(&both);
    affine_drop_redundant(&both); /* what counts strides is eliminated only from few rows */
    affine_copy(&a->it.domain, &both);
    opt_project_piece(a);
    return true;
}

/* ---- all classes of remainders ---- */

/* Pieces e = g t + r of which every r is there; in the unknowns of the first. */
typedef struct {
    opt_piece first;
    size_t t, row, count, member[MOST_CLASSES];
    affine_set set[MOST_CLASSES];
    affine_row stride[MOST_CLASSES];
} classes;

static bool same_but_rest(const affine_row *a, const affine_row *b)
{
    for (size_t i = 0; i < AFFINE_VARS; i++)
        if (a->k[i] != b->k[i])
            return false;
    return b->equal;
}

/* Does piece i belong to it, with a rest that is not there yet? */
static bool add_class(classes *c, const opt_pieces *p, size_t i)
{
    const affine_row *like = &c->first.it.domain.row[c->row];
    opt_piece other;
    affine_set set;
    size_t r = 0;

    affine_clear(&set);
    put_in_strides(&p->piece[i], &other);
    if (c->count == MOST_CLASSES || !same_sum(&c->first, &other)
        || !translated(&c->first, &other, &set))
        return false;
    align_all(&set, &c->first);
    while (r < set.count && !same_but_rest(like, &set.row[r]))
        r++;
    for (size_t k = 0; r < set.count && k < c->count; k++)
        if (c->stride[k].k[AFFINE_VARS] == set.row[r].k[AFFINE_VARS])
            return false;
    if (r == set.count)
        return false;
    c->stride[c->count] = set.row[r];
    c->member[c->count] = i;
    affine_copy(&c->set[c->count++], &set);
    return true;
}

/* What holds in all classes, whatever the rest; false unless each is just what the stride cuts off
 * that. */
static bool union_of(const classes *c, affine_set *both)
{
    affine_clear(both);
    for (size_t k = 0; k < c->count; k++) {
        affine_set bounds;
        affine_copy(&bounds, &c->set[k]);
        affine_eliminate(&bounds, c->t);
        for (size_t r = 0; r < bounds.count; r++) {
            bool everywhere = true;
            for (size_t i = 0; i < c->count && everywhere; i++)
                everywhere = affine_implies(&c->set[i], &bounds.row[r]);
            if (everywhere)
                affine_restrict(both, &bounds.row[r]);
        }
    }
    for (size_t k = 0; k < c->count; k++)
        if (both->unknown || c->set[k].unknown || !within(both, &c->stride[k], &c->set[k]))
            return false;
    return true;
}

/* Piece i with all others that count the strides of its n-th variable with another rest. */
static bool joined_classes(opt_pieces *p, size_t i, size_t n, classes *c)
{
    affine_set both;

    c->count = 0;
    put_in_strides(&p->piece[i], &c->first);
    if (c->first.it.count != p->piece[i].it.count)
        return false;
    c->t = varying(&c->first, n);
    if (c->t == AFFINE_VARS)
        return false;
    c->row = stride_row(&c->first, c->t);
    if (c->row == c->first.it.domain.count)
        return false;
    for (size_t k = i; k < p->count; k++)
        add_class(c, p, k);
    if ((int64_t)c->count != -c->first.it.domain.row[c->row].k[c->t] || !union_of(c, &both))
        return false;
    opt_copy_piece(&p->piece[i], &c->first);
    affine_copy(&p->piece[i].it.domain, &both);
    p->piece[i].varies[c->t] = false;
    for (size_t k = c->count; k-- > 1;)
        opt_copy_piece(&p->piece[c->member[k]], &p->piece[--p->count]);
    return true;
}

static bool join_classes(opt_pieces *p)
{
    classes *c = malloc(sizeof *c);
    bool any = false;

    p->m->out_of_memory = p->m->out_of_memory || !c;
    for (size_t n = 0; c && n < OPT_DEPTH; n++)
        for (size_t i = 0; i < p->count; i++)
            any = joined_classes(p, i, n, c) || any;
    free(c);
    return any;
}

/* Of the points; each equality takes one away. */
static size_t dimension_of(const opt_piece *p)
{
    size_t n = p->coordinate_count + varying_count(p);

    for (size_t r = 0; r < p->it.domain.count; r++)
        n -= p->it.domain.row[r].equal && n > 0;
    return n;
}

/* Does a loop leave it over, such as the last row of a triangle? */
static bool is_left_over(const opt_piece *p, const opt_piece *of)
{
    return dimension_of(p) < dimension_of(of);
}

/* left_over: only what loops leave over joins what one of them makes. */
static bool join_one_pair(opt_pieces *p, bool left_over)
{
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->count; k++) {
            if (k == i || (left_over && !is_left_over(&p->piece[k], &p->piece[i]))
                || !join(&p->piece[i], &p->piece[k]))
                continue;
            opt_copy_piece(&p->piece[k], &p->piece[--p->count]);
            return true;
        }
    return false;
}

/* What is left over comes first: where two loops of strides are one loop of pairs, it is known no
 * more which of them it continues. */
static void join_pairs(opt_pieces *p)
{
    while (join_one_pair(p, true) || join_one_pair(p, false)) {
    }
}

void opt_join_pieces(opt_pieces *p)
{
    bool again = p->count > 1;

    while (again) {
        join_pairs(p);
        again = p->count > 1 && join_classes(p);
    }
}
