/* pareto.h: the Pareto front of a set of points, and its knee. */
#ifndef RG_EXPLORE_PARETO_H
#define RG_EXPLORE_PARETO_H

#include <stdbool.h>
#include <stddef.h>

/* values holds count rows of objectives numbers, all to be made small. front[i]: no other row is at
 * least as good in every objective and better in one. A row with a NAN is never on it. */
void ex_front(const double *values, size_t count, size_t objectives, bool *front);

/* The knee among the rows of the front, or count where there is none (no row, or fewer than three
 * with two objectives).
 *
 * Every objective is scaled so that the front reaches from 0 to 1 in it. With two objectives the
 * knee is the row farthest below the straight line between the ends of the front (I. Das, "On
 * characterizing the knee of the Pareto curve based on normal-boundary intersection", Structural
 * Optimization 18, 1999); with more, the row nearest to the ideal point, all 0 (M. Zeleny,
 * "Compromise programming", 1973). With one objective it is the best row. Rows equally good: the
 * first. */
size_t ex_knee(const double *values, size_t count, size_t objectives, const bool *front);

#endif
