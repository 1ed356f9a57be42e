/* stages.h: what the core of three stages takes more (RG_STAGES, isa/timing.def). */
#ifndef RG_FAST_STAGES_H
#define RG_FAST_STAGES_H

#include "sim/fast/machine.h"

/* Whether the stage of functions computes it: a function of one clock, outside tangent mode. */
bool rg_in_stage(const rg_machine *m, const rg_decoded *d);
/* Clocks for which the instruction waits for the one before it in the run, or for the stack of kept
 * gradients. */
unsigned rg_stall_cycles(const rg_machine *m, const rg_decoded *d);

#endif
