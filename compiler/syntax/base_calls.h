/* base_calls.h: functions of Julia that are made of others. */
#ifndef FR_BASE_CALLS_H
#define FR_BASE_CALLS_H

#include "compiler/syntax/ast.h"

/* Calls such as lastindex(v), reduce(+, v) or log(2, x) become what they mean, and loops over
 * reverse(r) and range(a, b) loops over a range. Where the program names a function of
 * firmware/lib/base.rg, that library is parsed. What the program defines itself stays. */
void fr_put_base_calls(fr_diags *d, fr_program *program);

#endif
