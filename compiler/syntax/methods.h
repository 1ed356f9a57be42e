/* methods.h: several functions with a value that have one name. */
#ifndef FR_METHODS_H
#define FR_METHODS_H

#include "compiler/syntax/ast.h"

/* The struct of the program that a type, or what is called, names; NULL: none. */
const char *fr_struct_named(const fr_program *program, const fr_expr *type);
/* g(x) and g(x, y), area(c::Circle) and area(s::Square): each gets a name of its own, as do the
 * calls that mean it. A call that does not tell which one it means is reported. */
void fr_separate_methods(fr_diags *d, fr_program *program);

#endif
