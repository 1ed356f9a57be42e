/* float.c: words in, the function and its partials with 128 digits, words out. */
#include "isa/num/float/float.h"

#include <stddef.h>

#include "isa/isa.h"
#include "isa/num/float/functions.h"
#include "isa/num/float/second.h"
#include "isa/num/float/steps.h"

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

/* Of what is no sum, product, quotient or root, 128 digits are within 2^-96 and not the nearest.
 * With fewer kept, a power that is an integer is one. */
static unsigned digits_of_value(const rg_float_format *format, unsigned op)
{
    switch (op) {
    case RG_OP_FMOV:
    case RG_OP_FADD:
    case RG_OP_FSUB:
    case RG_OP_FMUL:
    case RG_OP_FDIV:
    case RG_OP_FMIN:
    case RG_OP_FMAX:
    case RG_OP_FABS:
    case RG_OP_FSQRT:
    case RG_OP_ITOF: return format->q;
    default: return format->q < RG_SURE_DIGITS ? format->q : RG_SURE_DIGITS;
    }
}

void rg_float_eval_numbers(const rg_float_format *format, const rg_float_numbers *in,
                           rg_float_out *out)
{
    rg_float_function *function = rg_float_function_of(in->op);
    *out = (rg_float_out){0};
    if (!function) {
        out->trap = RG_TRAP_DOMAIN;
        return;
    }
    rg_float_parts parts = function(in->a, in->b);
    enum rg_float_status status = rg_float_round(format, parts.f, &out->f);
    out->trap = parts.trap ? parts.trap : status == RG_FLOAT_OVERFLOW ? RG_TRAP_OVERFLOW : 0;
    out->few = status == RG_FLOAT_FEW;
    if (out->trap)
        return;
    out->whole = parts.f;
    out->digits = digits_of_value(format, in->op);
    out->value = rg_ext_shorten(parts.f, out->digits);
    if (!in->grad)
        return;
    out->ga = rg_ext_mul(in->g, parts.fa);
    out->gb = rg_ext_mul(in->g, parts.fb);
    out->da = cotangent(format, out->ga, out);
    out->db = cotangent(format, out->gb, out);
}

void rg_float_eval(const rg_float_format *format, const rg_float_in *in, rg_float_out *out)
{
    rg_float_numbers numbers = {.op = in->op, .grad = in->grad};
    if (!rg_float_decode(format, in->a, &numbers.a) || !operand_b(format, in, &numbers.b)
        || !rg_float_decode(format, in->g, &numbers.g)) {
        *out = (rg_float_out){.trap = RG_TRAP_DOMAIN};
        return;
    }
    rg_float_eval_numbers(format, &numbers, out);
}

rg_float_slopes rg_float_slopes_of_numbers(unsigned op, rg_ext a, rg_ext b)
{
    rg_float_function *function = rg_float_function_of(op);
    const rg_float_parts parts = function ? function(a, b)
                                          : (rg_float_parts){.trap = RG_TRAP_DOMAIN};
    if (parts.trap)
        return (rg_float_slopes){0};
    const rg_float_seconds second = rg_float_second(op, a, b, &parts);
    return (rg_float_slopes){parts.fa, parts.fb, second.aa, second.ab, second.bb};
}

rg_float_slopes rg_float_slopes_of(const rg_float_format *format, const rg_float_in *in)
{
    rg_ext a, b;
    if (!rg_float_decode(format, in->a, &a) || !operand_b(format, in, &b))
        return (rg_float_slopes){0};
    return rg_float_slopes_of_numbers(in->op, a, b);
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
