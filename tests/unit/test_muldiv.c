/* test_muldiv.c: multiply-divide with the information bank, and the reversible random number
 * generator: exhaustively at small width against the definition written out, at full width for
 * rounding, gradients, traps and long chains there and back. */
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

static wide floor_div(wide a, wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* docs/reference/numerics.md, word for word, on integers. Digits are centred, banks floored.
 */
static void by_definition(wide *v, wide *w, wide from, wide to)
{
    wide bank = floor_div(*w, from), digit = *w - bank * from;
    wide t = *v * from + (2 * digit < from ? digit : digit - from);
    wide rounded = floor_div(2 * t + to, 2 * to);

    if (to % 2 != 0) /* no ties: the nearest */
        rounded = floor_div(2 * t + to - 1, 2 * to);
    wide rest = t - rounded * to;
    *v = rounded;
    *w = bank * to + (rest < 0 ? rest + to : rest);
}

static bool fits(wide x, unsigned bits)
{
    return x >= -((wide)1 << (bits - 1)) && x < (wide)1 << (bits - 1);
}

/* One operand pair with every value and bank: as defined, and undone by the inverse. Returns how
 * many did not trap. */
static unsigned all_states(unsigned xlen, int n, int d, bool inverse)
{
    const rg_num_config config = {xlen, 1};
    const int end = 1 << (xlen - 1), wide_end = 1 << (2 * xlen - 1), magnitude_n = n < 0 ? -n : n,
              magnitude_d = d < 0 ? -d : d;
    const int sign = (n < 0) != (d < 0) ? -1 : 1;
    unsigned done = 0;

    for (int v = -end; v < end; v++)
        for (int w = -wide_end; w < wide_end; w++) {
            rg_num_in in = {.op = RG_OP_MULDIV, .inverse = inverse, .a = n, .b = d, .y = v, .w = w};
            rg_num_out out, back;
            wide value = inverse ? sign * v : v, bank = w;
            rg_num_eval(&config, &in, &out);
            by_definition(&value, &bank, inverse ? magnitude_d : magnitude_n,
                          inverse ? magnitude_n : magnitude_d);
            if (!inverse)
                value *= sign;
            if (out.trap != 0) {
                assert_int_equal(out.trap, RG_TRAP_OVERFLOW);
                assert_false(fits(value, xlen) && fits(bank, 2 * xlen));
                continue;
            }
            assert_true(out.y2 == value && out.w2 == bank);
            in.inverse = !inverse;
            in.y = out.y2;
            in.w = out.w2;
            rg_num_eval(&config, &in, &back);
            assert_true(back.trap == 0 && back.y2 == v && back.w2 == w);
            done++;
        }
    return done;
}

static void every_state_at_small_width(void **state)
{
    unsigned long done = 0;

    (void)state;
    for (unsigned xlen = 3; xlen <= 4; xlen++)
        for (int n = -(1 << (xlen - 1)); n < 1 << (xlen - 1); n++)
            for (int d = -(1 << (xlen - 1)); d < 1 << (xlen - 1); d++)
                for (int inverse = 0; inverse < 2 && n != 0 && d != 0; inverse++)
                    done += all_states(xlen, n, d, inverse != 0);
    assert_true(done > 500000);
}

/* With nothing in the bank the result is the nearest word; with something in it, that much is made
 * up for. */
static void rounds_to_the_nearest(void **state)
{
    const rg_num_config config = {64, 43};
    uint64_t seed = 88172645463325252u;

    (void)state;
    for (int i = 0; i < 100000; i++) {
        rg_num_in in = {.op = RG_OP_MULDIV,
                        .inverse = i % 2 != 0,
                        .a = (int64_t)next(&seed) >> next(&seed) % 63,
                        .b = (int64_t)next(&seed) >> next(&seed) % 63,
                        .y = (int64_t)next(&seed) >> (1 + next(&seed) % 62)};
        rg_num_out out;
        if (in.a == 0 || in.b == 0)
            continue;
        rg_num_eval(&config, &in, &out);
        if (out.trap)
            continue;
        wide factor = in.inverse ? in.b : in.a, divisor = in.inverse ? in.a : in.b;
        wide error = (wide)in.y * factor
                     - (wide)out.y2 * divisor; /* of the quotient, times the divisor */
        wide limit = divisor < 0 ? -divisor : divisor;
        assert_true(2 * error <= limit && 2 * error >= -limit);
        assert_true(out.w2 >= 0 && out.w2 < limit);
    }
}

/* 400 times 9/10 and back: W is empty again, and on the way the value stays within a unit of that
 * of exact arithmetic. */
static void long_chain(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_MULDIV, SET, 1, 2, 3), W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
    double exact = 1000.0;

    (void)state;
    m->r[1] = 1000 * ONE, m->r[2] = 9, m->r[3] = 10;
    rg_machine *start = machine_like(m);
    for (int i = 0; i < 400; i++) {
        m->pc = 1;
        assert_int_equal(run_on(m), RG_STEP_HALT);
        exact *= 0.9;
        double error = (double)m->r[1] - exact * (double)ONE;
        assert_true(error < 16 && error > -16);
    }
    assert_true(m->w[0] != 0 && m->r[1] < 10);
    m->backward = true;
    for (int i = 0; i < 400; i++) {
        m->pc = 1;
        assert_int_equal(run_on(m), RG_STEP_HALT);
    }
    m->backward = false;
    m->pc = 1;
    assert_true(rg_machine_same_state(m, start));
    rg_machine_free(start);
    rg_machine_free(m);
}

