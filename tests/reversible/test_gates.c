// Tests of the reversible units on their netlists, and of the checker on faulty ones.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/reversible/netlist.h"
#include "tests/reversible/units.h"

enum { ALL_BITS = 18, RANDOM_BLOCKS = 1024 };

static void path_of(char *path, size_t size, const char *folder, const char *name)
{
    const char *build = getenv("RETROGRAD_BUILD");
    snprintf(path, size, "%s/gates%s/%s.json", build != NULL ? build : "build", folder, name);
}

static struct rv_netlist *load_unit(const char *module, unsigned n, int inverse)
{
    char name[96], path[512];
    snprintf(name, sizeof name, "%s-%u-%d", module, n, inverse);
    path_of(path, sizeof path, "", name);
    struct rv_netlist *netlist = rv_load(path, stderr);
    assert_non_null(netlist);
    return netlist;
}

static const struct unit *unit_named(const char *module)
{
    for (unsigned u = 0; u < UNIT_COUNT; u++)
        if (strcmp(UNITS[u].module, module) == 0)
            return &UNITS[u];
    fail_msg("no unit %s", module);
    return NULL;
}

// Values near the ends of the range come often.
static uint64_t operand(uint64_t *seed, unsigned width)
{
    uint64_t word = rv_random(seed);
    switch (rv_random(seed) % 8) {
    case 0: word &= 1; break;
    case 1: word = ~(word & 1); break;
    case 2: word = UINT64_C(1) << (word % 64); break;
    default: break;
    }
    return unit_low(word, width);
}

// Fills the runs of one block: counted through if there are few input bits, else random.
static void fill(const struct rv_netlist *n, const struct unit *unit, uint64_t block, bool counted,
                 uint64_t *seed, uint64_t value[UNIT_PORTS][64])
{
    for (unsigned run = 0; run < 64; run++) {
        uint64_t count = block * 64 + run;
        for (unsigned p = 0; p < UNIT_PORTS && unit->port[p] != NULL; p++) {
            unsigned width = rv_port(n, unit->port[p])->width;
            if (counted) {
                value[p][run] = unit_low(count, width);
                count >>= width;
            } else {
                value[p][run] = operand(seed, width);
            }
        }
    }
}

static void assert_ancillas_zero(const struct rv_netlist *n, const uint64_t *state)
{
    const struct rv_port *ancilla = rv_port(n, "ancilla_out");
    for (uint32_t b = 0; ancilla != NULL && b < ancilla->width; b++)
        assert_int_equal(state[ancilla->wire[b]], 0);
}

// Runs one block through `n` and compares with the unit's function; value becomes the outputs.
static void run_block(const struct rv_netlist *n, const struct unit *unit, unsigned width,
                      int inverse, uint64_t *state, uint64_t value[UNIT_PORTS][64])
{
    char name[RV_NAME];
    uint64_t got[UNIT_PORTS][64];
    unsigned p;
    for (p = 0; p < UNIT_PORTS && unit->port[p] != NULL; p++)
        rv_set(state, rv_port(n, unit->port[p]), value[p]);
    rv_run(n, state);
    assert_ancillas_zero(n, state);
    for (p = 0; p < UNIT_PORTS && unit->port[p] != NULL; p++) {
        snprintf(name, sizeof name, "%s_out", unit->port[p]);
        rv_get(state, rv_port(n, name), got[p]);
    }
    for (unsigned run = 0; run < 64; run++) {
        uint64_t v[UNIT_PORTS];
        for (unsigned q = 0; q < p; q++)
            v[q] = value[q][run];
        unit->apply(width, inverse, v);
        for (unsigned q = 0; q < p; q++)
            if (v[q] != got[q][run])
                fail_msg("%s n=%u inverse=%d: %s is %llx, not %llx", unit->module, width, inverse,
                         unit->port[q], (unsigned long long)got[q][run], (unsigned long long)v[q]);
    }
    memcpy(value, got, sizeof got);
}

