/* functional.h: the functional front end: @fn definitions, lowered through unary form to routines
 * of the language. */
#ifndef FN_FUNCTIONAL_H
#define FN_FUNCTIONAL_H

#include <stdio.h>

#include "compiler/rgc.h"
#include "compiler/syntax/tree.h"

/* ---- given.c ---- */

/* The function with a value that the host starts: the named one; without a name, where there is no
 * routine, main or the last one. NULL: none. */
fr_functional *fn_started(const fr_diags *d, const fr_program *program, const char *entry);
/* Its parameters without types are arrays where the host gives arrays; f NULL: nothing to do. */
void fn_take_given(fr_diags *d, fr_program *program, fr_functional *f,
                   const rgc_argument *arguments, size_t count);

/* ---- reached.c ---- */

/* Without types a function may mean nothing, such as `sum(A * b)` of numbers. Where a run of the
 * entry does not come to it, it leaves the program. Nothing is done where entry is NULL. */
void fn_keep_reached(fr_diags *d, fr_program *program, const char *entry);

/* ---- functional.c ---- */

/* Check every @fn of the program and add the routine that computes it to the program. After an
 * error in one of them program->incomplete is set. plain: derivatives that the program gives are
 * left out, and the machine differentiates the formulas. */
void fn_lower_program(fr_diags *d, fr_program *program, bool plain);
/* The routine of one more @fn, which is no part of the program; NULL after a report. */
fr_function *fn_lower_version(fr_diags *d, const fr_program *program, const fr_functional *f);
/* Why it cannot be lowered, and where; NULL if it can. Nothing is reported. */
const rgc_diagnostic *fn_fault_of(fr_diags *d, const fr_program *program, const fr_functional *f,
                                  fr_span *at);
/* Whether the @fn can be lowered. Nothing is reported. */
bool fn_is_sound(fr_diags *d, const fr_program *program, const fr_functional *f);
/* The unary form of every @fn as text. 0, or -1 when writing fails. */
int fn_print_unary(fr_arena *arena, const fr_program *program, FILE *out);

#endif
