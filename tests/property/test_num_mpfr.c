/* test_num_mpfr.c: every function and its gradients against MPFR; prints the greatest error in
 * units of the last place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/property/num_reference.h"

enum { LOG_PRECISION = 600, DEFAULT_ROUNDS = 20000 };

static rg_num_config config; /* under test */

static int64_t any(uint64_t *state, unsigned bits) { return num_any(state, bits); }
static int64_t positive(uint64_t *state, unsigned bits) { return num_positive(state, bits); }
static uint64_t next(uint64_t *state) { return num_next(state); }
static unsigned scaled(unsigned bits) { return num_scaled(&config, bits); }
static void real(mpfr_t x, int64_t word) { num_real(x, &config, word); }
static int64_t log_field(int64_t word) { return num_log_field(&config, word); }
static double ulps(int64_t word, const mpfr_t x, mpfr_t t) { return num_ulps(&config, word, x, t); }

/* Greatest errors allowed, in ulps: of a value, and of a gradient contribution
 * (num_gradient_error). */
static const double value_limit = 0.501, gradient_limit = 0.501;

static unsigned rounds(void)
{
    const char *text = getenv("RG_NUM_ROUNDS");
    long n = text ? strtol(text, NULL, 10) : 0;
    return n > 0 ? (unsigned)n : DEFAULT_ROUNDS;
}

/* RG_NUM_ONLY=name: that function alone. */
static bool wanted(const char *name)
{
    const char *only = getenv("RG_NUM_ONLY");
    return only == NULL || *only == '\0' || strcmp(only, name) == 0;
}

/* A function on random operands: whether its values, traps and gradients keep what is promised.
 * Says what does not. */
static bool is_accurate(const subject *s, uint64_t state, exact *e)
{
    num_worst w = {0};
    while (w.done < rounds() && w.trapped < 20 * rounds()) {
        rg_num_in in = num_operands(s, &config, &state);
        const char *wrong = num_check(s, &config, &in, e, &w);
        if (!wrong)
            continue;
        print_error("%s: %s: a = %lld, b = %lld\n", s->name, wrong, (long long)in.a,
                    (long long)in.b);
        return false;
    }
    printf("%-8s %10.6f %10.6f  %llu done, %llu trapped\n", s->name, w.value, w.gradient,
           (unsigned long long)w.done, (unsigned long long)w.trapped);
    return w.done >= rounds() && w.value <= num_value_limit(s) && w.gradient <= gradient_limit;
}

/* How many functions are not accurate in this format. */
static int inaccurate_functions(unsigned xlen, unsigned frac)
{
    exact e;
    int failures = 0;
    config = (rg_num_config){xlen, frac};
    printf("XLEN %u, FRAC %u\n%-8s %10s %10s  (greatest error, ulp)\n", xlen, frac, "", "value",
           "gradient");
    num_exact_init(&e, NUM_PRECISION);
    for (size_t i = 0; i < NUM_SUBJECTS; i++)
        if (wanted(num_subjects[i].name))
            failures += !is_accurate(&num_subjects[i], 20240601 + i, &e);
    num_exact_clear(&e);
    return failures;
}

static void functions_are_accurate_64_43(void **unused)
{
    (void)unused;
    assert_int_equal(inaccurate_functions(64, 43), 0);
}
static void functions_are_accurate_64_36(void **unused)
{
    (void)unused;
    assert_int_equal(inaccurate_functions(64, 36), 0);
}
static void functions_are_accurate_32_16(void **unused)
{
    (void)unused;
    assert_int_equal(inaccurate_functions(32, 16), 0);
}

/* The value of a LOG word. */
static void log_real(mpfr_t x, int64_t word)
{
    real(x, log_field(word));
    mpfr_exp2(x, x, MPFR_RNDN);
    if (word < 0)
        mpfr_neg(x, x, MPFR_RNDN);
}

typedef struct {
    double f, gradient;
    unsigned done, trapped;
} log_worst;

