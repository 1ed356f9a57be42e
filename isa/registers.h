/* registers.h: which registers a word changes. */
#ifndef RG_REGISTERS_H
#define RG_REGISTERS_H

#include "isa/isa.h"

/* A bit for each register that the word changes; of words that exchange or combine several, for
 * each that they name. None for register 0, which is no memory, for the accumulator, and for
 * streams, whose registers are descriptors. */
static inline uint32_t rg_registers_written(const rg_instruction *word)
{
    const uint32_t d = UINT32_C(1) << (word->d & 31), a = UINT32_C(1) << (word->a & 31),
                   b = UINT32_C(1) << (word->b & 31);
    uint32_t written = d | a | (word->immediate ? 0 : b);

    if (rg_is_stream(word))
        return 0;
    switch (rg_op_lookup(word->op)->format) {
    case RG_FMT_U:
    case RG_FMT_U1: written = word->words & RG_WORD_D ? 0 : d; break;
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_WO:
    case RG_FMT_R1: written = d; break;
    case RG_FMT_ST:
    case RG_FMT_M:
    case RG_FMT_AS:
    case RG_FMT_W: written = 0; break;
    case RG_FMT_X: written = word->op == RG_OP_CHKB ? 0 : d; break;
    default: break;
    }
    return written & ~UINT32_C(1);
}

#endif
