/* convert.h: wide words from and to integers and fixed-point words. None of these reads a wide word
 * as a float word, so no digit in front of the point is lost. */
#ifndef RG_FLOAT_CONVERT_H
#define RG_FLOAT_CONVERT_H

#include "isa/num/float/format.h"

enum rg_float_rounding { RG_ROUND_FLOOR, RG_ROUND_CEIL, RG_ROUND_NEAREST, RG_ROUND_TRUNC };

/* An integer of 64 bits with `frac` of them behind the point, frac <= format->frac: exact. True
 * when it does not fit. */
bool rg_wide_of_fixed(const rg_float_format *format, int64_t fixed, unsigned frac,
                      rg_wide_word *word);
/* Rounded as is said, ties to even, to `frac` <= format->frac bits behind the point. What does not
 * fit in 64 bits is RG_FLOAT_OVERFLOW, and then fixed is 0. */
enum rg_float_status rg_wide_to_fixed(const rg_float_format *format, rg_wide_word word,
                                      unsigned frac, enum rg_float_rounding how, int64_t *fixed);

#endif
