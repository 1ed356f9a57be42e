/* piece_group.c: pieces of one shape get the same coordinates. `y[i] += x[i] * w[1]` and
 * `y[i] += x[i+1] * w[2]` are one sum `y[i] += x[j] * w[j-i+1]` at different points (i, j). An
 * index becomes a coordinate unless it is the same function of earlier ones in all pieces. So what
 * was unrolled is a domain again. */
#include <stdlib.h>

#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

enum { POSITIONS = 10, GLOBALS = 6, UNKNOWNS = OPT_DEPTH + GLOBALS + 1 };

/* Places in the update where every piece of the group has an affine expression. */
typedef struct {
    size_t count;
    opt_affine form[POSITIONS][OPT_PIECES];
} positions;

/* A sum over coordinates and over the parameters of the first piece. */
typedef struct {
    int64_t factor[OPT_DEPTH];
    affine_row rest;
} function;

typedef struct {
    opt_pieces *p;
    size_t count;
    opt_piece *piece[OPT_PIECES];
    positions at;
    size_t chosen[OPT_DEPTH], chosen_count; /* positions that are coordinates */
    function value[POSITIONS];              /* of each position */
    size_t next;                            /* position, while the update is written again */
} group;

/* ---- one shape ---- */

typedef const ir_expr *same_place[OPT_PIECES];

static bool all_affine(group *g, same_place e, opt_affine form[OPT_PIECES])
{
    for (size_t k = 0; k < g->count; k++)
        if (!opt_affine_of(&g->piece[k]->it, e[k], &form[k]))
            return false;
    return true;
}

static bool alike(const group *g, same_place e)
{
    for (size_t k = 1; k < g->count; k++)
        if (e[k]->kind != e[0]->kind || e[k]->type != e[0]->type || e[k]->var != e[0]->var
            || e[k]->raw != e[0]->raw || e[k]->op != e[0]->op)
            return false;
    return true;
}

static bool children(const group *g, same_place e, unsigned which, same_place out)
{
    for (size_t k = 0; k < g->count; k++) {
        out[k] = which == 0 ? e[k]->left : which == 1 ? e[k]->right : e[k]->third;
        if (!out[k] != !out[0])
            return false;
    }
    return true;
}

static bool find_positions(group *g, same_place e)
{
    same_place part;

    if (!e[0])
        return true;
    if (g->at.count == POSITIONS)
        return false;
    if (all_affine(g, e, g->at.form[g->at.count])) {
        g->at.count++;
        return true;
    }
    for (unsigned i = 0; i < 3; i++)
        if (!children(g, e, i, part) || !find_positions(g, part))
            return false;
    return alike(g, e);
}

/* The expression of piece 0 with its positions in coordinates. */
static ir_expr *rewritten(group *g, same_place e)
{
    opt_affine ignored[OPT_PIECES];
    same_place part;

    if (!e[0])
        return NULL;
    if (all_affine(g, e, ignored))
        return opt_affine_expr(&g->piece[0]->it, e[0]->loc, &g->value[g->next++].rest);
    ir_expr *copy = opt_copy_node(g->p->m, e[0]);
    if (!copy)
        return NULL;
    ir_expr **const to[] = {&copy->left, &copy->right, &copy->third};
    for (unsigned i = 0; i < 3; i++)
        if (*to[i] && (!children(g, e, i, part) || !(*to[i] = rewritten(g, part))))
            return NULL;
    return opt_simplify(g->p->m, copy);
}

static bool part_of_update(const group *g, unsigned which, same_place out)
{
    for (size_t k = 0; k < g->count; k++) {
        const ir_stmt *u = g->piece[k]->update;
        out[k] = which == 0 ? u->place.row : which == 1 ? u->place.column : u->expr;
        if (!out[k] != !out[0])
            return false;
    }
    return true;
}

/* ---- which positions are the same function of others in all pieces ---- */

/* sum of x[i] factor[i] + factor[UNKNOWNS] == 0, for the factors x of the coordinates chosen so
 * far, of parameters, and for the constant. */
typedef struct {
    size_t count;
    int64_t row[UNKNOWNS][UNKNOWNS + 1];
    const ir_expr *global[GLOBALS]; /* parameters of all pieces */
    size_t globals;
} equations;

