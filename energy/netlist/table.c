/* table.c: sums by opcode, mode and direction. */
#include "energy/netlist/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

rg_gate_mode rg_gate_mode_of(unsigned bits)
{
    return bits & 4   ? (bits & 1 ? RG_GM_BOTH : RG_GM_TANGENT)
           : bits & 1 ? RG_GM_GRADIENT
                      : RG_GM_VALUE;
}

const char *rg_gate_mode_name(rg_gate_mode mode)
{
    static const char *const names[] = {"value", "gradient", "tangent", "both"};
    return names[mode];
}

/* Modules whose work is fetch, decode and sequencing. */
static const char *const fetch_modules[] = {
    "rg_fetch",     "rg_decode",     "rg_control",       "rg_core",
    "rg_sequencer", "rg_pipeline",   "rg_stages",        "rg_run",
    "rg_state",     "rg_bank_ports", "rg_function_pool", "rg_step_operands"};

bool rg_gate_table_init(rg_gate_table *table, const rg_netlist *netlist, const rg_gatecore *core,
                        size_t programs)
{
    const size_t units = netlist->unit_count;
    *table = (rg_gate_table){.unit_count = units, .program_count = programs};
    table->units = calloc((size_t)RG_GATE_ROWS * RG_GATE_MODES * units, sizeof *table->units);
    table->fetches_units = calloc(units + 1, sizeof *table->fetches_units);
    table->programs = calloc(programs + 1, sizeof *table->programs);
    for (size_t u = 0; table->fetches_units && u < units; u++)
        for (size_t i = 0; i < sizeof fetch_modules / sizeof fetch_modules[0]; i++)
            table->fetches_units[u] |= strcmp(netlist->units[u].name, fetch_modules[i]) == 0;
    for (size_t u = 0; table->fetches_units && u < units; u++) {
        table->cycle_ff += rg_gatecore_idle_clock_ff(core, u);
        table->fetch_clock_ff += table->fetches_units[u] ? rg_gatecore_idle_clock_ff(core, u) : 0;
    }
    if (table->units && table->programs && table->fetches_units && units <= RG_MOST_UNITS)
        return true;
    rg_gate_table_fini(table);
    return false;
}

void rg_gate_table_fini(rg_gate_table *table)
{
    free(table->units);
    free(table->programs);
    free(table->fetches_units);
    *table = (rg_gate_table){0};
}

void rg_gate_terms(const rg_gate_step *step, double *terms)
{
    terms[RG_TERM_ONE] = (double)step->elements;
    for (unsigned t = 0; t < RG_ACTIVITY_COUNT; t++)
        terms[RG_TERM_ACTIVITY + t] = (double)step->activity[t];
    for (size_t u = 0; u < step->units; u++)
        terms[RG_TERM_UNIT + u] = step->inputs[u];
}

unsigned rg_term_group(unsigned op, unsigned mode)
{
    const unsigned group = op < RG_OP_LIMIT ? rg_activity_group(op) : RG_ACTIVITY_GROUPS;
    return 2 * group + (mode >= RG_GM_TANGENT);
}

void rg_gate_table_add(rg_gate_table *table, size_t program, const rg_gate_step *step)
{
    const rg_gate_mode mode = rg_gate_mode_of(step->mode);
    rg_gate_cell *cell = &table->cells[step->op][mode][step->backward];
    rg_gate_program *p = &table->programs[program];
    double *units = &table->units[((size_t)step->op * RG_GATE_MODES + mode) * table->unit_count],
           sum = 0, beyond;
    for (size_t u = 0; u < table->unit_count; u++) {
        units[u] += step->switched[u];
        sum += step->switched[u];
    }
    beyond = sum - (double)step->cycles * table->cycle_ff;
    const uint64_t elements = step->elements;
    const double n = (double)elements, extra = (double)step->cycles - n;
    cell->count += elements;
    cell->fetched++;
    cell->sum += beyond;
    cell->squares += beyond * beyond / n;
    cell->extra += extra;
    cell->extra_squares += extra * extra / n;
    cell->cross += extra * beyond / n;
    p->count[step->op][mode][step->backward] += elements;
    p->cycles += step->cycles;
    p->instructions += step->op < RG_OP_LIMIT;
    p->elements += step->op < RG_OP_LIMIT ? elements : 0;
    p->total += sum;
    double terms[RG_TERMS];
    rg_gate_terms(step, terms);
    for (unsigned t = 0; t < RG_TERM_UNIT; t++)
        p->terms[rg_term_group(step->op, mode)][t] += terms[t];
    for (size_t u = 0; u < step->units; u++)
        p->inputs[u] += step->inputs[u];
    table->reads += step->reads;
    table->writes += step->writes;
    table->fetches += step->fetches;
    table->cycles += step->cycles;
    table->instructions += step->op < RG_OP_LIMIT;
}

