/* report.h: the table as a file of operation energies, and how well it does on programs that it has
 * not seen. */
#ifndef RG_GATE_REPORT_H
#define RG_GATE_REPORT_H

#include "energy/netlist/table.h"

/* Rows in the form of docs/reference/energy-files.md, for one width. */
bool rg_report_rows(FILE *file, const rg_gate_rows *rows, unsigned xlen, const char *source);

/* Sums in fF; of the programs' relative errors the largest and the median of their sizes, by class
 * and by opcode. */
typedef struct {
    double measured, by_class, by_op, worst_class, median_class, worst_op, median_op;
    uint64_t instructions, guessed;
    size_t programs;
} rg_report_sum;
/* Per program the total from toggles and from counts and rows; the sum of all in *sum. names[i] is
 * program i's. Programs of fewer than least instructions are left out. Markdown into file, one line
 * each, when it is not NULL. */
void rg_report_programs(FILE *file, const rg_gate_table *table, const rg_gate_rows *rows,
                        char **names, uint64_t least, rg_report_sum *sum);
/* What an instruction of each opcode switches beyond fetch and cycles: Markdown. */
void rg_report_ops(FILE *file, const rg_gate_rows *rows);
/* What each unit switches for an instruction, by mode: Markdown. */
void rg_report_units(FILE *file, const rg_gate_table *table, const rg_netlist *netlist);

#endif
