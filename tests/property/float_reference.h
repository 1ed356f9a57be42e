/* float_reference.h: floating-point functions and their partial derivatives by MPFR, operands for
 * each, and the error of isa/num/float in units of the last of p digits. */
#ifndef FLOAT_REFERENCE_H
#define FLOAT_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define MPFR_USE_INTMAX_T
#include <mpfr.h>

#include "isa/isa.h"
#include "isa/num/float/float.h"

enum { FLOAT_PRECISION = 192 };

typedef struct {
    mpfr_t a, b, g, f, fa, fb, t, u;
} float_exact;

/* How operands are drawn: exponents of a and b, and what lies close to what. */
enum float_draw {
    DRAW_ANY,
    DRAW_CLOSE,
    DRAW_NEAR_ONE,
    DRAW_BELOW_ONE,
    DRAW_TURNS,
    DRAW_POWER,
    DRAW_INTEGER
};

typedef struct {
    const char *name;
    unsigned op;
    bool two;      /* has an operand a */
    bool rounded;  /* correctly: at most half a unit */
    int low, high; /* exponents of b (and a) */
    enum float_draw draw;
    int order; /* 1 rises, -1 falls, 0 neither */
} float_subject;

static const float_subject float_subjects[] = {
    {"fadd", RG_OP_FADD, true, true, -1022, 1022, DRAW_CLOSE, 0},
    {"fsub", RG_OP_FSUB, true, true, -1022, 1022, DRAW_CLOSE, 0},
    {"fmul", RG_OP_FMUL, true, true, -1022, 1023, DRAW_ANY, 0},
    {"fdiv", RG_OP_FDIV, true, true, -1022, 1023, DRAW_ANY, 0},
    {"fsqrt", RG_OP_FSQRT, false, true, -1022, 1023, DRAW_ANY, 1},
    {"fhypot", RG_OP_FHYPOT, true, true, -1022, 1023, DRAW_CLOSE, 0},
    {"fexp", RG_OP_FEXP, false, false, -60, 9, DRAW_ANY, 1},
    {"fexp2", RG_OP_FEXP2, false, false, -60, 10, DRAW_ANY, 1},
    {"fexpm1", RG_OP_FEXPM1, false, false, -1000, 9, DRAW_ANY, 1},
    {"flog", RG_OP_FLOG, false, false, -1022, 1023, DRAW_NEAR_ONE, 1},
    {"flog2", RG_OP_FLOG2, false, false, -1022, 1023, DRAW_NEAR_ONE, 1},
    {"flog1p", RG_OP_FLOG1P, false, false, -1022, 1023, DRAW_BELOW_ONE, 1},
    {"fsin", RG_OP_FSIN, false, false, -1022, 126, DRAW_TURNS, 0},
    {"fcos", RG_OP_FCOS, false, false, -1022, 126, DRAW_TURNS, 0},
    {"ftan", RG_OP_FTAN, false, false, -1022, 126, DRAW_TURNS, 0},
    {"fasin", RG_OP_FASIN, false, false, -1022, 0, DRAW_BELOW_ONE, 1},
    {"facos", RG_OP_FACOS, false, false, -1022, 0, DRAW_BELOW_ONE, -1},
    {"fatan2", RG_OP_FATAN2, true, false, -1022, 1023, DRAW_CLOSE, 0},
    {"fsinh", RG_OP_FSINH, false, false, -1022, 9, DRAW_ANY, 1},
    {"fcosh", RG_OP_FCOSH, false, false, -60, 9, DRAW_ANY, 0},
    {"ftanh", RG_OP_FTANH, false, false, -1022, 9, DRAW_ANY, 1},
    {"fpow", RG_OP_FPOW, true, false, -1022, 1023, DRAW_POWER, 0},
    {"fpowi", RG_OP_FPOWI, true, false, -1022, 1023, DRAW_INTEGER, 0},
};
enum { FLOAT_SUBJECTS = sizeof float_subjects / sizeof float_subjects[0] };

static inline void float_exact_init(float_exact *e)
{
    mpfr_inits2(FLOAT_PRECISION, e->a, e->b, e->g, e->f, e->fa, e->fb, e->t, e->u, (mpfr_ptr)0);
}
static inline void float_exact_clear(float_exact *e)
{
    mpfr_clears(e->a, e->b, e->g, e->f, e->fa, e->fb, e->t, e->u, (mpfr_ptr)0);
}

/* sqrt((1 - b)(1 + b)). */
static inline void float_leg(float_exact *e)
{
    mpfr_ui_sub(e->t, 1, e->b, MPFR_RNDN);
    mpfr_add_ui(e->u, e->b, 1, MPFR_RNDN);
    mpfr_mul(e->t, e->t, e->u, MPFR_RNDN);
    mpfr_sqrt(e->t, e->t, MPFR_RNDN);
}

