/* table.c: what a study found: objectives of every point, fronts and knees. */
#include "explore/table.h"

#include "explore/pareto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa/machine.h"

typedef struct {
    ex_names_of names;
    const json_t *report;
    const double *values; /* of the objectives before this one */
    size_t known;
} context;

static bool look_up(void *data, const char *name, ex_value *value)
{
    const context *c = data;
    if (ex_axis_value(&c->names, name, value))
        return true;
    for (size_t i = 0; i < c->known; i++)
        if (strcmp(c->names.study->objectives[i].name, name) == 0) {
            *value = (ex_value){NULL, c->values[i]};
            return true;
        }
    if (strcmp(name, "hardware") == 0 && c->names.point->hardware) {
        *value = (ex_value){json_incref((json_t *)(uintptr_t)c->names.point->hardware), 0};
        return true;
    }
    json_t *field = json_object_get(c->report, name);
    if (!field)
        return false;
    *value = (ex_value){NULL, NAN};
    if (json_is_number(field) || json_is_boolean(field))
        value->number = json_is_number(field) ? json_number_value(field) : json_is_true(field);
    else if (!json_is_null(field))
        value->json = json_incref(field);
    return true;
}

static rg_result evaluate(const context *c, const char *text, const yaml_node_t *at, double *number)
{
    const ex_study *study = c->names.study;
    const ex_scope scope = {look_up, (void *)(uintptr_t)c, study->folder};
    char reason[512];
    ex_value value;
    size_t where;
    if (!ex_evaluate(text, &scope, &value, reason, sizeof reason, &where))
        return ex_fail(&study->file, at, "in `%s`, at its character %zu: %s (workload %s)", text,
                       where + 1, reason, study->workloads[c->names.point->workload].name);
    bool array = value.json != NULL;
    *number = value.number;
    ex_value_free(&value);
    return array ? ex_fail(&study->file, at,
                           "`%s` is an array or an object, where a number is wanted", text)
                 : RG_OK;
}

static bool has(const ex_study *study, size_t workload, size_t objective)
{
    return !study->objectives[objective].of || study->objectives[objective].of[workload];
}

bool ex_counts(const ex_study *study, size_t workload, size_t objective)
{
    return study->objectives[objective].goal != EX_SHOW && has(study, workload, objective);
}

rg_result ex_objectives(const ex_study *study, const ex_point *point, const json_t *report,
                        double *values, bool *feasible, rg_fault *fault)
{
    context c = {.names = {study, point}, .report = report, .values = values};
    rg_result result = RG_OK;
    (void)fault; /* ex_fail fills in the one of the study's file, which is the same */
    *feasible = true;
    for (size_t i = 0; result == RG_OK && i < study->objective_count; i++) {
        values[i] = NAN;
        if (has(study, point->workload, i))
            result = evaluate(&c, study->objectives[i].value, study->objectives[i].at, &values[i]);
        c.known = i + 1;
    }
    for (size_t i = 0; result == RG_OK && i < study->constraint_count; i++) {
        double holds = 0;
        result = evaluate(&c, study->constraints[i].text, study->constraints[i].at, &holds);
        *feasible = *feasible && holds != 0 && !isnan(holds);
    }
    return result;
}

const char *ex_state_name(ex_state state)
{
    static const char *const names[] = {"pending", "ok", "trap", "refused"};
    return names[state];
}

static bool is_of_other_core(const json_t *report)
{
    const json_t *energy = json_object_get(report, "energy");
    const char *of = json_string_value(json_object_get(energy, "operation_core")),
               *own = json_string_value(json_object_get(energy, "machine_core"));
    return of && own && strcmp(of, own) != 0;
}

/* Whether all results that do not say their clock are of one core and width. */
static rg_result note_machine(ex_table *table, const json_t *report, rg_fault *fault)
{
    const json_t *energy = json_object_get(report, "energy");
    const char *core = json_string_value(json_object_get(energy, "machine_core"));
    char text[RG_IDENTITY_TEXT + 16];
    if (!core)
        return RG_OK;
    snprintf(text, sizeof text, "%s %lld", core,
             (long long)json_integer_value(json_object_get(energy, "word_bits")));
    if (!table->machine && !(table->machine = strdup(text)))
        return ex_no_memory(fault);
    table->machines = table->machines || strcmp(table->machine, text) != 0;
    return RG_OK;
}

