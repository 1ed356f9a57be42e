/* slice_loops.h: loops over the columns or rows of a matrix. */
#ifndef FR_SLICE_LOOPS_H
#define FR_SLICE_LOOPS_H

#include "compiler/syntax/ast.h"

/* Whether s is for c in eachcol(A) or eachrow(A). */
bool fr_runs_over_slices(const fr_stmt *s);
/* Such a loop becomes for c = 1:size(A, 2), where A[:, c] stands for c in the body. It stays as it
 * is where the body changes what A is, as in eachcol(A[1:i, :]) with i += 1, and, after a report,
 * where an inner loop has the same variable. */
void fr_loop_over_numbers(fr_diags *d, fr_stmt *s);

#endif
