/* test_energy.c: technology files are read strictly; the three views follow their formulae and add
 * up. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "energy/energy.h"
#include "host-driver/api.h"

static const double leakage = 313e-6; /* leakage_power of 45nm, in W */

static const double bit = 1.380649e-23 * 300 * 0.69314718055994530942; /* k T ln 2 at 300 K */

/* What is behind the handle. */
static rgd_technology *inside(const rg_technology *technology)
{
    return rg_see_technology(technology, __func__, NULL);
}

static rg_technology *open_technology(const char *name)
{
    rg_fault fault;
    rg_technology *technology = rg_technology_open(name, &fault);
    if (!technology)
        fail_msg("%s:%u:%u: %s", fault.file, fault.line, fault.column, fault.message);
    return technology;
}

static void set(rg_technology *technology, const char *setting)
{
    rg_fault fault;
    if (rg_technology_set(technology, setting, &fault) != RG_OK)
        fail_msg("%s", fault.message);
}

static rg_energy energy_of(const rg_technology *technology, const rg_counters *counters)
{
    rg_energy energy;
    rg_fault fault;
    if (rg_energy_of(technology, counters, 64, &energy, &fault) != RG_OK)
        fail_msg("%s", fault.message);
    return energy;
}

static void assert_near(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected)))
        fail_msg("%.17g is not %.17g", value, expected);
}
static void assert_close(double value, double expected) { assert_near(value, expected, 1e-12); }

static double part(const rg_energy_view *view, const char *name)
{
    for (size_t i = 0; i < view->part_count; i++)
        if (strcmp(view->parts[i].name, name) == 0)
            return view->parts[i].joules;
    return 0;
}

static void assert_sums(const rg_energy_view *view)
{
    double sum = 0;
    for (size_t i = 0; i < view->part_count; i++) {
        assert_true(view->parts[i].joules > 0);
        sum += view->parts[i].joules;
    }
    assert_near(sum, view->total_J, 1e-9);
}

/* Something of everything. */
static rg_counters some_counters(void)
{
    rg_counters c = {.cycles = 123457,
                     .instructions = 0,
                     .memory_reads = 501,
                     .memory_writes = 307,
                     .gradient_reads = 11,
                     .gradient_writes = 13,
                     .tangent_reads = 17,
                     .tangent_writes = 19,
                     .bits_copied_out = 128,
                     .bits_erased_gradient = 64,
                     .bits_erased_host = 192};
    for (unsigned mode = 0; mode < 4; mode++)
        for (unsigned direction = 0; direction < 2; direction++)
            for (unsigned class = 0; class < RG_CLASS_COUNT; class ++)
                c.instructions += c.by_mode[mode][direction][class] =
                    1 + 100 * mode + 1000 * direction + 7 * class;
    return c;
}

static void test_built_in(void **state)
{
    (void)state;
    size_t count = 0;
    for (; rg_technology_builtin(count); count++) {
        rg_technology *technology = open_technology(rg_technology_builtin(count));
        rg_counters counters = some_counters();
        rg_energy energy = energy_of(technology, &counters), narrow;
        assert_sums(&energy.conventional);
        assert_sums(&energy.adiabatic);
        assert_sums(&energy.landauer);
        assert_true(energy.has_adiabatic == (inside(technology)->law != RG_LAW_NONE));
        /* A logic style with the depth of the core may need more. */
        assert_true(!energy.has_adiabatic || inside(technology)->law == RG_LAW_STAGED
                    || energy.adiabatic.total_J < energy.conventional.total_J);
        assert_int_equal(rg_energy_of(technology, &counters, 32, &narrow, NULL), RG_OK);
        /* Words of 32 bits at their price. */
        assert_close(part(&narrow.conventional, "memory"),
                     part(&energy.conventional, "memory") / 2);
        rg_technology_close(technology);
    }
    assert_true(count >= 12);
}

static void test_ramp_factor(void **state)
{
    (void)state;
    assert_true(fabs(rg_energy_ramp_factor(10) - 0.090) < 5e-4); /* the exact curve, not 1/t */
    assert_true(fabs(rg_energy_ramp_factor(2) - 0.284) < 5e-4);
    assert_true(fabs(rg_energy_ramp_factor(0) - 0.5) < 1e-12);
    assert_true(fabs(rg_energy_ramp_factor(1e-4) - rg_energy_ramp_factor(0.99e-4)) < 1e-6);
    assert_true(fabs(rg_energy_ramp_factor(1e-4) / 0.49998333375 - 1)
                < 1e-12); /* 1/2 - t/6 + t^2/24 - .. */
    assert_true(fabs(rg_energy_ramp_factor(0.5) / rg_energy_ramp_factor(0.5 + 1e-14) - 1) < 1e-13);
    assert_true(fabs(rg_energy_ramp_factor(1e6) * 1e6 - 1) < 1e-5);
    /* The energy burnt in R, integrated: while the ramp charges C the current is C V / T (1 -
     * exp(-s / RC)), and what C lacks at its end follows through R. */
    for (double t = 1e-3; t < 1e3; t *= 3.7) {
        const int steps = 200000;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            double s = (i + 0.5) / steps * t, current = -expm1(-s);
            sum += current * current;
        }
        double lacks = -expm1(-t) / t;
        assert_near(rg_energy_ramp_factor(t), sum / steps / t + lacks * lacks / 2, 1e-6);
    }
}

