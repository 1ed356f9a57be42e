/* formula_entries.h: routines for functions that are put where they are called. */
#ifndef FR_FORMULA_ENTRIES_H
#define FR_FORMULA_ENTRIES_H

#include "compiler/syntax/ast.h"

/* f(x) = sum(x .^ 2) works on every type, so it is put where it is called, and no routine is left.
 * For the host it becomes one, f(out!, x) with out! += function's body: generic where f is. */
void fr_start_formula(fr_diags *d, fr_program *program, const fr_functional *f,
                      const fr_expr *function);

#endif
