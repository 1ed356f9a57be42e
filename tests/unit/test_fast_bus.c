/* test_fast_bus.c: the register map of isa/bus.def: the same answers and refusals from every
 * engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fast_words.h"
#include "sim/lockstep/engine_bus.h"

static void expect_read(rg_engine *e, uint32_t address, rg_bus_response response, uint64_t expected)
{
    uint64_t data = 0;
    rg_bus_response seen = rg_engine_read(e, address, &data);

    if (seen != response || data != expected) /* a refused read carries no data */
        fail_msg("%s: read of %08x answers %d, %016llx", rg_engine_name(e), address, (int)seen,
                 (unsigned long long)data);
}

static void expect_write(rg_engine *e, uint32_t address, uint64_t data, rg_bus_response response)
{
    rg_bus_response seen = rg_engine_write(e, address, data);

    if (seen != response)
        fail_msg("%s: write of %08x answers %d", rg_engine_name(e), address, (int)seen);
}

static rg_engine *open_engine(const char *name)
{
    rg_engine *e = rg_engine_open(name);

    assert_non_null(e);
    return e;
}

static void map(const char *name)
{
    rg_engine *e = open_engine(name);
    uint64_t config = 0;

    expect_read(e, RG_REG_ID, RG_BUS_OKAY, UINT64_C(0x5247524400000001));
    assert_int_equal(rg_engine_read(e, RG_REG_CONFIG, &config), RG_BUS_OKAY);
    uint32_t data_end = 8u << (config >> 16 & 255), code_end = 8u << (config >> 24 & 255);
    expect_read(e, RG_REG_CONTROL, RG_BUS_SLVERR, 0);
    expect_read(e, RG_REG_OUT, RG_BUS_SLVERR, 0);
    expect_read(e, 0x020 + 4, RG_BUS_DECERR, 0);
    expect_read(e, 0x098, RG_BUS_DECERR, 0);
    expect_write(e, RG_REG_GWHI, 7, RG_BUS_OKAY);
    expect_read(e, RG_REG_GWHI, RG_BUS_OKAY, 7);
    expect_read(e, RG_REG_GWLO, RG_BUS_OKAY, 0);
    expect_read(e, RG_REG_WHI, RG_BUS_OKAY, 0);
    expect_read(e, 0x1000, RG_BUS_DECERR, 0);
    expect_read(e, RG_WINDOW_REGTG + 8 * 32, RG_BUS_DECERR, 0);
    expect_read(e, RG_WINDOW_COUNT + 8 * 128, RG_BUS_DECERR, 0);
    expect_read(e, RG_WINDOW_IMEM + code_end, RG_BUS_DECERR, 0);
    expect_read(e, RG_WINDOW_DMEMV + data_end, RG_BUS_DECERR, 0);
    expect_read(e, RG_WINDOW_DMEMG + data_end - 8, RG_BUS_OKAY, 0);
    expect_write(e, RG_REG_ID, 1, RG_BUS_SLVERR);
    expect_write(e, RG_REG_CYCLES, 1, RG_BUS_SLVERR);
    expect_write(e, RG_WINDOW_COUNT, 1, RG_BUS_SLVERR);
    expect_write(e, RG_WINDOW_LEDGER, 1, RG_BUS_SLVERR);
    expect_write(e, UINT32_C(0x80000000), 1, RG_BUS_DECERR);
    expect_write(e, RG_REG_CODEWORDS, code_end / 4 + 5, RG_BUS_OKAY);
    expect_read(e, RG_REG_CODEWORDS, RG_BUS_OKAY, 5);
    expect_write(e, RG_REG_CONTROL, RG_CONTROL_SCAN | RG_CONTROL_RUN, RG_BUS_SLVERR);
    rg_engine_close(e);
}

static void counters_of_the_host(const char *name)
{
    rg_engine *e = open_engine(name);
    rg_machine_config config;

    assert_true(rg_bus_config(e, &config));
    expect_write(e, RG_WINDOW_DMEMV + 8, 5, RG_BUS_OKAY);
    expect_read(e, RG_REG_ERASEDHOST, RG_BUS_OKAY, 0);
    expect_write(e, RG_WINDOW_DMEMV + 8, 6, RG_BUS_OKAY);
    expect_read(e, RG_REG_ERASEDHOST, RG_BUS_OKAY, config.num.xlen);
    expect_read(e, RG_REG_BITSOUT, RG_BUS_OKAY, 0);
    expect_read(e, RG_WINDOW_DMEMV + 8, RG_BUS_OKAY, 6);
    expect_read(e, RG_REG_BITSOUT, RG_BUS_OKAY, config.num.xlen);
    expect_write(e, RG_REG_CONTROL, RG_CONTROL_CLEAR, RG_BUS_OKAY);
    expect_read(e, RG_REG_ERASEDHOST, RG_BUS_OKAY, 0);
    expect_write(e, RG_WINDOW_IMEM, UINT32_C(0x80000001), RG_BUS_OKAY);
    expect_read(e, RG_WINDOW_IMEM, RG_BUS_OKAY, UINT64_C(0xffffffff80000001));
    rg_engine_close(e);
}

