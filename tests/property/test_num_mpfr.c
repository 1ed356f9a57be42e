/* test_num_mpfr.c: every function and its gradients against MPFR; prints the greatest error in units of the last place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MPFR_USE_INTMAX_T
#include <mpfr.h>

#include "isa/isa.h"
#include "isa/num/num.h"

enum { PRECISION = 400, LOG_PRECISION = 600, DEFAULT_ROUNDS = 20000, TABLE_FRAC = 43 };

static rg_num_config config; /* under test */

static uint64_t next(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A word whose magnitude is below 2^bits, small ones as likely as large ones. */
static int64_t any(uint64_t *state, unsigned bits) {
    uint64_t r = next(state), m = r >> (64 - bits) >> (next(state) % bits);
    return next(state) & 1 ? (int64_t)m : -(int64_t)m;
}

static int64_t positive(uint64_t *state, unsigned bits) {
    int64_t v = any(state, bits);
    return v < 0 ? -v : v == 0 ? 1 : v;
}

typedef struct { mpfr_t a, b, f, da, db, t; } exact;

static void real(mpfr_t x, int64_t word) {
    mpfr_set_sj(x, word, MPFR_RNDN);
    mpfr_mul_2si(x, x, -(long)config.frac, MPFR_RNDN);
}

static int64_t log_field(int64_t word) {
    unsigned drop = 65 - config.xlen;
    return (int64_t)((uint64_t)word << drop) >> drop;
}

/* |word - x| in units of the last place */
static double ulps(int64_t word, const mpfr_t x, mpfr_t t) {
    mpfr_mul_2si(t, x, (long)config.frac, MPFR_RNDN);
    mpfr_t w;
    mpfr_init2(w, PRECISION);
    mpfr_set_sj(w, word, MPFR_RNDN);
    mpfr_sub(t, t, w, MPFR_RNDN);
    mpfr_clear(w);
    mpfr_abs(t, t, MPFR_RNDN);
    return mpfr_get_d(t, MPFR_RNDN);
}

typedef struct {
    const char *name;
    unsigned op;
    unsigned a_bits, b_bits;    /* magnitude of operands at 43 fraction bits; 0 where unused */
    bool a_positive, b_positive, b_integer;
    bool a_near_one;            /* 1 is added to a */
    double small_limit, limit;  /* greatest error allowed for |f| below 2^9, and overall */
    double gradient_limit;      /* relative to max(1, |partial|) times |g|, in ulps */
    void (*reference)(exact *e, int64_t b);
} subject;

static void ref_mul(exact *e, int64_t b) {
    (void)b;
    mpfr_mul(e->f, e->a, e->b, MPFR_RNDN);
    mpfr_set(e->da, e->b, MPFR_RNDN);
    mpfr_set(e->db, e->a, MPFR_RNDN);
}
static void ref_div(exact *e, int64_t b) {
    (void)b;
    mpfr_div(e->f, e->a, e->b, MPFR_RNDN);
    mpfr_ui_div(e->da, 1, e->b, MPFR_RNDN);
    mpfr_div(e->db, e->f, e->b, MPFR_RNDN);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static void ref_sqrt(exact *e, int64_t b) {
    (void)b;
    mpfr_sqrt(e->f, e->b, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->f, MPFR_RNDN);
    mpfr_div_ui(e->db, e->db, 2, MPFR_RNDN);
}
static void ref_exp(exact *e, int64_t b) {
    (void)b;
    mpfr_exp(e->f, e->b, MPFR_RNDN);
    mpfr_set(e->db, e->f, MPFR_RNDN);
}
static void ref_log(exact *e, int64_t b) {
    (void)b;
    mpfr_log(e->f, e->b, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->b, MPFR_RNDN);
}
static void ref_sin(exact *e, int64_t b) {
    (void)b;
    mpfr_sin_cos(e->f, e->db, e->b, MPFR_RNDN);
}
static void ref_cos(exact *e, int64_t b) {
    (void)b;
    mpfr_sin_cos(e->db, e->f, e->b, MPFR_RNDN);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static void ref_atan2(exact *e, int64_t b) {
    (void)b;
    mpfr_atan2(e->f, e->a, e->b, MPFR_RNDN);
    mpfr_sqr(e->t, e->a, MPFR_RNDN);
    mpfr_sqr(e->da, e->b, MPFR_RNDN);
    mpfr_add(e->t, e->t, e->da, MPFR_RNDN);
    mpfr_div(e->da, e->b, e->t, MPFR_RNDN);
    mpfr_div(e->db, e->a, e->t, MPFR_RNDN);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static void ref_pow(exact *e, int64_t b) {
    (void)b;
    mpfr_pow(e->f, e->a, e->b, MPFR_RNDN);
    mpfr_sub_ui(e->t, e->b, 1, MPFR_RNDN);
    mpfr_pow(e->da, e->a, e->t, MPFR_RNDN);
    mpfr_mul(e->da, e->da, e->b, MPFR_RNDN);
    mpfr_log(e->db, e->a, MPFR_RNDN);
    mpfr_mul(e->db, e->db, e->f, MPFR_RNDN);
}
static void ref_powi(exact *e, int64_t b) {
    mpfr_pow_si(e->f, e->a, (long)b, MPFR_RNDN);
    mpfr_pow_si(e->da, e->a, (long)b - 1, MPFR_RNDN);
    mpfr_mul_si(e->da, e->da, (long)b, MPFR_RNDN);
}
static void ref_ltof(exact *e, int64_t b) {
    real(e->t, log_field(b));
    mpfr_exp2(e->f, e->t, MPFR_RNDN);
    if (b < 0) mpfr_neg(e->f, e->f, MPFR_RNDN);
    mpfr_const_log2(e->db, MPFR_RNDN);
    mpfr_mul(e->db, e->db, e->f, MPFR_RNDN);
}
static void ref_lmulf(exact *e, int64_t b) {
    (void)b;
    mpfr_abs(e->t, e->b, MPFR_RNDN);
    mpfr_log2(e->f, e->t, MPFR_RNDN);
    mpfr_const_log2(e->t, MPFR_RNDN);
    mpfr_mul(e->t, e->t, e->b, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->t, MPFR_RNDN);
}

static void ref_exp2(exact *e, int64_t b) {
    (void)b;
    mpfr_exp2(e->f, e->b, MPFR_RNDN);
    mpfr_const_log2(e->db, MPFR_RNDN);
    mpfr_mul(e->db, e->db, e->f, MPFR_RNDN);
}
static void ref_log2(exact *e, int64_t b) {
    (void)b;
    mpfr_log2(e->f, e->b, MPFR_RNDN);
    mpfr_const_log2(e->t, MPFR_RNDN);
    mpfr_mul(e->t, e->t, e->b, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->t, MPFR_RNDN);
}
static void ref_expm1(exact *e, int64_t b) {
    (void)b;
    mpfr_expm1(e->f, e->b, MPFR_RNDN);
    mpfr_exp(e->db, e->b, MPFR_RNDN);
}
static void ref_log1p(exact *e, int64_t b) {
    (void)b;
    mpfr_log1p(e->f, e->b, MPFR_RNDN);
    mpfr_add_ui(e->t, e->b, 1, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->t, MPFR_RNDN);
}
static void ref_tan(exact *e, int64_t b) {
    (void)b;
    mpfr_tan(e->f, e->b, MPFR_RNDN);
    mpfr_sqr(e->db, e->f, MPFR_RNDN);
    mpfr_add_ui(e->db, e->db, 1, MPFR_RNDN);
}
/* 1 / sqrt(1 - b^2), 0 at the ends */
static void arc_derivative(exact *e) {
    mpfr_sqr(e->t, e->b, MPFR_RNDN);
    mpfr_ui_sub(e->t, 1, e->t, MPFR_RNDN);
    mpfr_rec_sqrt(e->db, e->t, MPFR_RNDN);
    if (!mpfr_number_p(e->db)) mpfr_set_ui(e->db, 0, MPFR_RNDN);
}
static void ref_asin(exact *e, int64_t b) {
    (void)b;
    mpfr_asin(e->f, e->b, MPFR_RNDN);
    arc_derivative(e);
}
static void ref_acos(exact *e, int64_t b) {
    (void)b;
    mpfr_acos(e->f, e->b, MPFR_RNDN);
    arc_derivative(e);
    mpfr_neg(e->db, e->db, MPFR_RNDN);
}
static void ref_atan(exact *e, int64_t b) {
    (void)b;
    mpfr_atan(e->f, e->b, MPFR_RNDN);
    mpfr_sqr(e->t, e->b, MPFR_RNDN);
    mpfr_add_ui(e->t, e->t, 1, MPFR_RNDN);
    mpfr_ui_div(e->db, 1, e->t, MPFR_RNDN);
}
static void ref_sinh(exact *e, int64_t b) {
    (void)b;
    mpfr_sinh_cosh(e->f, e->db, e->b, MPFR_RNDN);
}
static void ref_cosh(exact *e, int64_t b) {
    (void)b;
    mpfr_sinh_cosh(e->db, e->f, e->b, MPFR_RNDN);
}
static void ref_tanh(exact *e, int64_t b) {
    (void)b;
    mpfr_tanh(e->f, e->b, MPFR_RNDN);
    mpfr_sech(e->db, e->b, MPFR_RNDN);
    mpfr_sqr(e->db, e->db, MPFR_RNDN);
}

static const subject subjects[] = {
    {"fmul", RG_OP_FMUL, 53, 53, false, false, false, false, 0.5, 0.5, 0.51, ref_mul},
    {"fdiv", RG_OP_FDIV, 63, 63, false, false, false, false, 0.5, 0.5, 1.1, ref_div},
    {"fsqrt", RG_OP_FSQRT, 0, 63, false, true, false, false, 0.5, 0.5, 1, ref_sqrt},
    {"fexp", RG_OP_FEXP, 0, 47, false, false, false, false, 0.51, 3, 1.1, ref_exp},
    {"flog", RG_OP_FLOG, 0, 63, false, true, false, false, 0.51, 0.51, 0.6, ref_log},
    {"fsin", RG_OP_FSIN, 0, 63, false, false, false, false, 0.51, 0.51, 0.6, ref_sin},
    {"fcos", RG_OP_FCOS, 0, 63, false, false, false, false, 0.51, 0.51, 0.6, ref_cos},
    {"fatan2", RG_OP_FATAN2, 63, 63, false, false, false, false, 0.51, 0.51, 0.6, ref_atan2},
    {"fpow", RG_OP_FPOW, 60, 50, true, false, false, false, 0.6, 64, 1.6, ref_pow},
    {"fpow~1", RG_OP_FPOW, 42, 63, false, false, false, true, 0.6, 64, 1.6, ref_pow},
    {"fpowi", RG_OP_FPOWI, 56, 8, false, false, true, false, 0.6, 64, 1.6, ref_powi},
    {"fpowi~1", RG_OP_FPOWI, 38, 24, false, false, true, true, 0.6, 64, 1.6, ref_powi},
    {"ltof", RG_OP_LTOF, 0, 48, false, false, false, false, 0.51, 3, 1.6, ref_ltof},
    {"lmulf", RG_OP_LMULF, 0, 63, false, false, false, false, 0.51, 0.51, 0.6, ref_lmulf},
    {"fexp2", RG_OP_FEXP2, 0, 48, false, false, false, false, 0.51, 1.1, 1.6, ref_exp2},
    {"flog2", RG_OP_FLOG2, 0, 63, false, true, false, false, 0.51, 0.51, 0.6, ref_log2},
    {"fexpm1", RG_OP_FEXPM1, 0, 47, false, false, false, false, 0.51, 1.1, 1.1, ref_expm1},
    {"flog1p", RG_OP_FLOG1P, 0, 63, false, true, false, false, 0.51, 0.51, 0.6, ref_log1p},
    {"flog1p-", RG_OP_FLOG1P, 0, 43, false, false, false, false, 0.51, 0.51, 0.6, ref_log1p},
    {"ftan", RG_OP_FTAN, 0, 63, false, false, false, false, 0.51, 1.5, 2.1, ref_tan},
    {"fasin", RG_OP_FASIN, 0, 43, false, false, false, false, 0.51, 0.51, 0.6, ref_asin},
    {"facos", RG_OP_FACOS, 0, 43, false, false, false, false, 0.51, 0.51, 0.6, ref_acos},
    {"fatan", RG_OP_FATAN, 0, 63, false, false, false, false, 0.51, 0.51, 0.6, ref_atan},
    {"fsinh", RG_OP_FSINH, 0, 47, false, false, false, false, 0.51, 1.5, 1.6, ref_sinh},
    {"fcosh", RG_OP_FCOSH, 0, 47, false, false, false, false, 0.51, 1.5, 1.6, ref_cosh},
    {"ftanh", RG_OP_FTANH, 0, 47, false, false, false, false, 0.51, 0.51, 0.6, ref_tanh},
};

typedef struct { double small, all, gradient; unsigned done, trapped; } worst;

/* The same range of numbers with the fraction bits under test, as far as it fits. */
static unsigned scaled(unsigned bits) {
    int b = (int)bits + (int)config.frac - TABLE_FRAC, most = (int)config.xlen - 1;
    return (unsigned)(b < 1 ? 1 : b > most ? most : b);
}

/* A fixed word as a double. */
static double approximate(int64_t word) { return ldexp((double)word, -(int)config.frac); }

static void gradient_error(const rg_num_in *in, int64_t word, mpfr_t partial, exact *e, double size, double *max) {
    double g = fabs(approximate(in->gy));
    real(e->t, in->gy);
    mpfr_mul(partial, partial, e->t, MPFR_RNDN);
    double error = ulps(word, partial, e->t);
    /* A partial rounded to FRAC bits is wrong by half a unit times g. */
    double scale = (g > 1 ? g : 1) * size;
    if (error / scale > *max) *max = error / scale;
}

static void one(const subject *s, uint64_t *state, exact *e, worst *w) {
    rg_num_in in = {.op = s->op, .grad = true};
    if (s->a_bits) in.a = s->a_positive ? positive(state, scaled(s->a_bits)) : any(state, scaled(s->a_bits));
    if (s->a_near_one) in.a += INT64_C(1) << config.frac;
    unsigned b_bits = s->b_integer ? s->b_bits : scaled(s->b_bits);
    if (s->b_bits) in.b = s->b_positive ? positive(state, b_bits) : any(state, b_bits);
    if (s->op == RG_OP_LTOF && next(state) & 1) in.b ^= INT64_MIN >> (64 - config.xlen);
    in.gy = any(state, scaled(46));
    rg_num_out out;
    rg_num_eval(&config, &in, &out);
    if ((out.trap && out.trap != RG_TRAP_OVERFLOW) || (s->b_integer && in.a == 0)) {
        w->trapped++;
        return;
    }
    real(e->a, in.a);
    real(e->b, in.b);
    mpfr_set_ui(e->da, 0, MPFR_RNDN);
    mpfr_set_ui(e->db, 0, MPFR_RNDN);
    s->reference(e, in.b);
    if (out.trap) { /* only what does not fit may trap */
        assert_true(fabs(mpfr_get_d(e->f, MPFR_RNDN)) >= ldexp(1, (int)(config.xlen - 1 - config.frac)) - ldexp(4, -(int)config.frac));
        w->trapped++;
        return;
    }
    int64_t f = s->op == RG_OP_LMULF ? log_field(out.f) : out.f;
    double error = ulps(f, e->f, e->t), size = fabs(mpfr_get_d(e->f, MPFR_RNDN));
    if (error > w->all) w->all = error;
    if (size <= 512 && error > w->small) w->small = error;
    if (out.grad_ovf == 0 && !(s->op == RG_OP_FATAN2 && in.a == 0 && in.b == 0)) {
        double size = fmax(1, fmax(fabs(mpfr_get_d(e->da, MPFR_RNDN)), fabs(mpfr_get_d(e->db, MPFR_RNDN))));
        if (s->op == RG_OP_FSQRT) size *= 4 * size; /* the root itself is rounded: half a unit times g / (2 f^2) */
        if (s->op == RG_OP_FPOW || s->op == RG_OP_FPOWI) size *= fmax(1, fabs(s->b_integer ? (double)in.b : approximate(in.b)));
        if (s->op == RG_OP_FPOW) size *= fmax(1, fabs(log(approximate(in.a))));
        gradient_error(&in, out.da, e->da, e, size, &w->gradient);
        gradient_error(&in, out.db, e->db, e, size, &w->gradient);
    }
    w->done++;
}

static unsigned rounds(void) {
    const char *text = getenv("RG_NUM_ROUNDS");
    long n = text ? strtol(text, NULL, 10) : 0;
    return n > 0 ? (unsigned)n : DEFAULT_ROUNDS;
}

/* RG_NUM_ONLY=name: that function alone. */
static bool wanted(const char *name) {
    const char *only = getenv("RG_NUM_ONLY");
    return only == NULL || *only == '\0' || strcmp(only, name) == 0;
}

static void functions_are_accurate(unsigned xlen, unsigned frac) {
    exact e;
    config = (rg_num_config){xlen, frac};
    printf("XLEN %u, FRAC %u\n", xlen, frac);
    mpfr_inits2(PRECISION, e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    printf("%-8s %10s %10s %10s  (greatest error, ulp: |f| < 2^9, all, gradient)\n", "", "small", "all", "gradient");
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        const subject *s = &subjects[i];
        if (!wanted(s->name)) continue;
        uint64_t state = 20240601 + i;
        worst w = {0};
        while (w.done < rounds() && w.trapped < 20 * rounds()) one(s, &state, &e, &w);
        printf("%-8s %10.6f %10.6f %10.6f  %u done, %u trapped\n", s->name, w.small, w.all, w.gradient, w.done, w.trapped);
        assert_true(w.done >= rounds());
        assert_true(w.small <= s->small_limit);
        assert_true(w.all <= s->limit);
        assert_true(w.gradient <= s->gradient_limit);
    }
    mpfr_clears(e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    mpfr_free_cache();
}

static void functions_are_accurate_64_43(void **unused) {
    (void)unused;
    functions_are_accurate(64, 43);
}
static void functions_are_accurate_64_36(void **unused) {
    (void)unused;
    functions_are_accurate(64, 36);
}
static void functions_are_accurate_32_16(void **unused) {
    (void)unused;
    functions_are_accurate(32, 16);
}

/* The value of a LOG word. */
static void log_real(mpfr_t x, int64_t word) {
    real(x, log_field(word));
    mpfr_exp2(x, x, MPFR_RNDN);
    if (word < 0) mpfr_neg(x, x, MPFR_RNDN);
}

typedef struct { double f, gradient; unsigned done, trapped; } log_worst;

/* A factor of a gradient, to half a unit and what rounding the factor itself costs. */
static void log_gradient(const rg_num_in *in, int64_t word, mpfr_t factor, exact *e, log_worst *w) {
    double size = fmax(1, fabs(mpfr_get_d(factor, MPFR_RNDN)));
    gradient_error(in, word, factor, e, size, &w->gradient);
}

static void one_log_sum(unsigned op, uint64_t *state, exact *e, log_worst *w) {
    unsigned bits = config.xlen - 2;
    rg_num_in in = {.op = op, .grad = true, .gy = any(state, scaled(46))};
    int64_t a = any(state, bits), b = next(state) & 1 ? any(state, bits) : a + any(state, scaled(40));
    int64_t top = INT64_MIN >> (64 - config.xlen), mask = (int64_t)((UINT64_C(1) << (config.xlen - 1)) - 1);
    bool a_negative = next(state) & 1, b_negative = next(state) & 1;
    in.a = a_negative ? (a & mask) | top : a & mask;
    in.b = b_negative ? (b & mask) | top : b & mask;
    in.a = config.xlen == 32 ? (int32_t)in.a : in.a;
    in.b = config.xlen == 32 ? (int32_t)in.b : in.b;
    rg_num_out out;
    rg_num_eval(&config, &in, &out);
    log_real(e->a, in.a);
    log_real(e->b, in.b);
    if (op == RG_OP_LSUB2) mpfr_neg(e->b, e->b, MPFR_RNDN);
    mpfr_add(e->f, e->a, e->b, MPFR_RNDN);
    if (mpfr_zero_p(e->f)) assert_int_equal(out.trap, RG_TRAP_DOMAIN);
    if (out.trap) {
        if (!mpfr_zero_p(e->f)) assert_int_equal(out.trap, RG_TRAP_OVERFLOW);
        w->trapped++;
        return;
    }
    assert_int_equal(out.f < 0, mpfr_sgn(e->f) < 0);
    mpfr_div(e->da, e->a, e->f, MPFR_RNDN);
    mpfr_div(e->db, e->b, e->f, MPFR_RNDN);
    mpfr_abs(e->f, e->f, MPFR_RNDN);
    mpfr_log2(e->f, e->f, MPFR_RNDN);
    w->f = fmax(w->f, ulps(log_field(out.f), e->f, e->t));
    if (out.grad_ovf == 0) {
        log_gradient(&in, out.da, e->da, e, w);
        log_gradient(&in, out.db, e->db, e, w);
    }
    w->done++;
}

static void log_sums_are_accurate(void **unused) {
    (void)unused;
    if (!wanted("ladd2")) skip();
    static const rg_num_config configs[] = {{64, 43}, {64, 36}, {32, 16}};
    exact e;
    mpfr_inits2(LOG_PRECISION, e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    for (unsigned c = 0; c < 3; c++) {
        config = configs[c];
        uint64_t state = 99 + c;
        log_worst w = {0};
        for (unsigned i = 0; w.done < rounds() && i < 20 * rounds(); i++) one_log_sum(i % 2 ? RG_OP_LSUB2 : RG_OP_LADD2, &state, &e, &w);
        printf("%u/%u ladd2, lsub2 %10.6f, gradient %10.6f ulp, %u done, %u trapped\n", config.xlen, config.frac, w.f, w.gradient, w.done, w.trapped);
        assert_true(w.done >= rounds());
        assert_true(w.f <= 0.51);
        assert_true(w.gradient <= 0.75);
    }
    mpfr_clears(e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    mpfr_free_cache();
}

/* f(x) and f(x + 1 unit) in order, close together and around the places where the methods change. */
static void functions_are_monotone(void **unused) {
    (void)unused;
    if (!wanted("monotone")) skip();
    static const struct { unsigned op, bits; int sign; bool positive; } monotone[] = {
        {RG_OP_FSQRT, 63, 1, true}, {RG_OP_FEXP, 46, 1, false}, {RG_OP_FLOG, 63, 1, true}, {RG_OP_FEXP2, 47, 1, false},
        {RG_OP_FLOG2, 63, 1, true}, {RG_OP_FEXPM1, 46, 1, false}, {RG_OP_FLOG1P, 63, 1, true}, {RG_OP_FASIN, 43, 1, false},
        {RG_OP_FACOS, 43, -1, false}, {RG_OP_FATAN, 63, 1, false}, {RG_OP_FSINH, 46, 1, false}, {RG_OP_FTANH, 47, 1, false},
    };
    config = (rg_num_config){64, 43};
    uint64_t state = 5;
    for (size_t k = 0; k < sizeof monotone / sizeof monotone[0]; k++)
        for (unsigned i = 0; i < rounds(); i++) {
            int64_t x = monotone[k].positive ? positive(&state, monotone[k].bits) : any(&state, monotone[k].bits);
            if (i % 2) x = x >> 34 << 34; /* near the ends of the tables' intervals */
            rg_num_in in = {.op = monotone[k].op, .b = x - 2};
            rg_num_out before = {.trap = 1}, now;
            for (int step = 0; step < 5; step++, in.b++, before = now) {
                rg_num_eval(&config, &in, &now);
                if (!before.trap && !now.trap) assert_true(monotone[k].sign > 0 ? now.f >= before.f : now.f <= before.f);
            }
        }
}

/* Close to the poles, where sine over cosine would lose most digits. */
static void tangent_is_accurate_at_poles(void **unused) {
    (void)unused;
    if (!wanted("pole")) skip();
    exact e;
    mpfr_inits2(PRECISION, e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    uint64_t state = 31;
    config = (rg_num_config){64, 43};
    double small = 0, middle = 0, all = 0;
    for (unsigned i = 0; i < rounds(); i++) {
        mpfr_const_pi(e.t, MPFR_RNDN);
        mpfr_mul_si(e.t, e.t, (long)(any(&state, 18) | 1), MPFR_RNDN);
        mpfr_mul_2si(e.t, e.t, (long)config.frac - 1, MPFR_RNDN);
        rg_num_in in = {.op = RG_OP_FTAN, .b = (int64_t)mpfr_get_sj(e.t, MPFR_RNDN) + any(&state, 42)};
        rg_num_out out;
        rg_num_eval(&config, &in, &out);
        real(e.b, in.b);
        ref_tan(&e, in.b);
        double size = fabs(mpfr_get_d(e.f, MPFR_RNDN));
        assert_int_equal(out.trap, size >= 0x1p20 ? RG_TRAP_OVERFLOW : 0);
        if (out.trap) continue;
        double error = ulps(out.f, e.f, e.t);
        all = fmax(all, error);
        if (size <= 0x1p17) middle = fmax(middle, error);
        if (size <= 512) small = fmax(small, error);
    }
    printf("ftan at poles %10.6f up to 2^9, %10.6f up to 2^17, %10.6f ulp\n", small, middle, all);
    assert_true(small <= 0.51);
    assert_true(middle <= 1.3);
    assert_true(all <= 7);
    mpfr_clears(e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    mpfr_free_cache();
}

/* Any word, now and then an extreme one. */
static int64_t word(uint64_t *state) {
    uint64_t r = next(state) % 32;
    return r == 0 ? INT64_MIN : r == 1 ? INT64_MAX : any(state, 63);
}

/* (y, a) turned, against the exact rotation; and back, bit for bit, values and gradients. */
static void rotation_is_accurate_and_exactly_invertible(void **unused) {
    (void)unused;
    if (!wanted("rot")) skip();
    exact e;
    mpfr_inits2(PRECISION, e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    uint64_t state = 77;
    config = (rg_num_config){64, 43};
    double max = 0;
    for (unsigned i = 0; i < rounds(); i++) {
        rg_num_in in = {.op = RG_OP_ROT, .grad = true, .wrap = i % 2, .inverse = i / 2 % 2, .y = word(&state),
                        .a = word(&state), .b = word(&state), .gy = word(&state), .ga = word(&state)};
        rg_num_out out, back;
        rg_num_eval(&config, &in, &out);
        if (out.trap) continue;
        rg_num_in again = in;
        again.inverse = !in.inverse;
        again.y = out.y2, again.a = out.a2, again.gy = out.gy2, again.ga = out.ga2;
        rg_num_eval(&config, &again, &back);
        assert_int_equal(back.trap, 0);
        assert_true(back.y2 == in.y && back.a2 == in.a && back.gy2 == in.gy && back.ga2 == in.ga);
        assert_true(back.db == out.db && back.grad_ovf == out.grad_ovf && back.value_ovf == out.value_ovf);
        if (out.value_ovf || in.inverse) continue;
        real(e.t, in.b);
        mpfr_sin_cos(e.da, e.db, e.t, MPFR_RNDN);
        real(e.a, in.y);
        real(e.b, in.a);
        mpfr_fmms(e.f, e.a, e.db, e.b, e.da, MPFR_RNDN);
        double error = ulps(out.y2, e.f, e.t);
        mpfr_fmma(e.f, e.a, e.da, e.b, e.db, MPFR_RNDN);
        double other = ulps(out.a2, e.f, e.t);
        if (error > max) max = error;
        if (other > max) max = other;
    }
    printf("rot      %10.6f ulp\n", max);
    assert_true(max <= 8);
    mpfr_clears(e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    mpfr_free_cache();
}

/* (y, a) turned by HAD against ((y + a) / sqrt 2, (y - a) / sqrt 2); and back, bit for bit. */
static void hadamard_is_accurate_and_exactly_invertible(void **unused) {
    (void)unused;
    exact e;
    mpfr_inits2(PRECISION, e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    uint64_t state = 78;
    config = (rg_num_config){64, 43};
    double max = 0;
    unsigned compared = 0;
    for (unsigned i = 0; i < rounds(); i++) {
        rg_num_in in = {.op = RG_OP_HAD, .grad = true, .wrap = i % 2, .inverse = i / 2 % 2, .y = word(&state),
                        .a = word(&state), .gy = word(&state), .ga = word(&state)};
        rg_num_out out, back;
        rg_num_eval(&config, &in, &out);
        if (out.trap) continue;
        rg_num_in again = in;
        again.inverse = !in.inverse;
        again.y = out.y2, again.a = out.a2, again.gy = out.gy2, again.ga = out.ga2;
        rg_num_eval(&config, &again, &back);
        assert_int_equal(back.trap, 0);
        assert_true(back.y2 == in.y && back.a2 == in.a && back.gy2 == in.gy && back.ga2 == in.ga);
        assert_true(back.grad_ovf == out.grad_ovf && back.value_ovf == out.value_ovf && out.db == 0);
        if (out.value_ovf) continue;
        mpfr_sqrt_ui(e.t, 2, MPFR_RNDN);
        real(e.a, in.y);
        real(e.b, in.a);
        mpfr_add(e.f, e.a, e.b, MPFR_RNDN);
        mpfr_div(e.f, e.f, e.t, MPFR_RNDN);
        mpfr_sub(e.da, e.a, e.b, MPFR_RNDN);
        mpfr_div(e.da, e.da, e.t, MPFR_RNDN);
        double error = ulps(out.y2, e.f, e.t), other = ulps(out.a2, e.da, e.t);
        if (error > max) max = error;
        if (other > max) max = other;
        compared++;
    }
    printf("had      %10.6f ulp\n", max);
    assert_true(compared > rounds() / 2 && max <= 3);
    mpfr_clears(e.a, e.b, e.f, e.da, e.db, e.t, (mpfr_ptr)0);
    mpfr_free_cache();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_accurate_64_43),
        cmocka_unit_test(functions_are_accurate_64_36),
        cmocka_unit_test(functions_are_accurate_32_16),
        cmocka_unit_test(log_sums_are_accurate),
        cmocka_unit_test(tangent_is_accurate_at_poles),
        cmocka_unit_test(functions_are_monotone),
        cmocka_unit_test(rotation_is_accurate_and_exactly_invertible),
        cmocka_unit_test(hadamard_is_accurate_and_exactly_invertible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