static bool near(int64_t seen, double expected)
{
    return (double)seen - expected * (double)ONE < 3 && expected * (double)ONE - (double)seen < 3;
}

/* y = x n / d: the cotangents of all three, and everything back again. */
static void gradient_of_a_ratio(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_MULDIV, ADD, 1, 2, 3), W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);

    (void)state;
    m->r[1] = 3 * ONE / 4, m->r[2] = 5 * ONE, m->r[3] = -7 * ONE;
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(near(m->r[1], -15.0 / 28));
    m->mode = RG_WITH_GRADIENT;
    m->gr[1] = ONE;
    rg_machine *middle = machine_like(m);
    rg_machine_turn(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(m->r[1] == 3 * ONE / 4 && m->w[0] == 0 && m->w[1] == 0);
    assert_true(near(m->gr[1], -5.0 / 7) && near(m->gr[2], -3.0 / 28)
                && near(m->gr[3], -15.0 / 196));
    assert_true(m->gw[0] != 0);
    rg_machine_turn(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(rg_machine_same_state(m, middle));
    rg_machine_free(middle);
    rg_machine_free(m);
}

static void integers_get_no_cotangent(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_MULDIV, SET, 1, 2, 3),
                              w_u(RG_OP_MULDIV, UNSET, 4, 3, 2), W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);

    (void)state;
    m->mode = RG_WITH_GRADIENT;
    m->r[1] = 1001, m->r[2] = 3, m->r[3] = 2, m->r[4] = -77;
    m->gr[1] = m->gr[4] = ONE;
    rg_machine *start = machine_like(m);
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(m->r[1] == 1502 && m->gr[1] == (2 * ONE + 1) / 3 && m->gr[2] == 0 && m->gr[3] == 0);
    run_back(m, start);
    rg_machine_free(start);
    rg_machine_free(m);
}

/* The cause of the trap of one step, or -1: there is none, it does not tell of r1, or something has
 * changed. */
static int clean_trap(rg_machine *m)
{
    rg_machine *start = machine_like(m);
    const bool clean = rg_machine_step(m) == RG_STEP_TRAP && m->trap_info == m->r[1]
                       && rg_machine_same_state(m, start);

    rg_machine_free(start);
    return clean ? (int)m->trap : -1;
}

