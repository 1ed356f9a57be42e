/* test_spellings.c: random affine nests (spelled_nests.h), each printed in several spellings
 * (nest_text.h). All spellings give the same values and gradients, bit for bit, optimised and with
 * -O0. How many nests cost about the same in every spelling is counted: that number may only grow.
 *
 *   test_spellings                       the first nests, and the count of those within 1.3
 *   test_spellings FROM COUNT            COUNT nests from FROM on, for campaigns; from 4294967296
 * on nests whose reach only the call knows test_spellings FROM COUNT KINDS      with these kinds of
 * spelling alone (nest_text.h) test_spellings FROM COUNT KINDS --table   and the least and most
 * cycles of each nest test_spellings --show SEED [KINDS]   the spellings of a nest, with their
 * cycles */
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
#include "nest_text.h"

enum { NO_ARRAY = SPELLED_ARRAYS };
enum { SPELLINGS = 6, MOST_SIDE = 24, WORDS = MOST_SIDE * MOST_SIDE, NESTS = 60 };

/* Nests whose reach only the call knows: each stays within 1.3. */
enum { REACHES_CHECKED = 12 };
/* Of the first NESTS nests at least so many stay within 1.3 times their best spelling, of 58 that
 * are counted. It only grows. */
enum { AT_LEAST_WITHIN = 58 };

static uint64_t first_seed = 1, nest_count = NESTS, not_counted;
static unsigned kinds = SPELL_ALL;
static bool show, table, counted = true;

typedef struct {
    rg_result result;
    char code[8];
    uint64_t cycles;
    int64_t target[WORDS];
    double gradient[2][WORDS];
} outcome;

static bool is_vector(unsigned array, const char *text)
{
    char declared[16];

    snprintf(declared, sizeof declared, "%s::V", spelled_arrays[array].name);
    return strstr(text, declared) != NULL;
}

static void set_array(rg_job *job, const spelled_nest *n, unsigned a, const char *text,
                      bool short_of_a_row)
{
    static int64_t words[WORDS];
    rg_fault fault = {0};
    const bool matrix = spelled_arrays[a].rank == 2, vector = is_vector(a, text);
    const size_t side = matrix && n->size > MOST_SIDE ? MOST_SIDE : n->size,
                 columns = matrix ? side : 1;

    for (unsigned i = 0; i < side * columns; i++)
        words[i] = ((int64_t)((i * 7919 + a * 104729 + 17) % 4001) - 2000) * (INT64_C(1) << 30);
    if (rg_set_raw(job, spelled_arrays[a].name, words,
                   (vector ? side * columns : side) - short_of_a_row, vector ? 1 : columns, &fault)
        != RG_OK)
        fail_msg("%s", fault.message);
}

/* Elements of the array; one row less where it is short of one. */
static size_t words_of(const spelled_nest *n, unsigned a, const char *text, bool short_of_a_row)
{
    const size_t columns = spelled_arrays[a].rank == 2 ? n->size : 1;

    return n->size * columns - (!short_of_a_row ? 0 : is_vector(a, text) ? 1 : columns);
}

/* With n = size. NO_ARRAY: none is short of a row. False: an unrolled part that never runs has an
 * index that no array has, which is refused. */
static bool run(rg_device *device, const spelled_nest *n, const char *text, opt_set off,
                int64_t size, unsigned short_of_a_row, outcome *o)
{
    const char *names[OPT_PASS_COUNT];
    const int64_t length = n->length;
    const unsigned target = n->access[0].array;
    const size_t words = words_of(n, target, text, target == short_of_a_row);
    rg_fault fault = {0};
    rg_counters counters;

    memset(o, 0, sizeof *o);
    assert_int_equal(rg_set_passes_off(device, names, opt_names(off, names), NULL), RG_OK);
    if (rg_load_text(device, "nest.rg", text, &fault) != RG_OK) {
        if (strcmp(fault.code, "R0502") == 0)
            return false;
        fail_msg("%s: %s\n%s", fault.code, fault.message, text);
    }
    rg_job *job = rg_job_new(device, "main", &fault);
    assert_non_null(job);
    for (unsigned a = 0; a < SPELLED_ARRAYS; a++)
        set_array(job, n, a, text, a == short_of_a_row);
    assert_int_equal(rg_set_raw(job, "n", &size, 1, 1, &fault), RG_OK);
    assert_int_equal(rg_set_raw(job, "b", &length, 1, 1, &fault), RG_OK);
    const size_t at = words / 3,
                 rows = is_vector(target, text) ? words : n->size - (target == short_of_a_row);
    o->result = rg_gradient(job, spelled_arrays[target].name, 1 + at % rows, 1 + at / rows, &fault);
    snprintf(o->code, sizeof o->code, "%s", fault.code);
    if (o->result == RG_OK) {
        assert_true(rg_restored(job));
        rg_get_raw(job, spelled_arrays[target].name, o->target, words);
        for (unsigned a = 1; a < n->accesses; a++) {
            const unsigned array = n->access[a].array;
            rg_get_gradient(job, spelled_arrays[array].name, o->gradient[a - 1],
                            words_of(n, array, text, array == short_of_a_row));
        }
        rg_get_counters(job, &counters);
        o->cycles = counters.program_forward;
    }
    rg_job_free(job);
    return true;
}

static bool agree(const outcome *a, const outcome *b)
{
    return a->result == RG_OK && b->result == RG_OK
           && memcmp(a->target, b->target, sizeof a->target) == 0
           && memcmp(a->gradient, b->gradient, sizeof a->gradient) == 0;
}

