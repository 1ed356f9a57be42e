/* test_overflow.c: a number that does not fit is named with its value, the limit and the ways out;
 * a run that is given up says in which line and loop it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"

static const char *const all[] = {"all"};

/* Each routine with the values of its parameters (a vector has two elements, both the same) and
 * what the message and the help must say. */
typedef struct {
    const char *text;
    double x, y, z;
    const char *message, *help;
} overflow;

#define THREE(body) "@i function f(y!::Fixed, x::Fixed, z::Fixed)\n    " body "\nend\n"
#define LOGS(body) "@i function f(y!::Log, x::Log, z::Log)\n    " body "\nend\n"

static const overflow overflows[] = {
    {THREE("y! += x * z"), 2000, 0, 3000, "2000 * 3000 = 6000000 does not fit in Q20.43",
     "FRAC=36"},
    {THREE("y! -= x * z"), 2000, 0, 3000, "2000 * 3000 = 6000000", "as Log"},
    {THREE("y! += x / z"), 2000, 0, 0.0009765625, "2000 / 0.0009765625 = 2048000", "FRAC=36"},
    {THREE("y! += x"), 1e6, 9e5, 0, "900000 + 1000000 = 1900000", "scale the values"},
    {THREE("y! -= x"), 1e6, -9e5, 0, "-900000 - 1000000 = -1900000", "scale the values"},
    {THREE("y! += x + z"), 1e6, 0, 9e5, "1000000 + 900000 = 1900000", "scale"},
    {THREE("y! += x - z"), -1e6, 0, 9e5, "-1000000 - 900000 = -1900000", "scale"},
    {THREE("y! += exp(x)"), 20, 0, 0, "exp(20) = 485165195", "FRAC=28"},
    {THREE("y! += exp2(x)"), 30, 0, 0, "2^30 = 1.07374182e+09", "FRAC=28"},
    {THREE("y! += expm1(x)"), 20, 0, 0, "exp(20) - 1 = 485165194", "FRAC=28"},
    {THREE("y! += x ^ z"), 1000, 0, 2.5, "1000^2.5 = 31622776", "FRAC=36"},
    {THREE("y! += x ^ 3"), 1000, 0, 0, "1000000 * 1000 = 1e+09", "FRAC=28"},
    {THREE("y! += x ^ 17"), 10, 0, 0, "10^17 = 1e+17", "as Log"},
    {THREE("y! += sinh(x)"), 20, 0, 0, "sinh(20) = 242582598", "FRAC=28"},
    {THREE("y! += cosh(x)"), 20, 0, 0, "cosh(20) = 242582598", "FRAC=28"},
    {THREE("y! += hypot(x, z)"), 1e6, 0, 1e6, "hypot(1000000, 1000000) = 1414213.56", "FRAC=36"},
    {THREE("y! += exp(x) * z"), 400, 0, 1, "exp(400) = 5.2", "as Log"},
    {LOGS("y! *= x * z"), 0x1p300, 1, 0x1p-9, "", ""},
    {LOGS("y! *= x ^ 3000"), 0x1p300, 1, 1, "does not fit in a Log, whose magnitudes lie between",
     "fewer factors"},
};

static rg_result set(rg_job *job, const overflow *o)
{
    const struct {
        const char *name;
        double value;
    } arguments[] = {{"x", o->x}, {"y!", o->y}, {"z", o->z}};
    rg_result result = RG_OK;
    for (size_t i = 0; i < 3 && result == RG_OK; i++)
        result = rg_set_number(job, arguments[i].name, arguments[i].value, NULL);
    return result;
}

static void says(const char *text, const char *wanted)
{
    if (!strstr(text, wanted))
        fail_msg("`%s` does not say `%s`", text, wanted);
}

static void one(rg_device *device, const overflow *o)
{
    rg_fault fault = {0};
    if (rg_load_text(device, "f.rg", o->text, &fault) != RG_OK)
        fail_msg("%s: %s", fault.code, fault.message);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(set(job, o), RG_OK);
    const rg_result result = rg_call(job, &fault);
    assert_int_equal(result, o->message[0] ? RG_TRAPPED : RG_OK);
    if (result == RG_TRAPPED) {
        assert_string_equal(fault.code, "R0810");
        says(fault.message, o->message);
        says(fault.help, o->help);
        assert_string_equal(rg_get_trap(job)->help, fault.help);
        assert_string_equal(rg_get_trap(job)->message, fault.message);
        assert_int_equal(fault.line, 2);
        assert_int_equal(rg_rollback(job, &fault), RG_OK);
    }
    rg_job_free(job);
}

