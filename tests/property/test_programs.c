/* test_programs.c: random programs on the interpreter of tests/oracle and, at every level of the
 * optimiser, the fast engine; for some, the Verilated core.
 *
 *   test_programs                     20 programs
 *   test_programs COUNT [SEED]        COUNT programs from SEED on
 *   test_programs COUNT SEED LEVELS   on the fast engine alone, at so many levels: 1 for the
 *                                     defaults, one more for each pass that is off, then -O0
 *   test_programs --show SEED         print the program of a seed and what becomes of it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/oracle/check.h"
#include "tests/oracle/generate.h"
#include "tests/registers/level_set.h"

enum { DEFAULT_COUNT = 20, RTL_EVERY = 2, SHOWN_OF_A_KIND = 2 };

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1, levels = LEVELS;

static void report(rg_device *device, const char *engine, uint64_t seed, const char *text,
                   const check_result *result, bool reduce)
{
    print_error("seed %llu on engine %s: %s\n  %s\n", (unsigned long long)seed, engine,
                check_name(result->kind), result->text);
    char *small = reduce ? check_reduce(device, text, seed, result->kind) : NULL;
    if (small) {
        check_result again = check_program(device, small, seed);
        print_error("reduced (%s):\n%s", again.text, small);
    }
    print_error("again: test_programs --show %llu\n", (unsigned long long)seed);
    free(small);
}

static bool bad(check_kind kind) { return kind >= CHECK_INVALID; }

typedef struct {
    unsigned long run, passed, failures;
} counts;

/* The first level at which something is wrong, or the last one. */
static check_result check_at_levels(rg_device *device, const char *text, uint64_t seed,
                                    unsigned levels)
{
    check_result result = {.kind = CHECK_FAILED}, all = {.kind = CHECK_FAILED};

    for (unsigned level = 1; level <= levels && (level == 1 || !bad(result.kind)); level++) {
        assert_true(level_set(device, level % LEVELS));
        result = check_program(device, text, seed);
        all = level == 1 || bad(result.kind) ? result : all;
        if (bad(result.kind))
            print_error("%s\n", level_name(level % LEVELS));
    }
    return all;
}

static counts run_programs(const char *engine, unsigned long count, unsigned long every,
                           unsigned levels)
{
    rg_fault fault;
    rg_device *device = rg_device_open(engine, &fault);
    unsigned long kinds[CHECK_KINDS] = {0}, failures = 0, compared = 0, exact = 0;
    assert_non_null(device);
    for (unsigned long i = 0; i < count; i += every) {
        gen g;
        gen_program(&g, first_seed + i);
        check_result result = check_at_levels(device, g.out.s, first_seed + i, levels);
        kinds[result.kind]++;
        compared += result.gradients;
        exact += result.exact;
        failures += bad(result.kind);
        if (bad(result.kind) && kinds[result.kind] <= SHOWN_OF_A_KIND)
            report(device, engine, first_seed + i, g.out.s, &result, every == 1);
        gen_free(&g);
    }
    rg_device_close(device);
    print_message("engine %s:", engine);
    for (int k = 0; k < CHECK_KINDS; k++)
        if (kinds[k])
            print_message(" %lu %s;", kinds[k], check_name((check_kind)k));
    print_message(" %lu gradients, %lu of them equal in every bit\n", compared, exact);
    return (counts){(count + every - 1) / every, kinds[CHECK_PASSED], failures};
}

static void programs_mean_the_same_on_the_fast_engine(void **state)
{
    (void)state;
    counts of = run_programs("fast", program_count, 1, (unsigned)levels);
    assert_int_equal(of.failures, 0);
    assert_true(of.passed * 2 > of.run); /* most can be compared */
}

static void programs_mean_the_same_on_the_core(void **state)
{
    (void)state;
    counts of = run_programs("rtl", program_count, program_count > 10000 ? 200 : RTL_EVERY, 1);
    assert_int_equal(of.failures, 0);
    assert_true(of.passed * 2 > of.run);
}

static int show(uint64_t seed)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    gen g;
    if (!device)
        return 1;
    gen_program(&g, seed);
    check_result result = check_program(device, g.out.s, seed);
    printf("%s# %s\n# %s\n", g.out.s, check_name(result.kind), result.text);
    if (bad(result.kind))
        report(device, "fast", seed, g.out.s, &result, true);
    gen_free(&g);
    rg_device_close(device);
    return bad(result.kind);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_mean_the_same_on_the_fast_engine),
        cmocka_unit_test(programs_mean_the_same_on_the_core),
    };
    if (argc == 3 && strcmp(argv[1], "--show") == 0)
        return show(strtoull(argv[2], NULL, 10));
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    if (argc > 3) {
        levels = strtoul(argv[3], NULL, 10);
        const struct CMUnitTest one[] = {tests[0]};
        return cmocka_run_group_tests(one, NULL, NULL);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