/* An endless loop, watched, refused, stopped, reversed. */
static void running(const char *name)
{
    rg_engine *e = open_engine(name);
    const uint32_t words[] = {w_j(RG_OP_BRAL, 2), w_ui(RG_OP_MOV, RG_MODE_ADD, 1, 0, 1),
                              w_j(RG_OP_BRAS, -2)};

    for (uint32_t i = 0; i < 3; i++)
        expect_write(e, RG_WINDOW_IMEM + 8 * i, words[i], RG_BUS_OKAY);
    expect_write(e, RG_REG_CODEWORDS, 3, RG_BUS_OKAY);
    expect_write(e, RG_REG_PC, 1, RG_BUS_OKAY);
    expect_write(e, RG_REG_CONTROL, RG_CONTROL_RUN, RG_BUS_OKAY);
    assert_int_equal(rg_engine_run(e, 1000), 1000);
    expect_read(e, RG_REG_STATUS, RG_BUS_OKAY, RG_STATUS_RUNNING);
    expect_read(e, RG_WINDOW_REGV, RG_BUS_SLVERR, 0);
    expect_read(e, RG_WINDOW_IMEM, RG_BUS_SLVERR, 0);
    expect_write(e, RG_WINDOW_DMEMV, 1, RG_BUS_SLVERR);
    expect_write(e, RG_REG_PC, 1, RG_BUS_SLVERR);
    expect_write(e, RG_REG_CONTROL, RG_CONTROL_TURN, RG_BUS_SLVERR);
    expect_write(e, RG_REG_CONTROL, RG_CONTROL_STOP, RG_BUS_OKAY);
    rg_engine_run(e, 1000);
    assert_true(rg_engine_interrupt(e));
    expect_read(e, RG_REG_STATUS, RG_BUS_OKAY, 128);
    uint64_t retired = 0, status = 0;
    assert_int_equal(rg_engine_read(e, RG_REG_RETIRED, &retired), RG_BUS_OKAY);
    assert_true(retired > 100);
    assert_true(rg_bus_turn(e));
    assert_true(rg_bus_run(e, retired, &status, NULL));
    assert_true(rg_bus_turn(e));
    expect_read(e, RG_REG_PC, RG_BUS_OKAY, 1);
    expect_read(e, RG_WINDOW_REGV + 8, RG_BUS_OKAY, 0);
    rg_engine_close(e);
}

static void limits(const char *name)
{
    rg_engine *e = open_engine(name);
    const uint32_t words[] = {w_j(RG_OP_BRAL, 2), w_ui(RG_OP_MOV, RG_MODE_ADD, 1, 0, 1),
                              w_j(RG_OP_BRAS, -2)};
    uint64_t cycles = 0, status = 0;

    for (uint32_t i = 0; i < 3; i++)
        expect_write(e, RG_WINDOW_IMEM + 8 * i, words[i], RG_BUS_OKAY);
    expect_write(e, RG_REG_CODEWORDS, 3, RG_BUS_OKAY);
    expect_write(e, RG_REG_PC, 1, RG_BUS_OKAY);
    assert_true(rg_bus_run(e, 7, &status, NULL));
    assert_int_equal(status, RG_STATUS_STEPS);
    expect_read(e, RG_REG_RETIRED, RG_BUS_OKAY, 7);
    expect_write(e, RG_REG_CYCLELIMIT, 100, RG_BUS_OKAY);
    assert_true(rg_bus_run(e, 0, &status, NULL));
    assert_int_equal(status, 16);
    assert_int_equal(rg_engine_read(e, RG_REG_CYCLES, &cycles), RG_BUS_OKAY);
    assert_in_range(cycles, 100, 110);
    rg_engine_reset(e);
    expect_read(e, RG_REG_STATUS, RG_BUS_OKAY, 0);
    expect_read(e, RG_REG_CODEWORDS, RG_BUS_OKAY, 0);
    expect_read(e, RG_REG_RETIRED, RG_BUS_OKAY, 0);
    expect_read(e, RG_WINDOW_IMEM, RG_BUS_OKAY, (uint64_t)(int64_t)(int32_t)words[0]);
    rg_engine_close(e);
}

/* Clocks of the first instruction more than of the others, and of each, where none computes. */
static void pace(rg_engine *e, uint64_t *fill, uint64_t *step)
{
    rg_machine_config config;

    assert_true(rg_bus_config(e, &config));
    *fill = config.core.staged > 1 ? 4 : config.core.staged ? 3 : config.core.pipelined ? 2 : 0;
    *step = config.core.pipelined ? 1 : 3;
}

/* An instruction begins while CYCLES is below the limit, and no other does: to the cycle, with
 * every small limit, and in a run that goes on. */
