/* array_errors.h: messages about arrays where one number is needed. */
#ifndef FR_ARRAY_ERRORS_H
#define FR_ARRAY_ERRORS_H

#include "compiler/front/expand.h"

/* What the program has there, where it is short and stands in one line; else "v". */
const char *fr_written_text(fr_sema *s, const fr_expr *e);
/* Says it of an argument of the call that is an array; false: none is. */
bool fr_refuse_array_argument(fr_sema *s, const fr_expr *call);
/* The same of a call such as exp(A) within e. */
bool fr_refuse_array_within(fr_sema *s, const fr_expr *e);
/* An argument that calls a function that is not there; NULL: none does. */
const fr_expr *fr_unknown_call(fr_sema *s, const fr_expr *call);

#endif
