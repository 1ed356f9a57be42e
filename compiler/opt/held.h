/* held.h: indices that are elements, and the same in all iterations of a loop: o[t] in emit[s,
 * o[t]] where s is the loop variable. They are loaded once, before the loop. */
#ifndef RG_OPT_HELD_H
#define RG_OPT_HELD_H

#include "compiler/ir/ir.h"

/* Such indices in the body of the loop become variables; the body is changed. *made: their
 * allocations, in a list; NULL: there is none. The loop must have an iteration where they are made.
 */
void opt_hold_indices(ir_module *m, ir_routine *r, ir_stmt *loop, ir_stmt **made);

#endif
