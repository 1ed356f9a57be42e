/* num_reference.h: MPFR's value and partial derivatives of every function of the core, and operands
 * to try them on. */
#ifndef RG_TESTS_NUM_REFERENCE_H
#define RG_TESTS_NUM_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define MPFR_USE_INTMAX_T
#include <mpfr.h>

#include "isa/isa.h"
#include "isa/num/num.h"

enum { NUM_PRECISION = 200, NUM_TABLE_FRAC = 43 };

/* SplitMix64 */
static inline uint64_t num_next(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A word whose magnitude is below 2^bits, small ones as likely as large ones. */
static inline int64_t num_any(uint64_t *state, unsigned bits)
{
    uint64_t r = num_next(state), m = r >> (64 - bits) >> (num_next(state) % bits);
    return num_next(state) & 1 ? (int64_t)m : -(int64_t)m;
}

static inline int64_t num_positive(uint64_t *state, unsigned bits)
{
    int64_t v = num_any(state, bits);
    return v < 0 ? -v : v == 0 ? 1 : v;
}

/* Operands a, b; value f; partials da, db (0 where there is none); scratch. */
typedef struct {
    mpfr_t a, b, f, da, db, t;
} exact;

static inline void num_exact_init(exact *e, mpfr_prec_t precision)
{
    mpfr_inits2(precision, e->a, e->b, e->f, e->da, e->db, e->t, (mpfr_ptr)0);
}
static inline void num_exact_clear(exact *e)
{
    mpfr_clears(e->a, e->b, e->f, e->da, e->db, e->t, (mpfr_ptr)0);
    mpfr_free_cache();
}

static inline int64_t num_wrap(int64_t v, unsigned bits)
{
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

/* The field of a LOG word, as a fixed word. */
static inline int64_t num_log_field(const rg_num_config *c, int64_t word)
{
    return num_wrap(word, c->xlen - 1);
}

static inline int64_t num_log_word(const rg_num_config *c, int64_t field, bool negative)
{
    int64_t low = field & (int64_t)((UINT64_C(1) << (c->xlen - 1)) - 1);
    return num_wrap(negative ? (int64_t)((uint64_t)low | UINT64_C(1) << (c->xlen - 1)) : low,
                    c->xlen);
}

static inline void num_real(mpfr_t x, const rg_num_config *c, int64_t word)
{
    mpfr_set_sj(x, word, MPFR_RNDN);
    mpfr_mul_2si(x, x, -(long)c->frac, MPFR_RNDN);
}

static inline double num_approximate(const rg_num_config *c, int64_t word)
{
    return ldexp((double)word, -(int)c->frac);
}

/* |word - x| in units of the last place; t scratch */
static inline double num_ulps(const rg_num_config *c, int64_t word, const mpfr_t x, mpfr_t t)
{
    mpfr_mul_2si(t, x, (long)c->frac, MPFR_RNDN);
    mpfr_sub_si(t, t, (long)word, MPFR_RNDN);
    return fabs(mpfr_get_d(t, MPFR_RNDN));
}

typedef struct subject {
    const char *name;
    unsigned op;
    unsigned a_bits, b_bits; /* magnitude of operands at 43 fraction bits; 0 where unused */
    bool a_positive, b_positive, b_integer;
    bool a_near_one;          /* 1 is added to a */
    bool a_log, b_log, f_log; /* LOG words */
    int direction;            /* 1 rising, -1 falling in b, 0 neither */
    void (*reference)(exact *e, int64_t b);
    long double (*approximation)(long double a, long double b); /* for the campaign's first look */
} subject;

static inline void ref_mul(exact *e, int64_t b)
{
    (void)b;
    mpfr_mul(e->f, e->a, e->b, MPFR_RNDN);
    mpfr_set(e->da, e->b, MPFR_RNDN);
    mpfr_set(e->db, e->a, MPFR_RNDN);
}
static inline void ref_div(exact *e, int64_t b)
{
    (void)b;
    mpfr_div(e->f, e->a, e->b, MPFR_RNDN);
    mpfr_ui_div(e->da, 1, e->b, MPFR_RNDN);
    mpfr_div(e->db, e->f, e->b, MPFR_RNDN);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static inline void ref_sqrt(exact *e, int64_t b)
{
    mpfr_sqrt(e->f, e->b, MPFR_RNDN);
    if (b == 0)
        return; /* by definition 0 there */
    mpfr_ui_div(e->db, 1, e->f, MPFR_RNDN);
    mpfr_div_ui(e->db, e->db, 2, MPFR_RNDN);
}
static inline void ref_hypot(exact *e, int64_t b)
{
    (void)b;
    mpfr_hypot(e->f, e->a, e->b, MPFR_RNDN);
    if (mpfr_zero_p(e->f))
        return; /* by definition 0 there */
    mpfr_div(e->da, e->a, e->f, MPFR_RNDN);
    mpfr_div(e->db, e->b, e->f, MPFR_RNDN);
}
static inline void ref_exp(exact *e, int64_t b)
{
    (void)b;
    mpfr_exp(e->f, e->b, MPFR_RNDN);
    mpfr_set(e->db, e->f, MPFR_RNDN);
}
static inline void ref_log(exact *e, int64_t b)
{
    (void)b;
    mpfr_log(e->f, e->b, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->b, MPFR_RNDN);
}
static inline void ref_sin(exact *e, int64_t b)
{
    (void)b;
    mpfr_sin_cos(e->f, e->db, e->b, MPFR_RNDN);
}
static inline void ref_cos(exact *e, int64_t b)
{
    (void)b;
    mpfr_sin_cos(e->db, e->f, e->b, MPFR_RNDN);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static inline void ref_atan2(exact *e, int64_t b)
{
    (void)b;
    mpfr_atan2(e->f, e->a, e->b, MPFR_RNDN);
    if (mpfr_zero_p(e->a) && mpfr_zero_p(e->b)) {
        mpfr_set_ui(e->f, 0, MPFR_RNDN);
        return;
    }
    mpfr_sqr(e->t, e->a, MPFR_RNDN);
    mpfr_sqr(e->da, e->b, MPFR_RNDN);
    mpfr_add(e->t, e->t, e->da, MPFR_RNDN);
    mpfr_div(e->da, e->b, e->t, MPFR_RNDN);
    mpfr_div(e->db, e->a, e->t, MPFR_RNDN);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static inline void ref_pow(exact *e, int64_t b)
{
    (void)b;
    mpfr_pow(e->f, e->a, e->b, MPFR_RNDN);
    mpfr_sub_ui(e->t, e->b, 1, MPFR_RNDN);
    mpfr_pow(e->da, e->a, e->t, MPFR_RNDN);
    mpfr_mul(e->da, e->da, e->b, MPFR_RNDN);
    mpfr_log(e->db, e->a, MPFR_RNDN);
    mpfr_mul(e->db, e->db, e->f, MPFR_RNDN);
}
static inline void ref_powi(exact *e, int64_t b)
{
    mpfr_pow_si(e->f, e->a, (long)b, MPFR_RNDN);
    if (b == 0)
        return;
    mpfr_set_sj(e->t, b, MPFR_RNDN);
    mpfr_sub_ui(e->t, e->t, 1, MPFR_RNDN);
    mpfr_pow(e->da, e->a, e->t, MPFR_RNDN);
    mpfr_mul_si(e->da, e->da, (long)b, MPFR_RNDN);
}
static inline void ref_ltof(exact *e, int64_t b)
{
    mpfr_exp2(e->f, e->b, MPFR_RNDN);
    if (b < 0)
        mpfr_neg(e->f, e->f, MPFR_RNDN);
    mpfr_const_log2(e->db, MPFR_RNDN);
    mpfr_mul(e->db, e->db, e->f, MPFR_RNDN);
}
static inline void ref_lmulf(exact *e, int64_t b)
{
    (void)b;
    mpfr_abs(e->t, e->b, MPFR_RNDN);
    mpfr_log2(e->f, e->t, MPFR_RNDN);
    mpfr_const_log2(e->t, MPFR_RNDN);
    mpfr_mul(e->t, e->t, e->b, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->t, MPFR_RNDN);
}

static inline void ref_exp2(exact *e, int64_t b)
{
    (void)b;
    mpfr_exp2(e->f, e->b, MPFR_RNDN);
    mpfr_const_log2(e->db, MPFR_RNDN);
    mpfr_mul(e->db, e->db, e->f, MPFR_RNDN);
}
static inline void ref_log2(exact *e, int64_t b)
{
    (void)b;
    mpfr_log2(e->f, e->b, MPFR_RNDN);
    mpfr_const_log2(e->t, MPFR_RNDN);
    mpfr_mul(e->t, e->t, e->b, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->t, MPFR_RNDN);
}
static inline void ref_expm1(exact *e, int64_t b)
{
    (void)b;
    mpfr_expm1(e->f, e->b, MPFR_RNDN);
    mpfr_exp(e->db, e->b, MPFR_RNDN);
}
static inline void ref_log1p(exact *e, int64_t b)
{
    (void)b;
    mpfr_log1p(e->f, e->b, MPFR_RNDN);
    mpfr_add_ui(e->t, e->b, 1, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->t, MPFR_RNDN);
}
static inline void ref_tan(exact *e, int64_t b)
{
    (void)b;
    mpfr_tan(e->f, e->b, MPFR_RNDN);
    mpfr_sqr(e->db, e->f, MPFR_RNDN);
    mpfr_add_ui(e->db, e->db, 1, MPFR_RNDN);
}
/* 1 / sqrt(1 - b^2), 0 at the ends */
static inline void arc_derivative(exact *e)
{
    mpfr_sqr(e->t, e->b, MPFR_RNDN);
    mpfr_ui_sub(e->t, 1, e->t, MPFR_RNDN);
    mpfr_rec_sqrt(e->db, e->t, MPFR_RNDN);
    if (!mpfr_number_p(e->db))
        mpfr_set_ui(e->db, 0, MPFR_RNDN);
}
static inline void ref_asin(exact *e, int64_t b)
{
    (void)b;
    mpfr_asin(e->f, e->b, MPFR_RNDN);
    arc_derivative(e);
}
static inline void ref_acos(exact *e, int64_t b)
{
    (void)b;
    mpfr_acos(e->f, e->b, MPFR_RNDN);
    arc_derivative(e);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static inline void ref_sinh(exact *e, int64_t b)
{
    (void)b;
    mpfr_sinh_cosh(e->f, e->db, e->b, MPFR_RNDN);
}
static inline void ref_cosh(exact *e, int64_t b)
{
    (void)b;
    mpfr_sinh_cosh(e->db, e->f, e->b, MPFR_RNDN);
}
static inline void ref_tanh(exact *e, int64_t b)
{
    (void)b;
    mpfr_tanh(e->f, e->b, MPFR_RNDN);
    mpfr_sech(e->db, e->b, MPFR_RNDN);
    mpfr_sqr(e->db, e->db, MPFR_RNDN);
}

static inline void ref_lpow(exact *e, int64_t b) { ref_mul(e, b); }
static inline void ref_lpowi(exact *e, int64_t b)
{
    ref_mul(e, b);
    mpfr_set_ui(e->db, 0, MPFR_RNDN);
}

/* The C library's long double, good to a few of its units */
#define NEAR(name)                                                                                 \
    static inline long double near_##name(long double a, long double b)                            \
    {                                                                                              \
        (void)a;                                                                                   \
        return name##l(b);                                                                         \
    }
// clang-format off
NEAR(sqrt)
NEAR(exp)
NEAR(log)
NEAR(sin)
NEAR(cos)
NEAR(exp2)
NEAR(log2)
NEAR(expm1)
NEAR(log1p)
NEAR(tan)
NEAR(asin)
NEAR(acos)
NEAR(sinh)
NEAR(cosh)
NEAR(tanh)
// clang-format on
#undef NEAR
static inline long double near_atan2(long double a, long double b) { return atan2l(a, b); }
static inline long double near_hypot(long double a, long double b) { return hypotl(a, b); }
static inline long double near_pow(long double a, long double b) { return powl(a, b); }

static const subject num_subjects[] = {
    {"fmul", RG_OP_FMUL, 53, 53, .reference = ref_mul},
    {"fdiv", RG_OP_FDIV, 63, 63, .reference = ref_div},
    {"fsqrt", RG_OP_FSQRT, 0, 63, .b_positive = true, .direction = 1, .reference = ref_sqrt,
     .approximation = near_sqrt},
    {"fhypot", RG_OP_FHYPOT, 63, 63, .reference = ref_hypot, .approximation = near_hypot},
    {"fexp", RG_OP_FEXP, 0, 47, .direction = 1, .reference = ref_exp, .approximation = near_exp},
    {"flog", RG_OP_FLOG, 0, 63, .b_positive = true, .direction = 1, .reference = ref_log,
     .approximation = near_log},
    {"fsin", RG_OP_FSIN, 0, 63, .reference = ref_sin, .approximation = near_sin},
    {"fcos", RG_OP_FCOS, 0, 63, .reference = ref_cos, .approximation = near_cos},
    {"fatan2", RG_OP_FATAN2, 63, 63, .reference = ref_atan2, .approximation = near_atan2},
    {"fpow", RG_OP_FPOW, 60, 50, .a_positive = true, .reference = ref_pow,
     .approximation = near_pow},
    {"fpow~1", RG_OP_FPOW, 42, 63, .a_near_one = true, .reference = ref_pow,
     .approximation = near_pow},
    {"fpowi", RG_OP_FPOWI, 56, 8, .b_integer = true, .reference = ref_powi,
     .approximation = near_pow},
    {"fpowi~1", RG_OP_FPOWI, 38, 24, .b_integer = true, .a_near_one = true, .reference = ref_powi,
     .approximation = near_pow},
    {"ltof", RG_OP_LTOF, 0, 48, .b_log = true, .reference = ref_ltof},
    {"lmulf", RG_OP_LMULF, 0, 63, .f_log = true, .reference = ref_lmulf,
     .approximation = near_log2},
    {"fexp2", RG_OP_FEXP2, 0, 48, .direction = 1, .reference = ref_exp2,
     .approximation = near_exp2},
    {"flog2", RG_OP_FLOG2, 0, 63, .b_positive = true, .direction = 1, .reference = ref_log2,
     .approximation = near_log2},
    {"fexpm1", RG_OP_FEXPM1, 0, 47, .direction = 1, .reference = ref_expm1,
     .approximation = near_expm1},
    {"flog1p", RG_OP_FLOG1P, 0, 63, .b_positive = true, .direction = 1, .reference = ref_log1p,
     .approximation = near_log1p},
    {"flog1p-", RG_OP_FLOG1P, 0, 43, .direction = 1, .reference = ref_log1p,
     .approximation = near_log1p},
    {"ftan", RG_OP_FTAN, 0, 63, .reference = ref_tan, .approximation = near_tan},
    {"fasin", RG_OP_FASIN, 0, 43, .direction = 1, .reference = ref_asin,
     .approximation = near_asin},
    {"facos", RG_OP_FACOS, 0, 43, .direction = -1, .reference = ref_acos,
     .approximation = near_acos},
    {"fsinh", RG_OP_FSINH, 0, 47, .direction = 1, .reference = ref_sinh,
     .approximation = near_sinh},
    {"fcosh", RG_OP_FCOSH, 0, 47, .reference = ref_cosh, .approximation = near_cosh},
    {"ftanh", RG_OP_FTANH, 0, 47, .direction = 1, .reference = ref_tanh,
     .approximation = near_tanh},
    {"lpow", RG_OP_LPOW, 62, 50, .a_log = true, .f_log = true, .reference = ref_lpow},
    {"lpowi", RG_OP_LPOWI, 62, 8, .a_log = true, .b_integer = true, .f_log = true,
     .reference = ref_lpowi},
};
enum { NUM_SUBJECTS = sizeof num_subjects / sizeof num_subjects[0] };

/* The same range of numbers with the fraction bits under test, as far as it fits. */
static inline unsigned num_scaled(const rg_num_config *c, unsigned bits)
{
    int b = (int)bits + (int)c->frac - NUM_TABLE_FRAC, most = (int)c->xlen - 1;
    return (unsigned)(b < 1 ? 1 : b > most ? most : b);
}

/* Random operands over the whole domain, a gradient up to 8 and the gradient mode. */
static inline rg_num_in num_operands(const subject *s, const rg_num_config *c, uint64_t *state)
{
    rg_num_in in = {.op = s->op, .grad = true};
    unsigned b_bits = s->b_integer ? s->b_bits : num_scaled(c, s->b_bits),
             a_bits = num_scaled(c, s->a_bits);
    if (s->a_bits)
        in.a = s->a_positive ? num_positive(state, a_bits) : num_any(state, a_bits);
    if (s->a_near_one)
        in.a += INT64_C(1) << c->frac;
    if (s->a_log)
        in.a = num_log_word(c, in.a, s->b_integer && num_next(state) & 1);
    in.b = s->b_positive ? num_positive(state, b_bits) : num_any(state, b_bits);
    if (s->b_log)
        in.b = num_log_word(c, in.b, num_next(state) & 1);
    in.gy = num_any(state, num_scaled(c, 46));
    return in;
}

/* Sets the exact operands, value and partials. */
static inline void num_refer(const subject *s, const rg_num_config *c, const rg_num_in *in,
                             exact *e)
{
    num_real(e->a, c, s->a_log ? num_log_field(c, in->a) : in->a);
    if (s->b_integer)
        mpfr_set_sj(e->b, in->b, MPFR_RNDN);
    else
        num_real(e->b, c, s->b_log ? num_log_field(c, in->b) : in->b);
    mpfr_set_ui(e->da, 0, MPFR_RNDN);
    mpfr_set_ui(e->db, 0, MPFR_RNDN);
    s->reference(e, in->b);
}

/* The trap that the operands call for by themselves, by the ISA manual's rules; 0 where the
 * function has a value. */
static inline unsigned num_domain_trap(const subject *s, const rg_num_config *c,
                                       const rg_num_in *in)
{
    int64_t one = INT64_C(1) << c->frac;
    bool outside = false;
    switch (s->op) {
    case RG_OP_FDIV: return in->b == 0 ? RG_TRAP_DIVZERO : 0;
    case RG_OP_FPOWI: return in->a == 0 && in->b < 0 ? RG_TRAP_DIVZERO : 0;
    case RG_OP_FSQRT: outside = in->b < 0; break;
    case RG_OP_FLOG:
    case RG_OP_FLOG2: outside = in->b <= 0; break;
    case RG_OP_FLOG1P: outside = in->b <= -one; break;
    case RG_OP_FASIN:
    case RG_OP_FACOS: outside = in->b < -one || in->b > one; break;
    case RG_OP_FPOW: outside = in->a <= 0; break;
    case RG_OP_LMULF: outside = in->b == 0; break;
    case RG_OP_LPOW: outside = in->a < 0; break;
    default: break;
    }
    return outside ? RG_TRAP_DOMAIN : 0;
}

/* Whether the exact value rounds to a word that the result format lacks, which is when the function
 * must trap. */
static inline bool num_overflows(const subject *s, const rg_num_config *c, exact *e)
{
    if (!mpfr_number_p(e->f))
        return true;
    mpfr_mul_2si(e->t, e->f, (long)c->frac, MPFR_RNDN);
    mpfr_rint(e->t, e->t, MPFR_RNDN); /* a tie to even cannot leave the range */
    long bits = (long)c->xlen - (s->f_log ? 2 : 1);
    return mpfr_cmp_si_2exp(e->t, -1, bits) < 0 || mpfr_cmp_si_2exp(e->t, 1, bits) >= 0;
}

/* Error of the gradient contributions over what is promised, as 1/2: 1/2 ulp + 2^-57 |g| max(1,
 * |partials|). */
static inline double num_gradient_error(const rg_num_config *c, const rg_num_in *in,
                                        const rg_num_out *out, exact *e)
{
    if (!mpfr_number_p(e->da) || !mpfr_number_p(e->db))
        return INFINITY;
    double partial = fmax(fabs(mpfr_get_d(e->da, MPFR_RNDN)), fabs(mpfr_get_d(e->db, MPFR_RNDN)));
    double size = fabs((double)in->gy) * fmax(1, partial) * 0x1p-57;
    num_real(e->t, c, in->gy);
    mpfr_mul(e->da, e->da, e->t, MPFR_RNDN);
    mpfr_mul(e->db, e->db, e->t, MPFR_RNDN);
    return fmax(num_ulps(c, out->da, e->da, e->t), num_ulps(c, out->db, e->db, e->t))
           / (1 + 2 * size);
}

typedef struct {
    double value, gradient;
    uint64_t done, trapped;
} num_worst;

/* Greatest error allowed of a value, in ulps. The tangent next to the path of its poles divides by
 * a cosine of 1/41 in 62 fraction bits, one unit of which is 0.003 ulp of the quotient at 64/43. */
static inline double num_value_limit(const subject *s)
{
    return s->op == RG_OP_FTAN ? 0.504 : 0.501;
}

/* One operand: NULL, or what is wrong about the trap. Updates the greatest errors. */
static inline const char *num_check(const subject *s, const rg_num_config *c, const rg_num_in *in,
                                    exact *e, num_worst *w)
{
    rg_num_out out;
    rg_num_eval(c, in, &out);
    unsigned trap = num_domain_trap(s, c, in);
    if (trap || out.trap == RG_TRAP_DOMAIN || out.trap == RG_TRAP_DIVZERO) {
        w->trapped++;
        return out.trap == trap ? NULL : "domain";
    }
    num_refer(s, c, in, e);
    if (num_overflows(s, c, e) != (out.trap == RG_TRAP_OVERFLOW))
        return "overflow";
    if (out.trap) {
        w->trapped++;
        return NULL;
    }
    w->done++;
    w->value = fmax(w->value, num_ulps(c, s->f_log ? num_log_field(c, out.f) : out.f, e->f, e->t));
    if (!in->grad || out.grad_ovf)
        return NULL;
    w->gradient = fmax(w->gradient, num_gradient_error(c, in, &out, e));
    return NULL;
}

#endif
