/* regress.h: energies of operations by least squares over what instructions and whole programs
 * switched; never negative; with the spread that another choice of programs would bring. */
#ifndef RG_REGRESS_H
#define RG_REGRESS_H

#include "energy/netlist/table.h"

/* An opcode in a mode and direction. */
enum { RG_CELLS = RG_GATE_ROWS * RG_GATE_MODES * 2 };
static inline size_t rg_cell_of(unsigned op, unsigned mode, unsigned backward)
{
    return ((size_t)op * RG_GATE_MODES + mode) * 2 + backward;
}

/* Sums of products of terms over the instructions of one cell in one file. Each instruction is
 * weighed by 1 / its elements. y is what it switched beyond its cycles. once: with 1, for what is
 * charged an instruction. */
typedef struct {
    double zz[RG_TERMS][RG_TERMS], zy[RG_TERMS], once[RG_TERMS], yy, y_once, once_once;
} rg_moments;

typedef struct {
    size_t files;
    rg_moments **cells; /* files x RG_CELLS; NULL where nothing ran */
} rg_moment_table;

bool rg_moments_init(rg_moment_table *moments, size_t files);
void rg_moments_fini(rg_moment_table *moments);
/* False when memory is short. */
bool rg_moments_add(rg_moment_table *moments, size_t file, const rg_gate_step *step,
                    double cycle_ff);

/* What has a coefficient of its own. */
typedef enum {
    RG_DESIGN_TABLE,   /* class, mode and direction; one slope of busy clocks: technology files */
    RG_DESIGN_OPCODE,  /* opcode, mode and direction; slopes of busy clocks by class */
    RG_DESIGN_OPERAND, /* and by class: another opcode before, what changes in operands */
    RG_DESIGNS
} rg_design;

/* fF of each element of a cell, and of a term in a group; measured: not taken from another cell. */
typedef struct {
    rg_design design;
    double cycle, fetch;
    double one[RG_CELLS], term[RG_TERM_GROUPS][RG_TERMS];
    bool measured[RG_CELLS];
} rg_energies;

/* What is fitted: programs and moments by file; file[i] is that of program i. */
typedef struct {
    const rg_gate_table *table;
    const rg_moment_table *moments;
    const size_t *file;
} rg_sample;

/* share[f]: how often file f counts; NULL: each once. false when memory is short. */
bool rg_regress(const rg_sample *sample, rg_design design, const unsigned *share,
                double instructions, rg_energies *energies);
/* Energy of a program, fF. */
double rg_energies_predict(const rg_energies *energies, const rg_gate_program *program);
/* Instructions of a program whose cell was not measured. */
uint64_t rg_energies_guessed(const rg_energies *energies, const rg_gate_program *program);
/* Energies of design RG_DESIGN_TABLE as the means of rows. */
void rg_energies_rows(const rg_energies *energies, rg_gate_rows *rows);

#endif
