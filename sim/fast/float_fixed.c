/* float_fixed.c: Fixed beside Float. A Fixed is a wide word that is a multiple of 2^-FRAC and whose
 * magnitude is below 2^(XLEN-1-FRAC). */
#include "sim/fast/float_update.h"

static rg_ext moved(const rg_float_update *u)
{
    rg_ext x = {0};

    if (!u->b.apart)
        return rg_wide_extended(&u->format, u->b.word);
    (void)rg_float_decode(&u->format, u->b.bits, &x);
    return x;
}

bool rg_float_beyond_fixed(const rg_float_update *u, rg_wide_word word)
{
    const unsigned most = u->fixed_bits - 1 - u->fixed_frac + u->format.frac;

    return RG_WIDE_BITS - rg_wide_leading_zeros(rg_wide_magnitude(word)) > most;
}

unsigned rg_float_to_fixed(rg_float_update *u)
{
    enum { ALL_DIGITS = 128 };
    const rg_float_format fixed = {u->format.w, u->fixed_frac, u->format.p, u->format.e,
                                   u->format.q};
    const rg_ext x = u->coarser ? rg_float_added(&fixed, u->coarser, moved(u), ALL_DIGITS)
                                : moved(u);
    const enum rg_float_status status = rg_wide_expand(&fixed, x, &u->f);

    u->few = status == RG_FLOAT_FEW;
    const bool over = status == RG_FLOAT_OVERFLOW
                      || rg_wide_scale(u->format.w, u->f, (int)(u->format.frac - fixed.frac), &u->f)
                      || rg_float_beyond_fixed(u, u->f);
    return over ? RG_TRAP_OVERFLOW : 0;
}
