/* unknown_functions.h: messages for a call that is none of a function with a value. */
#ifndef FR_UNKNOWN_FUNCTIONS_H
#define FR_UNKNOWN_FUNCTIONS_H

#include "compiler/front/sema.h"

/* np.sqrt(x), (f)(x): what is called is no name. */
void fr_refuse_callee(fr_sema *s, const fr_expr *callee);
/* A routine, a variable, or a name that nothing has. */
void fr_refuse_unknown_call(fr_sema *s, const fr_expr *e, const char *name);
/* A function of Julia's that this version has not. */
void fr_refuse_later_call(fr_sema *s, const fr_expr *e, const char *name);

#endif
