/* test_circuit.c: circuits of random routines, both ways, beside what the routines mean modulo
 * 2^bits and what the machine computes. Ancillas are zero before and behind.
 *
 *   test_circuit                 a few programs
 *   test_circuit COUNT [SEED]    COUNT programs from SEED on */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/circuit/circuit.h"
#include "compiler/rgc.h"
#include "firmware_image.h"
#include "host-driver/retrograd.h"
#include "tests/circuit/program.h"

static unsigned long program_count = 60, first_seed = 1;

/* ---- a circuit of a program ---- */

static bool compile(const cp_program *p, unsigned bits, circuit *c)
{
    const rgc_options settings = {.xlen = RG_FIRMWARE_XLEN, .frac = RG_FIRMWARE_FRAC};
    const circuit_size size = {"v", 1, {2}};
    const circuit_options options = {.bits = bits, .sizes = &size, .size_count = 1};
    const char *text = cp_text(p);
    rgc_result *r = rgc_compile_buffer("program.rg", text, strlen(text), &settings);

    assert_non_null(r);
    const int made = rgc_make_circuit(r, &options, c);
    if (made != 0) {
        rgc_render_text(r, stderr);
        print_error("%s", text);
    }
    rgc_result_free(r);
    return made == 0;
}

/* Each gate is one of the set, on lines of the circuit that differ. */
static void check_gates(const circuit *c)
{
    for (size_t i = 0; i < c->gate_count; i++) {
        const circuit_gate *g = &c->gates[i];
        const bool second = g->kind == CIRCUIT_TOFFOLI || g->kind == CIRCUIT_FREDKIN;
        assert_true(g->kind < CIRCUIT_KINDS && g->t < c->lines);
        assert_true(g->kind == CIRCUIT_NOT || (g->a < c->lines && g->a != g->t));
        assert_true(!second || (g->b < c->lines && g->b != g->t && g->b != g->a));
    }
}

/* ---- 64 runs ---- */

typedef int64_t inputs[CP_PARAMS];

/* The parameters of main in the order of their lines: a, b, v, p. */
static unsigned width_of(unsigned bits, int param) { return param == CP_P ? 1 : bits; }

static size_t first_of(unsigned bits, int param) { return (size_t)param * bits; }

static void set_lines(const circuit *c, inputs values[64], uint64_t *lines)
{
    memset(lines, 0, c->lines * sizeof *lines);
    for (int k = 0; k < 64; k++)
        for (int i = 0; i < CP_PARAMS; i++)
            for (unsigned bit = 0; bit < width_of(c->bits, i); bit++)
                lines[first_of(c->bits, i) + bit] |= ((uint64_t)values[k][i] >> bit & 1) << k;
}

static void get_lines(const circuit *c, const uint64_t *lines, inputs values[64])
{
    for (int k = 0; k < 64; k++)
        for (int i = 0; i < CP_PARAMS; i++) {
            uint64_t word = 0;
            const unsigned width = width_of(c->bits, i);
            for (unsigned bit = 0; bit < width; bit++)
                word |= (lines[first_of(c->bits, i) + bit] >> k & 1) << bit;
            values[k][i] = i == CP_P ? (int64_t)word
                                     : (int64_t)(word << (64 - width)) >> (64 - width);
        }
}

static bool ancillas_are_zero(const circuit *c, const uint64_t *lines)
{
    uint64_t any = 0;

    for (size_t i = c->port_lines; i < c->lines; i++)
        any |= lines[i];
    return any == 0;
}

/* Forward and backward as the program means it. */
static bool agrees(const circuit *c, const cp_program *p, inputs values[64], uint64_t *lines)
{
    inputs got[64], expected[64];

    for (int backward = 0; backward < 2; backward++) {
        memcpy(expected, values, sizeof expected);
        for (int k = 0; k < 64; k++)
            cp_run(p, backward, expected[k]);
        set_lines(c, values, lines);
        circuit_run(c, backward, lines);
        get_lines(c, lines, got);
        if (!ancillas_are_zero(c, lines)) {
            print_error("ancillas are not zero, %s\n", backward ? "backward" : "forward");
            return false;
        }
        for (int k = 0; k < 64; k++)
            for (int i = 0; i < CP_PARAMS; i++)
                if (got[k][i] != expected[k][i]) {
                    print_error("parameter %d: %lld, not %lld, %s\n", i, (long long)got[k][i],
                                (long long)expected[k][i], backward ? "backward" : "forward");
                    return false;
                }
    }
    return true;
}

static void draw(uint64_t *state, unsigned bits, inputs values[64])
{
    for (int k = 0; k < 64; k++)
        for (int i = 0; i < CP_PARAMS; i++) {
            const uint64_t word = cp_random(state);
            const unsigned small = word >> 61 ? bits : 3;
            values[k][i] = i == CP_P ? (int64_t)(word & 1)
                                     : (int64_t)(word << (64 - small)) >> (64 - small);
        }
}

/* All inputs, from number `from` on. */
static void enumerate(uint64_t from, unsigned bits, inputs values[64])
{
    for (unsigned k = 0; k < 64; k++) {
        uint64_t rest = from + k;
        for (int i = 0; i < CP_PARAMS; i++) {
            const unsigned width = width_of(bits, i);
            values[k][i] = i == CP_P ? (int64_t)(rest & 1)
                                     : (int64_t)(rest << (64 - width)) >> (64 - width);
            rest >>= width;
        }
    }
}

