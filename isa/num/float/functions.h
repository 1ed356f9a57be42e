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
/* By opcode; null where numbers have no such function. Of Logs the arguments and the value are
 * logarithms to the base 2. Of LPOW and LPOWI a is one, and b the exponent. LMULF gives that of b.
 * LADD2 and LSUB2 read how far apart two logarithms are, a, and b = 1 or -1. They give that of
 * 1 + b 2^-a. Both slopes are those of the sum, by the greater number and by the other one. */
rg_float_function *rg_float_function_of(unsigned op);

/* Of a rotation by b the sine and the cosine, fa and fb, as a value has them. f is the tangent of
 * half of what is beside a right angle, of no sign. */
rg_float_parts rg_float_rotation(rg_ext a, rg_ext b);

#endif
