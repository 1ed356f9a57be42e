/* test_float_log.c: Log words of a machine with FLOAT against MPFR: values, slopes and their
 * slopes of every function, numbers there and back, and products undone to the bit. */
#include <mpfr.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "isa/num/float/log_word.h"
#include "sim/lockstep/random.h"

enum { ROUNDS = 3000, PRECISION = 900 };

static const rg_float_format format = {256, 128, 53, 11, 106};

static void exactly(mpfr_t to, rg_ext x)
{
    mpfr_set_ui(to, (unsigned long)(x.digits >> 64), MPFR_RNDN);
    mpfr_mul_2ui(to, to, 64, MPFR_RNDN);
    mpfr_add_ui(to, to, (unsigned long)x.digits, MPFR_RNDN);
    mpfr_mul_2si(to, to, x.exponent - 127, MPFR_RNDN);
    if (x.negative)
        mpfr_neg(to, to, MPFR_RNDN);
}

/* log2 of the magnitude, all bits. */
static void logarithm(mpfr_t to, rg_wide_word log)
{
    const bool negative = rg_wide_negative(log);
    const rg_wide_word m = rg_wide_magnitude(log);

    mpfr_set_zero(to, 1);
    for (unsigned k = RG_WIDE_LIMBS; k-- > 0;) {
        mpfr_mul_2ui(to, to, 64, MPFR_RNDN);
        mpfr_add_ui(to, to, (unsigned long)m.limb[k], MPFR_RNDN);
    }
    if (negative)
        mpfr_neg(to, to, MPFR_RNDN);
    mpfr_sub_ui(to, to, rg_log_negative(log), MPFR_RNDN);
    mpfr_mul_2si(to, to, -128, MPFR_RNDN);
}

/* |got - want| within 2^-digits of |want| and within 2^places. */
static bool close_to(mpfr_t got, mpfr_t want, int digits, int places)
{
    mpfr_t off, bound;
    mpfr_inits2(PRECISION, off, bound, (mpfr_ptr)0);
    mpfr_sub(off, got, want, MPFR_RNDN);
    mpfr_mul_2si(bound, want, -digits, MPFR_RNDN);
    mpfr_abs(bound, bound, MPFR_RNDN);
    if (places > -5000) {
        mpfr_set_ui_2exp(got, 1, places, MPFR_RNDN);
        mpfr_add(bound, bound, got, MPFR_RNDN);
    }
    const bool close = mpfr_cmpabs(off, bound) <= 0;
    mpfr_clears(off, bound, (mpfr_ptr)0);
    return close;
}

/* Magnitudes from 2^-75 to 2^15 of the logarithm; sometimes 1 or -1. */
static rg_wide_word random_log(rg_random *random)
{
    rg_wide_word log = {{rg_random_word(random), rg_random_word(random), rg_random_word(random)}};

    if (rg_one_in(random, 20))
        return (rg_wide_word){{rg_random_word(random) & 1}};
    log = rg_wide_shift_right(log, 49 + rg_random_below(random, 90));
    if (rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, log, &log);
    return log;
}

static rg_ext random_number(rg_random *random)
{
    const rg_ext_digits digits = (rg_ext_digits)rg_random_word(random) << 64
                                 | (rg_random_word(random) & ~UINT64_C(0x3fffff))
                                 | (rg_ext_digits)1 << 127;
    return (rg_ext){digits, (int32_t)rg_random_below(random, 200) - 100, rg_one_in(random, 2)};
}

typedef struct {
    mpfr_t a, b, n, f, fa, fb, aa, ab, bb, ln2;
} truth;

static void clear_truth(truth *t)
{
    mpfr_clears(t->a, t->b, t->n, t->f, t->fa, t->fb, t->aa, t->ab, t->bb, t->ln2, (mpfr_ptr)0);
}

static void begin_truth(truth *t)
{
    mpfr_inits2(PRECISION, t->a, t->b, t->n, t->f, t->fa, t->fb, t->aa, t->ab, t->bb, t->ln2,
                (mpfr_ptr)0);
    mpfr_const_log2(t->ln2, MPFR_RNDN);
}

