/* test_systemc.c: the engine "systemc" beside "rtl": the same answers, results, counters and
 * cycles; one machine at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "firmware/board.h"
#include "host-driver/bus.h"
#include "host-driver/retrograd.h"
#include "isa/isa.h"
#include "sim/engine.h"

enum { RTL, SYSTEMC, ENGINES, CYCLES = 1000000, OUT_ROOM = 16 };

static const char *const names[ENGINES] = {"rtl", "systemc"};

static uint32_t word_of(rg_instruction instruction)
{
    uint32_t word = 0;
    assert_true(rg_encode(&instruction, 64, &word));
    return word;
}

static uint32_t jump(unsigned op, int32_t offset)
{
    return word_of((rg_instruction){.op = (uint8_t)op, .offset = offset});
}

static int open_both(void **state)
{
    static rg_engine *engines[ENGINES];
    for (int i = 0; i < ENGINES; i++)
        engines[i] = rg_engine_open(names[i]);
    *state = engines;
    return engines[RTL] && engines[SYSTEMC] ? 0 : -1;
}

static int close_both(void **state)
{
    rg_engine **engines = *state;
    for (int i = 0; i < ENGINES; i++)
        rg_engine_close(engines[i]);
    return 0;
}

static rg_bus_response read_same(rg_engine **e, uint32_t address, uint64_t *word)
{
    uint64_t words[ENGINES] = {0};
    rg_bus_response responses[ENGINES];
    for (int i = 0; i < ENGINES; i++)
        responses[i] = rg_engine_read(e[i], address, &words[i]);
    if (responses[RTL] != responses[SYSTEMC] || words[RTL] != words[SYSTEMC])
        fail_msg("read of %08x: rtl answers %d, %016llx, systemc %d, %016llx", address,
                 (int)responses[RTL], (unsigned long long)words[RTL], (int)responses[SYSTEMC],
                 (unsigned long long)words[SYSTEMC]);
    *word = words[RTL];
    return responses[RTL];
}

static rg_bus_response write_same(rg_engine **e, uint32_t address, uint64_t data)
{
    rg_bus_response response = rg_engine_write(e[RTL], address, data);
    assert_int_equal(rg_engine_write(e[SYSTEMC], address, data), response);
    assert_int_equal(rg_engine_interrupt(e[SYSTEMC]), rg_engine_interrupt(e[RTL]));
    return response;
}

static void put(rg_engine **e, uint32_t address, uint64_t data)
{
    assert_int_equal(write_same(e, address, data), RG_BUS_OKAY);
}

static uint64_t run_same(rg_engine **e, uint64_t max)
{
    uint64_t cycles = rg_engine_run(e[RTL], max);
    assert_int_equal(rg_engine_run(e[SYSTEMC], max), cycles);
    assert_int_equal(rg_engine_interrupt(e[SYSTEMC]), rg_engine_interrupt(e[RTL]));
    return cycles;
}

/* Every address that can be read in the control window, and all counters by class. */
static void same_counters(rg_engine **e)
{
    uint64_t word;
    unsigned readable = 0;
    for (uint32_t address = 0; address < 0x180; address += 8)
        if (address != RG_REG_OUT)
            readable += read_same(e, address, &word) == RG_BUS_OKAY;
    assert_in_range(readable, 25, 48);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(read_same(e, RG_WINDOW_COUNT + 8 * i, &word), RG_BUS_OKAY);
}

static uint64_t same_signature(rg_engine **e, uint32_t count)
{
    uint64_t signature = 0;
    put(e, RG_REG_SCANBASE, 0);
    put(e, RG_REG_SCANCOUNT, count);
    put(e, RG_REG_CONTROL, RG_CONTROL_SCAN);
    assert_true(run_same(e, CYCLES) >= count);
    assert_int_equal(read_same(e, RG_REG_SIGNATURE, &signature), RG_BUS_OKAY);
    return signature;
}