static rg_result fill_row(ex_table *table, size_t index, ex_store *store, rg_fault *fault)
{
    const ex_point *point = &table->points->items[index];
    double *values = table->values + index * table->study->objective_count;
    ex_row *row = &table->rows[index];
    ex_result stored;
    bool found;
    for (size_t k = 0; k < table->study->objective_count; k++)
        values[k] = NAN;
    if (point->refused) {
        row->state = EX_REFUSED;
        row->message = strdup(point->refused);
        return row->message ? RG_OK : ex_no_memory(fault);
    }
    rg_result result = ex_store_get(store, point->key, &stored, &found, fault);
    if (result == RG_OK && found) {
        row->state = stored.status == RG_OK        ? EX_DONE
                     : stored.status == RG_TRAPPED ? EX_TRAPPED
                                                   : EX_REFUSED;
        row->message = stored.message;
        stored.message = NULL;
        row->other_core = is_of_other_core(stored.report);
        if (!ex_names_clock(point->command))
            result = note_machine(table, stored.report, fault);
        if (result == RG_OK && row->state == EX_DONE)
            result =
                ex_objectives(table->study, point, stored.report, values, &row->feasible, fault);
    }
    ex_result_free(&stored);
    return result;
}

/* The value to be made small. A logarithm of what is not positive: a tenth of the smallest that is.
 */
static void comparable(const ex_table *table, size_t objective, const size_t *which, size_t count,
                       double *out, size_t at, size_t stride)
{
    const ex_objective *o = &table->study->objectives[objective];
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double v = table->values[which[i] * table->study->objective_count + objective];
        if (v > 0)
            least = fmin(least, v);
    }
    for (size_t i = 0; i < count; i++) {
        double v = table->values[which[i] * table->study->objective_count + objective];
        if (o->logarithmic && !isnan(v))
            v = log(v > 0 ? v : isfinite(least) ? least / 10 : 1);
        out[i * stride + at] = o->goal == EX_MAXIMISE ? -v : v;
    }
}

/* Points of different workloads, or of different values of a separate axis, are not alternatives.
 */
static bool alternatives(const ex_table *table, size_t a, size_t b)
{
    const ex_point *p = &table->points->items[a], *q = &table->points->items[b];
    bool same = p->workload == q->workload;
    for (size_t k = 0; same && k < table->study->axis_count; k++)
        same = !table->study->axes[k].separate || p->settings[k] == q->settings[k];
    return same;
}

/* The front of the alternatives to this point. */
static rg_result mark_front(ex_table *table, size_t of, rg_fault *fault)
{
    const ex_study *study = table->study;
    size_t count = 0, goals = 0;
    size_t *which = calloc(table->points->count + 1, sizeof *which);
    double *values = calloc(table->points->count * study->objective_count + 1, sizeof *values);
    bool *front = calloc(table->points->count + 1, sizeof *front);
    rg_result result = which && values && front ? RG_OK : ex_no_memory(fault);
    for (size_t k = 0; k < study->objective_count; k++)
        goals += ex_counts(study, table->points->items[of].workload, k);
    for (size_t i = 0; result == RG_OK && i < table->points->count; i++)
        if (table->rows[i].feasible && alternatives(table, of, i))
            which[count++] = i;
    for (size_t k = 0, at = 0; result == RG_OK && k < study->objective_count; k++)
        if (ex_counts(study, table->points->items[of].workload, k))
            comparable(table, k, which, count, values, at++, goals);
    if (result == RG_OK) {
        ex_front(values, count, goals, front);
        size_t knee = ex_knee(values, count, goals, front);
        for (size_t i = 0; i < count; i++) {
            table->rows[which[i]].front = front[i];
            table->rows[which[i]].knee = i == knee;
        }
    }
    free(which);
    free(values);
    free(front);
    return result;
}

rg_result ex_table_make(const ex_study *study, const ex_points *points, ex_store *store,
                        ex_table *table, rg_fault *fault)
{
    *table = (ex_table){.study = study, .points = points};
    table->rows = calloc(points->count + 1, sizeof *table->rows);
    table->values = calloc(points->count * study->objective_count + 1, sizeof *table->values);
    rg_result result = table->rows && table->values ? RG_OK : ex_no_memory(fault);
    for (size_t i = 0; result == RG_OK && i < points->count; i++)
        result = fill_row(table, i, store, fault);
    bool *done = calloc(points->count + 1, sizeof *done);
    if (!done)
        return ex_no_memory(fault);
    for (size_t i = 0; result == RG_OK && i < points->count; i++) {
        if (done[i])
            continue;
        for (size_t j = i; j < points->count; j++)
            done[j] = done[j] || alternatives(table, i, j);
        result = mark_front(table, i, fault);
    }
    free(done);
    return result;
}

void ex_table_free(ex_table *table)
{
    for (size_t i = 0; table->rows && i < table->points->count; i++)
        free(table->rows[i].message);
    free(table->rows);
    free(table->values);
    free(table->machine);
    *table = (ex_table){0};
}
