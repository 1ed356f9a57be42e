/* test_values.c: VALUE of --set: numbers, JSON, CSV and NumPy files, good and damaged. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "host-driver/cli/cli.h"

static rg_result parse(const char *text, cli_value *value, rg_fault *fault)
{
    return cli_value_parse("x", text, value, fault);
}

static cli_value *fresh(cli_value *value)
{
    *value = (cli_value){0};
    return value;
}

static void test_scalars(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double real;
        bool integer;
    } good[] = {
        {"5", 5, true},          {"-3", -3, true},      {"5.0", 5, false},
        {"-0.25", -0.25, false}, {"1e-3", 1e-3, false}, {"true", 1, true},
        {"false", 0, true},      {" 7", 7, true},       {"9223372036854775807", 0x1p63, true},
        {"1e-400", 0, false},
    };
    static const char *const bad[] = {"",        "x",     "5x",    "nan",   "inf",
                                      "0x10",    "1e999", "3+2i",  "3+im2", "+-2im",
                                      "1e999im", "--5",   "\"5\"", "{",     "1 2"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        cli_value value;
        rg_fault fault;
        assert_int_equal(parse(good[i].text, &value, &fault), RG_OK);
        assert_int_equal(value.rank, 0);
        assert_true(value.reals[0] == good[i].real);
        assert_int_equal(value.integers != NULL, good[i].integer);
        cli_value_free(&value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cli_value value;
        rg_fault fault;
        assert_int_equal(parse(bad[i], &value, &fault), RG_BAD_USE);
        assert_true(strlen(fault.message) > 10);
        cli_value_free(&value);
    }
}

static void test_complex(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double re, im;
    } good[] = {
        {"3+2im", 3, 2},
        {"3-2im", 3, -2},
        {"2im", 0, 2},
        {"-im", 0, -1},
        {"im", 0, 1},
        {"1+im", 1, 1},
        {"1e-3+2e-4im", 1e-3, 2e-4},
        {"-1.5e+2-0.5im", -150, -0.5},
        {"{\"re\": 1.5, \"im\": -2}", 1.5, -2},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        cli_value value;
        rg_fault fault;
        assert_int_equal(parse(good[i].text, &value, &fault), RG_OK);
        assert_true(value.rank == 0 && value.imags && value.reals[0] == good[i].re
                    && value.imags[0] == good[i].im);
        cli_value_free(&value);
    }
    cli_value value;
    rg_fault fault;
    assert_int_equal(parse("[\"1+2im\", 3, {\"re\": 0.5, \"im\": 1}]", &value, &fault), RG_OK);
    assert_true(value.rank == 1 && value.rows == 3 && value.imags[0] == 2 && value.imags[1] == 0
                && value.imags[2] == 1);
    assert_true(value.reals[0] == 1 && value.reals[1] == 3 && value.reals[2] == 0.5);
    cli_value_free(&value);
}

static void test_json(void **state)
{
    (void)state;
    cli_value value;
    rg_fault fault;
    assert_int_equal(parse("[1, 2.5, 4]", &value, &fault), RG_OK);
    assert_true(value.rank == 1 && value.rows == 3 && value.columns == 1 && value.reals[1] == 2.5
                && !value.integers);
    cli_value_free(&value);
    assert_int_equal(parse("[]", &value, &fault), RG_OK);
    assert_true(value.rank == 1 && value.rows == 0);
    cli_value_free(&value);
    assert_int_equal(parse("[[1,2,3],[4,5,6]]", &value, &fault), RG_OK);
    assert_true(value.rank == 2 && value.rows == 2 && value.columns == 3);
    assert_true(value.integers && value.integers[1] == 4 && value.integers[2] == 2
                && value.integers[5] == 6);
    cli_value_free(&value);
    assert_int_equal(parse("[[[1],[2]]]", &value, &fault), RG_OK);
    assert_true(value.rank == 3 && value.integers && value.integers[1] == 2);
    cli_value_free(&value);
    static const char *const bad[] = {"[1,2", "[1,,]", "[1e999]", "[99999999999999999999]",
                                      "{\"a\":1,\"a\":2}"};
    /* no arrays of numbers, but a struct or a tuple may be made of them */
    static const char *const other[] = {"[[1,2],[3]]", "[1,[2]]",     "[[1],2]", "[\"a\"]",
                                        "[null]",      "[[[[[1]]]]]", "{}",      "{\"x\":1}"};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        assert_int_equal(parse(other[i], &value, &fault), RG_OK);
        assert_true(!value.reals && value.json && value.refused.code[0] == 'R');
        cli_value_free(&value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(parse(bad[i], &value, &fault), RG_BAD_USE);
        assert_true(fault.code[0] == 'R');
        cli_value_free(&value);
    }
}

