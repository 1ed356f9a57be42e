/* format.h: float words and wide words, and the ways between them.
 *
 * A float word of p digits and e bits of exponent is written as IEEE 754 writes it: sign, exponent,
 * p - 1 digits behind the first. It has one zero (all bits 0), no numbers below 2^(2 - 2^(e-1)), no
 * infinity and no NaN. With p = 53 and e = 11 it is a double. */
#ifndef RG_FLOAT_FORMAT_H
#define RG_FLOAT_FORMAT_H

#include "isa/num/float/extended.h"
#include "isa/num/float/wide_word.h"

/* 2 <= frac < w <= 512; 2 <= p <= 62 and 2 <= e <= 15, with p + e <= 64; p <= q <= 106. */
typedef struct {
    unsigned w, frac; /* bits of a wide word, and those behind the point */
    unsigned p, e;    /* digits of a float word, and bits of its exponent */
    unsigned q;       /* digits of a wide word that a function reads, and of its result there */
} rg_float_format;

enum rg_float_status {
    RG_FLOAT_EXACT,    /* all digits are there */
    RG_FLOAT_ROUNDED,  /* p digits are */
    RG_FLOAT_FEW,      /* not 0, and fewer than RG_FEW_DIGITS digits are there */
    RG_FLOAT_OVERFLOW, /* above the greatest; the result is 0 */
};
enum { RG_FEW_DIGITS = 30 };

/* The number of a float word; false for bits that are none. */
bool rg_float_decode(const rg_float_format *format, uint64_t bits, rg_ext *x);
/* The nearest float word, ties to the even one. What is then below the smallest is 0. */
enum rg_float_status rg_float_round(const rg_float_format *format, rg_ext x, uint64_t *bits);

/* Reading: the wide word rounded to p digits, ties to even. Never out of range with e = 11. */
enum rg_float_status rg_wide_read(const rg_float_format *format, rg_wide_word word, uint64_t *bits);
/* What a function reads of it: the word rounded to q digits, ties to even. */
rg_ext rg_wide_number(const rg_float_format *format, rg_wide_word word);
/* Expanding: x rounded once at 2^-frac, ties to even. */
enum rg_float_status rg_wide_expand(const rg_float_format *format, rg_ext x, rg_wide_word *word);
/* The wide word as a number, cut to 128 digits. */
rg_ext rg_wide_extended(const rg_float_format *format, rg_wide_word word);

#endif
