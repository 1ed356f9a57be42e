/* test_asked_numbers.c: which numbers a text asks for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"
#include "host-driver/retrograd.h"

static rgc_numbers asked(const char *text)
{
    return rgc_numbers_of_buffer("text.rg", text, strlen(text), NULL);
}

static void test_names_decide(void **state)
{
    static const struct {
        const char *type;
        rgc_numbers asked;
    } names[] = {{"Float64", RGC_NUMBERS_FLOAT},
                 {"Float32", RGC_NUMBERS_FLOAT},
                 {"Float", RGC_NUMBERS_FLOAT},
                 {"Real", RGC_NUMBERS_FLOAT},
                 {"AbstractFloat", RGC_NUMBERS_FLOAT},
                 {"Number", RGC_NUMBERS_FLOAT},
                 {"Fixed", RGC_NUMBERS_FIXED},
                 {"Fixed43", RGC_NUMBERS_FIXED},
                 {"Log", RGC_NUMBERS_LOG},
                 {"ULogarithmic", RGC_NUMBERS_LOG},
                 {"Int", RGC_NUMBERS_OPEN},
                 {"Bool", RGC_NUMBERS_OPEN}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "@i function f(y!::Vector{%s}, i::Int)\n    y![i] += y![1]\nend\n", names[i].type);
        assert_int_equal(asked(text), names[i].asked);
    }
}

static void test_fixed_goes_before_literals(void **state)
{
    (void)state;
    assert_int_equal(asked("f(x) = x + 1"), RGC_NUMBERS_OPEN);
    assert_int_equal(asked("f(x) = x + 1.0"), RGC_NUMBERS_FLOAT);
    assert_int_equal(asked("f(x) = x + 1e3"), RGC_NUMBERS_FLOAT);
    assert_int_equal(asked("f(x::Fixed) = x + 1.0"), RGC_NUMBERS_FIXED);
    assert_int_equal(asked("f(x::Log) = x * 2.5"), RGC_NUMBERS_FLOAT);
    assert_int_equal(asked("f(x::Fixed, y::Float64) = x + Fixed(y)"), RGC_NUMBERS_BOTH);
    assert_int_equal(asked("f(x::Float, y::Fixed43) = x + Fixed43(y)"), RGC_NUMBERS_BOTH);
    assert_int_equal(asked("f(x::Fixed, y::Float64) = x + y"), RGC_NUMBERS_FIXED);
    assert_int_equal(asked("f(x::Fixed, y::Float64) = x + Float64(y)"), RGC_NUMBERS_FIXED);
    assert_int_equal(asked("f(x::Fixed, y::Real) = Fixed(x + y)"), RGC_NUMBERS_FIXED);
    assert_int_equal(asked("f(x::Fixed, y::Real) = x + 0.5"), RGC_NUMBERS_FIXED);
    assert_int_equal(asked("# Fixed\nf(x) = x[1:2]"), RGC_NUMBERS_OPEN);
    assert_int_equal(asked("f(Fixedness) = Fixedness + 1"), RGC_NUMBERS_OPEN);
}

/* In Julia these are Float64 whatever they are given; a Log divides by itself. */
static void test_quotients_are_real(void **state)
{
    static const char *const real[] = {"f(x) = x / 2",    "f(v) = v ./ 2",   "f(x) = min(x, Inf)",
                                       "f(x) = sqrt(x)",  "f(x) = √x",       "f(x) = π * x",
                                       "f(n) = zeros(n)", "f(A, b) = A \\ b"};
    (void)state;
    for (size_t i = 0; i < sizeof real / sizeof real[0]; i++)
        assert_int_equal(asked(real[i]), RGC_NUMBERS_FLOAT);
    assert_int_equal(asked("f(x) = x ÷ 2"), RGC_NUMBERS_OPEN);
    assert_int_equal(asked("f(n) = zeros(Int, n)"), RGC_NUMBERS_OPEN);
    assert_int_equal(asked("f(x::Log) = x / 2"), RGC_NUMBERS_LOG);
    assert_int_equal(asked("f(x::Fixed) = x / 2"), RGC_NUMBERS_FIXED);
}

/* A library says nothing about the program, and faults say nothing at all. */
static void test_what_does_not_count(void **state)
{
    (void)state;
    assert_int_equal(asked("using NiLang\nf(x) = x + 1"), RGC_NUMBERS_OPEN);
    assert_int_equal(asked("include(\"nowhere.rg\")\nf(x) = x + 1"), RGC_NUMBERS_OPEN);
    assert_int_equal(asked(""), RGC_NUMBERS_OPEN);
    assert_int_equal(asked("@i function f(x::Fixed"), RGC_NUMBERS_FIXED);
    assert_int_equal(rgc_numbers_of_file("nowhere.rg"), RGC_NUMBERS_OPEN);
}

static void test_engines(void **state)
{
    (void)state;
    const char *wide = rg_float_by_default() ? "float" : "fast";
    assert_string_equal(rg_engine_asked("t.rg", "f(x) = 2.5x", false), wide);
    assert_string_equal(rg_engine_asked("t.rg", "f(x) = 2x", true), wide);
    assert_string_equal(rg_engine_asked("t.rg", "f(x) = 2x", false), "fast");
    assert_string_equal(rg_engine_asked("t.rg", "f(x::Log) = 2x", true), "fast");
    assert_string_equal(rg_engine_asked("t.rg", "f(x::Fixed) = 2.5x", true), "fast");
    assert_string_equal(rg_engine_asked("nowhere.elf", NULL, false), "fast");
    assert_string_equal(rg_engine_asked(NULL, NULL, false), "fast");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_decide),
        cmocka_unit_test(test_fixed_goes_before_literals),
        cmocka_unit_test(test_quotients_are_real),
        cmocka_unit_test(test_what_does_not_count),
        cmocka_unit_test(test_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
