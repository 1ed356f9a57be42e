/* format.c: float words, wide words and numbers of 128 digits, each from the other. */
#include "isa/num/float/format.h"

enum { DIGITS = 128 };

static int32_t bias(const rg_float_format *format) { return (1 << (format->e - 1)) - 1; }

bool rg_float_decode(const rg_float_format *format, uint64_t bits, rg_ext *x)
{
    unsigned behind = format->p - 1;
    uint64_t implied = UINT64_C(1) << behind;
    uint64_t field = bits >> behind & ((UINT64_C(1) << format->e) - 1);
    *x = (rg_ext){0, 0, false};
    if (bits == 0)
        return true;
    unsigned width = behind + format->e;
    if (width < 63 && bits >> (width + 1) != 0)
        return false;
    if (field == 0 || field == (UINT64_C(1) << format->e) - 1)
        return false;
    x->negative = bits >> width & 1;
    x->exponent = (int32_t)field - bias(format);
    x->digits = (rg_ext_digits)(implied | (bits & (implied - 1))) << (DIGITS - format->p);
    return true;
}

/* The first p digits, rounded to the nearest, ties to even: at most 2^p. */
static uint64_t rounded_digits(rg_ext_digits digits, unsigned p)
{
    rg_ext_digits half = (rg_ext_digits)1 << (DIGITS - 1 - p), rest = digits & (2 * half - 1);
    uint64_t kept = (uint64_t)(digits >> (DIGITS - p));
    return kept + (rest > half || (rest == half && (kept & 1)));
}

enum rg_float_status rg_float_round(const rg_float_format *format, rg_ext x, uint64_t *bits)
{
    unsigned behind = format->p - 1;
    *bits = 0;
    if (rg_ext_is_zero(x))
        return RG_FLOAT_EXACT;
    uint64_t kept = rounded_digits(x.digits, format->p);
    int32_t exponent = x.exponent + (int32_t)(kept >> format->p);
    if (exponent > bias(format))
        return RG_FLOAT_OVERFLOW;
    if (exponent < 1 - bias(format))
        return RG_FLOAT_FEW;
    *bits = (uint64_t)x.negative << (behind + format->e)
            | (uint64_t)(exponent + bias(format)) << behind
            | (kept & ((UINT64_C(1) << behind) - 1));
    return x.digits << format->p == 0 ? RG_FLOAT_EXACT : RG_FLOAT_ROUNDED;
}

rg_ext rg_wide_extended(const rg_float_format *format, rg_wide_word word)
{
    const unsigned zeros = rg_wide_leading_zeros(rg_wide_magnitude(word));
    if (zeros == RG_WIDE_BITS)
        return (rg_ext){0, 0, false};
    const rg_wide_word m = rg_wide_shift_left(rg_wide_magnitude(word), zeros);
    uint64_t rest = 0; /* which only sets the last digit */
    for (unsigned i = 0; i + 2 < RG_WIDE_LIMBS; i++)
        rest |= m.limb[i];
    return rg_ext_of(
        rg_wide_negative(word), RG_WIDE_BITS - 1 - (int32_t)zeros - (int32_t)format->frac,
        (rg_ext_digits)m.limb[RG_WIDE_LIMBS - 1] << 64 | m.limb[RG_WIDE_LIMBS - 2], rest);
}

enum rg_float_status rg_wide_read(const rg_float_format *format, rg_wide_word word, uint64_t *bits)
{
    return rg_float_round(format, rg_wide_extended(format, word), bits);
}

rg_ext rg_wide_number(const rg_float_format *format, rg_wide_word word)
{
    return rg_ext_shorten(rg_wide_extended(format, word), format->q);
}

/* The magnitude of x in units of 2^-frac, where `above` digits stand before the end of the word;
 * 0 <= above <= 512. */
static enum rg_float_status place(rg_ext_digits digits, int32_t above, rg_wide_word *m)
{
    rg_wide_word whole = {{(uint64_t)digits, (uint64_t)(digits >> 64)}};
    if (above >= DIGITS) {
        *m = rg_wide_shift_left(whole, (unsigned)above - DIGITS);
        return RG_FLOAT_EXACT;
    }
    *m = rg_wide_round_right(whole, (unsigned)(DIGITS - above));
    if (digits << above == 0)
        return RG_FLOAT_EXACT;
    return above < RG_FEW_DIGITS ? RG_FLOAT_FEW : RG_FLOAT_ROUNDED;
}

enum rg_float_status rg_wide_expand(const rg_float_format *format, rg_ext x, rg_wide_word *word)
{
    int64_t above = (int64_t)x.exponent + 1 + format->frac;
    enum rg_float_status status;
    *word = (rg_wide_word){{0}};
    if (rg_ext_is_zero(x))
        return RG_FLOAT_EXACT;
    if (above < 0)
        return RG_FLOAT_FEW;
    if (above > format->w)
        return RG_FLOAT_OVERFLOW;
    status = place(x.digits, (int32_t)above, word);
    if (x.negative)
        rg_wide_negate(RG_WIDE_BITS, *word,
                       word); /* modulo 2^512: its sign tells what did not fit */
    bool wrong_sign = !rg_wide_is_zero(*word) && rg_wide_negative(*word) != x.negative;
    if (!wrong_sign && rg_wide_fits(*word, format->w))
        return status;
    *word = (rg_wide_word){{0}};
    return RG_FLOAT_OVERFLOW;
}
