/* report_activity.c: the fit by activity as the rows of a table. */
#include "energy/netlist/report.h"

#include <math.h>

/* A cell that was measured, or one that took after others; those of a group are equal. */
static size_t cell_of(const rg_energies *fit, unsigned group, unsigned mode, unsigned backward)
{
    size_t any = RG_CELLS;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const size_t cell = rg_cell_of(op, mode, backward);
        if (!rg_op_lookup(op) || rg_activity_group(op) != group)
            continue;
        if (fit->measured[cell])
            return cell;
        any = cell;
    }
    return any;
}

bool rg_report_activity_operations(FILE *file, const rg_energies *fit, unsigned xlen,
                                   const char *source)
{
    static const char *const directions[] = {"forward", "backward"};
    bool good = true;
    for (unsigned i = 0; good && i < RG_ACTIVITY_GROUPS * RG_GATE_MODES * 2; i++) {
        const unsigned group = i / (RG_GATE_MODES * 2), mode = i / 2 % RG_GATE_MODES;
        const size_t cell = cell_of(fit, group, mode, i & 1);
        const bool measured = cell < RG_CELLS && fit->measured[cell];
        good = fprintf(file,
                       "  - {operation: %s, mode: %s, direction: %s, width: %u, mean: %.1f, unit: "
                       "fF, source: \"%s%s\"}\n",
                       rg_activity_group_name(group), rg_gate_mode_name((rg_gate_mode)mode),
                       directions[i & 1], xlen, cell < RG_CELLS ? fmax(0, fit->one[cell]) : 0,
                       source, measured ? "" : "; not measured: that of the like")
               > 0;
    }
    return good;
}

bool rg_report_activity_terms(FILE *file, const rg_energies *fit, unsigned xlen, const char *source)
{
    static const char *const names[] = {
#define RG_ACTIVITY(name, text, what) text,
#include "isa/activity.def"
#undef RG_ACTIVITY
    };
    bool good = true;
    for (unsigned i = 0; good && i < RG_ACTIVITY_GROUPS * 2 * RG_ACTIVITY_COUNT; i++) {
        const unsigned group = i / (2 * RG_ACTIVITY_COUNT), tangents = i / RG_ACTIVITY_COUNT % 2,
                       term = i % RG_ACTIVITY_COUNT;
        const double mean = fit->term[2 * group + tangents][RG_TERM_ACTIVITY + term];
        if (mean > 0)
            good = fprintf(file,
                           "  - {operation: %s, tangents: %s, term: %s, width: %u, mean: %.3f, "
                           "unit: fF, source: \"%s\"}\n",
                           rg_activity_group_name(group), tangents ? "with" : "without",
                           names[term], xlen, mean, source)
                   > 0;
    }
    return good;
}
