/* script.c: what the makers of pictures share. */
#include "explore/plot/script.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

rg_result ex_no_plot(rg_fault *fault, const char *format, ...)
{
    va_list list;
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    snprintf(fault->code, sizeof fault->code, "R0947");
    va_start(list, format);
    vsnprintf(fault->message, sizeof fault->message, format, list);
    va_end(list);
    return RG_BAD_USE;
}

/* The name of the problem that a point belongs to: its workload and the values of separate axes. */
static char *problem_name(const ex_table *table, size_t point, bool separate)
{
    const ex_study *study = table->study;
    const ex_point *p = &table->points->items[point];
    char *name = NULL;
    size_t size;
    FILE *out = open_memstream(&name, &size);
    if (!out)
        return NULL;
    fputs(study->workloads[p->workload].name, out);
    for (size_t k = 0; separate && k < study->axis_count; k++)
        if (study->axes[k].separate)
            fprintf(out, ", %s=%s%s", study->axes[k].name,
                    study->axes[k].settings[p->settings[k]].label, study->axes[k].unit);
    const bool lost = ferror(out) != 0;
    if (fclose(out) != 0 || lost) {
        free(name);
        return NULL;
    }
    return name;
}

static void drop_series(ex_script *s)
{
    for (size_t i = 0; i < s->series_count; i++)
        free(s->series[i].name);
    s->series_count = 0;
}

/* The series of a point, made where it is the first; false where there would be too many, or memory
 * is short (then *lost). */
static bool enter(ex_script *s, size_t point, bool separate, bool *lost)
{
    char *name = problem_name(s->table, point, separate);
    size_t i = 0;
    *lost = !name;
    while (name && i < s->series_count && strcmp(s->series[i].name, name) != 0)
        i++;
    const bool fits = name && i < EX_MOST_SERIES;
    if (fits && i == s->series_count)
        s->series[s->series_count++].name = name;
    else
        free(name);
    s->series_of[point] = i;
    return fits;
}

/* By problem; where these are too many by workload; and else all in one. */
static rg_result sort_series(ex_script *s, rg_fault *fault)
{
    bool lost = false;
    for (int separate = 1; separate >= 0; separate--) {
        size_t i = 0;
        while (i < s->table->points->count && enter(s, i, separate == 1, &lost))
            i++;
        if (lost)
            return ex_no_memory(fault);
        if (i == s->table->points->count)
            return RG_OK;
        drop_series(s);
    }
    for (size_t i = 0; i < s->table->points->count; i++)
        s->series_of[i] = 0;
    s->series[0].name = strdup("all workloads");
    s->series_count = 1;
    return s->series[0].name ? RG_OK : ex_no_memory(fault);
}

rg_result ex_script_begin(const ex_table *table, const ex_plot_request *request, FILE *out,
                          ex_script *script, rg_fault *fault)
{
    *script = (ex_script){.table = table, .request = request, .out = out};
    for (size_t k = 0; k < table->study->objective_count; k++)
        if (table->study->objectives[k].goal != EX_SHOW && script->goal_count < EX_MOST_GOALS)
            script->goals[script->goal_count++] = k;
    script->series_of = calloc(table->points->count + 1, sizeof *script->series_of);
    script->series = calloc(EX_MOST_SERIES, sizeof *script->series);
    return script->series_of && script->series ? sort_series(script, fault) : ex_no_memory(fault);
}

void ex_script_free(ex_script *script)
{
    if (script->series)
        drop_series(script);
    free(script->series);
    free(script->series_of);
    *script = (ex_script){0};
}

/* In double quotes, with everything but plain letters as octal escapes: whatever gnuplot takes for
 * a command, a quote or a substitution in a text, it does not see. */
void ex_script_text(FILE *out, const char *text, bool format)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || strchr(" .,=_-+:/", c))
            fputc(c, out);
        else if (c == '%' && format)
            fputs("\\045\\045", out);
        else
            fprintf(out, "\\%03o", c < ' ' || c == 0x7f ? ' ' : c);
    }
}

static void named(FILE *out, const char *name, const char *unit)
{
    fputc('"', out);
    ex_script_text(out, name, false);
    if (*unit) {
        fputs(" in ", out);
        ex_script_text(out, unit, false);
    }
    fputc('"', out);
}

void ex_script_objective(FILE *out, const ex_objective *objective)
{
    named(out, objective->name, objective->unit);
}

void ex_script_axis(FILE *out, const ex_axis *axis) { named(out, axis->name, axis->unit); }

double ex_script_value(const ex_script *s, size_t point, size_t objective)
{
    return s->table->values[point * s->table->study->objective_count + objective];
}

bool ex_script_range(const ex_script *s, size_t objective, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < s->table->points->count; i++) {
        const double v = ex_script_value(s, i, objective);
        if (isfinite(v)) {
            *low = fmin(*low, v);
            *high = fmax(*high, v);
        }
    }
    return *low <= *high;
}

bool ex_script_logarithmic(const ex_script *s, size_t objective)
{
    double low, high;
    return s->table->study->objectives[objective].logarithmic
           && ex_script_range(s, objective, &low, &high) && low > 0;
}

bool ex_axis_is_numeric(const ex_axis *axis)
{
    bool numeric = axis->count > 0;
    for (size_t i = 0; i < axis->count; i++)
        numeric = numeric && isfinite(axis->settings[i].number);
    return numeric;
}

/* Ratios of neighbours are nearer to each other than differences are. */
bool ex_axis_is_logarithmic(const ex_axis *axis)
{
    if (!ex_axis_is_numeric(axis) || axis->count < 3)
        return false;
    double least = INFINITY, most = 0;
    for (size_t i = 1; i < axis->count; i++) {
        const double step = axis->settings[i].number - axis->settings[i - 1].number;
        if (!(step > 0) || !(axis->settings[i - 1].number > 0))
            return false;
        least = fmin(least, step);
        most = fmax(most, step);
    }
    return most > 3 * least;
}

const char *ex_series_colour(size_t series)
{
    static const char *const colours[] = {"#0b5fa5", "#c8541b", "#2b8a3e", "#7b3fa0",
                                          "#8a6d1b", "#c2255c", "#1a8a8a", "#555555"};
    return colours[series % (sizeof colours / sizeof colours[0])];
}
