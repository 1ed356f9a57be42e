/* test_emit_c.c: emitted C beside the machine: values both ways, gradients, tangents, traps with
 * cause and line, and that a trap leaves everything as it was. The random programs of tests/oracle.
 *
 *   test_emit_c                   10 programs
 *   test_emit_c COUNT [SEED]      COUNT programs from SEED on
 *   test_emit_c --keep SEED       one program; the unit of C stays */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/emit_c/twin.h"
#include "tests/oracle/generate.h"

enum { AT_ONCE = 60, DEFAULT_COUNT = 10 };

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1;
static bool keep;
static bool plain; /* at -O0 */

static int run_unit(rg_device *device, unsigned long from, unsigned long count, twin_counts *all)
{
    twin_unit u;
    rg_fault fault = {0};

    assert_true(twin_open(&u));
    for (unsigned long i = 0; i < count; i++) {
        gen g;
        gen_program(&g, from + i);
        if (!twin_add(&u, device, "program.rg", g.out.s, "main", from + i, &fault))
            print_error("seed %lu: %s: %s\n", from + i, fault.code, fault.message);
        if (keep)
            printf("%s", g.out.s);
        gen_free(&g);
    }
    const twin_counts c = u.counts;
    const int differ = twin_close(&u, "cc -std=c17 -O1", keep);
    all->programs += c.programs;
    all->refused += c.refused;
    all->rejected += c.rejected;
    all->trapped += c.trapped;
    all->gradients += c.gradients;
    all->tangents += c.tangents;
    if (c.first_refusal[0])
        strcpy(all->first_refusal, c.first_refusal);
    if (differ)
        print_error("%d lines differ; programs from seed %lu on\n", differ, from);
    return differ;
}

static void random_programs_do_in_c_what_they_do_on_the_machine(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    twin_counts all = {0};
    int differ = 0;
    (void)state;

    assert_non_null(device);
    static const char *const every[] = {"all"};
    if (plain)
        assert_int_equal(rg_set_passes_off(device, every, 1, NULL), RG_OK);
    for (unsigned long i = 0; i < program_count; i += AT_ONCE) {
        const int of = run_unit(device, first_seed + i,
                                program_count - i < AT_ONCE ? program_count - i : AT_ONCE, &all);
        differ = of < 0 || differ < 0 ? -1 : differ + of;
    }
    rg_device_close(device);
    print_message("%u programs, %u runs trapped, %u gradients, %u tangents; %u not for C%s%s\n",
                  all.programs, all.trapped, all.gradients, all.tangents, all.refused,
                  all.refused ? ": " : "", all.first_refusal);
    assert_int_equal(differ, 0);
    assert_true(all.programs * 10 > program_count * 8);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs_do_in_c_what_they_do_on_the_machine),
    };
    if (argc > 1 && strcmp(argv[1], "--plain") == 0) {
        plain = true;
        argc--;
        argv++;
    }
    if (argc == 3 && strcmp(argv[1], "--keep") == 0) {
        keep = true;
        program_count = 1;
        first_seed = strtoul(argv[2], NULL, 10);
    } else if (argc > 1) {
        program_count = strtoul(argv[1], NULL, 10);
        if (argc > 2)
            first_seed = strtoul(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