/* ---- a program ---- */

typedef struct {
    size_t gates, inputs;
} totals;

static bool check_program(unsigned long seed, unsigned bits, bool exhaustive, totals *all)
{
    cp_program *p = cp_new(seed, bits);
    uint64_t state = seed + 1;
    circuit c;

    assert_non_null(p);
    bool good = compile(p, bits, &c);
    uint64_t *lines = calloc(c.lines + 1, sizeof *lines);
    assert_non_null(lines);
    if (good) {
        check_gates(&c);
        const uint64_t count = exhaustive ? UINT64_C(1) << (4 * bits + 1) : 256;
        for (uint64_t from = 0; from < count && good; from += 64) {
            inputs values[64];
            if (exhaustive)
                enumerate(from, bits, values);
            else
                draw(&state, bits, values);
            good = agrees(&c, p, values, lines);
        }
        all->gates += c.gate_count;
        all->inputs += count;
        if (!good)
            print_error("seed %lu, %u bits\n%s", seed, bits, cp_text(p));
    }
    free(lines);
    circuit_free(&c);
    cp_free(p);
    return good;
}

static void tell(const char *what, const totals *all)
{
    print_message("%s: %lu programs from seed %lu, %zu gates, %zu inputs, both ways\n", what,
                  program_count, first_seed, all->gates, all->inputs);
}

static void test_exhaustively(void **state)
{
    totals all = {0, 0};

    (void)state;
    for (unsigned long i = 0; i < program_count; i++)
        assert_true(check_program(first_seed + i, i % 8 ? 3 : 4, true, &all));
    tell("every input of 3 and 4 bits", &all);
}

static void test_other_widths(void **state)
{
    static const unsigned widths[] = {5, 8, 13, 16, 31};
    totals all = {0, 0};

    (void)state;
    for (unsigned long i = 0; i < program_count; i++)
        assert_true(check_program(first_seed + i, widths[i % 5], false, &all));
    tell("5 to 31 bits", &all);
}

/* ---- beside the machine ---- */

static bool machine_runs(rg_device *device, inputs *values, bool backward)
{
    rg_fault fault = {0};
    rg_job *job = rg_job_new(device, "main", &fault);
    int64_t v[2] = {(*values)[CP_V1], (*values)[CP_V2]}, p = 0;

    assert_non_null(job);
    assert_int_equal(rg_set_raw(job, "a", &(*values)[CP_A], 1, 1, &fault), RG_OK);
    assert_int_equal(rg_set_raw(job, "b", &(*values)[CP_B], 1, 1, &fault), RG_OK);
    assert_int_equal(rg_set_raw(job, "v", v, 2, 1, &fault), RG_OK);
    assert_int_equal(rg_set_raw(job, "p", &(*values)[CP_P], 1, 1, &fault), RG_OK);
    const rg_result result = backward ? rg_uncall(job, &fault) : rg_call(job, &fault);
    if (result != RG_OK)
        print_error("the machine: %s: %s\n", fault.code, fault.message);
    rg_get_raw(job, "a", &(*values)[CP_A], 1);
    rg_get_raw(job, "b", &(*values)[CP_B], 1);
    rg_get_raw(job, "v", v, 2);
    rg_get_raw(job, "p", &p, 1);
    (*values)[CP_V1] = v[0];
    (*values)[CP_V2] = v[1];
    (*values)[CP_P] = p;
    rg_job_free(job);
    return result == RG_OK;
}

/* Four of the 64 runs of the circuit, each way. */
static bool same_as_machine(rg_device *device, const circuit *c, uint64_t seed, uint64_t *lines)
{
    uint64_t state = seed + 1;
    inputs values[64], got[64];

    draw(&state, c->bits, values);
    for (int backward = 0; backward < 2; backward++) {
        set_lines(c, values, lines);
        circuit_run(c, backward, lines);
        get_lines(c, lines, got);
        if (!ancillas_are_zero(c, lines))
            return false;
        for (int k = 0; k < 4; k++) {
            inputs expected;
            memcpy(expected, values[k], sizeof expected);
            if (!machine_runs(device, &expected, backward)
                || memcmp(expected, got[k], sizeof expected) != 0)
                return false;
        }
    }
    return true;
}

static void test_machine(void **state)
{
    rg_fault fault = {0};
    rg_device *device = rg_device_open("fast", &fault);
    size_t gates = 0;

    (void)state;
    assert_non_null(device);
    for (unsigned long i = 0; i < program_count; i++) {
        cp_program *p = cp_new(first_seed + i, RG_FIRMWARE_XLEN);
        circuit c;
        assert_non_null(p);
        assert_true(compile(p, RG_FIRMWARE_XLEN, &c));
        assert_int_equal(rg_load_text(device, "program.rg", cp_text(p), &fault), RG_OK);
        uint64_t *lines = calloc(c.lines + 1, sizeof *lines);
        assert_non_null(lines);
        const bool good = same_as_machine(device, &c, first_seed + i, lines);
        if (!good)
            print_error("seed %lu\n%s", first_seed + i, cp_text(p));
        assert_true(good);
        gates += c.gate_count;
        free(lines);
        circuit_free(&c);
        cp_free(p);
    }
    rg_device_close(device);
    print_message("the machine's width: %lu programs, %zu gates, four inputs each, both ways\n",
                  program_count, gates);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exhaustively),
        cmocka_unit_test(test_other_widths),
        cmocka_unit_test(test_machine),
    };

    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
