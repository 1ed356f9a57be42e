/* contours.c: an objective over two axes of numbers, one panel for each series. */
#include "explore/plot/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 8 };

/* The best value of the objective at each node of the grid, x fastest; NAN where there is none. */
static bool best_values(const ex_script *s, size_t series, double *grid)
{
    const ex_study *study = s->table->study;
    const ex_plot_request *r = s->request;
    const size_t columns = study->axes[r->x].count, rows = study->axes[r->y].count;
    const bool most = study->objectives[r->z].goal == EX_MAXIMISE;
    bool any = false;
    for (size_t i = 0; i < columns * rows; i++)
        grid[i] = NAN;
    for (size_t i = 0; i < s->table->points->count; i++) {
        const size_t *settings = s->table->points->items[i].settings;
        const double v = ex_script_value(s, i, r->z);
        double *at = &grid[settings[r->y] * columns + settings[r->x]];
        if (s->series_of[i] != series || !s->table->rows[i].feasible || !isfinite(v))
            continue;
        if (isnan(*at) || (most ? v > *at : v < *at))
            *at = v;
        any = true;
    }
    return any;
}

/* The settings of an axis in the order of their numbers: gnuplot joins neighbours. */
static size_t *in_order(const ex_axis *axis)
{
    size_t *order = calloc(axis->count + 1, sizeof *order);
    for (size_t i = 0; order && i < axis->count; i++) {
        size_t k = i;
        for (; k > 0 && axis->settings[order[k - 1]].number > axis->settings[i].number; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    return order;
}

static void put_grid(const ex_script *s, size_t series, const double *grid, const size_t *across,
                     const size_t *up)
{
    const ex_axis *x = &s->table->study->axes[s->request->x],
                  *y = &s->table->study->axes[s->request->y];
    fprintf(s->out, "$d%zu << END_OF_DATA\n", series);
    for (size_t j = 0; j < y->count; j++) {
        for (size_t i = 0; i < x->count; i++) {
            const double v = grid[up[j] * x->count + across[i]];
            fprintf(s->out, "%.12g %.12g ", x->settings[across[i]].number,
                    y->settings[up[j]].number);
            if (isnan(v))
                fputs("NaN\n", s->out);
            else
                fprintf(s->out, "%.12g\n", v);
        }
        fputs("\n", s->out);
    }
    fputs("END_OF_DATA\n", s->out);
}

/* Lines at even steps between the least and the most of what is shown. */
static void put_levels(const ex_script *s)
{
    double low, high;
    const bool logarithmic = ex_script_logarithmic(s, s->request->z);
    if (!ex_script_range(s, s->request->z, &low, &high) || !(high > low))
        return;
    fprintf(s->out, "%sset logscale cb\nset cntrparam levels discrete ", logarithmic ? "" : "un");
    for (int i = 1; i <= LEVELS; i++) {
        const double t = (double)i / (LEVELS + 1);
        fprintf(s->out, "%s%.12g", i > 1 ? "," : "",
                logarithmic ? low * pow(high / low, t) : low + (high - low) * t);
    }
    fputs("\n", s->out);
}

static void put_panel(const ex_script *s, size_t series, bool many)
{
    if (many) {
        fputs("set title \"", s->out);
        ex_script_text(s->out, s->table->study->objectives[s->request->z].name, false);
        fputs(", ", s->out);
        ex_script_text(s->out, s->series[series].name, false);
        fputs("\"\n", s->out);
    }
    /* The surface as colours, its lines of equal value, and the nodes that were measured. */
    fprintf(s->out,
            "splot $d%zu using 1:2:3 with pm3d notitle, $d%zu using 1:2:3 with lines nosurface lc "
            "rgb '#222222' lw 1 notitle, $d%zu using 1:2:3 with labels font ',9' notitle, $d%zu "
            "using 1:2:3 with points pt 7 ps 0.2 lc rgb '#666666' nocontour notitle\n",
            series, series, series, series);
}

static void put_head(const ex_script *s, size_t panels)
{
    const ex_study *study = s->table->study;
    const ex_plot_request *r = s->request;
    const ex_objective *z = &study->objectives[r->z];
    size_t across = 1;
    while (across * across < panels)
        across++;
    fputs("set xlabel ", s->out);
    ex_script_axis(s->out, &study->axes[r->x]);
    fputs("\nset ylabel ", s->out);
    ex_script_axis(s->out, &study->axes[r->y]);
    if (panels == 1) {
        fputs("\nset cblabel ", s->out);
        ex_script_objective(s->out, z);
    }
    fprintf(s->out, "\n%sset logscale x\n", ex_axis_is_logarithmic(&study->axes[r->x]) ? "" : "un");
    fprintf(s->out, "%sset logscale y\n", ex_axis_is_logarithmic(&study->axes[r->y]) ? "" : "un");
    fputs("set view map\nset contour base\nset pm3d corners2color mean\nunset key\n"
          "set palette defined (0 '#f4f8fb', 1 '#0b5fa5')\nset cntrlabel onecolor\n",
          s->out);
    if (panels > 1) {
        fprintf(s->out, "set multiplot layout %zu,%zu title \"", (panels + across - 1) / across,
                across);
        ex_script_text(s->out, study->name, false);
        fputs("\"\n", s->out);
    }
}

rg_result ex_plot_contours(const ex_script *s, rg_fault *fault)
{
    const ex_study *study = s->table->study;
    const ex_axis *x = &study->axes[s->request->x], *y = &study->axes[s->request->y];
    double *grid = calloc(x->count * y->count + 1, sizeof *grid);
    size_t *across = in_order(x), *up = in_order(y), panels = 0;
    bool *there = calloc(s->series_count + 1, sizeof *there);
    rg_result result = grid && across && up && there ? RG_OK : ex_no_memory(fault);
    for (size_t i = 0; result == RG_OK && i < s->series_count; i++) {
        there[i] = best_values(s, i, grid);
        panels += there[i];
        if (there[i])
            put_grid(s, i, grid, across, up);
    }
    if (result == RG_OK && panels == 0)
        result = ex_no_plot(fault,
                            "no point of the study has `%s` within the constraints, so "
                            "there is nothing to draw",
                            study->objectives[s->request->z].name);
    if (result == RG_OK) {
        put_head(s, panels);
        put_levels(s);
        for (size_t i = 0; i < s->series_count; i++)
            if (there[i])
                put_panel(s, i, panels > 1);
        fputs(panels > 1 ? "unset multiplot\n" : "", s->out);
    }
    free(grid);
    free(across);
    free(up);
    free(there);
    return result;
}
