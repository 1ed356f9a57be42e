/* test_float_device.c: the engine "float" through the C library, beside "fast" in one process. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

static const char program[] = "@i function years(s!::Float64, y::Vector{Float64})\n"
                              "    for i = 1:length(y)\n"
                              "        s! += y[i]^2\n"
                              "    end\n"
                              "end\n";

static rg_job *open_on(const char *engine, rg_device **device)
{
    rg_fault fault;
    *device = rg_device_open(engine, &fault);
    assert_non_null(*device);
    if (rg_load_text(*device, "years.rg", program, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    rg_job *job = rg_job_new(*device, "years", &fault);
    assert_non_null(job);
    return job;
}

static void values_gradients_and_inverse(void **state)
{
    (void)state;
    rg_fault fault;
    rg_device *device;
    rg_job *job = open_on("float", &device);
    const double y[3] = {1e12, -3, 1e-12};
    double s, g[3];
    int64_t words[4];

    assert_string_equal(rg_device_engine(device), "float");
    assert_int_equal(rg_set_array(job, "y", y, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "s!", 0, 0, &fault), RG_OK);
    assert_int_equal(rg_get(job, "s!", &s, 1), 1);
    assert_true(s == 1e24);
    assert_int_equal(rg_get_gradient(job, "y", g, 3), 3);
    for (int i = 0; i < 3; i++)
        assert_true(g[i] == 2 * y[i]);
    assert_true(rg_restored(job));
    /* the sum itself has all three squares: 1e24 + 9 + 1e-24 */
    assert_int_equal(rg_call(job, &fault), RG_OK);
    assert_int_equal(rg_get_raw(job, "s!", words, 4), 4);
    assert_true((uint64_t)words[2] == UINT64_C(1000000000000) * UINT64_C(1000000000000) + 9);
    assert_true(fabs(ldexp((double)(uint64_t)words[0], -128) - 1e-24) < 1e-38);
    assert_int_equal(rg_adopt_results(job), RG_OK);
    assert_int_equal(rg_uncall(job, &fault), RG_OK);
    assert_int_equal(rg_get_raw(job, "s!", words, 4), 4);
    assert_true(words[0] == 0 && words[1] == 0 && words[2] == 0 && words[3] == 0);
    assert_int_equal(rg_device_close(device), RG_OK);
}

/* What a Float cannot hold is refused with the name and the limit, and changes nothing. What is
 * only read is a double. */
static void other_doubles_are_refused(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY}, large[] = {0x1p127, -0x1p127, 1e300};
    rg_fault fault;
    rg_device *device;
    rg_job *job = open_on("float", &device);
    double y[2] = {0x1.fffffffffffffp126, -0x1.fffffffffffffp126}, back[2];

    assert_int_equal(rg_set_array(job, "y", y, 2, 1, &fault), RG_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        y[1] = bad[i];
        assert_int_equal(rg_set_array(job, "y", y, 2, 1, &fault), RG_BAD_USE);
        assert_string_equal(fault.code, "R0910");
        assert_non_null(strstr(fault.message, "y"));
        assert_int_equal(rg_set_number(job, "s!", bad[i], &fault), RG_BAD_USE);
        assert_string_equal(fault.code, "R0910");
        assert_non_null(strstr(fault.message, "s!"));
    }
    assert_int_equal(rg_get_argument(job, "y", back, 2), 2);
    assert_true(back[0] == 0x1.fffffffffffffp126 && back[1] == -back[0]);
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        assert_int_equal(rg_set_number(job, "s!", large[i], &fault), RG_BAD_USE);
        assert_string_equal(fault.code, "R0910");
        assert_non_null(strstr(fault.message, "1.70141"));
        y[1] = large[i];
        assert_int_equal(rg_set_array(job, "y", y, 2, 1, &fault), RG_OK);
        assert_int_equal(rg_get_argument(job, "y", back, 2), 2);
        assert_true(back[1] == large[i]);
    }
    assert_int_equal(rg_device_close(device), RG_OK);
}

/* Both kinds of machine are open at once; the other one names this one where it fails. */
static void beside_fixed(void **state)
{
    (void)state;
    rg_fault fault;
    rg_device *device[2];
    rg_job *job[2] = {open_on("fast", &device[0]), open_on("float", &device[1])};
    const double y = 1990;

    for (int i = 0; i < 2; i++)
        assert_int_equal(rg_set_array(job[i], "y", &y, 1, 1, &fault), RG_OK);
    assert_int_equal(rg_call(job[0], &fault), RG_TRAPPED);
    assert_string_equal(fault.code, "R0810");
    assert_non_null(strstr(fault.help, "--float"));
    assert_int_equal(rg_call(job[1], &fault), RG_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(rg_device_close(device[i]), RG_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_gradients_and_inverse),
        cmocka_unit_test(other_doubles_are_refused),
        cmocka_unit_test(beside_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
