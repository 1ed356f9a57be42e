/* complex.c: functions of complex numbers, composed of those of real ones; the chain rule then
 * gives their gradients. */
#include "compiler/front/compound.h"

#include <string.h>

enum { MOST_MULTIPLIED = 4 }; /* z^n with a larger n goes by way of the polar form */

static fr_value num(fr_span span, int64_t n) { return fr_const_int(span, n); }
static fr_value add(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_ADD, a, b);
}
static fr_value sub(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_SUB, a, b);
}
static fr_value mul(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_MUL, a, b);
}
static fr_value quotient(fr_sema *s, fr_value a, fr_value b)
{
    return fr_binary(s, a.span, TOK_DIV, a, b);
}
static fr_value negative(fr_sema *s, fr_value a) { return sub(s, num(a.span, 0), a); }

static fr_value fixed1(fr_sema *s, unsigned op, fr_value a)
{
    return fr_op1(s, a.span, op, fr_convert(s, a, RG_TYPE_FIXED));
}

static fr_value square_sum(fr_sema *s, fr_value z)
{
    return add(s, mul(s, z.parts[0], z.parts[0]), mul(s, z.parts[1], z.parts[1]));
}

static fr_value fixed2(fr_sema *s, unsigned op, fr_value a, fr_value b)
{
    return fr_op2(s, a.span, op, fr_convert(s, a, RG_TYPE_FIXED), fr_convert(s, b, RG_TYPE_FIXED));
}

static fr_value modulus(fr_sema *s, fr_value z)
{
    return fixed2(s, RG_OP_FHYPOT, z.parts[0], z.parts[1]);
}

static fr_value argument(fr_sema *s, fr_value z)
{
    return fixed2(s, RG_OP_FATAN2, z.parts[1], z.parts[0]);
}

static fr_value polar(fr_sema *s, fr_span span, fr_value r, fr_value angle)
{
    return fr_make_complex(s, span, mul(s, r, fixed1(s, RG_OP_FCOS, angle)),
                           mul(s, r, fixed1(s, RG_OP_FSIN, angle)));
}

static fr_value product(fr_sema *s, fr_span span, fr_value a, fr_value b)
{
    if (!fr_is_compound(a.base))
        return fr_make_complex(s, span, mul(s, a, b.parts[0]), mul(s, a, b.parts[1]));
    if (!fr_is_compound(b.base))
        return fr_make_complex(s, span, mul(s, a.parts[0], b), mul(s, a.parts[1], b));
    fr_value re = sub(s, mul(s, a.parts[0], b.parts[0]), mul(s, a.parts[1], b.parts[1]));
    fr_value im = add(s, mul(s, a.parts[0], b.parts[1]), mul(s, a.parts[1], b.parts[0]));
    return fr_make_complex(s, span, re, im);
}

static fr_value choose(fr_sema *s, ir_expr *condition, fr_value yes, fr_value no)
{
    ir_expr *a = fr_convert(s, yes, RG_TYPE_FIXED), *b = fr_convert(s, no, RG_TYPE_FIXED);
    return condition && a && b
               ? fr_typed(yes.span, ir_expr_select(s->module, fr_loc(s, yes.span), condition, a, b))
               : fr_fail(yes.span);
}

/* Smith's division: by the larger part of the divisor first, so that no square loses digits or
 * overflows. */
static fr_value over(fr_sema *s, fr_span span, fr_value a, fr_value b)
{
    if (!fr_is_compound(b.base))
        return fr_make_complex(s, span, quotient(s, a.parts[0], b), quotient(s, a.parts[1], b));
    if (!fr_is_compound(a.base))
        a = fr_make_complex(s, a.span, a, num(a.span, 0));
    fr_value larger = fr_binary(s, span, TOK_GE, fixed1(s, RG_OP_FABS, b.parts[0]),
                                fixed1(s, RG_OP_FABS, b.parts[1]));
    ir_expr *p = larger.ok ? fr_convert(s, larger, RG_TYPE_BOOL) : NULL;
    fr_value u = choose(s, p, b.parts[0], b.parts[1]), v = choose(s, p, b.parts[1], b.parts[0]);
    fr_value x = choose(s, p, a.parts[0], a.parts[1]), y = choose(s, p, a.parts[1], a.parts[0]);
    fr_value r = quotient(s, v, u), divisor = add(s, u, mul(s, v, r));
    fr_value im = quotient(s, sub(s, y, mul(s, x, r)), divisor);
    fr_value sign = choose(s, p, num(span, 1), num(span, -1));
    return fr_make_complex(s, span, quotient(s, add(s, x, mul(s, y, r)), divisor),
                           mul(s, sign, im));
}

static fr_value exponential(fr_sema *s, fr_value z)
{
    return polar(s, z.span, fixed1(s, RG_OP_FEXP, z.parts[0]), z.parts[1]);
}

