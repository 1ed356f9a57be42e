/* pareto.c: the Pareto front of a set of points, and its knee. */
#include "explore/pareto.h"

#include <math.h>

static bool comparable(const double *row, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (isnan(row[k]))
            return false;
    return true;
}

static bool dominates(const double *a, const double *b, size_t n)
{
    bool better = false;
    for (size_t k = 0; k < n; k++) {
        if (!(a[k] <= b[k]))
            return false;
        better = better || a[k] < b[k];
    }
    return better;
}

void ex_front(const double *values, size_t count, size_t n, bool *front)
{
    for (size_t i = 0; i < count; i++) {
        const double *row = values + i * n;
        front[i] = n > 0 && comparable(row, n);
        for (size_t j = 0; front[i] && j < count; j++)
            front[i] = !dominates(values + j * n, row, n);
    }
}

/* How good a knee the row is: more is better. low and span belong to the objectives of the front.
 */
static double bend(const double *row, size_t n, const double *low, const double *span)
{
    double sum = 0, squares = 0;
    for (size_t k = 0; k < n; k++) {
        double x = span[k] > 0 ? (row[k] - low[k]) / span[k] : 0;
        sum += x;
        squares += x * x;
    }
    /* The ends of the scaled front are (0, 1) and (1, 0): the distance below the line through them
     * is (1 - x - y) / sqrt 2. */
    return n == 2 ? 1 - sum : n == 1 ? -sum : -squares;
}

enum { MOST_OBJECTIVES = 32 };

size_t ex_knee(const double *values, size_t count, size_t n, const bool *front)
{
    double low[MOST_OBJECTIVES], span[MOST_OBJECTIVES], most = -INFINITY;
    size_t rows = 0, best = count;
    if (n == 0 || n > MOST_OBJECTIVES)
        return count;
    for (size_t k = 0; k < n; k++) {
        double high = -INFINITY;
        low[k] = INFINITY;
        for (size_t i = 0; i < count; i++)
            if (front[i]) {
                low[k] = fmin(low[k], values[i * n + k]);
                high = fmax(high, values[i * n + k]);
            }
        span[k] = high - low[k];
    }
    for (size_t i = 0; i < count; i++) {
        if (!front[i])
            continue;
        rows++;
        double b = bend(values + i * n, n, low, span);
        if (b > most) {
            most = b;
            best = i;
        }
    }
    /* A straight line or two ends have no knee. */
    return n == 2 && (rows < 3 || most <= 1e-12) ? count : best;
}
