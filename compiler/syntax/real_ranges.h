/* real_ranges.h: ranges of reals, 0:0.1:1. */
#ifndef FR_REAL_RANGES_H
#define FR_REAL_RANGES_H

#include "compiler/syntax/ast.h"

/* LinRange(first, last, length) for a range of literals of which one is a real, with the length
 * that Julia gives it. Else the range itself: of Ints, of other values, or of fewer than two. */
fr_expr *fr_real_range(fr_arena *arena, fr_expr *range);

#endif
