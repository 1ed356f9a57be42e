/* moments.h: sums over instructions, from which energies of operations are fitted. */
#ifndef RG_MOMENTS_H
#define RG_MOMENTS_H

#include "energy/netlist/table.h"

/* An opcode in a mode and direction. */
enum { RG_CELLS = RG_GATE_ROWS * RG_GATE_MODES * 2 };
static inline size_t rg_cell_of(unsigned op, unsigned mode, unsigned backward)
{
    return ((size_t)op * RG_GATE_MODES + mode) * 2 + backward;
}

/* Sums of products of T terms over the instructions of one cell in one file. Each instruction is
 * weighed by 1 / its elements. y is what it switched beyond its cycles. once: with 1, for what is
 * charged an instruction. */
typedef struct {
    double yy, y_once, once_once;
    double sums[]; /* of each term with y, with 1, and with each term: T (T + 2) */
} rg_moments;

typedef struct {
    size_t files, terms;
    rg_moments **cells; /* files x RG_CELLS; NULL where nothing ran */
} rg_moment_table;

/* units: of the steps that come. False when memory is short. */
bool rg_moments_init(rg_moment_table *moments, size_t files, size_t units);
void rg_moments_fini(rg_moment_table *moments);
/* False when memory is short. */
bool rg_moments_add(rg_moment_table *moments, size_t file, const rg_gate_step *step,
                    double cycle_ff);

/* Those of a cell in all files, file f share[f] times, or NULL: each once. The caller frees them;
 * NULL where nothing ran, or memory is short: then *good is false. */
rg_moments *rg_moments_sum(const rg_moment_table *moments, const unsigned *share, size_t cell,
                           bool *good);
double rg_moments_y(const rg_moments *m, size_t term);
double rg_moments_once(const rg_moment_table *table, const rg_moments *m, size_t term);
double rg_moments_terms(const rg_moment_table *table, const rg_moments *m, size_t s, size_t t);

#endif
