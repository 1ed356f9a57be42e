/* float_bank.h: the bank of remainders of MULDIV on a machine with FLOAT. */
#ifndef RG_FLOAT_BANK_H
#define RG_FLOAT_BANK_H

#include "sim/fast/float.h"

enum { RG_FLOAT_BANK_LIMBS = 2 * RG_WIDE_LIMBS };

/* An integer of `count` limbs, the low one first. One of 128 bits may be below 0 and stands as on
 * other machines. A longer one is not, and is stored with 2^127 added, so that none of those looks
 * like a short one. */
typedef struct {
    uint64_t limb[RG_FLOAT_BANK_LIMBS];
    unsigned count;
} rg_float_bank;

/* A digit of base `by` off the bank. */
uint64_t rg_float_bank_pop(rg_float_bank *bank, uint64_t by);
/* A digit of base `by` on it; true where it does not fit. */
bool rg_float_bank_push(rg_float_bank *bank, uint64_t by, uint64_t digit);

/* The bank of the two words of the accumulator, or of its gradient. They take its limbs in turn,
 * from where integers begin. False where no bank stands there. */
bool rg_float_bank_take(const rg_machine *m, const int64_t words[2], bool gradient,
                        rg_float_bank *bank);
void rg_float_bank_put(rg_machine *m, int64_t words[2], bool gradient, const rg_float_bank *bank);

#endif