static inline void float_exact_arithmetic(unsigned op, float_exact *e)
{
    mpfr_set_ui(e->fa, 1, MPFR_RNDN);
    mpfr_set_ui(e->fb, 1, MPFR_RNDN);
    switch (op) {
    case RG_OP_FADD: mpfr_add(e->f, e->a, e->b, MPFR_RNDN); break;
    case RG_OP_FSUB:
        mpfr_sub(e->f, e->a, e->b, MPFR_RNDN);
        mpfr_neg(e->fb, e->fb, MPFR_RNDN);
        break;
    case RG_OP_FMUL:
        mpfr_mul(e->f, e->a, e->b, MPFR_RNDN);
        mpfr_set(e->fa, e->b, MPFR_RNDN);
        mpfr_set(e->fb, e->a, MPFR_RNDN);
        break;
    case RG_OP_FDIV:
        mpfr_div(e->f, e->a, e->b, MPFR_RNDN);
        mpfr_ui_div(e->fa, 1, e->b, MPFR_RNDN);
        mpfr_div(e->fb, e->f, e->b, MPFR_RNDN);
        mpfr_neg(e->fb, e->fb, MPFR_RNDN);
        break;
    case RG_OP_FSQRT:
        mpfr_sqrt(e->f, e->b, MPFR_RNDN);
        mpfr_ui_div(e->fb, 1, e->f, MPFR_RNDN);
        mpfr_div_2ui(e->fb, e->fb, 1, MPFR_RNDN);
        break;
    case RG_OP_FHYPOT:
        mpfr_hypot(e->f, e->a, e->b, MPFR_RNDN);
        mpfr_div(e->fa, e->a, e->f, MPFR_RNDN);
        mpfr_div(e->fb, e->b, e->f, MPFR_RNDN);
        break;
    default: break;
    }
}

static inline void float_exact_exponential(unsigned op, float_exact *e)
{
    switch (op) {
    case RG_OP_FEXP:
        mpfr_exp(e->f, e->b, MPFR_RNDN);
        mpfr_set(e->fb, e->f, MPFR_RNDN);
        break;
    case RG_OP_FEXP2:
        mpfr_exp2(e->f, e->b, MPFR_RNDN);
        mpfr_const_log2(e->t, MPFR_RNDN);
        mpfr_mul(e->fb, e->f, e->t, MPFR_RNDN);
        break;
    case RG_OP_FEXPM1:
        mpfr_expm1(e->f, e->b, MPFR_RNDN);
        mpfr_exp(e->fb, e->b, MPFR_RNDN);
        break;
    case RG_OP_FLOG:
        mpfr_log(e->f, e->b, MPFR_RNDN);
        mpfr_ui_div(e->fb, 1, e->b, MPFR_RNDN);
        break;
    case RG_OP_FLOG2:
        mpfr_log2(e->f, e->b, MPFR_RNDN);
        mpfr_const_log2(e->t, MPFR_RNDN);
        mpfr_mul(e->t, e->t, e->b, MPFR_RNDN);
        mpfr_ui_div(e->fb, 1, e->t, MPFR_RNDN);
        break;
    case RG_OP_FLOG1P:
        mpfr_log1p(e->f, e->b, MPFR_RNDN);
        mpfr_add_ui(e->t, e->b, 1, MPFR_RNDN);
        mpfr_ui_div(e->fb, 1, e->t, MPFR_RNDN);
        break;
    case RG_OP_FSINH: mpfr_sinh_cosh(e->f, e->fb, e->b, MPFR_RNDN); break;
    case RG_OP_FCOSH: mpfr_sinh_cosh(e->fb, e->f, e->b, MPFR_RNDN); break;
    case RG_OP_FTANH:
        mpfr_tanh(e->f, e->b, MPFR_RNDN);
        mpfr_sech(e->fb, e->b, MPFR_RNDN);
        mpfr_sqr(e->fb, e->fb, MPFR_RNDN);
        break;
    case RG_OP_FPOW:
        mpfr_pow(e->f, e->a, e->b, MPFR_RNDN);
        mpfr_mul(e->fa, e->f, e->b, MPFR_RNDN);
        mpfr_div(e->fa, e->fa, e->a, MPFR_RNDN);
        mpfr_log(e->t, e->a, MPFR_RNDN);
        mpfr_mul(e->fb, e->f, e->t, MPFR_RNDN);
        break;
    case RG_OP_FPOWI:
        mpfr_pow(e->f, e->a, e->b, MPFR_RNDN);
        mpfr_mul(e->fa, e->f, e->b, MPFR_RNDN);
        mpfr_div(e->fa, e->fa, e->a, MPFR_RNDN);
        mpfr_set_ui(e->fb, 0, MPFR_RNDN);
        break;
    default: break;
    }
}

