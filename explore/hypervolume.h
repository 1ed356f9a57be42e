/* hypervolume.h: how much a front dominates, as one number. */
#ifndef RG_EXPLORE_HYPERVOLUME_H
#define RG_EXPLORE_HYPERVOLUME_H

#include <stdbool.h>
#include <stddef.h>

enum { EX_MOST_VOLUME_OBJECTIVES = 6 };

/* The volume between the rows and the reference point that some row dominates (E. Zitzler and L.
 * Thiele, PPSN V, 1998).
 *
 * values holds count rows of n objectives, all to be made small. Rows that
 * are not below the reference in every objective, or hold a NAN, count for nothing. *volume is 0
 * where no row counts. False when memory is short, or n is not 1 to EX_MOST_VOLUME_OBJECTIVES. */
bool ex_hypervolume(const double *values, size_t count, size_t n, const double *reference,
                    double *volume);

#endif
