/* test_derivatives.c: Jacobians, Hessians, products and directions by the library, against each
 * other and against differences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "host-driver/retrograd.h"

static const char program[] = "@i function mix(f!::Fixed, x::Vector{Fixed}, a::Fixed; k = 0.5)\n"
                              "    for i = 1:length(x)\n"
                              "        f! += exp(a * x[i]) * k\n"
                              "        if (x[i] > 0.5, ~)\n"
                              "            f! += x[i] ^ 3 * sin(a)\n"
                              "        else\n"
                              "            f! -= a / (x[i] + 2.0)\n"
                              "        end\n"
                              "    end\n"
                              "end\n";

/* The allowance at 64/43, and no less than so many units in the last place where the words are
 * coarser. */
static double within(const rg_device *device, double allowed, double units)
{
    return fmax(allowed, ldexp(units, -(int)rg_device_frac(device)));
}

static rg_job *open_mix(rg_device **device)
{
    static const double x[] = {0.25, 0.75, 1.25};
    rg_fault fault;

    *device = rg_device_open("fast", &fault);
    assert_non_null(*device);
    assert_int_equal(rg_load_text(*device, "mix.rg", program, &fault), RG_OK);
    rg_job *job = rg_job_new(*device, NULL, &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_array(job, "x", x, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_set_number(job, "a", 0.625, &fault), RG_OK);
    return job;
}

/* The gradient of f! at x[1] + dx, by x[1] and by a. */
static void gradient_at(rg_job *job, double dx, double *by_x, double *by_a)
{
    const double x[] = {0.25, 0.75, 1.25 + dx};
    double slopes[3];
    rg_fault fault;

    assert_int_equal(rg_set_array(job, "x", x, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_gradient(job, "f!", 0, 0, &fault), RG_OK);
    rg_get_gradient(job, "x", slopes, 3);
    rg_get_gradient(job, "a", by_a, 1);
    *by_x = slopes[2];
}

static void hessian_against_differences_of_gradients(void **state)
{
    const double h = 1.0 / 1024;
    double up[2], down[2];
    rg_device *device;
    rg_fault fault;
    rg_job *job = open_mix(&device);

    (void)state;
    assert_int_equal(rg_hessian(job, "f!", 0, 0, &fault), RG_OK);
    assert_true(rg_restored(job));
    const rg_matrix *H = rg_get_hessian(job);
    assert_non_null(H);
    assert_int_equal(H->rows, 5);
    assert_int_equal(H->columns, 5);
    assert_string_equal(H->row_names[0], "f!");
    assert_string_equal(H->row_names[3], "x[3]");
    assert_string_equal(H->row_names[4], "a");
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < i; j++) /* symmetric within a few units of the seeds' scale */
            assert_true(fabs(H->data[5 * i + j] - H->data[5 * j + i]) < within(device, 0, 64));
    double third = H->data[5 * 3 + 3], mixed = H->data[5 * 4 + 3];
    gradient_at(job, h, &up[0], &up[1]);
    assert_null(rg_get_hessian(job)); /* it lived until the next run */
    gradient_at(job, -h, &down[0], &down[1]);
    assert_true(fabs((up[0] - down[0]) / (2 * h) - third) < within(device, 1e-5, 4 / h));
    assert_true(fabs((up[1] - down[1]) / (2 * h) - mixed) < within(device, 1e-5, 4 / h));
    rg_job_free(job);
    rg_device_close(device);
}

static void products_and_directions(void **state)
{
    const double direction[] = {1, -0.5, 0.25}, scale = 0.125;
    double product[3], tangent = 0, slope = 0, slopes[3], by_a;
    rg_device *device;
    rg_fault fault;
    rg_job *job = open_mix(&device);

    (void)state;
    assert_int_equal(rg_set_direction(job, "x", direction, 2, &fault), RG_BAD_USE);
    assert_int_equal(rg_set_direction(job, "y", direction, 3, &fault), RG_BAD_USE);
    assert_int_equal(rg_set_direction(job, "x", direction, 3, &fault), RG_OK);
    assert_int_equal(rg_set_direction(job, "a", &scale, 1, &fault), RG_OK);
    assert_int_equal(rg_tangent(job, &fault), RG_OK);
    assert_true(rg_has_tangents(job) && rg_restored(job) && !rg_has_gradients(job));
    assert_int_equal(rg_get_tangent(job, "f!", &tangent, 1), 1);
    assert_int_equal(rg_gradient(job, "f!", 0, 0, &fault), RG_OK);
    rg_get_gradient(job, "x", slopes, 3);
    rg_get_gradient(job, "a", &by_a, 1);
    for (int i = 0; i < 3; i++)
        slope += slopes[i] * direction[i];
    slope += by_a * scale;
    assert_true(fabs(tangent - slope) < within(device, 1e-10, 64)); /* forward and reverse agree */
    assert_int_equal(rg_hessian_vector(job, "f!", 0, 0, &fault), RG_OK);
    assert_true(rg_has_hessian_vector(job) && rg_restored(job));
    assert_int_equal(rg_get_hessian_vector(job, "x", product, 3), 3);
    assert_int_equal(rg_hessian(job, "f!", 0, 0, &fault), RG_OK);
    const rg_matrix *H = rg_get_hessian(job);
    for (size_t i = 0; i < 3; i++) {
        double sum = H->data[5 * (i + 1) + 4] * scale;
        for (size_t j = 0; j < 3; j++)
            sum += H->data[5 * (i + 1) + j + 1] * direction[j];
        assert_true(fabs(sum - product[i]) < within(device, 1e-9, 64));
    }
    rg_job_free(job);
    rg_device_close(device);
}

/* A row or a column at a time: the same matrix; a keyword that is set is a column. */
static void jacobian_both_ways(void **state)
{
    double slopes[3], by_a, by_k;
    rg_device *device;
    rg_fault fault;
    rg_job *job = open_mix(&device);

    (void)state;
    assert_int_equal(rg_jacobian(job, &fault), RG_OK);
    const rg_matrix *J = rg_get_jacobian(job);
    assert_int_equal(J->rows, 5);
    assert_int_equal(J->columns, 5);
    double columns[5];
    memcpy(columns, J->data, sizeof columns);
    assert_int_equal(rg_set_number(job, "k", 0.5, &fault), RG_OK);
    assert_int_equal(rg_jacobian(job, &fault), RG_OK);
    J = rg_get_jacobian(job);
    assert_int_equal(J->rows, 5);
    assert_int_equal(J->columns, 6);
    assert_true(rg_restored(job));
    for (int j = 0; j < 5; j++)
        assert_true(fabs(J->data[j] - columns[j]) < within(device, 1e-10, 64));
    double keyword = J->data[5];
    assert_int_equal(rg_gradient(job, "f!", 0, 0, &fault), RG_OK);
    rg_get_gradient(job, "x", slopes, 3);
    rg_get_gradient(job, "a", &by_a, 1);
    rg_get_gradient(job, "k", &by_k, 1);
    assert_true(fabs(slopes[1] - columns[2]) < within(device, 1e-10, 64)
                && fabs(by_a - columns[4]) < within(device, 1e-10, 64)
                && fabs(by_k - keyword) < within(device, 1e-10, 64));
    rg_job_free(job);
    rg_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hessian_against_differences_of_gradients),
        cmocka_unit_test(products_and_directions),
        cmocka_unit_test(jacobian_both_ways),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
