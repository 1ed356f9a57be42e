/* test_netlist.c: netlists of the cell library: every cell against its function, toggles and delays
 * against sums by hand, errors. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "energy/cells/cells.h"
#include "energy/netlist/sim.h"
#include "energy/netlist/table.h"

static const double wire = RG_CELL_WIRE_FF_UM * RG_CELL_WIRE_UM;

static void assert_near(double have, double want)
{
    if (fabs(have - want) > 1e-9 * fmax(1, fabs(want)))
        fail_msg("%.12g instead of %.12g", have, want);
}

static bool read_text(const char *text, rg_netlist *netlist, char *message, size_t size)
{
    char path[] = "/tmp/rg-gates-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    bool good = rg_netlist_read(path, "top", netlist, message, size);
    unlink(path);
    return good;
}

/* Value of the library's function text for given pins: by recursive descent, another reading than
 * the simulator's. */
static bool either(const char **text, unsigned pins);
static bool factor(const char **text, unsigned pins)
{
    char c = *(*text)++;
    if (c == '!')
        return !factor(text, pins);
    if (c != '(')
        return pins >> (c - 'A') & 1;
    bool value = either(text, pins);
    (*text)++;
    return value;
}
static bool either(const char **text, unsigned pins)
{
    bool value = factor(text, pins);
    while (**text == '&' || **text == '|' || **text == '^') {
        char operation = *(*text)++;
        bool other = factor(text, pins);
        value = operation == '&'   ? value && other
                : operation == '|' ? value || other
                                   : value != other;
    }
    return value;
}

static void every_cell_has_the_function_that_liberty_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < rg_cell_count; i++) {
        char text[1024], message[256];
        rg_netlist netlist;
        int at = snprintf(text, sizeof text,
                          "{\"modules\": {\"top\": {\"ports\": {\"i\": {\"direction\": \"input\", "
                          "\"bits\": [2,3,4,5]}, "
                          "\"y\": {\"direction\": \"output\", \"bits\": [6]}}, \"cells\": {\"c\": "
                          "{\"type\": \"RG_%s\", "
                          "\"connections\": {\"Y\": [6]",
                          rg_cells[i].name);
        for (unsigned p = 0; p < rg_cells[i].pins; p++)
            at += snprintf(text + at, sizeof text - (size_t)at, ", \"%c\": [%u]", 'A' + p, 2 + p);
        snprintf(text + at, sizeof text - (size_t)at,
                 "}}}, \"netnames\": {\"n\": {\"bits\": [2,3,4,5,6]}}}}}");
        assert_true(read_text(text, &netlist, message, sizeof message));
        rg_gatesim *sim = rg_gatesim_new(&netlist);
        double switched[RG_LANES] = {0};
        assert_non_null(sim);
        for (unsigned lane = 0; lane < 16; lane++)
            rg_gatesim_set_port(sim, rg_netlist_port(&netlist, "i"), lane, lane);
        rg_gatesim_settle(sim, 0, switched, NULL);
        for (unsigned lane = 0; lane < 1u << rg_cells[i].pins; lane++) {
            const char *function = rg_cells[i].function;
            assert_int_equal(rg_gatesim_get_port(sim, rg_netlist_port(&netlist, "y"), lane),
                             either(&function, lane));
        }
        rg_gatesim_free(sim);
        rg_netlist_free(&netlist);
    }
}

/* An inverter in an inner module drives a flip-flop with enable, whose output drives another
 * inverter. */
static const char chain[] =
    "{\"modules\": {\"inner\": {\"ports\": {\"a\": {\"direction\": \"input\", \"bits\": [2]}, "
    "\"b\": {\"direction\": \"output\", \"bits\": [3]}},"
    " \"cells\": {\"v\": {\"type\": \"RG_INV\", \"connections\": {\"A\": [2], \"Y\": [3]}}}, "
    "\"netnames\": {\"n\": {\"bits\": [2,3]}}},"
    " \"top\": {\"ports\": {\"c\": {\"direction\": \"input\", \"bits\": [2]}, \"d\": "
    "{\"direction\": \"input\", \"bits\": [3]},"
    " \"e\": {\"direction\": \"input\", \"bits\": [4]}, \"y\": {\"direction\": \"output\", "
    "\"bits\": [7]}},"
    " \"cells\": {\"u\": {\"type\": \"inner\", \"connections\": {\"a\": [3], \"b\": [5]}},"
    " \"f\": {\"type\": \"RG_DFFE\", \"connections\": {\"CK\": [2], \"D\": [5], \"E\": [4], \"Q\": "
    "[6]}},"
    " \"g\": {\"type\": \"RG_INV\", \"connections\": {\"A\": [6], \"Y\": [7]}}},"
    " \"netnames\": {\"n\": {\"bits\": [2,3,4,5,6,7]}}}}}";

