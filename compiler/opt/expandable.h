/* expandable.h: which loops scalar expansion may work on. */
#ifndef RG_OPT_EXPANDABLE_H
#define RG_OPT_EXPANDABLE_H

#include "compiler/ir/ir.h"

/* Step 1 or -1, and bounds that read no element, cannot trap and stay. */
bool opt_plain_bounds(const ir_stmt *loop);
/* Two loops right within each other, the outer one upwards, the inner one with the same bounds in
 * every iteration. */
bool opt_are_two(const ir_stmt *loop);
/* Is there an array of the program along which the iterations of v go? Without one all iterations
 * do the same, or what no stream can. */
bool opt_has_array_along(const ir_stmt *list, const ir_var *v);
/* Does the loop leave the value of e alone, elements included? */
bool opt_leaves_value(const ir_stmt *loop, const ir_expr *e);

#endif
