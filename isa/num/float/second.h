/* second.h: second partial derivatives of a function, with 128 digits. Private to isa/num/float. */
#ifndef RG_FLOAT_SECOND_H
#define RG_FLOAT_SECOND_H

#include "isa/num/float/functions.h"

typedef struct {
    rg_ext aa, ab, bb; /* 0 for what is no operand, and where the function is piecewise linear */
} rg_float_seconds;

/* Of a function that does not trap there, whose value and slopes are `parts`. Where a derivative
 * does not exist it is 0, as that of the first order is. */
rg_float_seconds rg_float_second(unsigned op, rg_ext a, rg_ext b, const rg_float_parts *parts);

#endif
