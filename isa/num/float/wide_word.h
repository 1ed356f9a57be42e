/* wide_word.h: integers of W <= 512 bits in two's complement, which is what accumulators are. */
#ifndef RG_WIDE_WORD_H
#define RG_WIDE_WORD_H

#include <stdbool.h>
#include <stdint.h>

enum { RG_WIDE_LIMBS = 8, RG_WIDE_BITS = 64 * RG_WIDE_LIMBS };

/* The lowest 64 bits first; a narrower word is sign-extended. */
typedef struct {
    uint64_t limb[RG_WIDE_LIMBS];
} rg_wide_word;

rg_wide_word rg_wide_of_int(int64_t n);
bool rg_wide_negative(rg_wide_word a);
bool rg_wide_is_zero(rg_wide_word a);
/* -1, 0, 1 as a is below, at, above b. */
int rg_wide_compare(rg_wide_word a, rg_wide_word b);
bool rg_wide_fits(rg_wide_word a, unsigned w);

/* Modulo 2^w. True when the exact result does not fit in w bits: a step then traps before it
 * writes. */
bool rg_wide_add(unsigned w, rg_wide_word a, rg_wide_word b, rg_wide_word *sum);
bool rg_wide_sub(unsigned w, rg_wide_word a, rg_wide_word b, rg_wide_word *difference);
bool rg_wide_negate(unsigned w, rg_wide_word a, rg_wide_word *negated);
/* a 2^k; for k < 0 rounded once, ties to even. */
bool rg_wide_scale(unsigned w, rg_wide_word a, int k, rg_wide_word *scaled);

/* |a|, as an unsigned number of 512 bits; and its leading zeros, 512 for 0. */
rg_wide_word rg_wide_magnitude(rg_wide_word a);
unsigned rg_wide_leading_zeros(rg_wide_word a);
/* As unsigned numbers: shifted by fewer than 512 places, bits that leave are lost. */
rg_wide_word rg_wide_shift_left(rg_wide_word a, unsigned places);
rg_wide_word rg_wide_shift_right(rg_wide_word a, unsigned places);
/* a / 2^places to the nearest, ties to even; 0 < places < 512. */
rg_wide_word rg_wide_round_right(rg_wide_word a, unsigned places);

#endif
