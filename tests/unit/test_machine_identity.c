/* test_machine_identity.c: the parameters of the hardware (isa/machine.def): no two machines have
 * one name, CONFIG tells all of them, and what is left out becomes what make takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/machine.h"
#include "sim/lockstep/engine_bus.h"

enum { MOST = 400000 };

/* The number behind this one in a list that grows; 0: it is the last. */
static unsigned number_behind(const char *list, unsigned old)
{
    char *at = NULL;
    unsigned long number = strtoul(list, &at, 10);

    while (number <= old && *at)
        number = strtoul(at, &at, 10);
    return number > old ? (unsigned)number : 0;
}

/* The next combination of values, few of the ranges: their ends and one between. */
static bool next(rg_identity *id)
{
    static const unsigned few[] = {8, 16, 24}, fractions[] = {0, 8, 30, 43, 62};
    for (unsigned p = 0; p < RG_PARAMETERS; p++) {
        const bool fraction = p == RG_PARAMETER_FRAC;
        const unsigned *list = fraction ? fractions : few;
        const size_t count = fraction ? 5 : 3;
        size_t place = 0;
        if (strstr(rg_parameter_values(p), "..")) {
            while (list[place] != id->of[p])
                place++;
            id->of[p] = list[(place + 1) % count];
            if (place + 1 < count)
                return true;
            continue;
        }
        const unsigned old = id->of[p];
        id->of[p] = rg_parameter_is_word(p) ? !old : number_behind(rg_parameter_values(p), old);
        if (id->of[p])
            return true;
        id->of[p] = rg_parameter_is_word(p) || p == RG_PARAMETER_BANKS ? 0
                    : p == RG_PARAMETER_XLEN                           ? 32
                                                                       : 1;
    }
    return false;
}

static rg_identity first_of_all(void)
{
    rg_identity id = {{0}};

    id.of[RG_PARAMETER_XLEN] = 32;
    id.of[RG_PARAMETER_DMEM_LOG2] = id.of[RG_PARAMETER_IMEM_LOG2] = 8;
    id.of[RG_PARAMETER_DIGITS] = id.of[RG_PARAMETER_LANES] = id.of[RG_PARAMETER_FUNCTION_UNITS] = 1;
    return id;
}

