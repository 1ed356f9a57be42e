/* workloads.h: the programs of the campaign, with their arguments. */
#ifndef RG_FAULT_WORKLOADS_H
#define RG_FAULT_WORKLOADS_H

#include <stdbool.h>
#include <stddef.h>

#include "host-driver/retrograd.h"

typedef struct {
    const char *name;
    size_t rows, columns; /* 0, 0: a number */
    bool integer;
    double data[8];
} workload_argument;

typedef struct {
    const char *file, *routine,
        *output; /* output: what is differentiated; an array gives its first element */
    size_t row, column;
    size_t count;
    workload_argument arguments[4];
} workload;

extern const workload workloads[];
extern const size_t workload_count;

/* Sets all arguments; false with a fault. */
bool set_arguments(rg_job *job, const workload *w, rg_fault *fault);

#endif
