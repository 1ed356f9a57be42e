/* test_functional.c: the two front ends agree: each @fn of the file of pairs against the routine
 * written by hand, to the last bit of values and gradients, on both engines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

enum { EXTENT = 4, WORDS = 16, RESULTS = 64, ROUNDS = 3, NAME = 64 };

static const char path[] = "tests/conformance/functional_pairs.rg";
static const char *const engines[] = {"fast", "rtl"};

typedef struct {
    int64_t values[RESULTS], gradients[RESULTS]; /* gradients: the bits of the doubles */
    size_t value_count, gradient_count;
} outcome;

static uint64_t random_state;

static double draw(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return 0.25 + (double)(random_state >> 40) / 16777216.0 * 1.75;
}

static bool is_result(const char *name) { return strncmp(name, "out", 3) == 0; }

/* The same seed gives both members of a pair the same arguments. */
static void set_arguments(rg_job *job, uint64_t seed)
{
    rg_parameter p;
    rg_fault fault;
    double data[WORDS];
    random_state = seed;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        size_t rows = p.rank ? EXTENT : 1, columns = p.rank == 2 ? EXTENT : 1;
        for (size_t k = 0; k < rows * columns; k++)
            data[k] = is_result(p.name) ? 0 : draw();
        rg_result r = p.rank ? rg_set_array(job, p.name, data, rows, columns, &fault)
                             : rg_set_number(job, p.name, data[0], &fault);
        if (r != RG_OK)
            fail_msg("%s: %s", p.name, fault.message);
    }
}

static outcome run(rg_device *device, const char *routine, size_t result, uint64_t seed)
{
    outcome o = {0};
    rg_fault fault;
    rg_parameter p, of;
    rg_job *job = rg_job_new(device, routine, &fault);
    if (!job)
        fail_msg("%s: %s", routine, fault.message);
    set_arguments(job, seed);
    assert_true(rg_parameter_at(job, result, &of));
    size_t row = of.rank ? 1 + seed % EXTENT : 0, column = of.rank == 2 ? 1 + seed / 7 % EXTENT : 0;
    if (rg_gradient(job, of.name, row, column, &fault) != RG_OK)
        fail_msg("%s: %s", routine, fault.message);
    assert_true(rg_restored(job));
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        double gradient[WORDS];
        assert_true(o.value_count + WORDS <= RESULTS);
        o.value_count += rg_get_raw(job, p.name, o.values + o.value_count, WORDS);
        size_t n = rg_get_gradient(job, p.name, gradient, WORDS);
        memcpy(o.gradients + o.gradient_count, gradient, n * sizeof gradient[0]);
        o.gradient_count += n;
    }
    rg_job_free(job);
    return o;
}

static size_t count_results(rg_device *device, const char *routine)
{
    rg_parameter p;
    size_t n = 0;
    rg_job *job = rg_job_new(device, routine, NULL);
    assert_non_null(job);
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
        n += is_result(p.name);
    rg_job_free(job);
    return n;
}

static void compare(rg_device *device, const char *name, size_t round)
{
    char by_hand[NAME];
    snprintf(by_hand, sizeof by_hand, "i_%s", name);
    for (size_t r = 0; r < count_results(device, name); r++) {
        uint64_t seed = 1000 * round + r + 1;
        outcome f = run(device, name, r, seed), i = run(device, by_hand, r, seed);
        assert_true(f.value_count > 1 && f.value_count == i.value_count
                    && f.gradient_count == i.gradient_count);
        if (memcmp(f.values, i.values, sizeof f.values) != 0)
            fail_msg("%s: the values of both differ (%s, round %zu)", name,
                     rg_device_engine(device), round);
        if (memcmp(f.gradients, i.gradients, sizeof f.gradients) != 0)
            fail_msg("%s: the gradients of both differ (%s, round %zu)", name,
                     rg_device_engine(device), round);
    }
}

static bool has_pair(rg_device *device, const char *name)
{
    char by_hand[NAME];
    snprintf(by_hand, sizeof by_hand, "i_%s", name);
    for (size_t i = 0; i < rg_routine_count(device); i++)
        if (strcmp(rg_routine_name(device, i), by_hand) == 0)
            return true;
    return false;
}

static void both_front_ends_agree(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof engines / sizeof engines[0]; e++) {
        rg_fault fault;
        size_t pairs = 0;
        rg_device *device = rg_device_open(engines[e], &fault);
        assert_non_null(device);
        if (rg_load(device, path, &fault) != RG_OK)
            fail_msg("%s", rg_diagnostics(device));
        for (size_t i = 0; i < rg_routine_count(device); i++) {
            const char *name = rg_routine_name(device, i);
            if (!has_pair(device, name))
                continue;
            pairs++;
            for (size_t round = 0; round < (e == 0 ? 8 * ROUNDS : ROUNDS); round++)
                compare(device, name, round);
        }
        assert_true(pairs >= 14);
        rg_device_close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_front_ends_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
