/* test_wide.c: the accumulator W: exact sums, one rounding, its gradient, its exchange with
 * registers, and the Hadamard rotation. */
#include "fast_words.h"

__extension__ typedef __int128 wide;

#define ONE (INT64_C(1) << 43)
enum { ADD = RG_MODE_ADD, SUB = RG_MODE_SUB, SET = RG_MODE_SET, UNSET = RG_MODE_UNSET };

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(2685821657736338717);
}

/* Nearest, ties to even, by comparing twice the rest with the divisor. */
static int64_t rounded(wide sum)
{
    wide unit = (wide)1 << 43, quotient = sum / unit, rest = sum % unit;

    if (rest < 0) {
        quotient--;
        rest += unit;
    }
    if (2 * rest > unit || (2 * rest == unit && quotient % 2 != 0))
        quotient++;
    return (int64_t)quotient;
}

static void one_rounding_of_an_exact_sum(void **state)
{
    const uint32_t words[] = {W_HALT,
                              w_u(RG_OP_WMAC, ADD, 0, 1, 2),
                              w_u(RG_OP_WMAC, SUB, 0, 3, 4),
                              w_u(RG_OP_WMAC, ADD, 0, 5, 5),
                              w_ui(RG_OP_WMAC, ADD, 0, 6, -3),
                              w_u(RG_OP_WOUT, ADD, 7, 0, 0),
                              W_HALT};
    uint64_t seed = 88172645463325252u;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
        for (int r = 1; r < 8; r++)
            m->r[r] = (int64_t)next(&seed) >> (14 + next(&seed) % 50);
        if (i % 3 == 0) /* a tie */
            m->r[1] = 1, m->r[2] = ONE / 2, m->r[3] = m->r[5] = m->r[6] = 0;
        wide sum = (wide)m->r[1] * m->r[2] - (wide)m->r[3] * m->r[4] + (wide)m->r[5] * m->r[5]
                   - (wide)m->r[6] * 3 * ONE;
        rg_machine *start = machine_like(m);
        assert_int_equal(run_on(m), RG_STEP_HALT);
        assert_int_equal(m->r[7], start->r[7] + rounded(sum));
        assert_true(m->w[0] == (int64_t)sum && m->w[1] == (int64_t)(sum >> 64));
        run_back(m, start);
        rg_machine_free(start);
        rg_machine_free(m);
    }
}

/* y += sum a b, seeded with 1 and run back: every factor gets the other one, and what W was at the
 * start gets 1. */
static void gradient_of_a_product_sum(void **state)
{
    const uint32_t words[] = {W_HALT,
                              w_u(RG_OP_WMAC, ADD, 0, 1, 2),
                              w_u(RG_OP_WMAC, SUB, 0, 3, 3),
                              w_u(RG_OP_WOUT, ADD, 7, 0, 0),
                              w_u(RG_OP_WMAC, ADD, 0, 3, 3),
                              w_u(RG_OP_WMAC, SUB, 0, 1, 2),
                              W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);

    (void)state;
    m->r[1] = 3 * ONE, m->r[2] = 5 * ONE, m->r[3] = 7 * ONE;
    rg_machine *start = machine_like(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(m->r[7] == -34 * ONE && m->w[0] == 0 && m->w[1] == 0);
    m->mode = RG_WITH_GRADIENT;
    m->gr[7] = ONE;
    rg_machine_turn(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(m->gr[1] == 5 * ONE && m->gr[2] == 3 * ONE && m->gr[3] == -14 * ONE);
    assert_true(m->gw[0] == ONE && m->gw[1] == 0 && m->r[7] == 0 && m->count.erased_grad == 0);
    rg_machine_free(start);
    rg_machine_free(m);
}

static void exchange_and_check_for_zero(void **state)
{
    const uint32_t words[] = {W_HALT, w_r(RG_OP_WXCH, 1, 2), w_r(RG_OP_FREE, 1, 0),
                              w_r(RG_OP_FREE, 2, 0), W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);

    (void)state;
    m->mode = RG_WITH_GRADIENT;
    m->r[1] = 11, m->r[2] = 22, m->gr[1] = 33, m->gr[2] = 44;
    m->gw[0] = 5;
    assert_int_equal(
        run_on(m),
        RG_STEP_HALT); /* W was 0: the gradient it had is dropped with the ancilla, and billed */
    assert_true(m->w[0] == 11 && m->w[1] == 22 && m->gw[0] == 33 && m->gw[1] == 44
                && m->gr[1] == 0);
    assert_int_equal(m->count.erased_grad, 64);
    m->pc = 1;
    assert_int_equal(run_on(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_DIRTY);
    rg_machine_free(m);
}

static void overflow_traps_or_wraps(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_WMAC, ADD, 0, 1, 1), w_u(RG_OP_WOUT, ADD, 2, 0, 0),
                              W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);

    (void)state;
    m->r[1] = INT64_MIN;
    m->w[1] = INT64_MAX;
    m->w[0] = 9;
    rg_machine *start = machine_like(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_true(m->trap == RG_TRAP_OVERFLOW && rg_machine_same_state(m, start));
    m->mode = start->mode = RG_WITH_WRAP;
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->valovf, 1);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP); /* what is read does not fit either */
    assert_true(m->trap == RG_TRAP_OVERFLOW && m->trap_info == 9);
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
}

static void only_sums_are_modes(void **state)
{
    rg_instruction in = {.op = RG_OP_WMAC, .mode = RG_MODE_SET, .a = 1, .b = 2};
    uint32_t word;

    (void)state;
    assert_false(rg_encode(&in, 64, &word));
    in.mode = RG_MODE_SUB;
    assert_true(rg_encode(&in, 64, &word));
    in.d = 1;
    assert_false(rg_encode(&in, 64, &word));
}

static void hadamard_there_and_back(void **state)
{
    const uint32_t words[] = {W_HALT, w_r(RG_OP_HAD, 1, 2), w_r(RG_OP_IHAD, 3, 4), W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);

    (void)state;
    m->mode = RG_WITH_GRADIENT;
    m->r[1] = 3 * ONE, m->r[2] = ONE, m->r[3] = 123456789, m->r[4] = -987654321;
    m->gr[1] = ONE, m->gr[2] = -ONE;
    rg_machine *start = machine_like(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_in_range(m->r[1], INT64_C(24879108095801), INT64_C(24879108095807)); /* 4 / sqrt(2) */
    assert_true(m->gr[1] >= -3 && m->gr[1] <= 3);
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rounding_of_an_exact_sum), cmocka_unit_test(gradient_of_a_product_sum),
        cmocka_unit_test(exchange_and_check_for_zero),  cmocka_unit_test(overflow_traps_or_wraps),
        cmocka_unit_test(only_sums_are_modes),          cmocka_unit_test(hadamard_there_and_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
