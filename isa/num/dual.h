/* dual.h: what tangents add to an instruction, bit for bit: the passes of docs/reference/tangent.md
 * over rg_num_eval. */
#ifndef RG_NUM_DUAL_H
#define RG_NUM_DUAL_H

#include "isa/num/num.h"

typedef struct {
    bool both;          /* gradients are dual too */
    bool has_a, has_b;  /* A and B have a partial derivative and name a register */
    int64_t td, ta, tb; /* tangents of D (rotations only), A and B */
    int64_t ud,
        ua; /* tangents of the gradients of D (WMAC: of the accumulator) and of A (turns only) */
} rg_num_dual_in;

typedef struct {
    int64_t pa, qb; /* round(ta fa), round(tb fb): what the target's tangent gets */
    int64_t pu, qu, ha,
        hb; /* mode both: round(u fa), round(u fb) and the second partials' H_a, H_b */
    int64_t td2, ta2, ud2, ua2; /* rotated tangents of D and A, and of their gradients */
    int64_t ub;                 /* ROT: what the tangent of the angle's gradient gets */
    unsigned overflows;         /* products that did not fit, all passes but the gradient's own */
} rg_num_dual_out;

/* in is the question of rg_num_eval (with the gradients in mode both), base its answer. A base that
 * trapped gives all zero. */
void rg_num_dual(const rg_num_config *config, const rg_num_in *in, const rg_num_out *base,
                 const rg_num_dual_in *dual, rg_num_dual_out *out);

/* Clock cycles of the function unit for an instruction that carries tangents; reg_b: B names a
 * register. Data-independent. */
unsigned rg_num_dual_latency(const rg_num_config *config, unsigned op, bool both, bool reg_b);
unsigned rg_num_unit_dual_latency(const rg_num_config *config, const rg_num_unit *unit, unsigned op,
                                  bool both, bool reg_b);

#endif
