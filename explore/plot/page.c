/* page.c: a page with filters: the table as data, and the script that draws it. */
#include "explore/plot/script.h"

#include <math.h>
#include <string.h>

#include "explore_page.h"

/* ---- the data: JSON that may stand in HTML. A reader of HTML sees no tag in it. */

static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 0x7f || strchr("\"\\<>&'", c))
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void put_number(FILE *out, double x)
{
    if (isfinite(x))
        fprintf(out, "%.12g", x);
    else
        fputs("null", out);
}

static void put_axes(const ex_study *study, FILE *out)
{
    for (size_t k = 0; k < study->axis_count; k++) {
        const ex_axis *axis = &study->axes[k];
        fputs(k ? ",\n{\"name\":" : "{\"name\":", out);
        put_string(out, axis->name);
        fputs(",\"unit\":", out);
        put_string(out, axis->unit);
        fprintf(out, ",\"separate\":%s,\"log\":%s,\"numeric\":%s,\"labels\":[",
                axis->separate ? "true" : "false", ex_axis_is_logarithmic(axis) ? "true" : "false",
                ex_axis_is_numeric(axis) ? "true" : "false");
        for (size_t i = 0; i < axis->count; i++) {
            fputs(i ? "," : "", out);
            put_string(out, axis->settings[i].label);
        }
        fputs("],\"numbers\":[", out);
        for (size_t i = 0; i < axis->count; i++) {
            fputs(i ? "," : "", out);
            put_number(out, axis->settings[i].number);
        }
        fputs("]}", out);
    }
}

static void put_objectives(const ex_study *study, FILE *out)
{
    static const char *const goals[] = {"min", "max", "show"};
    for (size_t k = 0; k < study->objective_count; k++) {
        const ex_objective *o = &study->objectives[k];
        fputs(k ? ",\n{\"name\":" : "{\"name\":", out);
        put_string(out, o->name);
        fputs(",\"unit\":", out);
        put_string(out, o->unit);
        fprintf(out, ",\"goal\":\"%s\",\"log\":%s}", goals[o->goal],
                o->logarithmic ? "true" : "false");
    }
}

/* [workload, settings, objectives, state, feasible, knee]: by index where there is a list. */
static void put_points(const ex_table *table, FILE *out)
{
    const ex_study *study = table->study;
    for (size_t i = 0; i < table->points->count; i++) {
        const ex_point *p = &table->points->items[i];
        fprintf(out, "%s[%zu,[", i ? ",\n" : "", p->workload);
        for (size_t k = 0; k < study->axis_count; k++)
            fprintf(out, "%s%zu", k ? "," : "", p->settings[k]);
        fputs("],[", out);
        for (size_t k = 0; k < study->objective_count; k++) {
            fputs(k ? "," : "", out);
            put_number(out, table->values[i * study->objective_count + k]);
        }
        fprintf(out, "],\"%s\",%d,%d]", ex_state_name(table->rows[i].state),
                table->rows[i].feasible, table->rows[i].knee);
    }
}

static void put_data(const ex_table *table, FILE *out)
{
    const ex_study *study = table->study;
    fputs("{\"study\":", out);
    put_string(out, study->name);
    fputs(",\n\"workloads\":[", out);
    for (size_t w = 0; w < study->workload_count; w++) {
        fputs(w ? "," : "", out);
        put_string(out, study->workloads[w].name);
    }
    fputs("],\n\"axes\":[", out);
    put_axes(study, out);
    fputs("],\n\"objectives\":[", out);
    put_objectives(study, out);
    fputs("],\n\"points\":[", out);
    put_points(table, out);
    fputs("]}", out);
}

rg_result ex_plot_page(const ex_table *table, FILE *out, rg_fault *fault)
{
    (void)fault; /* what cannot be written is seen by who closes the file */
    fwrite(explore_page_head, 1, sizeof explore_page_head, out);
    fputs("<script type=\"application/json\" id=\"data\">\n", out);
    put_data(table, out);
    fputs("\n</script>\n<script>\n", out);
    fwrite(explore_page_script, 1, sizeof explore_page_script, out);
    fputs("</script>\n</body>\n</html>\n", out);
    return RG_OK;
}
