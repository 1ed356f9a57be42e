/* test_netlist_unit.c: a small characterisation: the integer unit in cells of the library, some
 * hundred operands, against the C model; a multiplier that is off; lanes without a past. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "energy/netlist/bootstrap.h"
#include "energy/netlist/nnls.h"
#include "energy/netlist/sim.h"
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
        rg_gatesim_settle(u->sim, ~UINT64_C(0), switched, NULL);
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
    rg_gatesim_settle(u.sim, ~UINT64_C(0), switched, NULL);
    for (size_t i = 0; i < RG_LANES * netlist.unit_count; i++)
        assert_true(switched[i] == 0);
    rg_gatesim_free(u.sim);
    rg_netlist_free(&netlist);
}

static void put_operands(rg_gatesim *sim, const rg_netlist *netlist, uint64_t *random, unsigned on)
{
    const rg_netport *ports[3] = {rg_netlist_port(netlist, "on"), rg_netlist_port(netlist, "a"),
                                  rg_netlist_port(netlist, "b")};
    for (unsigned lane = 0; lane < RG_LANES; lane++) {
        rg_gatesim_set_port(sim, ports[0], lane, on);
        rg_gatesim_set_port(sim, ports[1], lane, next_random(random) >> 40);
        rg_gatesim_set_port(sim, ports[2], lane, next_random(random) >> 40);
    }
}

/* What all lanes switch in some clocks with new operands. */
static double switched_by(rg_gatesim *sim, const rg_netlist *netlist, uint64_t *random, unsigned on)
{
    double total = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double switched[RG_LANES * 2] = {0};
        put_operands(sim, netlist, random, on);
        rg_gatesim_settle(sim, ~UINT64_C(0), switched, NULL);
        for (size_t i = 0; round > 0 && i < RG_LANES * netlist->unit_count; i++)
            total += switched[i]; /* the first follows the other state of `on` */
    }
    return total;
}

/* A multiplier that is off does not follow its operands. It did, by as much as the operand beside
 * them that stood still: so an instruction cost what ran before it. */
static void an_idle_multiplier_switches_nothing(void **state)
{
    char path[512], message[256];
    const char *build = getenv("RETROGRAD_BUILD");
    rg_netlist netlist;
    uint64_t random = 1;
    (void)state;
    snprintf(path, sizeof path, "%s/characterise/rg_multiplier.json", build ? build : "build");
    if (!rg_netlist_read(path, "rg_multiplier", &netlist, message, sizeof message))
        fail_msg("%s", message);
    assert_int_equal(netlist.unit_count, 1);
    rg_gatesim *sim = rg_gatesim_new(&netlist);
    assert_non_null(sim);
    const double works = switched_by(sim, &netlist, &random, 1),
                 idles = switched_by(sim, &netlist, &random, 0);
    print_message("multiplier: %.0f fF on, %.0f fF off\n", works, idles);
    assert_true(works > 0 && idles < 0.01 * works);
    rg_gatesim_free(sim);
    rg_netlist_free(&netlist);
}

/* Two simulators with other pasts switch the same once their lanes are cleared, and only then. */
static void a_cleared_lane_has_no_past(void **state)
{
    char path[512], message[256];
    const char *build = getenv("RETROGRAD_BUILD");
    rg_netlist netlist;
    (void)state;
    snprintf(path, sizeof path, "%s/characterise/rg_multiplier.json", build ? build : "build");
    if (!rg_netlist_read(path, "rg_multiplier", &netlist, message, sizeof message))
        fail_msg("%s", message);
    for (unsigned clears = 0; clears < 2; clears++) {
        double of[2][RG_LANES] = {{0}};
        for (unsigned past = 0; past < 2; past++) {
            uint64_t before = 7 + past, after = 3;
            rg_gatesim *sim = rg_gatesim_new(&netlist);
            assert_non_null(sim);
            switched_by(sim, &netlist, &before, 1);
            for (unsigned lane = 0; clears && lane < RG_LANES; lane++)
                rg_gatesim_clear(sim, lane);
            put_operands(sim, &netlist, &after, 1);
            rg_gatesim_settle(sim, ~UINT64_C(0), of[past], NULL);
            rg_gatesim_free(sim);
        }
        for (unsigned lane = 0; lane < RG_LANES; lane++)
            assert_true((of[0][lane] == of[1][lane]) == (clears == 1));
    }
    rg_netlist_free(&netlist);
}

typedef struct {
    rg_gate_table table;
    rg_moment_table moments;
    bool fetches[1];
    double units[RG_GATE_ROWS * RG_GATE_MODES];
    /* of the instructions that retire next: the unit's, and partial products */
    double inputs;
    uint64_t products;
} world;

static world *new_world(size_t programs)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->table = (rg_gate_table){.unit_count = 1,
                               .program_count = programs,
                               .units = w->units,
                               .cycle_ff = 3,
                               .fetches_units = w->fetches,
                               .programs = calloc(programs, sizeof(rg_gate_program))};
    assert_non_null(w->table.programs);
    assert_true(rg_moments_init(&w->moments, programs, 1));
    return w;
}

