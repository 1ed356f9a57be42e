/* bits.c: functions of bits, each on a temporary of its own. */
#include "sim/gates/bits.h"

gn_bit gn_and(gn_net *n, gn_bit a, gn_bit b)
{
    if (a == GN_ZERO || b == GN_ZERO || a == (b ^ 1))
        return GN_ZERO;
    if (a == GN_ONE || a == b)
        return b;
    if (b == GN_ONE)
        return a;
    const uint32_t t = gn_temp(n);
    gn_toffoli(n, a, b, t);
    return gn_of_line(t);
}

gn_bit gn_or(gn_net *n, gn_bit a, gn_bit b) { return gn_and(n, a ^ 1, b ^ 1) ^ 1; }

gn_bit gn_xor(gn_net *n, gn_bit a, gn_bit b)
{
    if (gn_is_constant(a))
        return a == GN_ONE ? b ^ 1 : b;
    if (gn_is_constant(b))
        return b == GN_ONE ? a ^ 1 : a;
    if ((a | 1) == (b | 1))
        return a == b ? GN_ZERO : GN_ONE;
    const uint32_t t = gn_temp(n);
    gn_cnot(n, a & ~(gn_bit)1, t);
    gn_cnot(n, b & ~(gn_bit)1, t);
    return gn_of_line(t) ^ ((a ^ b) & 1);
}

gn_bit gn_mux(gn_net *n, gn_bit s, gn_bit yes, gn_bit no)
{
    return gn_xor(n, gn_and(n, s, gn_xor(n, yes, no)), no);
}

gn_bit gn_copied(gn_net *n, gn_bit b)
{
    const uint32_t t = gn_temp(n);
    gn_cnot(n, b, t);
    return gn_of_line(t);
}

/* A tree, for its depth. */
gn_bit gn_all(gn_net *n, const gn_bit *bits, unsigned count)
{
    if (count == 0)
        return GN_ONE;
    if (count == 1)
        return bits[0];
    const gn_bit low = gn_all(n, bits, count / 2);
    return gn_and(n, low, gn_all(n, bits + count / 2, count - count / 2));
}

gn_bit gn_any(gn_net *n, const gn_bit *bits, unsigned count)
{
    if (count == 0)
        return GN_ZERO;
    if (count == 1)
        return bits[0];
    const gn_bit low = gn_any(n, bits, count / 2);
    return gn_or(n, low, gn_any(n, bits + count / 2, count - count / 2));
}

gn_bit gn_differ(gn_net *n, const gn_bit *a, const gn_bit *b, unsigned count)
{
    gn_bit any = GN_ZERO;
    for (unsigned i = 0; i < count; i++)
        any = gn_or(n, any, gn_xor(n, a[i], b[i]));
    return any;
}

/* The majority of x, y and z is x + (x + y)(x + z). */
static gn_bit majority(gn_net *n, gn_bit x, gn_bit y, gn_bit z)
{
    if (z == GN_ZERO || x == y)
        return gn_and(n, x, y);
    if (x == (y ^ 1))
        return z;
    const gn_bit top = gn_copied(n, x);
    gn_toffoli(n, gn_xor(n, x, y), gn_xor(n, x, z), gn_line(top));
    return top;
}

/* The carry out of ~a + b, which is set where a < b. Highest bits of signed words are negated. */
gn_bit gn_less(gn_net *n, const gn_bit *a, const gn_bit *b, unsigned count, bool is_signed)
{
    gn_bit carry = GN_ZERO;
    for (unsigned i = 0; i < count; i++) {
        const gn_bit sign = is_signed && i + 1 == count;
        carry = majority(n, a[i] ^ 1 ^ sign, b[i] ^ sign, carry);
    }
    return carry;
}

/* The carries into and out of the highest bit differ; t - a overflows where ~t + a does. */
gn_bit gn_overflow(gn_net *n, const gn_bit *t, const gn_bit *a, unsigned count, gn_bit minus)
{
    gn_bit carry = GN_ZERO, before = GN_ZERO;
    for (unsigned i = 0; i < count; i++) {
        before = carry;
        carry = majority(n, gn_xor(n, t[i], minus), a[i], carry);
    }
    return gn_xor(n, before, carry);
}

void gn_xor_into(gn_net *n, const gn_bit *a, unsigned count, gn_bit control, const uint32_t *t)
{
    for (unsigned i = 0; i < count; i++)
        gn_toffoli(n, control, a[i], t[i]);
}

/* Halves that split again: 2^(bits+1) Toffoli gates at most. */
void gn_unary(gn_net *n, const gn_bit *address, unsigned bits, gn_bit enable, gn_bit *out)
{
    out[0] = enable;
    for (unsigned k = 0; k < bits; k++)
        for (unsigned i = 1u << k; i-- > 0;) {
            const gn_bit whole = out[i], high = gn_and(n, whole, address[bits - 1 - k]);
            out[2 * i + 1] = high;
            out[2 * i] = gn_xor(n, whole, high);
        }
}

void gn_mux_word(gn_net *n, gn_bit s, const gn_bit *yes, const gn_bit *no, unsigned count,
                 gn_bit *out)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = gn_mux(n, s, yes[i], no[i]);
}

static bool is_own_line(gn_bit b) { return !gn_is_constant(b) && !(b & 1); }

/* sum = digit + carry by a Peres gate on a copy of the digit; the carry out */
static gn_bit half_add(gn_net *n, gn_bit digit, gn_bit carry, gn_bit *sum)
{
    const uint32_t t = gn_temp(n);
    *sum = gn_copied(n, digit);
    gn_peres(n, gn_line(carry), gn_line(*sum), t);
    return gn_of_line(t);
}

void gn_increment(gn_net *n, const gn_bit *a, unsigned count, gn_bit bit, gn_bit *out)
{
    gn_bit carry = bit;
    for (unsigned i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        if (!last && is_own_line(carry) && !gn_is_constant(a[i])
            && gn_line(a[i]) != gn_line(carry)) {
            carry = half_add(n, a[i], carry, &out[i]);
            continue;
        }
        const gn_bit digit = a[i];
        out[i] = gn_xor(n, digit, carry);
        carry = last ? GN_ZERO : gn_and(n, digit, carry);
    }
}

void gn_negate(gn_net *n, const gn_bit *a, unsigned count, gn_bit sign, gn_bit *out)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = gn_xor(n, a[i], sign);
    gn_increment(n, out, count, sign, out);
}
