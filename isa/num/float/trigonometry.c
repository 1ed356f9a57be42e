/* trigonometry.c: x = k pi / 64 + r with |r| <= pi / 128; the sine and cosine of k pi / 64 from a
 * table. */
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"
#include "isa/num/float/steps.h"

/* The first terms left out: r^19 / 19! and r^18 / 18!, both below 2^-130. */
enum {
    SIN_TERMS = 8,
    COS_TERMS = 8,
    PARTS_LOG2 = 6,
    NEAR = 20 /* from 2^20 on k has too many digits */
};

static rg_ext sin_of_rest(rg_ext r, rg_ext square)
{
    return rg_ext_mul(r, rg_ext_alternating(square, RG_ROM_FACT + 1, 2, SIN_TERMS));
}
static rg_ext cos_of_rest(rg_ext square)
{
    return rg_ext_alternating(square, RG_ROM_FACT, 2, COS_TERMS);
}

/* x = (128 n + k) pi / 64 + rest, for an integer n. */
typedef struct {
    rg_ext k, rest;
} turned;

/* k has at most 25 digits and each part of pi / 64 has 96, so the products are exact. A number of
 * 106 digits below 2^20 is hardly ever closer to a multiple of pi / 2 than about 2^-125: what the
 * three parts leave out is below 2^-280. */
static turned reduced(rg_ext x)
{
    turned r = {rg_ext_whole(rg_ext_mul(x, rg_ext_rom(RG_ROM_PER_PI))), x};
    for (unsigned part = 0; part < 3; part++)
        r.rest = rg_ext_sub(r.rest, rg_ext_mul(r.k, rg_ext_rom(RG_ROM_PI_64 + part)));
    return r;
}

static turned reduced_by_turns(rg_ext x)
{
    rg_ext rest = rg_ext_turn(x);
    return (turned){rg_ext_part_of_turn(x, rest),
                    rg_ext_mul(rest, rg_ext_scale(rg_ext_rom(RG_ROM_PI), -PARTS_LOG2))};
}

/* One of both ways has x, and the other one 0, of which all is 0. */
static turned reduced_either_way(rg_ext x)
{
    rg_ext order = rg_ext_order(rg_ext_scale(rg_ext_one(), NEAR), x);
    rg_ext is_near = rg_ext_scale(rg_ext_sub(rg_ext_one(), order), -1);
    rg_ext is_far = rg_ext_sub(rg_ext_one(), is_near);
    turned near = reduced(rg_ext_mul(x, is_near)), far = reduced_by_turns(rg_ext_mul(x, is_far));
    return (turned){rg_ext_add(near.k, far.k), rg_ext_add(near.rest, far.rest)};
}

rg_ext_sincos_result rg_ext_sincos(rg_ext x)
{
    const turned t = reduced_either_way(x);
    rg_ext r = t.rest;
    rg_ext square = rg_ext_mul(r, r), s = sin_of_rest(r, square), c = cos_of_rest(square);
    rg_ext sk = rg_ext_sin_of_part(t.k),
           ck = rg_ext_sin_of_part(
               rg_ext_add(t.k, rg_ext_scale(rg_ext_one(), PARTS_LOG2 - 1))); /* a quarter of 128 */
    return (rg_ext_sincos_result){
        rg_ext_add(rg_ext_mul(sk, c), rg_ext_mul(ck, s)),
        rg_ext_sub(rg_ext_mul(ck, c), rg_ext_mul(sk, s)),
    };
}
