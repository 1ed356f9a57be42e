/* float_turn.c: rotations of wide words beside those of MPFR. */
#include "tests/wide/float_turn.h"

#include <math.h>
#include <mpfr.h>

#include "isa/isa.h"
#include "isa/num/float/float.h"

/* Three sums of products are each rounded at the last place, and tangent and sine have 106 digits.
 */
enum { PRECISION = 800, FRAC = 128, LAST_PLACES = 3, PART = 87 };

static void set_word(mpfr_t x, rg_wide_word word)
{
    const rg_wide_word size = rg_wide_magnitude(word);

    mpfr_set_zero(x, 1);
    for (unsigned k = RG_WIDE_LIMBS; k-- > 0;) {
        mpfr_mul_2ui(x, x, 64, MPFR_RNDN);
        mpfr_add_ui(x, x, (unsigned long)size.limb[k], MPFR_RNDN);
    }
    mpfr_div_2ui(x, x, FRAC, MPFR_RNDN);
    if (rg_wide_negative(word))
        mpfr_neg(x, x, MPFR_RNDN);
}

/* A float word alone, and one in a register, have all bits in the lowest. */
static bool is_double(const rg_float_unit_in *in)
{
    return in->b_float
           || (in->b.limb[3] == UINT64_C(1) << 63 && in->b.limb[2] == 0 && in->b.limb[1] == 0);
}

static void set_angle(mpfr_t angle, const rg_float_unit_in *in)
{
    union {
        uint64_t bits;
        double number;
    } x = {.bits = in->b.limb[0]};

    if (!is_double(in))
        set_word(angle, in->b);
    else if (isnormal(x.number)) /* what is no float word counts as 0 */
        mpfr_set_d(angle, x.number, MPFR_RNDN);
    else
        mpfr_set_zero(angle, 1);
}

/* a x + s b y, beside a word. */
static bool is_sum(mpfr_t a, mpfr_t x, mpfr_t b, mpfr_t y, int s, rg_wide_word word)
{
    mpfr_t sum, part, allowed;

    mpfr_inits2(PRECISION, sum, part, allowed, (mpfr_ptr)0);
    mpfr_mul(sum, a, x, MPFR_RNDN);
    mpfr_mul(part, b, y, MPFR_RNDN);
    mpfr_mul_si(part, part, s, MPFR_RNDN);
    mpfr_add(sum, sum, part, MPFR_RNDN);
    set_word(part, word);
    mpfr_sub(sum, sum, part, MPFR_RNDN);
    mpfr_hypot(allowed, x, y, MPFR_RNDU);
    mpfr_div_2ui(allowed, allowed, PART, MPFR_RNDU);
    mpfr_set_ui_2exp(part, LAST_PLACES, -FRAC, MPFR_RNDN);
    mpfr_add(allowed, allowed, part, MPFR_RNDU);
    const bool good = mpfr_cmpabs(sum, allowed) <= 0;
    mpfr_clears(sum, part, allowed, (mpfr_ptr)0);
    return good;
}

bool rg_float_turn_is_true(const rg_float_unit_in *in, const rg_float_unit_out *out)
{
    const bool reflects = in->op == RG_OP_HAD || in->op == RG_OP_IHAD;
    mpfr_t x, y, s, c;

    mpfr_inits2(PRECISION, x, y, s, c, (mpfr_ptr)0);
    set_word(x, in->d);
    set_word(y, in->a);
    if (reflects) {
        mpfr_set_d(c, 0.5, MPFR_RNDN);
        mpfr_sqrt(c, c, MPFR_RNDN);
        mpfr_set(s, c, MPFR_RNDN);
    } else {
        set_angle(c, in);
        if (in->inverse)
            mpfr_neg(c, c, MPFR_RNDN);
        mpfr_sin_cos(s, c, c, MPFR_RNDN);
    }
    const bool good = is_sum(c, x, s, y, reflects ? 1 : -1, out->d)
                      && is_sum(s, x, c, y, reflects ? -1 : 1, out->a);
    mpfr_clears(x, y, s, c, (mpfr_ptr)0);
    return good;
}