/* By hand, from the published figures. */
static void test_views(void **state)
{
    (void)state;
    rg_technology *technology = open_technology("45nm");
    rg_counters counters = {.cycles = 1000,
                            .instructions = 30,
                            .memory_reads = 5,
                            .gradient_writes = 3,
                            .bits_copied_out = 128,
                            .bits_erased_gradient = 64,
                            .bits_erased_host = 64};
    counters.by_mode[0][0][RG_CLASS_MUL] = 10;
    counters.by_mode[0][1][RG_CLASS_ADD] = 10;
    counters.by_mode[1][1][RG_CLASS_MUL] = 10;
    rg_energy e = energy_of(technology, &counters);
    const double operations = 10 * 12.4e-12 + 10 * 0.2e-12,
                 derivatives = 10 * (12.4 + 25.2) * 1e-12, fetch = 30 * 70e-12,
                 memory = 8 * 100e-12;
    assert_close(part(&e.conventional, "operations"), operations);
    assert_close(part(&e.conventional, "operations with derivatives"), derivatives);
    assert_close(part(&e.conventional, "fetch and control"), fetch);
    assert_close(part(&e.conventional, "memory"), memory);
    assert_close(part(&e.conventional, "leakage"), leakage * 1000 * 10e-9);
    assert_close(part(&e.conventional, "copies out"), 128 * 20.3e-12);
    assert_close(part(&e.conventional, "erasing"), 128 * 0.4e-15);
    assert_close(e.conventional_s, 1e-5);
    const double switched = operations + derivatives + fetch + memory,
                 share = 2 * (1 - (1 - exp(-1000)) / 1000) / 1000;
    assert_close(part(&e.adiabatic, "operations"), operations * share);
    assert_close(part(&e.adiabatic, "memory"), memory * share);
    assert_close(part(&e.adiabatic, "resonator"), switched * 2 * 3.14159265358979323846 / 100);
    assert_close(part(&e.adiabatic, "leakage"), leakage * 1000 * 4 * 10e-9);
    assert_close(e.adiabatic_s, 4e-5);
    assert_close(e.landauer.total_J, 256 * bit);
    rg_counters nothing = {0};
    e = energy_of(technology, &nothing);
    assert_true(e.conventional.total_J == 0 && e.adiabatic.total_J == 0 && e.landauer.total_J == 0);
    rg_technology_close(technology);
}

static void test_laws(void **state)
{
    (void)state;
    rg_counters counters = some_counters();
    rg_technology *ideal = open_technology("ideal"), *river = open_technology("ice-river"),
                  *seven = open_technology("7nm");
    rg_energy e = energy_of(ideal, &counters);
    assert_close(e.adiabatic.total_J, e.landauer.total_J);
    assert_close(e.landauer.total_J, 384 * bit);
    e = energy_of(river, &counters);
    assert_close(part(&e.adiabatic, "operations") * 1.77, part(&e.conventional, "operations"));
    assert_close(part(&e.adiabatic, "memory"), part(&e.conventional, "memory"));
    assert_true(part(&e.adiabatic, "resonator") == 0);
    e = energy_of(seven, &counters);
    assert_true(!e.has_adiabatic && e.adiabatic.total_J == 0);
    rg_technology_close(ideal);
    rg_technology_close(river);
    rg_technology_close(seven);
}

/* Energies in J go with V^2, rows in F are 1/2 C V^2. */
static void test_voltage(void **state)
{
    (void)state;
    rg_counters counters = some_counters();
    rg_technology *technology = open_technology("45nm");
    rg_energy before = energy_of(technology, &counters);
    set(technology, "supply_voltage=450mV");
    rg_energy after = energy_of(technology, &counters);
    assert_close(part(&after.conventional, "operations") * 4,
                 part(&before.conventional, "operations"));
    assert_close(part(&after.conventional, "memory") * 4, part(&before.conventional, "memory"));
    assert_close(part(&after.conventional, "leakage"), part(&before.conventional, "leakage"));
    rg_technology_close(technology);
}

/* T* = sqrt(RC CV^2 / P), E* = 2 sqrt(RC CV^2 P), against a sweep of the model itself, within 1 %.
 */
