/* test_num.c: values, traps, kinks and overflow counts of single operations, known by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "isa/num/num.h"

static const rg_num_config q20_43 = {64, 43};
static const rg_num_config q15_16 = {32, 16};

#define ONE (INT64_C(1) << 43)

static rg_num_out eval(const rg_num_config *c, unsigned op, int64_t a, int64_t b)
{
    rg_num_in in = {.op = op, .a = a, .b = b};
    rg_num_out out;
    rg_num_eval(c, &in, &out);
    return out;
}

static rg_num_out eval_gradient(unsigned op, int64_t a, int64_t b, int64_t gy)
{
    rg_num_in in = {.op = op, .a = a, .b = b, .gy = gy, .grad = true};
    rg_num_out out;
    rg_num_eval(&q20_43, &in, &out);
    return out;
}

static int64_t value(unsigned op, int64_t a, int64_t b)
{
    rg_num_out out = eval(&q20_43, op, a, b);
    assert_int_equal(out.trap, 0);
    return out.f;
}

static void products_quotients_and_roots_round_to_nearest_even(void **unused)
{
    (void)unused;
    assert_true(value(RG_OP_FDIV, ONE, 10 * ONE) == INT64_C(879609302221));
    assert_true(value(RG_OP_FMUL, INT64_C(879609302221), INT64_C(2638827906662))
                == INT64_C(263882790666));
    assert_true(value(RG_OP_FSQRT, 0, 14 * ONE) == INT64_C(32911966431295));
    int64_t x = ONE, c = value(RG_OP_FDIV, 99 * ONE, 100 * ONE);
    for (int i = 0; i < 100; i++)
        x = value(RG_OP_FMUL, x, c);
    assert_true(x == INT64_C(3219654522980));
    /* ties: 0.5 -> 0, 1.5 -> 2, 2.5 -> 2 units, and their negatives */
    int64_t half = ONE / 2;
    assert_true(value(RG_OP_FMUL, 1, half) == 0);
    assert_true(value(RG_OP_FMUL, 3, half) == 2);
    assert_true(value(RG_OP_FMUL, 5, half) == 2);
    assert_true(value(RG_OP_FMUL, -1, half) == 0);
    assert_true(value(RG_OP_FMUL, -3, half) == -2);
    assert_true(value(RG_OP_FMUL, 5, -half) == -2);
    assert_true(value(RG_OP_FDIV, 1, 2 * ONE) == 0);
    assert_true(value(RG_OP_FDIV, 3, -2 * ONE) == -2);
    assert_true(value(RG_OP_FDIV, 2, 3 * ONE) == 1);
    assert_true(value(RG_OP_FSQRT, 0, 0) == 0);
    assert_true(value(RG_OP_FSQRT, 0, 1) == 2965821);
}

static void overflow_traps_unless_sums_and_products_may_wrap(void **unused)
{
    (void)unused;
    assert_int_equal(eval(&q20_43, RG_OP_FMUL, 2000 * ONE, 2000 * ONE).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FADD, INT64_MAX, 1).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FSUB, INT64_MIN, 1).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FABS, 0, INT64_MIN).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FDIV, INT64_MIN, -ONE).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FDIV, ONE, 1).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FEXP, 0, 14 * ONE).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FEXP, 0, INT64_MAX).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_ITOF, 0, 1 << 20).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q15_16, RG_OP_FMUL, 300 << 16, 300 << 16).trap, RG_TRAP_OVERFLOW);
    rg_num_in in = {.op = RG_OP_FMUL, .a = 2000 * ONE, .b = 2000 * ONE, .wrap = true};
    rg_num_out out;
    rg_num_eval(&q20_43, &in, &out);
    assert_int_equal(out.trap, 0);
    assert_true(out.value_ovf);
    assert_true(out.f == (int64_t)((uint64_t)4000000 << 43));
    in.op = RG_OP_FEXP;
    rg_num_eval(&q20_43, &in, &out);
    assert_int_equal(out.trap, RG_TRAP_OVERFLOW);
    assert_true(out.f == 0);
}

static void domains_are_checked(void **unused)
{
    (void)unused;
    const unsigned integer_division[] = {RG_OP_DIV, RG_OP_REM, RG_OP_FLD, RG_OP_MOD, RG_OP_FDIV};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(eval(&q20_43, integer_division[i], 1, 0).trap, RG_TRAP_DIVZERO);
    assert_int_equal(eval(&q20_43, RG_OP_FSQRT, 0, -1).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_FLOG, 0, 0).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_FLOG, 0, -1).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_LMULF, 0, 0).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_FPOW, 0, ONE).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_FPOW, -ONE, ONE).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_FPOWI, 0, -1).trap, RG_TRAP_DIVZERO);
}

