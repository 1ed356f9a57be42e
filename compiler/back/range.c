/* range.c: what loops and the sizes of arrays prove about indices. */
#include "cg.h"

#include <stdlib.h>

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/planes.h"

enum { MOST_STEPS = 12, MOST_TIMES = 16 };

/* ---- variables that are the size of an array for their whole life ---- */

static void note_writes(const ir_stmt *list, unsigned *allocations, const ir_expr **sizes,
                        bool *other);

static void note(const ir_stmt *s, unsigned *allocations, const ir_expr **sizes, bool *other)
{
    if (s->kind == IR_ALLOC) {
        allocations[s->var->id]++;
        sizes[s->var->id] = s->expr && s->expr->kind == IR_DIM ? s->expr : NULL;
    } else if (s->kind != IR_FREE && s->kind != IR_LEAVE && s->var) {
        other[s->var->id] = true;
    }
    if (s->place.var && !s->place.row)
        other[s->place.var->id] = true;
    if (s->place2.var && !s->place2.row)
        other[s->place2.var->id] = true;
    for (size_t i = 0; i < s->arg_count; i++)
        if (s->args[i].kind == IR_ARG_PLACE && !s->args[i].place.row)
            other[s->args[i].place.var->id] = true;
    note_writes(s->body, allocations, sizes, other);
    note_writes(s->other, allocations, sizes, other);
}

static void note_writes(const ir_stmt *list, unsigned *allocations, const ir_expr **sizes,
                        bool *other)
{
    for (const ir_stmt *s = list; s; s = s->next)
        note(s, allocations, sizes, other);
}

/* ---- extents of local arrays ---- */

/* A scalar parameter that keeps its value. */
static bool is_constant_parameter(const cg *g, const ir_var *v)
{
    const ir_stmt *body = g->routine->body;

    return v->id < g->routine->param_count && v->rank == 0 && v->base == RG_TYPE_INT
           && !(opt_list_use(body, body, v) & OPT_WRITE);
}

static const ir_expr *fixed_extent(const cg *g, const ir_expr *e);

/* A sum or difference of what is the same. */
static bool is_fixed_sum(const cg *g, const ir_expr *e)
{
    return e->kind == IR_OP && (e->op == RG_OP_ADD || e->op == RG_OP_SUB)
           && fixed_extent(g, e->left) && fixed_extent(g, e->right);
}

/* What is the same all through the routine: a constant, an extent of a parameter that does not
 * grow, a variable that is one, an integer that is not changed, and sums of these. A sum that wraps
 * is no extent of an array that exists. */
static const ir_expr *fixed_extent(const cg *g, const ir_expr *e)
{
    if (e->kind == IR_VAR && e->var->id < g->routine->var_count && g->equals[e->var->id])
        e = g->equals[e->var->id];
    if (e->kind == IR_CONST || (e->kind == IR_VAR && is_constant_parameter(g, e->var))
        || is_fixed_sum(g, e))
        return e;
    return e->kind == IR_DIM && e->var->id < g->routine->param_count
                   && !opt_resizes(g->routine->body, g->routine->body, e->var)
               ? e
               : NULL;
}

/* times: allocations of each variable seen so far. */
static void note_extents(cg *g, const ir_stmt *list, unsigned *times, const ir_expr *one)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_ALLOC_ARRAY) {
            const bool first =
                times[s->var->id]++ == 0 && !s->stack
                && !s->place.var; /* the header of another array may be away meanwhile */
            const ir_expr *sizes[CG_EXTENTS] = {s->first, s->last ? s->last : one, s->inner[0],
                                                s->inner[1], s->inner[2]};
            for (size_t d = 0; d < CG_EXTENTS; d++)
                g->extents[CG_EXTENTS * s->var->id + d] =
                    first && sizes[d] ? fixed_extent(g, sizes[d]) : NULL;
        }
        note_extents(g, s->body, times, one);
        note_extents(g, s->other, times, one);
    }
}

static void survey_extents(cg *g)
{
    unsigned *times = calloc(g->routine->var_count + 1, sizeof *times);
    const ir_expr *one = ir_whole(g->scratch, g->routine->loc, 1);

    g->extents = calloc(CG_EXTENTS * (g->routine->var_count + 1), sizeof *g->extents);
    if (!times || !one || !g->extents)
        cg_fail(g, g->routine->loc, "R0712", "out of memory");
    else
        note_extents(g, g->routine->body, times, one);
    free(times);
}

static const ir_expr *extent_of(const cg *g, const ir_expr *e)
{
    return e->kind == IR_DIM && e->var->id < g->routine->var_count
               ? g->extents[CG_EXTENTS * e->var->id + (size_t)e->raw - 1]
               : NULL;
}

