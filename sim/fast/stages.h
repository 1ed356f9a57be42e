/* stages.h: what the cores of three stages and of five take more (RG_STAGES and RG_DEEP,
 * isa/timing.def). */
#ifndef RG_FAST_STAGES_H
#define RG_FAST_STAGES_H

#include "sim/fast/machine.h"

/* Whether the stage of functions computes it: a function of one clock, outside tangent mode. */
bool rg_in_stage(const rg_machine *m, const rg_decoded *d);
/* Clocks for which the instruction waits for the one before it in the run, or for the stack of kept
 * gradients. */
unsigned rg_stall_cycles(const rg_machine *m, const rg_decoded *d);
/* With five stages: clocks from the step before to this one; 1 if there was none in this run. */
unsigned rg_deep_apart(const rg_machine *m, const rg_decoded *d);
/* Its target's gradient may come from the stack of kept ones, so that it waits. */
bool rg_is_born(const rg_machine *m, const rg_decoded *d);
/* What each element of a stream of functions of one clock takes more. */
unsigned rg_stage_latency(const rg_machine *m);
/* The part of it that two words decide where br is not 0 between them, by what rg_quick_load made
 * of them. */
unsigned rg_jump_stall(const rg_machine *m, const rg_quick *x, const rg_quick *y);
/* With five stages, of words that follow each other at once, with the jump from x to y among them:
 * what y waits for the one before x, and the word behind y for x. What this chunk has not run may
 * be NULL. */
unsigned rg_wait_at_target(const rg_machine *m, const rg_quick *before, const rg_quick *x,
                           const rg_quick *y);
unsigned rg_wait_behind_target(const rg_machine *m, const rg_quick *x, const rg_quick *y,
                               const rg_quick *behind);
/* What rg_quick_load prepares of the word at this address, and of its neighbours. */
void rg_stages_load(rg_machine *m, uint32_t address);

#endif