static inline void float_exact_angle(unsigned op, float_exact *e)
{
    switch (op) {
    case RG_OP_FSIN: mpfr_sin_cos(e->f, e->fb, e->b, MPFR_RNDN); break;
    case RG_OP_FCOS:
        mpfr_sin_cos(e->fb, e->f, e->b, MPFR_RNDN);
        mpfr_neg(e->fb, e->fb, MPFR_RNDN);
        break;
    case RG_OP_FTAN:
        mpfr_tan(e->f, e->b, MPFR_RNDN);
        mpfr_sqr(e->fb, e->f, MPFR_RNDN);
        mpfr_add_ui(e->fb, e->fb, 1, MPFR_RNDN);
        break;
    case RG_OP_FASIN:
    case RG_OP_FACOS:
        float_leg(e);
        (op == RG_OP_FASIN ? mpfr_asin : mpfr_acos)(e->f, e->b, MPFR_RNDN);
        mpfr_si_div(e->fb, op == RG_OP_FASIN ? 1 : -1, e->t, MPFR_RNDN);
        if (mpfr_zero_p(e->t))
            mpfr_set_ui(e->fb, 0, MPFR_RNDN);
        break;
    case RG_OP_FATAN2:
        mpfr_atan2(e->f, e->a, e->b, MPFR_RNDN);
        mpfr_hypot(e->t, e->a, e->b, MPFR_RNDN);
        mpfr_sqr(e->t, e->t, MPFR_RNDN);
        mpfr_div(e->fa, e->b, e->t, MPFR_RNDN);
        mpfr_div(e->fb, e->a, e->t, MPFR_RNDN);
        mpfr_neg(e->fb, e->fb, MPFR_RNDN);
        break;
    default: break;
    }
}

/* f, fa and fb of a and b. */
static inline void float_exact_of(unsigned op, float_exact *e)
{
    float_exact_arithmetic(op, e);
    float_exact_exponential(op, e);
    float_exact_angle(op, e);
}

static inline uint64_t float_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state * UINT64_C(2685821657736338717);
}

static inline int float_between(uint64_t *state, int low, int high)
{
    return low + (int)(float_next(state) % (uint64_t)(high - low + 1));
}

/* A double with this exponent: any digits, or few, or all ones. */
static inline double float_of_exponent(uint64_t *state, int exponent, bool negative)
{
    uint64_t digits = float_next(state) >> 12, kind = float_next(state) % 8;
    if (kind == 0)
        digits &= UINT64_C(0x3f) << 46;
    if (kind == 1)
        digits |= (UINT64_C(1) << 52) - (UINT64_C(1) << float_next(state) % 52);
    double m = 1 + (double)digits / 4503599627370496.0;
    return ldexp(negative ? -m : m, exponent);
}

static inline double float_draw_one(const float_subject *s, uint64_t *state)
{
    /* half of the exponents are close to 0, where most functions bend */
    int low = s->low < -40 ? -40 : s->low, high = s->high > 12 ? 12 : s->high;
    bool near = float_next(state) & 1;
    if (s->draw == DRAW_TURNS)
        high = s->high;
    int exponent = float_between(state, near ? low : s->low, near ? high : s->high);
    return float_of_exponent(state, exponent, float_next(state) & 1);
}

static inline double float_draw_b(const float_subject *s, uint64_t *state)
{
    double b = float_draw_one(s, state);
    unsigned kind = float_next(state) % 4;
    double small = float_of_exponent(state, -float_between(state, 1, 53), float_next(state) & 1);
    if (s->draw == DRAW_NEAR_ONE)
        return fabs(kind == 0 ? 1 + small : b);
    if (s->draw == DRAW_BELOW_ONE && kind < 2)
        return kind == 0 ? -1 + fabs(small) : s->op == RG_OP_FLOG1P ? small : 1 - fabs(small);
    if (s->draw == DRAW_TURNS && kind == 0)
        return ldexp((double)float_between(state, 0, 600000) * 1.57079632679489661923,
                     float_between(state, 0, 1) * float_between(state, 0, 106));
    return s->op == RG_OP_FSQRT ? fabs(b) : b;
}

static inline double float_draw_a(const float_subject *s, uint64_t *state, double b)
{
    double a = float_draw_one(s, state);
    int kind = float_between(state, 0, 3);
    if (s->draw == DRAW_CLOSE && kind > 0)
        a = ldexp(a, ilogb(b) - ilogb(a) + float_between(state, -kind * 20, kind * 20));
    return s->draw == DRAW_POWER && kind == 0 ? 1 + ldexp(1, -float_between(state, 1, 40)) : a;
}