static void cycle_limit(const char *name)
{
    rg_engine *e = open_engine(name);
    const uint32_t words[] = {w_j(RG_OP_BRAL, 1), w_j(RG_OP_BRAS, -1)};
    uint64_t fill, step, status = 0;

    pace(e, &fill, &step);
    for (uint32_t i = 0; i < 2; i++)
        expect_write(e, RG_WINDOW_IMEM + 8 * i, words[i], RG_BUS_OKAY);
    expect_write(e, RG_REG_CODEWORDS, 2, RG_BUS_OKAY);
    for (uint64_t limit = 1; limit < 60; limit++) {
        uint64_t retired = 1;
        while (fill + retired * step < limit)
            retired++;
        expect_write(e, RG_REG_PC, 1, RG_BUS_OKAY);
        expect_write(e, RG_REG_BR, 0, RG_BUS_OKAY);
        expect_write(e, RG_REG_CYCLELIMIT, limit, RG_BUS_OKAY);
        expect_write(e, RG_REG_CONTROL, RG_CONTROL_CLEAR, RG_BUS_OKAY);
        assert_true(rg_bus_run(e, 0, &status, NULL));
        assert_int_equal(status, 16);
        expect_read(e, RG_REG_RETIRED, RG_BUS_OKAY, retired);
        expect_read(e, RG_REG_CYCLES, RG_BUS_OKAY, fill + retired * step);
        /* at its limit a run retires nothing; one cycle below, one instruction */
        assert_true(rg_bus_run(e, 0, &status, NULL));
        assert_int_equal(status, 16);
        expect_read(e, RG_REG_RETIRED, RG_BUS_OKAY, retired);
        expect_read(e, RG_REG_CYCLES, RG_BUS_OKAY, fill + retired * step);
        expect_write(e, RG_REG_CYCLELIMIT, fill + retired * step + 1, RG_BUS_OKAY);
        assert_true(rg_bus_run(e, 0, &status, NULL));
        assert_int_equal(status, 16);
        expect_read(e, RG_REG_RETIRED, RG_BUS_OKAY, retired + 1);
        expect_read(e, RG_REG_CYCLES, RG_BUS_OKAY, 2 * fill + (retired + 1) * step);
    }
    rg_engine_close(e);
}

/* OUT fills its queue of 16 words and waits for the host. */
static void out_queue(const char *name)
{
    rg_engine *e = open_engine(name);
    const uint32_t words[] = {w_j(RG_OP_BRAL, 3), w_r(RG_OP_OUT, 1, 0),
                              w_ui(RG_OP_MOV, RG_MODE_ADD, 1, 0, 1), w_j(RG_OP_BRAS, -3)};
    uint64_t status = 0;

    for (uint32_t i = 0; i < 4; i++)
        expect_write(e, RG_WINDOW_IMEM + 8 * i, words[i], RG_BUS_OKAY);
    expect_write(e, RG_REG_CODEWORDS, 4, RG_BUS_OKAY);
    expect_write(e, RG_REG_PC, 1, RG_BUS_OKAY);
    expect_write(e, RG_REG_CONTROL, RG_CONTROL_RUN, RG_BUS_OKAY);
    for (uint64_t i = 0; i < 40; i++) {
        for (int tries = 0; tries < 100 && !rg_engine_interrupt(e); tries++)
            rg_engine_run(e, 100);
        expect_read(e, RG_REG_OUT, RG_BUS_OKAY, i);
    }
    expect_write(e, RG_REG_CONTROL, RG_CONTROL_STOP, RG_BUS_OKAY);
    rg_engine_run(e, 1000);
    assert_int_equal(rg_engine_read(e, RG_REG_STATUS, &status), RG_BUS_OKAY);
    rg_engine_close(e);
}

#define ON_BOTH(test)                                                                              \
    static void fast_##test(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        test("fast");                                                                              \
    }                                                                                              \
    static void rtl_##test(void **state)                                                           \
    {                                                                                              \
        (void)state;                                                                               \
        test("rtl");                                                                               \
    }

ON_BOTH(map)
ON_BOTH(counters_of_the_host)
ON_BOTH(running)
ON_BOTH(limits)
ON_BOTH(cycle_limit)
ON_BOTH(out_queue)

static void no_such_engine(void **state)
{
    (void)state;
    assert_null(rg_engine_open("none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_map),
        cmocka_unit_test(rtl_map),
        cmocka_unit_test(fast_counters_of_the_host),
        cmocka_unit_test(rtl_counters_of_the_host),
        cmocka_unit_test(fast_running),
        cmocka_unit_test(rtl_running),
        cmocka_unit_test(fast_limits),
        cmocka_unit_test(rtl_limits),
        cmocka_unit_test(fast_cycle_limit),
        cmocka_unit_test(rtl_cycle_limit),
        cmocka_unit_test(fast_out_queue),
        cmocka_unit_test(rtl_out_queue),
        cmocka_unit_test(no_such_engine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