static void integers_divide_both_ways(void **unused)
{
    (void)unused;
    assert_true(value(RG_OP_DIV, -7, 2) == -3 && value(RG_OP_REM, -7, 2) == -1);
    assert_true(value(RG_OP_FLD, -7, 2) == -4 && value(RG_OP_MOD, -7, 2) == 1);
    assert_true(value(RG_OP_FLD, 7, -2) == -4 && value(RG_OP_MOD, 7, -2) == -1);
    assert_true(value(RG_OP_FLD, -6, 2) == -3 && value(RG_OP_MOD, -6, 2) == 0);
    assert_true(value(RG_OP_DIV, INT64_MIN, -1) == INT64_MIN
                && value(RG_OP_REM, INT64_MIN, -1) == 0);
    assert_true(eval(&q15_16, RG_OP_DIV, INT32_MIN, -1).f == INT32_MIN);
    assert_true(value(RG_OP_MUL, INT64_MAX, 2) == -2);
    assert_true(value(RG_OP_SHL, 1, 64) == 0 && value(RG_OP_SHR, -1, 63) == 1
                && value(RG_OP_SAR, -8, 70) == -1);
    assert_true(eval(&q15_16, RG_OP_SHR, -1, 31).f == 1);
    assert_true(value(RG_OP_ROUND, 0, ONE / 2) == 0 && value(RG_OP_ROUND, 0, 3 * ONE / 2) == 2);
    assert_true(value(RG_OP_FLOOR, 0, -1) == -1 && value(RG_OP_CEIL, 0, 1) == 1
                && value(RG_OP_TRUNC, 0, -1) == 0);
    assert_true(value(RG_OP_POPC, 0, -1) == 64 && eval(&q15_16, RG_OP_POPC, 0, -1).f == 32);
    assert_true(value(RG_OP_SIGN, 0, INT64_MIN) == -1
                && value(RG_OP_ABS, 0, INT64_MIN) == INT64_MIN);
}

static void elementary_functions_at_exact_points(void **unused)
{
    (void)unused;
    const int64_t pi = INT64_C(27633741218861);
    assert_true(value(RG_OP_FEXP, 0, 0) == ONE && value(RG_OP_FEXP, 0, INT64_MIN) == 0);
    assert_true(value(RG_OP_FEXP, 0, ONE) == INT64_C(23910259823703));
    assert_true(value(RG_OP_FLOG, 0, ONE) == 0);
    assert_true(value(RG_OP_FSIN, 0, 0) == 0 && value(RG_OP_FCOS, 0, 0) == ONE);
    assert_true(value(RG_OP_FSIN, 0, pi / 2) == ONE && value(RG_OP_FCOS, 0, pi) == -ONE);
    assert_true(value(RG_OP_FATAN2, 0, 0) == 0 && value(RG_OP_FATAN2, 0, -ONE) == pi);
    assert_true(value(RG_OP_FATAN2, INT64_MIN, INT64_MIN) == -INT64_C(20725305914146));
    assert_true(value(RG_OP_FPOW, 4 * ONE, ONE / 2) == 2 * ONE);
    assert_true(value(RG_OP_FPOWI, -3 * ONE, 3) == -27 * ONE && value(RG_OP_FPOWI, 0, 0) == ONE);
    assert_true(value(RG_OP_FPOWI, 0, 5) == 0 && value(RG_OP_FPOWI, -ONE, INT64_MAX) == -ONE);
    assert_true(value(RG_OP_FPOWI, INT64_MIN, 1) == INT64_MIN);
    assert_true(value(RG_OP_LMULF, 0, -8 * ONE)
                == (int64_t)((uint64_t)(3 * ONE) | UINT64_C(1) << 63));
    assert_true(value(RG_OP_LTOF, 0, (int64_t)((uint64_t)(3 * ONE) | UINT64_C(1) << 63))
                == -8 * ONE);
    assert_true(value(RG_OP_LPOWI, (int64_t)((uint64_t)ONE | UINT64_C(1) << 63), 2) == 2 * ONE);
}

