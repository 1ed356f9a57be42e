/* volume.c: the hypervolume of each front of a table, with the reference that bounds it. */
#include "explore/table.h"

#include <math.h>
#include <stdlib.h>

#include "explore/hypervolume.h"
#include "explore/search.h"

/* The front of one problem: rows of goals, all to be made small, and what bounds them. */
typedef struct {
    size_t first; /* a point of it */
    size_t goals, count;
    double *values;
    double reference[EX_MOST_VOLUME_OBJECTIVES];
    size_t objective[EX_MOST_VOLUME_OBJECTIVES];
    double volume;
} fronts_volume;

static double signed_value(const ex_table *table, size_t point, size_t objective)
{
    const double value = table->values[point * table->study->objective_count + objective];
    return table->study->objectives[objective].goal == EX_MAXIMISE ? -value : value;
}

static void find_goals(const ex_table *table, fronts_volume *v)
{
    v->goals = 0;
    for (size_t k = 0; k < table->study->objective_count; k++)
        if (ex_counts(table->study, table->points->items[v->first].workload, k)) {
            if (v->goals < EX_MOST_VOLUME_OBJECTIVES)
                v->objective[v->goals] = k;
            v->goals++;
        }
}

/* The study's reference, or the worst of what is feasible. */
static void take_row(const ex_table *table, size_t point, fronts_volume *v)
{
    for (size_t g = 0; g < v->goals; g++) {
        const ex_objective *o = &table->study->objectives[v->objective[g]];
        const double value = signed_value(table, point, v->objective[g]);
        if (isnan(o->reference) && value > v->reference[g])
            v->reference[g] = value;
        if (table->rows[point].front)
            v->values[v->count * v->goals + g] = value;
    }
    v->count += table->rows[point].front;
}

static void begin(const ex_table *table, fronts_volume *v)
{
    v->count = 0;
    for (size_t g = 0; g < v->goals; g++) {
        const ex_objective *o = &table->study->objectives[v->objective[g]];
        v->reference[g] = isnan(o->reference)      ? -INFINITY
                          : o->goal == EX_MAXIMISE ? -o->reference
                                                   : o->reference;
    }
}

/* False when memory is short. goals is 0 or 1 where there is no volume to speak of. */
static bool measure(const ex_table *table, const size_t *problem, size_t which, fronts_volume *v)
{
    v->first = 0;
    while (problem[v->first] != which)
        v->first++;
    find_goals(table, v);
    if (v->goals < 2 || v->goals > EX_MOST_VOLUME_OBJECTIVES)
        return true;
    begin(table, v);
    for (size_t i = v->first; i < table->points->count; i++)
        if (problem[i] == which && table->rows[i].feasible)
            take_row(table, i, v);
    return ex_hypervolume(v->values, v->count, v->goals, v->reference, &v->volume);
}

typedef bool use_volume(void *context, const ex_table *table, const fronts_volume *v);

static bool each(const ex_table *table, use_volume *use, void *context)
{
    size_t problems = 0;
    fronts_volume v;
    size_t *problem = calloc(table->points->count + 1, sizeof *problem);
    v.values = calloc(table->points->count * EX_MOST_VOLUME_OBJECTIVES + 1, sizeof *v.values);
    bool good = problem && v.values;
    if (good)
        ex_problems(table->study, table->points, problem, &problems);
    for (size_t p = 0; good && p < problems; p++) {
        good = measure(table, problem, p, &v);
        if (good && v.goals >= 2 && v.goals <= EX_MOST_VOLUME_OBJECTIVES && v.count > 0)
            good = use(context, table, &v);
    }
    free(problem);
    free(v.values);
    return good;
}

static double shown(const ex_table *table, const fronts_volume *v, size_t g)
{
    return table->study->objectives[v->objective[g]].goal == EX_MAXIMISE ? -v->reference[g]
                                                                         : v->reference[g];
}

static bool print(void *context, const ex_table *table, const fronts_volume *v)
{
    FILE *out = context;
    const ex_study *study = table->study;
    const ex_point *p = &table->points->items[v->first];
    fprintf(out, "hypervolume of %s", study->workloads[p->workload].name);
    for (size_t k = 0; k < study->axis_count; k++)
        if (study->axes[k].separate)
            fprintf(out, "  %s=%s", study->axes[k].name,
                    study->axes[k].settings[p->settings[k]].label);
    fprintf(out, ": %.6g, up to", v->volume);
    for (size_t g = 0; g < v->goals; g++)
        fprintf(out, "%s %s %.6g", g ? "," : "", study->objectives[v->objective[g]].name,
                shown(table, v, g));
    return fputc('\n', out) != EOF;
}

int ex_volumes_text(const ex_table *table, FILE *out)
{
    return fputc('\n', out) != EOF && each(table, print, out) ? 0 : -1;
}

static bool append(void *context, const ex_table *table, const fronts_volume *v)
{
    const ex_study *study = table->study;
    const ex_point *p = &table->points->items[v->first];
    json_t *axes = json_object(), *reference = json_object();
    bool failed = !axes || !reference;
    for (size_t k = 0; !failed && k < study->axis_count; k++)
        if (study->axes[k].separate)
            failed = json_object_set_new(axes, study->axes[k].name,
                                         json_string(study->axes[k].settings[p->settings[k]].label))
                     != 0;
    for (size_t g = 0; !failed && g < v->goals; g++)
        failed = json_object_set_new(reference, study->objectives[v->objective[g]].name,
                                     json_real(shown(table, v, g)))
                 != 0;
    json_t *one = json_pack("{s:s, s:o, s:f, s:o}", "workload", study->workloads[p->workload].name,
                            "axes", axes, "volume", v->volume, "reference", reference);
    return json_array_append_new(context, one) == 0 && !failed;
}

json_t *ex_volumes_json(const ex_table *table)
{
    json_t *array = json_array();
    if (array && !each(table, append, array)) {
        json_decref(array);
        return NULL;
    }
    return array;
}
