/* test_activity.c: what the engine counts of activity, against numbers worked out by hand, and that
 * counting changes nothing. */
#include "fast_words.h"

#include "isa/num/code.h"
#include "sim/fast/activity.h"
#include "sim/lockstep/random.h"
#include "sim/lockstep/random_program.h"

static rg_machine *counting(const uint32_t *words, size_t count)
{
    rg_machine *m = machine_with(words, count);

    assert_true(rg_machine_count_addresses(m, true));
    return m;
}

static const uint64_t *activity_at(const rg_machine *m, uint32_t address)
{
    return m->costs[address].activity[0];
}

/* r1 += 3 * 7: two ones times three, 21 has three ones, and the registers are shown from 0 on. */
static void a_product_by_hand(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_MUL, RG_MODE_ADD, 1, 2, 3), W_HALT};
    rg_machine *m = counting(words, 3);

    (void)state;
    m->r[2] = 3;
    m->r[3] = 7;
    assert_int_equal(rg_machine_counted_step(m), RG_STEP_RETIRED);
    const uint64_t *a = activity_at(m, 1);
    assert_int_equal(a[RG_ACTIVITY_PRODUCT], 6);
    assert_int_equal(a[RG_ACTIVITY_WRITTEN], 3);
    assert_int_equal(a[RG_ACTIVITY_VALUES], 5);
    assert_int_equal(a[RG_ACTIVITY_GRADIENTS], 0);
    assert_int_equal(a[RG_ACTIVITY_CHANGE], 1);
    assert_int_equal(a[RG_ACTIVITY_CODE], __builtin_popcount(words[1]));
    rg_machine_free(m);
}

/* The second of two like words changes no code and follows its own opcode; r1 is shown as 21 now.
 */
static void what_was_before_counts(void **state)
{
    const uint32_t word = w_u(RG_OP_MUL, RG_MODE_ADD, 1, 2, 3);
    const uint32_t words[] = {W_HALT, word, word, W_HALT};
    rg_machine *m = counting(words, 4);

    (void)state;
    m->r[2] = 3;
    m->r[3] = 7;
    rg_machine_counted_step(m);
    rg_machine_counted_step(m);
    const uint64_t *a = activity_at(m, 2);
    assert_int_equal(a[RG_ACTIVITY_CHANGE], 0);
    assert_int_equal(a[RG_ACTIVITY_CODE], 0);
    assert_int_equal(a[RG_ACTIVITY_VALUES], 3);
    assert_int_equal(a[RG_ACTIVITY_WRITTEN], __builtin_popcountll(21 ^ 42));
    rg_machine_free(m);
}

/* A word of memory and its gradient are shown and written; in value mode gradients are not. */
static void memory_and_gradients(void **state)
{
    const uint32_t words[] = {
        W_HALT, encoded((rg_instruction){.op = RG_OP_EXCH, .d = 1, .a = 2, .immediate = true}),
        W_HALT};

    (void)state;
    for (unsigned mode = 0; mode < 2; mode++) {
        rg_machine *m = counting(words, 3);
        m->mode = mode;
        m->r[2] = 5;
        m->m[5] = 15;
        m->gm[5] = 1;
        rg_machine_counted_step(m);
        assert_int_equal(m->r[1], 15);
        assert_int_equal(activity_at(m, 1)[RG_ACTIVITY_MEMORY], mode ? 5 : 4);
        assert_int_equal(activity_at(m, 1)[RG_ACTIVITY_WRITTEN], mode ? 10 : 8);
        rg_machine_free(m);
    }
}

/* r1 += sum of M[a + i] M[b + i]: the products of its elements. */
static void a_stream_counts_its_elements(void **state)
{
    enum { N = 5 };
    const uint32_t words[] = {W_HALT, w_u(RG_OP_FMUL, RG_MODE_STREAM_ADD, 1, 6, 9), W_HALT};
    rg_machine *m = counting(words, 3);
    uint64_t products = 0;

    (void)state;
    m->r[1] = 40; /* the target, its strides and the counts */
    m->r[4] = N;
    m->r[5] = 1;
    m->r[6] = 8;
    m->r[7] = 1;
    m->r[9] = 16;
    m->r[10] = 1;
    for (unsigned i = 0; i < N; i++) {
        m->m[8 + i] = 3 + 5 * i;
        m->m[16 + i] = 7 + i;
        products += (uint64_t)__builtin_popcount(3 + 5 * i) * (uint64_t)__builtin_popcount(7 + i);
    }
    assert_int_equal(rg_machine_counted_step(m), RG_STEP_RETIRED);
    assert_int_equal(m->costs[1].operations[0][0], N);
    assert_int_equal(activity_at(m, 1)[RG_ACTIVITY_PRODUCT], products);
    rg_machine_free(m);
}

