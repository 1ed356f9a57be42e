/* test_check_catalogue.c: each example of the catalogue of source errors gives its own code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"
#include "errors/errors.h"

/* The rest needs a machine: tests/cli/explain.sh runs it. */
static bool of_compiler(const rg_error_info *info)
{
    return (info->code[1] != '0' || info->code[2] < '7') && strcmp(info->code, "R0506") != 0;
}

static void examples_give_their_code(void **state)
{
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; i < rg_error_count(); i++) {
        const rg_error_info *info = rg_error_at(i);
        if (!of_compiler(info) || !info->example)
            continue;
        rgc_result *r =
            rgc_compile_buffer("example.rg", info->example, strlen(info->example), NULL);
        assert_non_null(r);
        if (rgc_diagnostic_count(r) == 0)
            fail_msg("%s: the example compiles in silence", info->code);
        assert_string_equal(rgc_diagnostic_at(r, 0)->code, info->code);
        const rgc_diagnostic *d = rgc_diagnostic_at(r, 0);
        assert_true(d->severity != RGC_ERROR ? rgc_object(r) != NULL : rgc_object(r) == NULL);
        if (d->at.line > 0)
            assert_true(d->at.column >= 1 && d->at.length >= 1 && d->at.source_line != NULL);
        rgc_result_free(r);
        tried++;
    }
    assert_true(tried > 40);
}

static void corrected_examples_compile_in_silence(void **state)
{
    (void)state;
    for (size_t i = 0; i < rg_error_count(); i++) {
        const rg_error_info *info = rg_error_at(i);
        if (!of_compiler(info) || !info->corrected)
            continue;
        rgc_result *r =
            rgc_compile_buffer("example.rg", info->corrected, strlen(info->corrected), NULL);
        assert_non_null(r);
        if (!rgc_object(r) || rgc_diagnostic_count(r) > 0)
            fail_msg("%s: the corrected example does not compile in silence", info->code);
        rgc_result_free(r);
    }
}

static void every_code_says_what_to_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < rg_error_count(); i++) {
        const rg_error_info *info = rg_error_at(i);
        assert_true(info->example ? info->corrected && !info->instead
                                  : !info->corrected && info->instead && info->instead[0]);
        if (info->example)
            assert_string_not_equal(info->example, info->corrected);
    }
}

static void messages_are_in_the_catalogue(void **state)
{
    (void)state;
    assert_non_null(rg_error_lookup("R0309"));
    assert_null(rg_error_lookup("R9999"));
    for (size_t i = 0; i < rg_error_count(); i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(rg_error_at(i)->code, rg_error_at(k)->code);
}

/* A topic of a code that is gone would decide nothing. */
static void topics_are_of_the_catalogue(void **state)
{
    static const char *const codes[] = {
#define RG_TOPIC(code, topic) code,
#include "errors/topics.def"
#undef RG_TOPIC
    };
    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        assert_non_null(rg_error_lookup(codes[i]));
        assert_int_not_equal(rg_error_about(codes[i]), RG_ABOUT_OTHER);
    }
    assert_int_equal(rg_error_about("R0304"), RG_ABOUT_STRUCTURE);
    assert_int_equal(rg_error_about("R0921"), RG_ABOUT_SEED);
    assert_int_equal(rg_error_about("R0104"), RG_ABOUT_OTHER);
    assert_int_equal(rg_error_about("R9999"), RG_ABOUT_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_give_their_code),
        cmocka_unit_test(corrected_examples_compile_in_silence),
        cmocka_unit_test(every_code_says_what_to_do),
        cmocka_unit_test(messages_are_in_the_catalogue),
        cmocka_unit_test(topics_are_of_the_catalogue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
