/* cost.h: cycles of jobs, and of their programs alone. */
#ifndef BENCHMARK_COST_H
#define BENCHMARK_COST_H

#include "host-driver/retrograd.h"

typedef struct {
    uint64_t program, job; /* cycles: without and with dispatcher and copies out */
    size_t jobs, attempts;
} cost;

/* Adds the last run of a job. */
void cost_add(cost *sum, const rg_job *job);

/* Runs the objective of a job alone, for its cost; false with a fault where it fails. */
bool cost_objective(cost *sum, rg_job *job, rg_fault *fault);

/* Prints gradients over objectives: of as many of each. */
void cost_print(const cost *gradient, const cost *objective);

#endif
