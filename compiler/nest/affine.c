/* affine.c: Fourier-Motzkin elimination over integers. */
#include "compiler/nest/affine.h"

#include <string.h>

void affine_clear(affine_set *set)
{
    set->count = 0;
    set->empty = set->unknown = false;
}

void affine_copy(affine_set *to, const affine_set *from)
{
    memmove(to, from, offsetof(affine_set, row) + from->count * sizeof *from->row);
}

static int64_t magnitude(int64_t a) { return a < 0 ? -a : a; }

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return magnitude(a);
}

static int64_t floor_division(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

bool affine_add_row(affine_row *to, const affine_row *from, int64_t factor)
{
    for (size_t i = 0; i <= AFFINE_VARS; i++) {
        int64_t product;
        if (__builtin_mul_overflow(from->k[i], factor, &product)
            || __builtin_add_overflow(to->k[i], product, &to->k[i]) || to->k[i] == INT64_MIN)
            return false;
    }
    return true;
}

bool affine_negated(const affine_row *inequality, affine_row *negated)
{
    *negated = (affine_row){0};
    negated->k[AFFINE_VARS] = -1; /* not (e >= 0) is -e - 1 >= 0 */
    return affine_add_row(negated, inequality, -1);
}

bool affine_is_constant(const affine_row *row)
{
    for (size_t i = 0; i < AFFINE_VARS; i++)
        if (row->k[i] != 0)
            return false;
    return true;
}

static bool holds(const affine_row *constant)
{
    return constant->equal ? constant->k[AFFINE_VARS] == 0 : constant->k[AFFINE_VARS] >= 0;
}

bool affine_tighten(affine_row *row)
{
    int64_t divisor = 0;

    for (size_t i = 0; i < AFFINE_VARS && divisor != 1; i++)
        if (row->k[i] != 0)
            divisor = common_divisor(row->k[i], divisor);
    if (divisor <= 1)
        return true;
    if (row->equal && row->k[AFFINE_VARS] % divisor != 0)
        return false;
    for (size_t i = 0; i < AFFINE_VARS; i++)
        row->k[i] /= divisor;
    row->k[AFFINE_VARS] = floor_division(row->k[AFFINE_VARS], divisor);
    return true;
}

/* Do the variables of b have the factors of a, times sign? */
static bool parallel(const affine_row *a, const affine_row *b, int64_t sign)
{
    for (size_t i = 0; i < AFFINE_VARS; i++)
        if (a->k[i] != sign * b->k[i])
            return false;
    return true;
}

/* An inequality beside a parallel one: the stronger of both stays. Two that exclude each other
 * leave nothing. True if the set needs no new row. */
static bool merged(affine_set *set, const affine_row *row)
{
    for (size_t i = 0; i < set->count; i++) {
        affine_row *other = &set->row[i];
        int64_t gap;
        if (other->equal)
            continue;
        if (parallel(other, row, 1)) {
            if (row->k[AFFINE_VARS] < other->k[AFFINE_VARS])
                other->k[AFFINE_VARS] = row->k[AFFINE_VARS];
            return true;
        }
        if (parallel(other, row, -1)
            && !__builtin_add_overflow(other->k[AFFINE_VARS], row->k[AFFINE_VARS], &gap)
            && gap < 0) {
            set->empty = true;
            return true;
        }
    }
    return false;
}

/* The least word has no magnitude. */
static bool has_least_word(const affine_row *row)
{
    for (size_t i = 0; i <= AFFINE_VARS; i++)
        if (row->k[i] == INT64_MIN)
            return true;
    return false;
}

void affine_restrict(affine_set *set, const affine_row *row)
{
    affine_row tight = *row;

    if (set->empty)
        return;
    if (has_least_word(row)) {
        set->unknown = true;
        return;
    }
    if (affine_is_constant(row)) {
        set->empty = !holds(row);
        return;
    }
    if (!affine_tighten(&tight)) {
        set->empty = true;
        return;
    }
    if (!tight.equal && merged(set, &tight))
        return;
    if (set->count == AFFINE_ROWS)
        set->unknown = true;
    else
        set->row[set->count++] = tight;
}

/* The row and the pivot, an equality, with positive factor for the row: the variable is gone. */
static bool substituted(const affine_row *row, const affine_row *pivot, size_t variable,
                        affine_row *result)
{
    const int64_t divisor = common_divisor(pivot->k[variable], row->k[variable]);
    const int64_t own = magnitude(pivot->k[variable]) / divisor;
    const int64_t other = -(row->k[variable] / divisor) * (pivot->k[variable] < 0 ? -1 : 1);

    *result = (affine_row){.equal = row->equal};
    return affine_add_row(result, row, own) && affine_add_row(result, pivot, other);
}

/* The equality with the smallest factor of the variable; NULL: there is none. */
static const affine_row *pivot_of(const affine_set *set, size_t variable)
{
    const affine_row *best = NULL;

    for (size_t i = 0; i < set->count; i++) {
        const affine_row *row = &set->row[i];
        if (row->equal && row->k[variable] != 0
            && (!best || magnitude(row->k[variable]) < magnitude(best->k[variable])))
            best = row;
    }
    return best;
}

static void put(affine_set *set, bool whole, const affine_row *row)
{
    if (whole)
        affine_restrict(set, row);
    else
        set->unknown = true;
}

static void substitute(affine_set *out, const affine_set *set, const affine_row *pivot,
                       size_t variable)
{
    for (size_t i = 0; i < set->count && !out->empty; i++) {
        affine_row row = set->row[i];
        if (&set->row[i] == pivot)
            continue;
        put(out, row.k[variable] == 0 || substituted(&set->row[i], pivot, variable, &row), &row);
    }
}

/* Every lower bound of the variable is at most every upper one. */
static void combine(affine_set *out, const affine_set *set, size_t variable)
{
    for (size_t i = 0; i < set->count && !out->empty; i++)
        if (set->row[i].k[variable] == 0)
            affine_restrict(out, &set->row[i]);
    for (size_t i = 0; i < set->count; i++) {
        const affine_row *low = &set->row[i];
        if (low->k[variable] <= 0)
            continue;
        for (size_t j = 0; j < set->count && !out->empty; j++) {
            const affine_row *high = &set->row[j];
            affine_row row = {0};
            if (high->k[variable] >= 0)
                continue;
            const int64_t divisor = common_divisor(low->k[variable], high->k[variable]);
            put(out,
                affine_add_row(&row, low, -high->k[variable] / divisor)
                    && affine_add_row(&row, high, low->k[variable] / divisor),
                &row);
        }
    }
}

void affine_eliminate(affine_set *set, size_t variable)
{
    affine_set out;
    const affine_row *pivot = pivot_of(set, variable);

    affine_clear(&out);
    out.empty = set->empty;
    out.unknown = set->unknown;
    if (pivot)
        substitute(&out, set, pivot, variable);
    else
        combine(&out, set, variable);
    affine_copy(set, &out);
}

/* Variables from this one on are in no row. */
static size_t width_of(const affine_set *set)
{
    size_t width = 0;

    for (size_t i = 0; i < set->count; i++)
        for (size_t v = AFFINE_VARS; v-- > width;)
            if (set->row[i].k[v] != 0)
                width = v + 1;
    return width;
}

/* In how many rows each variable has a lower or upper bound, or is in an equality. */
typedef struct {
    int32_t low[AFFINE_VARS], high[AFFINE_VARS], equal[AFFINE_VARS];
} occurrences;

static void count_occurrences(const affine_set *set, size_t width, occurrences *n)
{
    *n = (occurrences){0};
    for (size_t i = 0; i < set->count; i++) {
        const affine_row *row = &set->row[i];
        for (size_t v = 0; v < width; v++)
            if (row->k[v] != 0)
                (row->equal ? n->equal : row->k[v] > 0 ? n->low : n->high)[v]++;
    }
}

/* The variable whose elimination adds the fewest rows, about; equalities add none. AFFINE_VARS: no
 * variable is left. */
static size_t cheapest(const affine_set *set, size_t width)
{
    occurrences n;
    size_t best = AFFINE_VARS;
    int32_t least = 0;

    count_occurrences(set, width, &n);
    for (size_t v = 0; v < width; v++) {
        const int32_t low = n.low[v], high = n.high[v],
                      cost = n.equal[v] > 0 ? -AFFINE_ROWS : low * high - low - high;
        if (low + high + n.equal[v] > 0 && (best == AFFINE_VARS || cost < least)) {
            best = v;
            least = cost;
        }
    }
    return best;
}

/* An unknown set has fewer rows than it should have: if those exclude each other, it is empty too.
 */
bool affine_is_empty(const affine_set *set)
{
    affine_set rest;

    affine_copy(&rest, set);
    const size_t width = width_of(&rest);
    for (size_t v = cheapest(&rest, width); v < AFFINE_VARS && !rest.empty;
         v = cheapest(&rest, width))
        affine_eliminate(&rest, v);
    return rest.empty;
}

static bool empty_with(const affine_set *set, const affine_row *row)
{
    affine_set with;

    affine_copy(&with, set);
    affine_restrict(&with, row);
    return affine_is_empty(&with);
}

/* An equality is two inequalities. */
bool affine_implies(const affine_set *set, const affine_row *row)
{
    affine_row above = *row, below = {0}, negated;

    above.equal = false;
    if (!affine_negated(&above, &negated) || !empty_with(set, &negated))
        return false;
    return !row->equal
           || (affine_add_row(&below, row, -1) && affine_negated(&below, &negated)
               && empty_with(set, &negated));
}

bool affine_is_redundant(const affine_set *set, size_t row)
{
    affine_set rest;

    affine_copy(&rest, set);
    rest.row[row] = rest.row[--rest.count];
    return affine_implies(&rest, &set->row[row]);
}

void affine_drop_redundant(affine_set *set)
{
    for (size_t i = set->count; i-- > 0;)
        if (!set->row[i].equal && affine_is_redundant(set, i))
            set->row[i] = set->row[--set->count];
}
