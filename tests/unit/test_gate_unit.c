/* test_gate_unit.c: a small characterisation: the integer unit in cells of the library, some hundred operands, against the C model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "energy/gates/sim.h"
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

static uint64_t next_random(uint64_t *state) { return *state = *state * RG_RNG_MULTIPLIER + RG_RNG_INCREMENT; }

static int64_t operand(uint64_t *state)
{
    uint64_t word = next_random(state);
    return (int64_t)(word >> (32 + next_random(state) % 31)) - (int64_t)(word >> 40 & 0xffff);
}

typedef struct { rg_gatesim *sim; const rg_netport *op, *a, *b, *f; size_t units; uint64_t random; } unit;

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
            const uint64_t mask = config.xlen < 64 ? (UINT64_C(1) << config.xlen) - 1 : ~UINT64_C(0);
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
    unit u = {rg_gatesim_new(&netlist), rg_netlist_port(&netlist, "op"), rg_netlist_port(&netlist, "a"), rg_netlist_port(&netlist, "b"),
              rg_netlist_port(&netlist, "f"), netlist.unit_count, 1};
    assert_true(u.sim && u.op && u.a && u.b && u.f);
    static const unsigned ops[] = {RG_OP_AND, RG_OP_OR, RG_OP_XOR, RG_OP_ADD, RG_OP_SUB, RG_OP_MIN, RG_OP_LT, RG_OP_POPC};
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_unit_in_cells_computes_and_costs)};
    return cmocka_run_group_tests(tests, read_config, NULL);
}