static void test_optimum(void **state)
{
    (void)state;
    static const char *const leakages[] = {"leakage_power=10uW", "leakage_power=1uW",
                                           "leakage_power=10nW", "leakage_power=1nW"};
    for (size_t i = 0; i < sizeof leakages / sizeof leakages[0]; i++) {
        rg_technology *technology = open_technology("45nm");
        rg_counters counters = some_counters();
        rg_energy_optimum best;
        double least = INFINITY, at = 0, power = 0;
        set(technology, leakages[i]);
        power = inside(technology)->constants[RG_CONSTANT_leakage_power].value;
        assert_int_equal(rg_energy_best(technology, &counters, 64, &best, NULL), RG_OK);
        assert_true(best.exists);
        for (double ramp = best.ramp_time_s / 30; ramp < best.ramp_time_s * 30; ramp *= 1.001) {
            inside(technology)->constants[RG_CONSTANT_ramp_time].value = ramp;
            rg_energy e = energy_of(technology, &counters);
            if (e.adiabatic.total_J < least) {
                least = e.adiabatic.total_J;
                at = ramp;
            }
        }
        assert_near(best.ramp_time_s, at, 0.01);
        assert_near(best.adiabatic_J, least, 0.01);
        assert_near(best.exact_ramp_time_s, at, 0.002);
        assert_near(best.exact_J, least, 1e-6);
        /* The formula itself, from the conventional parts: C V^2 is twice what is switched. */
        rg_energy e = energy_of(technology, &counters);
        const double rc = 10e-12, rate = 4 * power * (double)counters.cycles;
        double nodes = 2
                       * (part(&e.conventional, "operations")
                          + part(&e.conventional, "operations with derivatives")
                          + part(&e.conventional, "fetch and control")
                          + part(&e.conventional, "memory"));
        assert_near(best.ramp_time_s, sqrt(rc * nodes / rate), 1e-9);
        rg_technology_close(technology);
    }
}

/* The textbook point: one node of 1 fF, 10 kohm, 0.8 V, 1 nA. */
static void test_one_node(void **state)
{
    (void)state;
    rg_technology *technology = open_technology("45nm");
    rg_counters counters = {.cycles = 1};
    rg_energy_optimum best;
    set(technology, "operations.cycle=0.32fJ"); /* 1/2 C V^2 */
    set(technology, "reference_voltage=0.8V");
    set(technology, "supply_voltage=0.8V");
    set(technology, "leakage_power=0.8nW");
    set(technology, "ramps_per_cycle=1");
    set(technology, "resonator_quality=1e30");
    assert_int_equal(rg_energy_best(technology, &counters, 64, &best, NULL), RG_OK);
    assert_near(best.ramp_time_s, 2.828e-9, 1e-3);
    assert_near(best.adiabatic_J, 4.525e-18, 1e-3);
    set(technology, "leakage_power=0W");
    assert_int_equal(rg_energy_best(technology, &counters, 64, &best, NULL), RG_OK);
    assert_false(best.exists);
    rg_technology_close(technology);
}

/* Slopes against the formulae. */
static void test_sensitivity(void **state)
{
    (void)state;
    rg_technology *technology = open_technology("45nm");
    rg_counters counters = some_counters();
    rg_energy_sensitivity list[RG_ENERGY_CONSTANTS];
    size_t count = 0, seen = 0;
    rg_energy e = energy_of(technology, &counters);
    double switched =
        part(&e.conventional, "operations") + part(&e.conventional, "operations with derivatives")
        + part(&e.conventional, "fetch and control") + part(&e.conventional, "memory");
    assert_int_equal(rg_energy_sensitivities(technology, &counters, 64, list, &count, NULL), RG_OK);
    assert_int_equal(count, RG_CONSTANT_COUNT
                                - 14); /* without those of rows in F, `recovery` and `staged` */
    for (size_t i = 0; i < count; i++) {
        const char *name = list[i].constant;
        seen++;
        if (strcmp(name, "temperature") == 0)
            assert_near(list[i].percent[2], 1, 1e-7);
        else if (strcmp(name, "supply_voltage") == 0)
            assert_near(list[i].J_per_unit[0], 2 * switched / 0.9, 1e-7);
        else if (strcmp(name, "resonator_quality") == 0)
            assert_near(list[i].J_per_unit[1], -switched * 2 * 3.14159265358979 / 1e4, 1e-6);
        else if (strcmp(name, "leakage_power") == 0)
            assert_near(list[i].J_per_unit[1], 123457 * 4 * 10e-9, 1e-6);
        else if (strcmp(name, "erased_bit") == 0)
            assert_near(list[i].J_per_unit[0], 256, 1e-3); /* a small share of a large sum */
        else
            seen--;
    }
    assert_int_equal(seen, 5);
    rg_technology_close(technology);
}

