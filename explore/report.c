/* report.c: the table of a study as CSV, as JSON and for people. */
#include "explore/table.h"

#include "explore/run.h"
#include "host-driver/cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void csv_cell(FILE *out, bool first, const char *text)
{
    if (!first)
        fputc(',', out);
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

static void csv_number(FILE *out, double x)
{
    if (isnan(x))
        fputs(",", out);
    else
        fprintf(out, ",%.12g", x);
}

int ex_report_csv(const ex_table *table, FILE *out)
{
    const ex_study *study = table->study;
    csv_cell(out, true, "workload");
    for (size_t k = 0; k < study->axis_count; k++)
        csv_cell(out, false, study->axes[k].name);
    csv_cell(out, false, "status");
    for (size_t k = 0; k < study->objective_count; k++)
        csv_cell(out, false, study->objectives[k].name);
    fputs(",feasible,front,knee,key\n", out);
    for (size_t i = 0; i < table->points->count; i++) {
        const ex_point *p = &table->points->items[i];
        const ex_row *row = &table->rows[i];
        csv_cell(out, true, study->workloads[p->workload].name);
        for (size_t k = 0; k < study->axis_count; k++)
            csv_cell(out, false, study->axes[k].settings[p->settings[k]].label);
        csv_cell(out, false, ex_state_name(row->state));
        for (size_t k = 0; k < study->objective_count; k++)
            csv_number(out, table->values[i * study->objective_count + k]);
        fprintf(out, ",%d,%d,%d,%s\n", row->feasible, row->front, row->knee, p->key);
    }
    return ferror(out) ? -1 : 0;
}

/* A member of a new reference; true when memory is short. */
static bool set(json_t *object, const char *name, json_t *value)
{
    return json_object_set_new(object, name, value) != 0;
}

static json_t *point_json(const ex_table *table, size_t index)
{
    const ex_study *study = table->study;
    const ex_point *p = &table->points->items[index];
    const ex_row *row = &table->rows[index];
    json_t *axes = json_object(), *objectives = json_object(), *json = json_object();
    bool lost = !axes || !objectives || !json;
    for (size_t k = 0; !lost && k < study->axis_count; k++) {
        const ex_setting *s = &study->axes[k].settings[p->settings[k]];
        lost = set(axes, study->axes[k].name,
                   isnan(s->number) ? json_string(s->label) : json_real(s->number));
    }
    for (size_t k = 0; !lost && k < study->objective_count; k++) {
        double x = table->values[index * study->objective_count + k];
        lost = set(objectives, study->objectives[k].name, isfinite(x) ? json_real(x) : json_null());
    }
    lost = lost || set(json, "workload", json_string(study->workloads[p->workload].name))
           || set(json, "axes", json_incref(axes))
           || set(json, "status", json_string(ex_state_name(row->state)))
           || set(json, "objectives", json_incref(objectives))
           || set(json, "feasible", json_boolean(row->feasible))
           || set(json, "front", json_boolean(row->front))
           || set(json, "knee", json_boolean(row->knee)) || set(json, "key", json_string(p->key))
           || set(json, "command", json_incref(p->command));
    if (!lost && row->message && *row->message)
        lost = set(json, "message", json_string(row->message));
    json_decref(axes);
    json_decref(objectives);
    if (lost) {
        json_decref(json);
        return NULL;
    }
    return json;
}

static json_t *objectives_json(const ex_study *study)
{
    static const char *const goals[] = {"min", "max", "show"};
    json_t *list = json_array();
    bool lost = !list;
    for (size_t i = 0; !lost && i < study->objective_count; i++) {
        const ex_objective *o = &study->objectives[i];
        lost = json_array_append_new(list,
                                     json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", o->name,
                                               "value", o->value, "goal", goals[o->goal], "unit",
                                               o->unit, "scale", o->logarithmic ? "log" : "linear"))
               != 0;
    }
    if (lost)
        json_decref(list);
    return lost ? NULL : list;
}

