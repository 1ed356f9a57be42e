/* float_turn.h: rotations beside their true values. */
#ifndef RG_FLOAT_TURN_H
#define RG_FLOAT_TURN_H

#include "tests/wide/float_unit.h"

/* Whether the pair that a rotation or HADAMARD of words of 256 bits left is the true one, of MPFR,
 * to a last place of a word and 2^-87 of the pair. */
bool rg_float_turn_is_true(const rg_float_unit_in *in, const rg_float_unit_out *out);

#endif
