/* test_firmware.c: jobs of the dispatcher and the self-test, forward and back, on every engine
 * there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/asm/asm.h"
#include "firmware/board.h"
#include "host-driver/bus.h"
#include "isa/isa.h"

enum {
    VECTOR = 80, /* a vector of 20 words behind its header */
    STACK = 120,
    CYCLES = 4000000,
    ONE_SHIFT = RG_FIRMWARE_FRAC
};

#define FIXED(n) ((int64_t)((uint64_t)(int64_t)(n) << ONE_SHIFT))

/* mac: y += a b, and the same in other registers.  scale: v[i] += a i for a vector of any length,
 * with a frame; then a trap when `a` is 3. */
static const char program_text[] = ".routine mac\n"
                                   "mac_t: bra.l mac_b\n"
                                   "mac: portal r0\n"
                                   "  fmul += r1, r2, r3\n"
                                   "mac_b: bra.s mac_t\n"
                                   ".routine mac_wide\n"
                                   "wide_t: bra.l wide_b\n"
                                   "mac_wide: portal r0\n"
                                   "  fmul += r15, r28, r1\n"
                                   "wide_b: bra.s wide_t\n"
                                   ".routine scale\n"
                                   "scale_t: bra.l scale_b\n"
                                   "scale: portal r0\n"
                                   "  mov += sp, 2\n"
                                   "  exch r15, [sp - 1]\n"
                                   "  exch r16, [sp - 2]\n"
                                   "  ld := r15, [r1 + 0]\n"
                                   "top: fortop r16, r15, end\n"
                                   "  add := r3, r16, 1\n"
                                   "  itof := r4, r3\n"
                                   "  fmul := r5, r2, r4\n"
                                   "  stf += [r1 + r3], r5\n"
                                   "  fmul =: r5, r2, r4\n"
                                   "  itof =: r4, r3\n"
                                   "  add =: r3, r16, 1\n"
                                   "end: forend r16, r15, top\n"
                                   "  ld =: r15, [r1 + 0]\n"
                                   "  fmov := r3, 3\n"
                                   "  assert r2 != r3\n"
                                   "  fmov =: r3, 3\n"
                                   "  exch r16, [sp - 2]\n"
                                   "  exch r15, [sp - 1]\n"
                                   "  mov -= sp, 2\n"
                                   "scale_b: bra.s scale_t\n";

typedef struct {
    rg_engine *engine;
    uint32_t mac, mac_wide, scale; /* absolute entries */
    int64_t command;               /* of the job, and its width */
    size_t width;
    uint64_t out[64];
    rg_board_stop stop;
} bench;

static const char *engine_name; /* of the group of tests under way */

static uint32_t entry_of(const rg_object *object, const char *name)
{
    for (size_t i = 0; i < object->routine_count; i++)
        if (strcmp(object->routines[i].name, name) == 0)
            return rg_firmware_count + object->routines[i].entry;
    fail_msg("no routine %s", name);
    return 0;
}

static int set_up(void **state)
{
    char error[256];
    bench *b = calloc(1, sizeof *b);
    rg_object *object = rg_assemble(program_text, sizeof program_text - 1, "test", RG_FIRMWARE_XLEN,
                                    RG_FIRMWARE_FRAC, error, sizeof error);
    size_t count = object ? rg_firmware_count + object->code_count : 0;
    uint32_t *words = malloc(count * sizeof *words + 1);

    if (!b || !object || !words) {
        print_error("set-up: %s\n", object ? "out of memory" : error);
        return -1;
    }
    memcpy(words, rg_firmware_words, rg_firmware_count * sizeof *words);
    memcpy(words + rg_firmware_count, object->code, object->code_count * sizeof *words);
    b->mac = entry_of(object, "mac");
    b->mac_wide = entry_of(object, "mac_wide");
    b->scale = entry_of(object, "scale");
    b->engine = rg_engine_open(engine_name);
    bool loaded = b->engine && rg_board_load(b->engine, words, (uint32_t)count);
    free(words);
    rg_object_free(object);
    *state = b;
    return loaded ? 0 : -1;
}

static int tear_down(void **state)
{
    bench *b = *state;

    if (b)
        rg_engine_close(b->engine);
    free(b);
    return 0;
}

static void poke(bench *b, uint32_t address, int64_t value)
{
    assert_true(rg_board_poke(b->engine, address, (uint64_t)value));
}

static int64_t value_at(bench *b, uint32_t address)
{
    uint64_t value = 0, gradient = 0;

    assert_true(rg_board_peek(b->engine, address, &value, &gradient));
    return (int64_t)value;
}