int ex_report_json(const ex_table *table, FILE *out)
{
    json_t *points = json_array();
    bool lost = !points;
    for (size_t i = 0; !lost && i < table->points->count; i++)
        lost = json_array_append_new(points, point_json(table, i)) != 0;
    json_t *root =
        lost
            ? NULL
            : json_pack("{s:i, s:s, s:s, s:s, s:o, s:O, s:o}", "schema_version", RG_SCHEMA_VERSION,
                        "study", table->study->name, "file", table->study->file.path, "knee_method",
                        "two objectives: farthest from the line between the ends of the front "
                        "(Das 1999); more: nearest to "
                        "the ideal point (Zeleny 1973); objectives scaled to 0..1 over the front",
                        "objectives", objectives_json(table->study), "points", points,
                        "hypervolumes", ex_volumes_json(table));
    lost = !root || json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) != 0
           || fputc('\n', out) == EOF;
    json_decref(root);
    json_decref(points);
    return lost ? -1 : 0;
}

/* ---- for people */

static void print_row(const ex_table *table, size_t index, FILE *out)
{
    const ex_study *study = table->study;
    const ex_point *p = &table->points->items[index];
    fprintf(out, "  %s", table->rows[index].knee ? "knee " : "     ");
    for (size_t k = 0; k < study->axis_count; k++) {
        const ex_axis *axis = &study->axes[k];
        fprintf(out, "%s=%s%s  ", axis->name, axis->settings[p->settings[k]].label, axis->unit);
    }
    fputs("->", out);
    for (size_t k = 0; k < study->objective_count; k++)
        fprintf(out, "  %s %.5g%s%s", study->objectives[k].name,
                table->values[index * study->objective_count + k],
                *study->objectives[k].unit ? " " : "", study->objectives[k].unit);
    fputc('\n', out);
}

static void print_workload(const ex_table *table, size_t workload, FILE *out)
{
    size_t states[4] = {0}, infeasible = 0, points = 0, front = 0, knee = 0;
    for (size_t i = 0; i < table->points->count; i++) {
        if (table->points->items[i].workload != workload)
            continue;
        points++;
        states[table->rows[i].state]++;
        infeasible += table->rows[i].state == EX_DONE && !table->rows[i].feasible;
        front += table->rows[i].front;
        knee += table->rows[i].knee;
    }
    fprintf(out, "\n%s: %zu point%s", table->study->workloads[workload].name, points,
            points == 1 ? "" : "s");
    for (ex_state s = EX_PENDING; s <= EX_REFUSED; s++)
        if (s != EX_DONE && states[s])
            fprintf(out, ", %zu %s", states[s], ex_state_name(s));
    if (infeasible)
        fprintf(out, ", %zu outside the constraints", infeasible);
    fprintf(out, "; on the Pareto front %zu%s\n", front,
            front && !knee ? ", which has no knee" : "");
    for (size_t i = 0; i < table->points->count; i++)
        if (table->points->items[i].workload == workload && table->rows[i].front)
            print_row(table, i, out);
    for (size_t i = 0; i < table->points->count; i++) /* one example of what went wrong */
        if (table->points->items[i].workload == workload && table->rows[i].message
            && *table->rows[i].message) {
            char *line = ex_shell_line(table->points->items[i].command);
            fprintf(out, "  %s: %s\n", ex_state_name(table->rows[i].state), line ? line : "");
            fprintf(out, "    %.*s\n", (int)strcspn(table->rows[i].message, "\n"),
                    table->rows[i].message);
            free(line);
            break;
        }
}

int ex_report_text(const ex_table *table, FILE *out)
{
    fprintf(out, "%s\n", table->study->name);
    for (size_t w = 0; w < table->study->workload_count; w++)
        print_workload(table, w, out);
    return ex_volumes_text(table, out) != 0 || ferror(out) ? -1 : 0;
}