static fr_value logarithm(fr_sema *s, fr_value z)
{
    return fr_make_complex(s, z.span, fixed1(s, RG_OP_FLOG, modulus(s, z)), argument(s, z));
}

static fr_value power(fr_sema *s, fr_span span, fr_value z, fr_value n)
{
    if (!fr_is_compound(z.base))
        z = fr_make_complex(s, z.span, z, num(z.span, 0));
    if (fr_is_compound(n.base))
        return exponential(s, product(s, span, n, logarithm(s, z)));
    if (n.constant && n.base == RG_TYPE_INT && n.integer >= -MOST_MULTIPLIED
        && n.integer <= MOST_MULTIPLIED) {
        fr_value r = fr_make_complex(s, span, num(span, 1), num(span, 0));
        for (int64_t i = 0; i < (n.integer < 0 ? -n.integer : n.integer); i++)
            r = i == 0 ? z : product(s, span, r, z);
        return n.integer < 0 ? over(s, span, num(span, 1), r) : r;
    }
    fr_value radius = fr_binary(s, span, TOK_POW, modulus(s, z), n);
    return polar(s, span, radius, mul(s, argument(s, z), n));
}

fr_value fr_complex_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b)
{
    fr_value zero = num(span, 0);
    fr_value re = fr_is_compound(a.base) ? a.parts[0] : a,
             im = fr_is_compound(a.base) ? a.parts[1] : zero;
    fr_value re2 = fr_is_compound(b.base) ? b.parts[0] : b,
             im2 = fr_is_compound(b.base) ? b.parts[1] : zero;
    switch (token) {
    case TOK_ADD:
    case TOK_SUB: {
        bool minus = token == TOK_SUB;
        fr_value x = minus ? sub(s, re, re2) : add(s, re, re2);
        if (!fr_is_compound(b.base))
            return fr_make_complex(s, span, x, im);
        if (!fr_is_compound(a.base))
            return fr_make_complex(s, span, x, minus ? negative(s, im2) : im2);
        return fr_make_complex(s, span, x, minus ? sub(s, im, im2) : add(s, im, im2));
    }
    case TOK_MUL: return product(s, span, a, b);
    case TOK_DIV: return over(s, span, a, b);
    default: return power(s, span, a, b);
    }
}

/* sin, cos, sinh, cosh of x + iy by those of x and y. */
static fr_value circular(fr_sema *s, const char *name, fr_value z)
{
    bool hyperbolic = name[strlen(name) - 1] == 'h', sine = name[0] == 's';
    fr_value x = hyperbolic ? z.parts[1] : z.parts[0], y = hyperbolic ? z.parts[0] : z.parts[1];
    fr_value sin_x = fixed1(s, RG_OP_FSIN, x), cos_x = fixed1(s, RG_OP_FCOS, x);
    fr_value sinh_y = fixed1(s, RG_OP_FSINH, y), cosh_y = fixed1(s, RG_OP_FCOSH, y);
    if (sine && !hyperbolic)
        return fr_make_complex(s, z.span, mul(s, sin_x, cosh_y), mul(s, cos_x, sinh_y));
    if (sine)
        return fr_make_complex(s, z.span, mul(s, cos_x, sinh_y), mul(s, sin_x, cosh_y));
    fr_value im = mul(s, sin_x, sinh_y);
    return fr_make_complex(s, z.span, mul(s, cos_x, cosh_y), hyperbolic ? im : negative(s, im));
}

fr_value fr_complex_function(fr_sema *s, const char *name, fr_span span, fr_value z, bool *found)
{
    z.span = span;
    *found = true;
    if (strcmp(name, "identity") == 0 || strcmp(name, "value") == 0)
        return z;
    if (strcmp(name, "real") == 0 || strcmp(name, "imag") == 0)
        return z.parts[name[0] == 'i'];
    if (strcmp(name, "conj") == 0)
        return fr_make_complex(s, span, z.parts[0], negative(s, z.parts[1]));
    if (strcmp(name, "abs2") == 0)
        return square_sum(s, z);
    if (strcmp(name, "abs") == 0)
        return modulus(s, z);
    if (strcmp(name, "angle") == 0)
        return argument(s, z);
    if (strcmp(name, "inv") == 0)
        return over(s, span, num(span, 1), z);
    if (strcmp(name, "exp") == 0)
        return exponential(s, z);
    if (strcmp(name, "log") == 0)
        return logarithm(s, z);
    if (strcmp(name, "sqrt") == 0)
        return polar(s, span, fixed1(s, RG_OP_FSQRT, modulus(s, z)),
                     quotient(s, argument(s, z), num(span, 2)));
    if (strcmp(name, "sin") == 0 || strcmp(name, "cos") == 0 || strcmp(name, "sinh") == 0
        || strcmp(name, "cosh") == 0)
        return circular(s, name, z);
    if (strcmp(name, "tan") == 0)
        return over(s, span, circular(s, "sin", z), circular(s, "cos", z));
    *found = false;
    return fr_fail(span);
}