static int compare(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

/* The list of variables says it all; the core is the same whatever word and memories are. */
static void back_from_text(const rg_identity *id)
{
    char text[RG_IDENTITY_TEXT], core[RG_IDENTITY_TEXT], other[RG_IDENTITY_TEXT];
    rg_identity back, resized = *id;

    assert_true(rg_identity_variables(id, text, sizeof text));
    assert_true(rg_identity_read(text, &back));
    assert_true(rg_identity_same(id, &back));
    assert_true(rg_identity_core(id, core, sizeof core));
    resized.of[RG_PARAMETER_FRAC] = 7;
    resized.of[RG_PARAMETER_DMEM_LOG2] = 9;
    resized.of[RG_PARAMETER_IMEM_LOG2] = 8;
    assert_true(rg_identity_core(&resized, other, sizeof other));
    assert_string_equal(core, other);
    if (rg_identity_read(core, &back)) /* a core of 64 bits alone is no machine of fewer */
        for (unsigned p = RG_PARAMETER_CORE; p < RG_PARAMETERS; p++)
            assert_int_equal(back.of[p], id->of[p]);
}

static void names_tell_machines_apart(void **state)
{
    char **names = calloc(MOST, sizeof *names);
    rg_identity id = first_of_all();
    size_t count = 0, broken = 0;

    (void)state;
    assert_non_null(names);
    do {
        char name[RG_IDENTITY_TEXT];
        if (rg_identity_broken_rule(&id)) {
            broken++;
            continue;
        }
        assert_true(count < MOST);
        assert_true(rg_identity_name(&id, name, sizeof name));
        back_from_text(&id);
        names[count] = strdup(name);
        assert_non_null(names[count++]);
    } while (next(&id));
    qsort(names, count, sizeof *names, compare);
    for (size_t i = 1; i < count; i++)
        assert_string_not_equal(names[i - 1], names[i]);
    print_message("%zu machines, %zu names, %zu that are none\n", count, count, broken);
    assert_true(count > 10000 && broken > 10000);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

static void what_is_left_out(void **state)
{
    char text[RG_IDENTITY_TEXT];
    rg_identity id = rg_identity_default();
    bool given[RG_PARAMETERS] = {false};

    (void)state;
    assert_true(rg_identity_name(&id, text, sizeof text));
    assert_string_equal(text, "64_43_16_16_pipelined_parallel_parallel_8_1_1_0_2_none_1");
    assert_true(rg_identity_variables(&id, text, sizeof text));
    assert_string_equal(text, "XLEN=64 FRAC=43");
    assert_true(rg_identity_core(&id, text, sizeof text));
    assert_string_equal(text, "CORE=pipelined");
    given[RG_PARAMETER_MULTIPLIER] = true;
    id.of[RG_PARAMETER_MULTIPLIER] = 0;
    rg_identity_complete(&id, given);
    assert_null(rg_identity_broken_rule(&id));
    assert_true(rg_identity_variables(&id, text, sizeof text));
    assert_string_equal(text, "XLEN=64 FRAC=43 MULTIPLIER=iterative");
    given[RG_PARAMETER_MULTIPLIER] = false;
    given[RG_PARAMETER_CORE] = true;
    id.of[RG_PARAMETER_CORE] = 0;
    rg_identity_complete(&id, given);
    assert_null(rg_identity_broken_rule(&id));
    assert_true(rg_identity_name(&id, text, sizeof text));
    assert_string_equal(text, "64_43_16_16_multicycle_iterative_shared_1_1_1_0_2_none_1");
    assert_true(rg_identity_variables(&id, text, sizeof text));
    assert_string_equal(text, "XLEN=64 FRAC=43 CORE=multicycle");
    assert_true(rg_identity_core(&id, text, sizeof text));
    assert_string_equal(text, "CORE=multicycle");
    id.of[RG_PARAMETER_LANES] = 2;
    assert_non_null(rg_identity_broken_rule(&id));
    assert_false(rg_identity_name(&id, text, 20));
}

static void lists_are_read_strictly(void **state)
{
    static const char *const wrong[] = {
        "XLEN",           "XLEN=",    "XLEN=65",  "WORD=64",         "XLEN=64 ",
        "XLEN=64FRAC=43", " XLEN=64", "STAGES=4", "XLEN=64 XLEN=64", "CORE=multicycle STAGES=3"};
    rg_identity id, usual = rg_identity_default();

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (rg_identity_read(wrong[i], &id))
            fail_msg("`%s` was read", wrong[i]);
    assert_true(rg_identity_read("", &id));
    assert_true(rg_identity_same(&id, &usual));
    assert_true(rg_identity_read("XLEN=32 FRAC=16 STAGES=3", &id));
    assert_int_equal(id.of[RG_PARAMETER_STAGES], 1);
    assert_int_equal(id.of[RG_PARAMETER_GRAD_LANES], 1);
}

static void values_are_read_strictly(void **state)
{
    static const struct {
        unsigned parameter;
        const char *text;
        bool good;
        unsigned value;
    } cases[] = {
        {RG_PARAMETER_XLEN, "64", true, 64},
        {RG_PARAMETER_XLEN, "16", false, 0},
        {RG_PARAMETER_XLEN, "6", false, 0},
        {RG_PARAMETER_FRAC, "0", true, 0},
        {RG_PARAMETER_FRAC, "62", true, 62},
        {RG_PARAMETER_FRAC, "63", false, 0},
        {RG_PARAMETER_FRAC, "-1", false, 0},
        {RG_PARAMETER_FRAC, " 5", false, 0},
        {RG_PARAMETER_FRAC, "5x", false, 0},
        {RG_PARAMETER_FRAC, "", false, 0},
        {RG_PARAMETER_FRAC, "99999999999999999999", false, 0},
        {RG_PARAMETER_DMEM_LOG2, "7", false, 0},
        {RG_PARAMETER_CORE, "pipelined", true, 1},
        {RG_PARAMETER_CORE, "multicycle", true, 0},
        {RG_PARAMETER_CORE, "1", false, 0},
        {RG_PARAMETER_CORE, "multi", false, 0},
        {RG_PARAMETER_FUNCTION_UNITS, "32", true, 32},
        {RG_PARAMETER_FUNCTION_UNITS, "3", false, 0},
        {RG_PARAMETER_BANKS, "0", true, 0},
        {RG_PARAMETER_BANKS, "16", true, 16},
        {RG_PARAMETER_BANKS, "1", false, 0},
        {RG_PARAMETER_BANKS, "8", false, 0},
        {RG_PARAMETER_STAGES, "2", true, 0},
        {RG_PARAMETER_STAGES, "3", true, 1},
        {RG_PARAMETER_STAGES, "5", true, 2},
        {RG_PARAMETER_STAGES, "1", false, 0},
        {RG_PARAMETER_LANES, "", false, 0},
        {RG_PARAMETER_LANES, "08", false, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned value = 0;
        char text[RG_PARAMETER_TEXT];
        assert_int_equal(rg_parameter_read(cases[i].parameter, cases[i].text, &value),
                         cases[i].good);
        if (!cases[i].good)
            continue;
        assert_int_equal(value, cases[i].value);
        rg_parameter_write(cases[i].parameter, value, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* Each engine of this build says in CONFIG the parameters of the build, all of them. */
static void engines_say_what_they_are(void **state)
{
    static const char *const engines[] = {"fast", "rtl"};
    const unsigned core[] = {RG_CORE};
    rg_identity built = {{RG_XLEN, RG_FRAC, RG_DMEM_LOG2, RG_IMEM_LOG2}};
    char name[RG_IDENTITY_TEXT], said[RG_IDENTITY_TEXT];

    (void)state;
    for (unsigned i = 0; i < sizeof core / sizeof core[0]; i++)
        built.of[RG_PARAMETER_CORE + i] = core[i];
    built.of[RG_PARAMETER_TANGENTS] = RG_TANGENTS;
    assert_true(rg_identity_name(&built, name, sizeof name));
    for (size_t i = 0; i < 2; i++) {
        uint64_t config = 0;
        rg_engine *engine = rg_engine_open(engines[i]);
        if (!engine && i > 0)
            continue; /* a build without it */
        assert_non_null(engine);
        assert_int_equal(rg_engine_read(engine, RG_REG_CONFIG, &config), RG_BUS_OKAY);
        const rg_identity id = rg_identity_of(config);
        assert_true(rg_identity_name(&id, said, sizeof said));
        assert_string_equal(said, name);
        assert_true(rg_identity_same(&id, &built));
        rg_engine_close(engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_tell_machines_apart), cmocka_unit_test(what_is_left_out),
        cmocka_unit_test(lists_are_read_strictly),   cmocka_unit_test(values_are_read_strictly),
        cmocka_unit_test(engines_say_what_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
