/* energy_json.c: the key `energy` of `run --json`: totals, parts, terms, constants, sensitivities,
 * lines. */
#include "host-driver/cli/cli.h"

#include "energy/energy.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static json_t *whole(json_t *container, bool failed)
{
    if (!failed)
        return container;
    json_decref(container);
    return NULL;
}

static json_t *real(double value) { return isfinite(value) ? json_real(value) : json_null(); }
static json_t *real_if(bool there, double value) { return there ? real(value) : json_null(); }

/* What is priced: counters of words of xlen bits. */
typedef struct {
    const rg_technology *technology;
    rg_energy energy;
    rg_counters counters;
    unsigned xlen;
    const rg_line_cost *lines; /* counted by source line, or NULL */
    size_t line_count;
} pricing;

static json_t *parts(const rg_energy_view *view)
{
    json_t *object = json_object();
    bool failed = !object;
    for (size_t i = 0; !failed && i < view->part_count; i++)
        failed = json_object_set_new(object, view->parts[i].name, json_real(view->parts[i].joules))
                 != 0;
    return whole(object, failed);
}

static json_t *term(const rg_energy_term *t, bool adiabatic)
{
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:s, s:f, s:f, s:o, s:f, s:f, s:o, s:I, s:s, s:s}", "part",
        t->part, "operation", t->operation, "mode", t->mode, "direction", t->direction, "count",
        t->count == floor(t->count) && t->count < 9e15 ? json_integer((json_int_t)t->count)
                                                       : json_real(t->count),
        "counted", t->counted, "each_J", t->each_J, "conventional_J", t->conventional_J,
        "adiabatic_J", real_if(adiabatic, t->adiabatic_J), "landauer_J", t->landauer_J, "mean",
        t->mean, "spread", real(t->spread), "samples", (json_int_t)t->samples, "unit", t->unit,
        "source", t->source);
}

static json_t *terms(const pricing *p)
{
    rg_energy_term list[RG_ENERGY_TERMS];
    size_t count = 0;
    json_t *array = json_array();
    bool failed = !array
                  || rg_energy_terms(p->technology, &p->counters, p->xlen, list, &count, NULL)
                         != RG_OK;
    for (size_t i = 0; !failed && i < count; i++)
        failed = json_array_append_new(array, term(&list[i], p->energy.has_adiabatic)) != 0;
    return whole(array, failed);
}

static json_t *constants(const rg_technology *technology)
{
    rg_energy_constant list[RG_ENERGY_CONSTANTS];
    size_t count = rg_technology_constants(technology, list, RG_ENERGY_CONSTANTS);
    json_t *array = json_array();
    bool failed = !array;
    for (size_t i = 0; !failed && i < count; i++)
        failed = json_array_append_new(
                     array, json_pack("{s:s, s:f, s:s, s:s, s:b, s:f, s:f}", "name", list[i].name,
                                      "value", list[i].value, "unit", list[i].unit, "source",
                                      list[i].source, "overridden", (int)list[i].overridden, "low",
                                      list[i].low, "high", list[i].high))
                 != 0;
    return whole(array, failed);
}

static bool append_row(json_t *array, const rg_energy_row *row)
{
    char name[96];
    snprintf(name, sizeof name, "operations.%s.%s.%s", row->operation, row->mode, row->direction);
    return json_array_append_new(array,
                                 json_pack("{s:s, s:s, s:i, s:f, s:o}", "constant", name, "unit",
                                           row->unit, "width", (int)row->width, "value", row->value,
                                           "file_value", real(row->file_value)))
           == 0;
}

static json_t *overrides(const rg_technology *technology, unsigned xlen)
{
    rg_energy_constant list[RG_ENERGY_CONSTANTS];
    size_t count = rg_technology_constants(technology, list, RG_ENERGY_CONSTANTS),
           rows = rg_technology_overridden_rows(technology, NULL, 0);
    rg_energy_row *changed = calloc(rows ? rows : 1, sizeof *changed);
    json_t *array = json_array();
    bool failed = !array || !changed;
    for (size_t i = 0; !failed && i < count; i++)
        if (list[i].overridden)
            failed = json_array_append_new(array, json_pack("{s:s, s:s, s:f, s:o}", "constant",
                                                            list[i].name, "unit", list[i].unit,
                                                            "value", list[i].value, "file_value",
                                                            real(list[i].file_value)))
                     != 0;
    if (!failed)
        rg_technology_overridden_rows(technology, changed, rows);
    for (size_t i = 0; !failed && i < rows; i++)
        failed = changed[i].width == xlen && !append_row(array, &changed[i]);
    free(changed);
    return whole(array, failed);
}

static json_t *sensitivity(const pricing *p)
{
    static const char *const per_unit[] = {"conventional_J_per_unit", "adiabatic_J_per_unit",
                                           "landauer_J_per_unit"};
    static const char *const percent[] = {"conventional_percent", "adiabatic_percent",
                                          "landauer_percent"};
    rg_energy_sensitivity list[RG_ENERGY_CONSTANTS];
    size_t count = 0;
    json_t *array = json_array();
    bool failed =
        !array
        || rg_energy_sensitivities(p->technology, &p->counters, p->xlen, list, &count, NULL)
               != RG_OK;
    for (size_t i = 0; !failed && i < count; i++) {
        json_t *one = json_pack("{s:s, s:s, s:f}", "constant", list[i].constant, "unit",
                                list[i].unit, "value", list[i].value);
        for (size_t view = 0; one && view < 3; view++) {
            failed |= json_object_set_new(
                          one, per_unit[view],
                          real_if(view != 1 || p->energy.has_adiabatic, list[i].J_per_unit[view]))
                      != 0;
            failed |= json_object_set_new(
                          one, percent[view],
                          real_if(view != 1 || p->energy.has_adiabatic, list[i].percent[view]))
                      != 0;
        }
        failed |= json_array_append_new(array, one) != 0;
    }
    return whole(array, failed);
}