static void one_log_sum(unsigned op, uint64_t *state, exact *e, log_worst *w)
{
    unsigned bits = config.xlen - 2;
    rg_num_in in = {.op = op, .grad = true, .gy = any(state, scaled(46))};
    int64_t a = any(state, bits),
            b = next(state) & 1 ? any(state, bits) : a + any(state, scaled(40));
    int64_t top = INT64_MIN >> (64 - config.xlen),
            mask = (int64_t)((UINT64_C(1) << (config.xlen - 1)) - 1);
    bool a_negative = next(state) & 1, b_negative = next(state) & 1;
    in.a = a_negative ? (a & mask) | top : a & mask;
    in.b = b_negative ? (b & mask) | top : b & mask;
    in.a = config.xlen == 32 ? (int32_t)in.a : in.a;
    in.b = config.xlen == 32 ? (int32_t)in.b : in.b;
    rg_num_out out;
    rg_num_eval(&config, &in, &out);
    log_real(e->a, in.a);
    log_real(e->b, in.b);
    if (op == RG_OP_LSUB2)
        mpfr_neg(e->b, e->b, MPFR_RNDN);
    mpfr_add(e->f, e->a, e->b, MPFR_RNDN);
    if (mpfr_zero_p(e->f))
        assert_int_equal(out.trap, RG_TRAP_DOMAIN);
    if (out.trap) {
        if (!mpfr_zero_p(e->f))
            assert_int_equal(out.trap, RG_TRAP_OVERFLOW);
        w->trapped++;
        return;
    }
    assert_int_equal(out.f < 0, mpfr_sgn(e->f) < 0);
    mpfr_div(e->da, e->a, e->f, MPFR_RNDN);
    mpfr_div(e->db, e->b, e->f, MPFR_RNDN);
    mpfr_abs(e->f, e->f, MPFR_RNDN);
    mpfr_log2(e->f, e->f, MPFR_RNDN);
    w->f = fmax(w->f, ulps(log_field(out.f), e->f, e->t));
    if (out.grad_ovf == 0)
        w->gradient = fmax(w->gradient, num_gradient_error(&config, &in, &out, e));
    w->done++;
}

static void log_sums_are_accurate(void **unused)
{
    (void)unused;
    if (!wanted("ladd2"))
        skip();
    static const rg_num_config configs[] = {{64, 43}, {64, 36}, {32, 16}};
    exact e;
    num_exact_init(&e, LOG_PRECISION);
    for (unsigned c = 0; c < 3; c++) {
        config = configs[c];
        uint64_t state = 99 + c;
        log_worst w = {0};
        for (unsigned i = 0; w.done < rounds() && i < 20 * rounds(); i++)
            one_log_sum(i % 2 ? RG_OP_LSUB2 : RG_OP_LADD2, &state, &e, &w);
        printf("%u/%u ladd2, lsub2 %10.6f, gradient %10.6f ulp, %u done, %u trapped\n", config.xlen,
               config.frac, w.f, w.gradient, w.done, w.trapped);
        assert_true(w.done >= rounds());
        assert_true(w.f <= value_limit);
        assert_true(w.gradient <= 0.75); /* where opposite signs nearly cancel, 2^-58 */
    }
    num_exact_clear(&e);
}

/* f(x) and f(x + 1 unit) in order, close together and around the points where the methods change.
 */
static void functions_are_monotone(void **unused)
{
    (void)unused;
    if (!wanted("monotone"))
        skip();
    config = (rg_num_config){64, 43};
    uint64_t state = 5;
    for (size_t k = 0; k < NUM_SUBJECTS; k++) {
        const subject *s = &num_subjects[k];
        for (unsigned i = 0; s->direction && i < rounds(); i++) {
            rg_num_in in = {.op = s->op, .b = (s->b_positive ? positive : any)(&state, s->b_bits)};
            if (i % 2)
                in.b = in.b >> 34 << 34; /* near the ends of the tables' intervals */
            in.b -= 2;
            rg_num_out before = {.trap = 1}, now;
            for (int step = 0; step < 5; step++, in.b++, before = now) {
                rg_num_eval(&config, &in, &now);
                if (!before.trap && !now.trap)
                    assert_true(s->direction > 0 ? now.f >= before.f : now.f <= before.f);
            }
        }
    }
}

/* Close to the poles, where sine over cosine would lose most digits. */
static void tangent_is_accurate_at_poles(void **unused)
{
    (void)unused;
    if (!wanted("pole"))
        skip();
    exact e;
    num_exact_init(&e, NUM_PRECISION);
    uint64_t state = 31;
    config = (rg_num_config){64, 43};
    double all = 0;
    for (unsigned i = 0; i < rounds(); i++) {
        mpfr_const_pi(e.t, MPFR_RNDN);
        mpfr_mul_si(e.t, e.t, (long)(any(&state, 18) | 1), MPFR_RNDN);
        mpfr_mul_2si(e.t, e.t, (long)config.frac - 1, MPFR_RNDN);
        rg_num_in in = {.op = RG_OP_FTAN,
                        .b = (int64_t)mpfr_get_sj(e.t, MPFR_RNDN) + any(&state, 42)};
        rg_num_out out;
        rg_num_eval(&config, &in, &out);
        real(e.b, in.b);
        ref_tan(&e, in.b);
        double size = fabs(mpfr_get_d(e.f, MPFR_RNDN));
        assert_int_equal(out.trap, size >= 0x1p20 ? RG_TRAP_OVERFLOW : 0);
        if (out.trap)
            continue;
        double error = ulps(out.f, e.f, e.t);
        all = fmax(all, error);
    }
    printf("ftan at poles %10.6f ulp\n", all);
    assert_true(all <= value_limit);
    num_exact_clear(&e);
}

