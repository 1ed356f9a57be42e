/* logarithm.c: x = 2^e m with m about 0.71 .. 1.42; c m is close to 1 for a c of 10 digits from a
 * table; log x = e ln 2 - log c + 2 atanh(s), s = (c m - 1) / (c m + 1). */
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"
#include "isa/num/float/steps.h"

/* |s| < 2^-8, so the first term left out is below 2^-128. */
enum { ATANH_DEGREE = 7 };

/* log(1 + z). */
static rg_ext log_of_near(rg_ext z)
{
    rg_ext s = rg_ext_div(z, rg_ext_add(z, rg_ext_scale(rg_ext_one(), 1)));
    rg_ext series = rg_ext_horner(rg_ext_mul(s, s), RG_ROM_ODD, ATANH_DEGREE);
    return rg_ext_scale(rg_ext_mul(s, series), 1);
}

/* c m - 1. */
static rg_ext beside_1(rg_ext x)
{
    rg_ext near = rg_ext_mul(rg_ext_fraction(x), rg_ext_inverse_of_part(x));
    return rg_ext_sub(near, rg_ext_one());
}

/* log x, with z for c m - 1. */
static rg_ext log_with(rg_ext x, rg_ext z)
{
    rg_ext of_fraction = rg_ext_add(rg_ext_log_of_part(x), log_of_near(z));
    return rg_ext_add(rg_ext_mul(rg_ext_exponent(x), rg_ext_rom(RG_ROM_LN2)), of_fraction);
}

rg_ext rg_ext_log(rg_ext x) { return log_with(x, beside_1(x)); }

rg_ext rg_ext_log2(rg_ext x)
{
    rg_ext of_fraction = rg_ext_add(rg_ext_log_of_part(x), log_of_near(beside_1(x)));
    return rg_ext_add(rg_ext_exponent(x), rg_ext_mul(of_fraction, rg_ext_rom(RG_ROM_LOG2E)));
}

/* Below 2^-8 the sum 1 + x would lose digits of x: there e and log c are 0, and x is c m - 1.
 * Above, the sum is exact or as good as that. */
rg_ext rg_ext_log_of_sum(rg_ext sum, rg_ext x)
{
    return log_with(sum, rg_ext_near_zero(x, beside_1(sum)));
}
rg_ext rg_ext_log1p(rg_ext x) { return rg_ext_log_of_sum(rg_ext_add(rg_ext_one(), x), x); }
