/* gen_steps.c: writes the micro-programs of the core with Float from the functions in C.
 *
 *   steps programs > rg_float_programs.vh   which operations have one, and where it begins
 *   steps steps > rg_float_steps.vh         the names of operations and the widths of a step
 *   steps memory > rg_float_memory.vh       the steps and their constants
 *   steps tables > rg_float_tables.vh       the tables
 *   steps turns > rg_float_turns.vh         64 / pi
 *   steps eighth > rg_float_eighth.vh       tangent and sine of an eighth of a circle
 *   steps clocks > rg_float_clocks.h        the clocks of each, as rows of num/float/clocks.def
 *
 * A function of num/float/programs.def that has a branch, or too many steps, has none
 * (float_program.c): the generator says so and fails. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "float_program.h"
#include "isa.h"

static const struct {
    unsigned op;
    const char *name;
    bool turns;
} programs[] = {
#define RG_FLOAT_PROGRAM(op) {RG_OP_##op, #op, false},
#define RG_FLOAT_TURN(op) {RG_OP_##op, #op, true},
#include "num/float/programs.def"
};

/* What rg_float_program.v takes for a step. */
enum { RG_CLOCKS_UNIT = 1, RG_CLOCKS_TURNER = 5, RG_CLOCKS_DIVIDER = 66 };

static const struct {
    const char *name;
    unsigned clocks;
} steps[] = {
#define RG_FLOAT_STEP(name, work, operands, function, meaning) {#name, RG_CLOCKS_##work},
#include "num/float/steps.def"
};

enum {
    PROGRAMS = sizeof programs / sizeof programs[0],
    CONSTANTS = 128, /* at most, of all programs */
    /* What rg_float_unit.v has: the digits of a number behind the first and its exponent, and the
     * clocks of an update beside those of its program. */
    DIGITS_BEHIND = 127,
    EXPONENT_BITS = 20,
    BIAS = (1 << (EXPONENT_BITS - 1)) - 1,
    VALUE_CLOCKS = 4,
    GRADIENT_CLOCKS = 6,
    /* and those of rg_float_rotate.v */
    TURN_CLOCKS = 17,
    TURN_GRADIENT_CLOCKS = 39
};

typedef struct {
    rg_float_plan plans[PROGRAMS];
    unsigned first[PROGRAMS]; /* in the step memory */
    unsigned count;
    rg_ext constants[CONSTANTS];
    unsigned constant_count;
} memory;

static bool complain(const char *name, const char *what)
{
    fprintf(stderr, "steps: %s: %s\n", name, what);
    return false;
}

static bool plan_program(rg_float_plan *plan, unsigned p)
{
    const char *const wrong = programs[p].turns
                                  ? rg_float_program_of_slopes(plan, rg_float_rotation)
                                  : rg_float_program_of(plan, rg_float_function_of(programs[p].op));

    return !wrong || complain(programs[p].name, wrong);
}

/* ---- the memories ---- */

static bool same_number(rg_ext x, rg_ext y)
{
    return x.digits == y.digits && x.exponent == y.exponent && x.negative == y.negative;
}

/* CONSTANTS where there is no room. */
static unsigned address_of(memory *m, rg_ext x)
{
    unsigned at = 0;

    while (at < m->constant_count && !same_number(m->constants[at], x))
        at++;
    if (at == m->constant_count && at < CONSTANTS)
        m->constants[m->constant_count++] = x;
    return at;
}

static bool collect_constants(memory *m, const rg_float_plan *plan)
{
    for (unsigned i = 0; i < plan->count; i++) {
        const rg_trace_node *const n = &plan->trace.nodes[plan->order[i]];
        if ((n->a.kind == RG_READS_CONSTANT && address_of(m, n->a.constant) == CONSTANTS)
            || (n->b.kind == RG_READS_CONSTANT && address_of(m, n->b.constant) == CONSTANTS))
            return false;
    }
    return true;
}

/* The first program that has the same steps and the same outcome, or this one. */
static unsigned shared_with(const memory *m, unsigned p)
{
    const rg_float_plan *const plan = &m->plans[p];

    for (unsigned i = 0; i < p; i++)
        if (rg_float_program_equal(&m->plans[i], plan))
            return i;
    return p;
}

static bool make(memory *m)
{
    for (unsigned p = 0; p < PROGRAMS; p++) {
        if (!plan_program(&m->plans[p], p))
            return false;
        const unsigned shared = shared_with(m, p);
        if (shared < p) {
            m->first[p] = m->first[shared];
            continue;
        }
        if (!collect_constants(m, &m->plans[p]))
            return complain(programs[p].name, "there are too many constants");
        m->first[p] = m->count;
        m->count += m->plans[p].count;
    }
    return true;
}

/* ---- Verilog ---- */

static unsigned width_of(unsigned count)
{
    unsigned width = 1;

    while (1u << width < count)
        width++;
    return width;
}

