/* traced.h: numbers that remember how they were made, for isa/gen_steps.c. The sources of functions
 * are compiled once more with RG_TRACES, which gives each operation the name of one that also
 * writes down a step. */
#ifndef RG_FLOAT_TRACED_H
#define RG_FLOAT_TRACED_H

#include "isa/num/float/extended.h"
#include "isa/num/float/rom.h"

typedef struct rg_trace rg_trace;

/* A number as extended.h has it, and the step that made it, with the opposite sign where it is
 * turned. What has no trace is a constant. */
typedef struct {
    rg_ext_digits digits;
    int32_t exponent;
    bool negative;
    bool turned;
    unsigned node;
    rg_trace *trace;
} rg_traced;

/* Each step of steps.def. */
#define RG_TRACED_ONE(function) rg_traced rg_traced_##function(rg_traced a);
#define RG_TRACED_TWO(function) rg_traced rg_traced_##function(rg_traced a, rg_traced b);
#define RG_TRACED_TEST(function) bool rg_traced_##function(rg_traced a);
#define RG_FLOAT_STEP(name, work, operands, function, meaning) RG_TRACED_##operands(function)
#include "isa/num/float/steps.def"
#undef RG_TRACED_ONE
#undef RG_TRACED_TWO
#undef RG_TRACED_TEST

/* What is made of them, or of no step. */
rg_traced rg_traced_sub(rg_traced a, rg_traced b);
rg_traced rg_traced_scale(rg_traced a, int32_t k);
rg_traced rg_traced_negate(rg_traced a);
rg_traced rg_traced_magnitude(rg_traced a);
rg_traced rg_traced_rom(unsigned address);
int rg_traced_compare(rg_traced a, rg_traced b);
int rg_traced_compare_magnitude(rg_traced a, rg_traced b);
bool rg_traced_is_zero(rg_traced a);

#ifdef RG_TRACES
#define rg_ext rg_traced
#define rg_ext_add rg_traced_add
#define rg_ext_sub rg_traced_sub
#define rg_ext_mul rg_traced_mul
#define rg_ext_div rg_traced_div
#define rg_ext_sqrt rg_traced_sqrt
#define rg_ext_scale rg_traced_scale
#define rg_ext_negate rg_traced_negate
#define rg_ext_magnitude rg_traced_magnitude
#define rg_ext_compare rg_traced_compare
#define rg_ext_compare_magnitude rg_traced_compare_magnitude
#define rg_ext_is_zero rg_traced_is_zero
#define rg_ext_rom rg_traced_rom
#define rg_ext_whole rg_traced_whole
#define rg_ext_power_of_part rg_traced_power_of_part
#define rg_ext_limited rg_traced_limited
#define rg_ext_fraction rg_traced_fraction
#define rg_ext_exponent rg_traced_exponent
#define rg_ext_inverse_of_part rg_traced_inverse_of_part
#define rg_ext_log_of_part rg_traced_log_of_part
#define rg_ext_near_zero rg_traced_near_zero
#define rg_ext_if_negative rg_traced_if_negative
#define rg_ext_with_sign rg_traced_with_sign
#define rg_ext_angle_of_part rg_traced_angle_of_part
#define rg_ext_greater rg_traced_greater
#define rg_ext_lesser rg_traced_lesser
#define rg_ext_order rg_traced_order
#define rg_ext_sign_of_power rg_traced_sign_of_power
#define rg_ext_sin_of_part rg_traced_sin_of_part
#define rg_ext_turn rg_traced_turn
#define rg_ext_part_of_turn rg_traced_part_of_turn
#define rg_ext_positive rg_traced_positive
#define rg_ext_sure rg_traced_sure
#endif

#endif
