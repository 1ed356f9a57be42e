/* test_loop_streams.c: random loops over arrays, with affine indices, steps, strides, trip counts
 * of 0 and 1, and indices out of range. Each is compiled with the pass `streams` (or `counters`,
 * `windows`, `sums`, `expand`, `zeros`, or all) and without. Values, the way back, gradients,
 * tangents and second derivatives agree, and so do traps.
 *
 *   test_loop_streams                 16 programs
 *   test_loop_streams COUNT [SEED]    COUNT programs from SEED on
 *   test_loop_streams --show SEED     print the program of a seed */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/opt/opt.h"
#include "host-driver/retrograd.h"
#include "tests/registers/level.h"
#include "loop_programs.h"

enum { DEFAULT_COUNT = 16, WORDS = 441, ARRAYS = 4, MOST_SIDE = 6, LONG_SIDE = 16 };

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1;

/* ---- one program, compiled in two ways ---- */

typedef struct {
    const char *name;
    size_t rows, columns;
    int64_t words[WORDS];
} argument;
typedef struct {
    rg_device *device;
    rg_job *job;
    rg_result result;
    char code[8];
    unsigned line;
    int64_t values[ARRAYS + 1][WORDS];
    double gradients[ARRAYS + 3][WORDS];
} run;

static const char *const outputs[] = {"T!", "U!", "A", "B", "s!", "x", "y"};
typedef enum { FORWARD, BACKWARD, GRADIENT, SECOND, WAYS } way;
static const char *const way_names[WAYS] = {"forward", "backward", "gradient",
                                            "tangents and second derivatives"};

static size_t arguments(generator *g, unsigned frac, argument *list)
{
    const size_t usual =
        pick(g, 4)
            ? 1 + pick(g, MOST_SIDE - 1)
            : LONG_SIDE + pick(g, MOST_SIDE - 1); /* long enough for loops that become several */
    size_t count = 0;
    for (unsigned i = 0; i < ARRAYS; i++) {
        argument a = {.name = outputs[i],
                      .rows = pick(g, 12) ? usual : pick(g, MOST_SIDE),
                      .columns = i % 2         ? 1
                                 : pick(g, 12) ? usual
                                               : pick(g, MOST_SIDE)};
        for (size_t k = 0; k < WORDS; k++)
            a.words[k] = g->whole
                             ? (int64_t)pick(g, 19) - 9
                             : ((int64_t)pick(g, 4001) - 2000) * (INT64_C(1) << (frac - 10)) / 3;
        if (a.rows == 0 || a.columns == 0)
            a.rows = 0;
        list[count++] = a;
    }
    static const char *const scalars[] = {"s!", "x", "y", "n", "m"};
    for (unsigned i = 0; i < 5; i++) {
        argument a = {.name = scalars[i], .rows = 1, .columns = 1};
        a.words[0] = i > 2 || (i == 0 && g->whole)
                         ? (pick(g, 5) == 0 ? -(int64_t)pick(g, 3)
                                            : (int64_t)(pick(g, 4) ? 1 + pick(g, 4) : pick(g, 8)))
                         : ((int64_t)pick(g, 4001) - 2000) * (INT64_C(1) << (frac - 10)) / 3;
        list[count++] = a;
    }
    return count;
}

static void doubles(const argument *a, unsigned frac, double *out)
{
    for (size_t k = 0; k < WORDS; k++)
        out[k] = ldexp((double)(a->words[k] % 1000), -(int)(frac > 43 ? 10 : 9));
}

static bool start(run *r, const char *text, opt_set off, const argument *list, size_t count)
{
    rg_fault fault;
    const char *names[OPT_PASS_COUNT];
    assert_int_equal(rg_set_passes_off(r->device, names, opt_names(off, names), NULL), RG_OK);
    rg_set_verify(r->device, true);
    if (rg_load_text(r->device, "loops.rg", text, &fault) != RG_OK) {
        r->job = NULL;
        return false;
    }
    r->job = rg_job_new(r->device, "main", &fault);
    assert_non_null(r->job);
    for (size_t i = 0; i < count; i++)
        if (rg_set_raw(r->job, list[i].name, list[i].words, list[i].rows, list[i].columns, &fault)
            != RG_OK) {
            rg_job_free(r->job);
            r->job = NULL;
            return false;
        }
    return true;
}