static void free_world(world *w)
{
    free(w->table.programs);
    rg_moments_fini(&w->moments);
    free(w);
}

/* Each program is a file of its own. */
static void retire(world *w, size_t program, unsigned op, unsigned mode, uint64_t cycles,
                   uint64_t bits, double ff)
{
    const rg_gate_step step = {.op = op,
                               .mode = mode,
                               .cycles = cycles,
                               .switched = &ff,
                               .inputs = &w->inputs,
                               .units = 1,
                               .elements = 1,
                               .activity = {[RG_ACTIVITY_BUSY] = cycles - 1,
                                            [RG_ACTIVITY_PRODUCT] = w->products,
                                            [RG_ACTIVITY_VALUES] = bits}};
    rg_gate_table_add(&w->table, program, &step);
    assert_true(rg_moments_add(&w->moments, program, &step, w->table.cycle_ff));
}

static void is_near(double have, double want)
{
    if (fabs(have - want) > 1e-3 * fabs(want))
        fail_msg("%.9g instead of %.9g", have, want);
}

/* Instructions that follow the model give back its rows: a level for each class and mode, 50 fF an
 * extra cycle. A program is predicted exactly, though its functions take other times than those
 * that made the table. */
static void rows_of_the_table_are_found_again(void **state)
{
    (void)state;
    const size_t file[2] = {0, 1};
    rg_energies energies;
    world *w = new_world(2), *other = new_world(1);
    for (unsigned cycles = 20; cycles < 60; cycles++) {
        const double time = 3.0 * cycles + 50.0 * (cycles - 1);
        retire(w, cycles & 1, RG_OP_FEXP, 0, cycles, 0, 1000 + time);
        retire(w, cycles & 1, RG_OP_FSIN, 1, cycles + 100, 0, 2000 + time + 100 * 53.0);
        retire(w, cycles & 1, RG_OP_FADD, 0, 1, 0, 400 + 3);
    }
    const rg_sample sample = {&w->table, &w->moments, file};
    assert_true(rg_regress(&sample, RG_DESIGN_TABLE, NULL, 0.01, &energies));
    is_near(energies.cycle, 3);
    is_near(energies.term[rg_term_group(RG_OP_FEXP, 0)][RG_TERM_BUSY], 50);
    is_near(energies.one[rg_cell_of(RG_OP_FEXP, 0, 0)], 1000);
    is_near(energies.one[rg_cell_of(RG_OP_FSIN, 1, 0)], 2000);
    is_near(energies.one[rg_cell_of(RG_OP_FADD, 0, 0)], 400);
    retire(other, 0, RG_OP_FEXP, 0, 500, 0, 1000 + 500 * 3 + 499 * 50);
    is_near(rg_energies_predict(&energies, other->table.programs), other->table.programs[0].total);
    assert_int_equal(rg_energies_guessed(&energies, other->table.programs), 0);
    /* one that nobody measured takes after the other of its class */
    retire(other, 0, RG_OP_FCOS, 0, 1, 0, 0);
    assert_true(energies.one[rg_cell_of(RG_OP_FCOS, 0, 0)] > 900);
    free_world(w);
    free_world(other);
}

/* A unit's coefficient is one for all classes, and only the finest design has it. */
static void units_have_coefficients(void **state)
{
    (void)state;
    const size_t file[3] = {0, 1, 2};
    rg_energies energies, without;
    world *w = new_world(3);
    uint64_t random = 9;
    for (unsigned i = 0; i < 300; i++) {
        w->inputs = (double)(next_random(&random) >> 57);
        retire(w, i % 3, RG_OP_FADD, 0, 1, 0, 200 + 3 + 7 * w->inputs);
        w->inputs = (double)(next_random(&random) >> 57);
        retire(w, i % 3, RG_OP_MUL, 0, 1, 0, 900 + 3 + 7 * w->inputs);
    }
    const rg_sample sample = {&w->table, &w->moments, file};
    assert_true(rg_regress(&sample, RG_DESIGN_UNIT, NULL, 0.01, &energies));
    is_near(energies.unit[0], 7);
    is_near(energies.one[rg_cell_of(RG_OP_FADD, 0, 0)], 200);
    is_near(energies.one[rg_cell_of(RG_OP_MUL, 0, 0)], 900);
    is_near(rg_energies_predict(&energies, &w->table.programs[1]), w->table.programs[1].total);
    assert_true(rg_regress(&sample, RG_DESIGN_ACTIVITY, NULL, 0.01, &without));
    assert_true(without.unit[0] == 0);
    free_world(w);
}

/* Products of MULDIV are made where those of quotients are, and cost the same: here all samples of
 * MULDIV have as many, so they do not tell what one costs. */
