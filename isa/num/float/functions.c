/* functions.c: each function with its partial derivatives (docs/development/wide-numbers.md has the
 * table). Where a derivative does not exist, it is what docs/reference/numerics.md says for Fixed.
 */
#include "isa/num/float/functions.h"

#include <stddef.h>

#include "isa/isa.h"
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"
#include "isa/num/float/steps.h"

static const rg_ext zero = {.digits = 0};

static rg_ext one(void) { return rg_ext_one(); }
static rg_ext square(rg_ext x) { return rg_ext_mul(x, x); }
static rg_ext half(rg_ext x) { return rg_ext_scale(x, -1); }
static rg_ext twice(rg_ext x) { return rg_ext_scale(x, 1); }
static rg_ext reciprocal(rg_ext x) { return rg_ext_div(one(), x); }
static rg_ext constant(unsigned address) { return rg_ext_rom(address); }

static rg_float_parts trapped(unsigned cause) { return (rg_float_parts){cause, zero, zero, zero}; }
static rg_float_parts of_b(rg_ext f, rg_ext fb) { return (rg_float_parts){0, f, zero, fb}; }
static rg_float_parts of_both(rg_ext f, rg_ext fa, rg_ext fb)
{
    return (rg_float_parts){0, f, fa, fb};
}

static rg_float_parts move(rg_ext a, rg_ext b)
{
    (void)a;
    return of_b(b, one());
}
static rg_float_parts sum(rg_ext a, rg_ext b) { return of_both(rg_ext_add(a, b), one(), one()); }
static rg_float_parts difference(rg_ext a, rg_ext b)
{
    return of_both(rg_ext_sub(a, b), one(), rg_ext_negate(one()));
}
static rg_float_parts product(rg_ext a, rg_ext b) { return of_both(rg_ext_mul(a, b), b, a); }

static rg_float_parts quotient(rg_ext a, rg_ext b)
{
    if (rg_ext_is_zero(b))
        return trapped(RG_TRAP_DIVZERO);
    rg_ext f = rg_ext_div(a, b);
    return of_both(f, reciprocal(b), rg_ext_negate(rg_ext_div(f, b)));
}

static rg_float_parts least(rg_ext a, rg_ext b)
{
    bool first = rg_ext_compare(a, b) < 0;
    return of_both(first ? a : b, first ? one() : zero, first ? zero : one());
}
static rg_float_parts greatest(rg_ext a, rg_ext b)
{
    bool first = rg_ext_compare(a, b) > 0;
    return of_both(first ? a : b, first ? one() : zero, first ? zero : one());
}
static rg_float_parts magnitude(rg_ext a, rg_ext b)
{
    (void)a;
    rg_ext sign = b.negative ? rg_ext_negate(one()) : one();
    return of_b(rg_ext_magnitude(b), rg_ext_is_zero(b) ? zero : sign);
}

static rg_float_parts root(rg_ext a, rg_ext b)
{
    (void)a;
    if (b.negative)
        return trapped(RG_TRAP_DOMAIN);
    rg_ext f = rg_ext_sqrt(b);
    return of_b(f, half(reciprocal(f)));
}

static rg_float_parts hypotenuse(rg_ext a, rg_ext b)
{
    rg_ext f = rg_ext_sqrt(rg_ext_add(square(a), square(b)));
    return of_both(f, rg_ext_div(a, f), rg_ext_div(b, f));
}

static rg_float_parts exponential(rg_ext a, rg_ext b)
{
    (void)a;
    rg_ext f = rg_ext_exp(b);
    return of_b(f, f);
}
static rg_float_parts power_of_two(rg_ext a, rg_ext b)
{
    (void)a;
    rg_ext f = rg_ext_exp2(b);
    return of_b(f, rg_ext_mul(f, constant(RG_ROM_LN2)));
}
/* Of a Log: b is its logarithm, and a its sign, 1 or -1. */
static rg_float_parts of_log(rg_ext a, rg_ext b)
{
    const rg_float_parts p = power_of_two(a, b);
    return of_b(rg_ext_with_sign(p.f, a), rg_ext_with_sign(p.fb, a));
}
static rg_float_parts exponential_less_1(rg_ext a, rg_ext b)
{
    (void)a;
    return of_b(rg_ext_expm1(b), rg_ext_exp(b));
}

static rg_float_parts logarithm(rg_ext a, rg_ext b)
{
    (void)a;
    return rg_ext_positive(b) ? of_b(rg_ext_log(b), reciprocal(b)) : trapped(RG_TRAP_DOMAIN);
}
static rg_float_parts logarithm_2(rg_ext a, rg_ext b)
{
    (void)a;
    if (!rg_ext_positive(b))
        return trapped(RG_TRAP_DOMAIN);
    return of_b(rg_ext_log2(b), rg_ext_div(constant(RG_ROM_LOG2E), b));
}
static rg_float_parts logarithm_of_1_and(rg_ext a, rg_ext b)
{
    (void)a;
    rg_ext from_minus_1 = rg_ext_add(one(), b);
    if (!rg_ext_positive(from_minus_1))
        return trapped(RG_TRAP_DOMAIN);
    return of_b(rg_ext_log1p(b), reciprocal(from_minus_1));
}

