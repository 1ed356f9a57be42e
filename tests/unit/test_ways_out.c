/* test_ways_out.c: what is proposed about a number that does not fit helps on the machine that ran,
 * and every machine that is proposed can be built. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/ways_out.h"
#include "isa/machine.h"

/* The register CONFIG of the default machine with this format. */
static uint64_t format(uint64_t xlen, uint64_t frac)
{
    return xlen | frac << 8 | UINT64_C(16) << 16 | UINT64_C(16) << 24 | UINT64_C(1) << 36
           | UINT64_C(7) << 40 | UINT64_C(8) << 44 | UINT64_C(1) << 48;
}

static const char *ways(uint64_t config, rg_misfit_cause cause, double magnitude)
{
    static char text[400];
    const rg_misfit misfit = {cause, magnitude};
    rg_ways_out(config, misfit, text, sizeof text);
    assert_true(strlen(text) < sizeof text - 1);
    return text;
}

static void expect_text(const char *text, const char *wanted)
{
    if (!strstr(text, wanted))
        fail_msg("`%s` does not say `%s`", text, wanted);
}

static void a_wider_machine_is_named(void **state)
{
    (void)state;
    expect_text(ways(format(64, 43), RG_MISFIT_FIXED, 0),
                "`make machine XLEN=64 FRAC=36` builds a machine whose limit is 2^27");
    expect_text(ways(format(64, 36), RG_MISFIT_FIXED, 0),
                "FRAC=28` builds a machine whose limit is 2^35");
    expect_text(ways(format(64, 28), RG_MISFIT_GRADIENT, 0), "`make machine XLEN=64 FRAC=20`");
    expect_text(ways(format(32, 16), RG_MISFIT_FIXED, 0),
                "`make machine XLEN=64 FRAC=43` builds a machine whose limit is 2^20");
    expect_text(ways(format(32, 8), RG_MISFIT_FIXED, 0), "`make machine XLEN=64 FRAC=36`");
    expect_text(ways(format(32, 16), RG_MISFIT_INT, 0), "`make machine XLEN=64 FRAC=16`");
}

static void it_holds_the_number(void **state)
{
    (void)state;
    expect_text(ways(format(64, 43), RG_MISFIT_FIXED, 0x1p27 - 1), "FRAC=36");
    expect_text(ways(format(64, 43), RG_MISFIT_FIXED, -0x1p27), "FRAC=28");
    expect_text(ways(format(64, 43), RG_MISFIT_FIXED, 1e12), "FRAC=20");
    expect_text(ways(format(32, 16), RG_MISFIT_FIXED, 1e9), "XLEN=64 FRAC=28");
    /* of Log the range is that of the exponent, on both sides of 1 */
    expect_text(ways(format(64, 62), RG_MISFIT_LOG, 1e-9),
                "FRAC=43` builds a machine whose limit is 2^524288");
}

static void nothing_is_named_that_does_not_help(void **state)
{
    (void)state;
    assert_null(strstr(ways(format(64, 43), RG_MISFIT_FIXED, 1e30), "make machine"));
    assert_null(strstr(ways(format(64, 12), RG_MISFIT_FIXED, 0), "make machine"));
    assert_null(strstr(ways(format(64, 43), RG_MISFIT_INT, 0), "make machine"));
    assert_null(strstr(ways(format(64, 43), RG_MISFIT_BANK, 0), "make machine"));
    assert_null(strstr(ways(format(64, 43), RG_MISFIT_WIDE_BANK, 0), "make machine"));
    assert_string_equal(ways(format(64, 43), RG_NO_MISFIT, 0), "");
    assert_null(strstr(ways(format(64, 43), RG_MISFIT_BANK, 0), "--float"));
    expect_text(ways(format(64, 43), RG_MISFIT_FIXED, 1e30), "as Log");
}

/* Float is named where it helps, and not on a machine that has it. */
static void float_is_named(void **state)
{
    (void)state;
    const uint64_t wide = format(64, 43) | UINT64_C(1) << 56;
    for (int cause = RG_MISFIT_FIXED; cause <= RG_MISFIT_GRADIENT; cause++)
        if (cause != RG_MISFIT_LOG && cause != RG_MISFIT_INT)
            expect_text(ways(format(64, 43), (rg_misfit_cause)cause, 0), "use --float");
    expect_text(ways(format(64, 43), RG_MISFIT_ACCUMULATOR, 0), "use --float");
    expect_text(ways(wide, RG_MISFIT_FIXED, 0), "2^127");
    assert_null(strstr(ways(wide, RG_MISFIT_FIXED, 0), "make machine"));
    assert_null(strstr(ways(wide, RG_MISFIT_GRADIENT, 0), "--float"));
}

static void banks_take_two_integers(void **state)
{
    (void)state;
    expect_text(ways(format(64, 43), RG_MISFIT_BANK, 0),
                "`MULDIV(x, n, d, low, high)`, which hold 127 bits");
    expect_text(ways(format(32, 16), RG_MISFIT_BANK, 0), "63 bits");
    expect_text(ways(format(64, 43), RG_MISFIT_WIDE_BANK, 0), "fewer steps");
    expect_text(ways(format(64, 43), RG_MISFIT_FLOAT_BANK, 0), "without a bank");
}

/* Other parameters of the machine stay: its lanes and memories. */
static void the_rest_of_the_machine_stays(void **state)
{
    (void)state;
    const uint64_t lanes = (format(64, 43) & ~(UINT64_C(15) << 48)) | UINT64_C(4) << 48;
    expect_text(ways(lanes, RG_MISFIT_FIXED, 0), "`make machine XLEN=64 FRAC=36 LANES=4`");
}

static void every_machine_can_be_built(void **state)
{
    (void)state;
    unsigned named = 0;
    for (uint64_t xlen = 32; xlen <= 64; xlen += 32)
        for (uint64_t frac = 1; frac + 2 <= xlen; frac++)
            for (int cause = RG_MISFIT_FIXED; cause <= RG_MISFIT_ACCUMULATOR; cause++)
                for (int size = 0; size < 60; size += 5) {
                    const char *text = ways(format(xlen, frac), (rg_misfit_cause)cause,
                                            size ? (double)(UINT64_C(1) << size) : 0);
                    rg_identity id = rg_identity_of(format(xlen, frac));
                    unsigned x, f;
                    const char *make = strstr(text, "make machine");
                    if (!make || sscanf(make, "make machine XLEN=%u FRAC=%u`", &x, &f) != 2)
                        continue;
                    id.of[RG_PARAMETER_XLEN] = x;
                    id.of[RG_PARAMETER_FRAC] = f;
                    assert_null(rg_identity_broken_rule(&id));
                    assert_true(x != xlen || f < frac);
                    if (cause == RG_MISFIT_FIXED)
                        assert_true(x - 1 - f > (unsigned)size && x - 1 - f > xlen - 1 - frac);
                    named++;
                }
    assert_true(named > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wider_machine_is_named),
        cmocka_unit_test(it_holds_the_number),
        cmocka_unit_test(nothing_is_named_that_does_not_help),
        cmocka_unit_test(float_is_named),
        cmocka_unit_test(banks_take_two_integers),
        cmocka_unit_test(the_rest_of_the_machine_stays),
        cmocka_unit_test(every_machine_can_be_built),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
