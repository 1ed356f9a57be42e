/* float_state.h: the Verilated core with Float, all bits of whose words can be read and written:
 * the bus shows a gradient in 256 bits. */
#ifndef RG_FLOAT_STATE_H
#define RG_FLOAT_STATE_H

#include "isa/num/float/wide_word.h"
#include "sim/engine.h"

/* KEPT: the gradients that are kept; W and GW have two words. */
typedef enum {
    RG_FLOAT_R,
    RG_FLOAT_GR,
    RG_FLOAT_M,
    RG_FLOAT_GM,
    RG_FLOAT_W,
    RG_FLOAT_GW,
    RG_FLOAT_KEPT
} rg_float_bank;

/* The engine `rtl-float`, and what the calls below take; NULL when memory is short. */
rg_engine *rg_float_state_open(void **core);

/* Sign-extended. The machine must stand still. */
rg_wide_word rg_float_state_word(const void *core, rg_float_bank bank, uint32_t index);
void rg_float_state_put(void *core, rg_float_bank bank, uint32_t index, rg_wide_word word);

#endif