// The circuit computes the unit's function both ways, and its inverse restores the inputs.
static void check_unit(const char *module, unsigned n, bool directed)
{
    const struct unit *unit = unit_named(module);
    struct rv_netlist *there = load_unit(module, n, 0),
                      *back = directed ? load_unit(module, n, 1) : there;
    uint64_t *state = rv_state(there), *state_back = rv_state(back),
             seed = UINT64_C(88172645463325252);
    uint32_t bits = rv_free_bits(there);
    bool counted = bits <= ALL_BITS;
    uint64_t blocks = counted ? UINT64_C(1) << (bits - 6) : RANDOM_BLOCKS;
    if (strcmp(module, "rg_multiply_accumulate") == 0 && !counted)
        blocks = 6400 / n;
    assert_non_null(state);
    assert_non_null(state_back);
    for (uint64_t block = 0; block < blocks; block++) {
        uint64_t value[UNIT_PORTS][64] = {{0}}, before[UNIT_PORTS][64];
        fill(there, unit, block, counted, &seed, value);
        memcpy(before, value, sizeof value);
        run_block(there, unit, n, 0, state, value);
        run_block(back, unit, n, directed, state_back, value);
        for (unsigned p = 0; p < UNIT_PORTS && unit->port[p] != NULL; p++)
            assert_memory_equal(value[p], before[p], sizeof value[p]);
        memcpy(value, before, sizeof value);
        run_block(back, unit, n, directed, state_back, value);
    }
    free(state);
    free(state_back);
    if (back != there)
        rv_free(back);
    rv_free(there);
}

static void test_adders(void **context)
{
    (void)context;
    static const char *const MODULES[] = {"rg_ripple_adder", "rg_ripple_adder_carry",
                                          "rg_lookahead_adder", "rg_controlled_adder",
                                          "rg_log_multiply"};
    for (unsigned m = 0; m < 5; m++) {
        assert_non_null(unit_named(MODULES[m]));
        check_unit(MODULES[m], 8, true);
        check_unit(MODULES[m], 32, true);
        check_unit(MODULES[m], 64, true);
    }
}

static void test_lookahead_widths(void **context)
{
    (void)context;
    static const unsigned WIDTHS[] = {4, 5, 6, 7, 13, 33};
    for (unsigned w = 0; w < 6; w++) {
        assert_in_range(WIDTHS[w], 4, 64);
        check_unit("rg_lookahead_adder", WIDTHS[w], true);
    }
}

static void test_multiply_accumulate(void **context)
{
    (void)context;
    static const unsigned WIDTHS[] = {5, 6, 8, 32, 64};
    for (unsigned w = 0; w < 5; w++) {
        assert_in_range(WIDTHS[w], 1, 64);
        check_unit("rg_multiply_accumulate", WIDTHS[w], true);
    }
}

static void test_swaps(void **context)
{
    (void)context;
    static const unsigned WIDTHS[] = {8, 32, 64};
    for (unsigned w = 0; w < 3; w++) {
        assert_non_null(unit_named("rg_swap"));
        check_unit("rg_swap", WIDTHS[w], false);
        check_unit("rg_controlled_swap", WIDTHS[w], false);
    }
}

static uint32_t ones(uint32_t n)
{
    uint32_t count = 0;
    for (; n != 0; n &= n - 1)
        count++;
    return count;
}

static uint32_t log2_floor(uint32_t n)
{
    uint32_t log = 0;
    while (n >>= 1)
        log++;
    return log;
}

static void expect(const char *module, uint32_t n, uint32_t toffoli, uint32_t cnot,
                   uint32_t ancillas)
{
    for (int inverse = 0; inverse <= 1; inverse++) {
        struct rv_netlist *netlist = load_unit(module, n, inverse);
        struct rv_figures f;
        assert_true(rv_figures(netlist, &f));
        assert_int_equal(f.gates[RV_TOFFOLI], toffoli);
        assert_int_equal(f.gates[RV_CNOT], cnot);
        assert_int_equal(f.ancillas, ancillas);
        assert_int_equal(f.gates[RV_FREDKIN] + f.gates[RV_PERES] + f.gates[RV_OTHER], 0);
        rv_free(netlist);
    }
}

// The counts of the published constructions, in both directions.
static void test_counts(void **context)
{
    (void)context;
    static const uint32_t WIDTHS[] = {8, 32, 64};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t n = WIDTHS[i], l = log2_floor(n), m = log2_floor(n - 1);
        expect("rg_ripple_adder", n, 2 * n - 2, 4 * n - 2, 1);
        expect("rg_ripple_adder_carry", n, 2 * n, 4 * n + 1, 1);
        expect("rg_controlled_adder", n, 3 * n - 2, 4 * n - 2, 1);
        expect("rg_log_multiply", n, 2 * n - 2, 4 * n - 1, 1);
        expect("rg_multiply_accumulate", n, (3 * n * n - n) / 2, 2 * n * n, 1);
        expect("rg_lookahead_adder", n, 10 * n - 3 * ones(n) - 3 * ones(n - 1) - 3 * l - 3 * m - 7,
               4 * n - 5, 2 * n - ones(n) - l - 1);
        assert_int_equal(l, log2_floor(n));
    }
}

