/* nnls.c: the active set method on normal equations. */
#include "energy/netlist/nnls.h"

#include <math.h>
#include <stdlib.h>

enum { SWEEPS = 50 };
static const double DEPENDENT =
                        1e-11, /* of a diagonal: what is left of a column that others span */
    GAIN = 1e-9;               /* of a cross term: a slope that is worth no further step */

typedef struct {
    const rg_normal *normal;
    double *b, *slack, *best, *factor;
    size_t *set, count; /* columns that are not 0 */
} search;

static double gram(const search *s, size_t i, size_t j)
{
    return s->normal->gram[i * s->normal->n + j];
}

/* slack = c - G b */
static void find_slack(search *s)
{
    for (size_t i = 0; i < s->normal->n; i++) {
        s->slack[i] = s->normal->cross[i];
        for (size_t j = 0; j < s->normal->n; j++)
            s->slack[i] -= gram(s, i, j) * s->b[j];
    }
}

/* Each coefficient in turn takes its best value, or 0 where that is below. */
static void sweep(search *s)
{
    for (size_t i = 0; i < s->normal->n; i++) {
        const double diagonal = gram(s, i, i);
        const double by = diagonal > 0 ? fmax(0, s->b[i] + s->slack[i] / diagonal) - s->b[i]
                                       : -s->b[i];
        s->b[i] += by;
        for (size_t j = 0; by != 0 && j < s->normal->n; j++)
            s->slack[j] -= gram(s, i, j) * by;
    }
}

/* Cholesky's factor of the columns of the set; a dependent one has a row of zeros and an infinite
 * diagonal, which leaves it 0. */
static void factorise(search *s)
{
    const size_t n = s->count;
    for (size_t i = 0; i < n; i++) {
        double *row = &s->factor[i * n], rest = gram(s, s->set[i], s->set[i]);
        for (size_t j = 0; j < i; j++) {
            double sum = gram(s, s->set[i], s->set[j]);
            for (size_t k = 0; k < j; k++)
                sum -= row[k] * s->factor[j * n + k];
            row[j] = sum / s->factor[j * n + j];
            rest -= row[j] * row[j];
        }
        row[i] = rest > DEPENDENT * gram(s, s->set[i], s->set[i]) ? sqrt(rest) : INFINITY;
    }
}

/* The best coefficients of the set, were they free. */
static void solve(search *s)
{
    const size_t n = s->count;
    factorise(s);
    for (size_t i = 0; i < n; i++) {
        s->best[i] = s->normal->cross[s->set[i]];
        for (size_t k = 0; k < i; k++)
            s->best[i] -= s->factor[i * n + k] * s->best[k];
        s->best[i] /= s->factor[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            s->best[i] -= isinf(s->factor[i * n + i]) ? 0 : s->factor[k * n + i] * s->best[k];
        s->best[i] /= s->factor[i * n + i];
    }
}

/* Moves towards the best until a coefficient meets 0, and drops those at 0. True: it is there. */
static bool approach(search *s)
{
    double part = 1;
    for (size_t i = 0; i < s->count; i++)
        if (s->best[i] <= 0)
            part = fmin(part, s->b[s->set[i]] / (s->b[s->set[i]] - s->best[i]));
    const bool there = part >= 1;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++) {
        double *b = &s->b[s->set[i]];
        *b += part * (s->best[i] - *b);
        if (*b > 0 && (s->best[i] > 0 || s->b[s->set[i]] > 1e-12 * fabs(s->best[i])))
            s->set[kept++] = s->set[i];
        else
            *b = 0;
    }
    s->count = kept;
    return there;
}

static bool in_set(const search *s, size_t column)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->set[i] == column)
            return true;
    return false;
}

/* The column outside the set that the fit would most like above 0. */
static bool add_column(search *s)
{
    size_t best = s->normal->n;
    double most = GAIN;
    for (size_t i = 0; i < s->normal->n; i++) {
        const double slope =
            s->slack[i]
            / (fabs(s->normal->cross[i]) + sqrt(fmax(0, gram(s, i, i))) * 1e-12 + 1e-300);
        if (gram(s, i, i) > 0 && slope > most && !in_set(s, i)) {
            most = slope;
            best = i;
        }
    }
    if (best < s->normal->n)
        s->set[s->count++] = best;
    return best < s->normal->n;
}

static void find(search *s)
{
    for (unsigned i = 0; i < SWEEPS; i++)
        sweep(s);
    for (size_t i = 0; i < s->normal->n; i++)
        if (s->b[i] > 0)
            s->set[s->count++] = i;
    for (size_t step = 0; step < 3 * s->normal->n; step++) {
        do
            solve(s);
        while (!approach(s));
        find_slack(s);
        if (!add_column(s))
            break;
    }
}

bool rg_nnls(const rg_normal *normal, double *b)
{
    const size_t n = normal->n;
    search s = {normal,
                b,
                calloc(n + 1, sizeof(double)),
                calloc(n + 1, sizeof(double)),
                calloc(n * n + 1, sizeof(double)),
                calloc(n + 1, sizeof(size_t)),
                0};
    const bool good = s.slack && s.best && s.factor && s.set;
    if (good) {
        find_slack(&s);
        find(&s);
    }
    free(s.slack);
    free(s.best);
    free(s.factor);
    free(s.set);
    return good;
}
