/* test_emit_c.c: emitted C beside the machine: values both ways, gradients, tangents, traps with
 * cause and line, and that a trap leaves everything as it was. The random programs of
 * tests/oracle, and every routine of examples/ and tests/conformance/.
 *
 *   test_emit_c                   5 programs, and some files of the repository
 *   test_emit_c COUNT [SEED]      COUNT programs from SEED on
 *   test_emit_c --keep SEED       one program; the unit of C stays
 *   test_emit_c --files [TEXT [keep]]  programs of the repository whose path contains TEXT */
#include <dirent.h>
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

enum { AT_ONCE = 60, DEFAULT_COUNT = 5, FILE_SIZE = 1 << 20, SEEDS_OF_A_ROUTINE = 2 };

/* EMIT_CC names another compiler and its options: many programs are compiled fastest by clang -O0.
 */
static const char *compiler(void)
{
    const char *chosen = getenv("EMIT_CC");

    return chosen && *chosen ? chosen : "cc -std=c17 -O1";
}

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1;
static bool keep;
static const char *only_file;
static unsigned file_every = 60;
static bool plain; /* at -O0 */

static void add_counts(twin_counts *all, const twin_counts *c)
{
    all->programs += c->programs;
    all->refused += c->refused;
    all->rejected += c->rejected;
    all->trapped += c->trapped;
    all->gradients += c->gradients;
    all->tangents += c->tangents;
    if (c->first_refusal[0])
        strcpy(all->first_refusal, c->first_refusal);
}

static void tell(const twin_counts *c)
{
    print_message("%u programs, %u runs trapped, %u gradients, %u tangents; %u not for C%s%s\n",
                  c->programs, c->trapped, c->gradients, c->tangents, c->refused,
                  c->refused ? ": " : "", c->first_refusal);
}

/* Values and tangents are those of the machine with its passes. They may move the last place of a
 * gradient (compiler/opt/opt.h), so gradients are those of `exact`, without them. */
static int run_unit(rg_device *device, rg_device *exact, unsigned long from, unsigned long count,
                    twin_counts *all)
{
    twin_unit u;
    rg_fault fault = {0};

    assert_true(twin_open(&u));
    for (unsigned long i = 0; i < count; i++) {
        gen g;
        gen_program(&g, from + i);
        u.what = exact ? TWIN_VALUES : TWIN_ALL;
        bool good = twin_add(&u, device, "program.rg", g.out.s, "main", false, from + i, &fault);
        u.what = TWIN_GRADIENTS;
        if (good && exact)
            good = twin_add(&u, exact, "program.rg", g.out.s, "main", false, from + i, &fault);
        if (!good)
            print_error("seed %lu: %s: %s\n", from + i, fault.code, fault.message);
        if (keep)
            printf("%s", g.out.s);
        gen_free(&g);
    }
    add_counts(all, &u.counts);
    const int differ = twin_close(&u, compiler(), keep);
    if (differ)
        print_error("%d lines differ; programs from seed %lu on\n", differ, from);
    return differ;
}

/* ---- the programs of the repository, every routine with arguments drawn ---- */

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, FILE_SIZE);
    if (file && text && fread(text, 1, FILE_SIZE - 1, file) > 0) {
        fclose(file);
        return text;
    }
    if (file)
        fclose(file);
    free(text);
    return NULL;
}

/* Runs backward from arguments that no call leaves: arrays whose shapes an assertion refuses, which
 * an inverse reaches last. The machine changes words outside of an array before, among them extents
 * of others, and traps LOOP. C stops at the first access outside, and traps that assertion. In
 * memory_operands.rg the machine finds a wrong index, and C before it a product that overflows. */
static const struct {
    const char *path;
    int lines;
} broken_promises[] = {{"examples/sparse.rg", 1},
                       {"tests/conformance/fn_arrays.rg", 1},
                       {"tests/conformance/functional_pairs.rg", 1},
                       {"tests/conformance/memory_operands.rg", 1}};

static int expected_differences(const char *path)
{
    for (size_t i = 0; i < sizeof broken_promises / sizeof broken_promises[0]; i++)
        if (strcmp(path, broken_promises[i].path) == 0)
            return broken_promises[i].lines;
    return 0;
}

