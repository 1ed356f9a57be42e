/* test_core_units.c: streams of functions on the core as the host sees them, with one function unit
 * or several (FUNCTION_UNITS). Clocks are exact, alone and where elements wait for one another. The
 * words are those of one element after the other. Traps and stops change nothing. With banks
 * lockstep compares clocks (test_cosim_streams.c), and here words alone are compared. */
#include "tests/unit/stream_rig.h"

enum { ELEMENTS = 100, APART = 2 * T + 2048, TRAPPED_AT = 40 };

/* Starts of elements as isa/timing.def has them, where element j reads what element j - back
 * writes; back = 0: none does. */
static uint64_t last_start(const rig *r, uint64_t latency, uint64_t elements, uint64_t back)
{
    const uint64_t units = r->config.core.units > 1 ? r->config.core.units : 1;
    uint64_t start[ELEMENTS] = {0};

    for (uint64_t j = 1; j < elements; j++) {
        start[j] = start[j - 1] + (units > 1 ? 1 : latency + 1);
        if (units > 1 && j >= units && start[j - units] + latency > start[j])
            start[j] = start[j - units] + latency;
        if (units > 1 && back && j >= back && start[j - back] + latency + 1 > start[j])
            start[j] = start[j - back] + latency + 1;
    }
    return start[elements - 1];
}

/* Operands that every function takes: above 0, below 1. */
static void operands(rig *r)
{
    const uint64_t one = UINT64_C(1) << r->config.num.frac;

    put(r, RG_REG_MODE, 0);
    put(r, RG_REG_DIR, 0);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        put(r, RG_WINDOW_DMEMV + 8 * (U + i), one / 4 + i * (one / 256));
        put(r, RG_WINDOW_DMEMV + 8 * (V + i), one / 2 - i * (one / 512));
        put(r, RG_WINDOW_DMEMG + 8 * (T + i), i * (one / 128));
        put(r, RG_WINDOW_DMEMG + 8 * (U + i), 0);
        put(r, RG_WINDOW_DMEMG + 8 * (V + i), 0);
    }
}

/* Loads the stream of op, target from `target`, operands from element `first`. */
static void stream_of(rig *r, unsigned op, int64_t target, int64_t first, int64_t n)
{
    load(r, op);
    describe(r, D, target, 1, 0);
    describe(r, A, U + first, 1, 0);
    describe(r, B, V + first, 1, 0);
    counts(r, n, 1);
    put(r, RG_REG_DIR, 0);
}

static uint64_t word(rig *r, uint32_t window, uint32_t at) { return get(r, window + 8 * at); }

/* ELEMENTS in one stream against as many streams of one, each in `mode`; returns the clocks of the
 * former. */
static uint64_t compare_with_singles(rig *r, unsigned op, unsigned mode, uint64_t *single)
{
    uint64_t clocks, ga[ELEMENTS], gb[ELEMENTS];

    operands(r);
    stream_of(r, op, T, 0, ELEMENTS);
    clocks = sweep(r, mode);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        ga[i] = word(r, RG_WINDOW_DMEMG, U + i);
        gb[i] = word(r, RG_WINDOW_DMEMG, V + i);
    }
    operands(r);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        put(r, RG_WINDOW_DMEMG + 8 * (APART + i), word(r, RG_WINDOW_DMEMG, T + i));
        put(r, RG_WINDOW_DMEMV + 8 * (APART + i), 0);
        stream_of(r, op, (int64_t)(APART + i), i, 1);
        *single = sweep(r, mode);
        assert_int_equal(word(r, RG_WINDOW_DMEMV, T + i), word(r, RG_WINDOW_DMEMV, APART + i));
        assert_int_equal(word(r, RG_WINDOW_DMEMG, U + i), ga[i]);
        assert_int_equal(word(r, RG_WINDOW_DMEMG, V + i), gb[i]);
        put(r, RG_WINDOW_DMEMV + 8 * (T + i), 0);
    }
    return clocks;
}

static void clocks_of_functions(void **state)
{
    rig *r = *state;
    const struct {
        const char *name;
        unsigned op;
    } functions[] = {{"fdiv", RG_OP_FDIV},     {"fsqrt", RG_OP_FSQRT}, {"fexp", RG_OP_FEXP},
                     {"flog", RG_OP_FLOG},     {"fsin", RG_OP_FSIN},   {"ftanh", RG_OP_FTANH},
                     {"fatan2", RG_OP_FATAN2}, {"fpow", RG_OP_FPOW},   {"div", RG_OP_DIV},
                     {"ladd2", RG_OP_LADD2}};

    if (!r->config.core.pipelined)
        return;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        for (unsigned mode = 0; mode <= GRADIENT; mode++) {
            uint64_t single = 0, clocks = compare_with_singles(r, functions[i].op, mode, &single);
            print_message("%s, %s: latency %llu, %d elements in %llu clocks\n", functions[i].name,
                          mode ? "with gradients" : "values", (unsigned long long)(single - 6),
                          ELEMENTS, (unsigned long long)clocks);
            if (!r->config.core.banks)
                assert_int_equal(clocks, 5 + last_start(r, single - 6, ELEMENTS, 0) + single - 5);
        }
}

typedef struct {
    uint64_t clocks, expected;
    unsigned wrong, left;
} chained;

/* Each element adds a quotient of the target of the element `back` before it. Counted are the
 * clocks, words that are not twice the one they were made from (the divisor is 1/2), and words that
 * the way back leaves. */
