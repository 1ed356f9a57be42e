/* steps.h: what floating-point functions are made of beside sums, products, quotients and roots.
 *
 * Each of these reads nothing but its arguments, and has no other work for one number than for
 * another. So a function made of them alone needs no branch, and isa/gen_steps.c writes it as a
 * micro-program of the core with Float (docs/development/float-core.md). Private to isa/num/float.
 */
#ifndef RG_FLOAT_STEPS_H
#define RG_FLOAT_STEPS_H

#include "isa/num/float/extended.h"

/* Arguments beyond 2^16 in magnitude count as 2^16, whose exponential no format holds. */
enum { RG_EXP_LIMIT = 16 };

/* Digits that are sure of a function that is within 2^-96. */
enum { RG_SURE_DIGITS = 88 };

/* A word of the ROM. */
rg_ext rg_ext_rom(unsigned address);

/* The nearest integer, halves away from 0; |x| < 2^25. Then what is made of an integer n: 2^(n/64).
 */
rg_ext rg_ext_whole(rg_ext x);
rg_ext rg_ext_power_of_part(rg_ext n);
/* atan(n/64) for n = 0 .. 64. */
rg_ext rg_ext_angle_of_part(rg_ext n);
/* sin(n pi / 64). */
rg_ext rg_ext_sin_of_part(rg_ext n);
/* Of 64 x / pi what is beside the nearest integer, and then this modulo 128, 0 .. 128; for
 * 2^20 <= |x| <= 2^127, and 0 of 0. */
rg_ext rg_ext_turn(rg_ext x);
rg_ext rg_ext_part_of_turn(rg_ext x, rg_ext rest);
/* x, or +-2^16 where it is beyond. */
rg_ext rg_ext_limited(rg_ext x);

/* x = 2^e m > 0 with m about 0.71 .. 1.42; for the part that m is in, c close to 1 / m, and -log c.
 */
rg_ext rg_ext_fraction(rg_ext x);
rg_ext rg_ext_exponent(rg_ext x);
rg_ext rg_ext_inverse_of_part(rg_ext x);
rg_ext rg_ext_log_of_part(rg_ext x);

/* x rounded to as many digits as are sure of a function. */
rg_ext rg_ext_sure(rg_ext x);
/* x where it is closer to 0 than 2^-8, else y. */
rg_ext rg_ext_near_zero(rg_ext x, rg_ext y);
/* |x| where x is below 0, else y. */
rg_ext rg_ext_if_negative(rg_ext x, rg_ext y);
/* |x| with the sign of y. */
rg_ext rg_ext_with_sign(rg_ext x, rg_ext y);
/* The greater one and the other one of |x| and |y|; and -1 where |x| > |y|, else 1. */
rg_ext rg_ext_greater(rg_ext x, rg_ext y);
rg_ext rg_ext_lesser(rg_ext x, rg_ext y);
rg_ext rg_ext_order(rg_ext x, rg_ext y);
/* -1 where x^n < 0, else 1, for an integer n. */
rg_ext rg_ext_sign_of_power(rg_ext x, rg_ext n);
/* x > 0; a function that has no value elsewhere asks for it. */
bool rg_ext_positive(rg_ext x);

#endif
