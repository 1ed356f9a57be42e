/* exponential.c: x = k ln 2 / 64 + r with |r| <= ln 2 / 128; 2^(k/64) from a table, times e^r. */
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"
#include "isa/num/float/steps.h"

/* e^r - 1 = r (1 + r/2 + r^2/6 + ..): the first term left out is below 2^-130 of it. */
enum { EXP_DEGREE = 14, PARTS_LOG2 = 6 };

rg_ext rg_ext_one(void) { return rg_ext_rom(RG_ROM_FACT); }

rg_ext rg_ext_horner(rg_ext x, unsigned first, unsigned degree)
{
    rg_ext sum = rg_ext_rom(first + degree);
    for (unsigned n = degree; n-- > 0;)
        sum = rg_ext_add(rg_ext_mul(sum, x), rg_ext_rom(first + n));
    return sum;
}

static rg_ext expm1_of_rest(rg_ext r)
{
    return rg_ext_mul(r, rg_ext_horner(r, RG_ROM_FACT + 1, EXP_DEGREE - 1));
}

/* 2^(k/64) and e^r - 1. */
typedef struct {
    rg_ext power, rest;
} parts;

/* k has at most 24 digits and the first part of ln 2 / 64 has 96, so their product is exact. */
static parts reduced(rg_ext x)
{
    x = rg_ext_limited(x);
    rg_ext n = rg_ext_whole(rg_ext_mul(x, rg_ext_rom(RG_ROM_PER_LN2)));
    rg_ext r = rg_ext_sub(x, rg_ext_mul(n, rg_ext_rom(RG_ROM_LN2_64)));
    r = rg_ext_sub(r, rg_ext_mul(n, rg_ext_rom(RG_ROM_LN2_64 + 1)));
    return (parts){rg_ext_power_of_part(n), expm1_of_rest(r)};
}

static rg_ext product(parts p) { return rg_ext_add(p.power, rg_ext_mul(p.power, p.rest)); }

rg_ext rg_ext_exp(rg_ext x) { return product(reduced(x)); }

/* (2^(k/64) - 1) + 2^(k/64) (e^r - 1): for k = 0 the first term is 0, and else above 2^-7. */
rg_ext rg_ext_expm1(rg_ext x)
{
    parts p = reduced(x);
    return rg_ext_add(rg_ext_sub(p.power, rg_ext_one()), rg_ext_mul(p.power, p.rest));
}

rg_ext rg_ext_exp2(rg_ext x)
{
    x = rg_ext_limited(x);
    rg_ext n = rg_ext_whole(rg_ext_scale(x, PARTS_LOG2));
    rg_ext r = rg_ext_sub(x, rg_ext_scale(n, -PARTS_LOG2));
    return product(
        (parts){rg_ext_power_of_part(n), expm1_of_rest(rg_ext_mul(r, rg_ext_rom(RG_ROM_LN2)))});
}