static void test_self_test(void **state)
{
    rg_engine **e = *state;
    uint64_t out[OUT_ROOM];
    rg_board_stop stop;
    for (int i = 0; i < ENGINES; i++) {
        assert_true(rg_board_load(e[i], rg_firmware_words, rg_firmware_count));
        assert_true(rg_board_run(e[i], RG_FIRMWARE_SELFTEST, CYCLES, out, OUT_ROOM, &stop));
        assert_true(stop.halted);
        assert_int_equal(stop.out_count, RG_FIRMWARE_PASS_COUNT);
        for (size_t k = 0; k < stop.out_count; k++)
            assert_true(out[k] == (uint64_t)RG_FIRMWARE_PASS);
    }
    same_counters(e);
    assert_true(same_signature(e, 256) != 0);
}

/* A loop that copies out, run in slices of odd lengths: interrupt and time agree after each, and
 * nothing runs in between. */
static void test_slices(void **state)
{
    rg_engine **e = *state;
    const uint32_t add = word_of((rg_instruction){
        .op = RG_OP_MOV, .mode = RG_MODE_ADD, .d = 1, .immediate = true, .imm = 1});
    const uint32_t out = word_of((rg_instruction){.op = RG_OP_OUT, .d = 1});
    const uint32_t idle =
        word_of((rg_instruction){.op = RG_OP_XOR, .mode = RG_MODE_XOR, .d = 2, .a = 3, .b = 4});
    enum { TURN = 20 }; /* so long that the queue of OUT is empty at times */
    uint64_t word, passed = 0;
    unsigned copied = 0;

    for (uint32_t i = 0; i < TURN; i++)
        put(e, RG_WINDOW_IMEM + 8 * i,
            i == 0          ? jump(RG_OP_BRAL, TURN - 1)
            : i == 1        ? add
            : i == 2        ? out
            : i == TURN - 1 ? jump(RG_OP_BRAS, 1 - TURN)
                            : idle);
    put(e, RG_REG_CODEWORDS, TURN);
    put(e, RG_REG_PC, 1);
    put(e, RG_REG_CYCLELIMIT, 6000);
    put(e, RG_REG_CONTROL, RG_CONTROL_RUN);
    for (unsigned i = 1; i < 400 && copied < 60; i++) {
        passed += run_same(e, i % 7);
        if (i % 3 == 0)
            assert_int_equal(read_same(e, RG_REG_CYCLES, &word), RG_BUS_OKAY);
        if (rg_engine_interrupt(e[RTL]) && read_same(e, RG_REG_OUT, &word) == RG_BUS_OKAY)
            assert_int_equal(word, ++copied);
    }
    assert_true(passed > 60);
    assert_int_equal(copied, 60);
    put(e, RG_REG_CONTROL, RG_CONTROL_STOP);
    while (rg_engine_interrupt(e[RTL]) && read_same(e, RG_REG_OUT, &word) == RG_BUS_OKAY)
        copied++;
    same_counters(e);
    assert_int_equal(run_same(e, 100), 0); /* it has stopped: the line stays up */
}

static void test_refusals(void **state)
{
    rg_engine **e = *state;
    const uint32_t words[] = {jump(RG_OP_BRAL, 1), jump(RG_OP_BRAS, -1)};
    static const uint32_t addresses[] = {4,
                                         0x90,
                                         0x1000,
                                         RG_REG_ID,
                                         RG_REG_CONTROL,
                                         RG_REG_STATUS,
                                         RG_REG_OUT,
                                         RG_REG_PC,
                                         RG_REG_CYCLES,
                                         RG_WINDOW_REGV,
                                         RG_WINDOW_REGG + 8 * 32,
                                         RG_WINDOW_COUNT,
                                         RG_WINDOW_IMEM,
                                         RG_WINDOW_DMEMV,
                                         RG_WINDOW_DMEMG,
                                         RG_WINDOW_LEDGER,
                                         UINT32_C(0x60000000),
                                         UINT32_C(0xfffffff8)};
    unsigned seen[4] = {0};
    uint64_t word;

    for (uint32_t i = 0; i < 2; i++)
        put(e, RG_WINDOW_IMEM + 8 * i, words[i]);
    put(e, RG_REG_CODEWORDS, 2);
    put(e, RG_REG_PC, 1);
    for (int running = 0; running < 2; running++) {
        for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++)
            seen[read_same(e, addresses[i], &word)]++;
        for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++)
            seen[write_same(e, addresses[i], (uint64_t)running)]++;
        if (!running) {
            put(e, RG_WINDOW_IMEM, words[0]);
            put(e, RG_REG_PC, 1);
            put(e, RG_REG_CONTROL, RG_CONTROL_RUN);
        }
    }
    assert_true(seen[RG_BUS_OKAY] > 10 && seen[RG_BUS_SLVERR] > 10 && seen[RG_BUS_DECERR] > 10);
    assert_int_equal(run_same(e, 1000), 1000);
    for (int i = 0; i < ENGINES; i++)
        rg_engine_reset(e[i]);
    assert_int_equal(read_same(e, RG_REG_STATUS, &word), RG_BUS_OKAY);
    assert_int_equal(word, 0);
    assert_int_equal(run_same(e, 77), 77); /* an idle machine lets time pass */
    same_counters(e);
}

