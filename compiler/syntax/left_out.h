/* left_out.h: functions of Julia's that cannot be compiled, in a file of routines that do without
 * them: they train, plot or print. */
#ifndef FR_LEFT_OUT_H
#define FR_LEFT_OUT_H

#include "compiler/syntax/parser.h"

/* What was there before a function without @i is read. */
typedef struct {
    size_t count, errors, at;
    unsigned limit;
    fr_function *last_function;
    fr_functional *last_functional;
    struct host_function *last_host;
    struct host_routine *routines;
} fr_attempt;

/* Standing on its first word, or where it is finished. */
fr_attempt fr_begin_attempt(fr_parser *p);
/* After faults the function, which starts at token a->at, is as if it were not there; what was said
 * is kept. False: nothing was said, or it has no end, which is a fault in any case. */
bool fr_end_attempt(fr_parser *p, const fr_attempt *a);
/* The same for a function that was read before, f. */
bool fr_end_finishing(fr_parser *p, const fr_attempt *a, fr_functional *f);
/* The file is read. What was said of functions that its routines need is said now, and where it has
 * no routine with @i; of the others, that they are left out. */
void fr_settle_left_out(fr_parser *p);
/* The note that a function of this name, which stands there, is left out; its reason comes with it.
 */
rgc_diagnostic *fr_note_left_out(fr_diags *d, const char *name, fr_span at);
/* Says why the function was left out; false: none of the name was. */
bool fr_say_why_left_out(fr_diags *d, const fr_program *program, const char *name);

#endif
