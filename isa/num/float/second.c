/* second.c: second partial derivatives, from the operands, the value and the slopes. No difference
 * of two rounded numbers is formed but 1 + b log a of a power. */
#include "isa/num/float/second.h"

#include "isa/isa.h"
#include "isa/num/float/kernels.h"
#include "isa/num/float/rom.h"

static const rg_ext zero = {0, 0, false};

static rg_ext minus(rg_ext x) { return rg_ext_negate(x); }
static rg_ext twice(rg_ext x) { return rg_ext_scale(x, 1); }
static rg_ext times(rg_ext x, rg_ext y) { return rg_ext_mul(x, y); }
static rg_ext square(rg_ext x) { return rg_ext_mul(x, x); }
static rg_ext over(rg_ext x, rg_ext y) { return rg_ext_is_zero(y) ? zero : rg_ext_div(x, y); }
static rg_ext less_1(rg_ext x) { return rg_ext_sub(x, rg_ext_one()); }

static rg_float_seconds of_b(rg_ext bb) { return (rg_float_seconds){zero, zero, bb}; }

static rg_float_seconds quotient(rg_ext a, rg_ext b, const rg_float_parts *of)
{
    (void)a;
    return (rg_float_seconds){zero, minus(square(of->fa)), twice(over(minus(of->fb), b))};
}

/* With r the hypotenuse: b^2 / r^3, -a b / r^3, a^2 / r^3. */
static rg_float_seconds hypotenuse(rg_ext a, rg_ext b, const rg_float_parts *of)
{
    (void)a;
    (void)b;
    return (rg_float_seconds){over(square(of->fb), of->f),
                              minus(over(times(of->fa, of->fb), of->f)),
                              over(square(of->fa), of->f)};
}

/* With r2 = a^2 + b^2: -2 a b / r2^2, (a^2 - b^2) / r2^2, 2 a b / r2^2. */
static rg_float_seconds angle(rg_ext a, rg_ext b)
{
    const rg_ext r2 = rg_ext_add(square(a), square(b));
    const rg_ext mixed = over(over(twice(times(a, b)), r2), r2);
    const rg_ext difference = times(rg_ext_sub(a, b), rg_ext_add(a, b));

    return (rg_float_seconds){minus(mixed), over(over(difference, r2), r2), mixed};
}

/* a^b: b (b - 1) a^(b-2), a^(b-1) (1 + b log a), a^b log^2 a. */
static rg_float_seconds power(rg_ext a, rg_ext b, const rg_float_parts *of)
{
    const rg_ext log = rg_ext_log(a);

    return (rg_float_seconds){over(times(of->fa, less_1(b)), a),
                              times(over(of->f, a), rg_ext_add(rg_ext_one(), times(b, log))),
                              times(of->fb, log)};
}

/* n is an integer. */
static rg_float_seconds integer_power(rg_ext a, rg_ext n, const rg_float_parts *of)
{
    const rg_ext two = twice(rg_ext_one());

    if (rg_ext_is_zero(a))
        return (rg_float_seconds){rg_ext_compare(n, two) == 0 ? two : zero, zero, zero};
    return (rg_float_seconds){over(times(of->fa, less_1(n)), a), zero, zero};
}

/* Of the sine's inverse b / leg^3, where the slope is 1 / leg or -1 / leg. */
static rg_ext arc(rg_ext b, const rg_float_parts *of)
{
    return times(b, times(square(of->fb), of->fb));
}

rg_float_seconds rg_float_second(unsigned op, rg_ext a, rg_ext b, const rg_float_parts *of)
{
    switch (op) {
    case RG_OP_FMUL: return (rg_float_seconds){zero, rg_ext_one(), zero};
    case RG_OP_FDIV: return quotient(a, b, of);
    case RG_OP_FHYPOT: return hypotenuse(a, b, of);
    case RG_OP_FATAN2: return angle(a, b);
    case RG_OP_FPOW: return power(a, b, of);
    case RG_OP_FPOWI: return integer_power(a, b, of);
    case RG_OP_FSQRT: return of_b(minus(over(of->fb, twice(b))));
    case RG_OP_FEXP:
    case RG_OP_FEXPM1: return of_b(of->fb);
    case RG_OP_LTOF:
    case RG_OP_FEXP2: return of_b(times(of->fb, rg_float_rom[RG_ROM_LN2]));
    case RG_OP_FLOG:
    case RG_OP_FLOG2: return of_b(minus(over(of->fb, b)));
    case RG_OP_FLOG1P: return of_b(minus(square(of->fb)));
    case RG_OP_FSIN:
    case RG_OP_FCOS: return of_b(minus(of->f));
    case RG_OP_FTAN: return of_b(twice(times(of->f, of->fb)));
    case RG_OP_FASIN:
    case RG_OP_FACOS: return of_b(arc(b, of));
    case RG_OP_FSINH:
    case RG_OP_FCOSH: return of_b(of->f);
    case RG_OP_FTANH: return of_b(minus(twice(times(of->f, of->fb))));
    default: return (rg_float_seconds){zero, zero, zero};
    }
}
