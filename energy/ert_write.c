/* ert_write.c: a technology as an energy reference table of Accelergy, and the action counts of a
 * run for it. Counts times energies are the conventional energy of the run, but for leakage. */
#include "energy/energy.h"

#include "energy/structure.h"

#include <stdio.h>
#include <string.h>

static const char version[] = "0.4";

static double picojoules(double joules) { return joules * 1e12; }

static void write_arguments(FILE *out, const char *indent, const rg_row *row)
{
    if (row->kind >= RG_ROW_CYCLE)
        fprintf(out, "%sarguments: {width: %u}\n", indent, row->width);
    else
        fprintf(out, "%sarguments: {mode: %s, direction: %s, width: %u}\n", indent,
                rg_counted_modes[row->mode], rg_directions[row->direction], row->width);
}

static void write_single(FILE *out, const char *component, const char *action, double joules)
{
    fprintf(out, "  - name: retrograd.%s\n    actions:\n", component);
    fprintf(out, "    - name: %s\n      arguments: null\n      energy: %.17g\n", action,
            picojoules(joules));
}

/* Words of each width for which there are rows. */
static void write_memory(FILE *out, const rgd_technology *t)
{
    static const char *const actions[] = {"read", "write"};
    const rg_constant *c = t->constants;
    const double ratio = c[RG_CONSTANT_supply_voltage].value
                         / c[RG_CONSTANT_reference_voltage].value;
    fprintf(out, "  - name: retrograd.memory\n    actions:\n");
    for (unsigned width = 1; width <= 64; width++)
        for (unsigned i = 0; i < 2 && rg_row_find(t, RG_ROW_FETCH, 0, 0, width); i++)
            fprintf(out, "    - name: %s\n      arguments: {width: %u}\n      energy: %.17g\n",
                    actions[i], width, picojoules(rg_energy_word(t, width) * ratio * ratio));
}

void rgd_ert_write(const rgd_technology *t, FILE *out)
{
    const rg_constant *c = t->constants;
    fprintf(out, "# %s: conventional energies in pJ, without leakage\n", t->name);
    fprintf(out, "ERT:\n  version: %s\n  tables:\n  - name: retrograd.core\n    actions:\n",
            version);
    for (size_t i = 0; i < t->row_count; i++) {
        fprintf(out, "    - name: %s\n", rg_row_kind(t->rows[i].kind));
        write_arguments(out, "      ", &t->rows[i]);
        fprintf(out, "      energy: %.17g\n", picojoules(rg_row_energy(t, &t->rows[i])));
    }
    write_memory(out, t);
    write_single(out, "host", "copy_bit", c[RG_CONSTANT_copied_bit].value);
    write_single(out, "erasure", "erase_bit", c[RG_CONSTANT_erased_bit].value);
}

/* ---- action counts ---- */

static int64_t operations(const rg_counters *c, unsigned class, unsigned mode, unsigned way)
{
    int64_t all = 0;
    for (unsigned i = 0; i < RG_CLASS_COUNT; i++)
        all += class == RG_ROW_FETCH || class == i ? (int64_t)c->by_mode[mode][way][i] : 0;
    return all;
}

static int64_t all_operations(const rg_counters *c)
{
    int64_t all = 0;
    for (unsigned cell = 0; cell < RG_COUNTED_MODES * 2; cell++)
        all += operations(c, RG_ROW_FETCH, cell / 2, cell & 1);
    return all;
}

static bool covers(const rg_row *row, unsigned mode, unsigned way)
{
    return (row->mode == RG_COUNTED_ANY || row->mode == mode)
           && (row->direction == RG_DIRECTION_ANY || row->direction == way);
}

/* What the model multiplies with the energy of the row. A stream is fetched once, which is counted
 * in value mode, forward. */
static int64_t count_of(const rg_counters *c, const rg_row *row)
{
    int64_t count = 0;
    if (row->kind == RG_ROW_CYCLE)
        return (int64_t)c->cycles;
    if (row->kind == RG_ROW_BUSY)
        return (int64_t)c->cycles - all_operations(c);
    for (unsigned cell = 0; cell < RG_COUNTED_MODES * 2; cell++)
        if (covers(row, cell / 2, cell & 1))
            count += operations(c, row->kind, cell / 2, cell & 1);
    if (row->kind == RG_ROW_FETCH && covers(row, RG_COUNTED_VALUE, 0))
        count += (int64_t)c->instructions - all_operations(c);
    return count;
}

static rg_result below_zero(const rg_row *row, rg_fault *fault)
{
    if (fault) {
        memset(fault, 0, sizeof *fault);
        fault->result = RG_BAD_USE;
        snprintf(fault->code, sizeof fault->code, "R0923");
        snprintf(fault->message, sizeof fault->message,
                 "this run has no count for `%s` in mode %s, direction %s of this technology: the "
                 "model takes off more than there are, because elements of streams are not fetched "
                 "or clocks do several",
                 rg_row_kind(row->kind), rg_counted_modes[row->mode],
                 rg_directions[row->direction]);
    }
    return RG_BAD_USE;
}

static rg_result check_counts(const rgd_technology *t, const rg_counters *c, unsigned xlen,
                              rg_fault *fault)
{
    for (size_t i = 0; i < t->row_count; i++)
        if (t->rows[i].width == xlen && count_of(c, &t->rows[i]) < 0 && t->rows[i].mean > 0)
            return below_zero(&t->rows[i], fault);
    return RG_OK;
}

static void write_count(FILE *out, const char *component, const char *action, const char *arguments,
                        uint64_t count)
{
    if (component)
        fprintf(out, "  - name: retrograd.%s\n    action_counts:\n", component);
    fprintf(out, "    - name: %s\n      arguments: %s\n      counts: %llu\n", action, arguments,
            (unsigned long long)count);
}

rg_result rgd_action_counts_write(const rgd_technology *t, const rg_counters *c, unsigned xlen,
                                  FILE *out, rg_fault *fault)
{
    char width[32];
    rg_result result = check_counts(t, c, xlen, fault);
    if (result != RG_OK)
        return result;
    fprintf(out, "action_counts:\n  version: %s\n  local:\n", version);
    fprintf(out, "  - name: retrograd.core\n    action_counts:\n");
    for (size_t i = 0; i < t->row_count; i++) {
        const int64_t count = t->rows[i].width == xlen ? count_of(c, &t->rows[i]) : 0;
        if (count <= 0)
            continue;
        fprintf(out, "    - name: %s\n", rg_row_kind(t->rows[i].kind));
        write_arguments(out, "      ", &t->rows[i]);
        fprintf(out, "      counts: %lld\n", (long long)count);
    }
    snprintf(width, sizeof width, "{width: %u}", xlen);
    write_count(out, "memory", "read", width,
                c->memory_reads + c->gradient_reads + c->tangent_reads + c->words_copied_out);
    write_count(out, NULL, "write", width,
                c->memory_writes + c->gradient_writes + c->tangent_writes + c->words_copied_in);
    write_count(out, "host", "copy_bit", "null", c->bits_copied_out + c->words_copied_in * xlen);
    write_count(out, "erasure", "erase_bit", "null", c->bits_erased_gradient + c->bits_erased_host);
    return RG_OK;
}
