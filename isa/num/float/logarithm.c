/* logarithm.c: x = 2^e m with m about 0.71 .. 1.42; c m is close to 1 for a c of 10 digits from a
 * table; log x = e ln 2 - log c + 2 atanh(s), s = (c m - 1) / (c m + 1). */
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"

/* |s| < 2^-8, so the first term left out is below 2^-128. */
enum { ATANH_DEGREE = 7, PART_DIGITS = 7, HALVED_FROM = 53, NEAR_ONE = -8 };

/* log(1 + z). */
static rg_ext log_of_near(rg_ext z)
{
    rg_ext s = rg_ext_div(z, rg_ext_add(z, rg_ext_scale(rg_ext_one(), 1)));
    rg_ext series = rg_ext_horner(rg_ext_mul(s, s), RG_ROM_ODD, ATANH_DEGREE);
    return rg_ext_scale(rg_ext_mul(s, series), 1);
}

/* log m of the above, and e. */
typedef struct {
    rg_ext log;
    int64_t exponent;
} parts;

static parts split(rg_ext x)
{
    unsigned part = (unsigned)(x.digits >> (127 - PART_DIGITS)) & ((1u << PART_DIGITS) - 1);
    bool halved = part >= HALVED_FROM;
    rg_ext m = {x.digits, halved ? -1 : 0, false};
    rg_ext near = rg_ext_mul(m, rg_float_rom[RG_ROM_INV + part]);
    rg_ext log = log_of_near(rg_ext_sub(near, rg_ext_one()));
    return (parts){rg_ext_add(rg_float_rom[RG_ROM_LOG + part], log), (int64_t)x.exponent + halved};
}

rg_ext rg_ext_log(rg_ext x)
{
    parts p = split(x);
    rg_ext whole = rg_ext_mul(rg_ext_of_int(p.exponent), rg_float_rom[RG_ROM_LN2]);
    return rg_ext_add(whole, p.log);
}

rg_ext rg_ext_log2(rg_ext x)
{
    parts p = split(x);
    return rg_ext_add(rg_ext_of_int(p.exponent), rg_ext_mul(p.log, rg_float_rom[RG_ROM_LOG2E]));
}

/* Below 2^-8 the sum 1 + x would lose digits of x; above, it is exact or as good as that. */
rg_ext rg_ext_log1p(rg_ext x)
{
    if (rg_ext_is_zero(x) || x.exponent < NEAR_ONE)
        return log_of_near(x);
    return rg_ext_log(rg_ext_add(rg_ext_one(), x));
}
