/* function.h: the functions that expressions of a study may call. */
#ifndef RG_EXPLORE_FUNCTION_H
#define RG_EXPLORE_FUNCTION_H

#include "explore/expression.h"

enum { EX_MOST_ARGUMENTS = 8 };

/* Of numbers: abs sqrt exp log log2 log10 exp2 sin cos tan asin acos atan atan2 sinh cosh tanh
 * floor ceil round erf gamma min max, besselj(n, x), if(c, a, b). Of arrays: length(a), sum(a),
 * maxabs(a). error(a, b) is the largest absolute difference of two numbers or arrays of one shape.
 * relative_error(a, b) is that divided by the largest |b|. Arrays are made by fill(n, x), by
 * range(a, b, n), n numbers from a to b, and by unit(n, i, x), zeros but for x at i. With
 * syntax_only, names and counts are checked, values are not. False with the reason. */
bool ex_call(const char *function, const ex_value *arguments, size_t count, bool syntax_only,
             ex_value *value, char *reason, size_t size);

#endif
