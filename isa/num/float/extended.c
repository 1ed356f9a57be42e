/* extended.c: the operations on numbers of 128 digits, each rounded to odd. */
#include "isa/num/float/extended.h"

enum { DIGITS = 128, ROOT_DIGITS = 124 };

static const rg_ext zero = {0, 0, false};

static unsigned leading_zeros(rg_ext_digits d)
{
    uint64_t high = (uint64_t)(d >> 64), low = (uint64_t)d;
    return high  ? (unsigned)__builtin_clzll(high)
           : low ? 64 + (unsigned)__builtin_clzll(low)
                 : DIGITS;
}

rg_ext rg_ext_of(bool negative, int32_t exponent, rg_ext_digits high, rg_ext_digits low)
{
    unsigned shift = leading_zeros(high);
    if (shift == DIGITS) {
        if (low == 0)
            return zero;
        high = low;
        low = 0;
        exponent -= DIGITS;
        shift = leading_zeros(high);
    }
    if (shift > 0) {
        high = high << shift | low >> (DIGITS - shift);
        low <<= shift;
    }
    return (rg_ext){high | (low != 0), exponent - (int32_t)shift, negative};
}

rg_ext rg_ext_of_int(int64_t n)
{
    uint64_t magnitude = n < 0 ? 0u - (uint64_t)n : (uint64_t)n;
    return rg_ext_of(n < 0, DIGITS - 1, magnitude, 0);
}

int rg_ext_compare_magnitude(rg_ext a, rg_ext b)
{
    if (rg_ext_is_zero(a) || rg_ext_is_zero(b))
        return (int)rg_ext_is_zero(b) - (int)rg_ext_is_zero(a);
    if (a.exponent != b.exponent)
        return a.exponent < b.exponent ? -1 : 1;
    return a.digits < b.digits ? -1 : a.digits > b.digits;
}

int rg_ext_compare(rg_ext a, rg_ext b)
{
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    return a.negative ? rg_ext_compare_magnitude(b, a) : rg_ext_compare_magnitude(a, b);
}

/* |a| >= |b| > 0: the smaller one shifted to 256 digits; what goes beyond them is a 1 in the last.
 */
static rg_ext add_smaller(rg_ext a, rg_ext b)
{
    int64_t distance = (int64_t)a.exponent - b.exponent;
    rg_ext_digits high = 0, low = 1;
    if (distance == 0) {
        high = b.digits;
        low = 0;
    } else if (distance < DIGITS) {
        high = b.digits >> distance;
        low = b.digits << (DIGITS - distance);
    } else if (distance == DIGITS) {
        low = b.digits;
    }
    if (a.negative != b.negative) {
        rg_ext_digits borrow = low != 0;
        return rg_ext_of(a.negative, a.exponent, a.digits - high - borrow, (rg_ext_digits)0 - low);
    }
    rg_ext_digits sum = a.digits + high;
    if (sum >= high)
        return rg_ext_of(a.negative, a.exponent, sum, low);
    return rg_ext_of(a.negative, a.exponent + 1, sum >> 1 | (rg_ext_digits)1 << (DIGITS - 1),
                     sum << (DIGITS - 1) | (low != 0));
}

rg_ext rg_ext_add(rg_ext a, rg_ext b)
{
    if (rg_ext_is_zero(b))
        return a;
    if (rg_ext_is_zero(a))
        return b;
    return rg_ext_compare_magnitude(a, b) >= 0 ? add_smaller(a, b) : add_smaller(b, a);
}

rg_ext rg_ext_mul(rg_ext a, rg_ext b)
{
    rg_ext_digits a1 = a.digits >> 64, a0 = (uint64_t)a.digits;
    rg_ext_digits b1 = b.digits >> 64, b0 = (uint64_t)b.digits;
    rg_ext_digits low = a0 * b0, cross = a1 * b0, other = a0 * b1;
    rg_ext_digits middle = (low >> 64) + (uint64_t)cross + (uint64_t)other;
    rg_ext_digits high = a1 * b1 + (cross >> 64) + (other >> 64) + (middle >> 64);
    return rg_ext_of(a.negative != b.negative, a.exponent + b.exponent + 1, high,
                     middle << 64 | (uint64_t)low);
}

rg_ext rg_ext_div(rg_ext a, rg_ext b)
{
    bool below = a.digits < b.digits;
    rg_ext_digits rest = below ? a.digits : a.digits - b.digits, quotient = !below;
    if (rg_ext_is_zero(a) || rg_ext_is_zero(b))
        return zero;
    for (unsigned digit = below ? 0 : 1; digit < DIGITS; digit++) {
        bool carry = rest >> (DIGITS - 1);
        rest <<= 1;
        bool one = carry || rest >= b.digits;
        rest -= one ? b.digits : 0;
        quotient = quotient << 1 | one;
    }
    return (rg_ext){quotient | (rest != 0), a.exponent - b.exponent - below,
                    a.negative != b.negative};
}

rg_ext rg_ext_sqrt(rg_ext a)
{
    /* two digits of the radicand for each of the root; the first pair holds one where the exponent
     * is even */
    bool odd = a.exponent & 1;
    rg_ext_digits root = 0, rest = 0, left = odd ? a.digits : a.digits >> 1;
    bool last = !odd && (a.digits & 1);
    if (rg_ext_is_zero(a))
        return zero;
    for (unsigned digit = 0; digit < ROOT_DIGITS; digit++) {
        rest = rest << 2 | left >> (DIGITS - 2);
        left <<= 2;
        if (digit == DIGITS / 2 - 1 && last)
            left = (rg_ext_digits)1 << (DIGITS - 1);
        rg_ext_digits trial = root << 2 | 1;
        bool one = rest >= trial;
        rest -= one ? trial : 0;
        root = root << 1 | one;
    }
    return (rg_ext){root << (DIGITS - ROOT_DIGITS) | (rest != 0), (a.exponent - odd) / 2, false};
}

rg_ext rg_ext_shorten(rg_ext a, unsigned digits)
{
    const rg_ext_digits unit = (rg_ext_digits)1 << (DIGITS - digits), rest = a.digits & (unit - 1);
    const rg_ext_digits kept = a.digits - rest;
    const bool up = rest > unit / 2 || (rest == unit / 2 && (kept & unit) != 0);

    if (!up)
        return (rg_ext){kept, a.exponent, a.negative};
    if (kept + unit >= unit) /* no carry out of the first digit */
        return (rg_ext){kept + unit, a.exponent, a.negative};
    return (rg_ext){(rg_ext_digits)1 << (DIGITS - 1), a.exponent + 1, a.negative};
}

rg_ext rg_ext_scale(rg_ext a, int32_t k)
{
    if (!rg_ext_is_zero(a))
        a.exponent += k;
    return a;
}

int64_t rg_ext_round(rg_ext a)
{
    if (rg_ext_is_zero(a) || a.exponent < -1)
        return 0;
    int64_t doubled = (int64_t)(a.digits >> (DIGITS - 2 - a.exponent));
    int64_t n = (doubled + 1) >> 1;
    return a.negative ? -n : n;
}
