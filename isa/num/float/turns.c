/* turns.c: what is left of a large angle. x = d 2^(e - 127) with 128 digits d, and 64 / pi has 448
 * digits behind the point here. In their exact product all digits above 128 parts of 2 pi drop out,
 * and what 64 / pi lacks is below 2^(e + 1 - 448). So 320 digits behind the point are right at
 * 2^127. A number of 106 digits is hardly ever closer to a part than 2^-240 of one. */
#include "isa/num/float/rom.h"
#include "isa/num/float/steps.h"

enum {
    LIMB = 64,
    POINT = 7, /* the first limb of integers */
    TURNS = POINT + 1,
    PRODUCT = TURNS + 2,
    TURN = 128,
    ROM_WORDS = 4,
    DIGITS = 128
};

/* limbs += x 2^(64 POINT), x > 0, cut behind the last limb. */
static void put(uint64_t *limbs, rg_ext x)
{
    const int32_t last = x.exponent - (DIGITS - 1) + LIMB * POINT;
    const uint64_t halves[] = {(uint64_t)x.digits, (uint64_t)(x.digits >> LIMB)};
    for (int32_t half = 0; half < 2; half++) {
        const int32_t at = last + LIMB * half;
        if (at <= -LIMB)
            continue;
        const uint64_t digits = at < 0 ? halves[half] >> -at : halves[half];
        const unsigned limb = at < 0 ? 0 : (unsigned)at / LIMB,
                       shift = at < 0 ? 0 : (unsigned)at % LIMB;
        limbs[limb] |= digits << shift; /* parts of one number do not overlap */
        if (shift > 0 && limb + 1 < TURNS)
            limbs[limb + 1] |= digits >> (LIMB - shift);
    }
}

static void add_product(uint64_t *sum, const uint64_t *limbs, uint64_t factor)
{
    rg_ext_digits carry = 0;
    for (unsigned i = 0; i < TURNS; i++) {
        carry += (rg_ext_digits)limbs[i] * factor + sum[i];
        sum[i] = (uint64_t)carry;
        carry >>= LIMB;
    }
    sum[TURNS] += (uint64_t)carry;
}

static void shift_right(uint64_t *limbs, unsigned count, unsigned by)
{
    const unsigned whole = by / LIMB, rest = by % LIMB;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t low = i + whole < count ? limbs[i + whole] : 0,
                       high = i + whole + 1 < count ? limbs[i + whole + 1] : 0;
        limbs[i] = rest == 0 ? low : low >> rest | high << (LIMB - rest);
    }
}

/* 1 - the fraction, but for one in its last place. */
static void complement(uint64_t *fraction)
{
    for (unsigned i = 0; i < POINT; i++)
        fraction[i] = ~fraction[i];
}

static rg_ext of_fraction(const uint64_t *fraction)
{
    unsigned top = POINT - 1;
    while (top > 3 && fraction[top] == 0)
        top--;
    return rg_ext_of(false, (int32_t)(LIMB * (top + 1) - LIMB * POINT) - 1,
                     (rg_ext_digits)fraction[top] << LIMB | fraction[top - 1],
                     (rg_ext_digits)fraction[top - 2] << LIMB | fraction[top - 3]);
}

typedef struct {
    uint64_t parts[PRODUCT];
    bool above; /* the next part is closer */
} turned;

static turned turns_of(rg_ext x)
{
    uint64_t turns[TURNS] = {0};
    turned t = {{0}, false};
    for (unsigned i = 0; i < ROM_WORDS; i++)
        put(turns, rg_float_rom[RG_ROM_TURNS + i]);
    add_product(t.parts, turns, (uint64_t)x.digits);
    add_product(t.parts + 1, turns, (uint64_t)(x.digits >> LIMB));
    shift_right(t.parts, PRODUCT, (unsigned)(DIGITS - 1 - x.exponent));
    t.above = t.parts[POINT - 1] >> (LIMB - 1);
    return t;
}

rg_ext rg_ext_turn(rg_ext x)
{
    if (rg_ext_is_zero(x))
        return x;
    turned t = turns_of(x);
    if (t.above)
        complement(t.parts);
    const rg_ext rest = of_fraction(t.parts);
    return t.above != x.negative ? rg_ext_negate(rest) : rest;
}

rg_ext rg_ext_part_of_turn(rg_ext x, rg_ext rest)
{
    (void)rest;
    if (rg_ext_is_zero(x))
        return x;
    const turned t = turns_of(x);
    const int64_t k = (int64_t)(t.parts[POINT] % TURN) + t.above;
    return rg_ext_of_int(x.negative ? TURN - k : k);
}
