/* report.c: writes the table and its test. */
#include "energy/netlist/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* An access to a first-level instruction cache; the netlist ends at the port of the instruction
 * memory. */
static const double instruction_memory_J = 25e-12, instruction_memory_V = 0.9;
static const char instruction_memory_source[] =
    "fetch, decode, control and sequencer, plus reading the instruction memory: 25 pJ at 0.9 V (M. "
    "Horowitz, ISSCC 2014)";

static bool row(FILE *file, const char *operation, const char *mode, const char *direction,
                unsigned xlen, const rg_gate_mean *mean, const char *source, const char *note)
{
    return fprintf(file,
                   "  - {operation: %s, mode: %s, direction: %s, width: %u, mean: %.1f, spread: "
                   "%.1f, samples: %" PRIu64 ", unit: fF, source: \"%s%s%s\"}\n",
                   operation, mode, direction, xlen, fmax(0, mean->mean), mean->spread, mean->count,
                   source, *note ? "; " : "", note)
           > 0;
}

/* Where nothing was measured: the other direction, or else value mode, with samples 0. */
static bool missing(FILE *file, const rg_gate_rows *rows, unsigned class, unsigned mode,
                    unsigned backward, unsigned xlen, const char *source)
{
    static const char *const directions[] = {"forward", "backward"};
    const rg_gate_mean *other = &rows->class[class][mode][!backward],
                       *value = &rows->class[class][RG_GM_VALUE][backward];
    const bool turned = other->count > 0;
    return fprintf(file,
                   "  - {operation: %s, mode: %s, direction: %s, width: %u, mean: %.1f, spread: "
                   "unknown, samples: 0, unit: fF, "
                   "source: \"%s; not measured: that of %s\"}\n",
                   rg_class_name(class), rg_gate_mode_name((rg_gate_mode)mode),
                   directions[backward], xlen, fmax(0, turned ? other->mean : value->mean), source,
                   turned ? "the other direction" : "value mode")
           > 0;
}

bool rg_report_rows(FILE *file, const rg_gate_rows *rows, unsigned xlen, const char *source)
{
    static const char *const directions[] = {"forward", "backward"};
    rg_gate_mean fetch = rows->fetch;
    bool good;
    fetch.mean += 2 * instruction_memory_J / (instruction_memory_V * instruction_memory_V) * 1e15;
    good = row(file, "cycle", "any", "any", xlen, &rows->cycle, source,
               "clock of flip-flops without enable, pins of clock gates")
           && row(file, "busy", "any", "any", xlen, &rows->busy, source,
                  "slope of an instruction's energy over its cycles, least squares")
           && row(file, "fetch", "any", "any", xlen, &fetch, source, instruction_memory_source);
    for (unsigned class = 0; class < RG_CLASS_COUNT; class ++)
        for (unsigned mode = 0; mode < RG_GATE_MODES; mode++)
            for (unsigned backward = 0; good && backward < 2; backward++)
                good = rows->class[class][mode][backward].count
                           ? row(file, rg_class_name(class), rg_gate_mode_name((rg_gate_mode)mode),
                                 directions[backward], xlen, &rows->class[class][mode][backward],
                                 source, "")
                           : missing(file, rows, class, mode, backward, xlen, source);
    return good;
}

static int by_size(const void *a, const void *b)
{
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return x < y ? -1 : x > y;
}

static void spread_of(double *errors, size_t count, double *worst, double *median)
{
    *worst = *median = 0;
    if (!count)
        return;
    qsort(errors, count, sizeof *errors, by_size);
    *worst = errors[count - 1];
    *median = fabs(errors[count / 2]);
}

void rg_report_programs(FILE *file, const rg_gate_table *table, const rg_gate_rows *rows,
                        char **names, uint64_t least, rg_report_sum *sum)
{
    double *by_class = calloc(table->program_count + 1, sizeof *by_class),
           *by_op = calloc(table->program_count + 1, sizeof *by_op);
    *sum = (rg_report_sum){0};
    for (size_t i = 0; by_class && by_op && i < table->program_count; i++) {
        const rg_gate_program *p = &table->programs[i];
        uint64_t guessed = 0, again = 0;
        if (p->instructions < least || p->total <= 0)
            continue;
        double coarse = rg_gate_predict(rows, p, false, &guessed),
               fine = rg_gate_predict(rows, p, true, &again);
        by_class[sum->programs] = coarse / p->total - 1;
        by_op[sum->programs] = fine / p->total - 1;
        sum->measured += p->total;
        sum->by_class += coarse;
        sum->by_op += fine;
        sum->instructions += p->instructions;
        sum->guessed += guessed;
        if (file)
            fprintf(file, "| `%.90s` | %" PRIu64 " | %.4g | %.4g | %+.1f %% | %+.1f %% |\n",
                    names[i], p->instructions, rg_switched_J(p->total, 0.9) * 1e9,
                    rg_switched_J(coarse, 0.9) * 1e9, 100 * by_class[sum->programs],
                    100 * by_op[sum->programs]);
        sum->programs++;
    }
    spread_of(by_class, by_class ? sum->programs : 0, &sum->worst_class, &sum->median_class);
    spread_of(by_op, by_op ? sum->programs : 0, &sum->worst_op, &sum->median_op);
    free(by_class);
    free(by_op);
}

void rg_report_ops(FILE *file, const rg_gate_rows *rows)
{
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (!info || !rows->op[op][RG_GM_VALUE].count)
            continue;
        fprintf(file, "| `%s` | %s |", info->mnemonic, rg_class_name(info->class));
        for (unsigned mode = 0; mode < RG_GATE_MODES; mode++) {
            const rg_gate_mean *m = &rows->op[op][mode];
            if (m->count)
                fprintf(file, " %.0f ± %.0f (%" PRIu64 ") |", m->mean, m->spread, m->count);
            else
                fprintf(file, " |");
        }
        fprintf(file, "\n");
    }
}

void rg_report_units(FILE *file, const rg_gate_table *table, const rg_netlist *netlist)
{
    for (size_t u = 0; u < table->unit_count; u++) {
        double sum[RG_GATE_MODES] = {0};
        uint64_t count[RG_GATE_MODES] = {0};
        for (unsigned op = 0; op < RG_GATE_ROWS; op++)
            for (unsigned mode = 0; mode < RG_GATE_MODES; mode++) {
                sum[mode] +=
                    table->units[((size_t)op * RG_GATE_MODES + mode) * table->unit_count + u];
                count[mode] += table->cells[op][mode][0].count + table->cells[op][mode][1].count;
            }
        fprintf(file, "| %s | %zu |", netlist->units[u].name, netlist->units[u].cells);
        for (unsigned mode = 0; mode < RG_GATE_MODES; mode++)
            fprintf(file, " %.0f |", count[mode] ? sum[mode] / (double)count[mode] : 0);
        fprintf(file, "\n");
    }
}