static char *read_file(const char *path, size_t *size)
{
    char *text = malloc(1 << 18);
    FILE *file = fopen(path, "r");
    assert_non_null(text);
    assert_non_null(file);
    *size = fread(text, 1, (1 << 18) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

/* The default file with one text in the place of another. */
static void assert_refused(const char *from, const char *to, const char *says, bool with_line)
{
    size_t size;
    char *text = read_file("energy/45nm.yaml", &size), *at = strstr(text, from),
         *changed = malloc(size + strlen(to) + 1);
    rg_fault fault;
    if (!at)
        fail_msg("no `%s` in the file", from);
    assert_non_null(changed);
    size_t head = (size_t)(at - text);
    memcpy(changed, text, head);
    strcpy(changed + head, to);
    strcat(changed, at + strlen(from));
    if (rgd_technology_parse("t.yaml", changed, strlen(changed), &fault))
        fail_msg("`%s` is taken", to);
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
    assert_refused(
        "temperature:", "temprature:", "unknown key: temprature; did you mean temperature", true);
    assert_refused("  temperature:        {value: 300, unit: K, source: \"room temperature\"}\n",
                   "", "constants lack temperature (K)", true);
    assert_refused("unit: K,", "", "no unit is given", true);
    assert_refused("value: 300,", "", "no value is given", true);
    assert_refused("source: \"room temperature\"", "source: \"\"", "no source is given", true);
    assert_refused("unit: K,", "unit: J,", "the unit of temperature must be K", true);
    assert_refused("unit: V,", "unit: xV,", "must be V", true);
    assert_refused("source: \"room temperature\"", "source: \"  \"", "no source is given", true);
    assert_refused("source: \"room temperature\"", "source: ~", "no source is given", true);
    assert_refused("source: \"room temperature\"", "source: null", "no source is given", true);
    assert_refused("source: \"room temperature\"", "source: \"a\\0b\"", "control characters", true);
    assert_refused("source: \"room temperature\"", "source: \"\\e[31m\"", "control characters",
                   true);
    assert_refused("value: 300", "value: !!float 300", "tags are not read", true);
    assert_refused("value: 300, unit: K", "value: 1e308, unit: TK", "too large", true);
    assert_refused("value: 300, unit: K", "value: 1e-307, unit: fK", "too small", true);
    assert_refused("\nconstants:\n", "\n---\nconstants:\n", "a second document", true);
    assert_refused("value: 300", "value: warm", "not a number", true);
    assert_refused("value: 300", "value: 0x12c", "not a number", true);
    assert_refused("value: 300", "value: -1", "must be positive", true);
    assert_refused("value: 300", "value: nan", "not a number", true);
    assert_refused("value: 300", "value: [300]", "single value", true);
    assert_refused("value: 300", "value: 300, value: 301", "twice", true);
    assert_refused("{value: 300, unit: K, source: \"room temperature\"}", "300",
                   "{value: , unit: , source: }", true);
    assert_refused("operations:\n", "operation:\n",
                   "unknown key: operation; did you mean operations", true);
    assert_refused("name: \"45 nm CMOS, 0.9 V, published energies\"", "", "no name is given",
                   false);
    assert_refused("constants:\n", "constants: {\n", "cannot be read as YAML", true);
    assert_refused("\nadiabatic: ramp\n", "\nadiabatic: sine\n",
                   "ramp, staged, recovery, ideal or none", true);
    assert_refused("\nadiabatic: ramp\n", "\nadiabatic: recovery\n", "recovery_factor", true);
    assert_refused("\nadiabatic: ramp\n", "\n", "lacks the key: adiabatic", false);
    assert_refused("retrograd-technology-1", "retrograd-technology-2", "the format must be", true);
    assert_refused("\nadiabatic: ramp\n", "\nadiabatic: ramp\nbase: nothing\n",
                   "no such technology or file", true);
    assert_refused("recovered_memory:   {value: 1", "recovered_memory:   {value: 1.5", "at most 1",
                   true);
}

static void test_strict_rows(void **state)
{
    (void)state;
    assert_refused("operation: mul, ", "operation: mull, ", "did you mean mul", true);
    assert_refused("mode: value, ", "mode: valued, ", "did you mean value", true);
    assert_refused("direction: any", "direction: up", "it is one of forward", true);
    assert_refused("operation: mul,   mode: value, ", "operation: mul,   mode: gradient, ",
                   "covered by a row above", true);
    assert_refused("operation: fetch, mode: any,      direction: any",
                   "operation: fetch, mode: any,      direction: forward",
                   "has no row for: operation fetch, mode value, direction backward, width 64",
                   true);
    assert_refused("mean: 12.4, ", "", "no mean is given", true);
    assert_refused("spread: unknown, ", "", "no spread is given", true);
    assert_refused("samples: 0, unit: pJ", "samples: 7, unit: pJ", "the spread of samples is known",
                   true);
    assert_refused("samples: 0, unit: pJ", "samples: 0.5, unit: pJ", "whole number", true);
    assert_refused("samples: 0, unit: pJ", "samples: 0, unit: pW", "must be J or F", true);
    assert_refused("mean: 0.2, spread: unknown, samples: 0, unit: pJ",
                   "mean: 0.2, spread: unknown, samples: 0, unit: fF",
                   "constants lack capacitance_scale (1), which rows in F need", true);
    assert_refused("operation: cycle, mode: any,      direction: any",
                   "operation: cycle, mode: any,      direction: forward", "both must be `any`",
                   true);
    assert_refused("width: 64, ", "width: 63, ", "has no row for", true);
}

/* Refused at once: a file whose reading would take the square of its size. */
static void assert_costly(const char *piece, size_t times, const char *says)
{
    const size_t length = strlen(piece);
    char *text = malloc(times * length + 1);
    rg_fault fault;
    assert_non_null(text);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * length, piece, length + 1);
    clock_t start = clock();
    assert_null(rgd_technology_parse("t.yaml", text, times * length, &fault));
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 2);
    assert_non_null(strstr(fault.message, says));
    free(text);
}

