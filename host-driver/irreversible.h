/* irreversible.h: what a machine that may overwrite needs of a call, and of its gradient.
 *
 * The call runs forward, and then backward one instruction at a time. On the way back the words are
 * known on which the results still depend: an instruction that changes none of them is there for
 * the way back alone. That is the dynamic slice of Korel and Laski (1988), over words of memory and
 * registers, without a trace. docs/explanation/baselines.md lists what is assumed. */
#ifndef RG_IRREVERSIBLE_H
#define RG_IRREVERSIBLE_H

#include "host-driver/retrograd.h"

/* A stretch of the call. */
typedef struct {
    rg_counters forward; /* what is needed of it; overwritten words are bits erased */
    rg_counters reverse; /* its reverse sweep, with gradients in ordinary memory */
    /* Words that the reverse sweep needs and the forward sweep overwrites; those that streams do.
     */
    uint64_t taped, taped_by_streams;
    uint64_t state; /* words to keep at its beginning, to run from there once more */
} rg_segment;

typedef struct {
    rg_counters program; /* the reversible call as it ran, without the job dispatcher */
    uint64_t needed;     /* operations, elements of streams included */
    uint64_t live;       /* words on which the results depend, at most at a time */
    rg_segment *segments;
    size_t count;
    /* Of each element of each argument, one argument behind the other: do the results depend on
     * what the host gives? */
    bool *inputs;
    size_t input_count;
} rg_irreversible;

/* Of a call of the job with its arguments, in at most `segments` stretches of about as many needed
 * operations. To be freed by rg_irreversible_free(), also after a failure. R0951 on machines with
 * Float, R0930 for programs that erase, R0922 for calls of more than four million instructions. The
 * results of the last run are lost. */
rg_result rg_irreversible_call(rg_job *job, size_t segments, rg_irreversible *out, rg_fault *fault);
void rg_irreversible_free(rg_irreversible *needs);

#endif
