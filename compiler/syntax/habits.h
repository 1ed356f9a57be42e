/* habits.h: help for text that belongs to other languages. */
#ifndef FR_HABITS_H
#define FR_HABITS_H

#include "compiler/syntax/parser.h"

/* What to write instead, where the token at this index is not understood; NULL when nothing is
 * known. */
const char *fr_habit(const fr_parser *p, size_t at);

/* What to write in place of a macro of Julia; NULL when nothing is known. */
const char *fr_habit_of_macro(const char *name);

/* The fix that goes with it, where there is one. */
void fr_fix_habit(fr_parser *p, rgc_diagnostic *e, size_t at);

#endif
