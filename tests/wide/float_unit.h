/* float_unit.h: the Verilated step of Floats (rtl/float/rg_float_step.v) as a C function. */
#ifndef RG_FLOAT_UNIT_H
#define RG_FLOAT_UNIT_H

#include "isa/num/float/extended.h"
#include "isa/num/float/wide_word.h"

/* What the step reads. Words are sign-extended. */
typedef struct {
    unsigned op, bits; /* 128 or 256 in a word */
    bool minus, once, exchanges_bits, active, has_a, a_float, b_float, b_immediate, to_fixed,
        fixed_target, same, inverse;
    rg_wide_word d, a, b, gd, ga, gb;
} rg_float_unit_in;

/* What it gives; with a trap nothing else counts. */
typedef struct {
    unsigned trap, few, gradient_few, clocks;
    bool write_ga, write_gb, less, greater;
    rg_wide_word d, gd, ga, gb, a; /* a: of a rotation */
} rg_float_unit_out;

void rg_float_unit_step(const rg_float_unit_in *in, rg_float_unit_out *out);

/* x + y or x - y as rg_float_sum.v has it, of numbers of 106 digits with exponents of 13 bits. */
rg_ext rg_float_unit_sum(rg_ext x, rg_ext y, bool subtract);

#endif