/* log2|A + s B| of the numbers, s the sign of the quotient: with w = s B / A; 1 / (1 + w). */
static void truth_of_sum(truth *t, bool opposite)
{
    mpfr_sub(t->f, t->b, t->a, MPFR_RNDN);
    mpfr_exp2(t->f, t->f, MPFR_RNDN);
    if (opposite)
        mpfr_neg(t->f, t->f, MPFR_RNDN);
    mpfr_add_ui(t->fb, t->f, 1, MPFR_RNDN);
    mpfr_ui_div(t->fa, 1, t->fb, MPFR_RNDN);
    mpfr_mul(t->aa, t->f, t->fa, MPFR_RNDN);
    mpfr_abs(t->f, t->fb, MPFR_RNDN);
    mpfr_log2(t->f, t->f, MPFR_RNDN);
    mpfr_add(t->f, t->f, t->a, MPFR_RNDN);
    mpfr_set(t->fb, t->aa, MPFR_RNDN);
    mpfr_mul(t->aa, t->fa, t->fb, MPFR_RNDN);
    mpfr_mul(t->aa, t->aa, t->ln2, MPFR_RNDN);
    mpfr_set(t->bb, t->aa, MPFR_RNDN);
    mpfr_neg(t->ab, t->aa, MPFR_RNDN);
}

static void truth_of_float(truth *t)
{
    mpfr_abs(t->f, t->n, MPFR_RNDN);
    mpfr_log2(t->f, t->f, MPFR_RNDN);
    mpfr_mul(t->fb, t->n, t->ln2, MPFR_RNDN);
    mpfr_ui_div(t->fb, 1, t->fb, MPFR_RNDN);
    mpfr_div(t->bb, t->fb, t->n, MPFR_RNDN);
    mpfr_neg(t->bb, t->bb, MPFR_RNDN);
}

static void truth_of(truth *t, const rg_log_in *in, bool *negative)
{
    const bool a = rg_log_negative(in->a), b = rg_log_negative(in->b);

    logarithm(t->a, in->a);
    logarithm(t->b, in->b);
    exactly(t->n, in->n);
    mpfr_set_zero(t->fa, 1);
    mpfr_set_zero(t->fb, 1);
    mpfr_set_zero(t->aa, 1);
    mpfr_set_zero(t->ab, 1);
    mpfr_set_zero(t->bb, 1);
    *negative = a;
    switch (in->op) {
    case RG_OP_LADD2:
    case RG_OP_LSUB2: {
        const bool of_b = b != (in->op == RG_OP_LSUB2);
        truth_of_sum(t, a != of_b);
        *negative = mpfr_cmp(t->a, t->b) >= 0 ? a : of_b;
        return;
    }
    case RG_OP_LMULF:
        truth_of_float(t);
        *negative = in->n.negative;
        return;
    default: /* a power */
        mpfr_mul(t->f, t->a, t->n, MPFR_RNDN);
        mpfr_set(t->fa, t->n, MPFR_RNDN);
        if (in->op == RG_OP_LPOW) {
            mpfr_set(t->fb, t->a, MPFR_RNDN);
            mpfr_set_ui(t->ab, 1, MPFR_RNDN);
            return;
        }
        mpfr_abs(t->aa, t->n, MPFR_RNDN);
        mpfr_fmod_ui(t->aa, t->aa, 2, MPFR_RNDN);
        *negative = a && mpfr_cmp_ui(t->aa, 1) == 0;
        mpfr_set_zero(t->aa, 1);
    }
}

static void expect(const char *what, unsigned op, rg_ext got, mpfr_t want)
{
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    exactly(x, got);
    if (!close_to(x, want, 90, -9000))
        fail_msg("%s: %s is wrong", rg_op_lookup(op)->mnemonic, what);
    mpfr_clear(x);
}

static void expect_result(const rg_log_in *in, const rg_log_out *out, truth *t, bool negative)
{
    mpfr_t got, rest;
    mpfr_inits2(PRECISION, got, rest, (mpfr_ptr)0);
    logarithm(got, out->exact);
    exactly(rest, out->rest);
    mpfr_add(got, got, rest, MPFR_RNDN);
    assert_int_equal(rg_log_negative(out->exact), negative);
    if (!close_to(got, t->f, 100, -200))
        fail_msg("%s is wrong", rg_op_lookup(in->op)->mnemonic);
    mpfr_clears(got, rest, (mpfr_ptr)0);
}

