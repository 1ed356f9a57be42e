/* iteration.c: affine rows for the integer expressions of loops. */
#include "compiler/opt/iteration.h"

#include <string.h>

#include "compiler/opt/opt_internal.h"

/* No loop of a 64-bit machine comes to the end of so many iterations: at 10 GHz they take months.
 */
static const int64_t MOST_TRIPS = INT64_C(1) << 56;

void opt_copy_iterations(opt_iterations *to, const opt_iterations *from)
{
    memmove(to, from, offsetof(opt_iterations, domain));
    affine_copy(&to->domain, &from->domain);
}

unsigned opt_small_bits(const ir_module *m) { return m->xlen == 32 ? 23 : 31; }

int64_t opt_small_limit(const ir_module *m) { return (INT64_C(1) << opt_small_bits(m)) - 1; }

static bool fits(const ir_module *m, int64_t low, int64_t high)
{
    return low >= -ir_largest(m) && high <= ir_largest(m);
}

size_t opt_unknown_of_loop(const opt_iterations *it, const ir_stmt *loop)
{
    size_t i = 0;

    while (i < it->count && it->unknown[i].loop != loop)
        i++;
    return i < it->count ? i : AFFINE_VARS;
}

static size_t find(const opt_iterations *it, const ir_expr *e)
{
    size_t i = 0;

    while (i < it->count && !opt_same_expr(it->unknown[i].term, e))
        i++;
    return i;
}

static void promise(opt_region *region, const ir_expr *parameter)
{
    for (size_t i = 0; i < region->count; i++)
        if (opt_same_expr(region->parameter[i], parameter))
            return;
    if (region->count < AFFINE_VARS)
        region->parameter[region->count++] = parameter;
    else
        region->full = true;
}

static bool is_whole(const ir_expr *e) { return e->kind == IR_CONST && e->type == RG_TYPE_INT; }

static bool uses_iteration(const opt_iterations *it, const ir_expr *e)
{
    for (size_t i = 0; i < it->count; i++)
        if (it->unknown[i].loop && opt_expr_use(e, it->unknown[i].term->var))
            return true;
    return false;
}

/* Of a division by a constant: small without any promise. */
static bool is_remainder(const ir_expr *e)
{
    return e->kind == IR_OP && (e->op == RG_OP_REM || e->op == RG_OP_MOD) && is_whole(e->right)
           && e->right->raw > 0 && e->right->raw <= 1024;
}

/* Adds an extent, or another value that the region leaves alone. */
static bool add_parameter(opt_iterations *it, const ir_expr *e)
{
    opt_region *region = it->region;
    const int64_t limit = region->small ? opt_small_limit(region->m) : ir_largest(region->m);

    if (it->count == AFFINE_VARS || !opt_cannot_trap(e) || uses_iteration(it, e)
        || !opt_stays(region->root, region->region, e))
        return false;
    const int64_t most = is_remainder(e) ? e->right->raw - 1 : limit;
    it->unknown[it->count++] = (opt_unknown){e, NULL,
                                             e->kind == IR_DIM ? 0
                                             : most < limit    ? -most
                                                               : -limit - 1,
                                             most};
    if (e->kind == IR_DIM) {
        affine_row positive = {0};
        positive.k[it->count - 1] = 1;
        affine_restrict(&it->domain, &positive);
    }
    return true;
}

static bool unknown_of(opt_iterations *it, const ir_expr *e, opt_affine *form)
{
    const size_t i = find(it, e);

    if (i == it->count && !add_parameter(it, e))
        return false;
    *form = (opt_affine){.low = it->unknown[i].low, .high = it->unknown[i].high};
    form->row.k[i] = 1;
    if (!it->unknown[i].loop && it->region->small && !is_remainder(e))
        promise(it->region, e);
    return true;
}

static bool scaled(opt_affine *to, int64_t factor)
{
    const opt_affine from = *to;
    int64_t a, b;

    *to = (opt_affine){0};
    if (!affine_add_row(&to->row, &from.row, factor) || __builtin_mul_overflow(from.low, factor, &a)
        || __builtin_mul_overflow(from.high, factor, &b))
        return false;
    to->low = a < b ? a : b;
    to->high = a < b ? b : a;
    return true;
}

static bool added(opt_affine *to, const opt_affine *e)
{
    return affine_add_row(&to->row, &e->row, 1)
           && !__builtin_add_overflow(to->low, e->low, &to->low)
           && !__builtin_add_overflow(to->high, e->high, &to->high);
}

static bool product(opt_iterations *it, const ir_expr *e, opt_affine *form)
{
    const bool right = is_whole(e->right);

    return (right || is_whole(e->left)) && opt_affine_of(it, right ? e->left : e->right, form)
           && scaled(form, right ? e->right->raw : e->left->raw);
}

static bool sum(opt_iterations *it, const ir_expr *e, opt_affine *form)
{
    opt_affine right;

    return opt_affine_of(it, e->left, form) && opt_affine_of(it, e->right, &right)
           && (e->op == RG_OP_ADD || scaled(&right, -1)) && added(form, &right);
}