static int64_t gradient_at(bench *b, uint32_t address)
{
    uint64_t value = 0, gradient = 0;

    assert_true(rg_board_peek(b->engine, address, &value, &gradient));
    return (int64_t)gradient;
}

/* The words and gradients of data memory that a job may touch. */
enum { SNAPSHOT = 160 };
static void snapshot(bench *b, int64_t words[2 * SNAPSHOT])
{
    for (uint32_t i = 0; i < SNAPSHOT; i++) {
        words[2 * i] = value_at(b, i);
        words[2 * i + 1] = gradient_at(b, i);
    }
}

static uint32_t job_of(const bench *b) { return rg_firmware_jobs[b->width][b->command - 1]; }
static uint32_t between(const bench *b) { return rg_firmware_between[b->width]; }

static bool stands_between(const bench *b)
{
    return b->command == 3 && b->stop.halted && b->stop.pc == between(b);
}

/* Up to the end, or to the halt between the sweeps of a gradient. */
static void start(bench *b)
{
    assert_true(rg_board_run(b->engine, job_of(b), CYCLES, b->out, 64, &b->stop));
}

/* The sweep back of a gradient. */
static void sweep(bench *b)
{
    assert_true(stands_between(b));
    assert_true(rg_board_go_on(b->engine, between(b) + 1, CYCLES, b->out, 64, &b->stop));
}

static void undo(bench *b)
{
    assert_true(rg_board_undo(b->engine, CYCLES, b->out, 64, &b->stop));
    if (stands_between(b))
        assert_true(rg_board_go_on(b->engine, between(b) - 1, CYCLES, b->out, 64, &b->stop));
}

/* The job is back at its start: halted before the dispatcher, memory as in the snapshot. */
static void assert_undone(bench *b, const int64_t before[2 * SNAPSHOT])
{
    int64_t after[2 * SNAPSHOT];

    assert_true(b->stop.halted);
    assert_int_equal(b->stop.pc, job_of(b) - 1);
    snapshot(b, after);
    assert_memory_equal(before, after, sizeof after);
}

/* y = 5, a = 3, b = 7; the result is ARG1. */
static void prepare_mac(bench *b, int64_t command)
{
    b->command = command;
    b->width = 0;
    poke(b, RG_MAILBOX_ENTRY, b->mac);
    poke(b, RG_MAILBOX_STACK, STACK);
    poke(b, RG_MAILBOX_ARG1, FIXED(5));
    poke(b, RG_MAILBOX_ARG2, FIXED(3));
    poke(b, RG_MAILBOX_ARG3, FIXED(7));
}

static void test_call(void **state)
{
    bench *b = *state;
    int64_t before[2 * SNAPSHOT];

    prepare_mac(b, 1);
    snapshot(b, before);
    start(b);
    assert_true(b->stop.halted);
    assert_int_equal(b->stop.out_count, 0);
    assert_int_equal(value_at(b, RG_MAILBOX_ARG1), FIXED(26));
    undo(b);
    assert_undone(b, before);
}

static void test_uncall(void **state)
{
    bench *b = *state;
    int64_t before[2 * SNAPSHOT];

    prepare_mac(b, 2);
    snapshot(b, before);
    start(b);
    assert_true(b->stop.halted);
    assert_int_equal(value_at(b, RG_MAILBOX_ARG1), FIXED(5 - 21));
    undo(b);
    assert_undone(b, before);
}

/* The gradient of the word is 1. */
static void seed(bench *b, uint32_t word)
{
    assert_int_equal(rg_engine_write(b->engine, RG_WINDOW_DMEMG + RG_WINDOW_STEP * word, FIXED(1)),
                     RG_BUS_OKAY);
}

static void test_gradient(void **state)
{
    bench *b = *state;
    int64_t before[2 * SNAPSHOT];

    prepare_mac(b, 3);
    seed(b, RG_MAILBOX_ARG1);
    snapshot(b, before);
    start(b);
    assert_int_equal(value_at(b, RG_MAILBOX_ARG1), FIXED(26));
    assert_int_equal(gradient_at(b, RG_MAILBOX_ARG1), FIXED(1)); /* where it was */
    sweep(b);
    assert_true(b->stop.halted);
    assert_int_equal(b->stop.out_count, 0);
    assert_int_equal(gradient_at(b, RG_MAILBOX_ARG2), FIXED(7)); /* dy/da = b */
    assert_int_equal(gradient_at(b, RG_MAILBOX_ARG3), FIXED(3)); /* dy/db = a */
    assert_int_equal(gradient_at(b, RG_MAILBOX_ARG1), FIXED(1));
    for (uint32_t i = 0; i < SNAPSHOT; i++)
        assert_int_equal(value_at(b, i), before[2 * i]); /* every value is what it was */
    undo(b);
    assert_undone(b, before);
}

