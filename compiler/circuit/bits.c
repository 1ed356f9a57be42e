/* bits.c: functions of bits, each on a temporary of its own. */
#include "cc.h"

cc_bit cc_and(cc *c, cc_bit a, cc_bit b)
{
    if (a == CC_ZERO || b == CC_ZERO || a == (b ^ 1))
        return CC_ZERO;
    if (a == CC_ONE || a == b)
        return b;
    if (b == CC_ONE)
        return a;
    const uint32_t t = cc_temp(c);
    cc_toffoli(c, a, b, t);
    return cc_of_line(t);
}

cc_bit cc_or(cc *c, cc_bit a, cc_bit b) { return cc_and(c, a ^ 1, b ^ 1) ^ 1; }

cc_bit cc_xor(cc *c, cc_bit a, cc_bit b)
{
    if (cc_is_constant(a))
        return a == CC_ONE ? b ^ 1 : b;
    if (cc_is_constant(b))
        return b == CC_ONE ? a ^ 1 : a;
    if ((a | 1) == (b | 1))
        return a == b ? CC_ZERO : CC_ONE;
    const uint32_t t = cc_temp(c);
    cc_cnot(c, a & ~(cc_bit)1, t);
    cc_cnot(c, b & ~(cc_bit)1, t);
    return cc_of_line(t) ^ ((a ^ b) & 1);
}

cc_bit cc_mux(cc *c, cc_bit s, cc_bit yes, cc_bit no)
{
    return cc_xor(c, cc_and(c, s, cc_xor(c, yes, no)), no);
}

/* A tree, for its depth. */
cc_bit cc_all(cc *c, const cc_bit *bits, unsigned count)
{
    if (count == 0)
        return CC_ONE;
    if (count == 1)
        return bits[0];
    const cc_bit low = cc_all(c, bits, count / 2);
    return cc_and(c, low, cc_all(c, bits + count / 2, count - count / 2));
}

static cc_bit copied(cc *c, cc_bit b)
{
    const uint32_t t = cc_temp(c);

    cc_cnot(c, b, t);
    return cc_of_line(t);
}

/* The carry out of ~a + b, which is set where a < b. Highest bits are negated, since the words are
 * signed. Sums are of no interest, so the carries stay where they are until all is undone. */
cc_bit cc_less(cc *c, const cc_word *a, const cc_word *b)
{
    const unsigned n = a->width;
    cc_bit carry = CC_ZERO;

    for (unsigned i = 0; i < n; i++) {
        const cc_bit sign = i + 1 == n;
        const cc_bit x = a->bit[i] ^ 1 ^ sign, y = b->bit[i] ^ sign;
        if (carry == CC_ZERO || x == y) {
            carry = cc_and(c, x, y);
            continue;
        }
        if (x == (y ^ 1))
            continue; /* it goes through */
        /* the majority of x, y and carry is x + (x + y)(x + carry) */
        const cc_bit top = copied(c, x);
        cc_toffoli(c, cc_xor(c, x, y), cc_xor(c, x, carry), cc_line(top));
        carry = top;
    }
    return carry;
}

cc_bit cc_equal(cc *c, const cc_word *a, const cc_word *b)
{
    cc_bit same[CC_WORD];

    for (unsigned i = 0; i < a->width; i++)
        same[i] = cc_xor(c, a->bit[i], b->bit[i]) ^ 1;
    return cc_all(c, same, a->width);
}