static bool constant(const ir_module *m, const ir_expr *e, opt_affine *form)
{
    *form = (opt_affine){.low = e->raw, .high = e->raw};
    form->row.k[AFFINE_VARS] = e->raw;
    return fits(m, e->raw, e->raw);
}

static bool is_known(const opt_iterations *it, const ir_expr *e, opt_affine *form)
{
    for (size_t i = 0; e->kind == IR_VAR && i < it->known_count; i++)
        if (it->known[i].var == e->var) {
            *form = it->known[i].value;
            return true;
        }
    return false;
}

bool opt_affine_of(opt_iterations *it, const ir_expr *e, opt_affine *form)
{
    const ir_module *m = it->region->m;

    if (e->type != RG_TYPE_INT)
        return false;
    if (is_known(it, e, form))
        return true;
    if (e->kind == IR_CONST)
        return constant(m, e, form);
    if (e->kind == IR_OP && (e->op == RG_OP_ADD || e->op == RG_OP_SUB || e->op == RG_OP_MUL)) {
        if ((e->op == RG_OP_MUL ? product : sum)(it, e, form) && fits(m, form->low, form->high))
            return true;
        it->region->wraps = it->region->wraps || !it->region->small;
    }
    return unknown_of(it, e, form);
}

/* From the lowest first value up, or from the highest one down, to the furthest last one. */
static void range_of(const ir_module *m, const opt_affine *first, const opt_affine *last,
                     int64_t step, opt_unknown *v)
{
    int64_t way, end;

    v->low = -ir_largest(m) - 1;
    v->high = ir_largest(m);
    if (first)
        *(step > 0 ? &v->low : &v->high) = step > 0 ? first->low : first->high;
    if (last)
        *(step > 0 ? &v->high : &v->low) = step > 0 ? last->high : last->low;
    if (!first || m->xlen < 64 || __builtin_mul_overflow(MOST_TRIPS, step, &way)
        || __builtin_add_overflow(step > 0 ? first->high : first->low, way, &end))
        return;
    if (step > 0 && end < v->high)
        v->high = end;
    if (step < 0 && end > v->low)
        v->low = end;
}

/* sign * (variable - bound) >= 0 */
static void add_bound(opt_iterations *it, size_t variable, const opt_affine *bound, int64_t sign)
{
    affine_row row = {0};

    row.k[variable] = sign;
    if (affine_add_row(&row, &bound->row, -sign))
        affine_restrict(&it->domain, &row);
}

void opt_enter_loop(opt_iterations *it, const ir_stmt *loop)
{
    opt_affine first, last;
    int64_t step;
    const bool steady = ir_constant_step(loop, &step) && step != 0;
    const bool has_first = steady && opt_affine_of(it, loop->first, &first),
               has_last = steady && opt_affine_of(it, loop->last, &last);
    ir_expr *term = ir_expr_var(it->region->m, loop->loc, loop->var);
    opt_unknown v = {term, loop, 0, 0};

    if (it->count == AFFINE_VARS || !term)
        return;
    range_of(it->region->m, has_first ? &first : NULL, has_last ? &last : NULL, steady ? step : 1,
             &v);
    it->unknown[it->count++] = v;
    if (has_first)
        add_bound(it, it->count - 1, &first, step > 0 ? 1 : -1);
    if (has_last)
        add_bound(it, it->count - 1, &last, step > 0 ? -1 : 1);
}

/* The largest magnitude of its values; -1: the least word is among them, whose negative wraps. */
static int64_t magnitude(const opt_unknown *u)
{
    if (u->low == INT64_MIN)
        return -1;
    return u->high > -u->low ? u->high : -u->low;
}

/* No partial sum wraps, in whatever order it is made. */
static bool sum_fits(const opt_iterations *it, const affine_row *row)
{
    int64_t total = 0;

    for (size_t i = 0; i <= AFFINE_VARS; i++) {
        const int64_t most = i < it->count ? magnitude(&it->unknown[i]) : 1;
        int64_t part;
        if (row->k[i] == 0)
            continue;
        if (most < 0 || __builtin_mul_overflow(row->k[i] < 0 ? -row->k[i] : row->k[i], most, &part)
            || __builtin_add_overflow(total, part, &total))
            return false;
    }
    return total <= ir_largest(it->region->m);
}

/* One unknown or constant by itself never wraps. */
static const ir_expr *single(const opt_iterations *it, const affine_row *row)
{
    const ir_expr *only = NULL;

    for (size_t i = 0; i <= AFFINE_VARS; i++) {
        if (row->k[i] == 0)
            continue;
        if (only || i >= it->count || row->k[i] != 1)
            return NULL;
        only = it->unknown[i].term;
    }
    return only;
}

static ir_expr *term_times(ir_module *m, ir_loc loc, const ir_expr *term, int64_t factor)
{
    return factor == 1 ? (ir_expr *)(uintptr_t)term
                       : opt_op(m, loc, RG_OP_MUL, term, ir_whole(m, loc, factor));
}