static void test_costly_files(void **state)
{
    (void)state;
    assert_costly("[", 200000, "nested too deeply");
    assert_costly("{a: ", 100000, "nested too deeply");
    assert_costly("- &a x\n", 100000, "too many anchors");
}

static void assert_override_refused(rg_technology *technology, const char *setting,
                                    const char *says)
{
    rg_fault fault;
    assert_int_equal(rg_technology_set(technology, setting, &fault), RG_BAD_USE);
    assert_string_equal(fault.code, "R0923");
    if (!strstr(fault.message, says))
        fail_msg("`%s` does not say `%s`", fault.message, says);
}

static void test_overrides(void **state)
{
    (void)state;
    rg_technology *technology = open_technology("45nm");
    rg_counters counters = {.cycles = 1, .instructions = 2};
    rg_energy_constant constants[RG_ENERGY_CONSTANTS];
    rg_energy_row rows[8];
    counters.by_mode[0][0][RG_CLASS_MUL] = counters.by_mode[1][1][RG_CLASS_MUL] = 1;
    set(technology, "operations.mul.gradient=9pJ");
    set(technology, "leakage_power=0.5mW");
    rg_energy e = energy_of(technology, &counters);
    assert_close(part(&e.conventional, "operations"), 12.4e-12);
    assert_close(part(&e.conventional, "operations with derivatives"), 9e-12);
    assert_close(part(&e.conventional, "leakage"), 0.5e-3 * 10e-9);
    assert_int_equal(rg_technology_overridden_rows(technology, rows, 8), 2); /* 64 and 32 bits */
    assert_close(rows[0].file_value, 37.6e-12);
    size_t count = rg_technology_constants(technology, constants, RG_ENERGY_CONSTANTS), marked = 0;
    for (size_t i = 0; i < count; i++)
        if (constants[i].overridden) {
            marked++;
            assert_string_equal(constants[i].name, "leakage_power");
            assert_close(constants[i].file_value, leakage);
        }
    assert_int_equal(marked, 1);
    assert_override_refused(technology, "ramp_tim=5ns", "did you mean ramp_time");
    assert_override_refused(technology, "ramp_time=5", "the unit must be s");
    assert_override_refused(technology, "ramp_time=5pJ", "the unit must be s");
    assert_override_refused(technology, "ramp_time=0s", "must be positive");
    assert_override_refused(technology, "ramp_time", "NAME=VALUE");
    assert_override_refused(technology, "operations.fmul=5pJ", "class mul");
    assert_override_refused(technology, "operations.cycle.value=5pJ", "no row of its own");
    assert_override_refused(technology, "ramp_time=1e308Ts", "leaves the range");
    assert_override_refused(technology, "operations.mul.any.any.any=5pJ", "CLASS.MODE.DIRECTION");
    assert_override_refused(technology, "recovered_memory=2", "at most 1");
    rg_technology_close(technology);
}

