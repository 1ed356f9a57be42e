/* baselines.h: the same program on machines that overwrite, and on the reversible one
 * (docs/explanation/baselines.md). */
#ifndef RG_BASELINES_H
#define RG_BASELINES_H

#include "host-driver/retrograd.h"

typedef enum {
    RG_BASELINE_IRREVERSIBLE, /* the value, by a machine that overwrites */
    RG_BASELINE_REVERSIBLE,   /* the value, as this machine ran */
    RG_BASELINE_TAPED,        /* the gradient: with a tape in memory */
    RG_BASELINE_CHECKPOINTED, /* with checkpoints, and the tape of one stretch */
    RG_BASELINE_GRADIENT,     /* as this machine ran */
    RG_BASELINES
} rg_baseline_kind;
extern const char *const rg_baseline_names[RG_BASELINES];

typedef struct {
    rg_counters counters; /* what rg_energy_of prices */
    /* Words of memory: on which results depend, or that the run touched; their gradients; the tape;
     * states kept at checkpoints, at most at a time. */
    uint64_t values, gradients, tape, states;
} rg_baseline;

typedef struct rg_baselines {
    rg_baseline of[RG_BASELINES];
    rg_counters common;  /* of the call: the job dispatcher, and copies both ways, which all pay */
    bool differentiated; /* else the gradients are not there */
    size_t stretches, slots;    /* of the checkpoints */
    uint64_t forward_stretches; /* that ran once more without a tape */
    uint64_t executed, needed;  /* instructions of the reversible call; operations of the other */
} rg_baselines;

/* A gradient to be compared: of an element, as rg_gradient takes it. The job has the same
 * arguments; its program may be compiled for gradients. The call is cut into at most so many
 * stretches, and so many states are kept besides the arguments. */
typedef struct {
    rg_job *job;
    const char *name;
    size_t row, column, stretches, slots;
} rg_baseline_gradient;

/* Runs the call, and the gradient unless it is NULL, on their machines, and derives the others from
 * the call. */
rg_result rg_baselines_of(rg_job *job, const rg_baseline_gradient *gradient, rg_baselines *out,
                          rg_fault *fault);

/* What all of them assume, one sentence each; NULL behind the last. */
const char *rg_baseline_assumption(size_t index);

#endif
