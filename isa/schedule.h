/* schedule.h: the order of micro-operations in which a unit with a multiplier and an ALU takes the
 * fewest clocks. Part of isa/gen_num.c. */
#ifndef RG_ISA_SCHEDULE_H
#define RG_ISA_SCHEDULE_H

#include <stdbool.h>

#include "isa/num/code.h"

enum { RG_SCHEDULE_LIMIT = 256 };

/* Puts the count operations of code, which run from first to last, into another order with the same
 * results. `paired` is set of those of the ALU that share the clock of the next one. The method is
 * list scheduling by the longest path to the end (Graham). `stop` moves to the last one. False if
 * there are more than RG_SCHEDULE_LIMIT, or if V is read before it is written. */
bool rg_schedule(rg_uop *code, unsigned count);

/* Whether the operation belongs to the multiplier, with its shifter, divider and root. */
bool rg_schedule_multiplies(unsigned op);

#endif
