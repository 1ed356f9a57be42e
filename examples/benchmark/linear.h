/* linear.h: a small dense symmetric system, for Newton steps. */
#ifndef BENCHMARK_LINEAR_H
#define BENCHMARK_LINEAR_H

#include <stddef.h>

/* Solves (A + damping I) x = b by Cholesky factors; A is n x n, symmetric, and is not changed. 0
 * when the matrix is not positive definite: x is not defined then. */
int linear_solve(const double *A, double damping, const double *b, double *x, size_t n);

#endif