static void clearing_forgets(void **state)
{
    const uint32_t words[] = {W_HALT, w_u(RG_OP_MUL, RG_MODE_ADD, 1, 2, 3), W_HALT};
    rg_machine *m = counting(words, 3);

    (void)state;
    m->r[2] = m->r[3] = 3;
    rg_machine_counted_step(m);
    rg_machine_clear_counters(m);
    for (unsigned t = 0; t < RG_ACTIVITY_COUNT; t++)
        assert_int_equal(activity_at(m, 1)[t], 0);
    assert_true(rg_machine_count_addresses(m, false));
    assert_null(m->activity);
    rg_machine_free(m);
}

/* Random words in any mode: the same state with counting and without. */
static void counting_changes_nothing(void **state)
{
    enum { ROUNDS = 20000 };
    rg_random random = {12};

    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t words[] = {W_HALT, (uint32_t)rg_random_word(&random), W_HALT};
        rg_machine *m = counting(words, 3);
        for (unsigned r = 1; r < RG_REGISTERS; r++) {
            m->r[r] = rg_one_in(&random, 3) ? (int64_t)rg_random_below(&random, 64)
                                            : rg_random_value(&random, &m->config.num);
            m->gr[r] = rg_random_value(&random, &m->config.num);
        }
        m->mode = (unsigned)rg_random_below(&random, 8);
        rg_machine *plain = machine_like(m);
        const rg_step counted = rg_machine_counted_step(m);
        assert_int_equal(rg_machine_step(plain), counted);
        assert_true(rg_machine_same_state(m, plain));
        assert_memory_equal(&m->count, &plain->count, sizeof m->count);
        rg_machine_free(plain);
        rg_machine_free(m);
    }
}

/* What is left of a number's first bits, and the product of a word and a factor's first bits, have
 * closed forms. */
static uint64_t digits_of_quotient(uint64_t p, uint64_t by)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < 63; i++)
        sum += (uint64_t)__builtin_popcountll(((p >> i) % by) ^ ((p >> i >> 1) % by));
    return sum;
}

static uint64_t digits_of_product(uint64_t word, uint64_t by)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < 32; i++)
        sum += (uint64_t)__builtin_popcountll((word * (by >> i)) ^ (word * (by >> i >> 1)));
    return sum;
}

static rg_num_activity activity_of(unsigned op, int64_t y, int64_t a, int64_t b)
{
    static const rg_num_config config = {64, 43};
    rg_num_activity activity = {0};
    const rg_num_in in = {.op = op, .y = y, .a = a, .b = b, .activity = &activity};
    rg_num_out out;

    rg_num_eval(&config, &in, &out);
    assert_int_equal(out.trap, 0);
    return activity;
}

/* MULDIV with an empty bank: the product, and its quotient with half the divisor added. It has no
 * partial products, which are those of multipliers. */
static void quotients_have_digits(void **state)
{
    rg_random random = {7};

    (void)state;
    for (int i = 0; i < 2000; i++) {
        const uint64_t y = rg_random_below(&random, UINT64_C(1) << 30),
                       n = 1 + rg_random_below(&random, UINT64_C(1) << (1 + i % 30)),
                       d = 1 + rg_random_below(&random, UINT64_C(1) << (1 + i % 29));
        const rg_num_activity scaled =
                                  activity_of(RG_OP_MULDIV, (int64_t)y, (int64_t)n, (int64_t)d),
                              plain = activity_of(RG_OP_DIV, 0, (int64_t)(y * n), (int64_t)d);
        assert_int_equal(scaled.digits,
                         digits_of_product(y, n) + digits_of_quotient(y * n + d / 2, d));
        assert_int_equal(scaled.products, 0);
        assert_int_equal(plain.digits, digits_of_quotient(y * n, d));
    }
    /* 9 is 10 01: 2 - 1 leaves 1, and 5 - 5 leaves 0 */
    assert_int_equal(activity_of(RG_OP_FSQRT, 0, 0, INT64_C(9) << 43).digits, 2);
    assert_int_equal(activity_of(RG_OP_ADD, 0, 5, 3).digits, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_by_hand),     cmocka_unit_test(what_was_before_counts),
        cmocka_unit_test(memory_and_gradients),  cmocka_unit_test(a_stream_counts_its_elements),
        cmocka_unit_test(clearing_forgets),      cmocka_unit_test(counting_changes_nothing),
        cmocka_unit_test(quotients_have_digits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
