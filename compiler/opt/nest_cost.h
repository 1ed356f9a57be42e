/* nest_cost.h: an estimate of cycles, by which one form of a nest of loops is taken and not
 * another. */
#ifndef RG_OPT_NEST_COST_H
#define RG_OPT_NEST_COST_H

#include "compiler/ir/ir.h"

/* About the cycles of a list, with sizes that are not known taken as equal. */
double opt_list_cost(const ir_stmt *list);

#endif