static void write_number(rg_ext x)
{
    const rg_ext_digits behind = x.digits & (((rg_ext_digits)1 << DIGITS_BEHIND) - 1);
    const unsigned field = x.digits ? (unsigned)(x.exponent + BIAS) : 0;

    printf("{1'b%d, %d'd%u, %d'h%016" PRIx64 "%016" PRIx64 "}", x.negative, EXPONENT_BITS, field,
           DIGITS_BEHIND, (uint64_t)(behind >> 64), (uint64_t)behind);
}

static void begin(const char *function, unsigned width, const char *argument, unsigned bits)
{
    printf("\n  function [%u:0] %s(input [%u:0] %s);\n    case (%s)\n", width - 1, function,
           bits - 1, argument, argument);
}

static void end(const char *function, unsigned width)
{
    printf("      default: %s = %u'd0;\n    endcase\n  endfunction\n", function, width);
}

static void write_programs(const memory *m)
{
    const unsigned bits = width_of(m->count);

    begin("float_program", 1, "code", 7);
    for (unsigned p = 0; p < PROGRAMS; p++)
        printf("      RG_OP_%s: float_program = 1'd1;\n", programs[p].name);
    end("float_program", 1);
    begin("float_first", bits, "code", 7);
    for (unsigned p = 0; p < PROGRAMS; p++)
        printf("      RG_OP_%s: float_first = %u'd%u;\n", programs[p].name, bits, m->first[p]);
    end("float_first", bits);
}

static unsigned source_of(const rg_float_plan *plan, const rg_trace_operand *x)
{
    return x->kind == RG_READS_CONSTANT ? (unsigned)RG_PLAN_CONSTANT
           : x->kind == RG_READS_NODE   ? plan->place[x->node]
                                        : 0;
}

/* {last of the value, last of all, operation, target, sources with their signs, constant} */
static void write_step(memory *m, const rg_float_plan *plan, unsigned i, unsigned address_bits)
{
    const unsigned node = plan->order[i];
    const rg_trace_node *const n = &plan->trace.nodes[node];
    const rg_trace_operand *const constant = n->a.kind == RG_READS_CONSTANT ? &n->a : &n->b;
    const unsigned k = constant->kind == RG_READS_CONSTANT ? address_of(m, constant->constant) : 0;

    printf("{1'b%d, 1'b%d, RG_STEP_%s, 4'd%u, 1'b%d, 4'd%u, 1'b%d, 4'd%u, %u'd%u}",
           i + 1 == plan->of_value, i + 1 == plan->count, steps[n->op].name, plan->place[node],
           n->a.turned, source_of(plan, &n->a), n->b.turned, source_of(plan, &n->b), address_bits,
           k);
}

static unsigned step_width(const memory *m) { return 21 + width_of(m->constant_count); }

static void write_names(const memory *m)
{
    printf("  localparam RG_STEP_BITS = %u, RG_STEP_AT = %u, RG_CONSTANT_AT = %u;\n", step_width(m),
           width_of(m->count), width_of(m->constant_count));
    printf("  localparam RG_STEP_REGISTERS = %u;\n", RG_PLAN_REGISTERS);
    printf(
        "  localparam [3:0] RG_READS_A = 4'd%u, RG_READS_B = 4'd%u, RG_READS_GRADIENT = 4'd%u;\n",
        RG_PLAN_A, RG_PLAN_A + 1, RG_PLAN_A + 2);
    printf("  localparam [3:0] RG_READS_CONSTANT = 4'd%u;\n", RG_PLAN_CONSTANT);
    for (unsigned s = 0; s < RG_STEP_OPS; s++)
        printf("  localparam [4:0] RG_STEP_%s = 5'd%u;\n", steps[s].name, s);
}

static void write_memory(memory *m)
{
    const unsigned bits = width_of(m->count), address_bits = width_of(m->constant_count),
                   width = step_width(m);

    begin("float_step", width, "address", bits);
    for (unsigned p = 0; p < PROGRAMS; p++)
        for (unsigned i = 0; shared_with(m, p) == p && i < m->plans[p].count; i++) {
            printf("      %u'd%u: float_step = ", bits, m->first[p] + i);
            write_step(m, &m->plans[p], i, address_bits);
            printf(";%s%s\n", i ? "" : " // ", i ? "" : programs[p].name);
        }
    end("float_step", width);
    begin("float_constant", DIGITS_BEHIND + EXPONENT_BITS + 1, "address", address_bits);
    for (unsigned k = 0; k < m->constant_count; k++) {
        printf("      %u'd%u: float_constant = ", address_bits, k);
        write_number(m->constants[k]);
        printf(";\n");
    }
    end("float_constant", DIGITS_BEHIND + EXPONENT_BITS + 1);
}

