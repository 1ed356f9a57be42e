/* test_keep_gradients.c: with the gradients of freed ancillas kept, a gradient pass is run back and
 * every word is as before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/api.h"

typedef struct {
    const char *path, *routine, *of, *names[3];
    double values[3];
} program;

static const program programs[] = {
    {"examples/bessel.rg", "ibesselj", "out!", {"v", "z"}, {2, 1.5}},
    {"examples/iexp.rg", NULL, NULL, {"x"}, {1.25}},
    {"examples/multiplier.rg", NULL, NULL, {NULL}, {0}},
    {"examples/mypower.rg", NULL, NULL, {"x", "n"}, {1.5, 3}},
    {"tests/conformance/calls.rg", NULL, NULL, {NULL}, {0}},
};

static const char *const engines[] = {"fast", "rtl"};

/* The first Fixed argument that the call changes. */
static bool choose(rg_job *job, const char *wanted, char *name, size_t size)
{
    rg_fault fault;
    rg_parameter p;
    if (wanted) {
        snprintf(name, size, "%s", wanted);
        return true;
    }
    if (rg_call(job, &fault) != RG_OK)
        return false;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++) {
        int64_t before, after;
        if (p.rank == 0 && p.active && rg_get_argument_raw(job, p.name, &before, 1)
            && rg_get_raw(job, p.name, &after, 1) && before != after) {
            snprintf(name, size, "%s", p.name);
            return true;
        }
    }
    return false;
}

static void set(rg_job *job, const program *of)
{
    rg_fault fault;
    rg_parameter p;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
        if (p.rank == 0 && p.active && !p.keyword)
            assert_int_equal(rg_set_number(job, p.name, 0.75, &fault), RG_OK);
    for (size_t i = 0; i < 3 && of->names[i]; i++)
        if (rg_parameter_find(job, of->names[i]) >= 0)
            assert_int_equal(rg_set_number(job, of->names[i], of->values[i], &fault), RG_OK);
}

static uint64_t whole_signature(rg_device *device)
{
    uint64_t signature = 0;
    rg_fault fault;
    rgd_device *seen = rg_see_device(device, __func__, NULL);
    assert_int_equal(rg_core_signature(seen, true, seen->words, &signature, &fault), RG_OK);
    return signature;
}

/* The machine after the pass and its way back, against a machine on which the arguments were only
 * placed. */
static size_t compare(rg_device *device, const program *of)
{
    rg_fault fault = {0};
    rg_counters counters;
    char name[64];
    assert_int_equal(rg_load(device, of->path, &fault), RG_OK);
    rg_job *job =
        rg_job_new(device, of->routine ? of->routine : rg_routine_name(device, 0), &fault);
    assert_non_null(job);
    set(job, of);
    if (!choose(job, of->of, name, sizeof name)) {
        rg_job_free(job);
        return 0;
    }
    if (rg_gradient(job, name, 0, 0, &fault) != RG_OK)
        fail_msg("%s: %s", of->path, fault.message);
    double plain[32], kept[32];
    size_t count = rg_parameter_count(job);
    rg_parameter p;
    for (size_t i = 0; i < count && rg_parameter_at(job, i, &p); i++)
        rg_get_gradient(job, p.name, &plain[i], p.rank == 0);
    assert_int_equal(rg_kept_gradients(job), 0);
    rg_get_counters(job, &counters);
    uint64_t dropped = counters.bits_erased_gradient; /* by all attempts together */
    unsigned attempts = rg_attempts(job);
    uint64_t before = whole_signature(device);
    rg_keep_gradients(job, true);
    if (rg_gradient(job, name, 0, 0, &fault) != RG_OK)
        fail_msg("%s: %s", of->path, fault.message);
    assert_true(rg_restored(job));
    for (size_t i = 0; i < count && rg_parameter_at(job, i, &p); i++) {
        rg_get_gradient(job, p.name, &kept[i], p.rank == 0);
        if (p.rank == 0 && p.active)
            assert_memory_equal(&plain[i], &kept[i], sizeof kept[i]);
    }
    rg_get_counters(job, &counters);
    assert_int_equal(counters.bits_erased_gradient, 0);
    assert_int_equal(rg_get_ledger(job, NULL, 0), 0);
    assert_int_equal(whole_signature(device), before);
    /* What would have been dropped is among what was kept. */
    assert_true(rg_kept_gradients(job) * rg_device_xlen(device) * attempts >= dropped);
    size_t words = rg_kept_gradients(job);
    rg_job_free(job);
    return words;
}

static void a_pass_is_run_back(void **state)
{
    (void)state;
    size_t words[2] = {0}, frac = 0;
    for (size_t e = 0; e < 2; e++) {
        rg_fault fault;
        rg_device *device = rg_device_open(engines[e], &fault);
        assert_non_null(device);
        for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
            words[e] += compare(device, &programs[i]);
        frac = rg_device_frac(device);
        rg_device_close(device);
    }
    assert_true(words[0] > frac); /* the series have the more terms the finer the words */
    assert_int_equal(words[0], words[1]);
}

/* More ancillas than the stack has words: a trap that says so, and the way back from it. */
static void a_full_stack_traps(void **state)
{
    (void)state;
    static const char text[] =
        "@i function f(y!::Fixed, x::Fixed, n::Int)\n  k <- 0\n"
        "  @from k == 0 while k < n\n    t <- 0.0\n    t += x * x * k\n    y! "
        "+= t * t\n    t -= x * x * k\n    t -> 0.0\n"
        "    k += 1\n  end\n  k -= n\n  k -> 0\nend\n";
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    assert_int_equal(rg_load_text(device, "p.rg", text, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    int64_t room = (int64_t)rg_device_words(device);
    assert_int_equal(rg_set_number(job, "x", 0.001, &fault), RG_OK);
    assert_int_equal(rg_set_integer(job, "n", room + 1, &fault), RG_OK);
    rg_keep_gradients(job, true);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_TRAPPED);
    assert_string_equal(fault.code, "R0806");
    assert_non_null(strstr(fault.message, "kept gradients is full"));
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    assert_true(rg_restored(job));
    assert_int_equal(rg_set_integer(job, "n", room / 4, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_true(rg_restored(job));
    /* those of t and of two factors for each iteration; k has become the loop's own */
    assert_int_equal(rg_kept_gradients(job), 3 * (room / 4));
    rg_job_free(job);
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_is_run_back),
        cmocka_unit_test(a_full_stack_traps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
