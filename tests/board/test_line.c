/* test_line.c: a line that goes wrong between the engine "board" and a simulated board: silence,
 * noise, a plug that is pulled, a board that starts anew. The first argument is the program of the
 * simulation. */
#define _DEFAULT_SOURCE   /* cfmakeraw */
#define _XOPEN_SOURCE 600 /* posix_openpt */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <termios.h>
#include <unistd.h>

#include "host-driver/internal.h"
#include "isa/isa.h"
#include "sim/board/engine.h"
#include "sim/lockstep/random.h"
#include "tests/board/simulated.h"

static const char *program;

/* ---- a line in between, which a thread carries and spoils ---- */

enum {
    FINE,
    DEAF,
    MUTE,
    NOISE,
    GARBLED
}; /* what is wrong: bytes to the board are lost, bytes from
      it; some change; bytes are put in between */

typedef struct {
    simulated board;
    char path[200]; /* a link to the terminal that is plugged in */
    char folder[64];
    atomic_int outer, inner; /* this side of the terminal of the engine, and the board's */
    atomic_int wrong, ends;
    atomic_ulong spoilt;
    pthread_t thread;
} line;

static bool raw_terminal(int fd)
{
    struct termios raw;

    if (fd < 0 || tcgetattr(fd, &raw) != 0)
        return false;
    cfmakeraw(&raw);
    return tcsetattr(fd, TCSANOW, &raw) == 0;
}

/* A new terminal behind the link. */
static bool plug(line *l)
{
    int outer = posix_openpt(O_RDWR | O_NOCTTY);

    if (outer < 0 || grantpt(outer) != 0 || unlockpt(outer) != 0 || !raw_terminal(outer))
        return false;
    unlink(l->path);
    if (symlink(ptsname(outer), l->path) != 0)
        return false;
    atomic_store(&l->outer, outer);
    return true;
}

static void unplug(line *l)
{
    const int outer = atomic_exchange(&l->outer, -1);

    usleep(20000); /* the thread lets go of it */
    unlink(l->path);
    close(outer);
}

/* Whether the byte goes on, and as what. */
static bool spoil(line *l, rg_random *random, bool to_board, uint8_t *byte)
{
    switch (atomic_load(&l->wrong)) {
    case DEAF:
    case MUTE: return (atomic_load(&l->wrong) == DEAF) != to_board;
    case NOISE:
        if (rg_one_in(random, 120)) { /* eight tries fail once in 400 000 transfers */
            *byte ^= (uint8_t)(1 + rg_random_below(random, 255));
            atomic_fetch_add(&l->spoilt, 1);
        }
        return !rg_one_in(random, 400);
    default: return true;
    }
}

static void carry(line *l, rg_random *random, int from, int to, bool to_board)
{
    struct pollfd one = {from, POLLIN, 0};
    uint8_t bytes[64], carried[4 * sizeof bytes];

    if (from < 0 || poll(&one, 1, 0) <= 0 || !(one.revents & POLLIN))
        return;
    const ssize_t n = read(from, bytes, sizeof bytes);
    size_t out = 0;
    for (ssize_t i = 0; i < n; i++) {
        if (atomic_load(&l->wrong) == GARBLED && !to_board && rg_one_in(random, 40)) {
            atomic_fetch_add(&l->spoilt, 1);
            for (uint64_t junk = 1 + rg_random_below(random, 3); junk > 0; junk--)
                carried[out++] = (uint8_t[]){0x00, 0x5a, 0xa5}[junk - 1];
        }
        if (spoil(l, random, to_board, &bytes[i]))
            carried[out++] = bytes[i];
    }
    /* At once: time of the simulated board must not pass within a frame while this thread waits. */
    if (to >= 0 && out > 0)
        (void)!write(to, carried, out);
}

