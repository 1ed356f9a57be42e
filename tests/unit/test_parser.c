/* test_parser.c: precedence and forms of expressions, seen through the constants they fold to;
 * forms of statements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"

static rgc_result *compile(const char *text)
{
    rgc_result *r = rgc_compile_buffer("t.rg", text, strlen(text), NULL);
    assert_non_null(r);
    if (!rgc_object(r)) {
        rgc_render_text(r, stderr);
        fail_msg("does not compile: %s", text);
    }
    return r;
}

/* The word of a keyword parameter's default. */
static int64_t fold(const char *type, const char *expression)
{
    char text[300];
    snprintf(text, sizeof text,
             "const c = 3\n@i function f(y!::Int; a::%s = %s)\n    y! += 1\nend\n", type,
             expression);
    rgc_result *r = compile(text);
    const rg_routine *f = &rgc_object(r)->routines[0];
    assert_int_equal(f->param_count, 2);
    assert_true(f->params[1].keyword && f->params[1].has_default);
    int64_t raw = f->params[1].default_raw;
    rgc_result_free(r);
    return raw;
}

static void integer_expressions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        {"1 + 2 * 3", 7},   {"(1 + 2) * 3", 9}, {"2 * c ^ 2", 18}, {"-2 ^ 2", -4},
        {"2 ^ 3 ^ 2", 512}, {"2c", 6},          {"2c^2", 18},      {"7 ÷ 2 % 2", 1},
        {"-7 ÷ 2", -3},     {"-7 % 3", -1},     {"1 << 2 + 1", 5}, {"1 + 1 << 2", 5},
        {"6 & 3 | 8", 10},  {"5 ⊻ 1", 4},       {"2(1 + c)", 8},   {"0x10 - 0b11", 13},
        {"~0", -1},         {"-c - -1", -2},    {"1 - 2 - 3", -4}, {"100 ÷ 10 ÷ 5", 2},
        {"1 +\n 2", 3},     {"(1\n + 2)", 3},   {"-8 >> 1", -4},   {"max(1, c, 2)", 3},
        {"abs(-4)", 4},     {"4.0", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(fold("Int", cases[i].text), cases[i].value);
}

static void fixed_constants_round_to_nearest(void **state)
{
    (void)state;
    assert_int_equal(fold("Fixed", "0.5"), INT64_C(4398046511104));
    assert_int_equal(fold("Fixed", "0.1"), INT64_C(879609302221));
    assert_int_equal(fold("Fixed", "-0.1"), INT64_C(-879609302221));
    assert_int_equal(fold("Fixed", "0.3"), INT64_C(2638827906662));
    assert_int_equal(fold("Fixed", "1/3 + 2/3"), INT64_C(1) << 43);
    assert_int_equal(fold("Fixed", "sqrt(4)"), INT64_C(1) << 44);
    assert_int_equal(fold("Fixed", "1e-14"), 0);
    assert_int_equal(fold("Log", "1"), 0);
    assert_int_equal(fold("Log", "0.5"), INT64_MAX - (INT64_C(1) << 43) + 1);
    assert_int_equal(fold("Log", "-2"), INT64_MIN + (INT64_C(1) << 43));
    assert_int_equal(fold("Bool", "1 < c <= 3"), 1);
    assert_int_equal(fold("Bool", "true ⊻ true"), 0);
}

static void statement_forms(void **state)
{
    (void)state;
    static const char *const programs[] = {
        "@i function f(y!::Int) y! += 1 end",
        "@i function f(y!::Int); y! += 1; end # done",
        "\"\"\"\ndoc\n\"\"\"\n@i @inline function f(y!::T, n::Int)\n        where {T<:Real}\n    "
        "y! += n\nend\n@i function g(y!::Int)\n    f(y!, 2)\nend",
        "using A, B.C\nimport D\nfunction f(y!::Int)\n    if (y! > 0, ~) y! += 1 else y! -= 1 "
        "end\nend",
        "@i function f(y!::Int)\n    for i in 1:3, j ∈ i:-1:1\n        y! += j\n    end\nend",
        "@i function f(\n    y!::Int,\n    n::Int;\n    k = 1,\n)\n    y! +=\n        n +\n        "
        "k\nend",
        "@i function f(y!::Int)\r\n    y! += 1\r\nend\r\n",
        "\xef\xbb\xbf@i function f(y!::Int)\n    y! += 1\nend",
        "@i function f(y!::Int)\n    @routine first begin\n        k <- 0\n    end\n    y! += k\n  "
        "  ~@routine first\nend",
        "@i function f(y!::Int, x::Int)\n    ~(y! += x;\n      y! -= 2\n      begin y! += 3 end)\n "
        "   ~~(y! += x)\nend",
        "@i function f(y!::Int)\n    if y! > 3\n        y! += 1\n    elseif (y! > 2, ~)\n        "
        "y! -= 1\n    elseif y! > 1\n    else\n        y! += 2\n    end\nend",
    };
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        rgc_result *r = compile(programs[i]);
        assert_int_equal(rgc_error_total(r), 0);
        rgc_result_free(r);
    }
}

static void every_fault_is_found(void **state)
{
    (void)state;
    static const char text[] = "@i function f(y!::Int)\n    y! = 1\n    return\n    y! += )\n    "
                               "y! %= 2\n    y! + 1\n    @nosuch y!\n"
                               "end\n@i function g(y!::Int)\n    y! += y!\nend\n";
    static const char *const codes[] = {"R0110", "R0113", "R0104", "R0111",
                                        "R0112", "R0107", "R0333"};
    rgc_result *r = rgc_compile_buffer("t.rg", text, strlen(text), NULL);
    assert_non_null(r);
    assert_int_equal(rgc_error_total(r), sizeof codes / sizeof codes[0]);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        assert_string_equal(rgc_diagnostic_at(r, i)->code, codes[i]);
    rgc_result_free(r);
    rgc_options few = {.max_errors = 2};
    r = rgc_compile_buffer("t.rg", text, strlen(text), &few);
    assert_non_null(r);
    assert_int_equal(rgc_diagnostic_count(r), 2);
    assert_int_equal(rgc_error_total(r), sizeof codes / sizeof codes[0]);
    rgc_result_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_expressions),
        cmocka_unit_test(fixed_constants_round_to_nearest),
        cmocka_unit_test(statement_forms),
        cmocka_unit_test(every_fault_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
