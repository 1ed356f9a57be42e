/* steps.c: the choices and the tables of floating-point functions. */
#include "isa/num/float/steps.h"

#include "isa/num/float/rom.h"

enum { PARTS_LOG2 = 6, PARTS = 1 << PARTS_LOG2, PART_DIGITS = 7, HALVED_FROM = 53, NEAR = -8 };

rg_ext rg_ext_rom(unsigned address) { return rg_float_rom[address]; }

rg_ext rg_ext_whole(rg_ext x) { return rg_ext_of_int(rg_ext_round(x)); }

rg_ext rg_ext_power_of_part(rg_ext n)
{
    const int64_t k = rg_ext_round(n), whole = k >> PARTS_LOG2;

    return rg_ext_scale(rg_float_rom[RG_ROM_EXP2 + (unsigned)(k - whole * PARTS)], (int32_t)whole);
}

rg_ext rg_ext_angle_of_part(rg_ext n)
{
    return rg_float_rom[RG_ROM_ATAN + (unsigned)rg_ext_round(n)];
}

rg_ext rg_ext_sin_of_part(rg_ext n)
{
    enum { TURN = 128 };
    return rg_float_rom[RG_ROM_SIN + (unsigned)((uint64_t)rg_ext_round(n) % TURN)];
}

rg_ext rg_ext_limited(rg_ext x)
{
    const bool beyond = !rg_ext_is_zero(x) && x.exponent >= RG_EXP_LIMIT;

    return beyond ? (rg_ext){(rg_ext_digits)1 << 127, RG_EXP_LIMIT, x.negative} : x;
}

/* The digits behind the first one. */
static unsigned part_of(rg_ext x)
{
    return (unsigned)(x.digits >> (127 - PART_DIGITS)) & ((1u << PART_DIGITS) - 1);
}
static bool is_halved(rg_ext x) { return part_of(x) >= HALVED_FROM; }

rg_ext rg_ext_fraction(rg_ext x) { return (rg_ext){x.digits, is_halved(x) ? -1 : 0, false}; }
rg_ext rg_ext_exponent(rg_ext x) { return rg_ext_of_int((int64_t)x.exponent + is_halved(x)); }
rg_ext rg_ext_inverse_of_part(rg_ext x) { return rg_float_rom[RG_ROM_INV + part_of(x)]; }
rg_ext rg_ext_log_of_part(rg_ext x) { return rg_float_rom[RG_ROM_LOG + part_of(x)]; }

rg_ext rg_ext_near_zero(rg_ext x, rg_ext y)
{
    return rg_ext_is_zero(x) || x.exponent < NEAR ? x : y;
}

rg_ext rg_ext_if_negative(rg_ext x, rg_ext y) { return x.negative ? rg_ext_magnitude(x) : y; }

rg_ext rg_ext_with_sign(rg_ext x, rg_ext y)
{
    x.negative = y.negative && !rg_ext_is_zero(x);
    return x;
}

static bool exceeds(rg_ext x, rg_ext y) { return rg_ext_compare_magnitude(x, y) > 0; }

rg_ext rg_ext_greater(rg_ext x, rg_ext y) { return rg_ext_magnitude(exceeds(x, y) ? x : y); }
rg_ext rg_ext_lesser(rg_ext x, rg_ext y) { return rg_ext_magnitude(exceeds(x, y) ? y : x); }
rg_ext rg_ext_order(rg_ext x, rg_ext y) { return rg_ext_of_int(exceeds(x, y) ? -1 : 1); }

static bool is_odd(rg_ext n)
{
    return n.exponent >= 0 && n.exponent < 64 && n.digits >> (127 - n.exponent) & 1;
}

rg_ext rg_ext_sign_of_power(rg_ext x, rg_ext n)
{
    return rg_ext_of_int(x.negative && is_odd(n) ? -1 : 1);
}

bool rg_ext_positive(rg_ext x) { return !x.negative && !rg_ext_is_zero(x); }

rg_ext rg_ext_sure(rg_ext x) { return rg_ext_shorten(x, RG_SURE_DIGITS); }
