/* safe_lines.h: @safe before a statement of Julia's, which NiLang runs and does not undo. */
#ifndef FR_SAFE_LINES_H
#define FR_SAFE_LINES_H

#include "compiler/syntax/parser.h"

/* Whether what comes next is such a statement and no expression: x = f(y), if ... end. */
bool fr_at_safe_lines(fr_parser *p);
/* Leaves it out, with a note. It is refused where it changes what the routine works with: a change
 * that is left out would be another result. False after a fault. */
bool fr_take_safe_lines(fr_parser *p);
/* Whether the call of a function, at this token, is of one f!, which changes its arguments; then it
 * is refused. */
bool fr_refuse_safe_change(fr_parser *p, const fr_token *t);

#endif
