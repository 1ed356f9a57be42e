/* test_line.c: a line that goes wrong between the engine "board" and a simulated board: silence,
 * noise, a plug that is pulled, a board that starts anew. The first argument is the program of the
 * simulation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/internal.h"
#include "isa/isa.h"
#include "sim/board/engine.h"
#include "tests/board/line.h"

static const char *program;

static int open_line(void **state)
{
    static line l;

    *state = &l;
    return line_open(&l, program) ? 0 : -1;
}

static int close_line(void **state)
{
    line_close(*state);
    return 0;
}

static rg_engine *open_engine(line *l)
{
    char why[400] = "";

    line_goes_wrong(l, LINE_FINE); /* whatever a test before has left */
    rg_engine *engine = rg_board_engine_open(l->path, why, sizeof why);

    if (!engine)
        print_error("%s\n", why);
    assert_non_null(engine);
    return engine;
}

/* ---- a program that counts: r1 += 1 in a loop without an end ---- */

static uint32_t encoded(rg_instruction in)
{
    uint32_t word = 0;

    assert_true(rg_encode(&in, 16, &word));
    return word;
}

static void put(rg_engine *engine, uint32_t address, uint64_t data)
{
    assert_int_equal(rg_engine_write(engine, address, data), RG_BUS_OKAY);
}

static uint64_t get(rg_engine *engine, uint32_t address)
{
    uint64_t data;

    assert_int_equal(rg_engine_read(engine, address, &data), RG_BUS_OKAY);
    return data;
}

/* A loop that adds 3 to r1 each time around, n times. */
static void load_loop(rg_engine *engine, unsigned n)
{
    const rg_instruction code[] = {
        {.op = RG_OP_FORTOP, .d = 20, .a = 21, .offset = 3},
        {.op = RG_OP_MOV, .d = 1, .immediate = true, .imm = 3},
        {.op = RG_OP_MOV, .d = 2, .mode = RG_MODE_XOR, .b = 1},
        {.op = RG_OP_FOREND, .d = 20, .a = 21, .offset = -3},
        {.op = RG_OP_HALT},
    };
    rg_engine_reset(engine);
    for (size_t i = 0; i < sizeof code / sizeof code[0]; i++)
        put(engine, RG_WINDOW_IMEM + 8 * (uint32_t)i, encoded(code[i]));
    put(engine, RG_REG_CODEWORDS, 5);
    put(engine, RG_WINDOW_REGV + 8 * 21, n);
}

static uint64_t wait_for_end(rg_engine *engine)
{
    while (get(engine, RG_REG_STATUS) & RG_STATUS_RUNNING)
        (void)rg_engine_run(engine, 100000);
    return get(engine, RG_REG_STATUS);
}

/* Back to where load_loop began, by so many instructions. */
static void assert_rolls_back(rg_engine *engine, uint64_t retired)
{
    put(engine, RG_REG_STEPS, retired);
    put(engine, RG_REG_CONTROL, RG_CONTROL_TURN);
    if (retired > 0)
        put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
    (void)wait_for_end(engine);
    put(engine, RG_REG_CONTROL, RG_CONTROL_TURN);
    assert_int_equal(get(engine, RG_REG_PC), 0);
    for (unsigned r = 0; r < 32; r++)
        if (r != 21)
            assert_int_equal(get(engine, RG_WINDOW_REGV + 8 * r), 0);
}

/* ---- tests ---- */

static void test_noise(void **state)
{
    line *l = *state;
    rg_engine *engine = open_engine(l);

    for (line_wrong kind = LINE_NOISE; kind <= LINE_GARBLED; kind++) {
        atomic_store(&l->spoilt, 0);
        line_goes_wrong(l, kind);
        load_loop(engine, 20);
        put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
        assert_int_equal(wait_for_end(engine) & 0xff, RG_STATUS_HALTED);
        line_goes_wrong(l, LINE_FINE);
        /* Each of them happened once: the run too. */
        assert_int_equal(get(engine, RG_WINDOW_REGV + 8), 60);
        assert_int_equal(get(engine, RG_REG_RETIRED), 80);
        assert_true(atomic_load(&l->spoilt) > 10);
        assert_rolls_back(engine, 80);
    }
    rg_engine_close(engine);
}

/* A reset for which the line is deaf comes before what is asked next. */
static void test_reset_is_not_lost(void **state)
{
    line *l = *state;
    rg_engine *engine = open_engine(l);

    load_loop(engine, 20);
    put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
    (void)wait_for_end(engine);
    assert_int_equal(get(engine, RG_REG_RETIRED), 80);
    line_goes_wrong(l, LINE_DEAF);
    rg_engine_reset(engine);
    line_goes_wrong(l, LINE_FINE);
    assert_int_equal(get(engine, RG_REG_RETIRED), 0);
    for (unsigned r = 0; r < 32; r++)
        assert_int_equal(get(engine, RG_WINDOW_REGV + 8 * r), 0);
    rg_engine_close(engine);
}

/* A word in OUT leaves with the read that is answered, however often that is asked. */
static void test_out_is_not_lost(void **state)
{
    line *l = *state;
    rg_engine *engine = open_engine(l);
    uint64_t word;

    rg_engine_reset(engine);
    put(engine, RG_WINDOW_IMEM, encoded((rg_instruction){.op = RG_OP_OUT, .d = 5}));
    put(engine, RG_REG_CODEWORDS, 1);
    put(engine, RG_WINDOW_REGV + 8 * 5, 1234);
    put(engine, RG_REG_STEPS, 1);
    put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
    (void)wait_for_end(engine);
    line_goes_wrong(l, LINE_MUTE); /* it gives the word away, and nobody hears it */
    assert_int_equal(rg_engine_read(engine, RG_REG_OUT, &word), RG_BUS_LOST);
    assert_non_null(strstr(rg_engine_refused(engine), "does not answer"));
    line_goes_wrong(l, LINE_FINE);
    assert_int_equal(rg_engine_read(engine, RG_REG_OUT, &word), RG_BUS_OKAY);
    assert_int_equal(word, 1234);
    assert_null(rg_engine_refused(engine));
    assert_int_equal(rg_engine_read(engine, RG_REG_OUT, &word), RG_BUS_SLVERR);
    rg_engine_close(engine);
}