/* By view: between which values the total lies over the assumptions. */
static json_t *bands(const pricing *p)
{
    rg_energy_band b[RG_BANDS];
    if (rg_energy_bands(p->technology, &p->counters, p->xlen, b, NULL) != RG_OK)
        return NULL;
    json_t *adiabatic = p->energy.has_adiabatic
                            ? json_pack("{s:f, s:f}", "low_J", b[1].low_J, "high_J", b[1].high_J)
                            : json_null();
    return json_pack("{s:{s:f, s:f}, s:o}", "conventional", "low_J", b[0].low_J, "high_J",
                     b[0].high_J, "adiabatic", adiabatic);
}

static json_t *optimum(const pricing *p)
{
    rg_energy_optimum best;
    if (rg_energy_best(p->technology, &p->counters, p->xlen, &best, NULL) != RG_OK || !best.exists)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f}", "ramp_time_s", best.ramp_time_s, "adiabatic_J",
                     best.adiabatic_J, "exact_ramp_time_s", best.exact_ramp_time_s, "exact_J",
                     best.exact_J);
}

static json_t *lines(const pricing *p)
{
    json_t *array = json_array();
    bool failed = !array;
    for (size_t i = 0; !failed && i < p->line_count; i++) {
        const rg_line_cost *line = &p->lines[i];
        const rg_counters *c = &line->counters;
        rg_energy e;
        failed =
            rg_energy_of(p->technology, c, p->xlen, &e, NULL) != RG_OK
            || json_array_append_new(
                   array,
                   json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:f, s:o, s:f}", "file", line->file,
                             "line", (int)line->line, "instructions", (json_int_t)c->instructions,
                             "cycles", (json_int_t)c->cycles, "bits_erased",
                             (json_int_t)(c->bits_erased_gradient + c->bits_erased_host),
                             "bits_copied", (json_int_t)c->bits_copied_out, "conventional_J",
                             e.conventional.total_J, "adiabatic_J",
                             real_if(e.has_adiabatic, e.adiabatic.total_J), "landauer_J",
                             e.landauer.total_J))
                   != 0;
    }
    return whole(array, failed);
}

/* Null where it is not said. */
static json_t *core(const char *text) { return text[0] ? json_string(text) : json_null(); }

static json_t *priced(const pricing *p)
{
    const rg_energy *e = &p->energy;
    const rg_technology *technology = p->technology;
    char machine[RG_IDENTITY_TEXT];
    json_t *object = json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:i, s:o, s:f, s:f, s:o, s:f, s:f, s:o, s:{s:o, s:o, s:o}, "
        "s:o, s:o, s:o, s:o, s:o, s:o}",
        "technology", e->technology, "technology_file", rg_technology_origin(technology),
        "adiabatic_law", rg_technology_law(technology), "operation_table",
        rg_technology_table(technology), "operation_core", core(rg_technology_core(technology)),
        "machine_core", core(rg_technology_machine_core(technology, machine, sizeof machine)),
        "word_bits", (int)p->xlen, "overrides", overrides(technology, p->xlen), "conventional_J",
        e->conventional.total_J, "conventional_same_clock_J", e->same_clock_J, "adiabatic_J",
        real_if(e->has_adiabatic, e->adiabatic.total_J), "landauer_J", e->landauer.total_J,
        "conventional_s", e->conventional_s, "adiabatic_s",
        real_if(e->has_adiabatic && e->adiabatic_s > 0, e->adiabatic_s), "parts", "conventional",
        parts(&e->conventional), "adiabatic", e->has_adiabatic ? parts(&e->adiabatic) : json_null(),
        "landauer", parts(&e->landauer), "optimum", optimum(p), "terms", terms(p), "constants",
        constants(technology), "sensitivity", sensitivity(p), "bands", bands(p),
        "landauer_circuit_J", real(rg_energy_circuit_bound(technology, &p->counters)));
    if (object && p->lines && json_object_set_new(object, "lines", lines(p)) != 0)
        return whole(object, true);
    return object;
}

struct json_t *cli_energy_json(const cli_report *report)
{
    pricing p = {.technology = report->technology,
                 .energy = report->energy,
                 .xlen = rg_job_xlen(report->session->job),
                 .lines = report->lines,
                 .line_count = report->line_count};
    rg_get_counters(report->session->job, &p.counters);
    return priced(&p);
}

struct json_t *cli_priced_json(const rg_technology *technology, const rg_counters *counters,
                               unsigned xlen)
{
    pricing p = {.technology = technology, .counters = *counters, .xlen = xlen};
    return rg_energy_of(technology, counters, xlen, &p.energy, NULL) == RG_OK ? priced(&p) : NULL;
}