/* A setting for one mode or direction divides a row that covers more; the rest of it stays. */
static void test_override_divides(void **state)
{
    (void)state;
    rg_technology *technology = open_technology("45nm");
    rg_counters counters = {0};
    rg_energy_row rows[8];
    counters.by_mode[0][0][RG_CLASS_INT] = 1;
    counters.by_mode[0][1][RG_CLASS_INT] = 10;
    counters.by_mode[1][0][RG_CLASS_INT] = 100;
    counters.by_mode[1][1][RG_CLASS_INT] = 1000;
    set(technology, "operations.int.gradient=2pJ");
    set(technology, "operations.int.value.backward=3pJ");
    rg_energy e = energy_of(technology, &counters);
    assert_close(part(&e.conventional, "operations"), 0.2e-12 + 10 * 3e-12);
    assert_close(part(&e.conventional, "operations with derivatives"), 1100 * 2e-12);
    assert_int_equal(rg_technology_overridden_rows(technology, rows, 8), 4);
    assert_close(rows[0].file_value, 0.2e-12);
    set(technology, "operations.int=1pJ");
    e = energy_of(technology, &counters);
    assert_close(part(&e.conventional, "operations")
                     + part(&e.conventional, "operations with derivatives"),
                 1111e-12);
    rg_technology_close(technology);
}

/* Cycles beyond the first of an instruction are the function unit's. */
static void test_busy(void **state)
{
    (void)state;
    rg_technology *technology = open_technology("45nm");
    rg_counters counters = {.cycles = 10, .instructions = 3};
    counters.by_mode[0][0][RG_CLASS_ADD] = 3;
    set(technology, "operations.busy=2pJ");
    set(technology, "operations.cycle=1pJ");
    rg_energy e = energy_of(technology, &counters);
    assert_close(part(&e.conventional, "function unit"), 14e-12);
    assert_close(part(&e.conventional, "clock"), 10e-12);
    rg_technology_close(technology);
}

/* Conventional at the clock of the adiabatic view is what the file says with that clock. */
static void test_same_clock(void **state)
{
    static const char *const names[] = {
        "45nm", "adiabatic-low-leakage", "ice-river", "multiplier-1mhz", "resonant-mac", "flattop",
        "ideal"};
    (void)state;
    rg_counters counters = {.cycles = 1000, .instructions = 300, .memory_reads = 40};
    counters.by_mode[0][0][RG_CLASS_ADD] = 300;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rg_technology *technology = open_technology(names[i]);
        const rg_energy e = energy_of(technology, &counters);
        char clock[64];
        snprintf(clock, sizeof clock, "clock_period=%.17gs", e.adiabatic_s / 1000);
        if (e.adiabatic_s > 0)
            set(technology, clock);
        assert_close(energy_of(technology, &counters).conventional.total_J, e.same_clock_J);
        if (strcmp(names[i], "multiplier-1mhz")
            == 0) /* a clock of 1 us leaks for a hundred times */
            assert_true(e.same_clock_J > e.conventional.total_J + 1e-9);
        rg_technology_close(technology);
    }
}

/* A stream is fetched once, and its class counts elements. */
static void test_stream(void **state)
{
    (void)state;
    rg_technology *technology = open_technology("45nm");
    rg_counters counters = {.cycles = 69, .instructions = 1};
    counters.by_mode[0][0][RG_CLASS_MUL] = 64;
    set(technology, "operations.busy=2pJ");
    rg_energy e = energy_of(technology, &counters);
    assert_close(part(&e.conventional, "operations"), 64 * 12.4e-12);
    assert_close(part(&e.conventional, "fetch and control"), 70e-12);
    assert_close(part(&e.conventional, "function unit"), 5 * 2e-12);
    rg_technology_close(technology);
}

/* Any counters: energy is linear in them, so shares of a run (its lines) sum to the run. */
/* Drawn at random, a part may be more than all of a run: so it is what comes on top. */
static void add_dispatcher(rg_counters *c)
{
    rg_dispatched *d = &c->dispatcher;
    d->activity = (rg_activity_counts){0}; /* prices by class do not ask for it */
    c->cycles += d->cycles;
    c->instructions += d->instructions;
    c->memory_reads += d->memory_reads;
    c->memory_writes += d->memory_writes;
    c->gradient_reads += d->gradient_reads;
    c->gradient_writes += d->gradient_writes;
    c->tangent_reads += d->tangent_reads;
    c->tangent_writes += d->tangent_writes;
    for (unsigned i = 0; i < 8; i++)
        for (unsigned class = 0; class < RG_COUNTER_CLASSES; class ++)
            c->by_mode[i / 2][i % 2][class] += d->by_mode[i / 2][i % 2][class];
}