ir_expr *opt_affine_expr(opt_iterations *it, ir_loc loc, const affine_row *row)
{
    ir_module *m = it->region->m;
    const ir_expr *only = single(it, row);
    ir_expr *e = NULL;

    if (only)
        return (ir_expr *)(uintptr_t)only;
    if (!sum_fits(it, row)) {
        it->region->wraps = it->region->wraps || !it->region->small;
        return NULL;
    }
    for (unsigned subtracted = 0; subtracted < 2; subtracted++)
        for (size_t i = 0; i < it->count; i++) {
            const int64_t k = row->k[i];
            if (k == 0 || (k < 0) != (subtracted == 1))
                continue;
            ir_expr *part = term_times(m, loc, it->unknown[i].term, k < 0 ? -k : k);
            e = !e && k > 0 ? part
                            : opt_op(m, loc, k < 0 ? RG_OP_SUB : RG_OP_ADD,
                                     e ? e : ir_whole(m, loc, 0), part);
        }
    const int64_t c = row->k[AFFINE_VARS];
    return !e       ? ir_whole(m, loc, c)
           : c == 0 ? e
                    : opt_op(m, loc, RG_OP_ADD, e, ir_whole(m, loc, c));
}

ir_expr *opt_affine_condition(opt_iterations *it, ir_loc loc, const affine_row *row)
{
    affine_row left = {0}, right = {0};

    for (size_t i = 0; i <= AFFINE_VARS; i++)
        if (row->k[i] > 0 && i < AFFINE_VARS)
            left.k[i] = row->k[i];
        else
            right.k[i] = -row->k[i];
    ir_expr *a = opt_affine_expr(it, loc, &left), *b = opt_affine_expr(it, loc, &right);
    return a && b ? ir_expr_op(it->region->m, loc, row->equal ? RG_OP_EQ : RG_OP_GE, a, b) : NULL;
}

static bool has_parameters_only(const opt_iterations *it, const affine_row *row)
{
    for (size_t i = 0; i < it->count; i++)
        if (row->k[i] != 0 && it->unknown[i].loop)
            return false;
    return !affine_is_constant(row);
}

/* Does the row say of a parameter that it is not negative? */
static void note_sign(const opt_iterations *it, const affine_row *row)
{
    opt_region *region = it->region;
    const ir_expr *only = NULL;

    for (size_t i = 0; i < it->count; i++)
        if (row->k[i] != 0 && (only || row->k[i] < 0))
            return;
        else if (row->k[i] > 0)
            only = it->unknown[i].term;
    for (size_t i = 0; i < region->count && row->k[AFFINE_VARS] <= 0; i++)
        region->not_negative[i] = region->not_negative[i]
                                  || opt_same_expr(region->parameter[i], only);
}

bool opt_promise_that(opt_region *region, ir_expr *condition)
{
    region->wraps = region->wraps || !region->small;
    if (!region->small || !condition)
        return false;
    for (size_t i = 0; i < region->promise_count; i++)
        if (opt_same_expr(region->promise[i], condition))
            return true;
    if (region->promise_count == OPT_PROMISES)
        return false;
    region->promise[region->promise_count++] = condition;
    return true;
}

void opt_forget_promises(opt_region *region, const opt_region *before)
{
    const bool wraps = region->wraps;

    *region = *before;
    region->wraps = wraps || before->wraps;
}

static bool promise_of_parameters(opt_iterations *it, const affine_row *row)
{
    opt_region *region = it->region;
    affine_set with;

    affine_copy(&with, &it->domain);
    affine_restrict(&with, row);
    if (affine_is_empty(&with)
        || !opt_promise_that(region, opt_affine_condition(it, region->region->loc, row)))
        return false;
    note_sign(it, row);
    affine_copy(&it->domain, &with);
    return true;
}

static void without_iterations(const opt_iterations *it, affine_set *set)
{
    for (size_t v = 0; v < it->count; v++)
        if (it->unknown[v].loop)
            affine_eliminate(set, v);
}

bool opt_enough_for(const opt_iterations *it, const affine_row *row, size_t *from,
                    affine_row *enough)
{
    affine_set outside, runs;
    affine_row not_so;

    if (row->equal || !affine_negated(row, &not_so))
        return false;
    affine_copy(&outside, &it->domain);
    affine_copy(&runs, &it->domain);
    affine_restrict(&outside, &not_so);
    without_iterations(it, &outside);
    without_iterations(it, &runs);
    for (; *from < outside.count; ++*from) {
        const affine_row *r = &outside.row[*from];
        if (!r->equal && !affine_implies(&runs, r) && affine_negated(r, enough)) {
            ++*from;
            return true;
        }
    }
    return false;
}

static bool promise_in_all(opt_iterations *it, const affine_row *row)
{
    affine_row enough;

    for (size_t from = 0; opt_enough_for(it, row, &from, &enough);)
        if (promise_of_parameters(it, &enough))
            return true;
    return false;
}

bool opt_promise(opt_iterations *it, const affine_row *row)
{
    return affine_implies(&it->domain, row)
           || (has_parameters_only(it, row) ? promise_of_parameters(it, row)
                                            : promise_in_all(it, row));
}