static inline uint64_t float_bits(double x)
{
    union {
        double value;
        uint64_t bits;
    } u = {.value = x == 0 || !isnormal(x) ? 0 : x};
    return u.bits;
}
static inline double float_double(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } u = {.bits = bits};
    return u.value;
}

/* A power of up to 40 digits, and a number of which it fits; now and then any number. */
static inline rg_float_in float_integer_operands(uint64_t *state, double a, double g)
{
    int64_t n = (int64_t)(float_next(state) >> float_between(state, 24, 63)) + 1;
    if (float_between(state, 0, 7) > 0)
        a = exp2(float_of_exponent(state, float_between(state, -20, 9), a < 0) / (double)n);
    if (float_next(state) & 1)
        a = -a;
    if (float_next(state) & 1)
        n = -n;
    return (rg_float_in){RG_OP_FPOWI, true, float_bits(a), (uint64_t)n, float_bits(g)};
}

static inline rg_float_in float_operands(const float_subject *s, uint64_t *state)
{
    double b = float_draw_b(s, state), a = s->two ? float_draw_a(s, state, b) : 0;
    double g = float_of_exponent(state, float_between(state, -60, 60), float_next(state) & 1);
    if (s->draw == DRAW_INTEGER)
        return float_integer_operands(state, a, g);
    if (s->draw == DRAW_POWER) {
        a = fabs(a);
        b = a == 1 ? b : float_of_exponent(state, float_between(state, -30, 9), b < 0) / log2(a);
    }
    return (rg_float_in){s->op, true, float_bits(a), float_bits(b), float_bits(g)};
}

/* The distance of a double from x, in units of the last of 53 digits of x. It is 0 where both are
 * below the format and the word is 0, and -1 for a word that is 0 and should not be. */
static inline double float_error(uint64_t bits, bool few, const mpfr_t x, mpfr_t t)
{
    if (mpfr_zero_p(x))
        return bits == 0 ? 0 : -1;
    mpfr_exp_t exponent = mpfr_get_exp(x);
    if (bits == 0)
        return few && exponent <= -1022 ? 0 : -1;
    mpfr_sub_d(t, x, float_double(bits), MPFR_RNDN);
    mpfr_mul_2si(t, t, 53 - exponent, MPFR_RNDN);
    return fabs(mpfr_get_d(t, MPFR_RNDA));
}

typedef struct {
    double value, a, b; /* greatest errors */
    uint64_t done, trapped;
} float_worst;

static inline bool float_overflows(const mpfr_t x)
{
    return mpfr_inf_p(x) || (mpfr_regular_p(x) && mpfr_get_exp(x) >= 1024);
}

static inline bool float_traps_rightly(const rg_float_out *out, float_exact *e)
{
    if (out->trap != RG_TRAP_OVERFLOW)
        return mpfr_nan_p(e->f) || mpfr_inf_p(e->f);
    return float_overflows(e->f);
}

static inline double float_cotangent_error(uint64_t bits, const rg_float_out *out,
                                           const mpfr_t partial, float_exact *e)
{
    mpfr_mul(e->u, e->g, partial, MPFR_RNDN);
    if (bits == 0 && out->grad_ovf && float_overflows(e->u))
        return 0;
    return float_error(bits, out->grad_few > 0, e->u, e->t);
}

static inline double float_max(double x, double y) { return x > y ? x : y; }

/* One operand pair: null, or what is wrong. */
static inline const char *float_check(const float_subject *s, const rg_float_format *format,
                                      const rg_float_in *in, float_exact *e, float_worst *w)
{
    rg_float_out out;
    rg_float_eval(format, in, &out);
    mpfr_set_d(e->a, float_double(in->a), MPFR_RNDN);
    mpfr_set_d(e->b, float_double(in->b), MPFR_RNDN);
    if (s->draw == DRAW_INTEGER)
        mpfr_set_sj(e->b, (int64_t)in->b, MPFR_RNDN);
    mpfr_set_d(e->g, float_double(in->g), MPFR_RNDN);
    float_exact_of(s->op, e);
    if (out.trap) {
        w->trapped++;
        return float_traps_rightly(&out, e) ? 0 : "a trap that should not be";
    }
    double value = float_error(out.f, out.few, e->f, e->t), limit = s->rounded ? 0.5 : 0.51;
    double b = float_cotangent_error(out.db, &out, e->fb, e);
    double a = s->two ? float_cotangent_error(out.da, &out, e->fa, e) : 0;
    w->done++;
    w->value = float_max(w->value, value);
    w->a = float_max(w->a, a);
    w->b = float_max(w->b, b);
    if (value < 0 || value > limit)
        return "the value";
    if (a < 0 || a > 0.51)
        return "the cotangent of a";
    return b < 0 || b > 0.51 ? "the cotangent of b" : 0;
}

#endif
