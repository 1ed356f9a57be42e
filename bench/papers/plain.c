/* plain.c: the objectives in plain C, double precision. */
#include "bench/papers/host.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double *doubles(size_t n)
{
    double *numbers = malloc((n ? n : 1) * sizeof *numbers);
    if (!numbers) {
        fprintf(stderr, "bench: out of memory\n");
        exit(3);
    }
    return numbers;
}

#define REAL double
#define REALS(n) doubles((size_t)(n))
#define FREE(p) free(p)
#define value_of(x) (x)
#include "bench/papers/kernels.inc"

double bench_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_plain(const bench_problem *problem, const double *variables)
{
    return objective(problem, variables);
}

double bench_plain_seconds(const bench_problem *problem, const double *variables)
{
    volatile double sink = 0;
    double least = INFINITY, begun = bench_seconds();
    for (size_t repeats = 1; bench_seconds() - begun < 0.1 || repeats < 4; repeats *= 2) {
        double start = bench_seconds();
        for (size_t i = 0; i < repeats; i++)
            sink = sink + objective(problem, variables);
        least = fmin(least, (bench_seconds() - start) / (double)repeats);
    }
    return least;
}
