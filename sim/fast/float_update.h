/* float_update.h: an update of wide words as float.c works it out, for what tangents add to it.
 * Internal to sim/fast. */
#ifndef RG_FAST_FLOAT_UPDATE_H
#define RG_FAST_FLOAT_UPDATE_H

#include "isa/num/float/log_word.h"
#include "sim/fast/float.h"

typedef struct {
    bool constant; /* a float word, or an immediate: no gradient */
    uint64_t bits; /* the number as a float word; FPOWI and ITOF: an Int */
    rg_ext x;      /* what a function reads */
    rg_wide_word word;
    bool apart, huge;  /* a wide word has not all digits of it; has no room for it: then it is 0 */
    int scale;         /* of its gradient */
    int64_t *gradient; /* NULL where it has none */
    int64_t *tangent, *gradient_tangent; /* NULL with it */
} rg_float_operand;

/* What the gradient of an operand gets: nothing; the target's, times +-2^k; or a number that is
 * rounded. */
typedef struct {
    enum { RG_SHARE_NONE, RG_SHARE_OF_TARGET, RG_SHARE_ROUNDED } kind;
    bool negative;
    int k;
    rg_ext x; /* where the target's gradient were in units of a wide word */
} rg_float_share;

typedef struct {
    rg_float_format format, derivative;
    unsigned op;
    bool log;               /* the target is a Log, f and the result are such words */
    rg_float_slopes slopes; /* log: those of what is rounded */
    rg_float_operand a, b;
    int64_t *target, *gradient;
    rg_wide_word f; /* what the target gets */
    bool apart;     /* := and =: f is the float word `bits`, which no wide word is */
    uint64_t bits;
    rg_float_share to_a, to_b;
    rg_wide_word da, db; /* the same as words */
    rg_wide_word g, result, ga, gb;
    bool minus, ancilla, active;
    bool bits_change;            /* ^= */
    bool to_fixed, fixed_target; /* f is rounded to a Fixed; the target is one, too */
    unsigned fixed_frac, fixed_bits;
    unsigned coarser; /* bits of noise in each number that is rounded */
    unsigned few, grad_few;
    bool dual, both;                     /* it has tangents; and so have gradients */
    int64_t *tangent, *gradient_tangent; /* of the target */
    rg_wide_word new_tangent, ua, ub;    /* of the target, and of the gradients of the operands */
    rg_fate fate;
} rg_float_update;

/* x rounded to `kept` digits. Where that takes something away, noise changes the last `coarser` of
 * them. It is a function of x, so that the step is undone as any other. */
rg_ext rg_float_kept(unsigned coarser, rg_ext x, int64_t kept);
/* The same where x has q digits at most and none behind the last place of derivatives. */
rg_ext rg_float_derivative(const rg_float_update *u, rg_ext x);

/* 1 where digits behind the last place made much of x 2^k, k < 0, else 0. */
unsigned rg_float_few_of(rg_wide_word x, int k);
/* The exponent of the target where it is a float word, else 0. */
int rg_float_target_scale(const rg_float_update *u);

/* What is added to a wide word of that format, whose last place rounds it too. With noise what
 * vanishes is one there. */
rg_ext rg_float_added(const rg_float_format *format, unsigned coarser, rg_ext x, unsigned digits);

/* float_fixed.c: f, which is a number that was moved, becomes the nearest Fixed: 0 or a trap. */
unsigned rg_float_to_fixed(rg_float_update *u);
/* Whether the word is beyond the numbers that a Fixed can be. */
bool rg_float_beyond_fixed(const rg_float_update *u, rg_wide_word word);

/* float_log.c: a Log as an operand; x is its logarithm. */
rg_float_operand rg_float_log_operand(const rg_float_format *format, unsigned coarser,
                                      rg_wide_word word);
rg_ext rg_float_log_sign(rg_wide_word word);
/* The nearest float word. */
uint64_t rg_float_log_bits(const rg_float_format *format, rg_wide_word word);
/* As a trap shows it, which takes no function: log2 of the magnitude as the nearest float word,
 * with the sign of the number for its last digit. */
uint64_t rg_float_log_shown(const rg_float_format *format, rg_wide_word word);
/* f, its shares and slopes: 0 or a trap. */
unsigned rg_float_log_evaluate(rg_float_update *u);
/* The new value of the target; true where that does not fit. */
bool rg_float_log_combine(const rg_machine *m, rg_float_update *u, rg_wide_word old);

/* float_tangent.c: the new tangents of the target and, in mode both, of the gradients: 0 or a trap.
 */
unsigned rg_float_tangents(rg_machine *m, rg_float_update *u);
void rg_float_tangents_commit(rg_machine *m, const rg_float_update *u);

#endif
