/* host.h: what benchmarks of the driver share: the time of the processor, and the end at an error.
 */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "host-driver/retrograd.h"

/* Seconds of the processor since the process began. */
static inline double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void check(bool good, const rg_fault *fault)
{
    if (good)
        return;
    fprintf(stderr, "bench: %s\n", fault->message);
    exit(1);
}

#endif
