/* float.h: the value and the two cotangents of every floating-point function, bit for bit.
 *
 * A value is worked out with 128 digits and rounded to a float word once; so are g fa and g fb.
 * Sums, differences, products, quotients and roots are the correctly rounded ones. */
#ifndef RG_FLOAT_H
#define RG_FLOAT_H

#include "isa/num/float/format.h"

typedef struct {
    unsigned op;   /* the opcode that Fixed has for this function (isa/isa.def): FMOV .. FTANH; of
                    * LTOF   b is log2 of the magnitude, and a 1 or -1 */
    bool grad;     /* also the cotangents */
    uint64_t a, b; /* float words; FPOWI and ITOF: b is an Int */
    uint64_t g;    /* the gradient of the target, rounded to a float word */
} rg_float_in;

/* The same of numbers, which are wide words that a function reads and no float words. */
typedef struct {
    unsigned op;
    bool grad;
    rg_ext a, b, g;
} rg_float_numbers;

typedef struct {
    unsigned trap;      /* 0, or DIVZERO, DOMAIN, OVERFLOW of isa/traps.def; all else is then 0 */
    uint64_t f, da, db; /* float words; 0 for the cotangent of what is no operand */
    rg_ext value;       /* f with the digits that a wide word gets of it */
    rg_ext whole;       /* before it was rounded to so many digits */
    unsigned digits;
    rg_ext ga, gb;               /* those cotangents before they are rounded, of any magnitude */
    bool few;                    /* f is not 0, and its word is */
    unsigned grad_few, grad_ovf; /* how many of da, db so; how many do not fit, and are 0 */
} rg_float_out;

/* Whether float words have this function; then what it is of these words, which must be such. */
bool rg_float_has(unsigned op);
void rg_float_eval(const rg_float_format *format, const rg_float_in *in, rg_float_out *out);

void rg_float_eval_numbers(const rg_float_format *format, const rg_float_numbers *in,
                           rg_float_out *out);

/* The slopes of a function where rg_float_eval does not trap, and their slopes, with 128 digits; 0
 * for what is no operand. */
typedef struct {
    rg_ext a, b, aa, ab, bb;
} rg_float_slopes;
rg_float_slopes rg_float_slopes_of(const rg_float_format *format, const rg_float_in *in);
rg_float_slopes rg_float_slopes_of_numbers(unsigned op, rg_ext a, rg_ext b);

/* What a product adds to a wide word: all digits of a b, rounded once at 2^-frac. */
enum rg_float_status rg_float_product(const rg_float_format *format, uint64_t a, uint64_t b,
                                      rg_wide_word *product);

#endif
