/* cut.h: the step cut at its registers, its memory and its unit. */
#ifndef RG_GATES_CUT_H
#define RG_GATES_CUT_H

#include "sim/gates/step.h"

typedef struct {
    gn_net net;
    uint32_t kept, inserted; /* lines of the step that stay where they are; lines behind them */
    uint32_t memory;         /* a word and its gradient */
    uint32_t top;            /* of the stack of kept gradients: its word, or where the next goes */
    uint32_t given, taken;   /* what the unit adds to its lines, before the commit and behind it */
    uint32_t results;        /* lines of each of these */
} gn_cut;

/* False when memory is short. Free it with gn_free(&cut->net) whatever the result is. */
bool gn_make_cut(gn_cut *cut, const gn_step *step);

#endif