static void toggles_and_clock_are_sums_of_capacitances(void **state)
{
    (void)state;
    rg_netlist n;
    char message[256];
    assert_true(read_text(chain, &n, message, sizeof message));
    assert_int_equal(n.unit_count, 2);
    assert_int_equal(n.gate_count, 2);
    const double first = RG_CELL_INV_FF + wire + rg_flops[1].data_ff,
                 q = rg_flops[1].parasitic * RG_CELL_INV_FF + wire + RG_CELL_INV_FF;
    const double last = RG_CELL_INV_FF, gate = 2 * RG_CELL_INV_FF;
    const double clock = 2
                         * ((1 + RG_CELL_CLOCK_TREE) * rg_flops[1].clock_ff
                            + rg_flops[1].clock_inner * RG_CELL_INV_FF);
    double switched[RG_LANES * 2] = {0}, inputs[RG_LANES * 2] = {0};
    rg_gatesim *sim = rg_gatesim_new(&n);
    rg_gatesim_settle(sim, 0, switched, inputs);
    assert_true(switched[0] == 0 && switched[1] == 0);

    /* Lane 0: D changes, E is off. Lane 1: E is on as well. Lane 2: both, but it does not count. */
    rg_gatesim_set_port(sim, rg_netlist_port(&n, "d"), 0, 1);
    rg_gatesim_set_port(sim, rg_netlist_port(&n, "e"), 1, 1);
    rg_gatesim_set_port(sim, rg_netlist_port(&n, "e"), 2, 1);
    rg_gatesim_settle(sim, 3, switched, NULL);
    const unsigned inner = strcmp(n.units[0].name, "inner") == 0 ? 0 : 1;
    assert_near(switched[inner], first);
    assert_near(switched[2 + inner], 0);
    rg_gatesim_clock(sim, 3, switched);
    rg_gatesim_settle(sim, 3, switched, inputs);
    assert_near(switched[!inner], gate);
    assert_near(switched[2 + !inner], gate + clock + q + last);
    /* Gates of the top module start from its register, those of the other from a port of the top,
     * which has no driver and is not counted. */
    assert_near(inputs[!inner], 0);
    assert_near(inputs[2 + !inner], 1);
    assert_near(inputs[2 + inner], 0);
    assert_true(switched[4] == 0 && switched[5] == 0);
    assert_int_equal(rg_gatesim_get_port(sim, rg_netlist_port(&n, "y"), 0), 1);
    assert_int_equal(rg_gatesim_get_port(sim, rg_netlist_port(&n, "y"), 1), 0);
    assert_near(rg_gatesim_idle_clock_ff(sim, !inner), gate);
    rg_gatesim_free(sim);
    rg_netlist_free(&n);
}

/* Nets of one capacitance are counted together: 30 inverters, of which lane n has the first n
 * change. */
