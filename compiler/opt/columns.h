/* columns.h: local vectors that each iteration of a loop has for itself become columns of a matrix
 * (array expansion). */
#ifndef RG_OPT_COLUMNS_H
#define RG_OPT_COLUMNS_H

#include "compiler/ir/ir.h"

/* Can a matrix with as many rows have its elements? The vector is allocated within the loop, with
 * an extent that the loop leaves alone, and `allocation` allocates or frees it. */
bool opt_may_be_column(const ir_stmt *loop, const ir_stmt *allocation);
/* Elements and extents of the vector in the list become those of this column. The list is changed;
 * its expressions are no other's. */
void opt_put_in_column(ir_stmt *list, const ir_var *vector, const ir_var *matrix, ir_expr *column);

#endif