static size_t global_of(equations *q, const ir_expr *term)
{
    size_t i = 0;

    while (i < q->globals && !opt_same_expr(q->global[i], term))
        i++;
    if (i == q->globals && i < GLOBALS)
        q->global[q->globals++] = term;
    return i;
}

static size_t pivot_of(const int64_t row[UNKNOWNS + 1])
{
    size_t i = 0;

    while (i < UNKNOWNS && row[i] == 0)
        i++;
    return i;
}

/* row without the pivot of another one; false if a number overflows. */
static bool reduce(int64_t row[UNKNOWNS + 1], const int64_t by[UNKNOWNS + 1])
{
    const size_t at = pivot_of(by);
    const int64_t a = row[at], b = by[at];

    for (size_t i = 0; i <= UNKNOWNS && a != 0; i++) {
        int64_t x, y;
        if (__builtin_mul_overflow(row[i], b, &x) || __builtin_mul_overflow(by[i], a, &y)
            || __builtin_sub_overflow(x, y, &row[i]) || row[i] > INT32_MAX || row[i] < -INT32_MAX)
            return false;
    }
    return true;
}

/* False: there is no solution. */
static bool demand(equations *q, int64_t row[UNKNOWNS + 1])
{
    for (size_t i = 0; i < q->count; i++)
        if (!reduce(row, q->row[i]))
            return false;
    if (pivot_of(row) == UNKNOWNS)
        return row[UNKNOWNS] == 0;
    for (size_t i = 0; i < q->count; i++)
        if (!reduce(q->row[i], row))
            return false;
    for (size_t i = 0; i <= UNKNOWNS; i++)
        q->row[q->count][i] = row[i];
    q->count++;
    return true;
}

static size_t unknown_of(const opt_iterations *it, const ir_expr *term)
{
    size_t i = 0;

    while (i < it->count && !opt_same_expr(it->unknown[i].term, term))
        i++;
    return i;
}

/* The parameters that the positions use; false: too many. */
static bool find_globals(const group *g, equations *q)
{
    for (size_t k = 0; k < g->count; k++)
        for (size_t h = 0; h < g->at.count; h++)
            for (size_t u = 0; u < g->piece[k]->it.count; u++)
                if (!g->piece[k]->varies[u] && g->at.form[h][k].row.k[u] != 0
                    && global_of(q, g->piece[k]->it.unknown[u].term) == GLOBALS)
                    return false;
    return true;
}

/* What must hold of the factors for an unknown of one piece (AFFINE_VARS: the constant), so that
 * position h is their function. own: whose factor this unknown is besides; UNKNOWNS: none. */
static bool demand_of(const group *g, equations *q, size_t h, size_t k, size_t unknown, size_t own)
{
    int64_t row[UNKNOWNS + 1] = {0};

    row[UNKNOWNS] = -g->at.form[h][k].row.k[unknown];
    for (size_t i = 0; i < g->chosen_count; i++)
        row[i] = g->at.form[g->chosen[i]][k].row.k[unknown];
    if (own < UNKNOWNS)
        row[own] = 1;
    return demand(q, row);
}

static bool demand_all(const group *g, equations *q, size_t h, size_t k)
{
    const opt_piece *p = g->piece[k];

    for (size_t u = 0; u < p->it.count; u++)
        if (p->varies[u] && !demand_of(g, q, h, k, u, UNKNOWNS))
            return false;
    for (size_t i = 0; i < q->globals; i++) {
        const size_t u = unknown_of(&p->it, q->global[i]);
        int64_t zero[UNKNOWNS + 1] = {0};
        zero[OPT_DEPTH + i] = 1;
        if (u < p->it.count ? !demand_of(g, q, h, k, u, OPT_DEPTH + i) : !demand(q, zero))
            return false;
    }
    return demand_of(g, q, h, k, AFFINE_VARS, UNKNOWNS - 1);
}

/* Whole factors; those that are free are 0. */
static bool solution(const equations *q, int64_t x[UNKNOWNS])
{
    for (size_t i = 0; i < UNKNOWNS; i++)
        x[i] = 0;
    for (size_t i = 0; i < q->count; i++) {
        const size_t at = pivot_of(q->row[i]);
        if (q->row[i][UNKNOWNS] % q->row[i][at] != 0)
            return false;
        x[at] = -(q->row[i][UNKNOWNS] / q->row[i][at]);
    }
    return true;
}

