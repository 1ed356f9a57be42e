/* log_word.h: a Log of a machine with FLOAT, and its functions.
 *
 * It is a wide word. The lowest bit is the sign of the number, 1 for a negative one. The bits above
 * are log2 of its magnitude, an integer in units of 2^-(frac - 1). So 1 is the word 0, a product is
 * a sum of integers, and no Log is a word that holds a float word (sim/fast/float.h). */
#ifndef RG_LOG_WORD_H
#define RG_LOG_WORD_H

#include "isa/num/float/float.h"

/* The format of the bits above the sign. */
rg_float_format rg_log_format(const rg_float_format *format);

/* The Log of x, which is not 0: rounded once. */
rg_wide_word rg_log_of(const rg_float_format *format, rg_ext x);
/* The sign, log2 of the magnitude cut to 128 digits, and the number itself, which LTOF gives. */
bool rg_log_negative(rg_wide_word log);
rg_ext rg_log_magnitude(const rg_float_format *format, rg_wide_word log);
rg_ext rg_log_number(const rg_float_format *format, rg_wide_word log);

/* x y or x / y, exactly; true where the logarithm does not fit. */
bool rg_log_multiply(const rg_float_format *format, rg_wide_word x, rg_wide_word y, bool divide,
                     rg_wide_word *product);

typedef struct {
    unsigned op; /* an opcode of kind LOG of isa/isa.def; LMUL for moves */
    rg_wide_word a, b;
    rg_ext n; /* B where it is no Log: LMULF, LPOW; LPOWI: an integer */
} rg_log_in;

/* What a function of kind LOG is. The logarithm of its magnitude is that of `exact`, and `rest`,
 * which is rounded. The slopes of that are of_a, of_b where they are -1, 0 or 1 everywhere, or are
 * `slopes`. */
typedef struct {
    unsigned trap; /* 0, or DOMAIN of isa/traps.def */
    rg_wide_word exact;
    bool has_rest;
    rg_ext rest;
    bool sloped;
    int of_a, of_b;
    rg_float_slopes slopes;
} rg_log_out;

rg_log_out rg_log_eval(const rg_float_format *format, const rg_log_in *in);

#endif
