/* report_energy.c: energy in the report for a person: in one line; the views, what was
 * overridden and the hottest lines. */
#include "host-driver/cli/cli.h"

#include "energy/energy.h"

#include <math.h>
#include <stdlib.h>

enum { HOTTEST = 10 };

static void print_view(FILE *out, const char *name, const rg_energy_view *view, double seconds)
{
    fprintf(out, "    %-29s %.4g J", name, view->total_J);
    if (seconds > 0)
        fprintf(out, " in %.4g s", seconds);
    fputc('\n', out);
    for (size_t i = 0; i < view->part_count; i++)
        fprintf(out, "      %-27s %.4g J\n", view->parts[i].name, view->parts[i].joules);
}

static void print_overrides(FILE *out, const rg_technology *technology, unsigned xlen)
{
    rg_energy_constant list[RG_ENERGY_CONSTANTS];
    size_t count = rg_technology_constants(technology, list, RG_ENERGY_CONSTANTS),
           rows = rg_technology_overridden_rows(technology, NULL, 0);
    rg_energy_row *changed = calloc(rows ? rows : 1, sizeof *changed);
    for (size_t i = 0; i < count; i++)
        if (list[i].overridden && isfinite(list[i].file_value))
            fprintf(out, "    overridden: %s = %.6g %s (the file says %.6g)\n", list[i].name,
                    list[i].value, list[i].unit, list[i].file_value);
        else if (list[i].overridden)
            fprintf(out, "    overridden: %s = %.6g %s (the file has none)\n", list[i].name,
                    list[i].value, list[i].unit);
    if (changed)
        rg_technology_overridden_rows(technology, changed, rows);
    for (size_t i = 0; changed && i < rows; i++)
        if (changed[i].width == xlen)
            fprintf(out, "    overridden: operations.%s.%s.%s = %.6g %s (the file says %.6g)\n",
                    changed[i].operation, changed[i].mode, changed[i].direction, changed[i].value,
                    changed[i].unit, changed[i].file_value);
    free(changed);
}

typedef struct {
    const rg_line_cost *line;
    rg_energy energy;
} hot_line;

static int hotter(const void *a, const void *b)
{
    const hot_line *x = a, *y = b;
    return (x->energy.conventional.total_J < y->energy.conventional.total_J)
           - (x->energy.conventional.total_J > y->energy.conventional.total_J);
}

static void print_lines(FILE *out, const cli_report *report)
{
    const unsigned xlen = rg_job_xlen(report->session->job);
    hot_line *hot = calloc(report->line_count ? report->line_count : 1, sizeof *hot);
    if (!hot)
        return;
    for (size_t i = 0; i < report->line_count; i++) {
        hot[i].line = &report->lines[i];
        rg_energy_of(report->technology, &report->lines[i].counters, xlen, &hot[i].energy, NULL);
    }
    qsort(hot, report->line_count, sizeof *hot, hotter);
    fprintf(out,
            "  hottest lines (of %zu)            conventional  share   adiabatic    Landauer  "
            "instructions  bits erased  copied\n",
            report->line_count);
    for (size_t i = 0; i < report->line_count && i < HOTTEST; i++) {
        const rg_energy *e = &hot[i].energy;
        const rg_counters *c = &hot[i].line->counters;
        char place[300], adiabatic[32] = "-";
        if (hot[i].line->line > 0)
            snprintf(place, sizeof place, "%.256s:%u", hot[i].line->file, hot[i].line->line);
        else
            snprintf(place, sizeof place, "%s",
                     hot[i].line->file[0] ? hot[i].line->file : "(library, host)");
        if (e->has_adiabatic)
            snprintf(adiabatic, sizeof adiabatic, "%.4g J", e->adiabatic.total_J);
        fprintf(out, "    %-30s %10.4g J %5.1f%% %11s %9.3g J  %12llu %12llu %7llu\n", place,
                e->conventional.total_J,
                report->energy.conventional.total_J > 0
                    ? 100 * e->conventional.total_J / report->energy.conventional.total_J
                    : 0,
                adiabatic, e->landauer.total_J, (unsigned long long)c->instructions,
                (unsigned long long)(c->bits_erased_gradient + c->bits_erased_host),
                (unsigned long long)c->bits_copied_out);
    }
    free(hot);
}

/* What the user has chosen of the technology, in brackets. */
static void print_choices(FILE *out, const cli_options *o)
{
    if (!o->energy && o->energy_set_count == 0)
        return;
    fprintf(out, " (%s", o->energy ? o->energy : "");
    for (size_t i = 0; i < o->energy_set_count; i++)
        fprintf(out, "%s%s", o->energy || i > 0 ? ", " : "", o->energy_sets[i]);
    fputc(')', out);
}

/* Between which values the totals lie over the assumptions; nothing where there are none. */
static void print_bands(FILE *out, const cli_report *report)
{
    rg_energy_band bands[RG_BANDS];
    rg_counters counters;
    rg_get_counters(report->session->job, &counters);
    if (rg_energy_bands(report->technology, &counters, rg_job_xlen(report->session->job), bands,
                        NULL)
            != RG_OK
        || (!(bands[0].low_J < bands[0].high_J) && !(bands[1].low_J < bands[1].high_J)))
        return;
    fprintf(out, "  assumptions: %.4g to %.4g J conventional", bands[0].low_J, bands[0].high_J);
    if (report->energy.has_adiabatic)
        fprintf(out, ", %.4g to %.4g J adiabatic", bands[1].low_J, bands[1].high_J);
    fputc('\n', out);
}

void cli_print_energy(FILE *out, const cli_report *report)
{
    const rg_energy *e = &report->energy;
    fprintf(out, "  energy: %.4g J conventional, ", e->conventional.total_J);
    if (e->has_adiabatic)
        fprintf(out, "%.4g J adiabatic, ", e->adiabatic.total_J);
    fprintf(out, "%.4g J Landauer bound", e->landauer.total_J);
    print_choices(out, report->options);
    fputc('\n', out);
    print_bands(out, report);
}

/* The bound above is that of the instruction set. A circuit also overwrites its flip-flops. */
static void print_circuit_bound(FILE *out, const cli_report *report)
{
    rg_counters counters;
    rg_get_counters(report->session->job, &counters);
    const double bound = rg_energy_circuit_bound(report->technology, &counters);
    if (isfinite(bound))
        fprintf(out, "    %-29s %.4g J\n", "Landauer bound (circuit)", bound);
}

void cli_print_energy_parts(FILE *out, const cli_report *report)
{
    const rg_energy *e = &report->energy;
    fprintf(out, "  energy (%s)\n", e->technology);
    print_overrides(out, report->technology, rg_job_xlen(report->session->job));
    print_view(out, "conventional CMOS", &e->conventional, e->conventional_s);
    if (e->has_adiabatic)
        print_view(out, "adiabatic CMOS", &e->adiabatic, e->adiabatic_s);
    else
        fprintf(out, "    %-29s not in this technology\n", "adiabatic CMOS");
    print_view(out, "Landauer bound (instructions)", &e->landauer, 0);
    print_circuit_bound(out, report);
    if (report->lines)
        print_lines(out, report);
}
