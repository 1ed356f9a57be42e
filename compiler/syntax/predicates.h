/* predicates.h: functions of the program that say yes or no. */
#ifndef FR_PREDICATES_H
#define FR_PREDICATES_H

#include "compiler/syntax/ast.h"

/* Whether a function can be a routine of its own: functional.h has it. */
typedef bool fr_soundness(fr_diags *d, const fr_program *program, const fr_functional *f);

/* positive(x) = x > 0: an @fn whose value is true or false. Wherever it is called stands its
 * condition, with the arguments in place of the parameters. As an argument it is a function without
 * a name. In an @fn, foldl(f, s, filter(p, v)) skips what p refuses. */
void fr_inline_predicates(fr_diags *d, fr_program *program, fr_soundness *sound);

#endif
