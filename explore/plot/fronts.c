/* fronts.c: objectives against each other: all points, the fronts and their knees. */
#include "explore/plot/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MATRIX = 6 };

typedef enum { DOMINATED, ON_FRONT, KNEE, OUTSIDE, LAYERS } layer;

static layer layer_of(const ex_row *row)
{
    return row->knee ? KNEE : row->front ? ON_FRONT : row->feasible ? DOMINATED : OUTSIDE;
}

typedef struct {
    double x, y;
} place;

static int by_x(const void *a, const void *b)
{
    const place *p = a, *q = b;
    return p->x < q->x ? -1 : p->x > q->x ? 1 : p->y < q->y ? -1 : p->y > q->y;
}

/* One datablock for each series and layer, where there is something: $dS_L. The front is sorted, so
 * that a line can join it. */
static bool put_block(const ex_script *s, size_t x, size_t y, size_t series, layer which,
                      place *room)
{
    size_t n = 0;
    for (size_t i = 0; i < s->table->points->count; i++) {
        const ex_row *row = &s->table->rows[i];
        const double vx = ex_script_value(s, i, x), vy = ex_script_value(s, i, y);
        const layer own = layer_of(row);
        if (row->state == EX_DONE && s->series_of[i] == series && isfinite(vx) && isfinite(vy)
            && (own == which || (which == ON_FRONT && own == KNEE)))
            room[n++] = (place){vx, vy};
    }
    qsort(room, n, sizeof *room, by_x);
    if (n == 0)
        return false;
    fprintf(s->out, "$d%zu_%d << END_OF_DATA\n", series, (int)which);
    for (size_t i = 0; i < n; i++)
        fprintf(s->out, "%.12g %.12g\n", room[i].x, room[i].y);
    fputs("END_OF_DATA\n", s->out);
    return true;
}

static void put_style(const ex_script *s, size_t series, layer which, bool line, bool titled)
{
    static const char *const looks[LAYERS] = {"points pt 7 ps 0.35", "points pt 7 ps 0.8",
                                              "points pt 6 ps 2 lw 2", "points pt 2 ps 0.5"};
    const bool joined = which == ON_FRONT && line;
    fprintf(s->out, "$d%zu_%d using 1:2 with %s lc rgb '%s' ", series, (int)which,
            joined ? "linespoints pt 7 ps 0.8 lw 1.5" : looks[which],
            which == OUTSIDE     ? "#999999"
            : which == DOMINATED ? "#a8b4c0"
                                 : ex_series_colour(series));
    if (which == ON_FRONT && titled) {
        fputs("title \"", s->out);
        ex_script_text(s->out, s->series[series].name, false);
        fputc('"', s->out);
    } else {
        fputs("notitle", s->out);
    }
}

/* One picture of y over x; false where there is no point. */
static bool put_pair(const ex_script *s, size_t x, size_t y, bool line, place *room)
{
    static const layer order[LAYERS] = {OUTSIDE, DOMINATED, ON_FRONT, KNEE};
    bool there[EX_MOST_SERIES][LAYERS] = {{false}}, any = false;
    for (size_t series = 0; series < s->series_count; series++)
        for (size_t l = 0; l < LAYERS; l++)
            there[series][l] = put_block(s, x, y, series, (layer)l, room);
    fprintf(s->out, "%sset logscale x\n", ex_script_logarithmic(s, x) ? "" : "un");
    fprintf(s->out, "%sset logscale y\n", ex_script_logarithmic(s, y) ? "" : "un");
    for (size_t k = 0; k < LAYERS; k++)
        for (size_t series = 0; series < s->series_count; series++)
            if (there[series][order[k]]) {
                fputs(any ? ", " : "plot ", s->out);
                put_style(s, series, order[k], line, line);
                any = true;
            }
    fputs(any ? "\n" : "", s->out);
    return any;
}

static bool put_front(const ex_script *s, place *room)
{
    const ex_objective *objectives = s->table->study->objectives;
    const size_t x = s->goals[0], y = s->goals[1];
    fputs("set xlabel ", s->out);
    ex_script_objective(s->out, &objectives[x]);
    fputs("\nset ylabel ", s->out);
    ex_script_objective(s->out, &objectives[y]);
    fputs("\n", s->out);
    return put_pair(s, x, y, true, room);
}

/* Every objective over every other that stands before it. */
static bool put_matrix(const ex_script *s, place *room)
{
    const ex_objective *objectives = s->table->study->objectives;
    const size_t n = s->goal_count;
    bool any = false;
    fputs("set multiplot layout ", s->out);
    fprintf(s->out, "%zu,%zu title \"", n - 1, n - 1);
    ex_script_text(s->out, s->table->study->name, false);
    fputs("\"\nunset title\nset tics font ',10'\nset xtics rotate by -40\n", s->out);
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j + 1 < n; j++) {
            if (j >= i) {
                fputs("set multiplot next\n", s->out);
                continue;
            }
            fputs("set xlabel ", s->out);
            ex_script_objective(s->out, &objectives[s->goals[j]]);
            fputs("\nset ylabel ", s->out);
            ex_script_objective(s->out, &objectives[s->goals[i]]);
            fputs("\n", s->out);
            if (put_pair(s, s->goals[j], s->goals[i], false, room))
                any = true;
            else
                fputs("set multiplot next\n", s->out);
        }
    fputs("unset multiplot\n", s->out);
    return any;
}

rg_result ex_plot_fronts(const ex_script *s, rg_fault *fault)
{
    if (s->goal_count < 2 || s->goal_count > MOST_MATRIX)
        return ex_no_plot(fault,
                          "a picture of fronts needs 2 to %d objectives with a goal, and this "
                          "study has %zu; --plot=parallel shows any number",
                          (int)MOST_MATRIX, s->goal_count);
    place *room = calloc(s->table->points->count + 1, sizeof *room);
    if (!room)
        return ex_no_memory(fault);
    const bool any = s->goal_count == 2 ? put_front(s, room) : put_matrix(s, room);
    free(room);
    return any ? RG_OK
               : ex_no_plot(fault, "no point of the study has two objectives, so there is nothing "
                                   "to draw");
}
