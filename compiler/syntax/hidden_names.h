/* hidden_names.h: variables with the name of a function that the compiler itself calls. */
#ifndef FR_HIDDEN_NAMES_H
#define FR_HIDDEN_NAMES_H

#include "compiler/syntax/ast.h"
#include "compiler/syntax/diag.h"

/* The name that is called, where other spellings are made of the function of that name: a mean of
 * `sum`, dots of `map`. NULL where e is no such call, or the compiler made it. */
const fr_expr *fr_hidden_call(const fr_expr *e);
/* It is a variable, which would be called in their place: an error. */
void fr_refuse_hidden(fr_diags *d, const fr_expr *called);

#endif
