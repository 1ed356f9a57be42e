/* float_draw.h: random updates of Floats, and machines with random words for them. */
#ifndef RG_FLOAT_DRAW_H
#define RG_FLOAT_DRAW_H

#include "sim/fast/machine.h"
#include "sim/lockstep/random.h"

enum { FLOAT_DRAW_ADDRESS = 5 }; /* of the data word that loads and stores name */

/* False where the fields that were drawn are no instruction. */
bool rg_float_draw(rg_random *random, unsigned bits, rg_instruction *in, uint32_t *word);

/* A machine in front of that instruction; NULL when memory is short. */
rg_machine *rg_float_draw_machine(rg_random *random, unsigned bits, const rg_instruction *in,
                                  uint32_t word);

#endif
