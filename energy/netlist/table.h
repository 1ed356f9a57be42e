/* table.h: from what each instruction switched to energies by operation, class and mode, and the
 * test of these. */
#ifndef RG_GATE_TABLE_H
#define RG_GATE_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "energy/netlist/core.h"
#include "isa/activity.h"
#include "isa/activity_groups.h"
#include "isa/isa.h"

/* What MODE makes of an instruction for its energy; wrapping is not told apart. */
typedef enum { RG_GM_VALUE, RG_GM_GRADIENT, RG_GM_TANGENT, RG_GM_BOTH, RG_GATE_MODES } rg_gate_mode;
rg_gate_mode rg_gate_mode_of(unsigned mode_bits);
const char *rg_gate_mode_name(rg_gate_mode mode);

/* Sums over instructions, and over the elements of streams: fF beyond the clock; extra: cycles
 * beyond the first of each. */
typedef struct {
    uint64_t count, fetched;
    double sum, squares, extra, extra_squares, cross;
} rg_gate_cell;

enum { RG_GATE_ROWS = RG_OP_LIMIT + 1 }; /* opcodes, and what no instruction retires */

/* What an instruction's energy may follow: its elements, then what isa/activity.def counts. Behind
 * these, a term for each unit: the bits that change of what its gates start from. */
enum {
    RG_TERM_ONE,
    RG_TERM_ACTIVITY,
    RG_TERM_BUSY = RG_TERM_ACTIVITY + RG_ACTIVITY_BUSY,
    RG_TERM_UNIT = RG_TERM_ACTIVITY + RG_ACTIVITY_COUNT,
    RG_MOST_UNITS = 64,
    RG_TERMS = RG_TERM_UNIT + RG_MOST_UNITS
};
/* Terms before those of units are summed by rg_activity_group, what no instruction retires behind
 * them; with tangents, where an instruction makes several passes, apart. */
enum { RG_TERM_GROUPS = 2 * (RG_ACTIVITY_GROUPS + 1) };
unsigned rg_term_group(unsigned op, unsigned mode);
/* RG_TERM_UNIT + step->units numbers. */
void rg_gate_terms(const rg_gate_step *step, double *terms);

/* What one program ran, by opcode, mode and direction (backward second); a stream counts its
 * elements there and is one instruction; total: fF, of the whole netlist. */
typedef struct {
    uint64_t count[RG_GATE_ROWS][RG_GATE_MODES][2], cycles, instructions, elements;
    double total, terms[RG_TERM_GROUPS][RG_TERM_UNIT], inputs[RG_MOST_UNITS];
} rg_gate_program;

typedef struct {
    size_t unit_count, program_count;
    rg_gate_cell cells[RG_GATE_ROWS][RG_GATE_MODES][2]; /* backward second */
    double *units;                                      /* fF by row, mode, unit */
    uint64_t reads, writes, fetches, instructions, cycles;
    double cycle_ff, fetch_clock_ff; /* idle clock of a cycle: all, in fetch alone */
    bool *fetches_units;             /* units that belong to fetch, decode and sequencing */
    rg_gate_program *programs;
} rg_gate_table;

/* Units of the netlist decide what is fetch. False when memory is short, or they are more than
 * RG_MOST_UNITS. */
bool rg_gate_table_init(rg_gate_table *table, const rg_netlist *netlist, const rg_gatecore *core,
                        size_t programs);
void rg_gate_table_fini(rg_gate_table *table);
void rg_gate_table_add(rg_gate_table *table, size_t program, const rg_gate_step *step);

/* .count 0 where nothing was measured; spread: standard deviation; fF. */
typedef struct {
    uint64_t count;
    double mean, spread;
} rg_gate_mean;

/* The rows of the table: what is charged for a cycle, for a cycle beyond the first of an
 * instruction, for fetching an instruction, and for an instruction of a class beyond these. */
typedef struct {
    rg_gate_mean cycle, busy, fetch;
    rg_gate_mean class[RG_CLASS_COUNT][RG_GATE_MODES][2]; /* backward second */
    rg_gate_mean op[RG_OP_LIMIT][RG_GATE_MODES]; /* both directions: what a finer table would say */
} rg_gate_rows;
/* What fetching an instruction switches, fF. */
double rg_gate_fetch_ff(const rg_gate_table *table);
/* Rows by counting: means and spreads beyond fetch, cycles, and `busy` fF for each cycle beyond one
 * an element. */
void rg_gate_table_rows(const rg_gate_table *table, double busy, rg_gate_rows *rows);

/* Joules of switched femtofarads at a supply voltage: C V^2 / 2. */
double rg_switched_J(double ff, double volts);

#endif
