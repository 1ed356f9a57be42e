/* tangent.h: what tangents add to the step function (docs/reference/tangent.md). Internal to
 * sim/fast. */
#ifndef RG_FAST_TANGENT_H
#define RG_FAST_TANGENT_H

#include "isa/num/dual.h"
#include "sim/fast/exec.h"

/* The tangents that an update touches. Pointers to words of tangents of gradients are used in mode
 * both only. */
typedef struct {
    int64_t *target;        /* tangent of the target */
    int64_t *ua, *ub;       /* tangents of the gradients of the active operands, or NULL */
    int64_t ta, tb;         /* what the target's tangent gets from A, then from B */
    int64_t pu, qu, ha, hb; /* what ua and ub get */
    unsigned overflows;     /* products that did not fit */
    unsigned sums;          /* of them and the target's sums, once rg_tangent_combine was called */
    int64_t result;         /* the target's tangent after the step */
} rg_tangents;

static inline bool rg_tangent_mode(const rg_machine *m) { return (m->mode & RG_WITH_TANGENT) != 0; }
/* Tangents of gradients take part. */
static inline bool rg_both_mode(const rg_machine *m)
{
    return rg_tangent_mode(m) && rg_gradient_mode(m);
}

/* In mode both, drop the tangent of an ancilla's gradient; it is never kept. */
static inline void rg_drop_tangent(rg_machine *m, int64_t *tangent)
{
    if (rg_both_mode(m))
        rg_drop_gradient(m, tangent);
}

/* The target's new tangent, before it is known whether the step traps. */
void rg_tangent_combine(const rg_machine *m, rg_tangents *t, bool minus);
/* Write it, and the tangents of the gradients. Where a target is NULL nothing is written there. */
void rg_tangent_commit(rg_machine *m, const rg_tangents *t, bool minus);
/* Words moved by a retired memory instruction; checks: the tangent of the memory word had to be 0.
 */
void rg_count_tangents(rg_machine *m, unsigned op, bool active, bool dropping, bool checks);

#endif
