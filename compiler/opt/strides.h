/* strides.h: variables by which indices grow from one iteration of a loop to the next: m in
 * x[i * m]. Where such a stride is positive at run time, the elements of different iterations are
 * different ones. */
#ifndef RG_OPT_STRIDES_H
#define RG_OPT_STRIDES_H

#include "compiler/ir/ir.h"

enum { OPT_STRIDES = 3 };

/* list: ends with NULL. test: holds only if each of them is positive, no multiple of it wraps, and
 * the loops have no more iterations than an array along which they go has elements. */
typedef struct {
    const ir_expr *list[OPT_STRIDES + 1];
    size_t count;
    ir_expr *test;
} opt_strides;

/* Those of the loop variable in the elements that the loop reads and changes are put to the others,
 * and the loop is marked as bounded. They stay within `around`, which is the loop or one around it.
 * False when there are too many or memory is short. */
bool opt_add_strides(ir_module *m, const ir_stmt *around, ir_stmt *loop, opt_strides *strides);

#endif