/* Is position h one function of the coordinates in all pieces? */
static bool follows(group *g, size_t h)
{
    const opt_iterations *it = &g->piece[0]->it;
    function *f = &g->value[h];
    equations q = {0};
    int64_t x[UNKNOWNS];

    if (!find_globals(g, &q))
        return false;
    for (size_t k = 0; k < g->count; k++)
        if (!demand_all(g, &q, h, k))
            return false;
    if (!solution(&q, x))
        return false;
    *f = (function){0};
    for (size_t i = 0; i < g->chosen_count; i++)
        f->factor[i] = x[i];
    for (size_t i = 0; i < q.globals; i++)
        if (x[OPT_DEPTH + i] != 0)
            f->rest.k[unknown_of(it, q.global[i])] = x[OPT_DEPTH + i];
    f->rest.k[AFFINE_VARS] = x[UNKNOWNS - 1];
    return true;
}

/* ---- coordinates ---- */

static bool choose(group *g)
{
    for (size_t h = 0; h < g->at.count; h++) {
        if (follows(g, h))
            continue;
        if (g->chosen_count == OPT_DEPTH)
            return false;
        g->value[h] = (function){0};
        g->value[h].factor[g->chosen_count] = 1;
        g->chosen[g->chosen_count++] = h;
    }
    return true;
}

static void place_values(group *g)
{
    const opt_piece *p = g->piece[0];

    for (size_t h = 0; h < g->at.count; h++)
        for (size_t i = 0; i < g->chosen_count; i++)
            g->value[h].rest.k[p->coordinate[i]] = g->value[h].factor[i];
}

/* The update of all pieces, in coordinates. */
static bool write_update(group *g)
{
    ir_stmt *u = opt_copy_alone(g->p->m, g->piece[0]->update);
    ir_expr **const to[] = {u ? &u->place.row : NULL, u ? &u->place.column : NULL,
                            u ? &u->expr : NULL};
    same_place e;

    for (unsigned i = 0; u && i < 3; i++) {
        if (!*to[i])
            continue;
        if (!part_of_update(g, i, e) || !(*to[i] = rewritten(g, e)))
            return false;
    }
    for (size_t k = 0; u && k < g->count; k++)
        g->piece[k]->update = u;
    return u != NULL;
}

static bool same_shape(group *g)
{
    same_place e;

    g->at.count = 0;
    for (unsigned i = 0; i < 3; i++)
        if (!part_of_update(g, i, e) || !find_positions(g, e))
            return false;
    return true;
}

static bool same_target(const opt_piece *a, const opt_piece *b)
{
    return a->update->place.var == b->update->place.var && a->update->mode == b->update->mode;
}

/* The pieces from the given one on that have its shape. */
static void gather(group *g, opt_pieces *p, size_t from, const bool *done)
{
    g->p = p;
    g->piece[g->count++] = &p->piece[from];
    for (size_t i = from + 1; i < p->count; i++) {
        if (done[i] || !same_target(&p->piece[from], &p->piece[i]))
            continue;
        g->piece[g->count++] = &p->piece[i];
        if (!same_shape(g))
            g->count--;
    }
}

static bool index_group(group *g)
{
    if (!same_shape(g) || !choose(g))
        return false;
    for (size_t k = 0; k < g->count; k++)
        for (size_t i = 0; i < g->chosen_count; i++)
            if (!opt_add_coordinate(g->p, g->piece[k], &g->at.form[g->chosen[i]][k]))
                return false;
    place_values(g);
    if (!write_update(g))
        return false;
    for (size_t k = 0; k < g->count; k++)
        if (!opt_only_coordinates(g->piece[k]))
            return false;
    return true;
}

bool opt_index_group(opt_pieces *p, size_t from, bool *done)
{
    group *g = calloc(1, sizeof *g);

    if (!g) {
        p->m->out_of_memory = true;
        return false;
    }
    gather(g, p, from, done);
    const bool several = g->count > 1, indexed = several && index_group(g);
    for (size_t k = 0; k < g->count; k++)
        done[g->piece[k] - p->piece] = true;
    free(g);
    return several ? indexed : opt_index_piece(p, &p->piece[from]);
}
