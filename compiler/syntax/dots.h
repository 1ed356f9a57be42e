/* dots.h: updates and calls that get dots: behind @. and of NiLang's AutoBcast. */
#ifndef FR_DOTS_H
#define FR_DOTS_H

#include "compiler/syntax/parser.h"

/* A parameter a::AutoBcast{T, N} is a vector of N elements, and what is done to it is done to each:
 * its updates and calls get their dots. */
void fr_dot_auto_bcasts(fr_arena *arena, fr_program *program);
/* e behind @.: its operators and the functions that it calls have dots. NULL after a report, where
 * a dot would ask each number for its extent. */
fr_expr *fr_with_dots(fr_parser *p, const fr_expr *e);
/* The same of the updates and calls of a list. */
void fr_put_dots(fr_arena *arena, fr_stmt *list);

#endif