/* a^b = exp(b log a): the logarithm is within 2^-112, and the product below 2^16 where the power
 * fits, so the power is within 2^-96. */
static rg_float_parts power(rg_ext a, rg_ext b)
{
    if (!rg_ext_positive(a))
        return trapped(RG_TRAP_DOMAIN);
    rg_ext log = rg_ext_log(a), f = rg_ext_exp(rg_ext_mul(b, log));
    return of_both(f, rg_ext_div(rg_ext_mul(b, f), a), rg_ext_mul(f, log));
}

/* ---- of Logs ---- */

static rg_float_parts log_of_number(rg_ext a, rg_ext b)
{
    rg_ext magnitude = rg_ext_magnitude(b);
    (void)a;
    if (!rg_ext_positive(magnitude))
        return trapped(RG_TRAP_DOMAIN);
    return of_b(rg_ext_log2(magnitude), rg_ext_div(constant(RG_ROM_LOG2E), b));
}

/* 1 + t for t = 2^-distance, or 1 - t. Of the second one expm1 has all digits where t is close to
 * 1, so for a distance below 1 its logarithm is taken of that. The slopes are 1 / (1 + t) and t /
 * (1 + t). */
static rg_float_parts log_of_sum(rg_ext distance, rg_ext sign)
{
    rg_ext exponent = rg_ext_negate(distance), t = rg_ext_with_sign(rg_ext_exp2(exponent), sign);
    rg_ext less = rg_ext_negate(rg_ext_expm1(rg_ext_mul(exponent, constant(RG_ROM_LN2))));
    rg_ext plain = rg_ext_add(one(), t), below_1 = rg_ext_order(one(), distance);
    rg_ext total = rg_ext_if_negative(rg_ext_with_sign(less, sign), plain);
    rg_ext both = rg_ext_with_sign(less, rg_ext_add(sign, below_1));
    rg_ext log = rg_ext_log_of_sum(rg_ext_if_negative(both, plain), t);
    return of_both(rg_ext_mul(log, constant(RG_ROM_LOG2E)), reciprocal(total),
                   rg_ext_div(t, total));
}

/* ---- of integers ---- */

/* 1 for the order of rg_ext_order that is -1, else 0. */
static rg_ext first_is_greater(rg_ext a, rg_ext b)
{
    return half(rg_ext_sub(one(), rg_ext_order(a, b)));
}

/* a^n, n an integer. Of a = 0 it is 1 for n = 0, and its slope is 1 for n = 1; else both are 0. */
static rg_float_parts integer_power(rg_ext a, rg_ext n)
{
    if (rg_ext_is_zero(a) && n.negative)
        return trapped(RG_TRAP_DIVZERO);
    rg_ext some = first_is_greater(a, zero), none = rg_ext_sub(one(), some);
    rg_ext magnitude = rg_ext_exp(rg_ext_mul(n, rg_ext_log(rg_ext_magnitude(a))));
    rg_ext power = rg_ext_mul(rg_ext_mul(magnitude, rg_ext_sign_of_power(a, n)), some);
    rg_ext f = rg_ext_add(power, rg_ext_mul(none, first_is_greater(one(), n)));
    rg_ext of_one = rg_ext_mul(none, first_is_greater(one(), rg_ext_sub(n, one())));
    return of_both(f, rg_ext_add(rg_ext_div(rg_ext_mul(n, f), a), of_one), zero);
}

static rg_float_parts integer(rg_ext a, rg_ext n)
{
    (void)a;
    return of_b(n, zero);
}

static bool within_turns(rg_ext x)
{
    return rg_ext_positive(rg_ext_order(x, rg_ext_scale(one(), RG_TRIG_LIMIT)));
}

static rg_float_parts sine(rg_ext a, rg_ext b)
{
    (void)a;
    if (!within_turns(b))
        return trapped(RG_TRAP_DOMAIN);
    rg_ext_sincos_result r = rg_ext_sincos(b);
    return of_b(r.sin, r.cos);
}
static rg_float_parts cosine(rg_ext a, rg_ext b)
{
    (void)a;
    if (!within_turns(b))
        return trapped(RG_TRAP_DOMAIN);
    rg_ext_sincos_result r = rg_ext_sincos(b);
    return of_b(r.cos, rg_ext_negate(r.sin));
}
static rg_float_parts tangent(rg_ext a, rg_ext b)
{
    (void)a;
    if (!within_turns(b))
        return trapped(RG_TRAP_DOMAIN);
    rg_ext_sincos_result r = rg_ext_sincos(b);
    return of_b(rg_ext_div(r.sin, r.cos), reciprocal(square(r.cos)));
}

/* tan(r / 2) = sin r / (1 + cos r) */
rg_float_parts rg_float_rotation(rg_ext a, rg_ext b)
{
    (void)a;
    if (!within_turns(b))
        return trapped(RG_TRAP_DOMAIN);
    rg_ext_sincos_result r = rg_ext_sincos(b);
    rg_ext sin = rg_ext_sure(r.sin), cos = rg_ext_sure(r.cos);
    return of_both(rg_ext_div(rg_ext_lesser(sin, cos), rg_ext_add(rg_ext_greater(sin, cos), one())),
                   sin, cos);
}