void cg_survey_equals(cg *g)
{
    size_t count = g->routine->var_count;
    unsigned *allocations = calloc(count + 1, sizeof *allocations);
    bool *other = calloc(count + 1, sizeof *other);

    g->equals = calloc(count + 1, sizeof *g->equals);
    g->alive = calloc(count + 1, sizeof *g->alive);
    if (!allocations || !other || !g->equals || !g->alive) {
        cg_fail(g, g->routine->loc, "R0712", "out of memory");
    } else {
        note_writes(g->routine->body, allocations, g->equals, other);
        for (size_t v = 0; v < count; v++)
            if (allocations[v] != 1 || other[v] || v < g->routine->param_count
                || (g->equals[v]
                    && opt_resizes(g->routine->body, g->routine->body, g->equals[v]->var)))
                g->equals[v] = NULL;
    }
    free(allocations);
    free(other);
    if (!g->failed)
        survey_extents(g);
}

const ir_var *cg_equal(const cg *g, const ir_expr *size)
{
    for (size_t v = 0; v < g->routine->var_count && v < 500 && cg_on(g, OPT_HOIST); v++)
        if (g->alive[v] && g->equals[v] && g->homes[v].in_register
            && opt_same_expr(g->equals[v], size))
            return g->routine->vars[v];
    return NULL;
}

/* ---- ranges of loop variables ---- */

void cg_know_range(cg *g, const cg_loop *loop, int64_t step)
{
    const ir_stmt *s = loop->stmt;

    if (g->fact_count == CG_FACTS || step == 0)
        return;
    g->facts[g->fact_count++] =
        (cg_fact){s->var, step > 0 ? s->first : s->last, step > 0 ? s->last : s->first};
}

/* A comparison of integers that the body leaves alone. */
void cg_know_condition(cg *g, const ir_stmt *s)
{
    const ir_expr *e = s->pre;
    const bool less = e->kind == IR_OP && (e->op == RG_OP_LT || e->op == RG_OP_LE),
               more = e->kind == IR_OP && (e->op == RG_OP_GT || e->op == RG_OP_GE);

    if ((!less && !more) || g->held_count == CG_FACTS || !cg_on(g, OPT_RANGES)
        || e->left->type != RG_TYPE_INT || e->right->type != RG_TYPE_INT
        || opt_reads_elements(e, NULL) || !opt_stays(g->routine->body, s, e))
        return;
    g->held[g->held_count++] = (cg_held){less ? e->left : e->right, less ? e->right : e->left,
                                         e->op == RG_OP_LT || e->op == RG_OP_GT};
}

static const cg_fact *fact_of(const cg *g, const ir_var *var)
{
    for (size_t i = g->fact_count; i-- > 0;)
        if (g->facts[i].var == var)
            return &g->facts[i];
    return NULL;
}

static bool modest(int64_t value)
{
    return value > -(INT64_C(1) << 24) && value < INT64_C(1) << 24;
}

/* Replace one variable by its bound on the side that makes the sum smaller. False when there is
 * none to replace. */
static bool lower(cg *g, opt_linear *sum)
{
    for (size_t i = 0; i < sum->count; i++) {
        const ir_expr *e = sum->term[i], *extent = extent_of(g, e);
        if (extent) {
            opt_linear_add(sum, extent, opt_linear_take(sum, i));
            return true;
        }
        if (e->kind != IR_VAR)
            continue;
        const cg_fact *f = fact_of(g, e->var);
        const ir_expr *size = e->var->id < g->routine->var_count ? g->equals[e->var->id] : NULL;
        if (!f && !size)
            continue;
        int64_t k = opt_linear_take(sum, i);
        opt_linear_add(sum, size ? size : k > 0 ? f->low : f->high, k);
        return true;
    }
    return false;
}

/* max(n, c) by itself is at least c, and n. */
static bool at_least_by_itself(cg *g, const opt_linear *sum, int64_t bound)
{
    const ir_expr *e = sum->count == 1 ? sum->term[0] : NULL;

    return e && sum->exact && sum->c == 0 && sum->k[0] == 1 && e->kind == IR_OP
           && e->op == RG_OP_MAX && e->right->kind == IR_CONST
           && (e->right->raw >= bound || cg_at_least(g, opt_linear_of(e->left), bound));
}

/* The sum over what extents of arrays are made with, and variables that are extents. */
static void put_sizes(const cg *g, opt_linear *sum)
{
    for (size_t i = 0; i < sum->count && sum->exact; i++) {
        const ir_expr *e = sum->term[i], *size = extent_of(g, e);
        if (!size && e->kind == IR_VAR && e->var->id < g->routine->var_count)
            size = g->equals[e->var->id];
        if (!size)
            continue;
        opt_linear_add(sum, size, opt_linear_take(sum, i));
        i = SIZE_MAX; /* from the start */
    }
}

/* Is the sum at least the bound, because low + by <= high? */
static bool follows(const cg *g, const opt_linear *sum, const cg_held *from, int64_t bound)
{
    opt_linear rest = *sum;

    opt_linear_add(&rest, from->high, -1);
    opt_linear_add(&rest, from->low, 1);
    put_sizes(g, &rest);
    return rest.exact && rest.count == 0 && modest(rest.c) && rest.c + from->by >= bound;
}