static void go(run *r, way w, const argument *list, unsigned frac)
{
    rg_fault fault = {0};
    double direction[WORDS];
    memset(r->values, 0, sizeof r->values);
    memset(r->gradients, 0, sizeof r->gradients);
    if (w == SECOND)
        for (unsigned i = 0; i < ARRAYS; i++) {
            doubles(&list[i], frac, direction);
            if (rg_set_direction(r->job, list[i].name, direction, list[i].rows * list[i].columns,
                                 &fault)
                != RG_OK)
                break;
        }
    r->result = w == FORWARD    ? rg_call(r->job, &fault)
                : w == BACKWARD ? rg_uncall(r->job, &fault)
                : w == GRADIENT ? rg_gradient(r->job, "s!", 0, 0, &fault)
                                : rg_hessian_vector(r->job, "s!", 0, 0, &fault);
    snprintf(r->code, sizeof r->code, "%s", fault.code);
    r->line = fault.line;
    if (r->result == RG_TRAPPED)
        assert_int_equal(rg_rollback(r->job, &fault), RG_OK);
    for (unsigned i = 0; i < 7 && r->result == RG_OK; i++) {
        if (i < ARRAYS + 1)
            rg_get_raw(r->job, outputs[i], r->values[i], WORDS);
        if (w == GRADIENT)
            rg_get_gradient(r->job, outputs[i], r->gradients[i], WORDS);
        if (w == SECOND)
            rg_get_hessian_vector(r->job, outputs[i], r->gradients[i], WORDS);
    }
    if (w == GRADIENT && r->result == RG_OK)
        assert_true(rg_restored(r->job));
}

/* Backward, a wrong index is reported at the first line that uses it (docs/reference/driver.md),
 * which may be the condition or the update. With one update, a stream finds an index out of range
 * before an iteration that would have trapped for another reason. It reports an element that is its
 * own operand by another name. Of several that trap, either may be the first. */
static bool same_trap(const run *with, const run *without, way w, bool many)
{
    if (strcmp(with->code, without->code) == 0)
        return many || with->line == without->line
               || (w == BACKWARD && strcmp(with->code, "R0807") == 0);
    return many || strcmp(with->code, "R0807") == 0
           || (strcmp(with->code, "R0804") == 0 && strcmp(without->code, "R0814") == 0);
}

static bool same_results(const run *a, const run *b)
{
    for (unsigned i = 0; i < ARRAYS + 1; i++)
        for (unsigned k = 0; k < WORDS; k++)
            if (a->values[i][k] != b->values[i][k])
                return false;
    for (unsigned i = 0; i < 7; i++)
        for (unsigned k = 0; k < WORDS; k++)
            if (fabs(a->gradients[i][k] - b->gradients[i][k])
                > 1e-9 * (1 + fabs(a->gradients[i][k])))
                return false;
    return true;
}

typedef struct {
    unsigned long ran, trapped, refused;
} tally;

static bool nothing_changed(const run *r, const argument *list)
{
    for (unsigned i = 0; i < ARRAYS + 1; i++)
        if (memcmp(r->values[i], list[i].words,
                   list[i].rows * list[i].columns * sizeof list[i].words[0])
            != 0)
            return false;
    return true;
}

static bool is_empty(const argument *list)
{
    for (unsigned i = 0; i < ARRAYS; i++)
        if (list[i].rows == 0)
            return true;
    return false;
}

/* Slices as arguments, in the array and copied out of it. Of a matrix without rows nothing is
 * copied, so a wrong column is not seen. */
static opt_set left_out(const generator *g, uint64_t seed, const argument *list)
{
    if (g->counted && seed % 4)
        return UINT64_C(1) << OPT_COUNTERS;
    if (is_empty(list))
        return UINT64_C(1) << OPT_STREAMS;
    switch (seed % 7) {
    case 0: return OPT_EVERY;
    case 1: return UINT64_C(1) << OPT_WINDOWS;
    case 2: return UINT64_C(1) << OPT_SUMS;
    case 3: return UINT64_C(1) << OPT_EXPAND;
    case 4: return UINT64_C(1) << OPT_ZEROS;
    default: return UINT64_C(1) << OPT_STREAMS;
    }
}

/* An index where nothing is added or used, and an element that is its own operand: passes look at
 * them or not (docs/development/compiler/streams.md). */
