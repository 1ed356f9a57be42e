/* piece_slack.c: bounds that only small sizes reach. In `for j = 1:3, i = 1:min(n, j + 3)` the
 * first end counts only where n is below 6. With the promise that it is not, it needs no
 * arithmetic: the loops have the bounds that a user would write who knows the size. */
#include "compiler/opt/pieces.h"

/* Where the promise fails, the loops run as they were written, and are no streams. */
enum { MOST_LEAST = 8 };

/* Does it say of one parameter that it has some least value, which is small? */
static bool asks_little(const opt_iterations *it, const affine_row *row)
{
    int64_t factor = 0;

    for (size_t i = 0; i < it->count; i++) {
        if (row->k[i] != 0 && (factor != 0 || it->unknown[i].loop))
            return false;
        factor += row->k[i];
    }
    return factor > 0 && factor < MOST_LEAST && factor * MOST_LEAST + row->k[AFFINE_VARS] >= 0;
}

static bool has_parameter(const opt_iterations *it, const affine_row *row)
{
    for (size_t i = 0; i < it->count; i++)
        if (row->k[i] != 0 && !it->unknown[i].loop)
            return true;
    return false;
}

static bool has_point(const opt_iterations *it, const affine_row *row)
{
    for (size_t i = 0; i < it->count; i++)
        if (row->k[i] != 0 && it->unknown[i].loop)
            return true;
    return false;
}

/* A bound of the points, by a parameter. */
static bool is_bound(const opt_iterations *it, const affine_row *row)
{
    return has_point(it, row) && has_parameter(it, row) && !row->equal;
}

/* The rows but this one; then it holds by a promise. False: the domain stays. */
static bool do_without(opt_iterations *it, size_t row)
{
    affine_set all;
    const affine_row bound = it->domain.row[row];
    affine_row enough;

    affine_copy(&all, &it->domain);
    it->domain.row[row] = it->domain.row[--it->domain.count];
    for (size_t from = 0; opt_enough_for(it, &bound, &from, &enough);)
        if (asks_little(it, &enough) && opt_promise(it, &enough))
            return true;
    affine_copy(&it->domain, &all);
    return false;
}

/* How far one coordinate goes follows from bounds of others, too. That of the outermost loop is
 * written so, where loops within would be empty. */
static bool reach_follows(opt_iterations *it, size_t coordinate)
{
    opt_iterations alone;
    affine_set reach;
    affine_row enough;
    bool any = false;

    opt_copy_iterations(&alone, it);
    affine_clear(&alone.domain);
    affine_copy(&reach, &it->domain);
    for (size_t v = 0; v < it->count; v++)
        if (it->unknown[v].loop && v != coordinate)
            affine_eliminate(&reach, v);
    for (size_t r = 0; r < reach.count; r++)
        if (!has_parameter(it, &reach.row[r]))
            affine_restrict(&alone.domain, &reach.row[r]);
    for (size_t r = 0; r < reach.count; r++)
        for (size_t from = 0;
             is_bound(it, &reach.row[r]) && opt_enough_for(&alone, &reach.row[r], &from, &enough);)
            if (asks_little(it, &enough) && !affine_implies(&it->domain, &enough)) {
                any = opt_promise(it, &enough) || any;
                break;
            }
    return any;
}

/* One parameter bounds the points, so a nest for which the promise fails is small. With another one
 * besides, as in a filter of one element over a large image, much would be lost. */
static bool has_one_parameter(const opt_iterations *it)
{
    size_t count = 0;

    for (size_t u = 0; u < it->count; u++) {
        bool used = false;
        for (size_t r = 0; r < it->domain.count && !it->unknown[u].loop; r++)
            used = used || (it->domain.row[r].k[u] != 0 && has_point(it, &it->domain.row[r]));
        count += used;
    }
    return count == 1;
}

bool opt_promise_slack(opt_piece *piece)
{
    opt_iterations *it = &piece->it;
    bool any = false;

    if (!has_one_parameter(it))
        return false;
    affine_drop_redundant(&it->domain);
    for (size_t r = it->domain.count; r-- > 0;)
        if (is_bound(it, &it->domain.row[r]) && do_without(it, r))
            any = true;
    for (size_t i = 0; i < piece->coordinate_count; i++)
        any = reach_follows(it, piece->coordinate[i]) || any;
    return any;
}