static void functions_are_those_of_mpfr(void **state)
{
    static const unsigned ops[] = {RG_OP_LADD2, RG_OP_LSUB2, RG_OP_LMULF, RG_OP_LPOW, RG_OP_LPOWI};
    rg_random random = {20261129};
    unsigned done[sizeof ops / sizeof *ops] = {0};
    truth t;

    (void)state;
    begin_truth(&t);
    for (unsigned i = 0; i < ROUNDS * 5; i++) {
        rg_log_in in = {.op = ops[i % 5],
                        .a = random_log(&random),
                        .b = random_log(&random),
                        .n = random_number(&random)};
        bool negative;
        if (in.op == RG_OP_LPOWI)
            in.n = rg_ext_of_int((int64_t)rg_random_word(&random) >> rg_random_below(&random, 64));
        if (rg_one_in(&random, 5)) /* close to each other */
            (void)rg_wide_add(RG_WIDE_BITS, in.a,
                              rg_wide_of_int((int64_t)(rg_random_word(&random) >> 40)), &in.b);
        const rg_log_out out = rg_log_eval(&format, &in);
        if (out.trap) {
            assert_int_equal(out.trap, RG_TRAP_DOMAIN);
            continue;
        }
        truth_of(&t, &in, &negative);
        expect_result(&in, &out, &t, negative);
        expect("fa", in.op, out.slopes.a, t.fa);
        expect("fb", in.op, out.slopes.b, t.fb);
        expect("faa", in.op, out.slopes.aa, t.aa);
        expect("fab", in.op, out.slopes.ab, t.ab);
        expect("fbb", in.op, out.slopes.bb, t.bb);
        done[i % 5]++;
    }
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        assert_true(done[i] > ROUNDS / 3);
    clear_truth(&t);
    mpfr_free_cache();
}

static void what_has_no_logarithm_traps(void **state)
{
    const rg_wide_word one = {{0}}, minus_one = {{1}};
    const rg_log_in zero = {.op = RG_OP_LMULF},
                    none = {.op = RG_OP_LADD2, .a = one, .b = minus_one},
                    same = {.op = RG_OP_LSUB2, .a = one, .b = one},
                    root = {.op = RG_OP_LPOW, .a = minus_one, .n = rg_ext_of_int(3)};

    (void)state;
    assert_int_equal(rg_log_eval(&format, &zero).trap, RG_TRAP_DOMAIN);
    assert_int_equal(rg_log_eval(&format, &none).trap, RG_TRAP_DOMAIN);
    assert_int_equal(rg_log_eval(&format, &same).trap, RG_TRAP_DOMAIN);
    assert_int_equal(rg_log_eval(&format, &root).trap, RG_TRAP_DOMAIN);
}

static void the_greatest_is_chosen_by_sign(void **state)
{
    rg_random random = {7};

    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const rg_log_in in = {.op = RG_OP_LMAX, .a = random_log(&random), .b = random_log(&random)};
        const rg_log_out out = rg_log_eval(&format, &in);
        const rg_ext a = rg_log_magnitude(&format, in.a), b = rg_log_magnitude(&format, in.b);
        const bool minus_a = rg_log_negative(in.a), minus_b = rg_log_negative(in.b);
        const int order = rg_ext_compare(a, b);
        const bool first = minus_a != minus_b ? minus_b : minus_a ? order < 0 : order > 0;
        assert_int_equal(out.of_a, first);
        assert_int_equal(out.of_b, !first);
        assert_int_equal(rg_wide_compare(out.exact, first ? in.a : in.b), 0);
    }
}

static void products_are_undone_and_checked(void **state)
{
    rg_random random = {11};
    rg_wide_word f, back, large = {{0}};

    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const rg_wide_word a = random_log(&random), b = random_log(&random);
        const bool divide = rg_one_in(&random, 2);
        assert_false(rg_log_multiply(&format, a, b, divide, &f));
        assert_false(rg_log_multiply(&format, f, b, !divide, &back));
        assert_int_equal(rg_wide_compare(back, a), 0);
        assert_int_equal(rg_log_negative(f), rg_log_negative(a) != rg_log_negative(b));
    }
    large.limb[3] = UINT64_C(1) << 62;
    assert_true(rg_log_multiply(&format, large, large, false, &f));
    assert_false(rg_log_multiply(&format, large, large, true, &f));
}

static void doubles_come_back(void **state)
{
    rg_random random = {13};

    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint64_t bits = (rg_random_word(&random) & ~(UINT64_C(0x7ff) << 52))
                              | (uint64_t)(1 + rg_random_below(&random, 2046)) << 52;
        rg_ext x;
        uint64_t back;
        assert_true(rg_float_decode(&format, bits, &x));
        const rg_ext y = rg_log_number(&format, rg_log_of(&format, x));
        assert_int_not_equal(rg_float_round(&format, y, &back), RG_FLOAT_OVERFLOW);
        assert_int_equal(back, bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_those_of_mpfr),
        cmocka_unit_test(what_has_no_logarithm_traps),
        cmocka_unit_test(the_greatest_is_chosen_by_sign),
        cmocka_unit_test(products_are_undone_and_checked),
        cmocka_unit_test(doubles_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
