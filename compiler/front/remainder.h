/* remainder.h: whole quotients and remainders of numbers that are no integers. */
#ifndef FR_REMAINDER_H
#define FR_REMAINDER_H

#include "compiler/front/sema.h"

/* The whole part of a / b, rounded down where floored and else toward 0; or what remains of a
 * without b times that. */
fr_value fr_real_division(fr_sema *s, fr_span span, fr_value a, fr_value b, bool floored,
                          bool remainder);
/* x rounded by FLOOR, CEIL, ROUND or TRUNC, as a number: a Float may be beyond every Int. */
fr_value fr_rounded_number(fr_sema *s, fr_span span, unsigned op, fr_value x);

#endif
