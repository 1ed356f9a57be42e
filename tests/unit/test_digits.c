/* test_digits.c: what a fixed-point word keeps of a number, and which losses are said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compiler/digits.h"

static void what_is_kept(void **state)
{
    (void)state;
    const rg_kept exact = rg_keep_digits(0.75L, 43), none = rg_keep_digits(1e-14L, 43),
                  half = rg_keep_digits(0x1p-44L, 43), few = rg_keep_digits(6.6743e-11L, 43),
                  zero = rg_keep_digits(0, 43);
    assert_true(exact.kept == 0.75 && exact.digits == 99 && exact.bits == 43);
    assert_true(none.kept == 0 && none.digits == 0 && none.bits == 0);
    assert_true(half.kept == 0 && half.digits == 0); /* ties to even */
    assert_true(few.kept == 587 * 0x1p-43 && few.bits == 10);
    assert_true(fabs(few.digits + log10(2 * fabs(few.kept - 6.6743e-11) / 6.6743e-11)) < 1e-6);
    assert_true(zero.kept == 0 && zero.digits == 99 && zero.bits == 0);
}

/* The sign makes no difference, and a finer format never keeps less. */
static void laws(void **state)
{
    (void)state;
    for (double value = 1e-13; value < 1e5; value *= 1.7) {
        double error = INFINITY;
        for (unsigned frac = 8; frac <= 46; frac += 2) {
            const rg_kept k = rg_keep_digits(value, frac), n = rg_keep_digits(-value, frac);
            assert_true(k.kept == -n.kept && k.digits == n.digits && k.bits == n.bits);
            assert_true(fabs(k.kept - value) <= ldexp(0.5, -(int)frac));
            assert_true(fabs(k.kept - value) <= error * 4);
            assert_true(k.bits == 0 ? k.kept == 0
                                    : fabs(k.kept) >= ldexp(1, (int)k.bits - 1 - (int)frac)
                                          && fabs(k.kept) < ldexp(1, (int)k.bits - (int)frac));
            error = fabs(k.kept - value);
        }
    }
}

/* As many digits as were written must be kept: five at most, and two at least. */
static void which_losses_are_said(void **state)
{
    (void)state;
    static const struct {
        long double value;
        double scale;
        bool lost;
    } cases[] = {
        {0.1L, 0, false},        {1e-8L, 0, false},       {1.2345e-9L, 0, true},
        {1.2e-8L, 0, false},     {6.6743e-11L, 0, true},  {1e-14L, 0, true},
        {3.14159265L, 0, false}, {1e-10L, 0, false},      {1e-12L, 0, true},
        {1e-14L, 1, false},      {6.6743e-11L, 1, false}, {1e-12L, 1e-10, false},
        {1e-12L, 2e-12, true},   {0x1p-43L, 0, false},    {-6.6743e-11L, 0, true},
        {0, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const bool lost = rg_loses_digits(cases[i].value, 43, cases[i].scale);
        if (lost != cases[i].lost)
            print_error("%Lg beside %g: %s\n", cases[i].value, cases[i].scale,
                        cases[i].lost ? "the loss is not said" : "nothing is lost");
        assert_int_equal(lost, cases[i].lost);
    }
}

/* What another format keeps is judged by that format. */
static void other_formats(void **state)
{
    (void)state;
    assert_true(rg_loses_digits(1.5e-5L, 16, 0));
    assert_false(rg_loses_digits(1.5e-5L, 30, 0));
    assert_false(rg_loses_digits(0.125L, 16, 0));
    assert_true(rg_loses_digits(1e-14L, 43, 0) && !rg_loses_digits(1e-14L, 62, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept),
        cmocka_unit_test(laws),
        cmocka_unit_test(which_losses_are_said),
        cmocka_unit_test(other_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
