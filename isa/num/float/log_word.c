/* log_word.c: Log numbers with all bits of a wide word (docs/reference/numerics.md). */
#include "isa/num/float/log_word.h"

#include "isa/isa.h"
#include "isa/num/float/functions.h"
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"

rg_float_format rg_log_format(const rg_float_format *format)
{
    rg_float_format log = *format;

    log.w--;
    log.frac--;
    return log;
}

/* ---- the two parts of a word ---- */

bool rg_log_negative(rg_wide_word log) { return log.limb[0] & 1; }

static rg_wide_word field_of(rg_wide_word log)
{
    rg_wide_word field = rg_wide_shift_right(log, 1);

    field.limb[RG_WIDE_LIMBS - 1] |= log.limb[RG_WIDE_LIMBS - 1] & UINT64_C(1) << 63;
    return field;
}

static rg_wide_word joined(rg_wide_word field, bool negative)
{
    rg_wide_word log = rg_wide_shift_left(field, 1);

    log.limb[0] |= negative;
    return log;
}

rg_ext rg_log_magnitude(const rg_float_format *format, rg_wide_word log)
{
    const rg_float_format of_log = rg_log_format(format);

    return rg_wide_extended(&of_log, field_of(log));
}

rg_ext rg_log_number(const rg_float_format *format, rg_wide_word log)
{
    const rg_ext magnitude = rg_ext_exp2(rg_ext_shorten(rg_log_magnitude(format, log), format->q));

    return rg_log_negative(log) ? rg_ext_negate(magnitude) : magnitude;
}

/* The same digits wherever a number becomes a Log, so that two of one number are equal. */
static rg_ext log_of(const rg_float_format *format, rg_ext x)
{
    return rg_ext_shorten(rg_ext_log2(rg_ext_magnitude(x)), format->q);
}

rg_wide_word rg_log_of(const rg_float_format *format, rg_ext x)
{
    const rg_float_format of_log = rg_log_format(format);
    rg_wide_word field;

    (void)rg_wide_expand(&of_log, log_of(format, x), &field);
    return joined(field, x.negative);
}

bool rg_log_multiply(const rg_float_format *format, rg_wide_word x, rg_wide_word y, bool divide,
                     rg_wide_word *product)
{
    const unsigned w = rg_log_format(format).w;
    rg_wide_word field;
    const bool over = divide ? rg_wide_sub(w, field_of(x), field_of(y), &field)
                             : rg_wide_add(w, field_of(x), field_of(y), &field);

    *product = joined(field, rg_log_negative(x) != rg_log_negative(y));
    return over;
}

/* ---- functions ---- */

static rg_log_out trapped(void) { return (rg_log_out){.trap = RG_TRAP_DOMAIN}; }

static rg_log_out product(const rg_float_format *format, const rg_log_in *in, bool divide)
{
    rg_log_out out = {.of_a = 1, .of_b = divide ? -1 : 1};

    if (rg_log_multiply(format, in->a, in->b, divide, &out.exact))
        out.trap = RG_TRAP_OVERFLOW;
    return out;
}

static bool is_greater(rg_wide_word a, rg_wide_word b)
{
    const int order = rg_wide_compare(field_of(a), field_of(b));

    if (rg_log_negative(a) != rg_log_negative(b))
        return rg_log_negative(b);
    return rg_log_negative(a) ? order < 0 : order > 0;
}

static rg_log_out greatest(const rg_log_in *in)
{
    const bool first = is_greater(in->a, in->b);

    return (rg_log_out){.exact = first ? in->a : in->b, .of_a = first, .of_b = !first};
}

/* What the function of numbers that has this name gives. */
static rg_log_out of_parts(unsigned op, rg_ext a, rg_ext b)
{
    const rg_float_parts parts = rg_float_function_of(op)(a, b);

    return (rg_log_out){.trap = parts.trap,
                        .has_rest = true,
                        .sloped = true,
                        .rest = parts.f,
                        .slopes = {.a = parts.fa, .b = parts.fb}};
}

static rg_log_out of_float(const rg_float_format *format, const rg_log_in *in)
{
    rg_log_out out = of_parts(RG_OP_LMULF, in->n, in->n);

    if (out.trap)
        return trapped();
    out.exact = joined(out.exact, in->n.negative);
    out.rest = rg_ext_shorten(out.rest, format->q);
    out.slopes.bb = rg_ext_negate(rg_ext_div(out.slopes.b, in->n));
    return out;
}

/* n of these numbers is an integer of 64 bits. */
static bool is_odd(rg_ext n)
{
    return n.exponent >= 0 && n.exponent < 64 && n.digits >> (127 - n.exponent) & 1;
}

static rg_log_out power(const rg_float_format *format, const rg_log_in *in)
{
    const bool whole = in->op == RG_OP_LPOWI, negative = rg_log_negative(in->a);
    rg_log_out out = of_parts(in->op, rg_log_magnitude(format, in->a), in->n);

    if (negative && !whole)
        return trapped();
    out.exact = joined(out.exact, negative && is_odd(in->n));
    if (whole)
        out.slopes.b = rg_ext_of_int(0);
    else
        out.slopes.ab = rg_ext_one();
    return out;
}

/* a + b, the sign of b turned for a - b: the greater one times 1 + t, where t is the other one over
 * it. */
static rg_log_out sum(const rg_float_format *format, const rg_log_in *in)
{
    const rg_float_format of_log = rg_log_format(format);
    const bool turned = in->op == RG_OP_LSUB2;
    const bool b_negative = rg_log_negative(in->b) != turned;
    const bool opposite = rg_log_negative(in->a) != b_negative;
    const rg_wide_word a = field_of(in->a), b = field_of(in->b);
    const bool first = rg_wide_compare(a, b) >= 0;
    rg_wide_word d;

    (void)rg_wide_sub(RG_WIDE_BITS, first ? a : b, first ? b : a, &d);
    if (opposite && rg_wide_is_zero(d))
        return trapped();
    rg_log_out out =
        of_parts(in->op, rg_wide_extended(&of_log, d), rg_ext_of_int(opposite ? -1 : 1));
    const rg_ext great = out.slopes.a, small = out.slopes.b;
    out.exact = joined(first ? a : b, first ? rg_log_negative(in->a) : b_negative);
    out.slopes.a = first ? great : small;
    out.slopes.b = first ? small : great;
    const rg_ext bent = rg_ext_mul(rg_ext_mul(great, small), rg_float_rom[RG_ROM_LN2]);
    out.slopes.aa = out.slopes.bb = bent;
    out.slopes.ab = rg_ext_negate(bent);
    return out;
}

rg_log_out rg_log_eval(const rg_float_format *format, const rg_log_in *in)
{
    switch (in->op) {
    case RG_OP_LMUL: return (rg_log_out){.exact = in->b, .of_b = 1};
    case RG_OP_LMUL2: return product(format, in, false);
    case RG_OP_LDIV2: return product(format, in, true);
    case RG_OP_LMAX: return greatest(in);
    case RG_OP_LMULF: return of_float(format, in);
    case RG_OP_LPOW:
    case RG_OP_LPOWI: return power(format, in);
    case RG_OP_LADD2:
    case RG_OP_LSUB2: return sum(format, in);
    default: return trapped();
    }
}