static void write_table(const char *function, unsigned first, unsigned count)
{
    const unsigned width = DIGITS_BEHIND + EXPONENT_BITS + 1, bits = width_of(count);

    begin(function, width, "part", bits);
    for (unsigned k = 0; k < count; k++) {
        printf("      %u'd%u: %s = ", bits, k, function);
        write_number(rg_float_rom[first + k]);
        printf(";\n");
    }
    end(function, width);
}

/* 64 / pi in four parts of one integer of POINT digits behind the point, and where they stand in
 * it. Of the last one what is behind its end is cut off. */
static void write_turns(void)
{
    enum { WORDS = RG_ROM_END_TURNS - RG_ROM_TURNS + 1, POINT = 448 };
    const unsigned width = DIGITS_BEHIND + EXPONENT_BITS + 1;
    rg_ext words[WORDS];

    for (unsigned k = 0; k < WORDS; k++) {
        words[k] = rg_float_rom[RG_ROM_TURNS + k];
        const int32_t at = words[k].exponent - DIGITS_BEHIND + POINT;
        if (at < 0)
            words[k].digits = words[k].digits >> -at << -at;
        printf("  localparam TURN_%u = %d; // %s\n", k, at < 0 ? -at : at,
               at < 0 ? "digits behind the end" : "its place");
    }
    begin("float_turns", width, "part", 2);
    for (unsigned k = 0; k < WORDS; k++) {
        printf("      2'd%u: float_turns = ", k);
        write_number(words[k]);
        printf(";\n");
    }
    end("float_turns", width);
}

static void write_tables(void)
{
    write_table("float_powers", RG_ROM_EXP2, RG_ROM_END_EXP2 - RG_ROM_EXP2 + 1);
    write_table("float_inverses", RG_ROM_INV, RG_ROM_END_INV - RG_ROM_INV + 1);
    write_table("float_sines", RG_ROM_SIN, RG_ROM_END_SIN - RG_ROM_SIN + 1);
    write_table("float_angles", RG_ROM_ATAN, RG_ROM_END_ATAN - RG_ROM_ATAN + 1);
    write_table("float_logs", RG_ROM_LOG, RG_ROM_END_LOG - RG_ROM_LOG + 1);
}

/* What HADAMARD multiplies by: the root of 1/2 is the sine, and half of that angle has the tangent.
 */
static void write_eighth(void)
{
    enum { READ_DIGITS = 106 }; /* of a number that a function reads */
    const rg_ext one = rg_ext_of_int(1),
                 sine = rg_ext_shorten(rg_ext_sqrt(rg_ext_scale(one, -1)), READ_DIGITS),
                 tangent = rg_ext_shorten(rg_ext_div(sine, rg_ext_add(sine, one)), READ_DIGITS);
    const unsigned width = DIGITS_BEHIND + EXPONENT_BITS + 1;

    printf("  localparam [%u:0] EIGHTH_TANGENT = ", width - 1);
    write_number(tangent);
    printf(";\n  localparam [%u:0] EIGHTH_SINE = ", width - 1);
    write_number(sine);
    printf(";\n");
}

/* ---- clocks ---- */

static unsigned clocks_of(const rg_float_plan *plan, unsigned count)
{
    unsigned clocks = 0;

    for (unsigned i = 0; i < count; i++)
        clocks += steps[plan->trace.nodes[plan->order[i]].op].clocks;
    return clocks;
}

static void write_clocks(const memory *m)
{
    for (unsigned p = 0; p < PROGRAMS; p++) {
        const bool turns = programs[p].turns;
        printf("RG_FLOAT_CLOCKS(%s, %u, %u)\n", programs[p].name,
               (turns ? TURN_CLOCKS : VALUE_CLOCKS) + clocks_of(&m->plans[p], m->plans[p].of_value),
               (turns ? TURN_GRADIENT_CLOCKS : GRADIENT_CLOCKS)
                   + clocks_of(&m->plans[p], m->plans[p].count));
    }
}

static bool write_what(memory *m, const char *what)
{
    if (strcmp(what, "clocks") == 0) {
        puts("/* Made by isa/gen_steps.c from isa/num/float; edit that. */");
        write_clocks(m);
        return true;
    }
    puts("// Generated by isa/gen_steps.c from isa/num/float; edit that.");
    if (strcmp(what, "programs") == 0)
        write_programs(m);
    else if (strcmp(what, "steps") == 0)
        write_names(m);
    else if (strcmp(what, "memory") == 0)
        write_memory(m);
    else if (strcmp(what, "tables") == 0)
        write_tables();
    else if (strcmp(what, "turns") == 0)
        write_turns();
    else if (strcmp(what, "eighth") == 0)
        write_eighth();
    else
        return complain(what, "programs, steps, memory, tables, turns, eighth or clocks");
    return true;
}

int main(int argc, char **argv)
{
    memory *const m = calloc(1, sizeof *m);
    const bool good = m && argc == 2 && make(m) && write_what(m, argv[1]);

    free(m);
    return !good || fflush(stdout) != 0 || ferror(stdout);
}
