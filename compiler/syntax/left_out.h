/* left_out.h: functions of Julia's that cannot be compiled, in a file of routines that do without
 * them: they train, plot or print. */
#ifndef FR_LEFT_OUT_H
#define FR_LEFT_OUT_H

#include "compiler/syntax/parser.h"

/* The file is read. What was said of functions that its routines need is said now, and where it has
 * no routine with @i; of the others, that they are left out. */
void fr_settle_left_out(fr_parser *p);
/* The note that a function of this name, which stands there, is left out; its reason comes with it.
 */
rgc_diagnostic *fr_note_left_out(fr_diags *d, const char *name, fr_span at);
/* Says why the function was left out; false: none of the name was. */
bool fr_say_why_left_out(fr_diags *d, const fr_program *program, const char *name);

#endif
