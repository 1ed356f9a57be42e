/* convert.c: wide words from and to integers and fixed-point words, which are wide words scaled. */
#include "isa/num/float/convert.h"

bool rg_wide_of_fixed(const rg_float_format *format, int64_t fixed, unsigned frac,
                      rg_wide_word *word)
{
    return rg_wide_scale(format->w, rg_wide_of_int(fixed), (int)(format->frac - frac), word);
}

/* The magnitude over 2^places, rounded; up: away from 0. */
static rg_wide_word divided(rg_wide_word magnitude, unsigned places, bool nearest, bool up)
{
    if (places == 0)
        return magnitude;
    if (nearest)
        return rg_wide_round_right(magnitude, places);
    rg_wide_word q = rg_wide_shift_right(magnitude, places);
    rg_wide_word back = rg_wide_shift_left(q, places);
    if (up && rg_wide_compare(back, magnitude) != 0)
        rg_wide_add(RG_WIDE_BITS, q, rg_wide_of_int(1), &q);
    return q;
}

enum rg_float_status rg_wide_to_fixed(const rg_float_format *format, rg_wide_word word,
                                      unsigned frac, enum rg_float_rounding how, int64_t *fixed)
{
    bool negative = rg_wide_negative(word);
    unsigned places = format->frac - frac;
    rg_wide_word m = rg_wide_magnitude(word);
    rg_wide_word q = divided(m, places, how == RG_ROUND_NEAREST,
                             how == (negative ? RG_ROUND_FLOOR : RG_ROUND_CEIL));
    bool exact = rg_wide_compare(rg_wide_shift_left(q, places), m) == 0;
    if (negative)
        rg_wide_negate(RG_WIDE_BITS, q, &q);
    *fixed = rg_wide_fits(q, 64) ? (int64_t)q.limb[0] : 0;
    return !rg_wide_fits(q, 64) ? RG_FLOAT_OVERFLOW : exact ? RG_FLOAT_EXACT : RG_FLOAT_ROUNDED;
}
