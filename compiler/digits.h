/* digits.h: what a fixed-point word keeps of a number. */
#ifndef RG_DIGITS_H
#define RG_DIGITS_H

#include <stdbool.h>

typedef struct {
    double kept;   /* the number that the word stands for */
    double digits; /* decimal digits that are certain of it, at least 0; 99 where it is exact */
    unsigned bits; /* of the word, without its sign and the zeros in front */
} rg_kept;

rg_kept rg_keep_digits(long double value, unsigned frac);

/* Whether the word keeps fewer digits than the number was written with. Of those five count at
 * most, and two at least: nobody means more by 1e-8. The error is judged beside `scale`, the
 * largest number of an array; 0: beside the number itself. */
bool rg_loses_digits(long double value, unsigned frac, double scale);

#endif