static void *carrier(void *argument)
{
    line *l = argument;
    rg_random random = {7};

    while (!atomic_load(&l->ends)) {
        const int outer = atomic_load(&l->outer), inner = atomic_load(&l->inner);
        struct pollfd both[] = {{outer, POLLIN, 0}, {inner, POLLIN, 0}};
        if (poll(both, 2, 1) > 0 && both[0].revents & POLLHUP && !(both[0].revents & POLLIN))
            usleep(200); /* nobody has opened the other end */
        carry(l, &random, outer, inner, true);
        carry(l, &random, inner, outer, false);
    }
    return NULL;
}

static bool board_starts(line *l)
{
    if (!simulated_start(&l->board, program, NULL))
        return false;
    const int inner = open(l->board.path, O_RDWR | O_NOCTTY);
    if (!raw_terminal(inner))
        return false;
    atomic_store(&l->inner, inner);
    return true;
}

static void board_ends(line *l)
{
    const int inner = atomic_exchange(&l->inner, -1);

    usleep(20000);
    close(inner);
    simulated_stop(&l->board);
}

static int open_line(void **state)
{
    static line l;

    l = (line){.wrong = FINE, .outer = -1, .inner = -1};
    strcpy(l.folder, "/tmp/rg-line-XXXXXX");
    if (!mkdtemp(l.folder))
        return -1;
    snprintf(l.path, sizeof l.path, "%s/tty", l.folder);
    *state = &l;
    return board_starts(&l) && plug(&l) && pthread_create(&l.thread, NULL, carrier, &l) == 0 ? 0
                                                                                             : -1;
}

static int close_line(void **state)
{
    line *l = *state;

    atomic_store(&l->ends, 1);
    pthread_join(l->thread, NULL);
    board_ends(l);
    if (atomic_load(&l->outer) >= 0)
        unplug(l);
    rmdir(l->folder);
    return 0;
}

static rg_engine *open_engine(line *l)
{
    char why[400] = "";

    atomic_store(&l->wrong, FINE); /* whatever a test before has left */
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

    for (int kind = NOISE; kind <= GARBLED; kind++) {
        atomic_store(&l->spoilt, 0);
        atomic_store(&l->wrong, kind);
        load_loop(engine, 20);
        put(engine, RG_REG_CONTROL, RG_CONTROL_RUN);
        assert_int_equal(wait_for_end(engine) & 0xff, RG_STATUS_HALTED);
        atomic_store(&l->wrong, FINE);
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
    atomic_store(&l->wrong, DEAF);
    rg_engine_reset(engine);
    atomic_store(&l->wrong, FINE);
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
    atomic_store(&l->wrong, MUTE); /* it gives the word away, and nobody hears it */
    assert_int_equal(rg_engine_read(engine, RG_REG_OUT, &word), RG_BUS_LOST);
    assert_non_null(strstr(rg_engine_refused(engine), "does not answer"));
    atomic_store(&l->wrong, FINE);
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

    atomic_store(&l->wrong, DEAF);
    assert_int_equal(rg_engine_write(engine, RG_WINDOW_DMEMV, 77), RG_BUS_LOST);
    assert_int_equal(rg_engine_run(engine, 1000), 0);
    assert_non_null(strstr(rg_engine_refused(engine), "does not answer"));
    /* what the driver makes of it */
    rgd_device device = {.engine = engine};
    rg_fault fault = {0};
    assert_int_equal(rg_bus_read(&device, RG_REG_STATUS, &word, &fault), RG_BAD_MACHINE);
    assert_string_equal(fault.code, "R0903");
    assert_non_null(strstr(fault.message, "0x00000018 has no answer: the board at "));
    atomic_store(&l->wrong, FINE);
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
    unplug(l);
    assert_int_equal(rg_engine_read(engine, RG_REG_STATUS, &word), RG_BUS_LOST);
    assert_non_null(strstr(rg_engine_refused(engine), "is gone"));
    assert_int_equal(rg_engine_write(engine, RG_REG_CONTROL, RG_CONTROL_STOP), RG_BUS_LOST);
    assert_true(plug(l));
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
    board_ends(l);
    assert_true(board_starts(l));
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
    atomic_store(&l->wrong, DEAF);
    assert_null(rg_board_engine_open(l->path, why, sizeof why));
    atomic_store(&l->wrong, FINE);
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
