/* globals.h: constants that functions without a name read. */
#ifndef FR_GLOBALS_H
#define FR_GLOBALS_H

#include "compiler/syntax/ast.h"

/* A function is put where it is called, and a variable there may be called as a constant that it
 * reads. So the constant gets a second name, which no source can write.
 *
 * In routines, in the defaults of their keywords and in const f = x -> ...: all functions. */
void fr_bind_constants(fr_arena *arena, fr_program *program);
/* Functions with a value have the constant arrays that they read as variables of their own. */
void fr_let_constant_arrays(fr_diags *d, fr_program *program);
/* The EX_LAMBDA with the second names of all constants that its own arguments do not hide. */
fr_expr *fr_with_constants(fr_arena *arena, fr_program *program, const fr_expr *lambda);

#endif
