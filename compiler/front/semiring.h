/* semiring.h: the types of the library TropicalNumbers. Their product adds two numbers, and their
 * sum takes the larger or the smaller one; and how values of any type are gathered in a variable.
 */
#ifndef FR_SEMIRING_H
#define FR_SEMIRING_H

#include "compiler/front/sema.h"

typedef struct {
    const char *name;
    unsigned of_fixed, of_int; /* the operation that is its sum */
    int zero;                  /* the sign of its zero */
} fr_semiring;

/* ---- semirings.c: the types */

/* NULL: it is none. */
const fr_semiring *fr_semiring_of(const fr_sema *s, rg_type_base base);
bool fr_is_semiring(const fr_sema *s, rg_type_base base);
/* Whether the definition is that of one, whose numbers are Fixed where nothing is written. */
bool fr_defines_semiring(const fr_sema *s, const fr_struct *d);
/* Whether words that are all 0 are the neutral value of `*=`, not of `+=`. */
bool fr_is_multiplied(const fr_sema *s, rg_type_base base);
/* The update that puts a value of the type into a variable whose words are 0, and its inverse. */
fr_token_kind fr_gathering(const fr_sema *s, rg_type_base base);
fr_token_kind fr_ungathering(const fr_sema *s, rg_type_base base);
/* "ones" or "zeros": what allocates an array of such variables. */
const char *fr_neutral_array(const fr_sema *s, rg_type_base base);

/* ---- semiring.c: values of them */

/* Zero (n = 0) or one (n = 1). Zero is a quarter of the range away, in place of infinity. */
fr_value fr_semiring_constant(fr_sema *s, fr_span span, rg_type_base base, int64_t n);
/* a op b; one of them is of a semiring. */
fr_value fr_semiring_binary(fr_sema *s, fr_span span, fr_token_kind token, fr_value a, fr_value b);

#endif
