/* bits.h: functions of bits and words. Values stand on temporaries; words are arrays of bits, the
 * lowest first. */
#ifndef RG_GATES_BITS_H
#define RG_GATES_BITS_H

#include "sim/gates/net.h"

gn_bit gn_and(gn_net *n, gn_bit a, gn_bit b);
gn_bit gn_or(gn_net *n, gn_bit a, gn_bit b);
gn_bit gn_xor(gn_net *n, gn_bit a, gn_bit b);
gn_bit gn_mux(gn_net *n, gn_bit s, gn_bit yes, gn_bit no);
gn_bit gn_copied(gn_net *n, gn_bit b); /* on a line of its own */
gn_bit gn_all(gn_net *n, const gn_bit *bits, unsigned count);
gn_bit gn_any(gn_net *n, const gn_bit *bits, unsigned count);
gn_bit gn_differ(gn_net *n, const gn_bit *a, const gn_bit *b, unsigned count);
gn_bit gn_less(gn_net *n, const gn_bit *a, const gn_bit *b, unsigned count, bool is_signed);
/* t ^= a where control holds */
void gn_xor_into(gn_net *n, const gn_bit *a, unsigned count, gn_bit control, const uint32_t *t);
/* t += a where control holds, or, where minus holds too, t -= a; modulo 2^count */
void gn_add(gn_net *n, const uint32_t *t, unsigned count, const gn_bit *a, gn_bit control,
            gn_bit minus);
/* Whether t + a, or t - a where minus holds, does not fit into count signed bits. */
gn_bit gn_overflow(gn_net *n, const gn_bit *t, const gn_bit *a, unsigned count, gn_bit minus);
/* out[i] where 2^bits is more than i: the address is i and enable holds */
void gn_unary(gn_net *n, const gn_bit *address, unsigned bits, gn_bit enable, gn_bit *out);

/* ---- words that are new, on lines of their own ---- */
void gn_mux_word(gn_net *n, gn_bit s, const gn_bit *yes, const gn_bit *no, unsigned count,
                 gn_bit *out);
/* out = a + b or a - b; out may not be a or b */
void gn_sum(gn_net *n, const gn_bit *a, const gn_bit *b, unsigned count, gn_bit minus, gn_bit *out);
/* out = a + bit */
void gn_increment(gn_net *n, const gn_bit *a, unsigned count, gn_bit bit, gn_bit *out);
/* a where sign is not set, else -a */
void gn_negate(gn_net *n, const gn_bit *a, unsigned count, gn_bit sign, gn_bit *out);

#endif
