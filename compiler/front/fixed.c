/* fixed.c: Fixed beside Float, in a program that names both: which numbers a Fixed takes, and
 * Fixed(x). */
#include <math.h>
#include <string.h>

#include "compiler/front/sema.h"

static bool is_constant(const ir_expr *e)
{
    return e->kind == IR_CONST && e->type == RG_TYPE_FIXED;
}

/* The nearest Fixed, which is a double, too. NULL after a report. */
static ir_expr *constant(fr_sema *s, fr_value v)
{
    const unsigned frac = s->module->frac, whole = s->module->xlen - frac - 1;
    const long double x = fr_real_of(v), units = rintl(ldexpl(x, (int)frac));
    int64_t bits = 0;

    if (!(fabsl(units) < ldexpl(1, (int)(whole + frac)))) {
        rgc_diagnostic *e = fr_report(s->d, RGC_ERROR, "R0502", v.span,
                                      "%Lg does not fit in a Fixed: its magnitude is below 2^%u", x,
                                      whole);
        fr_help(s->d, e, "make the variable a Float64, or scale the problem");
        return NULL;
    }
    fr_warn_of_lost_digits(s, v);
    const double kept = (double)ldexpl(units, -(int)frac);
    if (kept != 0)
        memcpy(&bits, &kept, sizeof bits);
    return ir_expr_const(s->module, fr_loc(s, v.span), RG_TYPE_FIXED, bits);
}

fr_value fr_to_fixed(fr_sema *s, fr_span span, fr_value v)
{
    const fr_value number = {.ok = v.ok,
                             .constant = v.constant,
                             .base = RG_TYPE_FIXED,
                             .real = fr_real_of(v),
                             .ir = v.ir,
                             .span = span};

    if (!v.ok)
        return v;
    if (v.constant)
        return fr_op1(s, span, RG_OP_FMOV, constant(s, number));
    if (v.base == RG_TYPE_LOG)
        v = fr_op1(s, span, RG_OP_LTOF, v.ir);
    return fr_op1(s, span, RG_OP_FMOV, fr_convert(s, v, RG_TYPE_FIXED));
}

ir_expr *fr_fixed_word(fr_sema *s, fr_value v)
{
    if (v.constant)
        return constant(s, v);
    ir_expr *e = fr_convert(s, v, RG_TYPE_FIXED);
    if (e && ir_is_to_fixed(e) && is_constant(e->left))
        return e->left;
    if (!e || ir_kind_of(e) != IR_KIND_FLOAT)
        return e;
    rgc_diagnostic *r =
        fr_report(s->d, RGC_ERROR, "R0202", v.span, "this is Float, but Fixed is needed here");
    fr_help(s->d, r,
            "write Fixed(...) around it: it rounds to %u digits behind the point, and traps from "
            "2^%u on",
            s->module->frac, s->module->xlen - s->module->frac - 1);
    return NULL;
}

rg_type_base fr_kept_base(const fr_sema *s, fr_value v)
{
    return s->beside && v.ok && !v.constant && v.base == RG_TYPE_FIXED
                   && ir_kind_of(v.ir) == IR_KIND_FIXED
               ? RG_TYPE_NARROW
               : v.base;
}