static bool may_be_seen(const char *code)
{
    return strcmp(code, "R0807") == 0 || strcmp(code, "R0804") == 0 || strcmp(code, "R0814") == 0;
}

/* Where it does not trap it gives the same at every level of the optimiser. */
static void check_levels(run *with, run *without, const generator *g, uint64_t seed,
                         const argument *list, size_t count)
{
    const unsigned frac = rg_device_frac(with->device);

    for (unsigned level = 0; level < LEVELS; level++) {
        if (!start(without, g->text, level_off(level), list, count))
            fail_msg("seed %llu: refused, %s", (unsigned long long)seed, level_name(level));
        for (way w = FORWARD; w <= (g->whole ? BACKWARD : GRADIENT); w++) {
            go(with, w, list, frac);
            go(without, w, list, frac);
            const bool ok = with->result == RG_OK;
            const bool alike = with->result == without->result
                                   ? !ok || same_results(with, without)
                                   : may_be_seen(ok ? without->code : with->code);
            if (!alike)
                fail_msg("seed %llu, %s: at the defaults %s, %s %s\n%s", (unsigned long long)seed,
                         way_names[w], ok ? "ok" : with->code, level_name(level),
                         without->result == RG_OK ? "ok" : without->code, g->text);
        }
        rg_job_free(without->job);
    }
}

static void check_seed(run *with, run *without, uint64_t seed, tally *t)
{
    static generator g;
    argument list[ARRAYS + 5];
    program(&g, seed);
    const unsigned frac = rg_device_frac(with->device);
    const size_t count = arguments(&g, frac, list);
    const bool many = g.updates > 1 || is_empty(list);
    const bool loaded = start(with, g.text, 0, list, count);
    if (!start(without, g.text, left_out(&g, seed, list), list, count) || !loaded) {
        t->refused++;
        assert_true(!loaded);
        return;
    }
    bool idle = false;
    for (way w = FORWARD; w < (g.whole ? GRADIENT : WAYS); w++) {
        go(with, w, list, frac);
        go(without, w, list, frac);
        idle = w == FORWARD ? with->result == RG_OK && nothing_changed(with, list) : idle;
        if ((idle || is_empty(list)) && with->result == RG_OK && without->result == RG_TRAPPED
            && strcmp(without->code, "R0807") == 0)
            continue; /* an element to which nothing is added is not looked at, and a part of which
                         nothing is used neither */
        const bool alike = with->result == without->result
                           && (with->result == RG_TRAPPED
                                   ? same_trap(with, without, w, many)
                                   : with->result != RG_OK || same_results(with, without));
        if (!alike)
            fail_msg("seed %llu, %s: with streams %s line %u, without %s line %u\n%s",
                     (unsigned long long)seed, way_names[w],
                     with->result == RG_OK ? "ok" : with->code, with->line,
                     without->result == RG_OK ? "ok" : without->code, without->line, g.text);
        t->ran += with->result == RG_OK;
        t->trapped += with->result == RG_TRAPPED;
    }
    rg_job_free(without->job);
    check_levels(with, without, &g, seed, list, count);
    rg_job_free(with->job);
}

static void loops_mean_the_same_as_streams(void **state)
{
    rg_fault fault;
    run *runs = calloc(2, sizeof *runs);
    tally t = {0, 0, 0};
    (void)state;
    assert_non_null(runs);
    for (unsigned i = 0; i < 2; i++) {
        runs[i].device = rg_device_open("fast", &fault);
        assert_non_null(runs[i].device);
    }
    for (unsigned long i = 0; i < program_count; i++)
        check_seed(&runs[0], &runs[1], first_seed + i, &t);
    print_message("%lu programs: %lu runs, %lu traps, %lu programs refused\n", program_count, t.ran,
                  t.trapped, t.refused);
    assert_true(t.ran > program_count / 2);
    assert_true(t.trapped * 20 > program_count);
    assert_true(t.refused * 2 < program_count);
    for (unsigned i = 0; i < 2; i++)
        rg_device_close(runs[i].device);
    free(runs);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--show") == 0) {
        static generator g;
        program(&g, strtoull(argv[2], NULL, 10));
        fputs(g.text, stdout);
        return 0;
    }
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops_mean_the_same_as_streams)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