/* v = 20 zeros, a = 2; v[i] += 2 i. */
static void prepare_scale(bench *b, int64_t command, int64_t a)
{
    prepare_mac(b, command);
    poke(b, RG_MAILBOX_ENTRY, b->scale);
    poke(b, RG_MAILBOX_ARG1, VECTOR);
    poke(b, RG_MAILBOX_ARG2, FIXED(a));
    poke(b, RG_MAILBOX_ARG3, 0);
    poke(b, VECTOR, 20);
    poke(b, VECTOR - 1, 1);
    seed(b, VECTOR + 19);
}

static void test_vector(void **state)
{
    bench *b = *state;
    int64_t before[2 * SNAPSHOT];

    prepare_scale(b, 3, 2);
    snapshot(b, before);
    start(b);
    for (int i = 0; i < 20; i++)
        assert_int_equal(value_at(b, VECTOR + 1 + (uint32_t)i), FIXED(2 * (i + 1)));
    sweep(b);
    assert_true(b->stop.halted);
    assert_int_equal(gradient_at(b, RG_MAILBOX_ARG2), FIXED(19));
    undo(b);
    assert_undone(b, before);
}

static void test_trap_is_undone(void **state)
{
    bench *b = *state;
    int64_t before[2 * SNAPSHOT];

    prepare_scale(b, 3, 3);
    snapshot(b, before);
    start(b);
    assert_true(b->stop.trapped);
    assert_int_equal(b->stop.cause, RG_TRAP_ASSERT);
    assert_int_equal(value_at(b, VECTOR + 20), FIXED(60));
    undo(b);
    assert_undone(b, before);
}

/* y, a and b come in registers that only programs of some width load. */
static void test_widths(void **state)
{
    bench *b = *state;
    int64_t before[2 * SNAPSHOT];

    for (size_t round = 0; round < RG_FIRMWARE_WIDTHS * 3; round++) {
        const bool wide = round / 3 == 2;
        const uint32_t y = wide ? RG_MAILBOX_ARG15 : RG_MAILBOX_ARG1,
                       a = wide ? RG_MAILBOX_ARG28 : RG_MAILBOX_ARG2,
                       other = wide ? RG_MAILBOX_ARG1 : RG_MAILBOX_ARG3;
        for (uint32_t i = RG_MAILBOX_ARG1; i <= RG_MAILBOX_ARG28; i++)
            poke(b, i, 0);
        prepare_mac(b, (int64_t)(round % 3) + 1);
        b->width = round / 3;
        poke(b, RG_MAILBOX_ENTRY, wide ? b->mac_wide : b->mac);
        for (uint32_t i = 0; i < 3; i++)
            poke(b, RG_MAILBOX_ARG1 + i, 0);
        poke(b, y, FIXED(5));
        poke(b, a, FIXED(3));
        poke(b, other, FIXED(7));
        seed(b, y);
        snapshot(b, before);
        start(b);
        assert_true(b->stop.halted);
        assert_int_equal(value_at(b, y), FIXED(b->command == 2 ? 5 - 21 : 5 + 21));
        if (b->command == 3) {
            sweep(b);
            assert_true(b->stop.halted);
            assert_int_equal(gradient_at(b, a), FIXED(7));
        }
        undo(b);
        assert_undone(b, before);
        assert_int_equal(rg_engine_write(b->engine, RG_WINDOW_DMEMG + RG_WINDOW_STEP * y, 0),
                         RG_BUS_OKAY);
        poke(b, y, 0);
        poke(b, a, 0);
        poke(b, other, 0);
    }
}

/* What docs/reference/firmware.md says of the dispatcher's own instructions, with the four of the
 * routine. */
static void test_length(void **state)
{
    static const struct {
        int64_t command;
        size_t width;
        uint64_t retired;
    } jobs[] = {
        {1, 0, 19}, {3, 0, 36}, {1, 1, 51}, {3, 1, 100}, {1, 2, 91}, {3, 2, 180},
    };
    bench *b = *state;

    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        prepare_mac(b, jobs[i].command);
        b->width = jobs[i].width;
        const uint64_t before = b->stop.retired;
        start(b);
        if (stands_between(b))
            sweep(b);
        assert_int_equal(b->stop.retired - before, jobs[i].retired);
        undo(b);
    }
}

