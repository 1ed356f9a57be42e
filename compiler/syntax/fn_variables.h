/* fn_variables.h: type variables of functions with a value. */
#ifndef FR_FN_VARIABLES_H
#define FR_FN_VARIABLES_H

#include "compiler/syntax/ast.h"

/* In the value of f(x::Vector{T}) where T, such as zero(T), T is Fixed, or Int where it is bound to
 * integers. */
void fr_name_variables_of_value(const fr_functional *f);
/* So it is in the types of its parameters and of its value. */
void fr_name_variables_of_types(const fr_functional *f);

#endif