static void gradients_and_kinks(void **unused)
{
    (void)unused;
    rg_num_out o = eval_gradient(RG_OP_FMUL, 2 * ONE, 3 * ONE, 5 * ONE);
    assert_true(o.f == 6 * ONE && o.da == 15 * ONE && o.db == 10 * ONE);
    o = eval_gradient(RG_OP_FDIV, 6 * ONE, 2 * ONE, ONE);
    assert_true(o.f == 3 * ONE && o.da == ONE / 2 && o.db == -3 * ONE / 2);
    o = eval_gradient(RG_OP_FSQRT, 0, 4 * ONE, ONE);
    assert_true(o.f == 2 * ONE && o.da == 0 && o.db == ONE / 4);
    assert_true(eval_gradient(RG_OP_FSQRT, 0, 0, ONE).db == 0);
    assert_true(eval_gradient(RG_OP_FABS, 0, 0, ONE).db == 0
                && eval_gradient(RG_OP_FABS, 0, -1, ONE).db == -ONE);
    o = eval_gradient(RG_OP_FMIN, ONE, ONE, 7);
    assert_true(o.da == 0 && o.db == 7);
    o = eval_gradient(RG_OP_FMAX, ONE, ONE, 7);
    assert_true(o.da == 0 && o.db == 7);
    o = eval_gradient(RG_OP_FATAN2, 0, 0, ONE);
    assert_true(o.da == 0 && o.db == 0 && o.grad_ovf == 0);
    o = eval_gradient(RG_OP_FATAN2, 3 * ONE, 4 * ONE, 25 * ONE);
    assert_true(o.da == 4 * ONE && o.db == -3 * ONE);
    o = eval_gradient(RG_OP_FPOWI, 2 * ONE, 10, ONE);
    assert_true(o.f == 1024 * ONE && o.da == 5120 * ONE && o.db == 0);
    assert_true(eval_gradient(RG_OP_FPOWI, 0, 1, ONE).da == ONE
                && eval_gradient(RG_OP_FPOWI, 0, 0, ONE).da == 0);
    assert_int_equal(eval_gradient(RG_OP_FMUL, INT64_MAX, ONE, INT64_MAX).grad_ovf, 1);
    assert_int_equal(eval_gradient(RG_OP_FSUB, 0, 0, INT64_MIN).grad_ovf, 1);
    assert_true(eval_gradient(RG_OP_ADD, 1, 1, ONE).da == 0);
}

static void rotation_by_quarter_turns_is_exact(void **unused)
{
    (void)unused;
    const int64_t half_pi =
        INT64_C(13816870609431); /* a fraction of a unit off: the shears move nothing this small */
    rg_num_in in = {
        .op = RG_OP_ROT, .grad = true, .y = 1000, .a = 2000, .b = half_pi, .gy = 3000, .ga = 4000};
    rg_num_out out, back;
    rg_num_eval(&q20_43, &in, &out);
    assert_true(out.y2 == -2000 && out.a2 == 1000 && out.gy2 == -4000 && out.ga2 == 3000);
    rg_num_in again = in;
    again.inverse = true;
    again.y = out.y2, again.a = out.a2, again.gy = out.gy2, again.ga = out.ga2;
    rg_num_eval(&q20_43, &again, &back);
    assert_true(back.y2 == 1000 && back.a2 == 2000 && back.gy2 == 3000 && back.ga2 == 4000
                && back.db == out.db);
    in.y = INT64_MIN, in.a = INT64_MIN, in.b = 3 * ONE;
    rg_num_eval(&q20_43, &in, &out);
    assert_int_equal(out.trap, RG_TRAP_OVERFLOW);
    in.wrap = true;
    rg_num_eval(&q20_43, &in, &out);
    assert_true(out.trap == 0 && out.value_ovf);
}

#define LOG(x) (x)
#define MINUS(x) ((int64_t)((uint64_t)(x) | UINT64_C(1) << 63))