static void test_linear(void **state)
{
    (void)state;
    enum { WORDS = sizeof(rg_counters) / sizeof(uint64_t) };
    uint64_t seed = 12345;
    rg_technology *technology = open_technology("45nm");
    for (int round = 0; round < 200; round++) {
        uint64_t words[3][WORDS];
        double sum[3] = {0};
        for (size_t i = 0; i < WORDS; i++) {
            words[0][i] = words[1][i] = 0;
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            words[1][i] = seed >> 40;
            words[2][i] = seed >> 44 & 0xffff;
            words[0][i] = words[1][i] + words[2][i];
        }
        rg_energy e[3];
        for (size_t i = 0; i < 3; i++) {
            rg_counters counters;
            memcpy(&counters, words[i], sizeof counters);
            add_dispatcher(&counters);
            e[i] = energy_of(technology, &counters);
            assert_sums(&e[i].conventional);
            assert_sums(&e[i].adiabatic);
        }
        sum[0] = e[1].conventional.total_J + e[2].conventional.total_J;
        sum[1] = e[1].adiabatic.total_J + e[2].adiabatic.total_J;
        sum[2] = e[1].landauer.total_J + e[2].landauer.total_J;
        assert_near(sum[0], e[0].conventional.total_J, 1e-9);
        assert_near(sum[1], e[0].adiabatic.total_J, 1e-9);
        assert_near(sum[2], e[0].landauer.total_J, 1e-9);
    }
    rg_technology_close(technology);
}

/* Whatever of a run the dispatcher's is, totals are the same, and what is no work of the core is no
 * part of it. */
static void test_dispatcher(void **state)
{
    (void)state;
    static const char *const names[] = {"45nm", "2lal", "ideal", "7nm", "aqfp"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rg_technology *technology = open_technology(names[i]);
        rg_counters all = {.cycles = 50, .instructions = 7, .memory_reads = 4};
        rg_energy with, without, alone;
        all.by_mode[0][0][RG_CLASS_MEM] = all.dispatcher.by_mode[0][0][RG_CLASS_MEM] = 3;
        all.by_mode[1][1][RG_CLASS_MUL] = 4;
        all.words_copied_in = all.words_copied_out = 2;
        all.bits_copied_out = 128;
        without = energy_of(technology, &all);
        all.dispatcher.cycles = 20;
        all.dispatcher.instructions = all.dispatcher.memory_reads = 3;
        with = energy_of(technology, &all);
        assert_sums(&with.conventional);
        assert_sums(&with.adiabatic);
        assert_near(with.conventional.total_J, without.conventional.total_J, 1e-12);
        assert_near(with.adiabatic.total_J, without.adiabatic.total_J, 1e-12);
        rg_counters part = {.cycles = 20, .instructions = 3, .memory_reads = 3};
        part.by_mode[0][0][RG_CLASS_MEM] = 3;
        alone = energy_of(technology, &part);
        double found = 0;
        for (size_t k = 0; k < with.conventional.part_count; k++)
            if (strcmp(with.conventional.parts[k].name, "dispatcher") == 0)
                found = with.conventional.parts[k].joules;
        assert_near(found, alone.conventional.total_J, 1e-12);
        all.dispatcher.cycles = 51;
        rg_fault fault;
        assert_int_equal(rg_energy_of(technology, &all, 64, &with, &fault), RG_BAD_USE);
        assert_string_equal(fault.code, "R0932");
        rg_technology_close(technology);
    }
}

static void test_damaged_text_never_crashes(void **state)
{
    (void)state;
    size_t size;
    char *text = read_file("energy/45nm.yaml", &size);
    rg_fault fault;
    int good = 0;
    for (size_t cut = 37; cut < size; cut += 37) {
        if (text[cut - 1] == '\n' || text[cut] == '\n') /* whole rows may be whole tables */
            continue;
        rgd_technology *technology = rgd_technology_parse("t.yaml", text, cut, &fault);
        good += technology != NULL;
        rgd_technology_close(technology);
    }
    assert_int_equal(good, 0);
    for (size_t i = 0; i < size; i += 31) {
        char old = text[i];
        text[i] = (char)(i % 3 == 0 ? '\x80' : i % 3 == 1 ? '{' : '&');
        rgd_technology *technology = rgd_technology_parse("t.yaml", text, size, &fault);
        if (!technology)
            assert_string_equal(fault.code, "R0923");
        rgd_technology_close(technology);
        text[i] = old;
    }
    free(text);
    assert_null(rg_technology_open("/nonexistent.yaml", &fault));
    assert_null(rg_technology_open("/", &fault));
    assert_null(rg_technology_open("45n", &fault));
    assert_non_null(strstr(fault.message, "did you mean 45nm"));
}

