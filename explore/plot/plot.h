/* plot.h: pictures of a study: SVG and PDF by gnuplot, and a page with filters. */
#ifndef RG_EXPLORE_PLOT_H
#define RG_EXPLORE_PLOT_H

#include "explore/table.h"

typedef enum { EX_PLOT_FRONT, EX_PLOT_PARALLEL, EX_PLOT_CONTOUR, EX_PLOT_PAGE } ex_plot_kind;
typedef enum { EX_PLOT_SVG, EX_PLOT_PDF, EX_PLOT_HTML } ex_plot_format;

/* What is to be drawn. */
typedef struct {
    ex_plot_kind kind;
    ex_plot_format format;
    size_t x, y, z; /* of contours: two axes and an objective, by index */
    const char *path;
} ex_plot_request;

/* Read `--plot=what -o path`: front, parallel, contour or contour:AXIS,AXIS,OBJECTIVE; "" chooses
 * by the study. The format is by the extension of path. R0947 where the study has no such picture,
 * so that this is known before anything runs. The request points to path. */
rg_result ex_plot_parse(const ex_study *study, const char *what, const char *path,
                        ex_plot_request *request, rg_fault *fault);
/* Draw the table into request->path, which is complete or not written. RG_BAD_USE (R0947) where
 * there is nothing to draw, RG_BAD_MACHINE (R0948) where gnuplot is missing or fails. */
rg_result ex_plot(const ex_table *table, const ex_plot_request *request, rg_fault *fault);

#endif
