/* test_failures_rollback.c: a run that the cycle limit, a trap or the host ends at any point leads
 * back to its start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

static const char program[] =
    "@i function grow!(y!::Fixed, x::Vector{Fixed}, n::Int)\n    @routine begin\n        s <- "
    "0.0\n        for i = 1:n\n"
    "            s += x[i] * x[i]\n        end\n    end\n    y! += exp(s)\n    ~@routine\nend\n"
    "@i function deep!(y!::Int, n::Int)\n    if (n > 0, n > 0)\n        m <- n - 1\n        "
    "deep!(y!, m)\n        m -> n - 1\n"
    "        y! += 10 ÷ (n - 3)\n    end\nend\n"
    "@i function spin!(y!::Int, n::Int)\n    for i = 1:n\n        for j = 1:1000\n            y! "
    "+= i * j\n        end\n    end\nend\n";
static const double x[] = {0.5, -0.25, 0.125};

static int open_device(void **state)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    *state = device;
    if (device && rg_load_text(device, "p.rg", program, &fault) == RG_OK)
        return 0;
    print_error("%s\n", fault.message);
    return -1;
}

static int close_device(void **state)
{
    rg_device_close(*state);
    return 0;
}

static rg_job *grow(rg_device *device)
{
    rg_fault fault;
    rg_job *job = rg_job_new(device, "grow!", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_array(job, "x", x, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_set_integer(job, "n", 3, &fault), RG_OK);
    return job;
}

/* The limit walks through the whole recipe of a gradient: it stops at every instruction boundary of
 * both sweeps. */
static void test_every_limit(void **state)
{
    rg_fault fault;
    rg_counters counters;
    rg_job *job = grow(*state);
    double slope, again;
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_get_gradient(job, "y!", &slope, 1), 1);
    rg_get_counters(job, &counters);
    unsigned stopped = 0;
    for (uint64_t limit = 1; limit < counters.cycles; limit += counters.cycles / 100 + 1) {
        rg_set_cycle_limit(*state, limit);
        assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_BAD_MACHINE);
        assert_string_equal(fault.code, "R0922");
        assert_true(rg_unfinished(job));
        assert_int_equal(rg_rollback(job, &fault), RG_OK);
        assert_true(rg_restored(job));
        assert_int_equal(rg_rollback(job, &fault), RG_OK); /* it is at the start */
        assert_true(rg_restored(job) && !rg_unfinished(job));
        stopped++;
    }
    assert_true(stopped > 50);
    rg_set_cycle_limit(*state, 0);
    assert_int_equal(rg_gradient(job, "y!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_get_gradient(job, "y!", &again, 1), 1);
    assert_true(slope == again);
    rg_job_free(job);
}

/* Traps below several calls, and the job goes on afterwards. */
static void test_traps_in_depth(void **state)
{
    rg_fault fault;
    rg_job *job = rg_job_new(*state, "deep!", &fault);
    assert_non_null(job);
    for (int64_t n = 0; n < 9; n++) {
        assert_int_equal(rg_set_integer(job, "n", n, &fault), RG_OK);
        rg_result result = rg_call(job, &fault);
        assert_int_equal(result, n >= 3 ? RG_TRAPPED : RG_OK);
        assert_int_equal(rg_rollback(job, &fault), n >= 3 ? RG_OK : RG_BAD_USE);
        assert_int_equal(rg_restored(job), n >= 3);
    }
    rg_job_free(job);
}

static void stop_after(void *context, uint64_t cycles)
{
    if (cycles > 0)
        rg_stop(context);
}

static void test_stop(void **state)
{
    rg_fault fault;
    rg_job *job = rg_job_new(*state, "spin!", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_integer(job, "n", 12000, &fault), RG_OK);
    rg_set_progress(*state, stop_after, *state);
    for (int backward = 0; backward < 2; backward++) {
        assert_int_equal(backward ? rg_uncall(job, &fault) : rg_call(job, &fault), RG_BAD_MACHINE);
        assert_string_equal(fault.code, "R0925");
        assert_true(rg_unfinished(job));
        assert_int_equal(rg_rollback(job, &fault), RG_OK); /* a stop does not stop the way back */
        assert_true(rg_restored(job));
    }
    rg_set_progress(*state, NULL, NULL);
    rg_stop(*state); /* before the start: it does not even begin */
    assert_int_equal(rg_call(job, &fault), RG_BAD_MACHINE);
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    assert_int_equal(rg_set_integer(job, "n", 2, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_OK);
    int64_t y = 0;
    assert_int_equal(rg_get_raw(job, "y!", &y, 1), 1);
    assert_int_equal(y, 3 * 500500);
    rg_job_free(job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_limit),
        cmocka_unit_test(test_traps_in_depth),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
