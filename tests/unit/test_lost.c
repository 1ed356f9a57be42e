/* test_lost.c: a change that a call would lose is refused, with the line of the change; what the
 * routine takes back is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"

/* The body of a routine g(a!::Fixed, b::Fixed) that is called with a value for a!; changed: the
 * line of g with the change that is lost, 0 for none. */
typedef struct {
    const char *body, *argument;
    unsigned changed;
} loss;

static const loss losses[] = {
    {"    a! += b\n", "x * 2", 2},
    {"    a! += b\n", "1.5", 2},
    {"    b += a!\n", "x * 2", 0},
    {"    a! += b\n    a! += b\n", "x * 2", 2},
    /* taken back in the routine */
    {"    a! += b\n    a! -= b\n", "x * 2", 0},
    {"    a! += b\n    a! += b\n    a! -= b\n", "x * 2", 0},
    {"    a! += b * b\n    a! -= b\n", "x * 2", 2},
    {"    @routine begin\n        a! += b\n    end\n    ~@routine\n", "x * 2", 0},
    /* in a block of its own, on either side */
    {"    if b > 0\n        a! += b\n    end\n", "x * 2", 3},
    {"    if b > 0\n        b += 1\n        b -= 1\n    else\n        a! -= 2\n    end\n", "x * 2",
     6},
    {"    for i = 1:3\n        a! += b\n    end\n", "x * 2", 3},
    {"    for i = 1:3\n        a! += b\n    end\n    for i = 1:3\n        a! -= b\n    end\n",
     "x * 2", 0},
    /* through calls */
    {"    h(a!, b)\n", "x * 2", 2},
    {"    h(a!, b)\n    (~h)(a!, b)\n", "x * 2", 0},
    {"    h(b, a!)\n", "x * 2", 0},
    /* a variable takes the change */
    {"    a! += b\n", "y!", 0},
};

static rgc_result *compiled(const loss *l)
{
    char text[1000];
    snprintf(text, sizeof text,
             "@i function g(a!::Fixed, b::Fixed)\n%send\n@i function h(c!::Fixed, d::Fixed)\n    "
             "c! += d\nend\n@i function f(y!::Fixed, x::Fixed, z::Fixed)\n    g(%s, z)\n    y! += "
             "1\nend\n",
             l->body, l->argument);
    return rgc_compile_buffer("f.rg", text, strlen(text), NULL);
}

static void each_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++) {
        const loss *l = &losses[i];
        rgc_result *r = compiled(l);
        assert_non_null(r);
        if (l->changed == 0 && rgc_diagnostic_count(r) > 0)
            fail_msg("%zu: %s", i, rgc_diagnostic_at(r, 0)->at.message);
        if (l->changed > 0) {
            if (rgc_diagnostic_count(r) != 1)
                fail_msg("%zu: %zu messages", i, rgc_diagnostic_count(r));
            const rgc_diagnostic *d = rgc_diagnostic_at(r, 0);
            assert_string_equal(d->code, "R0605");
            assert_non_null(strstr(d->at.message, "changes its parameter 'a!'"));
            assert_non_null(d->help);
            assert_int_equal(d->note_count, 1);
            if (d->notes[0].line != l->changed)
                fail_msg("%zu: changed in line %u", i, d->notes[0].line);
        }
        assert_true((rgc_object(r) != NULL) == (l->changed == 0));
        rgc_result_free(r);
    }
}

/* An Int is converted for a Fixed parameter: the conversion cannot take the change either. */
static void conversions(void **state)
{
    (void)state;
    static const char *const text = "@i function g(a!::Fixed, b::Fixed)\n    a! += b\nend\n@i "
                                    "function f(y!::Fixed, n::Int)\n   "
                                    " g(n, y!)\nend\n";
    rgc_result *r = rgc_compile_buffer("f.rg", text, strlen(text), NULL);
    assert_non_null(r);
    assert_int_equal(rgc_diagnostic_count(r), 1);
    assert_string_equal(rgc_diagnostic_at(r, 0)->code, "R0605");
    assert_non_null(
        strstr(rgc_diagnostic_at(r, 0)->at.message, "this Int is converted for the call"));
    rgc_result_free(r);
}

/* A routine that calls itself is followed to an end. */
static void recursion(void **state)
{
    (void)state;
    static const char *const text =
        "@i function g(a!::Fixed, n::Int)\n    if n > 0\n        m <- 0\n        m += n - 1\n      "
        "  "
        "g(a!, m)\n        m -= n - 1\n        m -> 0\n    end\nend\n@i function f(y!::Fixed, "
        "x::Fixed, n::Int)\n    g(x * 2, n)\n    y! += 1\nend\n";
    rgc_result *r = rgc_compile_buffer("f.rg", text, strlen(text), NULL);
    assert_non_null(r);
    assert_int_equal(rgc_diagnostic_count(r), 0);
    rgc_result_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_found),
        cmocka_unit_test(conversions),
        cmocka_unit_test(recursion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
