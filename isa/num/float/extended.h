/* extended.h: the numbers in which floating-point functions are worked out: a sign, an exponent of
 * 32 bits, and 128 digits.
 *
 * Each operation has the exact result with the digits beyond 128 cut off, and sets the last digit
 * if one of those was not 0 (rounding to odd). So a sum, product, quotient or root that is then
 * rounded to p <= 120 digits is rounded as the exact one would be (Boldo and Melquiond 2008). */
#ifndef RG_EXTENDED_H
#define RG_EXTENDED_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 rg_ext_digits;

/* (-1)^negative digits 2^(exponent - 127). The first digit is 1, or all are 0 and so is the rest.
 */
typedef struct {
    rg_ext_digits digits;
    int32_t exponent;
    bool negative;
} rg_ext;

/* (high + low / 2^128) 2^(exponent - 127), cut to 128 digits. */
rg_ext rg_ext_of(bool negative, int32_t exponent, rg_ext_digits high, rg_ext_digits low);
rg_ext rg_ext_of_int(int64_t n);

rg_ext rg_ext_add(rg_ext a, rg_ext b);
rg_ext rg_ext_mul(rg_ext a, rg_ext b);
/* 0 where b is 0, so that no slope at a pole needs a branch. */
rg_ext rg_ext_div(rg_ext a, rg_ext b);
/* Of a number that is not negative; the root has 124 digits. */
rg_ext rg_ext_sqrt(rg_ext a);
/* The nearest number of so many digits, ties to the even one; 0 < digits < 128. */
rg_ext rg_ext_shorten(rg_ext a, unsigned digits);
/* a times 2^k, exactly. */
rg_ext rg_ext_scale(rg_ext a, int32_t k);

/* -1, 0, 1 as |a| is below, at, above |b|; and so for a and b. */
int rg_ext_compare_magnitude(rg_ext a, rg_ext b);
int rg_ext_compare(rg_ext a, rg_ext b);
/* The nearest integer, halves away from 0; |a| < 2^62. */
int64_t rg_ext_round(rg_ext a);

static inline bool rg_ext_is_zero(rg_ext a) { return a.digits == 0; }
static inline rg_ext rg_ext_negate(rg_ext a)
{
    a.negative = !a.negative && !rg_ext_is_zero(a);
    return a;
}
static inline rg_ext rg_ext_magnitude(rg_ext a)
{
    a.negative = false;
    return a;
}
static inline rg_ext rg_ext_sub(rg_ext a, rg_ext b) { return rg_ext_add(a, rg_ext_negate(b)); }

#endif
