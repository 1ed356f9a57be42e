/* host.h: what the host's figures are: plain C, and gradients by tapes. */
#ifndef RG_BENCH_HOST_H
#define RG_BENCH_HOST_H

#include "bench/papers/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The objective in double precision. */
double bench_plain(const bench_problem *problem, const double *variables);
/* Seconds of one evaluation: the least of several. */
double bench_plain_seconds(const bench_problem *problem, const double *variables);

typedef struct {
    const char *tool;        /* with its version */
    double value, *gradient; /* problem->variables numbers, the caller's */
    double record_reverse_s; /* a gradient with its recording; the least of several */
    double reuse_s;          /* forward and reverse on a tape that is there */
    size_t tape_bytes;
} bench_tape;

/* False when the tool is not installed. */
bool bench_adolc(const bench_problem *problem, const double *variables, bench_tape *tape);
bool bench_cppad(const bench_problem *problem, const double *variables, bench_tape *tape);

/* Of processor time, so that what else runs on this host does not count. */
double bench_seconds(void);

#ifdef __cplusplus
}
#endif
#endif