static void many_toggles_of_one_kind_add_up(void **state)
{
    enum { MANY = 30 };
    (void)state;
    char text[8192], message[256];
    rg_netlist n;
    int at = snprintf(
        text, sizeof text,
        "{\"modules\": {\"top\": {\"ports\": {\"i\": {\"direction\": \"input\", \"bits\": [");
    for (int k = 0; k < MANY; k++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%d", k ? "," : "", 2 + k);
    at += snprintf(text + at, sizeof text - (size_t)at, "]}}, \"cells\": {");
    for (int k = 0; k < MANY; k++)
        at += snprintf(
            text + at, sizeof text - (size_t)at,
            "%s\"c%d\": {\"type\": \"RG_INV\", \"connections\": {\"A\": [%d], \"Y\": [%d]}}",
            k ? "," : "", k, 2 + k, 2 + MANY + k);
    snprintf(text + at, sizeof text - (size_t)at, "}, \"netnames\": {\"n\": {\"bits\": [%d]}}}}}",
             1 + 2 * MANY);
    assert_true(read_text(text, &n, message, sizeof message));
    rg_gatesim *sim = rg_gatesim_new(&n);
    double switched[RG_LANES] = {0};
    rg_gatesim_settle(sim, 0, switched, NULL);
    for (unsigned lane = 0; lane <= MANY; lane++)
        rg_gatesim_set_port(sim, rg_netlist_port(&n, "i"), lane, (UINT64_C(1) << lane) - 1);
    rg_gatesim_settle(sim, ~UINT64_C(0), switched, NULL);
    for (unsigned lane = 0; lane < RG_LANES; lane++)
        assert_near(switched[lane], lane <= MANY ? lane * RG_CELL_INV_FF : 0);
    rg_gatesim_free(sim);
    rg_netlist_free(&n);
}

static void the_longest_path_is_the_sum_of_its_delays(void **state)
{
    (void)state;
    static const char text[] =
        "{\"modules\": {\"top\": {\"ports\": {\"a\": {\"direction\": \"input\", \"bits\": [2]}}, "
        "\"cells\": {"
        "\"c\": {\"type\": \"RG_XOR2\", \"connections\": {\"A\": [4], \"B\": [2], \"Y\": [5]}},"
        "\"b\": {\"type\": \"RG_NAND2\", \"connections\": {\"A\": [3], \"B\": [2], \"Y\": [4]}},"
        "\"a\": {\"type\": \"RG_INV\", \"connections\": {\"A\": [2], \"Y\": [3]}}}, \"netnames\": "
        "{\"n\": {\"bits\": [2,3,4,5]}}}}}";
    rg_netlist n;
    rg_path path;
    char message[256];
    assert_true(read_text(text, &n, message, sizeof message));
    assert_true(rg_netlist_timing(&n, &path, NULL, NULL));
    assert_int_equal(path.levels, 3);
    assert_int_equal(path.net_count, 4);
    double want = 0;
    const unsigned kinds[] = {RG_CELL_INV, RG_CELL_NAND2, RG_CELL_XOR2};
    for (unsigned i = 0; i < 3; i++) {
        double load = i < 2 ? wire + rg_cells[kinds[i + 1]].pin_ff : 0;
        want += RG_CELL_TAU_PS
                * (rg_cells[kinds[i]].parasitic
                   + rg_cells[kinds[i]].resistance * load / RG_CELL_INV_FF);
    }
    assert_near(path.delay_ps, want);
    free(path.nets);
    rg_netlist_free(&n);
}

static void bad_netlists_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{",
        "{\"modules\": {}}",
        "{\"modules\": {\"top\": {\"ports\": {}, \"cells\": {\"c\": {\"type\": \"$_AND_\", "
        "\"connections\": {}}}, \"netnames\": {}}}}",
        "{\"modules\": {\"top\": {\"ports\": {}, \"cells\": {\"c\": {\"type\": \"RG_INV\", "
        "\"connections\": {\"A\": [2]}}}, "
        "\"netnames\": {\"n\": {\"bits\": [2]}}}}}",
        /* a ring */
        "{\"modules\": {\"top\": {\"ports\": {}, \"cells\": {\"c\": {\"type\": \"RG_INV\", "
        "\"connections\": {\"A\": [2], \"Y\": [2]}}}, "
        "\"netnames\": {\"n\": {\"bits\": [2]}}}}}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        rg_netlist n;
        char message[256] = "";
        assert_false(read_text(bad[i], &n, message, sizeof message));
        assert_true(message[0] != '\0');
    }
}

static void energy_is_half_c_v_squared(void **state)
{
    (void)state;
    assert_near(rg_switched_J(1000, 0.9) * 1e15, 405); /* 1 pF at 0.9 V: 0.405 pJ */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_has_the_function_that_liberty_says),
        cmocka_unit_test(toggles_and_clock_are_sums_of_capacitances),
        cmocka_unit_test(many_toggles_of_one_kind_add_up),
        cmocka_unit_test(the_longest_path_is_the_sum_of_its_delays),
        cmocka_unit_test(bad_netlists_are_refused),
        cmocka_unit_test(energy_is_half_c_v_squared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