static void further_functions_at_exact_points(void **unused)
{
    (void)unused;
    const int64_t pi = INT64_C(27633741218861);
    assert_true(value(RG_OP_FEXP2, 0, 10 * ONE) == 1024 * ONE
                && value(RG_OP_FEXP2, 0, -3 * ONE) == ONE / 8);
    assert_true(value(RG_OP_FLOG2, 0, 1024 * ONE) == 10 * ONE
                && value(RG_OP_FLOG2, 0, 1) == -43 * ONE);
    assert_true(value(RG_OP_FEXPM1, 0, 0) == 0 && value(RG_OP_FEXPM1, 0, 1) == 1
                && value(RG_OP_FEXPM1, 0, INT64_MIN) == -ONE);
    assert_true(value(RG_OP_FLOG1P, 0, 0) == 0 && value(RG_OP_FLOG1P, 0, 1) == 1);
    assert_true(value(RG_OP_FLOG1P, 0, INT64_MAX)
                == INT64_C(121939749954334)); /* log(2^20 + 1 - 2^-43) */
    assert_true(value(RG_OP_FTAN, 0, 0) == 0 && value(RG_OP_FTAN, 0, 1) == 1
                && value(RG_OP_FTAN, 0, -1) == -1);
    assert_true(value(RG_OP_FASIN, 0, ONE) == value(RG_OP_FACOS, 0, 0)
                && value(RG_OP_FACOS, 0, -ONE) == pi);
    assert_true(value(RG_OP_FACOS, 0, ONE) == 0
                && value(RG_OP_FASIN, 0, -ONE) == -INT64_C(13816870609431));
    assert_true(value(RG_OP_FATAN2, 0, ONE) == 0);
    assert_true(value(RG_OP_FHYPOT, 3 * ONE, -4 * ONE) == 5 * ONE && value(RG_OP_FHYPOT, -3, 4) == 5
                && value(RG_OP_FHYPOT, 0, 0) == 0);
    assert_true(value(RG_OP_FHYPOT, 420000 * ONE, 560000 * ONE) == 700000 * ONE
                && value(RG_OP_FHYPOT, INT64_MAX, 0) == INT64_MAX);
    assert_true(value(RG_OP_FHYPOT, 1, 1) == 1
                && value(RG_OP_FHYPOT, INT64_MIN + 1, 1) == INT64_MAX);
    assert_int_equal(eval(&q20_43, RG_OP_FHYPOT, INT64_MIN, INT64_MIN).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FHYPOT, INT64_MIN, 0).trap, RG_TRAP_OVERFLOW);
    assert_true(eval_gradient(RG_OP_FHYPOT, 3, 4, 5 * ONE).da == 3 * ONE
                && eval_gradient(RG_OP_FHYPOT, 3, 4, 5 * ONE).db == 4 * ONE);
    assert_true(eval_gradient(RG_OP_FHYPOT, 0, 0, ONE).da == 0
                && eval_gradient(RG_OP_FHYPOT, 0, 0, ONE).db == 0);
    assert_true(value(RG_OP_FSINH, 0, 0) == 0 && value(RG_OP_FCOSH, 0, 0) == ONE
                && value(RG_OP_FTANH, 0, 0) == 0);
    assert_true(value(RG_OP_FTANH, 0, INT64_MAX) == ONE
                && value(RG_OP_FTANH, 0, INT64_MIN) == -ONE);
    assert_int_equal(eval(&q20_43, RG_OP_FSINH, 0, INT64_MIN).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FCOSH, 0, 15 * ONE).trap, RG_TRAP_OVERFLOW);
    assert_int_equal(eval(&q20_43, RG_OP_FEXP2, 0, 20 * ONE).trap, RG_TRAP_OVERFLOW);
    const unsigned beyond_one[] = {RG_OP_FASIN, RG_OP_FACOS};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eval(&q20_43, beyond_one[i], 0, ONE + 1).trap, RG_TRAP_DOMAIN);
        assert_int_equal(eval(&q20_43, beyond_one[i], 0, INT64_MIN).trap, RG_TRAP_DOMAIN);
        assert_true(eval_gradient(beyond_one[i], 0, ONE, ONE).db == 0
                    && eval_gradient(beyond_one[i], 0, -ONE, ONE).db == 0);
    }
    assert_int_equal(eval(&q20_43, RG_OP_FLOG1P, 0, -ONE).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_FLOG2, 0, 0).trap, RG_TRAP_DOMAIN);
    assert_true(eval_gradient(RG_OP_FATAN2, ONE, ONE, ONE).da == ONE / 2);
    assert_true(eval_gradient(RG_OP_FTAN, 0, 0, ONE).db == ONE
                && eval_gradient(RG_OP_FTANH, 0, 0, ONE).db == ONE);
}

