/* test_believed.c: the digits that a gradient is believed to have are near those that it has, and
 * nothing is suspected of a program that loses none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

typedef struct {
    rg_device *device, *other;
    rg_job *job, *again;
} pair;

static int open_pair(void **state)
{
    static pair p;
    rg_fault fault;
    p.device = rg_device_open("fast", &fault);
    p.other = rg_device_open("fast", &fault);
    *state = &p;
    return p.device && p.other ? 0 : -1;
}

static int close_pair(void **state)
{
    const pair *p = *state;
    return rg_device_close(p->device) == RG_OK && rg_device_close(p->other) == RG_OK ? 0 : -1;
}

static rg_job *load(rg_device *device, const char *text, double x)
{
    rg_fault fault = {0};
    if (rg_load_text(device, "f.rg", text, &fault) != RG_OK)
        fail_msg("%s: %s", fault.code, fault.message);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_number(job, "x", x, &fault), RG_OK);
    return job;
}

/* The gradient of y! by x of a text, and what is believed of it. */
static rg_digits believed(pair *p, const char *text, double x, double *y, double *slope)
{
    rg_fault fault = {0};
    rg_digits digits;
    p->job = load(p->device, text, x);
    p->again = load(p->other, text, x);
    if (rg_gradient(p->job, "y!", 0, 0, &fault) != RG_OK)
        fail_msg("%s: %s", fault.code, fault.message);
    if (rg_believed_digits(p->job, p->again, &digits, &fault) != RG_OK)
        fail_msg("%s: %s", fault.code, fault.message);
    assert_int_equal(rg_get(p->job, "y!", y, 1), 1);
    assert_int_equal(rg_get_gradient(p->job, "x", slope, 1), 1);
    return digits;
}

static double digits_it_has(double is, double should)
{
    return is == should ? 99 : -log10(fabs(is - should) / fabs(should));
}

/* The logarithm of a density far out: the density keeps few of its digits. */
static void digits_of_values(void **state)
{
    pair *p = *state;
    static const char *const text =
        "@i function f(y!::Fixed, x::Fixed)\n    y! += log(exp(-x^2 / 2))\nend\n";
    unsigned suspected = 0;
    for (double x = 1; x < 7.4; x += 0.125) {
        double y, slope;
        const rg_digits digits = believed(p, text, x, &y, &slope);
        const double has = digits_it_has(y, -x * x / 2);
        if (has < 4)
            assert_true(digits.value < 4.5);
        if (digits.value < 99)
            assert_true(digits.value < has + 1 && digits.value > has - 3);
        else
            assert_true(has > 6);
        suspected += digits.value < 4;
    }
    assert_true(suspected >= 2);
}

/* y = x / 10^(k + 3), through a large number: what is behind that number leaves the gradient few
 * digits.
 */
static void digits_of_gradients(void **state)
{
    pair *p = *state;
    double lowest = 99;
    for (int k = 0; k <= 4; k++) {
        char text[400];
        double y, slope;
        snprintf(text, sizeof text,
                 "@i function f(y!::Fixed, x::Fixed)\n    @routine begin\n        a ← 0.0\n        "
                 "a += x * 1e5\n        b ← 0.0\n        b += a / 1e5\n    end\n    y! += b / "
                 "1e3 / 1e%d\n    ~@routine\nend\n",
                 k);
        const rg_digits digits = believed(p, text, 3, &y, &slope);
        const double has = digits_it_has(slope, pow(10, -k - 3));
        if (digits.gradient < 99) {
            assert_string_equal(digits.argument, "x");
            assert_true(digits.gradient < has + 1.3 && digits.gradient > has - 2.5);
        } else {
            assert_true(has > 6);
        }
        lowest = fmin(lowest, digits.gradient);
    }
    assert_true(lowest < 4);
}

static void nothing_is_suspected(void **state)
{
    pair *p = *state;
    static const struct {
        const char *expression;
        double x;
    } fine[] = {{"x^2 / 2", 7},     {"sin(x) * exp(x)", 2.5}, {"log(x)", 0x1p-30},
                {"1 / x", 0x1p-18}, {"sqrt(x)", 0x1p-40},     {"65536 * x - 4 * x", 3}};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        char text[200];
        double y, slope;
        snprintf(text, sizeof text, "@i function f(y!::Fixed, x::Fixed)\n    y! += %s\nend\n",
                 fine[i].expression);
        const rg_digits digits = believed(p, text, fine[i].x, &y, &slope);
        print_message("%s: %.1f and %.1f digits\n", fine[i].expression, digits.value,
                      digits.gradient);
        assert_true(digits.value >= 6 && digits.gradient >= 6);
    }
}

