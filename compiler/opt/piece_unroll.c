/* piece_unroll.c: a coordinate of few values that are known, such as one along a small window.
 * Each value is a nest of its own: its bounds and indices are those of that value, where a loop
 * over the window would compute them in each iteration. */
#include "compiler/opt/nest_cost.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/pieces.h"

/* Nests that one piece may become; what they must cost, as they are more instructions. */
enum { MOST_NESTS = 4 };
static const double WORTH_UNROLLING = 0.8;

typedef struct {
    int64_t low, high;
} values;

/* What the domain says of it, whatever all else is. False where that is not a first and last value,
 * or they are too many. */
static bool known_values(const opt_piece *piece, size_t coordinate, size_t most, values *out)
{
    affine_set set;
    bool low = false, high = false;

    affine_copy(&set, &piece->it.domain);
    for (size_t v = 0; v < piece->it.count; v++)
        if (v != coordinate)
            affine_eliminate(&set, v);
    for (size_t r = 0; r < set.count && !set.unknown; r++) {
        const int64_t k = set.row[r].k[coordinate], c = set.row[r].k[AFFINE_VARS];
        if (set.row[r].equal || (k != 1 && k != -1))
            continue;
        if (k == 1 && (!low || -c > out->low))
            out->low = -c;
        if (k == -1 && (!high || c < out->high))
            out->high = c;
        low = low || k == 1;
        high = high || k == -1;
    }
    return low && high && out->low < out->high && (uint64_t)out->high - (uint64_t)out->low < most;
}

static ir_stmt *cheapest_nest(opt_piece *piece, size_t most);

/* *nest: for this value; NULL where it has no points. False where there is no nest for it. */
static bool nest_at(const opt_piece *piece, size_t coordinate, int64_t value, size_t most,
                    ir_stmt **nest)
{
    affine_row is = {.k = {[AFFINE_VARS] = -value}, .equal = true};
    opt_piece one;

    opt_copy_piece(&one, piece);
    *nest = NULL;
    is.k[coordinate] = 1;
    affine_restrict(&one.it.domain, &is);
    if (affine_is_empty(&one.it.domain))
        return true;
    one.update = opt_copy_alone(piece->it.region->m, piece->update);
    *nest = one.update ? cheapest_nest(&one, most) : NULL;
    return *nest != NULL;
}

static ir_stmt *unrolled(const opt_piece *piece, size_t coordinate, size_t most)
{
    ir_stmt *list = NULL, *nest;
    values v = {0, 0};

    if (!known_values(piece, coordinate, most, &v))
        return NULL;
    for (int64_t value = v.low; value <= v.high; value++) {
        if (!nest_at(piece, coordinate, value, most / (size_t)(v.high - v.low + 1), &nest))
            return NULL;
        list = ir_append(list, nest);
    }
    return list;
}

static ir_stmt *cheapest_nest(opt_piece *piece, size_t most)
{
    const opt_region *region = piece->it.region;
    opt_piece whole;

    opt_copy_piece(&whole, piece);
    whole.update = opt_copy_alone(region->m, piece->update); /* settling writes into it */
    ir_stmt *best = whole.update && opt_settle_piece(&whole) ? opt_emit_piece(&whole) : NULL;
    double cost = best ? opt_list_cost(region, best) : 0;

    for (size_t i = 0; i < piece->coordinate_count && best; i++) {
        ir_stmt *list = unrolled(piece, piece->coordinate[i], most);
        const double each = list ? opt_list_cost(region, list) : 0;
        if (list && each < WORTH_UNROLLING * cost) {
            best = list;
            cost = each;
        }
    }
    return best;
}

ir_stmt *opt_emit_unrolled(opt_piece *piece) { return cheapest_nest(piece, MOST_NESTS); }