static void muldiv_shares_the_function_unit(void **state)
{
    (void)state;
    const size_t file[2] = {0, 1};
    const size_t product = RG_TERM_ACTIVITY + RG_ACTIVITY_PRODUCT;
    rg_energies energies;
    world *w = new_world(2);
    uint64_t random = 3;
    for (unsigned i = 0; i < 200; i++) {
        w->products = next_random(&random) >> 58;
        retire(w, 0, RG_OP_FDIV, 0, 1, 0, 500 + 3 + 5 * (double)w->products);
        w->products = 40;
        retire(w, 1, RG_OP_MULDIV, 0, 1, 0, 900 + 3 + 5 * 40);
    }
    const rg_sample sample = {&w->table, &w->moments, file};
    assert_true(rg_regress(&sample, RG_DESIGN_ACTIVITY, NULL, 0.01, &energies));
    is_near(energies.term[rg_term_group(RG_OP_FDIV, 0)][product], 5);
    is_near(energies.term[rg_term_group(RG_OP_MULDIV, 0)][product], 5);
    is_near(energies.one[rg_cell_of(RG_OP_MULDIV, 0, 0)], 900);
    free_world(w);
}

/* What follows the bits that change, and slopes of busy clocks by class, are told apart. No energy
 * is below 0, though least squares alone would have the one of `fadd` there. */
static void bits_and_slopes_have_coefficients(void **state)
{
    (void)state;
    const size_t file[4] = {0, 1, 2, 3};
    rg_energies energies;
    world *w = new_world(4);
    uint64_t random = 5;
    for (unsigned i = 0; i < 300; i++) {
        const uint64_t bits = next_random(&random) >> 58, cycles = 1 + (next_random(&random) >> 59);
        retire(w, i % 3, RG_OP_FEXP, 0, cycles, bits,
               1000 + 3.0 * (double)cycles + 70 * (double)(cycles - 1) + 9 * (double)bits);
        retire(w, i % 3, RG_OP_FDIV, 0, cycles, bits,
               500 + 3.0 * (double)cycles + 20 * (double)(cycles - 1) + 4 * (double)bits);
        retire(w, 3, RG_OP_FADD, 0, 1, bits, fmax(0, 3 + 12 * (double)bits - 60));
    }
    const rg_sample sample = {&w->table, &w->moments, file};
    assert_true(rg_regress(&sample, RG_DESIGN_ACTIVITY, NULL, 0.01, &energies));
    is_near(energies.term[rg_term_group(RG_OP_FEXP, 0)][RG_TERM_BUSY], 70);
    is_near(energies.term[rg_term_group(RG_OP_FDIV, 0)][RG_TERM_BUSY], 20);
    is_near(energies.term[rg_term_group(RG_OP_FEXP, 0)][RG_TERM_ACTIVITY + RG_ACTIVITY_VALUES], 9);
    is_near(energies.term[rg_term_group(RG_OP_FDIV, 0)][RG_TERM_ACTIVITY + RG_ACTIVITY_VALUES], 4);
    is_near(energies.one[rg_cell_of(RG_OP_FDIV, 0, 0)], 500);
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        assert_true(energies.one[cell] >= 0);
    assert_true(energies.one[rg_cell_of(RG_OP_FADD, 0, 0)] == 0);

    /* Draws of files count each as often as they say, and intervals hold the values between. */
    rg_energies *fits = calloc(RG_BOOTSTRAP_ROUNDS, sizeof *fits);
    double of[RG_BOOTSTRAP_ROUNDS], low, high;
    unsigned share[4];
    assert_non_null(fits);
    assert_true(rg_bootstrap(&sample, RG_DESIGN_ACTIVITY, 0.01, fits));
    for (unsigned round = 0; round < RG_BOOTSTRAP_ROUNDS; round++) {
        rg_bootstrap_draw(round, 4, share);
        assert_int_equal(share[0] + share[1] + share[2] + share[3], 4);
        of[round] = fits[round].one[rg_cell_of(RG_OP_FDIV, 0, 0)];
    }
    rg_interval(of, RG_BOOTSTRAP_ROUNDS, &low, &high);
    is_near(low, 500);
    is_near(high, 500);
    free(fits);
    free_world(w);
}

/* A small system by hand: without the bound the second coefficient is -1; with it the first alone
 * is 1. */
static void least_squares_stay_above_zero(void **state)
{
    (void)state;
    double gram[4] = {2, 1, 1, 1}, cross[2] = {2, 0.5}, b[2] = {0};
    const rg_normal normal = {2, gram, cross};
    assert_true(rg_nnls(&normal, b));
    is_near(b[0], 1);
    assert_true(b[1] == 0);
    cross[1] = 1.5; /* b = (0.5, 1) */
    assert_true(rg_nnls(&normal, b));
    is_near(b[0], 0.5);
    is_near(b[1], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_unit_in_cells_computes_and_costs),
                                       cmocka_unit_test(an_idle_multiplier_switches_nothing),
                                       cmocka_unit_test(a_cleared_lane_has_no_past),
                                       cmocka_unit_test(rows_of_the_table_are_found_again),
                                       cmocka_unit_test(muldiv_shares_the_function_unit),
                                       cmocka_unit_test(units_have_coefficients),
                                       cmocka_unit_test(bits_and_slopes_have_coefficients),
                                       cmocka_unit_test(least_squares_stay_above_zero)};
    return cmocka_run_group_tests(tests, read_config, NULL);
}
