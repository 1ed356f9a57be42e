/* Function units in reversible gates on every operand of 8 bits, beside the reference arithmetic.
 *
 * An operand goes through all values if there is time, else through some, the edges among them. The
 * operands of a unit that was not complete are printed.
 * usage: test_gate_exhaustive [GATES], the gates to run for a unit, in millions */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/unit/gate_units.h"

enum { XLEN = 8, FRAC = 4, ALL = 256, SOME = 16 };

static const rg_num_config config = {XLEN, FRAC};

/* The operands in the order in which they go through all values. */
typedef enum {
    OF_WRAP,
    OF_INVERSE,
    OF_B,
    OF_A,
    OF_Y,
    OF_GY,
    OF_LOW,
    OF_GA,
    OF_HIGH,
    OPERANDS
} operand;
static const char *const names[OPERANDS] = {"wrap", "inverse", "b",  "a", "y",
                                            "gy",   "w",       "ga", "w2"};

typedef struct {
    unsigned op;
    bool grad;
    unsigned values[OPERANDS]; /* how many of each */
} space;

/* Whether the operation reads it. */
static bool reads(unsigned op, bool grad, operand o)
{
    const rg_format f = rg_op_lookup(op)->format;
    const bool turns = f == RG_FMT_R3 || f == RG_FMT_R2X, place = gn_is_in_place(op);

    switch (o) {
    case OF_WRAP: return rg_op_lookup(op)->kind != RG_KIND_INT && f != RG_FMT_MD;
    case OF_INVERSE: return place;
    case OF_A: return f == RG_FMT_U || f == RG_FMT_W || turns || f == RG_FMT_MD;
    case OF_B: return f != RG_FMT_R2X && f != RG_FMT_RM && f != RG_FMT_WO;
    case OF_Y: return place;
    case OF_GY: return grad && f != RG_FMT_WO;
    case OF_GA: return grad && turns;
    default: return f == RG_FMT_WO || f == RG_FMT_MD;
    }
}

/* What all of them take together. */
static uint64_t runs(const space *s)
{
    uint64_t n = 1;
    for (unsigned o = 0; o < OPERANDS; o++)
        n *= s->values[o];
    return n;
}

static void plan(space *s, size_t gates, uint64_t most)
{
    for (unsigned o = 0; o < OPERANDS; o++)
        s->values[o] = !reads(s->op, s->grad, (operand)o) ? 1 : o <= OF_INVERSE ? 2 : SOME;
    for (unsigned o = OF_B; o < OPERANDS; o++) {
        if (s->values[o] != SOME)
            continue;
        s->values[o] = ALL;
        if (runs(s) / LANES * gates > most)
            s->values[o] = SOME;
    }
    for (unsigned o = OPERANDS; o-- > OF_B && runs(s) / LANES * gates > most;)
        s->values[o] = s->values[o] == SOME ? 4 : s->values[o];
}

/* Value k of so many: the edges, and others between them. */
static int64_t value(unsigned k, unsigned of)
{
    static const int8_t some[SOME] = {-128, 127, 0, 1,  -1, 16, -16, -127,
                                      8,    24,  2, -3, 64, 51, -77, 100};
    return of == ALL ? (int8_t)k : some[k];
}

static rg_num_in input(const space *s, uint64_t run)
{
    int64_t v[OPERANDS];

    for (unsigned o = 0; o < OPERANDS; o++) {
        const unsigned k = (unsigned)(run % s->values[o]);
        v[o] = o <= OF_INVERSE ? k : s->values[o] == 1 ? 0 : value(k, s->values[o]);
        run /= s->values[o];
    }
    return (rg_num_in){.op = s->op,
                       .grad = s->grad,
                       .wrap = v[OF_WRAP],
                       .inverse = v[OF_INVERSE],
                       .a = v[OF_A],
                       .b = v[OF_B],
                       .y = v[OF_Y],
                       .gy = v[OF_GY],
                       .ga = v[OF_GA],
                       .w = join(v[OF_LOW], v[OF_HIGH], XLEN),
                       .gw = join(v[OF_GA] ^ v[OF_LOW], v[OF_HIGH], XLEN)};
}

