/* machine.h: a problem on the machine. */
#ifndef RG_BENCH_MACHINE_H
#define RG_BENCH_MACHINE_H

#include "bench/papers/problem.h"
#include "host-driver/retrograd.h"

typedef struct {
    double value, *gradient;       /* problem->variables numbers, the caller's */
    uint64_t cycles, instructions; /* of the objective alone; cycles are those of the program,
                                      without dispatcher and copies */
    uint64_t cycles_forward, cycles_backward; /* of value and gradient, all attempts */
    uint64_t job, gradient_job; /* the same of the whole jobs: with dispatcher and copies out */
    size_t words_in;            /* of the arguments, which the host writes before: in no count */
    uint64_t gradient_instructions;
    unsigned attempts; /* a gradient that overflows is repeated with a smaller seed */
    uint64_t words;    /* of memory traffic, both banks */
    size_t peak_words; /* of the value bank in use at most, in the gradient run; as many of
                          gradients */
    bool restored;
    bool has_level;
    double level; /* log2 of instructions over those that an irreversible program needs */
    double conventional_J, adiabatic_J, landauer_J,
        objective_J; /* value and gradient; objective_J: conventional, objective alone */
    double seconds;  /* of simulation */
} bench_machine;

/* Runs the objective, then the gradient. False with a message on stderr when the machine refuses.
 */
bool bench_run_machine(rg_device *device, const bench_problem *problem, bench_machine *out);
/* One column of the Hessian for each variable, as the paper computes it; adds up cycles. False as
 * above. */
bool bench_hessian_cycles(rg_device *device, const bench_problem *problem, uint64_t *cycles);

#endif