static void logs_add_and_compare(void **unused)
{
    (void)unused;
    assert_true(value(RG_OP_LADD2, LOG(3 * ONE), LOG(3 * ONE)) == 4 * ONE);        /* 8 + 8 */
    assert_true(value(RG_OP_LSUB2, LOG(3 * ONE), LOG(2 * ONE)) == 2 * ONE);        /* 8 - 4 */
    assert_true(value(RG_OP_LSUB2, LOG(2 * ONE), LOG(3 * ONE)) == MINUS(2 * ONE)); /* 4 - 8 */
    assert_true(value(RG_OP_LADD2, MINUS(3 * ONE), MINUS(3 * ONE)) == MINUS(4 * ONE));
    assert_true(value(RG_OP_LADD2, 0, -(200 * ONE) & INT64_MAX) == 0); /* 1 + 2^-200 */
    assert_int_equal(eval(&q20_43, RG_OP_LSUB2, ONE, ONE).trap, RG_TRAP_DOMAIN);
    assert_int_equal(eval(&q20_43, RG_OP_LADD2, ONE, MINUS(ONE)).trap, RG_TRAP_DOMAIN);
    rg_num_out o = eval_gradient(RG_OP_LADD2, LOG(3 * ONE), LOG(3 * ONE), ONE);
    assert_true(o.da == ONE / 2 && o.db == ONE / 2);
    o = eval_gradient(RG_OP_LSUB2, LOG(3 * ONE), LOG(2 * ONE), ONE);
    assert_true(o.da == 2 * ONE && o.db == -ONE);
    assert_true(value(RG_OP_LMAX, LOG(ONE), LOG(2 * ONE)) == 2 * ONE
                && value(RG_OP_LMAX, MINUS(ONE), MINUS(2 * ONE)) == MINUS(ONE));
    assert_true(value(RG_OP_LMAX, MINUS(ONE), -ONE & INT64_MAX)
                == (-ONE & INT64_MAX)); /* -2 and 1/2 */
    o = eval_gradient(RG_OP_LMAX, ONE, ONE, 7);
    assert_true(o.da == 0 && o.db == 7);
    assert_true(value(RG_OP_LPOW, 3 * ONE, ONE / 2) == 3 * ONE / 2);
    assert_int_equal(eval(&q20_43, RG_OP_LPOW, MINUS(ONE), ONE).trap, RG_TRAP_DOMAIN);
    o = eval_gradient(RG_OP_LPOW, 3 * ONE, ONE / 2, ONE);
    assert_true(o.da == ONE / 2 && o.db == 3 * ONE);
    int64_t x = 0, factor = value(RG_OP_LMULF, 0, INT64_C(3518437208883)); /* 0.4 */
    for (int i = 0; i < 3; i++)
        x = value(RG_OP_LMUL2, x, factor);
    assert_true(value(RG_OP_LTOF, 0, x) == INT64_C(562949953421));
}

static void latency_is_stated_for_every_opcode(void **unused)
{
    (void)unused;
    assert_int_equal(rg_num_latency(&q20_43, RG_OP_ADD, true), 1);
    assert_int_equal(rg_num_latency(&q20_43, RG_OP_FADD, true), 1);
    assert_int_equal(rg_num_latency(&q20_43, RG_OP_FMUL, false), 3);
    assert_true(rg_num_latency(&q20_43, RG_OP_FMUL, true) > 3);
    assert_true(rg_num_latency(&q20_43, RG_OP_ROT, true)
                > rg_num_latency(&q20_43, RG_OP_ROT, false));
    for (unsigned grad = 0; grad < 2; grad++) { /* as long undone as done */
        assert_int_equal(rg_num_latency(&q20_43, RG_OP_ROT, grad),
                         rg_num_latency(&q20_43, RG_OP_IROT, grad));
        assert_int_equal(rg_num_latency(&q20_43, RG_OP_HAD, grad),
                         rg_num_latency(&q20_43, RG_OP_IHAD, grad));
    }
    assert_int_equal(rg_num_latency(&q20_43, 500, false), 1);
    assert_int_equal(eval(&q20_43, 500, 1, 1).trap, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_quotients_and_roots_round_to_nearest_even),
        cmocka_unit_test(overflow_traps_unless_sums_and_products_may_wrap),
        cmocka_unit_test(domains_are_checked),
        cmocka_unit_test(integers_divide_both_ways),
        cmocka_unit_test(elementary_functions_at_exact_points),
        cmocka_unit_test(gradients_and_kinks),
        cmocka_unit_test(rotation_by_quarter_turns_is_exact),
        cmocka_unit_test(further_functions_at_exact_points),
        cmocka_unit_test(logs_add_and_compare),
        cmocka_unit_test(latency_is_stated_for_every_opcode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
