/* float_program.h: a function of numbers in C as a micro-program, or why it cannot be one. For
 * isa/gen_steps.c. */
#ifndef RG_FLOAT_PROGRAM_H
#define RG_FLOAT_PROGRAM_H

#include "float_plan.h"

/* The functions are declared for numbers that are traced. */
#define rg_ext rg_traced
#include "num/float/functions.h"
#undef rg_ext

/* Works the function out for several pairs of numbers, 0 among them. What is wrong, or NULL: it
 * must take the same steps for all of them, else it has a branch. */
const char *rg_float_program_of(rg_float_plan *plan, rg_float_function *function);
/* The same with both slopes for its outcome and no shares, and all of it for the value. */
const char *rg_float_program_of_slopes(rg_float_plan *plan, rg_float_function *function);

/* Whether both take the same steps and have the same outcome. */
bool rg_float_program_equal(const rg_float_plan *a, const rg_float_plan *b);

#endif
