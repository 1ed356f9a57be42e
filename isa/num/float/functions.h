/* functions.h: a function and its partial derivatives, with 128 digits. Private to isa/num/float.
 */
#ifndef RG_FLOAT_FUNCTIONS_H
#define RG_FLOAT_FUNCTIONS_H

#include "isa/num/float/extended.h"

typedef struct {
    unsigned trap;    /* 0, or a cause of isa/traps.def */
    rg_ext f, fa, fb; /* fa and fb are 0 for what is no operand */
} rg_float_parts;

/* The trigonometric functions have arguments below 2^127. */
enum { RG_TRIG_LIMIT = 127 };

typedef rg_float_parts rg_float_function(rg_ext a, rg_ext b);
/* By opcode; null where float words have no such function. */
rg_float_function *rg_float_function_of(unsigned op);

#endif
