/* float.c: words in, the function and its partials with 128 digits, words out. */
#include "isa/num/float/float.h"

#include <stddef.h>

#include "isa/isa.h"
#include "isa/num/float/functions.h"
#include "isa/num/float/second.h"

bool rg_float_has(unsigned op) { return rg_float_function_of(op) != NULL; }

/* B of these two is an Int. */
static bool operand_b(const rg_float_format *format, const rg_float_in *in, rg_ext *b)
{
    if (in->op != RG_OP_FPOWI && in->op != RG_OP_ITOF)
        return rg_float_decode(format, in->b, b);
    *b = rg_ext_of_int((int64_t)in->b);
    return true;
}

static uint64_t cotangent(const rg_float_format *format, rg_ext cotangent, rg_float_out *out)
{
    uint64_t bits;
    enum rg_float_status status = rg_float_round(format, cotangent, &bits);
    out->grad_few += status == RG_FLOAT_FEW;
    out->grad_ovf += status == RG_FLOAT_OVERFLOW;
    return bits;
}

void rg_float_eval(const rg_float_format *format, const rg_float_in *in, rg_float_out *out)
{
    rg_float_function *function = rg_float_function_of(in->op);
    rg_ext a, b, g;
    *out = (rg_float_out){0};
    if (!function || !rg_float_decode(format, in->a, &a) || !operand_b(format, in, &b)
        || !rg_float_decode(format, in->g, &g)) {
        out->trap = RG_TRAP_DOMAIN;
        return;
    }
    rg_float_parts parts = function(a, b);
    enum rg_float_status status = rg_float_round(format, parts.f, &out->f);
    out->trap = parts.trap ? parts.trap : status == RG_FLOAT_OVERFLOW ? RG_TRAP_OVERFLOW : 0;
    out->few = status == RG_FLOAT_FEW;
    if (out->trap || !in->grad)
        return;
    out->ga = rg_ext_mul(g, parts.fa);
    out->gb = rg_ext_mul(g, parts.fb);
    out->da = cotangent(format, out->ga, out);
    out->db = cotangent(format, out->gb, out);
}

rg_float_slopes rg_float_slopes_of(const rg_float_format *format, const rg_float_in *in)
{
    rg_float_function *function = rg_float_function_of(in->op);
    rg_ext a, b;
    if (!function || !rg_float_decode(format, in->a, &a) || !operand_b(format, in, &b))
        return (rg_float_slopes){0};
    const rg_float_parts parts = function(a, b);
    if (parts.trap)
        return (rg_float_slopes){0};
    const rg_float_seconds second = rg_float_second(in->op, a, b, &parts);
    return (rg_float_slopes){parts.fa, parts.fb, second.aa, second.ab, second.bb};
}

enum rg_float_status rg_float_product(const rg_float_format *format, uint64_t a, uint64_t b,
                                      rg_wide_word *product)
{
    rg_ext x, y;
    *product = (rg_wide_word){{0}};
    if (!rg_float_decode(format, a, &x) || !rg_float_decode(format, b, &y))
        return RG_FLOAT_OVERFLOW;
    return rg_wide_expand(format, rg_ext_mul(x, y), product);
}
