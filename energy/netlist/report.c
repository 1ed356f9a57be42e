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

/* Between which a row lies for other choices of programs. */
static void interval_of(const rg_energies *again, size_t cell, char *note, size_t size)
{
    double of[RG_BOOTSTRAP_ROUNDS], low, high;
    for (size_t i = 0; i < RG_BOOTSTRAP_ROUNDS; i++)
        of[i] = again[i].one[cell];
    rg_interval(of, RG_BOOTSTRAP_ROUNDS, &low, &high);
    snprintf(note, size, "95 %% between %.0f and %.0f", low, high);
}

static size_t a_cell_of(unsigned class, unsigned mode, unsigned backward, const rg_energies *fit)
{
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info && info->class == class && fit->measured[rg_cell_of(op, mode, backward)])
            return rg_cell_of(op, mode, backward);
    }
    return RG_CELLS;
}

static bool class_row(FILE *file, const rg_gate_rows *rows, const rg_energies *again,
                      unsigned class, unsigned mode, unsigned backward, unsigned xlen,
                      const char *source)
{
    static const char *const directions[] = {"forward", "backward"};
    char note[96] = "";
    const size_t cell = a_cell_of(class, mode, backward, &again[0]);
    if (cell < RG_CELLS)
        interval_of(again, cell, note, sizeof note);
    return row(file, rg_class_name(class), rg_gate_mode_name((rg_gate_mode)mode),
               directions[backward], xlen, &rows->class[class][mode][backward], source, note);
}

bool rg_report_rows(FILE *file, const rg_gate_rows *rows, const rg_energies *again, unsigned xlen,
                    const char *source)
{
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
                           ? class_row(file, rows, again, class, mode, backward, xlen, source)
                           : missing(file, rows, class, mode, backward, xlen, source);
    return good;
}

static int by_size(const void *a, const void *b)
{
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return x < y ? -1 : x > y;
}

/* The median size of errors; sorts them. */
static double median_of(double *errors, size_t count)
{
    qsort(errors, count, sizeof *errors, by_size);
    return count ? fabs(errors[count / 2]) : 0;
}

/* The median error where other files make the fit, and others try it. Of few fits each is tried by
 * several draws. */
static bool median_interval(const rg_sample *s, const rg_energies *again, unsigned fits,
                            uint64_t least, rg_report_errors *errors)
{
    double medians[RG_BOOTSTRAP_ROUNDS];
    const size_t room = s->moments->files * s->table->program_count;
    unsigned *share = calloc(s->moments->files + 1, sizeof *share);
    double *of = calloc(room + 1, sizeof *of);
    for (unsigned round = 0; share && of && round < RG_BOOTSTRAP_ROUNDS; round++) {
        size_t count = 0;
        rg_bootstrap_draw(round, s->moments->files, share);
        for (size_t i = 0; i < s->table->program_count; i++) {
            const rg_gate_program *p = &s->table->programs[i];
            for (unsigned k = 0; p->instructions >= least && k < share[s->file[i]]; k++)
                of[count++] = rg_energies_predict(&again[round % fits], p) / p->total - 1;
        }
        medians[round] = median_of(of, count);
    }
    rg_interval(medians, RG_BOOTSTRAP_ROUNDS, &errors->median_low, &errors->median_high);
    const bool good = share && of;
    free(share);
    free(of);
    return good;
}

static void sum_errors(rg_report_errors *e, double *errors, size_t count, double measured)
{
    for (size_t i = 0; i < count; i++) {
        e->within_5 += fabs(errors[i]) <= 0.05;
        e->beyond_15 += fabs(errors[i]) > 0.15;
        e->worst = fabs(errors[i]) > fabs(e->worst) ? errors[i] : e->worst;
    }
    e->error = measured > 0 ? e->predicted / measured - 1 : 0;
    e->median = median_of(errors, count);
}

static void program_line(FILE *file, const char *name, const rg_gate_program *p,
                         const double *predicted)
{
    fprintf(file, "| `%.60s` | %" PRIu64 " | %.4g |", name, p->instructions,
            rg_switched_J(p->total, 0.9) * 1e9);
    for (unsigned d = 0; d < RG_DESIGNS; d++)
        fprintf(file, " %+.1f %% |", 100 * (predicted[d] / p->total - 1));
    fprintf(file, "\n");
}

bool rg_report_programs(FILE *file, const rg_sample *s, const rg_report_fits *fits, char **names,
                        uint64_t least, rg_report_sum *sum)
{
    const size_t room = s->table->program_count + 1;
    double *errors = calloc(RG_DESIGNS * room, sizeof *errors), predicted[RG_DESIGNS];
    bool good = errors != NULL;
    *sum = (rg_report_sum){0};
    for (size_t i = 0; good && i < s->table->program_count; i++) {
        const rg_gate_program *p = &s->table->programs[i];
        if (p->instructions < least || p->total <= 0)
            continue;
        for (unsigned d = 0; d < RG_DESIGNS; d++) {
            predicted[d] = rg_energies_predict(&fits->fit[d], p);
            sum->errors[d].predicted += predicted[d];
            errors[d * room + sum->programs] = predicted[d] / p->total - 1;
        }
        sum->measured += p->total;
        sum->instructions += p->instructions;
        sum->guessed += rg_energies_guessed(&fits->fit[RG_DESIGN_TABLE], p);
        sum->programs++;
        if (file)
            program_line(file, names[i], p, predicted);
    }
    for (unsigned d = 0; good && d < RG_DESIGNS; d++) {
        sum_errors(&sum->errors[d], &errors[d * room], sum->programs, sum->measured);
        good =
            !fits->again[d]
            || median_interval(s, fits->again[d], rg_bootstrap_rounds(d), least, &sum->errors[d]);
    }
    free(errors);
    return good;
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

void rg_report_units(FILE *file, const rg_gate_table *table, const rg_netlist *netlist,
                     const rg_energies *fit)
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
        fprintf(file, " %.0f |\n", fit->unit[u]);
    }
}