/* Any word, now and then an extreme one. */
static int64_t word(uint64_t *state)
{
    uint64_t r = next(state) % 32;
    return r == 0 ? INT64_MIN : r == 1 ? INT64_MAX : any(state, 63);
}

/* One step of ROT or HAD on random words, and back. False where it traps; *lost counts the steps
 * whose way back differs. */
static bool turned(unsigned op, unsigned i, uint64_t *state, rg_num_in *in, rg_num_out *out,
                   unsigned *lost)
{
    *in = (rg_num_in){.op = op,
                      .grad = true,
                      .wrap = i % 2,
                      .inverse = i / 2 % 2,
                      .y = word(state),
                      .a = word(state),
                      .b = op == RG_OP_ROT ? word(state) : 0,
                      .gy = word(state),
                      .ga = word(state)};
    rg_num_eval(&config, in, out);
    if (out->trap)
        return false;
    rg_num_in again = *in;
    rg_num_out back;
    again.inverse = !in->inverse;
    again.y = out->y2, again.a = out->a2, again.gy = out->gy2, again.ga = out->ga2;
    rg_num_eval(&config, &again, &back);
    *lost += back.trap || back.y2 != in->y || back.a2 != in->a || back.gy2 != in->gy
             || back.ga2 != in->ga || back.db != out->db || back.grad_ovf != out->grad_ovf
             || back.value_ovf != out->value_ovf;
    return true;
}

/* (y, a) turned, against the exact rotation; and back, bit for bit, values and gradients. */
static void rotation_is_accurate_and_exactly_invertible(void **unused)
{
    (void)unused;
    if (!wanted("rot"))
        skip();
    exact e;
    rg_num_in in;
    rg_num_out out;
    num_exact_init(&e, NUM_PRECISION);
    uint64_t state = 77;
    config = (rg_num_config){64, 43};
    double max = 0;
    unsigned lost = 0, compared = 0;
    for (unsigned i = 0; i < rounds(); i++) {
        if (!turned(RG_OP_ROT, i, &state, &in, &out, &lost) || out.value_ovf || in.inverse)
            continue;
        real(e.t, in.b);
        mpfr_sin_cos(e.da, e.db, e.t, MPFR_RNDN);
        real(e.a, in.y);
        real(e.b, in.a);
        mpfr_fmms(e.f, e.a, e.db, e.b, e.da, MPFR_RNDN);
        max = fmax(max, ulps(out.y2, e.f, e.t));
        mpfr_fmma(e.f, e.a, e.da, e.b, e.db, MPFR_RNDN);
        max = fmax(max, ulps(out.a2, e.f, e.t));
        compared++;
    }
    num_exact_clear(&e);
    printf("rot      %10.6f ulp, %u compared\n", max, compared);
    assert_int_equal(lost, 0);
    assert_true(compared > rounds() / 4 && max <= 1.5);
}

/* (y, a) turned by HAD against ((y + a) / sqrt 2, (y - a) / sqrt 2); and back, bit for bit. */
static void hadamard_is_accurate_and_exactly_invertible(void **unused)
{
    (void)unused;
    if (!wanted("had"))
        skip();
    exact e;
    rg_num_in in;
    rg_num_out out;
    num_exact_init(&e, NUM_PRECISION);
    uint64_t state = 78;
    config = (rg_num_config){64, 43};
    double max = 0;
    unsigned lost = 0, angles = 0, compared = 0;
    for (unsigned i = 0; i < rounds(); i++) {
        if (!turned(RG_OP_HAD, i, &state, &in, &out, &lost))
            continue;
        angles += out.db != 0; /* no angle, so no cotangent of one */
        if (out.value_ovf)
            continue;
        mpfr_sqrt_ui(e.t, 2, MPFR_RNDN);
        real(e.a, in.y);
        real(e.b, in.a);
        mpfr_add(e.f, e.a, e.b, MPFR_RNDN);
        mpfr_div(e.f, e.f, e.t, MPFR_RNDN);
        mpfr_sub(e.da, e.a, e.b, MPFR_RNDN);
        mpfr_div(e.da, e.da, e.t, MPFR_RNDN);
        max = fmax(max, fmax(ulps(out.y2, e.f, e.t), ulps(out.a2, e.da, e.t)));
        compared++;
    }
    num_exact_clear(&e);
    printf("had      %10.6f ulp\n", max);
    assert_int_equal(lost, 0);
    assert_int_equal(angles, 0);
    assert_true(compared > rounds() / 2 && max <= 1.5);
}

int main(void)
{
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
