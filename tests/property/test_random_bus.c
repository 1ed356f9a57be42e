/* test_random_bus.c: random programs through the bus: forward and back on every engine, and beside
 * the reference model.
 *
 * RG_RANDOM_STEPS sets the number of instructions per engine (default 100000), RG_RANDOM_SEED the
 * first seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sim/lockstep/lockstep.h"

static unsigned long setting(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);

    return text ? strtoul(text, NULL, 10) : otherwise;
}

static rg_random_program_shape shape_of(unsigned program, uint32_t data_words, bool drops)
{
    return (rg_random_program_shape){.code_words = 300,
                                     .data_words = data_words,
                                     .steps = 1000,
                                     .mode = program % 8,
                                     .mode_changes = program % 16 > 13,
                                     .drops = drops};
}

static void report(const rg_lockstep *pair, uint64_t seed)
{
    fail_msg("%s, seed %llu: %s", rg_engine_name(pair->engine), (unsigned long long)seed,
             pair->why);
}

/* Forward, reverse, back, reverse: the number of instructions whose state came back. */
static unsigned long there_and_back(const char *engine, unsigned long target)
{
    unsigned long total = 0;
    uint64_t seed = setting("RG_RANDOM_SEED", 1);
    unsigned programs = 0;
    rg_lockstep pair;

    if (!rg_lockstep_open(&pair, engine))
        fail_msg("%s", pair.why);
    for (; total < target; programs++) {
        const rg_random_program_shape shape = shape_of(programs, pair.data_words, false);
        unsigned steps = rg_lockstep_program(&pair, &shape, seed + programs);
        if (!rg_lockstep_there_and_back(&pair, steps))
            report(&pair, seed + programs);
        total += 2 * steps;
        assert_true(programs < 1000 + target);
    }
    print_message("%s: %lu instructions in %u programs\n", engine, total, programs);
    rg_lockstep_close(&pair);
    return total;
}

/* Beside the model, to the trap at the end of each program: the number of instructions that were
 * alike. */
static unsigned long lockstep(const char *engine, unsigned longest, unsigned long target)
{
    uint64_t seed = setting("RG_RANDOM_SEED", 1) + 500000;
    unsigned long total = 0;
    unsigned programs = 0;
    rg_lockstep pair;

    if (!rg_lockstep_open(&pair, engine))
        fail_msg("%s", pair.why);
    for (; total < target; programs++) {
        const rg_random_program_shape shape = shape_of(programs, pair.data_words, programs % 2);
        unsigned steps = rg_lockstep_program(&pair, &shape, seed + programs);
        if (!rg_lockstep_run(&pair, steps + 20, longest, seed + programs))
            report(&pair, seed + programs);
        total += steps;
        assert_true(programs < 1000 + target);
    }
    print_message("%s: %lu instructions in %u programs\n", engine, total, programs);
    rg_lockstep_close(&pair);
    return total;
}

static unsigned long instructions(void) { return setting("RG_RANDOM_STEPS", 100000); }

static void fast_there_and_back(void **state)
{
    (void)state;
    assert_true(there_and_back("fast", instructions()) >= instructions());
}

static void rtl_there_and_back(void **state)
{
    (void)state;
    assert_true(there_and_back("rtl", instructions()) >= instructions());
}

static void fast_lockstep(void **state)
{
    (void)state;
    assert_true(lockstep("fast", 10, 20000) >= 20000);
}

static void rtl_lockstep_single(void **state)
{
    (void)state;
    assert_true(lockstep("rtl", 1, instructions() / 40) >= instructions() / 40);
}

static void rtl_lockstep_bursts(void **state)
{
    (void)state;
    assert_true(lockstep("rtl", 30, instructions() / 4) >= instructions() / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_there_and_back), cmocka_unit_test(fast_lockstep),
        cmocka_unit_test(rtl_lockstep_single), cmocka_unit_test(rtl_lockstep_bursts),
        cmocka_unit_test(rtl_there_and_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
