/* test_float_digits.c: digits of a machine with Float that rounding took are found, and so is the
 * line where. Nothing is suspected of a program that has its digits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

enum { ENOUGH = 9 };

typedef struct {
    rg_device *device, *other;
    rg_job *job, *again;
} pair;

static int open_pair(void **state)
{
    static pair p;
    rg_fault fault;
    p.device = rg_device_open("float", &fault);
    p.other = rg_device_open("float", &fault);
    *state = &p;
    return p.device && p.other ? 0 : -1;
}

static int close_pair(void **state)
{
    const pair *p = *state;
    return rg_device_close(p->device) == RG_OK && rg_device_close(p->other) == RG_OK ? 0 : -1;
}

static rg_job *load(rg_device *device, const char *text, const char *name)
{
    rg_fault fault = {0};
    if (rg_load_text(device, "f.rg", text, &fault) != RG_OK)
        fail_msg("%s: %s", fault.code, fault.message);
    rg_job *job = rg_job_new(device, name, &fault);
    assert_non_null(job);
    return job;
}

static void set(pair *p, const char *name, double value)
{
    rg_fault fault;
    assert_int_equal(rg_set_number(p->job, name, value, &fault), RG_OK);
    assert_int_equal(rg_set_number(p->again, name, value, &fault), RG_OK);
}

static rg_float_digits judge(pair *p)
{
    rg_fault fault = {0};
    rg_float_digits found;
    if (rg_find_float_digits(p->job, p->again, ENOUGH, &found, &fault) != RG_OK)
        fail_msg("%s: %s", fault.code, fault.message);
    return found;
}

static rg_float_digits of_gradient(pair *p, const char *text, double x)
{
    rg_fault fault = {0};
    p->job = load(p->device, text, "f");
    p->again = load(p->other, text, "f");
    set(p, "x", x);
    if (rg_gradient(p->job, "y!", 0, 0, &fault) != RG_OK)
        fail_msg("%s: %s", fault.code, fault.message);
    return judge(p);
}

static const char *const chain =
    "@i @inline function imul(out!::Float64, x::Float64, anc!::Float64)\n"
    "    anc! += out! * x\n"
    "    out! -= anc! / x\n"
    "    SWAP(out!, anc!)\n"
    "end\n"
    "@i function f(y!::Float64, x::Float64)\n"
    "    @routine begin\n"
    "        t ← 0.1\n"
    "        anc ← 0.0\n"
    "        for i = 1:8\n"
    "            imul(t, x, anc)\n"
    "        end\n"
    "        for i = 1:8\n"
    "            imul(t, 3.0, anc)\n"
    "        end\n"
    "    end\n"
    "    y! += t\n"
    "    ~@routine\n"
    "end\n";

/* A product in place by small factors: what is left in its helper is divided by each of them. */
static void residues_of_products(void **state)
{
    pair *p = *state;
    unsigned lost = 0;
    for (double x = 0.7; x > 1e-4; x /= 1.7) {
        const rg_float_digits found = of_gradient(p, chain, x);
        double y, slope;
        assert_int_equal(rg_get(p->job, "y!", &y, 1), 1);
        assert_int_equal(rg_get_gradient(p->job, "x", &slope, 1), 1);
        const double want = 0.1 * pow(3 * x, 8), error = fabs(y / want - 1),
                     of_slope = fabs(slope / (8 * want / x) - 1);
        assert_false(found.stopped);
        if (error > 1e-8)
            assert_true(found.value.digits < ENOUGH);
        if (of_slope > 1e-8)
            assert_true(found.derivative.digits < ENOUGH);
        if (found.value.digits < 6)
            assert_true(error > 1e-12);
        const bool few = fmin(found.value.digits, found.derivative.digits) < ENOUGH;
        assert_true(few ? found.line == 2 || found.line == 3 : found.line == 0);
        lost += few;
    }
    assert_true(lost >= 2 && lost <= 12);
}

/* Each kind of derivative is judged. */
static void every_kind_of_derivative(void **state)
{
    pair *p = *state;
    static const char *const text = "@i function f(y!::Float64, x::Float64)\n    y! += x\n    y! "
                                    "+= 1e22 * (exp(log(x)) - x)\nend\n";
    const double one = 1;
    for (int kind = 0; kind < 5; kind++) {
        rg_fault fault = {0};
        p->job = load(p->device, text, "f");
        p->again = load(p->other, text, "f");
        set(p, "x", 1.7);
        assert_int_equal(rg_set_direction(p->job, "x", &one, 1, &fault), RG_OK);
        assert_int_equal(rg_set_direction(p->again, "x", &one, 1, &fault), RG_OK);
        const rg_result result = kind == 0   ? rg_call(p->job, &fault)
                                 : kind == 1 ? rg_uncall(p->job, &fault)
                                 : kind == 2 ? rg_jacobian(p->job, &fault)
                                 : kind == 3 ? rg_hessian(p->job, "y!", 0, 0, &fault)
                                             : rg_tangent(p->job, &fault);
        if (result != RG_OK)
            fail_msg("%s: %s", fault.code, fault.message);
        const rg_float_digits found = judge(p);
        assert_true(found.value.digits < 8 && found.line == 3);
        assert_string_equal(found.value.argument, "y!");
        assert_true(kind < 2 || found.derivative.digits < 8);
        assert_true(kind >= 2 || found.derivative.digits == 99);
    }
}

