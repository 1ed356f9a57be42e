/* parallel.c: parallel coordinates: a line for each point across all axes and objectives. */
#include "explore/plot/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LABELS = 8 };

/* A coordinate: an axis, or an objective behind the axes. */
static size_t coordinates(const ex_script *s)
{
    return s->table->study->axis_count + s->table->study->objective_count;
}

typedef struct {
    double low, high;
    bool logarithmic;
} scale;

static scale scale_of(const ex_script *s, size_t c)
{
    const ex_study *study = s->table->study;
    scale out = {0, 0, false};
    if (c >= study->axis_count) {
        const size_t objective = c - study->axis_count;
        if (!ex_script_range(s, objective, &out.low, &out.high))
            out = (scale){0, 0, false};
        out.logarithmic = ex_script_logarithmic(s, objective);
        return out;
    }
    const ex_axis *axis = &study->axes[c];
    if (!ex_axis_is_numeric(axis))
        return (scale){0, (double)(axis->count - 1), false};
    out = (scale){INFINITY, -INFINITY, ex_axis_is_logarithmic(axis)};
    for (size_t i = 0; i < axis->count; i++) {
        out.low = fmin(out.low, axis->settings[i].number);
        out.high = fmax(out.high, axis->settings[i].number);
    }
    return out;
}

static double value_of(const ex_script *s, size_t point, size_t c)
{
    const ex_study *study = s->table->study;
    if (c >= study->axis_count)
        return ex_script_value(s, point, c - study->axis_count);
    const ex_axis *axis = &study->axes[c];
    const size_t setting = s->table->points->items[point].settings[c];
    return ex_axis_is_numeric(axis) ? axis->settings[setting].number : (double)setting;
}

/* Where on the coordinate, 0 to 1. */
static double height(const scale *of, double v)
{
    if (!(of->high > of->low))
        return 0.5;
    return of->logarithmic ? log(v / of->low) / log(of->high / of->low)
                           : (v - of->low) / (of->high - of->low);
}

static void put_label(const ex_script *s, size_t c, double at, const char *text)
{
    fputs("set label \"", s->out);
    ex_script_text(s->out, text, false);
    fprintf(s->out, "\" at %zu,%.4f right offset -0.5,0 front font ',10'\n", c, at);
}

static void put_coordinate(const ex_script *s, size_t c, const scale *of)
{
    const ex_study *study = s->table->study;
    char text[40];
    fprintf(s->out, "set arrow from %zu,0 to %zu,1 nohead lc rgb '#444444' front\n", c, c);
    if (c < study->axis_count && !ex_axis_is_numeric(&study->axes[c])) {
        const ex_axis *axis = &study->axes[c];
        const size_t step = (axis->count + MOST_LABELS - 1) / MOST_LABELS;
        for (size_t i = 0; i < axis->count; i += step)
            put_label(s, c, height(of, (double)i), axis->settings[i].label);
        return;
    }
    snprintf(text, sizeof text, "%.4g", of->low);
    put_label(s, c, of->high > of->low ? 0 : 0.5, text);
    snprintf(text, sizeof text, "%.4g", of->high);
    if (of->high > of->low)
        put_label(s, c, 1, text);
}

static void put_names(const ex_script *s)
{
    const ex_study *study = s->table->study;
    fputs("set xtics (", s->out);
    for (size_t c = 0; c < coordinates(s); c++) {
        const bool axis = c < study->axis_count;
        const char *name = axis ? study->axes[c].name
                                : study->objectives[c - study->axis_count].name;
        const char *unit = axis ? study->axes[c].unit
                                : study->objectives[c - study->axis_count].unit;
        fputs(c ? ", \"" : "\"", s->out);
        ex_script_text(s->out, name, true);
        if (*unit) {
            fputs(" in ", s->out);
            ex_script_text(s->out, unit, true);
        }
        fprintf(s->out, "\" %zu", c);
    }
    fputs(") rotate by -30 scale 0\n", s->out);
}

/* Lines of a series that are on the front, or are not. False where there is none. */
static bool put_lines(const ex_script *s, size_t series, bool front, const scale *scales)
{
    bool any = false;
    for (size_t i = 0; i < s->table->points->count; i++) {
        const ex_row *row = &s->table->rows[i];
        if (row->state != EX_DONE || row->front != front || s->series_of[i] != series)
            continue;
        if (!any)
            fprintf(s->out, "$d%zu_%d << END_OF_DATA\n", series, front);
        any = true;
        for (size_t c = 0; c < coordinates(s); c++) {
            const double h = height(&scales[c], value_of(s, i, c));
            if (isfinite(h))
                fprintf(s->out, "%zu %.5f\n", c, h);
            else
                fputs("\n", s->out);
        }
        fputs("\n", s->out);
    }
    if (any)
        fputs("END_OF_DATA\n", s->out);
    return any;
}

static bool put_all(const ex_script *s, const scale *scales)
{
    bool there[2][EX_MOST_SERIES] = {{false}}, any = false;
    for (size_t series = 0; series < s->series_count; series++)
        for (int front = 0; front < 2; front++)
            there[front][series] = put_lines(s, series, front == 1, scales);
    for (int front = 0; front < 2; front++)
        for (size_t series = 0; series < s->series_count; series++) {
            if (!there[front][series])
                continue;
            fprintf(s->out, "%s$d%zu_%d using 1:2 with lines lw %s lc rgb '%s' ",
                    any ? ", " : "plot ", series, front, front ? "1.5" : "0.5",
                    front ? ex_series_colour(series) : "#c5ccd3");
            any = true;
            if (front) {
                fputs("title \"", s->out);
                ex_script_text(s->out, s->series[series].name, false);
                fputs("\"", s->out);
            } else {
                fputs("notitle", s->out);
            }
        }
    fputs(any ? "\n" : "", s->out);
    return any;
}

rg_result ex_plot_parallel(const ex_script *s, rg_fault *fault)
{
    const size_t n = coordinates(s);
    scale *scales = calloc(n + 1, sizeof *scales);
    if (!scales)
        return ex_no_memory(fault);
    fprintf(s->out, "set xrange [-0.6:%.1f]\nset yrange [-0.05:1.05]\nunset ytics\nunset grid\n",
            (double)n - 0.7);
    for (size_t c = 0; c < n; c++) {
        scales[c] = scale_of(s, c);
        put_coordinate(s, c, &scales[c]);
    }
    put_names(s);
    const bool any = put_all(s, scales);
    free(scales);
    return any ? RG_OK : ex_no_plot(fault, "no point of the study has a result to draw");
}
