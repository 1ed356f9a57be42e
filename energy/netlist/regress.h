/* regress.h: energies of operations by least squares over what instructions and whole programs
 * switched; never negative; with the spread that another choice of programs would bring. */
#ifndef RG_REGRESS_H
#define RG_REGRESS_H

#include "energy/netlist/moments.h"

/* What has a coefficient of its own. */
typedef enum {
    RG_DESIGN_TABLE,    /* class, mode and direction; one slope of busy clocks: technology files */
    RG_DESIGN_OPCODE,   /* opcode, mode and direction; slopes of busy clocks by class */
    RG_DESIGN_ACTIVITY, /* group, mode and direction; activity by group: tables of activity */
    RG_DESIGN_UNIT,     /* opcodes and activity, and by unit: what changes at its ports, in its
                           registers and memories */
    RG_DESIGNS
} rg_design;

/* fF of each element of a cell, and of a term in a group; measured: not taken from another cell. */
typedef struct {
    rg_design design;
    double cycle, fetch;
    double one[RG_CELLS], term[RG_TERM_GROUPS][RG_TERM_UNIT], unit[RG_MOST_UNITS];
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