/* How many of all runs differ, at least one where any does; *one is one of them. */
static unsigned differences(const space *s, const gn_unit *unit, const gn_unit_ports *p,
                            rg_num_in *one)
{
    const uint64_t all = runs(s);
    uint64_t *lines = calloc(unit->net.lines, sizeof *lines);
    unsigned bad = 0;

    assert_non_null(lines);
    for (uint64_t first = 0; first < all && bad == 0; first += LANES) {
        const unsigned lanes = all - first < LANES ? (unsigned)(all - first) : LANES;
        memset(lines, 0, unit->net.lines * sizeof *lines);
        for (unsigned k = 0; k < lanes; k++) {
            const rg_num_in in = input(s, first + k);
            enter(lines, p, &config, &in, k);
        }
        gn_run(&unit->net, 0, unit->net.count, false, lines);
        for (unsigned k = 0; k < lanes; k++) {
            const rg_num_in in = input(s, first + k);
            if (!same_results(&config, &in, lines, p, k)) {
                *one = in;
                bad++;
            }
        }
    }
    free(lines);
    return bad;
}

static void report(const space *s)
{
    print_message("%s%s:", rg_op_lookup(s->op)->mnemonic, s->grad ? ".grad" : "");
    for (unsigned o = OF_B; o < OPERANDS; o++)
        if (s->values[o] > 1)
            print_message(" %s %u", names[o], s->values[o]);
    print_message("\n");
}

static bool is_complete(const space *s)
{
    for (unsigned o = OF_B; o < OPERANDS; o++)
        if (s->values[o] > 1 && s->values[o] < ALL)
            return false;
    return true;
}

static uint64_t most = UINT64_C(100000000);

/* True where every value of every operand was run. */
static bool agrees(unsigned op, bool grad)
{
    gn_unit_ports p;
    gn_unit unit;
    space s = {.op = op, .grad = grad};
    rg_num_in one;

    assert_true(gn_make_unit(&unit, &config, op, grad, &p, gn_lay_out_unit(XLEN, &p)));
    plan(&s, unit.net.count, most);
    if (differences(&s, &unit, &p, &one) != 0) {
        print_operands(&config, &one);
        fail();
    }
    if (!is_complete(&s))
        report(&s);
    gn_free(&unit.net);
    return is_complete(&s);
}

static void values(void **unused)
{
    unsigned complete = 0;

    (void)unused;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        if (gn_has_unit(op))
            complete += agrees(op, false);
    print_message("%u units complete\n", complete);
    assert_true(complete >= 50);
}

static void with_gradients(void **unused)
{
    unsigned complete = 0;

    (void)unused;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        if (gn_has_unit(op) && rg_op_lookup(op)->kind != RG_KIND_INT)
            complete += agrees(op, true);
    print_message("%u units complete\n", complete);
    assert_true(complete >= 7);
}

/* Of the last Toffoli gates that make the results, one at a time changed to a CNOT: how many of
 * these faults are found. Some gates matter at larger words only. */
static unsigned faults_found(unsigned op)
{
    enum { FAULTS = 12 };
    gn_unit_ports p;
    gn_unit unit;
    space s = {.op = op};
    rg_num_in one;
    unsigned tried = 0, found = 0;

    assert_true(gn_make_unit(&unit, &config, op, false, &p, gn_lay_out_unit(XLEN, &p)));
    plan(&s, unit.net.count, most);
    for (size_t i = unit.copy; i-- > 0 && tried < FAULTS;) {
        gn_gate *g = &unit.net.gates[i];
        if (g->kind != GN_TOFFOLI)
            continue;
        g->kind = GN_CNOT;
        found += differences(&s, &unit, &p, &one) > 0;
        g->kind = GN_TOFFOLI;
        tried++;
    }
    gn_free(&unit.net);
    return found;
}

static void faults_are_found(void **unused)
{
    (void)unused;
    assert_true(faults_found(RG_OP_FMUL) > 0);
    assert_true(faults_found(RG_OP_FDIV) > 0);
    assert_true(faults_found(RG_OP_FSQRT) > 0);
    assert_true(faults_found(RG_OP_FEXP) > 0);
    assert_true(faults_found(RG_OP_MUL) > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_found),
        cmocka_unit_test(values),
        cmocka_unit_test(with_gradients),
    };

    if (argc > 1)
        most = strtoull(argv[1], NULL, 10) * 1000000;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
