/* test_registers.c: random programs that crowd the registers, at every level of the optimiser.
 *
 *   test_registers                    30 programs, and those that have failed once
 *   test_registers COUNT [SEED]       COUNT programs from SEED on
 *   test_registers --show SEED        print the program of a seed and what becomes of it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/registers/levels.h"
#include "tests/registers/program.h"

enum { DEFAULT_COUNT = 30, MOST_SHOWN = 3 };

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1;

static bool bad(levels_kind kind) { return kind >= LEVELS_INVALID; }

static void report(const levels_result *r, unsigned long seed)
{
    print_error("seed %lu, %s without %s:\n%s\nagain: test_registers --show %lu\n", seed,
                levels_name(r->kind), level_name(r->level), r->text, seed);
}

static void all_levels_agree(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned long kinds[LEVELS_KINDS] = {0}, failures = 0, gradients = 0, exact = 0;
    program_text program;
    (void)state;
    assert_non_null(device);
    for (unsigned long i = 0; i < program_count; i++) {
        program_make(&program, first_seed + i);
        const levels_result r = levels_compare(device, program.text, first_seed + i);
        kinds[r.kind]++;
        gradients += r.gradients;
        exact += r.exact;
        failures += bad(r.kind);
        if (bad(r.kind) && failures <= MOST_SHOWN)
            report(&r, first_seed + i);
    }
    rg_device_close(device);
    for (int k = 0; k < LEVELS_KINDS; k++)
        if (kinds[k])
            print_message("%lu %s; ", kinds[k], levels_name((levels_kind)k));
    print_message("%d levels; %lu gradients, %lu of them equal in every bit\n", LEVELS, gradients,
                  exact);
    assert_int_equal(failures, 0);
    assert_true(kinds[LEVELS_AGREE] * 4 >= program_count * 3);
}

/* A parameter whose location is where another one comes in, without the pass `registers`. */
static void those_that_failed_agree(void **state)
{
    static const unsigned long seeds[] = {1018618};
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    program_text program;
    (void)state;
    assert_non_null(device);
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        program_make(&program, seeds[i]);
        const levels_result r = levels_compare(device, program.text, seeds[i]);
        if (r.kind != LEVELS_AGREE)
            report(&r, seeds[i]);
        assert_int_equal(r.kind, LEVELS_AGREE);
    }
    rg_device_close(device);
}

static int show(unsigned long seed)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    program_text program;
    if (!device)
        return 1;
    program_make(&program, seed);
    const levels_result r = levels_compare(device, program.text, seed);
    printf("%s# %s (%s)\n# %s\n", program.text, levels_name(r.kind), level_name(r.level), r.text);
    rg_device_close(device);
    return bad(r.kind);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_levels_agree),
                                       cmocka_unit_test(those_that_failed_agree)};

    if (argc == 3 && strcmp(argv[1], "--show") == 0)
        return show(strtoul(argv[2], NULL, 10));
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