static void merge(rg_gate_cell *into, const rg_gate_cell *cell)
{
    into->count += cell->count;
    into->fetched += cell->fetched;
    into->sum += cell->sum;
    into->squares += cell->squares;
    into->extra += cell->extra;
    into->extra_squares += cell->extra_squares;
    into->cross += cell->cross;
}

/* What is left of a cell beyond `less` for each instruction fetched and `each` for each extra
 * cycle. */
static rg_gate_mean mean_of(const rg_gate_cell *cell, double less, double each)
{
    rg_gate_mean mean = {.count = cell->count};
    if (cell->count) {
        const double n = (double)cell->count, all = (cell->sum - each * cell->extra) / n;
        const double squares =
            (cell->squares - 2 * each * cell->cross + each * each * cell->extra_squares) / n;
        mean.mean = all - less * (double)cell->fetched / n;
        mean.spread = sqrt(fmax(0, squares - all * all));
    }
    return mean;
}

static rg_gate_cell class_cell(const rg_gate_table *table, unsigned class, unsigned mode,
                               unsigned backward)
{
    rg_gate_cell sum = {0};
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (info && info->class == class)
            merge(&sum, &table->cells[op][mode][backward]);
    }
    return sum;
}

/* What the modules of fetch and decode switch for an instruction, but for the clock that runs
 * anyway. */
static rg_gate_mean fetch_row(const rg_gate_table *table)
{
    double sum = 0;
    for (size_t row = 0; row < (size_t)RG_OP_LIMIT * RG_GATE_MODES; row++)
        for (size_t u = 0; u < table->unit_count; u++)
            if (table->fetches_units[u])
                sum += table->units[row * table->unit_count + u];
    double each = table->instructions ? (sum - (double)table->cycles * table->fetch_clock_ff)
                                            / (double)table->instructions
                                      : 0;
    return (rg_gate_mean){table->instructions, each, 0};
}

double rg_gate_fetch_ff(const rg_gate_table *table) { return fetch_row(table).mean; }

/* Cycles beyond one an element. */
static uint64_t busy_cycles(const rg_gate_table *table)
{
    double cycles = 0;
    for (size_t i = 0; i < table->program_count; i++)
        for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
            cycles += table->programs[i].terms[group][RG_TERM_BUSY];
    return (uint64_t)cycles;
}

void rg_gate_table_rows(const rg_gate_table *table, double busy, rg_gate_rows *rows)
{
    *rows = (rg_gate_rows){.cycle = {table->cycles, table->cycle_ff, 0},
                           .busy = {busy_cycles(table), busy, 0},
                           .fetch = fetch_row(table)};
    for (unsigned class = 0; class < RG_CLASS_COUNT; class ++)
        for (unsigned mode = 0; mode < RG_GATE_MODES; mode++)
            for (unsigned backward = 0; backward < 2; backward++) {
                const rg_gate_cell sum = class_cell(table, class, mode, backward);
                rows->class[class][mode][backward] =
                    mean_of(&sum, rows->fetch.mean, rows->busy.mean);
            }
    for (unsigned op = 0; op < RG_OP_LIMIT; op++)
        for (unsigned mode = 0; mode < RG_GATE_MODES; mode++) {
            rg_gate_cell sum = table->cells[op][mode][0];
            merge(&sum, &table->cells[op][mode][1]);
            rows->op[op][mode] = mean_of(&sum, rows->fetch.mean, rows->busy.mean);
        }
}

double rg_switched_J(double ff, double volts) { return 0.5 * ff * 1e-15 * volts * volts; }
