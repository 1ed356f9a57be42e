/* test_programs.c: random programs in words of 16 bits. Without arguments: on the interpreter of
 * tests/oracle and the engine fast16, with the passes that there are and without. With the program
 * of a simulated board: on that and on fast16, which must agree in every bit.
 *
 *   test_programs [SIMULATION [COUNT [SEED]]] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/opt/opt.h"
#include "tests/board/programs.h"
#include "tests/board/simulated.h"
#include "tests/oracle/check.h"

enum { INTERPRETED = 300, ON_A_BOARD = 16, WORDS = 3 };

static const char *simulation;
static unsigned long program_count, first_seed = 1;

/* ---- the interpreter and fast16 ---- */

static check_kind check_seed(rg_device *device, uint64_t seed, opt_set off)
{
    char text[BOARD_PROGRAM_TEXT];
    const char *names[OPT_PASS_COUNT];

    board_program(seed, text);
    assert_int_equal(rg_set_passes_off(device, names, opt_names(off, names), NULL), RG_OK);
    const check_result result = check_program(device, text, seed);
    if (result.kind >= CHECK_INVALID)
        print_error("seed %llu, %s passes: %s\n  %s\n%s", (unsigned long long)seed,
                    off ? "without" : "with", check_name(result.kind), result.text, text);
    return result.kind;
}

static void programs_mean_the_same(void **state)
{
    const unsigned long count = program_count ? program_count : INTERPRETED;
    unsigned long kinds[CHECK_KINDS] = {0}, bad = 0;
    rg_device *device = rg_device_open("fast16", NULL);

    (void)state;
    assert_non_null(device);
    for (unsigned long i = 0; i < 2 * count; i++) {
        const check_kind kind = check_seed(device, first_seed + i / 2, i % 2 ? OPT_EVERY : 0);
        kinds[kind]++;
        bad += kind >= CHECK_INVALID;
    }
    rg_device_close(device);
    for (int k = 0; k < CHECK_KINDS; k++)
        if (kinds[k])
            print_message("%lu %s; ", kinds[k], check_name((check_kind)k));
    print_message("\n");
    assert_int_equal(bad, 0);
    assert_true(kinds[CHECK_PASSED] > count);
}

/* ---- fast16 and a board ---- */

typedef struct {
    rg_result called, derived;
    bool restored;
    int64_t y, v[WORDS], k;
    double by[5][WORDS];
} outcome;

static double small(rg_random *r) { return ((double)rg_random_below(r, 1024) - 512) / 256; }

static void set_arguments(rg_job *job, uint64_t seed)
{
    rg_random r = {seed + 5};
    rg_fault fault;
    double v[WORDS], w[WORDS];

    for (int i = 0; i < WORDS; i++) {
        v[i] = small(&r);
        w[i] = small(&r);
    }
    assert_int_equal(rg_set_array(job, "v!", v, WORDS, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "w", w, WORDS, 1, &fault), RG_OK);
    assert_int_equal(rg_set_number(job, "y!", small(&r), &fault), RG_OK);
    assert_int_equal(rg_set_number(job, "x", small(&r), &fault), RG_OK);
    assert_int_equal(rg_set_number(job, "n", (double)rg_random_below(&r, 60) - 30, &fault), RG_OK);
}

static outcome run_on(rg_device *device, const char *text, uint64_t seed)
{
    static const char *const active[] = {"y!", "v!", "x", "w"};
    outcome o = {0};
    rg_fault fault = {0};

    if (rg_load_text(device, "program.rg", text, &fault) != RG_OK) {
        print_error("%s: %s\n%s", fault.code, fault.message, text);
        fail();
    }
    rg_job *job = rg_job_new(device, "main", &fault);
    assert_non_null(job);
    set_arguments(job, seed);
    o.called = rg_call(job, &fault);
    if (o.called == RG_OK) {
        (void)rg_get_raw(job, "y!", &o.y, 1);
        (void)rg_get_raw(job, "v!", o.v, WORDS);
        (void)rg_get_raw(job, "k!", &o.k, 1);
        o.derived = rg_gradient(job, "y!", 0, 0, &fault);
    } else {
        assert_int_equal(o.called, RG_TRAPPED);
        o.restored = rg_rollback(job, &fault) == RG_OK;
    }
    if (o.called == RG_OK && o.derived == RG_OK) {
        o.restored = rg_restored(job);
        for (size_t i = 0; i < sizeof active / sizeof active[0]; i++)
            (void)rg_get_gradient(job, active[i], o.by[i], WORDS);
    }
    rg_job_free(job);
    return o;
}

static bool same(const outcome *a, const outcome *b)
{
    return a->called == b->called && a->derived == b->derived && a->restored == b->restored
           && a->y == b->y && a->k == b->k && memcmp(a->v, b->v, sizeof a->v) == 0
           && memcmp(a->by, b->by, sizeof a->by) == 0;
}

static void show(const char *engine, const outcome *o)
{
    print_error("%s: %d %d restored %d y! %lld v! %lld %lld %lld k! %lld; by x %g\n", engine,
                o->called, o->derived, o->restored, (long long)o->y, (long long)o->v[0],
                (long long)o->v[1], (long long)o->v[2], (long long)o->k, o->by[2][0]);
}

static void a_board_computes_as_fast16(void **state)
{
    const unsigned long count = program_count ? program_count : ON_A_BOARD;
    simulated board;
    char name[sizeof board.path + 8];
    unsigned long ended = 0;
    rg_fault fault = {0};

    (void)state;
    assert_true(simulated_start(&board, simulation, NULL));
    snprintf(name, sizeof name, "board:%s", board.path);
    rg_device *device = rg_device_open(name, &fault), *model = rg_device_open("fast16", NULL);
    if (!device)
        print_error("%s\n", fault.message);
    assert_non_null(device);
    assert_non_null(model);
    for (unsigned long i = 0; i < count; i++) {
        char text[BOARD_PROGRAM_TEXT];
        board_program(first_seed + i, text);
        const outcome a = run_on(device, text, first_seed + i),
                      b = run_on(model, text, first_seed + i);
        ended += a.called == RG_OK && a.derived == RG_OK;
        if (same(&a, &b) && (a.restored || a.derived != RG_OK))
            continue;
        print_error("seed %lu\n%s", first_seed + i, text);
        show("board", &a);
        show("fast16", &b);
        fail();
    }
    rg_device_close(device);
    rg_device_close(model);
    simulated_stop(&board);
    print_message("%lu of %lu ended, with gradients\n", ended, count);
    assert_true(2 * ended > count);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest on_board[] = {cmocka_unit_test(a_board_computes_as_fast16)},
                            interpreted[] = {cmocka_unit_test(programs_mean_the_same)};

    simulation = argc > 1 && argv[1][0] ? argv[1] : NULL;
    program_count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    first_seed = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
    return simulation ? cmocka_run_group_tests(on_board, NULL, NULL)
                      : cmocka_run_group_tests(interpreted, NULL, NULL);
}
