/* report.h: the table as a file of operation energies, and how well it does on programs that it has
 * not seen. */
#ifndef RG_GATE_REPORT_H
#define RG_GATE_REPORT_H

#include "energy/netlist/bootstrap.h"

/* Fits of each design, and those of the bootstrap for the designs of the table and of operands. */
typedef struct {
    rg_energies fit[RG_DESIGNS];
    rg_energies *again[RG_DESIGNS]; /* rg_bootstrap_rounds, or NULL */
} rg_report_fits;

/* Rows in the form of docs/reference/energy-files.md, for one width. */
bool rg_report_rows(FILE *file, const rg_gate_rows *rows, const rg_energies *again, unsigned xlen,
                    const char *source);

/* The fit by activity likewise: its operations, and its terms where they are not 0. */
bool rg_report_activity_operations(FILE *file, const rg_energies *fit, unsigned xlen,
                                   const char *source);
bool rg_report_activity_terms(FILE *file, const rg_energies *fit, unsigned xlen,
                              const char *source);

/* Of a design's errors over programs: of the sum, of the median program with its interval, of the
 * worst. */
typedef struct {
    double predicted, error, median, median_low, median_high, worst;
    size_t within_5, beyond_15;
} rg_report_errors;
/* Sums in fF. */
typedef struct {
    double measured;
    uint64_t instructions, guessed;
    size_t programs;
    rg_report_errors errors[RG_DESIGNS];
} rg_report_sum;
/* Each program's total from toggles and from counts and fits; the sum of all in *sum. names[i] is
 * program i's. Programs of fewer than least instructions are left out. Markdown into file, one line
 * each, when it is not NULL. False when memory is short. */
bool rg_report_programs(FILE *file, const rg_sample *sample, const rg_report_fits *fits,
                        char **names, uint64_t least, rg_report_sum *sum);
/* What an instruction of each opcode switches beyond fetch and cycles: Markdown. */
void rg_report_ops(FILE *file, const rg_gate_rows *rows);
/* What each unit switches for an instruction, by mode, and its coefficient in a fit: Markdown. */
void rg_report_units(FILE *file, const rg_gate_table *table, const rg_netlist *netlist,
                     const rg_energies *fit);

#endif
