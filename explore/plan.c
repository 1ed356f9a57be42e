/* plan.c: how many points a study has, and how long they will take. */
#include "explore/plan.h"

#include "explore/run.h"
#include "host-driver/cli/cli.h"

static double each(const ex_plan *p) { return p->measured ? p->seconds / (double)p->measured : 0; }

static double estimate(const ex_plan *p)
{
    const size_t jobs = p->jobs < p->pending ? p->jobs : p->pending;
    return jobs ? each(p) * (double)p->pending / (double)jobs : 0;
}

void ex_plan_text(const ex_plan *p, FILE *out)
{
    char time[48], mean[48];
    fprintf(out, "%s: %zu points", p->study->name, p->points->count);
    if (p->points->combinations != p->points->count)
        fprintf(out, " (`where` leaves out %zu of %zu)", p->points->combinations - p->points->count,
                p->points->combinations);
    fprintf(out, ", %zu different commands\n  workloads: %zu\n", p->unique,
            p->study->workload_count);
    for (size_t k = 0; k < p->study->axis_count; k++) {
        const ex_axis *axis = &p->study->axes[k];
        fprintf(out, "  %s: %zu value%s, %s%s%s to %s%s%s\n", axis->name, axis->count,
                axis->count == 1 ? "" : "s", axis->settings[0].label, *axis->unit ? " " : "",
                axis->unit, axis->settings[axis->count - 1].label, *axis->unit ? " " : "",
                axis->unit);
    }
    ex_format_time(estimate(p), time, sizeof time);
    ex_format_time(each(p), mean, sizeof mean);
    fprintf(out, "results: %zu in %s, %zu to be run\n", p->unique - p->pending, p->store,
            p->pending);
    if (p->measured)
        fprintf(out, "estimate: %s with %zu at a time (%s each, the mean of %zu measured)\n", time,
                p->jobs, mean, p->measured);
    else
        fprintf(out, "estimate: none, no sample point gave a result\n");
}

int ex_plan_json(const ex_plan *p, FILE *out)
{
    json_t *root = json_pack("{s:i, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:s}",
                             "schema_version", RG_SCHEMA_VERSION, "study", p->study->name,
                             "combinations", (json_int_t)p->points->combinations, "points",
                             (json_int_t)p->points->count, "commands", (json_int_t)p->unique,
                             "pending", (json_int_t)p->pending, "jobs", (json_int_t)p->jobs,
                             "measured", (json_int_t)p->measured, "seconds_each", each(p),
                             "seconds_estimated", estimate(p), "store", p->store);
    const bool lost = !root || json_dumpf(root, out, JSON_INDENT(2)) != 0
                      || fputc('\n', out) == EOF;
    json_decref(root);
    return lost ? -1 : 0;
}