static rg_digits of_formula(pair *p, const char *formula, double x, double *y)
{
    char text[200];
    double slope;
    snprintf(text, sizeof text, "@i function f(y!::Fixed, x::Fixed)\n    y! += %s\nend\n", formula);
    return believed(p, text, x, y, &slope);
}

/* What rounds to 0 on the way is told from what is 0, and small numbers have few digits. */
static void small_numbers(void **state)
{
    pair *p = *state;
    static const struct {
        const char *formula;
        double x;
        bool vanished;
    } zeros[] = {{"x * x", 1e-8, true},        {"sqrt(x * x)", 1e-8, true},
                 {"exp(-x)", 40, true},        {"x^4", 1e-6, true},
                 {"x / 1e6", -1e-9, true},     {"exp2(-x)", 60, true},
                 {"x * x", 0, false},          {"sin(x) * x", 0, false},
                 {"x - x / 1", 1e-8, false},   {"x * x - x * x", 1e-8, false},
                 {"x * (1 - x)", 1, false},    {"exp(-x) * 0.0", 40, false},
                 {"sqrt(x) / 2 - 1", 4, false}};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++) {
        double y;
        const rg_digits digits = of_formula(p, zeros[i].formula, zeros[i].x, &y);
        print_message("%s at %g\n", zeros[i].formula, zeros[i].x);
        assert_true(y == 0);
        assert_string_equal(digits.vanished, zeros[i].vanished ? "y!" : "");
    }
    for (double x = 1e-4; x > 2e-7; x /= 2) {
        double y;
        const rg_digits digits = of_formula(p, "x * x", x, &y);
        const double kept = rint(x * 0x1p43) * 0x1p-43, has = digits_it_has(y, kept * kept);
        assert_string_equal(digits.vanished, "");
        assert_true(digits.value == 99 ? y > 0x1p-31 : digits.value < has + 1);
    }
}

/* After a run without gradients too. */
static void vanishes_without_gradients(void **state)
{
    pair *p = *state;
    static const char *const text =
        "@i function f(y!::Vector{Fixed}, x::Fixed)\n    for i = 1:2\n  "
        "      y![i] += x^i * 1e-5\n    end\nend\n";
    for (int small = 0; small < 2; small++) {
        static const double zeros[2];
        rg_fault fault = {0};
        rg_digits digits;
        p->job = load(p->device, text, small ? 1e-9 : 1e-5);
        p->again = load(p->other, text, small ? 1e-9 : 1e-5);
        assert_int_equal(rg_set_array(p->job, "y!", zeros, 2, 1, &fault), RG_OK);
        assert_int_equal(rg_set_array(p->again, "y!", zeros, 2, 1, &fault), RG_OK);
        assert_int_equal(rg_call(p->job, &fault), RG_OK);
        assert_int_equal(rg_believed_digits(p->job, p->again, &digits, &fault), RG_OK);
        assert_string_equal(digits.vanished, small ? "y!" : ""); /* some elements may be 0 */
    }
}

/* The run itself is left alone, and another program is refused. */
static void results_stay(void **state)
{
    pair *p = *state;
    static const char *const square = "@i function f(y!::Fixed, x::Fixed)\n    y! += x^2\nend\n",
                             *const sum = "@i function g(y!::Fixed, x::Fixed)\n    y! += x\nend\n";
    double y, slope;
    rg_counters before, after;
    rg_digits digits;
    rg_fault fault;
    (void)believed(p, square, 3, &y, &slope);
    rg_get_counters(p->job, &before);
    assert_int_equal(rg_believed_digits(p->job, p->again, &digits, &fault), RG_OK);
    rg_get_counters(p->job, &after);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(rg_get_gradient(p->job, "x", &slope, 1), 1);
    assert_true(slope == 6 && rg_attempts(p->job) == 1);
    assert_int_equal(rg_load_text(p->other, "g.rg", sum, &fault), RG_OK);
    rg_job *other = rg_job_new(p->other, "g", &fault);
    assert_non_null(other);
    assert_int_equal(rg_believed_digits(p->job, other, &digits, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0932");
    assert_int_equal(rg_believed_digits(p->job, p->job, &digits, &fault), RG_BAD_USE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_of_values),           cmocka_unit_test(digits_of_gradients),
        cmocka_unit_test(nothing_is_suspected),       cmocka_unit_test(small_numbers),
        cmocka_unit_test(vanishes_without_gradients), cmocka_unit_test(results_stay),
    };
    return cmocka_run_group_tests(tests, open_pair, close_pair);
}