static chained chain(rig *r, uint32_t back)
{
    const uint64_t one = UINT64_C(1) << r->config.num.frac;
    chained all = {0};
    uint64_t single;

    operands(r);
    for (uint32_t i = 0; i < ELEMENTS + back; i++)
        put(r, RG_WINDOW_DMEMV + 8 * (T + i), i < back ? one * (i + 1) : 0);
    stream_of(r, RG_OP_FDIV, T + (int64_t)back, 0, ELEMENTS);
    describe(r, A, T, 1, 0);
    describe(r, B, V, 0, 0);
    counts(r, 1, 1);
    single = sweep(r, 0);
    put(r, RG_WINDOW_DMEMV + 8 * (T + back), 0);
    put(r, RG_REG_PC, 1);
    counts(r, ELEMENTS, 1);
    all.clocks = sweep(r, 0);
    all.expected = 5 + last_start(r, single - 6, ELEMENTS, back) + single - 5;
    for (uint32_t i = 0; i < 16; i++)
        all.wrong += word(r, RG_WINDOW_DMEMV, T + back + i) != word(r, RG_WINDOW_DMEMV, T + i) * 2;
    assert_true(rg_bus_turn(r->engine));
    (void)sweep(r, 0);
    for (uint32_t i = 0; i < ELEMENTS; i++)
        all.left += word(r, RG_WINDOW_DMEMV, T + back + i) != 0;
    assert_true(rg_bus_turn(r->engine));
    return all;
}

static void elements_wait(void **state)
{
    rig *r = *state;

    if (!r->config.core.pipelined)
        return;
    for (uint32_t back = 20; back < 70; back += 7) {
        const chained all = chain(r, back);
        if (!r->config.core.banks)
            assert_int_equal(all.clocks, all.expected);
        assert_int_equal(all.wrong, 0);
        assert_int_equal(all.left, 0);
    }
}

static void trap_in_the_middle(void **state)
{
    rig *r = *state;
    uint64_t status, before, latency;

    if (!r->config.core.pipelined)
        return;
    operands(r);
    for (uint32_t i = 0; i < ELEMENTS; i++)
        put(r, RG_WINDOW_DMEMV + 8 * (T + i), i);
    stream_of(r, RG_OP_FDIV, APART, 0, 1);
    latency = sweep(r, 0) - 6;
    put(r, RG_WINDOW_DMEMV + 8 * (V + TRAPPED_AT), 0);
    put(r, RG_WINDOW_DMEMV + 8 * (V + TRAPPED_AT + 1), 0);
    stream_of(r, RG_OP_FDIV, T, 0, ELEMENTS);
    before = get(r, RG_REG_CYCLES);
    assert_true(rg_bus_run(r->engine, 0, &status, NULL));
    assert_int_equal(status >> 16 & 255, RG_TRAP_DIVZERO);
    if (!r->config.core.banks)
        assert_int_equal(get(r, RG_REG_CYCLES) - before,
                         2 + 5 + last_start(r, latency, TRAPPED_AT + 1, 0) + latency + 1 + 1
                             + TRAPPED_AT * (latency + 1) + 1);
    for (uint32_t i = 0; i < ELEMENTS; i++)
        assert_int_equal(word(r, RG_WINDOW_DMEMV, T + i), i);
    /* What was under way is gone: the next stream finds its units free. */
    put(r, RG_WINDOW_DMEMV + 8 * (V + TRAPPED_AT), 1);
    put(r, RG_WINDOW_DMEMV + 8 * APART, 0);
    stream_of(r, RG_OP_FDIV, APART, 0, 1);
    const uint64_t again = sweep(r, 0);
    if (!r->config.core.banks)
        assert_int_equal(again, 6 + latency);
    put(r, RG_WINDOW_DMEMV + 8 * APART, 0);
}

static void stopped_in_the_middle(void **state)
{
    rig *r = *state;
    unsigned stops = 0;

    operands(r);
    for (uint32_t i = 0; i < ELEMENTS; i++)
        put(r, RG_WINDOW_DMEMV + 8 * (T + i), 0);
    for (uint64_t clocks = 1; clocks < 400; clocks += 13) {
        uint64_t status = 0, retired = get(r, RG_REG_RETIRED);
        stream_of(r, RG_OP_FTANH, T, 0, ELEMENTS);
        put(r, RG_REG_CONTROL, RG_CONTROL_RUN);
        rg_engine_run(r->engine, clocks);
        put(r, RG_REG_CONTROL, RG_CONTROL_STOP);
        for (unsigned i = 0; i < 1000 && (i == 0 || status & RG_STATUS_RUNNING); i++) {
            rg_engine_run(r->engine, 1000);
            status = get(r, RG_REG_STATUS);
        }
        assert_false(status & RG_STATUS_RUNNING);
        const bool stopped = get(r, RG_REG_RETIRED) == retired;
        stops += stopped;
        if (!stopped) {
            assert_true(rg_bus_turn(r->engine));
            (void)sweep(r, 0);
            assert_true(rg_bus_turn(r->engine));
        }
        for (uint32_t i = 0; i < ELEMENTS; i++)
            assert_int_equal(word(r, RG_WINDOW_DMEMV, T + i), 0);
    }
    assert_true(stops > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(clocks_of_functions, setup, teardown),
        cmocka_unit_test_setup_teardown(elements_wait, setup, teardown),
        cmocka_unit_test_setup_teardown(trap_in_the_middle, setup, teardown),
        cmocka_unit_test_setup_teardown(stopped_in_the_middle, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
