/* test_energy.c: technology files are read strictly; the three views follow their formulae and add up. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "energy/energy.h"

static rg_technology built_in(void)
{
    rg_technology technology;
    rg_fault fault;
    assert_int_equal(rg_technology_load(NULL, &technology, &fault), RG_OK);
    return technology;
}

static void assert_close(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-12 * fabs(expected)))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void assert_sums(const rg_energy_view *view)
{
    double sum = 0;
    for (size_t i = 0; i < view->part_count; i++) {
        assert_true(view->parts[i].joules >= 0);
        sum += view->parts[i].joules;
    }
    assert_close(sum, view->total_J);
}

static void test_built_in(void **state)
{
    (void)state;
    rg_technology technology = built_in();
    assert_true(technology.supply_voltage == 0.9 && technology.temperature == 300);
    assert_close(technology.value[RG_CLASS_MUL], 12.4e-12);
    assert_close(technology.node_resistance * technology.node_capacitance, 10e-12);
}

static void test_ramp_factor(void **state)
{
    (void)state;
    assert_true(fabs(rg_energy_ramp_factor(10) - 0.090) < 5e-4); /* the exact curve, not 1/t */
    assert_true(fabs(rg_energy_ramp_factor(2) - 0.284) < 5e-4);
    assert_true(fabs(rg_energy_ramp_factor(0) - 0.5) < 1e-12);
    assert_true(fabs(rg_energy_ramp_factor(1e-4) - rg_energy_ramp_factor(0.99e-4)) < 1e-6);
    assert_true(fabs(rg_energy_ramp_factor(1e6) * 1e6 - 1) < 1e-5);
}

static void test_views(void **state)
{
    (void)state;
    rg_technology technology = built_in();
    rg_counters counters = {.cycles = 1000, .instructions = 100, .memory_reads = 5, .gradient_writes = 3, .bits_copied_out = 128,
                            .bits_erased_gradient = 64, .bits_erased_host = 64};
    rg_energy energy;
    counters.forward[RG_CLASS_MUL] = 10;
    counters.backward[RG_CLASS_MUL] = 10;
    counters.gradient[RG_CLASS_MUL] = 10;
    rg_energy_model(&technology, &counters, &energy);
    assert_sums(&energy.conventional);
    assert_sums(&energy.adiabatic);
    assert_sums(&energy.landauer);
    assert_close(energy.conventional.parts[0].joules, 20 * 12.4e-12);
    assert_close(energy.conventional.parts[1].joules, 10 * 25.2e-12);
    assert_close(energy.conventional.parts[3].joules, 8 * 100e-12);
    assert_close(energy.landauer.total_J, 256 * 1.380649e-23 * 300 * log(2.0));
    assert_true(energy.adiabatic.total_J < energy.conventional.total_J);
    rg_counters nothing = {0};
    rg_energy_model(&technology, &nothing, &energy);
    assert_true(energy.conventional.total_J == 0 && energy.adiabatic.total_J == 0 && energy.landauer.total_J == 0);
}

/* Energy against ramp time has a minimum: leakage wins at last. */
static void test_optimum(void **state)
{
    (void)state;
    rg_technology technology = built_in();
    rg_counters counters = {.cycles = 1000, .instructions = 200};
    double before, middle, after;
    rg_energy energy;
    technology.resonator_quality = 1e9;
    technology.ramp_time = 1e-12;
    rg_energy_model(&technology, &counters, &energy);
    before = energy.adiabatic.total_J;
    technology.ramp_time = 1e-9;
    rg_energy_model(&technology, &counters, &energy);
    middle = energy.adiabatic.total_J;
    technology.ramp_time = 1e-3;
    rg_energy_model(&technology, &counters, &energy);
    after = energy.adiabatic.total_J;
    assert_true(middle < before && middle < after);
}

static char *read_default(size_t *size)
{
    char *text = malloc(1 << 16);
    FILE *file = fopen("energy/45nm.yaml", "r");
    assert_non_null(text);
    assert_non_null(file);
    *size = fread(text, 1, (1 << 16) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

/* The default file with one text in the place of another. */
static void assert_refused(const char *from, const char *to, const char *says, bool with_line)
{
    size_t size;
    char *text = read_default(&size), *at = strstr(text, from), *changed = malloc(size + strlen(to) + 1);
    rg_technology technology;
    rg_fault fault;
    assert_non_null(at);
    assert_non_null(changed);
    size_t head = (size_t)(at - text);
    memcpy(changed, text, head);
    strcpy(changed + head, to);
    strcat(changed, at + strlen(from));
    assert_int_equal(rg_technology_parse("t.yaml", changed, strlen(changed), &technology, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0923");
    assert_string_equal(fault.file, "t.yaml");
    if (!strstr(fault.message, says))
        fail_msg("`%s` does not say `%s`", fault.message, says);
    if (with_line)
        assert_true(fault.line > 1 && fault.column > 0);
    free(text);
    free(changed);
}

static void test_strictness(void **state)
{
    (void)state;
    assert_refused("  mul:    {", "  mull:   {", "unknown key: mull", true);
    assert_refused("temperature:", "temprature:", "unknown key: temprature", true);
    assert_refused("  temperature:       {value: 300,  unit: K,   source: \"room temperature\"}\n", "", "lacks the key: temperature", true);
    assert_refused("unit: K,", "", "no unit is given", true);
    assert_refused("value: 300,", "", "no value is given", true);
    assert_refused("source: \"room temperature\"", "source: \"\"", "no source is given", true);
    assert_refused("unit: K,", "unit: J,", "the unit must be K", true);
    assert_refused("unit: V,", "unit: xV,", "the unit must be V", true);
    assert_refused("value: 300", "value: warm", "not a number", true);
    assert_refused("value: 300", "value: -1", "must be positive", true);
    assert_refused("value: 300", "value: nan", "not a number", true);
    assert_refused("value: 300", "value: [300]", "single value", true);
    assert_refused("value: 300", "value: 300, value: 301", "twice", true);
    assert_refused("{value: 300,  unit: K,   source: \"room temperature\"}", "300", "{value: , unit: , source: }", true);
    assert_refused("gradient:\n", "gradients:\n", "unknown key: gradients", true);
    assert_refused("name: \"45 nm CMOS, 0.9 V, first figures\"", "", "lacks the key: name", false);
    assert_refused("constants:\n", "constants: {\n", "not YAML", true);
}

static void test_damaged_text_never_crashes(void **state)
{
    (void)state;
    size_t size;
    char *text = read_default(&size);
    rg_technology technology;
    rg_fault fault;
    int good = 0;
    for (size_t cut = 0; cut < size; cut += 7)
        good += rg_technology_parse("t.yaml", text, cut, &technology, &fault) == RG_OK;
    assert_int_equal(good, 0);
    for (size_t i = 0; i < size; i += 11) {
        char old = text[i];
        text[i] = (char)(i % 3 == 0 ? '\x80' : i % 3 == 1 ? '{' : '&');
        if (rg_technology_parse("t.yaml", text, size, &technology, &fault) != RG_OK)
            assert_string_equal(fault.code, "R0923");
        text[i] = old;
    }
    free(text);
    assert_int_equal(rg_technology_load("/nonexistent.yaml", &technology, &fault), RG_BAD_USE);
    assert_int_equal(rg_technology_load("/", &technology, &fault), RG_BAD_USE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in), cmocka_unit_test(test_ramp_factor), cmocka_unit_test(test_views),
        cmocka_unit_test(test_optimum),  cmocka_unit_test(test_strictness),  cmocka_unit_test(test_damaged_text_never_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
