/* test_traps.c: random programs with a mistake in them trap alike at every level of the optimiser:
 * the same code, line and notes.
 *
 *   test_traps                    80 programs
 *   test_traps COUNT [SEED]       COUNT programs from SEED on
 *   test_traps --show SEED        print the program of a seed and what becomes of it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/registers/levels.h"
#include "tests/registers/mistake.h"
#include "tests/registers/program.h"

enum { DEFAULT_COUNT = 80, MOST_SHOWN = 3 };

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1;

/* What -O0 refuses is a mistake that is found when compiling. */
static bool bad(levels_kind kind) { return kind > LEVELS_INVALID; }

static void make(program_text *program, uint64_t seed)
{
    program_make(program, seed);
    mistake_make(program, seed);
}

static void report(const levels_result *r, unsigned long seed)
{
    print_error("seed %lu, %s without %s:\n%s\nagain: test_traps --show %lu\n", seed,
                levels_name(r->kind), level_name(r->level), r->text, seed);
}

static void all_levels_trap_alike(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned long kinds[LEVELS_KINDS] = {0}, failures = 0;
    program_text program;
    (void)state;
    assert_non_null(device);
    for (unsigned long i = 0; i < program_count; i++) {
        make(&program, first_seed + i);
        const levels_result r = levels_compare(device, program.text, first_seed + i);
        kinds[r.kind]++;
        failures += bad(r.kind);
        if (bad(r.kind) && failures <= MOST_SHOWN)
            report(&r, first_seed + i);
    }
    rg_device_close(device);
    for (int k = 0; k < LEVELS_KINDS; k++)
        if (kinds[k])
            print_message("%lu %s; ", kinds[k], levels_name((levels_kind)k));
    print_message("%d levels\n", LEVELS);
    assert_int_equal(failures, 0);
    assert_true(kinds[LEVELS_TRAP] * 8 >= program_count);
}

static int show(unsigned long seed)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    program_text program;
    if (!device)
        return EXIT_FAILURE;
    make(&program, seed);
    const levels_result r = levels_compare(device, program.text, seed);
    printf("%s\n# %s: %s\n", program.text, levels_name(r.kind), r.text);
    rg_device_close(device);
    return bad(r.kind) ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--show") == 0)
        return show(strtoul(argv[2], NULL, 10));
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_levels_trap_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
