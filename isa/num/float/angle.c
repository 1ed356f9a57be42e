/* angle.c: the angle of a point: j / 64 is close to its tangent, and a series has the angle whose
 * tangent is what lies beyond atan(j / 64). */
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"
#include "isa/num/float/steps.h"

/* The first term left out is w^20 / 21, below 2^-130. */
enum { ATAN_TERMS = 9, PARTS_LOG2 = 6 };

rg_ext rg_ext_alternating(rg_ext x, unsigned first, unsigned stride, unsigned terms)
{
    rg_ext sum = rg_ext_rom(first + stride * terms);
    for (unsigned n = terms; n-- > 0;)
        sum = rg_ext_sub(rg_ext_rom(first + stride * n), rg_ext_mul(sum, x));
    return sum;
}

/* The angle of (large, small), both positive or 0, 0 <= small <= large; 0 where both are 0. */
static rg_ext first_octant(rg_ext large, rg_ext small)
{
    rg_ext j = rg_ext_whole(rg_ext_scale(rg_ext_div(small, large), PARTS_LOG2));
    rg_ext c = rg_ext_scale(j, -PARTS_LOG2);
    rg_ext w = rg_ext_div(rg_ext_sub(small, rg_ext_mul(c, large)),
                          rg_ext_add(large, rg_ext_mul(c, small)));
    rg_ext series = rg_ext_alternating(rg_ext_mul(w, w), RG_ROM_ODD, 1, ATAN_TERMS);
    return rg_ext_add(rg_ext_angle_of_part(j), rg_ext_mul(w, series));
}

/* The angle for a sign of 1, and whole less the angle for -1. */
static rg_ext mirrored(rg_ext angle, rg_ext whole, rg_ext sign)
{
    rg_ext kept = rg_ext_scale(rg_ext_sub(rg_ext_one(), sign), -1); /* 0 or 1 */
    return rg_ext_add(rg_ext_mul(kept, whole), rg_ext_mul(sign, angle));
}

rg_ext rg_ext_atan2(rg_ext y, rg_ext x)
{
    rg_ext angle = first_octant(rg_ext_greater(y, x), rg_ext_lesser(y, x));
    angle = mirrored(angle, rg_ext_rom(RG_ROM_HALF_PI), rg_ext_order(y, x));
    angle = mirrored(angle, rg_ext_rom(RG_ROM_PI), rg_ext_with_sign(rg_ext_one(), x));
    return rg_ext_with_sign(angle, y);
}