static void traps_before_anything_changes(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_MULDIV, ADD, 1, 2, 3), W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);

    (void)state;
    for (unsigned mode = 0; mode < 4;
         mode++) { /* wrapping mode does not help: a bijection cannot wrap */
        m->mode = mode;
        m->w[0] = m->w[1] = 0;
        m->r[1] = 3 * ONE, m->r[2] = 0, m->r[3] = ONE;
        assert_int_equal(clean_trap(m), RG_TRAP_DOMAIN);
        m->r[2] = ONE, m->r[3] = 0;
        assert_int_equal(clean_trap(m), RG_TRAP_DOMAIN);
        m->r[1] = INT64_MAX, m->r[2] = 2 * ONE, m->r[3] = ONE;
        assert_int_equal(clean_trap(m), RG_TRAP_OVERFLOW);
        m->r[1] = 5, m->r[2] = ONE, m->r[3] = 4 * ONE,
        m->w[1] = INT64_MAX / 2; /* the bank is full */
        assert_int_equal(clean_trap(m), RG_TRAP_OVERFLOW);
    }
    m->mode =
        RG_WITH_GRADIENT; /* the gradient does not fit going forward, where it is divided by 1/2 */
    m->w[1] = 0, m->r[1] = 4, m->r[2] = ONE, m->r[3] = 2 * ONE, m->gr[1] = INT64_MAX;
    assert_int_equal(clean_trap(m), RG_TRAP_OVERFLOW);
    m->gr[1] = 1, m->gw[1] = INT64_MAX, m->r[3] = 3 * ONE;
    m->backward = true;
    assert_int_equal(clean_trap(m), RG_TRAP_OVERFLOW);
    rg_machine_free(m);
}

static void words_that_are_no_instruction(void **state)
{
    rg_instruction in = {.op = RG_OP_MULDIV, .mode = RG_MODE_XOR, .d = 1, .a = 2, .b = 3};
    uint32_t word;

    (void)state;
    assert_false(rg_encode(&in, 64, &word));
    in.mode = RG_MODE_UNSET;
    assert_true(rg_encode(&in, 64, &word) && !rg_aliases(&in));
    assert_false(rg_decode(word | UINT32_C(1) << 11, 64, &in));
    in.b = 2;
    assert_true(rg_aliases(&in));
    in = (rg_instruction){.op = RG_OP_RNG, .mode = RG_MODE_SET, .d = 1};
    assert_false(rg_encode(&in, 64, &word));
    in.mode = RG_MODE_SUB;
    assert_true(rg_encode(&in, 64, &word));
    assert_false(rg_decode(word | 1, 64, &in));
}

static void generator(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_RNG, ADD, 1, 0, 0), W_HALT,
                              w_u(RG_OP_RNG, SUB, 1, 0, 0), W_HALT};
    rg_machine *m = machine_with(words, sizeof words / sizeof words[0]);
    bool met[256] = {false};

    (void)state;
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(m->r[1] == INT64_C(1442695040888963407));
    m->pc = 1;
    m->r[1] = 1;
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_true(m->r[1] == INT64_C(7806831264735756412));
    m->pc = 3;
    assert_int_equal(run_on(m), RG_STEP_HALT);
    assert_int_equal(m->r[1], 1);
    /* Full period: the low byte passes through every value once. */
    for (unsigned i = 0; i < 256; i++) {
        assert_false(met[m->r[1] & 255]);
        met[m->r[1] & 255] = true;
        m->pc = 1;
        assert_int_equal(run_on(m), RG_STEP_HALT);
    }
    rg_machine_free(m);
}

static void narrow_generator_is_the_low_half(void **state)
{
    const rg_num_config narrow = {32, 16}, full = {64, 43};
    rg_num_in in = {.op = RG_OP_RNG, .y = 1}, in64 = in;
    rg_num_out out, out64;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        rg_num_eval(&narrow, &in, &out);
        rg_num_eval(&full, &in64, &out64);
        assert_true(out.y2 == (int32_t)(uint32_t)out64.y2);
        in.y = out.y2;
        in64.y = out64.y2;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_at_small_width),
        cmocka_unit_test(rounds_to_the_nearest),
        cmocka_unit_test(long_chain),
        cmocka_unit_test(gradient_of_a_ratio),
        cmocka_unit_test(integers_get_no_cotangent),
        cmocka_unit_test(traps_before_anything_changes),
        cmocka_unit_test(words_that_are_no_instruction),
        cmocka_unit_test(generator),
        cmocka_unit_test(narrow_generator_is_the_low_half),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