static rg_float_parts angle(rg_ext a, rg_ext b)
{
    rg_ext r2 = rg_ext_add(square(a), square(b));
    return of_both(rg_ext_atan2(a, b), rg_ext_div(b, r2), rg_ext_negate(rg_ext_div(a, r2)));
}

/* sqrt((1 - b)(1 + b)), whose factors are exact or as good as that. */
static rg_ext leg(rg_ext b)
{
    return rg_ext_sqrt(rg_ext_mul(rg_ext_sub(one(), b), rg_ext_add(one(), b)));
}
static bool within_1(rg_ext b) { return rg_ext_positive(rg_ext_order(b, one())); }
static rg_ext arc_slope(rg_ext leg) { return reciprocal(leg); }

static rg_float_parts arc_sine(rg_ext a, rg_ext b)
{
    (void)a;
    if (!within_1(b))
        return trapped(RG_TRAP_DOMAIN);
    return of_b(rg_ext_atan2(b, leg(b)), arc_slope(leg(b)));
}
static rg_float_parts arc_cosine(rg_ext a, rg_ext b)
{
    (void)a;
    if (!within_1(b))
        return trapped(RG_TRAP_DOMAIN);
    return of_b(rg_ext_atan2(leg(b), b), rg_ext_negate(arc_slope(leg(b))));
}

/* With m = e^|b| - 1: sinh |b| = (m + m / (m + 1)) / 2, cosh b = 1 + m^2 / (2 (m + 1)). */
typedef struct {
    rg_ext sinh, cosh;
} hyperbolic;

static hyperbolic hyperbolic_of(rg_ext b)
{
    rg_ext m = rg_ext_expm1(rg_ext_magnitude(b)), over = rg_ext_div(m, rg_ext_add(m, one()));
    rg_ext sinh = half(rg_ext_add(m, over));
    return (hyperbolic){rg_ext_with_sign(sinh, b), rg_ext_add(one(), half(rg_ext_mul(m, over)))};
}

static rg_float_parts hyperbolic_sine(rg_ext a, rg_ext b)
{
    (void)a;
    hyperbolic h = hyperbolic_of(b);
    return of_b(h.sinh, h.cosh);
}
static rg_float_parts hyperbolic_cosine(rg_ext a, rg_ext b)
{
    (void)a;
    hyperbolic h = hyperbolic_of(b);
    return of_b(h.cosh, h.sinh);
}

/* With m = e^(2|b|) - 1: tanh |b| = m / (m + 2), 1 - tanh^2 = 4 (m + 1) / (m + 2)^2. */
static rg_float_parts hyperbolic_tangent(rg_ext a, rg_ext b)
{
    (void)a;
    rg_ext m = rg_ext_expm1(twice(rg_ext_magnitude(b))), m2 = rg_ext_add(m, twice(one()));
    rg_ext f = rg_ext_div(m, m2);
    return of_b(rg_ext_with_sign(f, b),
                rg_ext_scale(rg_ext_div(rg_ext_add(m, one()), square(m2)), 2));
}

rg_float_function *rg_float_function_of(unsigned op)
{
    static rg_float_function *const functions[RG_OP_LIMIT] = {
        [RG_OP_FMOV] = move,
        [RG_OP_FADD] = sum,
        [RG_OP_FSUB] = difference,
        [RG_OP_FMUL] = product,
        [RG_OP_FDIV] = quotient,
        [RG_OP_FMIN] = least,
        [RG_OP_FMAX] = greatest,
        [RG_OP_FABS] = magnitude,
        [RG_OP_FPOWI] = integer_power,
        [RG_OP_ITOF] = integer,
        [RG_OP_LTOF] = of_log,
        [RG_OP_LMULF] = log_of_number,
        [RG_OP_LPOW] = product,
        [RG_OP_LPOWI] = product,
        [RG_OP_LADD2] = log_of_sum,
        [RG_OP_LSUB2] = log_of_sum,
        [RG_OP_FSQRT] = root,
        [RG_OP_FHYPOT] = hypotenuse,
        [RG_OP_FEXP] = exponential,
        [RG_OP_FLOG] = logarithm,
        [RG_OP_FSIN] = sine,
        [RG_OP_FCOS] = cosine,
        [RG_OP_FATAN2] = angle,
        [RG_OP_FPOW] = power,
        [RG_OP_FEXP2] = power_of_two,
        [RG_OP_FLOG2] = logarithm_2,
        [RG_OP_FTAN] = tangent,
        [RG_OP_FEXPM1] = exponential_less_1,
        [RG_OP_FASIN] = arc_sine,
        [RG_OP_FLOG1P] = logarithm_of_1_and,
        [RG_OP_FACOS] = arc_cosine,
        [RG_OP_FSINH] = hyperbolic_sine,
        [RG_OP_FTANH] = hyperbolic_tangent,
        [RG_OP_FCOSH] = hyperbolic_cosine,
    };
    return op < RG_OP_LIMIT ? functions[op] : NULL;
}
