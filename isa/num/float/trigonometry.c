/* trigonometry.c: x = k pi / 64 + r with |r| <= pi / 128; the sine and cosine of k pi / 64 from a
 * table. Angles: the tangent of what lies beyond atan(j / 64). */
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"

/* The first terms left out: r^19 / 19!, r^18 / 18! and w^20 / 21, all below 2^-130. */
enum {
    SIN_TERMS = 8,
    COS_TERMS = 8,
    ATAN_TERMS = 9,
    TURN = 128,
    QUARTER = TURN / 4,
    PARTS_LOG2 = 6,
    NEAR = 20 /* from 2^20 on k has too many digits */
};

static rg_ext rom(unsigned address) { return rg_float_rom[address]; }

/* c_1 - c_3 x + c_5 x^2 - ..: each second word of the ROM from `first`, with changing signs. */
static rg_ext alternating(rg_ext x, unsigned first, unsigned stride, unsigned terms)
{
    rg_ext sum = rom(first + stride * terms);
    for (unsigned n = terms; n-- > 0;)
        sum = rg_ext_sub(rom(first + stride * n), rg_ext_mul(sum, x));
    return sum;
}

static rg_ext sin_of_rest(rg_ext r, rg_ext square)
{
    return rg_ext_mul(r, alternating(square, RG_ROM_FACT + 1, 2, SIN_TERMS));
}
static rg_ext cos_of_rest(rg_ext square) { return alternating(square, RG_ROM_FACT, 2, COS_TERMS); }

static rg_ext sin_of_part(int64_t k) { return rom(RG_ROM_SIN + (unsigned)((uint64_t)k % TURN)); }

/* k has at most 25 digits and each part of pi / 64 has 96, so the products are exact. A number of
 * 106 digits below 2^20 is hardly ever closer to a multiple of pi / 2 than about 2^-125: what the
 * three parts leave out is below 2^-280. */
static rg_ext_turned reduced(rg_ext x)
{
    rg_ext_turned r = {rg_ext_round(rg_ext_mul(x, rom(RG_ROM_PER_PI))), x};
    for (unsigned part = 0; part < 3; part++)
        r.rest = rg_ext_sub(r.rest, rg_ext_mul(rg_ext_of_int(r.k), rom(RG_ROM_PI_64 + part)));
    return r;
}

rg_ext_sincos_result rg_ext_sincos(rg_ext x)
{
    const rg_ext_turned turned = x.exponent < NEAR ? reduced(x) : rg_ext_turn(x);
    const rg_ext r = turned.rest;
    rg_ext square = rg_ext_mul(r, r), s = sin_of_rest(r, square), c = cos_of_rest(square);
    rg_ext sk = sin_of_part(turned.k), ck = sin_of_part(turned.k + QUARTER);
    return (rg_ext_sincos_result){
        rg_ext_add(rg_ext_mul(sk, c), rg_ext_mul(ck, s)),
        rg_ext_sub(rg_ext_mul(ck, c), rg_ext_mul(sk, s)),
    };
}

/* The angle of (large, small), both positive or 0, 0 <= small <= large, large > 0. */
static rg_ext first_octant(rg_ext large, rg_ext small)
{
    int64_t j = rg_ext_round(rg_ext_scale(rg_ext_div(small, large), PARTS_LOG2));
    rg_ext c = rg_ext_scale(rg_ext_of_int(j), -PARTS_LOG2);
    rg_ext w = rg_ext_div(rg_ext_sub(small, rg_ext_mul(c, large)),
                          rg_ext_add(large, rg_ext_mul(c, small)));
    rg_ext series = alternating(rg_ext_mul(w, w), RG_ROM_ODD, 1, ATAN_TERMS);
    return rg_ext_add(rom(RG_ROM_ATAN + (unsigned)j), rg_ext_mul(w, series));
}

rg_ext rg_ext_atan2(rg_ext y, rg_ext x)
{
    rg_ext above = rg_ext_magnitude(y), beside = rg_ext_magnitude(x);
    bool steep = rg_ext_compare_magnitude(above, beside) > 0;
    if (rg_ext_is_zero(y) && rg_ext_is_zero(x))
        return y;
    rg_ext angle = steep ? first_octant(above, beside) : first_octant(beside, above);
    if (steep)
        angle = rg_ext_sub(rom(RG_ROM_HALF_PI), angle);
    if (x.negative)
        angle = rg_ext_sub(rom(RG_ROM_PI), angle);
    return y.negative ? rg_ext_negate(angle) : angle;
}
