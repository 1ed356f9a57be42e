/* place.h: the ways to write an lvalue. */
#ifndef FR_PLACE_H
#define FR_PLACE_H

#include "compiler/front/compound.h"

/* The part that an index of a tuple names, -1 for the last; false when it is not a constant. */
bool fr_tuple_index(fr_sema *s, const fr_expr *e, int64_t *out);
/* The value of which e is a field by a function: real(z), imag(z), tget(t, i), t |> tget(i),
 * value(x), x |> real. *field is the field, NULL for all of it. NULL: it is not written so. */
const fr_expr *fr_viewed(fr_sema *s, const fr_expr *e, const char **field);
/* A[k] of a matrix, or of more dimensions, is vec(A)[k]; NULL when e is something else. */
const fr_expr *fr_linear_index(fr_sema *s, const fr_expr *e);

#endif