/* A condition says so, or a loop that has an iteration: the one that runs. */
static bool is_held(const cg *g, const opt_linear *sum, int64_t bound)
{
    for (size_t i = 0; i < g->held_count; i++)
        if (follows(g, sum, &g->held[i], bound))
            return true;
    for (size_t i = 0; i < g->fact_count; i++)
        if (follows(g, sum, &(cg_held){g->facts[i].low, g->facts[i].high, 0}, bound))
            return true;
    return false;
}

/* Sizes are between 0 and the memory, so sums of a few of them and a small constant cannot wrap. */
bool cg_at_least(cg *g, opt_linear sum, int64_t bound)
{
    if (at_least_by_itself(g, &sum, bound) || (sum.exact && is_held(g, &sum, bound)))
        return true;
    for (unsigned i = 0; i < MOST_STEPS && sum.exact && modest(sum.c) && lower(g, &sum); i++)
        ;
    if (!sum.exact || !modest(sum.c))
        return false;
    for (size_t i = 0; i < sum.count; i++)
        if (sum.term[i]->kind != IR_DIM || sum.k[i] < 0 || !modest(sum.k[i]))
            return false;
    return sum.c >= bound;
}

/* Not above a few times what extents of arrays can be: min of such a one with anything is one. */
bool cg_is_modest(const cg *g, const ir_expr *e)
{
    const bool joins = e->kind == IR_OP && e->type == RG_TYPE_INT;

    if (joins && e->op == RG_OP_MIN)
        return cg_is_modest(g, e->left) || cg_is_modest(g, e->right);
    if (joins && e->op == RG_OP_MAX)
        return cg_is_modest(g, e->left) && cg_is_modest(g, e->right);
    const opt_linear sum = opt_linear_of(e);
    for (size_t i = 0; i < sum.count; i++) {
        const ir_expr *term = sum.term[i];
        const bool size = term->kind == IR_DIM
                          || (term->kind == IR_VAR && term->var->id < g->routine->var_count
                              && g->equals[term->var->id]);
        if (!size || sum.k[i] > MOST_TIMES || sum.k[i] < -MOST_TIMES)
            return false;
    }
    return sum.exact && modest(sum.c);
}

bool cg_same(cg *g, const ir_expr *a, const ir_expr *b)
{
    opt_linear sum = opt_linear_of(a);

    opt_linear_add(&sum, b, -1);
    put_sizes(g, &sum);
    return sum.exact && sum.count == 0 && sum.c == 0;
}

/* Only sizes, loop variables and small constants: then the index cannot have wrapped. */
static bool plain(const ir_expr *index)
{
    opt_linear sum = opt_linear_of(index);

    if (!sum.exact || !modest(sum.c))
        return false;
    for (size_t i = 0; i < sum.count; i++)
        if (!modest(sum.k[i]))
            return false;
    return true;
}

bool cg_in_bounds(cg *g, const ir_var *array, unsigned dim, const ir_expr *index)
{
    opt_linear low = opt_linear_of(index), high = {.exact = true};
    ir_expr *size = ir_expr_dim(g->scratch, index->loc, array, dim);

    if (!size || !plain(index))
        return false;
    opt_linear_add(&high, size, 1);
    opt_linear_add(&high, index, -1);
    return cg_at_least(g, low, 1) && cg_at_least(g, high, 0);
}

/* ---- aliases ---- */

/* A checked column stays in its plane. */
static bool planes_differ(const cg *g, const ir_place *element, const ir_expr *column)
{
    return !g->options.no_bounds && (!element->inbounds || element->within)
           && opt_planes_differ(element->var, element->column, column);
}

bool cg_columns_differ(cg *g, const ir_place *element, const ir_expr *column)
{
    return cg_differ(g, element->column, column) || planes_differ(g, element, column);
}

bool cg_differ(cg *g, const ir_expr *a, const ir_expr *b)
{
    if (opt_differ(a, b))
        return true;
    if (!cg_on(g, OPT_RANGES) || !plain(a) || !plain(b))
        return false;
    opt_linear above = opt_linear_of(a), below = opt_linear_of(b);
    opt_linear_add(&above, b, -1);
    opt_linear_add(&below, a, -1);
    return cg_at_least(g, above, 1) || cg_at_least(g, below, 1);
}

bool cg_apart(cg *g, const ir_place *a, const ir_place *b)
{
    if (!a->row || !b->row || (a->inbounds && !a->within) || (b->inbounds && !b->within)
        || a->var != b->var)
        return false;
    const bool rows = cg_differ(g, a->row, b->row),
               columns = a->column && cg_columns_differ(g, a, b->column);
    if (!a->column || !g->options.no_bounds) /* a checked row stays in its column */
        return rows || columns;
    return (rows && opt_same_expr(a->column, b->column))
           || (columns && opt_same_expr(a->row, b->row));
}
