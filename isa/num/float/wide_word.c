/* wide_word.c: sums, comparisons and shifts of wide words, all exact. */
#include "isa/num/float/wide_word.h"

enum { LIMBS = RG_WIDE_LIMBS, LIMB_BITS = 64 };

rg_wide_word rg_wide_of_int(int64_t n)
{
    rg_wide_word a = {{(uint64_t)n}};
    for (unsigned i = 1; i < LIMBS; i++)
        a.limb[i] = n < 0 ? UINT64_MAX : 0;
    return a;
}

bool rg_wide_negative(rg_wide_word a) { return a.limb[LIMBS - 1] >> (LIMB_BITS - 1); }

bool rg_wide_is_zero(rg_wide_word a)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < LIMBS; i++)
        any |= a.limb[i];
    return any == 0;
}

int rg_wide_compare(rg_wide_word a, rg_wide_word b)
{
    if (rg_wide_negative(a) != rg_wide_negative(b))
        return rg_wide_negative(a) ? -1 : 1;
    for (unsigned i = LIMBS; i-- > 0;)
        if (a.limb[i] != b.limb[i])
            return a.limb[i] < b.limb[i] ? -1 : 1;
    return 0;
}

rg_wide_word rg_wide_shift_left(rg_wide_word a, unsigned places)
{
    unsigned limbs = places / LIMB_BITS, bits = places % LIMB_BITS;
    rg_wide_word r = {{0}};
    for (unsigned i = limbs; i < LIMBS; i++) {
        r.limb[i] = a.limb[i - limbs] << bits;
        if (bits > 0 && i > limbs)
            r.limb[i] |= a.limb[i - limbs - 1] >> (LIMB_BITS - bits);
    }
    return r;
}

rg_wide_word rg_wide_shift_right(rg_wide_word a, unsigned places)
{
    unsigned limbs = places / LIMB_BITS, bits = places % LIMB_BITS;
    rg_wide_word r = {{0}};
    for (unsigned i = 0; i + limbs < LIMBS; i++) {
        r.limb[i] = a.limb[i + limbs] >> bits;
        if (bits > 0 && i + limbs + 1 < LIMBS)
            r.limb[i] |= a.limb[i + limbs + 1] << (LIMB_BITS - bits);
    }
    return r;
}

/* a + b + carry modulo 2^512. */
static rg_wide_word sum_of(rg_wide_word a, rg_wide_word b, bool carry)
{
    rg_wide_word r;
    for (unsigned i = 0; i < LIMBS; i++) {
        uint64_t s = a.limb[i] + b.limb[i], t = s + carry;
        carry = s < a.limb[i] || t < s;
        r.limb[i] = t;
    }
    return r;
}

static rg_wide_word complement(rg_wide_word a)
{
    for (unsigned i = 0; i < LIMBS; i++)
        a.limb[i] = ~a.limb[i];
    return a;
}

/* The low w bits of a, sign-extended. */
static rg_wide_word wrapped(rg_wide_word a, unsigned w)
{
    unsigned unused = RG_WIDE_BITS - w;
    rg_wide_word top = rg_wide_shift_left(a, unused);
    rg_wide_word r = rg_wide_shift_right(top, unused);
    if (!rg_wide_negative(top) || unused == 0)
        return r;
    return sum_of(r, complement(rg_wide_shift_right(rg_wide_of_int(-1), unused)), false);
}

bool rg_wide_fits(rg_wide_word a, unsigned w) { return rg_wide_compare(a, wrapped(a, w)) == 0; }

/* Modulo 2^w; true when a number of 512 bits, or one that wrapped there, does not fit. */
static bool finish(unsigned w, rg_wide_word sum, bool wrong_sign, rg_wide_word *result)
{
    *result = wrapped(sum, w);
    return wrong_sign || rg_wide_compare(sum, *result) != 0;
}

bool rg_wide_add(unsigned w, rg_wide_word a, rg_wide_word b, rg_wide_word *sum)
{
    rg_wide_word s = sum_of(a, b, false);
    bool same = rg_wide_negative(a) == rg_wide_negative(b);
    return finish(w, s, same && rg_wide_negative(s) != rg_wide_negative(a), sum);
}

bool rg_wide_sub(unsigned w, rg_wide_word a, rg_wide_word b, rg_wide_word *difference)
{
    rg_wide_word d = sum_of(a, complement(b), true);
    bool differ = rg_wide_negative(a) != rg_wide_negative(b);
    return finish(w, d, differ && rg_wide_negative(d) != rg_wide_negative(a), difference);
}

bool rg_wide_negate(unsigned w, rg_wide_word a, rg_wide_word *negated)
{
    return rg_wide_sub(w, (rg_wide_word){{0}}, a, negated);
}

rg_wide_word rg_wide_magnitude(rg_wide_word a)
{
    return rg_wide_negative(a) ? sum_of(complement(a), (rg_wide_word){{0}}, true) : a;
}

unsigned rg_wide_leading_zeros(rg_wide_word a)
{
    for (unsigned i = LIMBS; i-- > 0;)
        if (a.limb[i])
            return (LIMBS - 1 - i) * LIMB_BITS + (unsigned)__builtin_clzll(a.limb[i]);
    return RG_WIDE_BITS;
}

static bool bit(rg_wide_word a, unsigned place)
{
    return a.limb[place / LIMB_BITS] >> place % LIMB_BITS & 1;
}

rg_wide_word rg_wide_round_right(rg_wide_word a, unsigned places)
{
    rg_wide_word q = rg_wide_shift_right(a, places);
    bool half = bit(a, places - 1);
    bool rest = places > 1 && !rg_wide_is_zero(rg_wide_shift_left(a, RG_WIDE_BITS - (places - 1)));
    return sum_of(q, (rg_wide_word){{0}}, half && (rest || bit(q, 0)));
}

bool rg_wide_scale(unsigned w, rg_wide_word a, int k, rg_wide_word *scaled)
{
    rg_wide_word m = rg_wide_magnitude(a), r = {{0}};
    bool lost = !rg_wide_is_zero(m) && k > (int)rg_wide_leading_zeros(m);
    if (k < 0 && -k <= RG_WIDE_BITS - 1)
        r = rg_wide_round_right(m, (unsigned)-k);
    else if (k >= 0 && k < RG_WIDE_BITS)
        r = rg_wide_shift_left(m, (unsigned)k);
    if (rg_wide_negative(a))
        r = sum_of(complement(r), (rg_wide_word){{0}}, true);
    bool wrong_sign = !rg_wide_is_zero(r) && rg_wide_negative(r) != rg_wide_negative(a);
    return finish(w, r, lost || wrong_sign, scaled);
}