static void test_selftest(void **state)
{
    bench *b = *state;
    int64_t before[2 * SNAPSHOT];

    snapshot(b, before);
    assert_true(rg_board_run(b->engine, RG_FIRMWARE_SELFTEST, CYCLES, b->out, 64, &b->stop));
    if (b->stop.trapped)
        fail_msg("trap %u at %u, info 0x%llx", b->stop.cause, (unsigned)b->stop.pc,
                 (unsigned long long)b->stop.info);
    assert_true(b->stop.halted);
    assert_int_equal(b->stop.out_count, RG_FIRMWARE_PASS_COUNT);
    for (unsigned i = 0; i < RG_FIRMWARE_PASS_COUNT; i++)
        assert_int_equal(b->out[i], RG_FIRMWARE_PASS);
    int64_t after[2 * SNAPSHOT];
    snapshot(b, after);
    assert_memory_equal(before, after, sizeof after);
    undo(b);
    assert_true(b->stop.halted);
    assert_int_equal(b->stop.pc, RG_FIRMWARE_SELFTEST - 1);
}

/* Every instruction occurs in the image, so that the self-test and the dispatcher run each. */
static void test_coverage(void **state)
{
    bool seen[RG_OP_LIMIT] = {false};

    (void)state;
    if (RG_FIRMWARE_PASS_IS_PARTIAL) {
        print_message("narrow format: the self-test is partial and says so\n");
        skip();
    }
    for (unsigned i = 0; i < rg_firmware_count; i++)
        seen[rg_firmware_words[i] >> 25] = true;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info && !(RG_FIRMWARE_XLEN == 32 && (op == RG_OP_LI2 || op == RG_OP_LI3)) && !seen[op])
            fail_msg("the firmware never uses %s", info->mnemonic);
    }
    assert_true(rg_firmware_check_count >= 15);
}

/* The signatures of the default format, as the reference arithmetic gave them; ints1, ints2 and
 * flow also by hand calculation outside this repository's code. In the order of the joined source.
 */
static void test_signatures(void **state)
{
    static const rg_firmware_check expected[] = {
        {"ints1", UINT64_C(0x6cc280eb223c9a18)},       {"ints2", UINT64_C(0xffae5d921a712036)},
        {"memory", UINT64_C(0x60f0057e8c022156)},      {"flow1", UINT64_C(0x013ff47f740680f4)},
        {"flow2", UINT64_C(0x0140457f9006801c)},       {"flow3", UINT64_C(0x0140410228007f5c)},
        {"ints3", UINT64_C(0x15cffe000fdd5927)},       {"fixed1", UINT64_C(0x5461093b8fd9a91e)},
        {"fixed1_grad", UINT64_C(0x6237721c48af362c)}, {"fixed2", UINT64_C(0xb9a8cee0487d9ab2)},
        {"fixed2_grad", UINT64_C(0xf9da2e592a7cd6fe)}, {"logs", UINT64_C(0xbd6a1c49efe38e81)},
        {"logs_grad", UINT64_C(0xd86dc56d5ba681d9)},   {"moves", UINT64_C(0xd887036d225d5b66)},
        {"moves_grad", UINT64_C(0x14001a057feffd20)},
    };

    (void)state;
    if (RG_FIRMWARE_XLEN != 64 || RG_FIRMWARE_FRAC != 43) {
        print_message("other word format: the build's own signatures stand\n");
        skip();
    }
    /* Behind these stand the blocks that are made from the instruction table. */
    assert_true(rg_firmware_check_count >= sizeof expected / sizeof expected[0]);
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_string_equal(rg_firmware_checks[i].name, expected[i].name);
        if (rg_firmware_checks[i].value != expected[i].value)
            fail_msg("the reference arithmetic changed: %s is now 0x%016llx", expected[i].name,
                     (unsigned long long)rg_firmware_checks[i].value);
    }
}

int main(void)
{
    static const char *const names[] = {"fast", "rtl"};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_widths, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_length, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_selftest, set_up, tear_down),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_signatures),
    };
    const struct CMUnitTest jobs[] = {
        /* with numbers up to 60 */
        cmocka_unit_test_setup_teardown(test_call, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_uncall, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_gradient, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_vector, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_trap_is_undone, set_up, tear_down),
    };
    int failed = 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rg_engine *engine = rg_engine_open(names[i]);
        if (!engine) {
            print_message("engine %s is not in this build\n", names[i]);
            continue;
        }
        rg_engine_close(engine);
        engine_name = names[i];
        print_message("engine %s\n", engine_name);
        failed += cmocka_run_group_tests(tests, NULL, NULL);
        if (!RG_FIRMWARE_PASS_IS_PARTIAL)
            failed += cmocka_run_group_tests(jobs, NULL, NULL);
    }
    return failed != 0;
}