static void each_is_named(void **state)
{
    rg_device *device = *state;
    for (size_t i = 0; i < sizeof overflows / sizeof overflows[0]; i++)
        for (size_t off = 0; off < 2; off++) {
            assert_int_equal(rg_set_passes_off(device, all, off, NULL), RG_OK);
            one(device, &overflows[i]);
        }
}

/* An argument, an integer and a bank are helped in their own ways. */
static void arguments_and_banks(void **state)
{
    rg_device *device = *state;
    rg_fault fault = {0};
    static const char *const text = "@i function f(x!::Fixed, n::Int, b!::Int)\n    for k = 1:n\n  "
                                    "      MULDIV(x!, 9, 10, b!)\n"
                                    "    end\nend\n";
    assert_int_equal(rg_load_text(device, "f.rg", text, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_number(job, "x!", 3e6, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0910");
    says(fault.help, "FRAC=36");
    assert_int_equal(rg_set_number(job, "n", 1e30, &fault), RG_BAD_USE);
    says(fault.help, "larger units");
    assert_int_equal(rg_set_number(job, "x!", 0.5, &fault), RG_OK);
    assert_string_equal(fault.help, rg_set_number(job, "q", 1, &fault) == RG_BAD_USE ? "" : "?");
    assert_int_equal(rg_set_integer(job, "n", 2000, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_TRAPPED);
    assert_string_equal(fault.code, "R0810");
    says(fault.message, "bank of this multiply-divide is full");
    says(fault.message, "in iteration 397 of 2000 of the loop of line 2");
    says(fault.help, "`MULDIV(x, n, d, low, high)`");
    assert_null(strstr(fault.help, "make machine"));
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    rg_job_free(job);
}

/* The elements of a stream are followed to the first that does not fit. */
static void streams_are_followed(void **state)
{
    rg_device *device = *state;
    rg_fault fault = {0};
    const double a[] = {1, 2000.5, 3000}, b[] = {2, 600, 700}, y[] = {0, 0, 0};
    static const char *const text =
        "@i function f(y!::Vector{Fixed}, a::Vector{Fixed}, b::Vector{Fixed})\n"
        "    for i = 1:length(a)\n        y![i] += a[i] * b[i]\n    end\nend\n";
    assert_int_equal(rg_set_passes_off(device, all, 0, NULL), RG_OK);
    assert_int_equal(rg_load_text(device, "f.rg", text, &fault), RG_OK);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    assert_int_equal(rg_set_array(job, "y!", y, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "a", a, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_set_array(job, "b", b, 3, 1, &fault), RG_OK);
    assert_int_equal(rg_call(job, &fault), RG_TRAPPED);
    says(fault.message, "2000.5 * 600 = 1200300 does not fit");
    assert_int_equal(fault.line, 3);
    assert_int_equal(rg_rollback(job, &fault), RG_OK);
    rg_job_free(job);
}

/* A run that the limit of cycles ends says where it was: the line, and the loop around it. */
static void the_place_of_a_run_given_up(void **state)
{
    rg_device *device = *state;
    rg_fault fault = {0};
    static const struct {
        const char *text, *where;
        unsigned first, last;
    } runs[] = {
        {"@i function f(y!::Int, n::Int)\n    for i = 1:n\n        for j = 1:n\n            y! += "
         "i "
         "* j\n        end\n    end\nend\n",
         "of the loop of line 3", 3, 4},
        {"@i function f(y!::Int, n::Int)\n    y! += 1\n    while (y! > 0, y! > 1)\n        y! += "
         "1\n"
         "    end\nend\n",
         "in the loop of line 3", 3, 4},
        {"@i function g(y!::Int, n::Int)\n    for i = 1:n\n        y! += i * i\n    end\nend\n"
         "@i function f(y!::Int, n::Int)\n    y! += 1\n    g(y!, n)\nend\n",
         "it was here, in g, in iteration", 2, 3},
    };
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        assert_int_equal(rg_set_passes_off(device, all, 1, NULL), RG_OK);
        assert_int_equal(rg_load_text(device, "f.rg", runs[i].text, &fault), RG_OK);
        rg_job *job = rg_job_new(device, "f", &fault);
        assert_non_null(job);
        assert_int_equal(rg_set_integer(job, "n", 1000000, &fault), RG_OK);
        assert_int_equal(rg_set_cycle_limit(device, 30000), RG_OK);
        assert_int_equal(rg_call(job, &fault), RG_BAD_MACHINE);
        assert_int_equal(rg_set_cycle_limit(device, 0), RG_OK);
        assert_string_equal(fault.code, "R0922");
        says(fault.message, runs[i].where);
        assert_in_range(fault.line, runs[i].first, runs[i].last);
        assert_int_equal(rg_rollback(job, &fault), RG_OK);
        rg_job_free(job);
    }
}

/* The inner loop borrows a register that the outer one counts in. */
static const char lending[] =
    "@i function f(k1::Int, x2::Fixed, step::Int, v0::Vector{Fixed}, x6::Fixed, "
    "M1!::Matrix{Fixed}, M0!::Matrix{Fixed}, x3::Fixed, M2!::Matrix{Fixed}, "
    "w!::Vector{Fixed}, k0::Int, n::Int, x4::Fixed, o0!::Fixed, M3!::Matrix{Fixed}, "
    "x1::Fixed, m::Int, x0::Fixed, x5::Fixed, k2::Int)\n"
    "    t0 ← 0.0\n"
    "    t1 ← 0.0\n"
    "    t2 ← 0.0\n"
    "    t0 += tanh(x2)\n"
    "    t1 += max(((t0 + t0) + (-1.25 - t0)), (abs(t0) + (x0 - -0.75)))\n"
    "    t2 += 0.25 * -1.00\n"
    "    for j = 1:k0\n"
    "        o0! -= t2 * 1.00\n"
    "        for i in eachindex(v0)\n"
    "            M1![i+1, j+1] += (v0[i] * 0.75 - v0[i])\n"
    "            o0! += t2 * -1.00\n"
    "            M1![i+1, j+1] += max(t2, t0 * -0.25)\n"
    "            o0! += (((t0 + t2) - -1.25) - (v0[i] * 1.00 - v0[i]))\n"
    "            M1![i+1, j+1] += sin(max((v0[i] + M3![i, j]), (0.50 - M3![i, j+1])))\n"
    "        end\n"
    "        o0! += tanh(x6)\n"
    "    end\n"
    "    t2 -= 0.25 * -1.00\n"
    "    t1 -= max(((t0 + t0) + (-1.25 - t0)), (abs(t0) + (x0 - -0.75)))\n"
    "    t0 -= tanh(x2)\n"
    "    t2 → 0.0\n"
    "    t1 → 0.0\n"
    "    t0 → 0.0\n"
    "end\n";

/* The iteration of the loop of line 8 that the message names; 0: none. */
static int iteration_named(const char *message)
{
    int n = 0, all_of = 0;
    const char *at = strstr(message, "in iteration ");
    return at && strstr(at, "of the loop of line 8")
                   && sscanf(at, "in iteration %d of %d", &n, &all_of) == 2
               ? n
               : 0;
}

/* A run that is given up ever later never names an earlier iteration. */
static void a_lent_register_names_no_iteration(void **state)
{
    rg_device *device = *state;
    rg_fault fault = {0};
    static const char *const names[] = {"M0!", "M1!", "M2!", "M3!"};
    const double v[] = {0.5, -0.25}, M[9] = {0.125, 0.5};
    int last = 0;
    assert_int_equal(rg_set_passes_off(device, all, 0, NULL), RG_OK);
    assert_int_equal(rg_load_text(device, "f.rg", lending, &fault), RG_OK);
    for (uint64_t limit = 100; limit < 500; limit++) {
        rg_job *job = rg_job_new(device, "f", &fault);
        assert_non_null(job);
        assert_int_equal(rg_set_array(job, "v0", v, 2, 1, &fault), RG_OK);
        assert_int_equal(rg_set_array(job, "w!", v, 2, 1, &fault), RG_OK);
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            assert_int_equal(rg_set_array(job, names[i], M, 3, 3, &fault), RG_OK);
        assert_int_equal(rg_set_integer(job, "k0", 2, &fault), RG_OK);
        assert_int_equal(rg_set_cycle_limit(device, limit), RG_OK);
        if (rg_call(job, &fault) == RG_BAD_MACHINE) {
            const int n = iteration_named(fault.message);
            assert_true(n == 0 || n >= last);
            last = n > last ? n : last;
            assert_int_equal(rg_rollback(job, &fault), RG_OK);
        }
        assert_int_equal(rg_set_cycle_limit(device, 0), RG_OK);
        rg_job_free(job);
    }
    assert_int_equal(last, 2);
}

static int open_device(void **state)
{
    rg_fault fault;
    *state = rg_device_open("fast", &fault);
    return *state ? 0 : -1;
}

static int close_device(void **state) { return rg_device_close(*state) == RG_OK ? 0 : -1; }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_named),
        cmocka_unit_test(arguments_and_banks),
        cmocka_unit_test(streams_are_followed),
        cmocka_unit_test(the_place_of_a_run_given_up),
        cmocka_unit_test(a_lent_register_names_no_iteration),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
