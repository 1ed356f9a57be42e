/* nnls.h: least squares whose coefficients are never negative. */
#ifndef RG_NNLS_H
#define RG_NNLS_H

#include <stdbool.h>
#include <stddef.h>

/* The normal equations of n columns: gram is n x n and symmetric, cross has n entries. */
typedef struct {
    size_t n;
    double *gram, *cross;
} rg_normal;

/* Minimises b'Gb - 2 b'c over b >= 0 (C. Lawson, R. Hanson, Solving Least Squares Problems, 1974,
 * chapter 23; some sweeps of coordinate descent choose the set to begin with). A column that is a
 * sum of others, or empty, gets 0. False when memory is short. */
bool rg_nnls(const rg_normal *normal, double *b);

#endif
