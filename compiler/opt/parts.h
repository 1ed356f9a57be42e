/* parts.h: slices whose elements are used where they stand. */
#ifndef RG_OPT_PARTS_H
#define RG_OPT_PARTS_H

#include "compiler/ir/ir.h"

/* Arrays into which a part of another one moves go, in the list and all that it holds, where the
 * elements of the whole can be used. */
void opt_parts(ir_module *m, const ir_stmt *root, ir_stmt **list);

#endif
