/* kernels.h: exponentials, logarithms, sines and arcs of numbers of 128 digits. Private to
 * isa/num/float.
 *
 * Each result is within 2^-112 of the true one, relative, except where the sentence says otherwise.
 */
#ifndef RG_FLOAT_KERNELS_H
#define RG_FLOAT_KERNELS_H

#include "isa/num/float/extended.h"

rg_ext rg_ext_exp(rg_ext x);
rg_ext rg_ext_expm1(rg_ext x);
rg_ext rg_ext_exp2(rg_ext x);
/* Of x > 0; and of 1 + x for x > -1. */
rg_ext rg_ext_log(rg_ext x);
rg_ext rg_ext_log1p(rg_ext x);
/* Of that sum 1 + x > 0, which has fewer digits of x where x is close to 0. */
rg_ext rg_ext_log_of_sum(rg_ext sum, rg_ext x);
/* To the base 2: powers of two give integers. */
rg_ext rg_ext_log2(rg_ext x);

/* |x| <= 2^127, x of at most 106 digits. */
typedef struct {
    rg_ext sin, cos;
} rg_ext_sincos_result;
rg_ext_sincos_result rg_ext_sincos(rg_ext x);

/* The angle of the point (x, y), -pi .. pi; 0 for (0, 0). */
rg_ext rg_ext_atan2(rg_ext y, rg_ext x);

/* The sum of c_n x^n for n = 0 .. degree, by Horner's rule; c_n is word `first` + n of the ROM. */
rg_ext rg_ext_horner(rg_ext x, unsigned first, unsigned degree);

/* c_0 - c_1 x + c_2 x^2 - ..: c_n is word `first` + n `stride` of the ROM. */
rg_ext rg_ext_alternating(rg_ext x, unsigned first, unsigned stride, unsigned terms);

/* 1. */
rg_ext rg_ext_one(void);

#endif
