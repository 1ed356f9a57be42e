/* hypervolume.c: the volume that a front dominates, by slices along one objective after the other
 * (L. While et al., "A faster algorithm for calculating hypervolume", IEEE TEC 10, 2006). */
#include "explore/hypervolume.h"

#include <stdlib.h>
#include <string.h>

/* Rows by index, sorted anew for each objective; a level of slices has its own. */
typedef struct {
    const double *values, *reference;
    size_t count, n;
    size_t *order;
} slicing;

static double at(const slicing *s, size_t row, size_t k) { return s->values[row * s->n + k]; }

/* Insertion: the rows of a slice come nearly sorted, and fronts are small. */
static void sort(const slicing *s, size_t *rows, size_t count, size_t k)
{
    for (size_t i = 1; i < count; i++) {
        const size_t row = rows[i];
        size_t j = i;
        for (; j > 0 && at(s, rows[j - 1], k) > at(s, row, k); j--)
            rows[j] = rows[j - 1];
        rows[j] = row;
    }
}

/* Sorted by the second objective, a row adds the strip that no row before it has. */
static double area(const slicing *s, const size_t *rows, size_t count)
{
    double sum = 0, left = s->reference[0];
    for (size_t i = 0; i < count; i++) {
        const double x = at(s, rows[i], 0);
        if (x >= left)
            continue;
        sum += (left - x) * (s->reference[1] - at(s, rows[i], 1));
        left = x;
    }
    return sum;
}

static double slices(const slicing *s, const size_t *from, size_t count, size_t k)
{
    size_t *rows = s->order + k * s->count;
    double sum = 0;
    memcpy(rows, from, count * sizeof *rows);
    sort(s, rows, count, k);
    if (k == 0)
        return s->reference[0] - at(s, rows[0], 0);
    if (k == 1)
        return area(s, rows, count);
    for (size_t i = 0; i < count; i++) {
        const double next = i + 1 < count ? at(s, rows[i + 1], k) : s->reference[k];
        if (next > at(s, rows[i], k))
            sum += (next - at(s, rows[i], k)) * slices(s, rows, i + 1, k - 1);
    }
    return sum;
}

static bool below(const double *row, const double *reference, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (!(row[k] < reference[k]))
            return false;
    return true;
}

bool ex_hypervolume(const double *values, size_t count, size_t n, const double *reference,
                    double *volume)
{
    slicing s = {values, reference, count, n, NULL};
    size_t used = 0;
    *volume = 0;
    if (n == 0 || n > EX_MOST_VOLUME_OBJECTIVES)
        return false;
    size_t *rows = calloc(count + 1, sizeof *rows);
    s.order = calloc(count * n + 1, sizeof *s.order);
    for (size_t i = 0; rows && i < count; i++)
        if (below(values + i * n, reference, n))
            rows[used++] = i;
    const bool good = rows && s.order;
    if (good && used > 0)
        *volume = slices(&s, rows, used, n - 1);
    free(rows);
    free(s.order);
    return good;
}
