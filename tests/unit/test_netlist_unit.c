/* test_netlist_unit.c: a small characterisation: the integer unit in cells of the library, some
 * hundred operands, against the C model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "energy/netlist/sim.h"
#include "energy/netlist/table.h"
#include "isa/isa.h"
#include "isa/num/num.h"
#include "sim/engine.h"

enum { ROUNDS = 8 };

static rg_num_config config;

static int read_config(void **state)
{
    uint64_t word = 0;
    rg_engine *engine = rg_engine_open("fast");
    (void)state;
    if (!engine || rg_engine_read(engine, 8, &word) != RG_BUS_OKAY) /* register CONFIG */
        return 1;
    config = (rg_num_config){word & 0xff, word >> 8 & 0xff};
    rg_engine_close(engine);
    return 0;
}

static uint64_t next_random(uint64_t *state)
{
    return *state = *state * RG_RNG_MULTIPLIER + RG_RNG_INCREMENT;
}

static int64_t operand(uint64_t *state)
{
    uint64_t word = next_random(state), unused = 64 - config.xlen;
    uint64_t difference = (word >> (32 + next_random(state) % 31)) - (word >> 40 & 0xffff);
    return (int64_t)(difference << unused) >> unused;
}

typedef struct {
    rg_gatesim *sim;
    const rg_netport *op, *a, *b, *f;
    size_t units;
    uint64_t random;
} unit;

/* Mean capacitance that an operation switches, fF; all its results are compared. */
static double mean_of(unit *u, unsigned op)
{
    double total = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double switched[RG_LANES * 2] = {0};
        int64_t a[RG_LANES], b[RG_LANES];
        for (unsigned lane = 0; lane < RG_LANES; lane++) {
            a[lane] = operand(&u->random);
            b[lane] = operand(&u->random);
            rg_gatesim_set_port(u->sim, u->op, lane, op);
            rg_gatesim_set_port(u->sim, u->a, lane, (uint64_t)a[lane]);
            rg_gatesim_set_port(u->sim, u->b, lane, (uint64_t)b[lane]);
        }
        rg_gatesim_settle(u->sim, ~UINT64_C(0), switched);
        for (unsigned lane = 0; lane < RG_LANES; lane++) {
            const rg_num_in in = {.op = op, .a = a[lane], .b = b[lane]};
            const uint64_t mask = config.xlen < 64 ? (UINT64_C(1) << config.xlen) - 1
                                                   : ~UINT64_C(0);
            rg_num_out out;
            rg_num_eval(&config, &in, &out);
            assert_true(rg_gatesim_get_port(u->sim, u->f, lane) == ((uint64_t)out.f & mask));
            if (round > 0) /* the first follows another operation */
                for (size_t i = 0; i < u->units; i++)
                    total += switched[lane * u->units + i];
        }
    }
    return total / ((ROUNDS - 1) * RG_LANES);
}

static void a_unit_in_cells_computes_and_costs(void **state)
{
    char path[512], message[256];
    const char *build = getenv("RETROGRAD_BUILD");
    rg_netlist netlist;
    (void)state;
    snprintf(path, sizeof path, "%s/characterise/rg_int_alu.json", build ? build : "build");
    if (!rg_netlist_read(path, "rg_int_alu", &netlist, message, sizeof message))
        fail_msg("%s", message);
    assert_true(netlist.unit_count <= 2);
    unit u = {rg_gatesim_new(&netlist),
              rg_netlist_port(&netlist, "op"),
              rg_netlist_port(&netlist, "a"),
              rg_netlist_port(&netlist, "b"),
              rg_netlist_port(&netlist, "f"),
              netlist.unit_count,
              1};
    assert_true(u.sim && u.op && u.a && u.b && u.f);
    static const unsigned ops[] = {RG_OP_AND, RG_OP_OR,  RG_OP_XOR, RG_OP_ADD,
                                   RG_OP_SUB, RG_OP_MIN, RG_OP_LT,  RG_OP_POPC};
    double ff[RG_OP_LIMIT] = {0};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        ff[ops[i]] = mean_of(&u, ops[i]);
        print_message("%-5s %8.1f fF\n", rg_op_lookup(ops[i])->mnemonic, ff[ops[i]]);
        assert_true(ff[ops[i]] > 0);
    }
    /* A comparison has one bit of result where a sum has them all; the bits below toggle alike. */
    assert_true(ff[RG_OP_LT] < ff[RG_OP_ADD]);

    /* The same operands again switch nothing. */
    double switched[RG_LANES * 2] = {0};
    rg_gatesim_settle(u.sim, ~UINT64_C(0), switched);
    for (size_t i = 0; i < RG_LANES * netlist.unit_count; i++)
        assert_true(switched[i] == 0);
    rg_gatesim_free(u.sim);
    rg_netlist_free(&netlist);
}

static void retire(rg_gate_table *table, unsigned op, unsigned mode, uint64_t cycles, double ff)
{
    const rg_gate_step step = {.op = op, .mode = mode, .cycles = cycles, .switched = &ff};
    rg_gate_table_add(table, 0, &step);
}

/* Instructions that follow the model give back its rows: a level for each class and mode, 50 fF an
 * extra cycle. A program is predicted exactly, though its functions take other times than those
 * that made the table. */
static void rows_of_the_table_are_found_again(void **state)
{
    (void)state;
    bool fetches[1] = {false};
    double units[RG_GATE_ROWS * RG_GATE_MODES] = {0};
    rg_gate_program program = {0}, other = {0};
    rg_gate_rows rows;
    uint64_t guessed = 0;
    rg_gate_table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    *table = (rg_gate_table){.unit_count = 1,
                             .program_count = 1,
                             .units = units,
                             .cycle_ff = 3,
                             .fetches_units = fetches,
                             .programs = &program};
    for (unsigned cycles = 20; cycles < 60; cycles++) {
        const double time = 3.0 * cycles + 50.0 * (cycles - 1);
        retire(table, RG_OP_FEXP, 0, cycles, 1000 + time);
        retire(table, RG_OP_FSIN, 1, cycles + 100, 2000 + time + 100 * 53.0);
        retire(table, RG_OP_FADD, 0, 1, 400 + 3);
    }
    rg_gate_table_rows(table, &rows);
    assert_true(rows.busy.mean > 49.999 && rows.busy.mean < 50.001 && rows.fetch.mean == 0
                && rows.cycle.mean == 3);
    assert_true(rows.class[RG_CLASS_ELEM][RG_GM_VALUE][0].mean > 999.99
                && rows.class[RG_CLASS_ELEM][RG_GM_VALUE][0].mean < 1000.01);
    assert_true(rows.class[RG_CLASS_ELEM][RG_GM_VALUE][0].spread < 0.01);
    assert_true(rows.class[RG_CLASS_ADD][RG_GM_VALUE][0].mean > 399.99
                && rows.class[RG_CLASS_ADD][RG_GM_VALUE][0].mean < 400.01);
    table->programs = &other;
    retire(table, RG_OP_FEXP, 0, 500, 1000 + 500 * 3 + 499 * 50);
    double predicted = rg_gate_predict(&rows, &other, false, &guessed);
    assert_true(predicted > other.total * 0.99999 && predicted < other.total * 1.00001
                && guessed == 0);
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_unit_in_cells_computes_and_costs),
                                       cmocka_unit_test(rows_of_the_table_are_found_again)};
    return cmocka_run_group_tests(tests, read_config, NULL);
}