static void nothing_is_suspected(void **state)
{
    pair *p = *state;
    static const struct {
        const char *expression;
        double x;
    } fine[] = {{"x^2 / 2", 7},       {"sin(x) * exp(x)", 2.5},
                {"log(x)", 1e-300},   {"1 / x", 1e-30},
                {"sqrt(x)", 1e-40},   {"1e5 * x - 4 * x", 3},
                {"exp(-x^2 / 2)", 8}, {"log(exp(-x^2 / 2))", 9},
                {"x - x", 0.1},       {"sin(x)^2 + cos(x)^2", 1},
                {"tanh(x)", 30},      {"(x + 1e20) - 1e20", 1.25}};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "@i function f(y!::Float64, x::Float64)\n    y! += %s\nend\n",
                 fine[i].expression);
        const rg_float_digits found = of_gradient(p, text, fine[i].x);
        print_message("%s: %.1f and %.1f digits\n", fine[i].expression, found.value.digits,
                      found.derivative.digits);
        assert_false(found.stopped);
        assert_true(found.value.digits > ENOUGH && found.derivative.digits > ENOUGH);
        assert_true(found.line == 0);
    }
}

/* A sum holds nothing below its last place. What is 0 because its terms are is told from it. */
static void what_vanished(void **state)
{
    pair *p = *state;
    static const struct {
        const char *expression;
        double x;
        bool vanished;
    } zeros[] = {{"x^2", 1e-25, true},   {"sqrt(x)", 1e-200, true}, {"exp(-x)", 100, true},
                 {"x / 1e20", 2, false}, {"x^2", 0, false},         {"sin(x) * x", 0, false},
                 {"x - x", 0.1, false}};
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, "@i function f(y!::Float64, x::Float64)\n    y! += %s\nend\n",
                 zeros[i].expression);
        const rg_float_digits found = of_gradient(p, text, zeros[i].x);
        print_message("%s: %.1f digits\n", zeros[i].expression, found.value.digits);
        assert_true(zeros[i].vanished ? found.value.digits == 0 && found.line == 2
                                      : found.value.digits > ENOUGH);
    }
}

/* With noise an assertion of the last place fails: it is said that nothing is known. */
static void a_run_that_ends_otherwise(void **state)
{
    pair *p = *state;
    static const char *const text =
        "@i function f(y!::Float64, x::Float64)\n    @routine begin\n"
        "        t ← 0.0\n        t += exp(log(x)) - x\n    end\n"
        "    @safe @assert abs(t) < 1e-26\n    y! += t\n    ~@routine\nend\n";
    const rg_float_digits found = of_gradient(p, text, 1.7);
    assert_true(found.stopped);
    assert_int_equal(found.fault.line, 6);
}

/* The run itself is left alone, the other machine rounds as before, and another program is refused.
 */
static void results_stay(void **state)
{
    pair *p = *state;
    double y, again;
    rg_counters before, after;
    rg_float_digits found;
    rg_fault fault;
    (void)of_gradient(p, chain, 0.001);
    rg_get_counters(p->job, &before);
    assert_int_equal(rg_get(p->job, "y!", &y, 1), 1);
    (void)judge(p);
    rg_get_counters(p->job, &after);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(rg_call(p->again, &fault), RG_OK);
    assert_int_equal(rg_get(p->again, "y!", &again, 1), 1);
    assert_true(y == again);
    assert_int_equal(rg_find_float_digits(p->job, p->job, 9, &found, &fault), RG_BAD_USE);
    rg_job *other = load(p->other, "@i function g(y!::Float64)\n    y! += 1\nend\n", "g");
    assert_int_equal(rg_find_float_digits(p->job, other, 9, &found, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0932");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residues_of_products),      cmocka_unit_test(every_kind_of_derivative),
        cmocka_unit_test(nothing_is_suspected),      cmocka_unit_test(what_vanished),
        cmocka_unit_test(a_run_that_ends_otherwise), cmocka_unit_test(results_stay),
    };
    return cmocka_run_group_tests(tests, open_pair, close_pair);
}