static void test_silence(void **state)
{
    line *l = *state;
    rg_engine *engine = open_engine(l);
    uint64_t word;

    line_goes_wrong(l, LINE_DEAF);
    assert_int_equal(rg_engine_write(engine, RG_WINDOW_DMEMV, 77), RG_BUS_LOST);
    assert_int_equal(rg_engine_run(engine, 1000), 0);
    assert_non_null(strstr(rg_engine_refused(engine), "does not answer"));
    /* what the driver makes of it */
    rgd_device device = {.engine = engine};
    rg_fault fault = {0};
    assert_int_equal(rg_bus_read(&device, RG_REG_STATUS, &word, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0903");
    assert_non_null(strstr(fault.message, "0x00000018 has no answer: the board at "));
    line_goes_wrong(l, LINE_FINE);
    assert_int_equal(rg_bus_read(&device, RG_WINDOW_DMEMV, &word, &fault), RG_OK);
    assert_int_equal(word, 77);
    assert_int_equal(rg_engine_read(engine, RG_WINDOW_DMEMV, &word), RG_BUS_OKAY);
    assert_int_equal(word, 77); /* the write that was under way is done first */
    rg_engine_close(engine);
}

/* The plug is pulled while it runs, and put in again: the run goes on, and can be undone. */
static void test_unplugged(void **state)
{
    line *l = *state;
    rg_engine *engine = open_engine(l);
    uint64_t word;

    load_loop(engine, 10000);
    put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
    line_unplug(l);
    assert_int_equal(rg_engine_read(engine, RG_REG_STATUS, &word), RG_BUS_LOST);
    assert_non_null(strstr(rg_engine_refused(engine), "is gone"));
    assert_int_equal(rg_engine_write(engine, RG_REG_CONTROL, RG_CONTROL_STOP), RG_BUS_LOST);
    assert_true(line_plug(l));
    put(engine, RG_REG_CONTROL, RG_CONTROL_STOP);
    const uint64_t status = wait_for_end(engine), retired = get(engine, RG_REG_RETIRED);
    assert_int_not_equal(status & (RG_STATUS_STOPPED | RG_STATUS_HALTED), 0);
    assert_true(retired > 0);
    assert_int_equal(get(engine, RG_WINDOW_REGV + 8), (int16_t)((retired + 2) / 4 * 3));
    assert_rolls_back(engine, retired);
    rg_engine_close(engine);
}

/* Another process left it as it was: a new one finds it so. */
static void test_left_and_found(void **state)
{
    line *l = *state;
    rg_engine *engine = open_engine(l);

    load_loop(engine, 5);
    put(engine, RG_REG_STEPS, 7);
    put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
    (void)wait_for_end(engine);
    rg_engine_close(engine);
    engine = open_engine(l);
    assert_int_equal(get(engine, RG_REG_RETIRED), 7);
    assert_rolls_back(engine, 7);
    rg_engine_close(engine);
}

/* A board that lost its power says so, whatever it is asked first. */
static void test_restarted(void **state)
{
    line *l = *state;
    rg_engine *engine = open_engine(l);
    uint64_t word;

    put(engine, RG_WINDOW_REGV, 5);
    line_lose_power(l);
    assert_true(line_give_power(l));
    assert_int_equal(rg_engine_read(engine, RG_WINDOW_REGV, &word), RG_BUS_LOST);
    assert_non_null(strstr(rg_engine_refused(engine), "configured anew"));
    assert_int_equal(rg_engine_write(engine, RG_WINDOW_REGV, 6), RG_BUS_LOST);
    rg_engine_close(engine);
    engine = open_engine(l);
    assert_int_equal(get(engine, RG_WINDOW_REGV), 0);
    rg_engine_close(engine);
}

static void test_cannot_be_opened(void **state)
{
    line *l = *state;
    char why[400], long_path[600];

    assert_null(rg_board_engine_open("/nowhere/tty", why, sizeof why));
    assert_non_null(strstr(why, "/nowhere/tty is gone: No such file"));
    memset(long_path, 'x', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    assert_null(rg_board_engine_open(long_path, why, sizeof why));
    assert_non_null(strstr(why, "too long"));
    assert_null(rg_board_engine_open("/dev/null", why, sizeof why)); /* no terminal */
    line_goes_wrong(l, LINE_DEAF);
    assert_null(rg_board_engine_open(l->path, why, sizeof why));
    line_goes_wrong(l, LINE_FINE);
    assert_non_null(strstr(why, "does not answer"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise),           cmocka_unit_test(test_reset_is_not_lost),
        cmocka_unit_test(test_out_is_not_lost), cmocka_unit_test(test_silence),
        cmocka_unit_test(test_unplugged),       cmocka_unit_test(test_left_and_found),
        cmocka_unit_test(test_restarted),       cmocka_unit_test(test_cannot_be_opened),
    };

    if (argc != 2) {
        fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
        return 2;
    }
    program = argv[1];
    return cmocka_run_group_tests(tests, open_line, close_line);
}