/* What is asked before the loops about an array that is short of a row. Where its last row is used,
 * the program stops as it does without the optimiser. Else it gives the same. */
static void check_short_array(rg_device *device, const spelled_nest *n, const char *text,
                              unsigned array)
{
    static outcome plain, o;

    if (!run(device, n, text, OPT_EVERY, n->size, array, &plain))
        return;
    run(device, n, text, 0, n->size, array, &o);
    if (plain.result != o.result || strcmp(plain.code, o.code) != 0
        || (o.result == RG_OK && !agree(&plain, &o)))
        fail_msg("with %s short of a row -O0 ends with %s, the optimised program with %s\n%s",
                 spelled_arrays[array].name, plain.code, o.code, text);
}

/* A nest is written for the size of its arrays. With a smaller n it means what it does without the
 * optimiser: what was promised of n is asked. A program that stops then may stop at another check.
 */
static void check_small_size(rg_device *device, const spelled_nest *n, const char *text,
                             unsigned size)
{
    static outcome plain, o;

    if (!run(device, n, text, OPT_EVERY, size, NO_ARRAY, &plain))
        return;
    run(device, n, text, 0, size, NO_ARRAY, &o);
    if (plain.result != o.result || (o.result == RG_OK && !agree(&plain, &o)))
        fail_msg("with n = %u -O0 ends with %s, the optimised program with %s\n%s", size,
                 plain.code, o.code, text);
}

/* Runs the generator's text, which must give what the reference does; the first spelling is it.
 * Cycles; 0 where there is nothing to run. */
static uint64_t cycles_of(rg_device *device, const spelled_nest *n, const generator *g,
                          uint64_t seed, outcome *reference)
{
    static outcome plain, o;

    if (!run(device, n, g->text, OPT_EVERY, n->size, NO_ARRAY, &plain))
        return 0;
    run(device, n, g->text, 0, n->size, NO_ARRAY, &o);
    if (reference->cycles == 0)
        *reference = plain;
    if (show)
        printf("%s# %llu cycles\n\n", g->text, (unsigned long long)o.cycles);
    if (!agree(reference, &plain) || !agree(reference, &o))
        fail_msg("seed %llu: %s gives something else %s\n%s", (unsigned long long)seed,
                 agree(reference, &plain) ? "the optimised program" : "-O0 of another spelling",
                 agree(reference, &plain) ? o.code : plain.code, g->text);
    return o.cycles;
}

/* Is no spelling slower than 1.3 times the best one? A window that is longer than its vector is not
 * counted. Nests are made for shorter ones, and run as they are written with others. */
static bool check_nest(rg_device *device, uint64_t seed)
{
    static generator g;
    static outcome reference;
    uint64_t least = UINT64_MAX, most = 0;
    spelled_nest n, other;

    memset(&reference, 0, sizeof reference);
    random_nest(&g, seed, &n, &other);
    for (unsigned i = 0; i < SPELLINGS; i++) {
        put_nest(&g, i % 2 == 0 ? &n : &other, kinds);
        const uint64_t cycles = cycles_of(device, &n, &g, seed, &reference);
        if (cycles == 0)
            continue;
        if (i % 3 == 0)
            check_short_array(device, &n, g.text, n.access[seed % n.accesses].array);
        if (i == 0)
            check_small_size(device, &n, g.text, 2 + (unsigned)(seed % 6));
        least = cycles < least ? cycles : least;
        most = cycles > most ? cycles : most;
    }
    if (table)
        printf("%llu %llu %llu\n", (unsigned long long)seed, (unsigned long long)least,
               (unsigned long long)most);
    not_counted += n.length > n.size;
    return n.length <= n.size && most * 10 <= least * 13;
}

static void spellings_give_the_same(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    uint64_t within = 0;

    (void)state;
    assert_non_null(device);
    for (uint64_t i = 0; i < nest_count; i++)
        within += check_nest(device, first_seed + i);
    print_message("%llu of %llu nests within 1.3 times their best of %d spellings\n",
                  (unsigned long long)within, (unsigned long long)(nest_count - not_counted),
                  SPELLINGS);
    if (counted && within < AT_LEAST_WITHIN)
        fail_msg("there were %d: some spelling has become slower", AT_LEAST_WITHIN);
    rg_device_close(device);
}

static void windows_of_unknown_length_cost_the_same(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);

    (void)state;
    assert_non_null(device);
    kinds |= SPELL_SIDES;
    for (uint64_t i = 0; i < REACHES_CHECKED && counted; i++)
        if (!check_nest(device, REACHES + i))
            fail_msg("seed %llu: a spelling takes more than 1.3 times the best one",
                     (unsigned long long)(REACHES + i));
    rg_device_close(device);
}

int main(int argc, char **argv)
{
    show = argc > 2 && strcmp(argv[1], "--show") == 0;
    counted = argc == 1;
    table = argc > 4 && strcmp(argv[4], "--table") == 0;
    if (argc > 2) {
        first_seed = strtoull(argv[show ? 2 : 1], NULL, 10);
        nest_count = show ? 1 : strtoull(argv[2], NULL, 10);
    }
    if (argc > 3)
        kinds = (unsigned)strtoul(argv[3], NULL, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(spellings_give_the_same),
                                       cmocka_unit_test(windows_of_unknown_length_cost_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
