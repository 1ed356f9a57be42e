/* script.h: what the makers of pictures share: the points by series, ranges, texts for gnuplot. */
#ifndef RG_EXPLORE_SCRIPT_H
#define RG_EXPLORE_SCRIPT_H

#include "explore/plot/plot.h"

/* Points of one colour: those of one problem, or of one workload where there are many problems. */
typedef struct {
    char *name;
} ex_series;

typedef struct {
    const ex_table *table;
    const ex_plot_request *request;
    FILE *out;
    size_t *series_of; /* of each point */
    ex_series *series;
    size_t series_count;
    size_t goals[32]; /* indices of the objectives that count, the first goal_count */
    size_t goal_count;
} ex_script;

enum { EX_MOST_SERIES = 12, EX_MOST_GOALS = 32 };

/* Sort the points into series. RG_OK, or no memory; ex_script_free in either case. */
rg_result ex_script_begin(const ex_table *table, const ex_plot_request *request, FILE *out,
                          ex_script *script, rg_fault *fault);
void ex_script_free(ex_script *script);

/* Text for between double quotes: no command, no markup. format: where % is a conversion. */
void ex_script_text(FILE *out, const char *text, bool format);
/* "name in unit", likewise. */
void ex_script_objective(FILE *out, const ex_objective *objective);
void ex_script_axis(FILE *out, const ex_axis *axis);
/* The value of an objective at a point. */
double ex_script_value(const ex_script *s, size_t point, size_t objective);
/* Least and most of an objective over the points that are done; false where there is none. */
bool ex_script_range(const ex_script *s, size_t objective, double *low, double *high);
/* Whether the objective is drawn on a logarithmic scale: it asks for it, and all are above 0. */
bool ex_script_logarithmic(const ex_script *s, size_t objective);
/* Whether an axis is one of numbers, and logarithmic: evenly spaced so and above 0. */
bool ex_axis_is_numeric(const ex_axis *axis);
bool ex_axis_is_logarithmic(const ex_axis *axis);
const char *ex_series_colour(size_t series);

/* ---- the pictures; RG_BAD_USE (R0947) where there is nothing to draw */
rg_result ex_plot_fronts(const ex_script *script, rg_fault *fault);
rg_result ex_plot_parallel(const ex_script *script, rg_fault *fault);
rg_result ex_plot_contours(const ex_script *script, rg_fault *fault);
/* page.c: not for gnuplot. */
rg_result ex_plot_page(const ex_table *table, FILE *out, rg_fault *fault);

/* R0947: no such picture. Returns RG_BAD_USE. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
rg_result
ex_no_plot(rg_fault *fault, const char *format, ...);

#endif
