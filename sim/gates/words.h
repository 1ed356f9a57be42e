/* words.h: products, quotients, roots and shifts on words that are new, for micro-operations. */
#ifndef RG_GATES_WORDS_H
#define RG_GATES_WORDS_H

#include "sim/gates/bits.h"

enum { GN_WORD = 64, GN_PRODUCT = 128 };

/* a b as 128 signed bits */
void gn_multiply(gn_net *n, const gn_bit *a, const gn_bit *b, gn_bit *product);
/* p / 2^distance, to nearest, ties to even */
void gn_round_shift(gn_net *n, const gn_bit *p, unsigned count, unsigned distance, gn_bit *out);
/* the same with a distance of 7 bits */
void gn_round_shift_by(gn_net *n, const gn_bit *p, unsigned count, const gn_bit *distance,
                       unsigned bits, gn_bit *out);
/* a 2^distance in 64 bits, distance of 6 bits; true where digits are lost */
gn_bit gn_shift_left_by(gn_net *n, const gn_bit *a, const gn_bit *distance, gn_bit *out);
/* p / by in 64 bits, truncated or to nearest; 0 where it needs more than 64 digits; true where it
 * does not fit */
gn_bit gn_divide(gn_net *n, const gn_bit *p, const gn_bit *by, bool round, gn_bit *out);
/* p = q by + rest of words without a sign; rest has `wide` bits. Where by is 0, anything. */
void gn_divide_unsigned(gn_net *n, const gn_bit *p, unsigned count, const gn_bit *by, unsigned wide,
                        gn_bit *q, gn_bit *rest);
/* the root of 128 unsigned bits, to nearest; true where it does not fit into 63 bits */
gn_bit gn_root(gn_net *n, const gn_bit *p, gn_bit *out);
/* number of leading zeros of a: 7 bits */
void gn_leading_zeros(gn_net *n, const gn_bit *a, gn_bit *out);

#endif