/* A base that leads back to itself, and a table in a file of its own beside the technology. */
static void test_files(void **state)
{
    (void)state;
    size_t size;
    char *text = read_file("energy/45nm.yaml", &size), *rows = strstr(text, "operations:\n");
    rg_fault fault;
    FILE *table = fopen("build/operations-test.yaml", "w"),
         *top = fopen("build/technology-test.yaml", "w"),
         *ring = fopen("build/ring-test.yaml", "w");
    assert_true(rows && table && top && ring);
    fprintf(table, "format: retrograd-operations-1\nname: test\n%s", rows);
    fprintf(top, "format: retrograd-technology-1\nname: top\nbase: 45nm\noperations: {file: "
                 "operations-test.yaml}\n");
    fprintf(ring, "format: retrograd-technology-1\nname: ring\nbase: ./ring-test.yaml\n");
    fclose(table);
    fclose(top);
    fclose(ring);
    rg_technology *technology = open_technology("build/technology-test.yaml");
    assert_non_null(strstr(rg_technology_table(technology), "operations-test.yaml"));
    assert_string_equal(rg_technology_law(technology), "ramp");
    rg_technology_close(technology);
    assert_null(rg_technology_open("build/ring-test.yaml", &fault));
    assert_non_null(strstr(fault.message, "too deep"));
    remove("build/operations-test.yaml");
    assert_null(rg_technology_open("build/technology-test.yaml", &fault));
    remove("build/technology-test.yaml");
    remove("build/ring-test.yaml");
    free(text);
}

/* ---- tables of Accelergy ---- */

enum { TABLE_SIZE = 1 << 20 };
static char table[TABLE_SIZE], counts[TABLE_SIZE];

static void write_into(char *text, void (*write)(FILE *out, const rg_technology *t),
                       const rg_technology *t)
{
    FILE *out = fmemopen(text, TABLE_SIZE, "w");
    assert_non_null(out);
    write(out, t);
    assert_int_equal(fclose(out), 0);
}

/* Some elements of streams are not fetched. */
static rg_counters counters_of_streams(void)
{
    rg_counters counters = some_counters();
    counters.instructions -= 40;
    return counters;
}

static void write_table(FILE *out, const rg_technology *t)
{
    assert_int_equal(rg_ert_write(t, out, NULL), RG_OK);
}

static void write_counts(FILE *out, const rg_technology *t)
{
    rg_counters counters = counters_of_streams();
    assert_int_equal(rg_action_counts_write(t, &counters, 64, out, NULL), RG_OK);
}

/* The number behind `key` of the action whose name and arguments these two lines are; component: of
 * the line before them that names one. NAN: there is no such action. */
static double figure_of(const char *text, const char *component, const char *name,
                        const char *arguments, const char *key)
{
    const size_t length = strlen(arguments);
    for (const char *line = strstr(text, component); line; line = strstr(line + 1, name)) {
        const char *behind = strchr(line, '\n');
        if (strncmp(line, name, strlen(name)) == 0 && behind
            && strncmp(behind + 1, arguments, length) == 0 && behind[1 + length] == '\n')
            return strtod(strstr(behind, key) + strlen(key), NULL);
    }
    return NAN;
}

/* Of every count of a text: the energy of the same action in the other. */
static double counts_times_energies(void)
{
    double total = 0;
    char component[64] = "", name[64] = "", arguments[128];
    size_t actions = 0;
    for (const char *line = counts, *end; (end = strchr(line, '\n')); line = end + 1) {
        const int length = (int)(end - line);
        if (strncmp(line, "  - name:", 9) == 0)
            snprintf(component, sizeof component, "%.*s\n", length, line);
        else if (strncmp(line, "    - name:", 11) == 0)
            snprintf(name, sizeof name, "%.*s\n", length, line);
        else if (strncmp(line, "      arguments:", 16) == 0)
            snprintf(arguments, sizeof arguments, "%.*s", length, line);
        else if (strncmp(line, "      counts:", 13) == 0) {
            const double energy = figure_of(table, component, name, arguments, "energy:");
            assert_true(energy >= 0);
            total += strtod(line + 13, NULL) * energy * 1e-12;
            actions++;
        }
    }
    assert_true(actions > 10);
    return total;
}

static void test_counts_times_energies_are_the_energy(void **state)
{
    (void)state;
    static const char *const names[] = {"45nm", "7nm", "45nm-gates"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rg_technology *t = open_technology(names[i]);
        const rg_counters counters = counters_of_streams();
        set(t, "leakage_power=0W");
        set(t, "supply_voltage=0.8V");
        write_into(table, write_table, t);
        write_into(counts, write_counts, t);
        const double expected = energy_of(t, &counters).conventional.total_J;
        assert_true(fabs(counts_times_energies() / expected - 1) < 1e-9);
        rg_technology_close(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in),
        cmocka_unit_test(test_ramp_factor),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_voltage),
        cmocka_unit_test(test_optimum),
        cmocka_unit_test(test_one_node),
        cmocka_unit_test(test_sensitivity),
        cmocka_unit_test(test_strictness),
        cmocka_unit_test(test_strict_rows),
        cmocka_unit_test(test_overrides),
        cmocka_unit_test(test_override_divides),
        cmocka_unit_test(test_busy),
        cmocka_unit_test(test_same_clock),
        cmocka_unit_test(test_stream),
        cmocka_unit_test(test_costly_files),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_dispatcher),
        cmocka_unit_test(test_damaged_text_never_crashes),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_counts_times_energies_are_the_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