/* True when the file differs otherwise than is known. */
static bool run_file(rg_device *device, const char *path, twin_counts *all)
{
    enum { MOST_ROUTINES = 100, NAME_SIZE = 64 };
    static char names[MOST_ROUTINES][NAME_SIZE];
    char *text = text_of(path);
    rg_fault fault = {0};
    twin_unit u;
    size_t count = 0;

    if (!text || rg_load_text(device, path, text, &fault) != RG_OK) {
        free(text);
        return false;
    }
    while (count < MOST_ROUTINES && count < rg_routine_count(device)) {
        snprintf(names[count], NAME_SIZE, "%s", rg_routine_name(device, count));
        count++;
    }
    assert_true(twin_open(&u));
    for (size_t i = 0; i < count; i++)
        for (unsigned seed = 1; seed <= SEEDS_OF_A_ROUTINE; seed++)
            if (!twin_add(&u, device, path, text, names[i], true, seed, &fault))
                print_message("%s, %s: %s %s\n", path, names[i], fault.code, fault.message);
    add_counts(all, &u.counts);
    const int differ = twin_close(&u, compiler(), keep);
    const bool bad = differ != expected_differences(path);
    if (bad)
        print_error("%s: %d lines differ, not %d\n", path, differ, expected_differences(path));
    free(text);
    return bad;
}

static void programs_of_the_repository_do_in_c_what_they_do_on_the_machine(void **state)
{
    static const char *const folders[] = {"examples", "tests/conformance"};
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    twin_counts all = {0};
    unsigned number = 0;
    int bad = 0;
    (void)state;

    assert_non_null(device);
    rg_set_cycle_limit(device, 20000000);
    /* the optimiser may move the last place of a gradient: compiler/opt/opt.h */
    assert_int_equal(rg_set_passes_off(device, (const char *const[]){"all"}, 1, NULL), RG_OK);
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
        struct dirent **list = NULL;
        const int count = scandir(folders[f], &list, NULL, alphasort);
        for (int i = 0; i < count; i++) {
            char path[300];
            snprintf(path, sizeof path, "%s/%s", folders[f], list[i]->d_name);
            const size_t length = strlen(path);
            const bool chosen = only_file ? strstr(path, only_file) != NULL
                                          : number % file_every == file_every / 2;
            if (length > 3 && strcmp(path + length - 3, ".rg") == 0 && ++number && chosen)
                bad += run_file(device, path, &all);
            free(list[i]);
        }
        free(list);
    }
    rg_device_close(device);
    tell(&all);
    assert_int_equal(bad, 0);
    assert_true(all.programs > 0);
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
    rg_device *exact = plain ? NULL : rg_device_open("fast", &fault);
    assert_true(plain || exact);
    assert_int_equal(rg_set_passes_off(plain ? device : exact, every, 1, NULL), RG_OK);
    for (unsigned long i = 0; i < program_count; i += AT_ONCE) {
        const int of = run_unit(device, exact, first_seed + i,
                                program_count - i < AT_ONCE ? program_count - i : AT_ONCE, &all);
        differ = of < 0 || differ < 0 ? -1 : differ + of;
    }
    /* gradients whose sweep back is taken again with a smaller seed; calls with several values */
    static const unsigned long again[] = {231906, 316403, 504091, 517365};
    for (size_t i = 0; first_seed == 1 && !keep && i < sizeof again / sizeof again[0]; i++)
        differ |= run_unit(device, exact, again[i], 1, &all);
    rg_device_close(device);
    rg_device_close(exact);
    tell(&all);
    assert_int_equal(differ, 0);
    assert_true(all.programs * 10 > program_count * 8);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_programs_do_in_c_what_they_do_on_the_machine),
        cmocka_unit_test(programs_of_the_repository_do_in_c_what_they_do_on_the_machine),
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
        cmocka_set_test_filter("random*");
    } else if (argc > 1 && strcmp(argv[1], "--files") == 0) {
        only_file = argc > 2 ? argv[2] : "";
        keep = argc > 3;
        cmocka_set_test_filter("programs_of*");
    } else if (argc > 1) {
        program_count = strtoul(argv[1], NULL, 10);
        if (argc > 2)
            first_seed = strtoul(argv[2], NULL, 10);
        cmocka_set_test_filter("random*");
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
