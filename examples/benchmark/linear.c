/* linear.c: a small dense symmetric system, for Newton steps. */
#include "examples/benchmark/linear.h"

#include "examples/benchmark/numbers.h"

#include <math.h>
#include <stdlib.h>

/* L with L L' = A + damping I, by rows. */
static int factor(const double *A, double damping, double *L, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = A[i * n + j] + (i == j ? damping : 0);
            for (size_t k = 0; k < j; k++)
                sum -= L[i * n + k] * L[j * n + k];
            if (i == j && !(sum > 0))
                return 0;
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
        }
    return 1;
}

int linear_solve(const double *A, double damping, const double *b, double *x, size_t n)
{
    double *L = numbers_zero(n * n);
    int definite = factor(A, damping, L, n);
    for (size_t i = 0; definite && i < n; i++) {
        x[i] = b[i];
        for (size_t k = 0; k < i; k++)
            x[i] -= L[i * n + k] * x[k];
        x[i] /= L[i * n + i];
    }
    for (size_t i = n; definite && i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            x[i] -= L[k * n + i] * x[k];
        x[i] /= L[i * n + i];
    }
    free(L);
    return definite;
}
