/* price.h: the energy of a point from the counters of a run that differs from it in energy alone.
 */
#ifndef RG_EXPLORE_PRICE_H
#define RG_EXPLORE_PRICE_H

#include "explore/points.h"

/* The report of the point, made of one of the same run (ex_point.run). Every figure of its energy
 * is computed anew from the counters. malloc'd text, or NULL where the command has to run. That is
 * so where the technology cannot be read or memory is short, and where the report has energies of
 * lines. */
char *ex_price(const ex_point *point, const json_t *report);
/* The clock of the conventional view in the technology of the point; NAN where that cannot be read.
 */
double ex_clock_of(const ex_point *point);

#endif
