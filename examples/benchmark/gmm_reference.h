/* gmm_reference.h: the Gaussian mixture objective of ADBench and its gradient in double precision,
 * written by hand. */
#ifndef BENCHMARK_GMM_REFERENCE_H
#define BENCHMARK_GMM_REFERENCE_H

#include <stddef.h>

/* A problem as a file has it: means is d x K, icf d(d+1)/2 x K, x d x n, all column-major. The
 * arrays point into storage. */
typedef struct {
    size_t d, k, n, icf_size;
    const double *alphas, *means, *icf, *x;
    double gamma;
    long m;
    double *storage;
} gmm_problem;

/* The gradient has the shapes of alphas, means and icf, one behind the other. */
size_t gmm_parameters(const gmm_problem *problem);

/* 0 with a message on stderr when the file is not a problem. gmm_free releases what gmm_read
 * stored. */
int gmm_read(const char *path, gmm_problem *problem);
void gmm_free(gmm_problem *problem);

/* A problem of any size as ADBench makes them: alphas and icf standard normal, means uniform,
 * points standard normal, gamma = 1, m = 0, six decimals, the same every time. gmm_free releases
 * it. */
void gmm_random(size_t d, size_t k, size_t n, gmm_problem *problem);

/* The log posterior; gradient (gmm_parameters numbers) is overwritten. */
double gmm_reference(const gmm_problem *problem, double *gradient);

#endif