// The limits this library promises.
static void test_limits(void **context)
{
    (void)context;
    static const struct {
        const char *module;
        unsigned n;
        uint32_t toffoli;
    } LIMITS[] = {{"rg_ripple_adder", 32, 62},
                  {"rg_multiply_accumulate", 32, 1520},
                  {"rg_multiply_accumulate", 64, 6112}};
    for (unsigned i = 0; i < 3; i++) {
        struct rv_netlist *n = load_unit(LIMITS[i].module, LIMITS[i].n, 0);
        struct rv_figures f;
        assert_true(rv_figures(n, &f));
        assert_true(f.gates[RV_TOFFOLI] <= LIMITS[i].toffoli);
        assert_int_equal(f.ancillas, 1);
        rv_free(n);
    }
}

// Each faulty netlist is refused, and the message names the cell, wire or port.
static void test_faults_are_named(void **context)
{
    (void)context;
    static const struct {
        const char *fault, *message;
    } FAULTS[] = {
        {"fan_out", "wire a fans out to 2 readers"},
        {"plain_logic", "of type $_AND_ is not a reversible gate"},
        {"irreversible_gate",
         "gate module rg_and is not reversible: inputs 0 and 2 give the same output 0"},
        {"irreversible_gate", "cell gate of type rg_and is not a reversible gate"},
        {"dirty_ancilla", "ancilla ancilla_out[0] does not return to zero"},
        {"constant", "gate: port control is tied to constant 1"},
        {"dropped_line", "wire dropped is dropped: nothing reads it"},
        {"dropped_line", "wire b_out has no source"},
        {"two_sources", "wire a_out has 2 sources"},
        {"false_name", "gate module rg_toffoli does not compute the function of its name"},
        {"garbage", "input port b has no output port b_out of its width"},
        {"loop", "stands in a loop"},
    };
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
        char path[512], text[4096] = "";
        bool exhaustive = false, clean = false;
        path_of(path, sizeof path, "/mutants", FAULTS[i].fault);
        FILE *errors = fmemopen(text, sizeof text - 1, "w");
        assert_non_null(errors);
        struct rv_netlist *n = rv_load(path, errors);
        if (n != NULL)
            clean = rv_ancillas_clean(n, ALL_BITS, 16, &exhaustive, errors);
        rv_free(n);
        fclose(errors);
        assert_false(clean);
        if (strstr(text, FAULTS[i].message) == NULL)
            fail_msg("%s: expected \"%s\", got \"%s\"", FAULTS[i].fault, FAULTS[i].message, text);
    }
}

static void test_bad_files(void **context)
{
    (void)context;
    FILE *nowhere = fopen("/dev/null", "w");
    assert_non_null(nowhere);
    assert_null(rv_load("/nonexistent.json", nowhere));
    assert_null(rv_load("/dev/null", nowhere));
    static const char *const TEXTS[] = {
        "[1, 2]",
        "{\"modules\": {\"m\": {\"attributes\": {\"top\": \"1\"}, \"ports\": 3, \"cells\": {\"x\": "
        "{}}}}}",
        "{\"modules\": {\"m\": {\"attributes\": {\"top\": \"1\"}, \"ports\": {\"a\": "
        "{\"direction\": \"input\","
        "\"bits\": [-5, 99999999999, null, \"x\"]}}, \"cells\": {\"x\": {\"type\": \"m\"}}}}}"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        char path[512];
        path_of(path, sizeof path, "", "damaged");
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fputs(TEXTS[i], file) >= 0);
        assert_int_equal(fclose(file), 0);
        assert_null(rv_load(path, nowhere));
        assert_int_equal(remove(path), 0);
    }
    fclose(nowhere);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adders),
        cmocka_unit_test(test_lookahead_widths),
        cmocka_unit_test(test_multiply_accumulate),
        cmocka_unit_test(test_swaps),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_faults_are_named),
        cmocka_unit_test(test_bad_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