/* Parts of a complex number too small for a double are 0, as other numbers are. */
static void test_small_parts(void **state)
{
    (void)state;
    static const char *const texts[] = {"1e-400+2im", "2-1e-400im", "[\"1+1e-400im\"]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        cli_value value;
        rg_fault fault;
        assert_int_equal(parse(texts[i], &value, &fault), RG_OK);
        assert_true(value.vanished);
        cli_value_free(&value);
    }
}

static void test_csv(void **state)
{
    (void)state;
    cli_value value;
    rg_fault fault;
    char table[] = "1, 2.5\r\n\n-3,4e1\n";
    assert_int_equal(cli_value_csv("x", "t.csv", table, fresh(&value), &fault), RG_OK);
    assert_true(value.rank == 2 && value.rows == 2 && value.columns == 2 && value.table);
    assert_true(value.reals[0] == 1 && value.reals[1] == -3 && value.reals[2] == 2.5
                && value.reals[3] == 40);
    cli_value_free(&value);
    char column[] = "1\n2\n3";
    assert_int_equal(cli_value_csv("x", "t.csv", column, fresh(&value), &fault), RG_OK);
    assert_true(value.rank == 1 && value.rows == 3 && value.reals[2] == 3);
    assert_false(value.vanished);
    cli_value_free(&value);
    char small[] = "1e-310,2\n-1e-400,3\n"; /* the first is a double of few digits */
    assert_int_equal(cli_value_csv("x", "t.csv", small, fresh(&value), &fault), RG_OK);
    assert_true(value.vanished && value.reals[0] == 1e-310 && value.reals[1] == 0);
    cli_value_free(&value);
    static const struct {
        const char *text;
        unsigned line;
    } bad[] = {
        {"", 0},           {"\n\n", 0},       {"1,2\n3\n", 2},      {"1,2\n\n3,x\n", 3},
        {"1,\n", 1},       {"1\n1e999\n", 2}, {"a,b\n", 0},         {"a,b\nc,d\n", 2},
        {"a,2\n1,2\n", 1}, {"1,5;2,5\n", 1},  {"# a\n1 2\n3\n", 3}, {"a,b\n1\n", 2},
        {",a\n0,1\n", 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[64];
        strcpy(text, bad[i].text);
        assert_int_equal(cli_value_csv("x", "t.csv", text, fresh(&value), &fault), RG_BAD_USE);
        assert_int_equal(fault.line, bad[i].line);
        cli_value_free(&value);
    }
}

/* As spreadsheets and other programs write them. */
static void test_csv_of_others(void **state)
{
    (void)state;
    static const char *const tables[] = {
        "1;2\n3;4\n",
        "1\t2\n3\t4\n",
        "1 2\n 3   4 \n",
        "a,b\n1,2\n3,4\n",
        "\"1\",\"2\"\n3,4",
        "# x y\n1 2\n3 4\n",
        "\xef\xbb\xbf"
        "1,2\r\n3,4",
        "\n\"a b\";\"c\"\n1;2\n\n3;4\n",
    };
    cli_value value;
    rg_fault fault;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char text[64];
        strcpy(text, tables[i]);
        assert_int_equal(cli_value_csv("x", "t.csv", text, fresh(&value), &fault), RG_OK);
        assert_true(value.rank == 2 && value.rows == 2 && value.columns == 2);
        assert_true(value.reals[0] == 1 && value.reals[1] == 3 && value.reals[2] == 2
                    && value.reals[3] == 4);
        cli_value_free(&value);
    }
}

static size_t make_npy(unsigned char *out, const char *header, const void *data, size_t size)
{
    size_t length = strlen(header);
    memcpy(out, "\x93NUMPY\x01\x00", 8);
    out[8] = (unsigned char)length;
    out[9] = 0;
    memcpy(out + 10, header, length);
    memcpy(out + 10 + length, data, size);
    return 10 + length + size;
}

