/* test_inverse_random.c: the inverse printed as source, of the random programs of tests/oracle. Run
 * backward, it gives what the program gives forward; and its own inverse has the code of the
 * program.
 *
 *   test_inverse_random                 30 programs
 *   test_inverse_random COUNT [SEED]    COUNT programs from SEED on */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/opt/opt.h"
#include "compiler/rgc.h"
#include "host-driver/retrograd.h"
#include "tests/oracle/generate.h"

enum { MOST = 16, WORDS = 8 };

static unsigned long program_count = 30, first_seed = 1;

/* The pass `fold` looks at source lines, and a printed program has others. */
static const rgc_options unfolded = {.passes_off = UINT64_C(1) << OPT_FOLD};

static rgc_result *compiled(uint64_t seed, const char *text)
{
    rgc_result *r = rgc_compile_buffer("random.rg", text, strlen(text), &unfolded);
    assert_non_null(r);
    if (!rgc_object(r)) {
        rgc_render_text(r, stderr);
        fail_msg("seed %llu does not compile:\n%s", (unsigned long long)seed, text);
    }
    return r;
}

/* To be freed. */
static char *inverse_of(const rgc_result *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    const int failed = rgc_print_source(r, f, true);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(failed, 0);
    return text;
}

/* The arguments of main after a run of the text, words[MOST][WORDS]; false where it traps. */
static bool run(rg_device *device, const char *text, uint64_t seed, bool backward,
                int64_t (*words)[WORDS])
{
    rg_fault fault = {0};
    rg_parameter p;
    gen random = {.state = seed};
    if (rg_load_text(device, "random.rg", text, &fault) != RG_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, rg_diagnostics(device));
    rg_job *job = rg_job_new(device, "main", &fault);
    assert_non_null(job);
    assert_true(rg_parameter_count(job) <= MOST);
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        static const size_t extents[] = {2, 2, 2};
        const size_t rows = p.rank ? 2 : 1, columns = p.rank < 2 ? 1 : p.rank == 2 ? 2 : 4;
        for (size_t k = 0; k < rows * columns; k++)
            words[i][k] = p.number == RG_NUMBER_BOOL ? gen_pick(&random, 2)
                          : p.number == RG_NUMBER_INT
                              ? (int64_t)gen_pick(&random, 40) - 15
                              : ((int64_t)gen_pick(&random, 1u << 30) - (1 << 29)) * (1 << 14);
        if (p.rank == 3)
            assert_int_equal(rg_set_extents(job, p.name, extents, 3, &fault), RG_OK);
        assert_int_equal(rg_set_raw(job, p.name, words[i], rows, columns, &fault), RG_OK);
    }
    const rg_result result = backward ? rg_uncall(job, &fault) : rg_call(job, &fault);
    if (result != RG_TRAPPED)
        assert_int_equal(result, RG_OK);
    for (size_t i = 0; result == RG_OK && rg_parameter_at(job, i, &p); i++)
        rg_get_raw(job, p.name, words[i], WORDS);
    rg_job_free(job);
    return result == RG_OK;
}

/* Whether both could be run to their ends. */
static bool check(rg_device *device, const char *text, uint64_t seed)
{
    int64_t forward[MOST][WORDS] = {{0}}, back[MOST][WORDS] = {{0}};
    rgc_result *source = compiled(seed, text);
    char *once = inverse_of(source);
    rgc_result *inverse = compiled(seed, once);
    char *twice = inverse_of(inverse);
    rgc_result *again = compiled(seed, twice);
    const rg_object *a = rgc_object(source), *b = rgc_object(again);
    if (a->code_count != b->code_count
        || memcmp(a->code, b->code, a->code_count * sizeof *a->code) != 0)
        fail_msg("seed %llu: the inverse of the inverse is another program:\n%s",
                 (unsigned long long)seed, twice);
    const bool ran = run(device, text, seed, false, forward);
    if (run(device, once, seed, true, back) != ran
        || (ran && memcmp(forward, back, sizeof back) != 0))
        fail_msg("seed %llu: the printed inverse is not the inverse:\n%s", (unsigned long long)seed,
                 once);
    rgc_result_free(source);
    rgc_result_free(inverse);
    rgc_result_free(again);
    free(once);
    free(twice);
    return ran;
}

static void printed_inverses_undo(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    unsigned long ran = 0;
    (void)state;
    assert_non_null(device);
    for (uint64_t seed = first_seed; seed < first_seed + program_count; seed++) {
        gen g;
        gen_program(&g, seed);
        ran += check(device, g.out.s, seed);
        gen_free(&g);
    }
    rg_device_close(device);
    print_message("%lu of %lu programs run to their ends\n", ran, program_count);
    assert_true(ran * 2 > program_count);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(printed_inverses_undo)};
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
