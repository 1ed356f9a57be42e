/* const_functions.h: functions that are constants of the program. */
#ifndef FR_CONST_FUNCTIONS_H
#define FR_CONST_FUNCTIONS_H

#include "compiler/syntax/ast.h"

/* Puts const f = PlusEq(g), x -> e, ~g and g ∘ h in place of f, in the bodies of all routines. */
void fr_inline_const_functions(fr_diags *d, fr_program *program);

#endif