static void test_npy(void **state)
{
    (void)state;
    static const double reals[4] = {1, 2, 3, 4};
    static const int16_t shorts[3] = {-1, 2, 300};
    static const unsigned char big[8] = {0x3f, 0xf8, 0, 0, 0, 0, 0, 0}; /* 1.5 */
    unsigned char file[512];
    cli_value value;
    rg_fault fault;
    size_t size = make_npy(file, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n",
                           reals, sizeof reals);
    assert_int_equal(cli_value_npy("x", "a.npy", file, size, fresh(&value), &fault), RG_OK);
    assert_true(value.rank == 2 && value.reals[0] == 1 && value.reals[1] == 3 && value.reals[2] == 2
                && !value.integers);
    cli_value_free(&value);
    for (size_t cut = 0; cut < size; cut++) { /* every cut is refused */
        assert_int_equal(cli_value_npy("x", "a.npy", file, cut, fresh(&value), &fault), RG_BAD_USE);
        cli_value_free(&value);
    }
    size = make_npy(file, "{'descr': '<i2', 'fortran_order': True, 'shape': (3,), }\n", shorts,
                    sizeof shorts);
    assert_int_equal(cli_value_npy("x", "a.npy", file, size, fresh(&value), &fault), RG_OK);
    assert_true(value.rank == 1 && value.integers && value.integers[0] == -1
                && value.integers[2] == 300);
    cli_value_free(&value);
    size = make_npy(file, "{'descr': '>f8', 'fortran_order': False, 'shape': (), }\n", big,
                    sizeof big);
    assert_int_equal(cli_value_npy("x", "a.npy", file, size, fresh(&value), &fault), RG_OK);
    assert_true(value.rank == 0 && value.reals[0] == 1.5);
    cli_value_free(&value);
    size = make_npy(file, "{'descr': '<c16', 'fortran_order': False, 'shape': (2,), }\n", reals,
                    4 * sizeof *reals);
    assert_int_equal(cli_value_npy("x", "a.npy", file, size, fresh(&value), &fault), RG_OK);
    assert_true(value.rank == 1 && value.reals[0] == reals[0] && value.imags[0] == reals[1]
                && value.imags[1] == reals[3] && !value.integers);
    cli_value_free(&value);
    static const char *const bad[] = {
        "{'descr': '<c4', 'fortran_order': False, 'shape': (2,), }",
        "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }",
        "{'descr': '<f8', 'shape': (2,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1,1,1,1,1), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (",
        "{'descr': '",
        "{'descr':",
        "",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (16777216, 16777216), }",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size = make_npy(file, bad[i], reals, sizeof reals);
        assert_int_equal(cli_value_npy("x", "a.npy", file, size, fresh(&value), &fault),
                         RG_BAD_USE);
        assert_string_equal(fault.code, "R0915");
        cli_value_free(&value);
    }
}

static void test_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_values_XXXXXX", text[128];
    cli_value value;
    rg_fault fault;
    assert_non_null(mkdtemp(folder));
    snprintf(text, sizeof text, "@%s/a.json", folder);
    FILE *file = fopen(text + 1, "w");
    assert_non_null(file);
    assert_true(fputs("[1,\n 2]\n", file) >= 0 && fclose(file) == 0);
    assert_int_equal(parse(text, &value, &fault), RG_OK);
    assert_true(value.rank == 1 && value.rows == 2);
    cli_value_free(&value);
    unlink(text + 1);
    assert_int_equal(parse(text, &value, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0905");
    cli_value_free(&value);
    snprintf(text, sizeof text, "@%s/a.txt", folder);
    assert_int_equal(parse(text, &value, &fault), RG_BAD_USE);
    cli_value_free(&value);
    assert_int_equal(parse("@", &value, &fault), RG_BAD_USE);
    cli_value_free(&value);
    snprintf(text, sizeof text, "@%s.json", folder);
    assert_int_equal(parse(text, &value, &fault), RG_BAD_USE);
    cli_value_free(&value);
    rmdir(folder);
}

static void test_suggestions(void **state)
{
    (void)state;
    static const char *const words[] = {"--engine", "--energy", "--json", "run"};
    assert_string_equal(rg_suggest("--engin", words, 4), "--engine");
    assert_string_equal(rg_suggest("--josn", words, 4), "--json");
    assert_string_equal(rg_suggest("rum", words, 4), "run");
    assert_null(rg_suggest("--waveform", words, 4));
    assert_null(rg_suggest("", words, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalars),       cmocka_unit_test(test_complex),
        cmocka_unit_test(test_json),          cmocka_unit_test(test_csv),
        cmocka_unit_test(test_csv_of_others), cmocka_unit_test(test_small_parts),
        cmocka_unit_test(test_npy),           cmocka_unit_test(test_files),
        cmocka_unit_test(test_suggestions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
