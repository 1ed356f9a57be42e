/* planes.h: elements of arrays of three and more dimensions that lie in different planes. The
 * column of A[i, j, k] is (k - 1) size(A, 2) + j, and j is checked to be within that extent. So
 * columns with different k differ, whatever j is. */
#ifndef RG_OPT_PLANES_H
#define RG_OPT_PLANES_H

#include "compiler/ir/ir.h"

/* Are x and y columns of different planes of the array, whatever their variables are? */
bool opt_planes_differ(const ir_var *array, const ir_expr *x, const ir_expr *y);
/* Are x and y different columns of the array, whatever their variables are? False for NULL. */
bool opt_columns_differ(const ir_var *array, const ir_expr *x, const ir_expr *y);
/* Is y in a later plane than x, whatever iterations each of them stands in? The loops around each,
 * from the innermost one on; then NULL. */
bool opt_planes_beyond(const ir_var *array, const ir_expr *x, const ir_stmt *const *x_loops,
                       const ir_expr *y, const ir_stmt *const *y_loops);

#endif