static void test_one_at_a_time(void **state)
{
    (void)state;
    uint64_t word = 1;
    rg_fault fault;
    rg_engine *first = rg_engine_open("systemc");
    assert_non_null(first);
    assert_string_equal(rg_engine_name(first), "systemc");
    assert_null(rg_engine_open("systemc"));
    assert_null(rg_device_open("systemc", &fault));
    assert_string_equal(fault.code, "R0901");
    assert_non_null(strstr(fault.message, "one machine at a time"));
    assert_false(rg_engine_trace_open(first, "/dev/null", NULL));
    assert_int_equal(rg_engine_write(first, RG_WINDOW_DMEMV, 5), RG_BUS_OKAY);
    rg_engine_close(first);

    for (int i = 0; i < 3; i++) { /* each open finds a fresh machine */
        rg_engine *next = rg_engine_open("systemc");
        assert_non_null(next);
        assert_int_equal(rg_engine_read(next, RG_WINDOW_DMEMV, &word), RG_BUS_OKAY);
        assert_int_equal(word, 0);
        assert_false(rg_engine_interrupt(next));
        assert_int_equal(rg_engine_write(next, RG_WINDOW_DMEMV, 7), RG_BUS_OKAY);
        assert_int_equal(rg_engine_write(next, RG_REG_CONTROL, RG_CONTROL_SCAN), RG_BUS_OKAY);
        rg_engine_run(next, 500);
        rg_engine_close(next);
    }
    assert_null(rg_engine_limit("none"));
}

/* The Bessel function and its gradient through the driver: what the user sees is the same. */
static void test_program(void **state)
{
    (void)state;
    double value[ENGINES], gradient[ENGINES];
    rg_counters counters[ENGINES] = {{0}};
    for (int i = 0; i < ENGINES; i++) {
        rg_fault fault = {0};
        rg_device *device = rg_device_open(names[i], &fault);
        assert_non_null(device);
        assert_int_equal(rg_load(device, "examples/bessel.rg", &fault), RG_OK);
        rg_job *job = rg_job_new(device, "ibesselj", &fault);
        assert_non_null(job);
        assert_int_equal(rg_set_integer(job, "v", 2, &fault), RG_OK);
        assert_int_equal(rg_set_number(job, "z", 1.0, &fault), RG_OK);
        assert_int_equal(rg_gradient(job, "out!", 0, 0, &fault), RG_OK);
        assert_true(rg_restored(job));
        assert_int_equal(rg_get(job, "out!", &value[i], 1), 1);
        assert_int_equal(rg_get_gradient(job, "z", &gradient[i], 1), 1);
        rg_get_counters(job, &counters[i]);
        assert_true(counters[i].cycles > 1000);
        rg_job_free(job);
        rg_device_close(device);
    }
    assert_true(value[RTL] == value[SYSTEMC] && gradient[RTL] == gradient[SYSTEMC]);
    assert_memory_equal(&counters[RTL], &counters[SYSTEMC], sizeof counters[RTL]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_self_test, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_slices, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_refusals, open_both, close_both),
        cmocka_unit_test(test_one_at_a_time),
        cmocka_unit_test(test_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
