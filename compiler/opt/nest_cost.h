/* nest_cost.h: an estimate of cycles, by which one form of a nest of loops is taken and not
 * another. */
#ifndef RG_OPT_NEST_COST_H
#define RG_OPT_NEST_COST_H

#include "compiler/opt/iteration.h"

/* What a size that is not known is taken for. */
enum { OPT_ASSUMED_SIZE = 24 };

/* About the cycles of a list. Sizes that are not known are taken as equal, those that are shorter
 * in the region as a quarter of the others. */
double opt_list_cost(const opt_region *region, const ir_stmt *list);

#endif
