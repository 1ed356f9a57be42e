/* test_energy_cores.c: which core's table prices a machine: its own where the technology has one
 * for its width, else the first; and tables that are not what they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "energy/energy.h"
#include "isa/activity_groups.h"
#include "isa/machine.h"

#define FOLDER "build/energy-cores-"

/* What tables there are: a core, its widths, and what every operation switches, fF. */
typedef struct {
    const char *name, *core;
    unsigned widths[2];
    double mean;
} measured;
static const measured tables[] = {
    {"first", "CORE=pipelined", {32, 64}, 1000},
    {"multicycle", "CORE=multicycle", {32, 64}, 2000},
    {"stages", "CORE=pipelined STAGES=3", {32, 0}, 3000},
    {"plain", "CORE=pipelined TANGENTS=0", {64, 0}, 4000},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static FILE *open_file(const char *kind, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, FOLDER "%s-%s.yaml", kind, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

static void write_rows(FILE *out, unsigned width, double mean)
{
    for (unsigned kind = 0; kind < RG_ROW_KINDS; kind++)
        fprintf(out,
                "  - {operation: %s, mode: any, direction: any, width: %u, mean: %.1f, spread: 0, "
                "samples: 1, unit: fF, source: \"a test\"}\n",
                rg_row_kind(kind), width, mean);
}

static void write_activity(FILE *out, unsigned width, double mean)
{
    for (unsigned group = 0; group < RG_ACTIVITY_GROUPS; group++)
        for (unsigned cell = 0; cell < RG_COUNTED_MODES * 2; cell++)
            fprintf(out,
                    "  - {operation: %s, mode: %s, direction: %s, width: %u, mean: %.1f, unit: fF, "
                    "source: \"a test\"}\n",
                    rg_activity_group_name(group), rg_counted_modes[cell / 2],
                    rg_directions[cell & 1], width, mean);
}

/* core: what both files say. */
static void write_tables(const measured *t, const char *core, const char *activity_core)
{
    FILE *rows = open_file("operations", t->name), *activity = open_file("activity", t->name);
    fprintf(rows, "format: retrograd-operations-1\nname: %s\ncore: \"%s\"\noperations:\n", t->name,
            core);
    fprintf(activity, "format: retrograd-activity-1\nname: %s\ncore: \"%s\"\noperations:\n",
            t->name, activity_core);
    for (unsigned i = 0; i < 2 && t->widths[i]; i++) {
        write_rows(rows, t->widths[i], t->mean);
        write_activity(activity, t->widths[i], t->mean);
    }
    fprintf(activity, "activity: []\n");
    assert_int_equal(fclose(rows), 0);
    assert_int_equal(fclose(activity), 0);
}

static void write_technology(void)
{
    FILE *out = open_file("technology", "all");
    fprintf(out, "format: retrograd-technology-1\nname: all\nbase: 45nm\nconstants:\n"
                 "  capacitance_scale: {value: 1, unit: \"1\", source: \"a test\"}\n"
                 "operations: {file: energy-cores-operations-first.yaml}\n"
                 "activity: {file: energy-cores-activity-first.yaml}\ncores:\n");
    for (size_t i = 1; i < TABLES; i++)
        fprintf(out,
                "  - {core: \"%s\", operations: energy-cores-operations-%s.yaml, "
                "activity: energy-cores-activity-%s.yaml}\n",
                tables[i].core, tables[i].name, tables[i].name);
    assert_int_equal(fclose(out), 0);
}

static const char all[] = FOLDER "technology-all.yaml";

static void write_all(void)
{
    for (size_t i = 0; i < TABLES; i++)
        write_tables(&tables[i], tables[i].core, tables[i].core);
    write_technology();
}

static const measured *table_of(const char *core, unsigned width)
{
    for (size_t i = 0; i < TABLES; i++)
        if (strcmp(tables[i].core, core) == 0
            && (tables[i].widths[0] == width || tables[i].widths[1] == width))
            return &tables[i];
    return &tables[0];
}

/* By class and by activity, an operation costs what the table says. */
static void assert_prices(const rgd_technology *technology, const measured *t, unsigned width)
{
    const rg_row *row = rg_row_find(technology, RG_CLASS_MUL, RG_COUNTED_GRADIENT, 1, width);
    const rg_activity_prices *prices = rg_activity_prices_of(technology, width);
    assert_string_equal(technology->core, t->core);
    assert_non_null(strstr(technology->table, t->name));
    assert_non_null(row);
    assert_non_null(prices);
    assert_true(row->mean == t->mean * 1e-15);
    assert_true(prices->operation[RG_CLASS_MUL][RG_COUNTED_GRADIENT][1] == t->mean * 1e-15);
}

static void its_own_table_prices_a_machine(void **state)
{
    static const char *const others[] = {"",
                                         " CORE=multicycle",
                                         " STAGES=3",
                                         " TANGENTS=0",
                                         " STAGES=3 TANGENTS=0",
                                         " CORE=multicycle TANGENTS=0",
                                         " LANES=2",
                                         " MULTIPLIER=iterative",
                                         " DIGITS=4",
                                         " DMEM_LOG2=10",
                                         " DMEM_LOG2=10 STAGES=3"};
    static const char *const formats[] = {"XLEN=64 FRAC=43", "XLEN=32 FRAC=16", "XLEN=32 FRAC=5"};
    size_t own = 0;
    (void)state;
    write_all();
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        for (size_t k = 0; k < sizeof formats / sizeof formats[0]; k++) {
            char text[RG_IDENTITY_TEXT], core[RG_IDENTITY_TEXT];
            rg_identity machine;
            rg_fault fault;
            snprintf(text, sizeof text, "%s%s", formats[k], others[i]);
            assert_true(rg_identity_read(text, &machine));
            assert_true(rg_identity_core(&machine, core, sizeof core));
            rgd_technology *technology = rgd_technology_open_for(all, &machine, &fault);
            if (!technology)
                fail_msg("%s: %s", text, fault.message);
            const unsigned width = machine.of[RG_PARAMETER_XLEN];
            const measured *t = table_of(core, width);
            assert_prices(technology, t, width);
            own += strcmp(t->core, core) == 0;
            rgd_technology_close(technology);
        }
    assert_int_equal(own, 3 + 3 + 2 + 1 + 3 + 2);
}

/* Without a machine it is the first table, and what is set holds for whichever is taken. */
static void any_machine_and_overrides(void **state)
{
    rg_identity machine;
    rg_fault fault;
    char core[RG_IDENTITY_TEXT];
    (void)state;
    write_all();
    rg_technology *any = rg_technology_open(all, &fault);
    assert_non_null(any);
    assert_string_equal(rg_technology_core(any), "CORE=pipelined");
    assert_string_equal(rg_technology_machine_core(any, core, sizeof core), "");
    rg_technology_close(any);
    assert_true(rg_identity_read("XLEN=32 FRAC=16 STAGES=3", &machine));
    rg_technology *staged = rg_technology_open_for(all, &machine, &fault);
    assert_non_null(staged);
    assert_int_equal(rg_technology_set(staged, "operations.mul=7fF", &fault), RG_OK);
    assert_string_equal(rg_technology_core(staged), "CORE=pipelined STAGES=3");
    assert_string_equal(rg_technology_machine_core(staged, core, sizeof core),
                        "CORE=pipelined STAGES=3");
    assert_int_equal(rg_technology_overridden_rows(staged, NULL, 0), 1);
    rg_technology_close(staged);
    assert_true(rg_identity_read("XLEN=64 FRAC=43 STAGES=3", &machine));
    staged = rg_technology_open_for(all, &machine, &fault);
    assert_string_equal(rg_technology_core(staged), "CORE=pipelined");
    assert_string_equal(rg_technology_machine_core(staged, core, sizeof core),
                        "CORE=pipelined STAGES=3");
    rg_technology_close(staged);
    /* one that measured nothing says no core */
    rg_technology *published = rg_technology_open_for("45nm", &machine, &fault);
    assert_string_equal(rg_technology_core(published), "");
    rg_technology_close(published);
}

static void wrong_tables_are_refused(void **state)
{
    static const struct {
        const char *core, *activity_core, *says;
    } wrong[] = {
        {"CORE=multicycle", "CORE=pipelined", "not of the core"},
        {"CORE=pipelined", "CORE=multicycle", "not of the core"},
        {"CORE=multicycle DIGITS=1", "CORE=multicycle", "a core is written"},
        {"multicycle", "CORE=multicycle", "a core is written"},
        {"CORE=multicycle", "XLEN=64", "a core is written"},
    };
    rg_identity machine;
    rg_fault fault;
    (void)state;
    assert_true(rg_identity_read("CORE=multicycle", &machine));
    write_all();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        write_tables(&tables[1], wrong[i].core, wrong[i].activity_core);
        if (rgd_technology_open_for(all, &machine, &fault))
            fail_msg("%s with %s was taken", wrong[i].core, wrong[i].activity_core);
        assert_string_equal(fault.code, "R0923");
        assert_non_null(strstr(fault.message, wrong[i].says));
    }
}

/* Every built-in technology reads with every core that it has a table for. */
static void built_in_tables_are_whole(void **state)
{
    static const char *const cores[] = {"CORE=pipelined", "CORE=multicycle",
                                        "CORE=pipelined STAGES=3"};
    (void)state;
    for (size_t i = 0; rg_technology_builtin(i); i++)
        for (size_t k = 0; k < sizeof cores / sizeof cores[0]; k++) {
            rg_identity machine;
            rg_fault fault;
            assert_true(rg_identity_read(cores[k], &machine));
            for (unsigned width = 32; width <= 64; width += 32) {
                machine.of[RG_PARAMETER_XLEN] = width;
                rgd_technology *t =
                    rgd_technology_open_for(rg_technology_builtin(i), &machine, &fault);
                if (!t)
                    fail_msg("%s, %s: %s", rg_technology_builtin(i), cores[k], fault.message);
                if (t->core[0])
                    assert_non_null(rg_row_find(t, RG_ROW_FETCH, 0, 0, width));
                rgd_technology_close(t);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_own_table_prices_a_machine),
        cmocka_unit_test(any_machine_and_overrides),
        cmocka_unit_test(wrong_tables_are_refused),
        cmocka_unit_test(built_in_tables_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
