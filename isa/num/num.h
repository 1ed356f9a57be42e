/* num.h: the value f and the gradient contributions of every instruction, bit for bit.
 *
 * This is the reference of the arithmetic: the RTL of rtl/alu agrees with it on every input. */
#ifndef RG_NUM_H
#define RG_NUM_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 rg_wide;

/* Operands. Words are XLEN bits sign-extended to 64. */
/* What the function unit switches (PRODUCT, FUNCTION and DIGITS of isa/activity.def). */
typedef struct {
    uint64_t products, bits, digits;
} rg_num_activity;

typedef struct {
    unsigned op;    /* opcode of isa/isa.def: formats U, U1 (not LD, ST), R3, R2X, W, WO, RM, MD */
    bool grad;      /* gradient mode: also compute da, db (or the rotated gradients) */
    bool inverse;   /* ROT, IROT: rotate by minus the angle; HAD, IHAD, RNG, MULDIV: undo (already
                     * combined with   the direction) */
    bool wrap;      /* overflow wraps where the ISA lets it */
    int64_t a, b;   /* operands; an immediate B is already scaled */
    int64_t y;      /* ROT, HAD, RNG, MULDIV: value of D (a is the value of A, b the angle) */
    int64_t gy, ga; /* gradient of the target D; ROT, HAD: also gradient of A */
    rg_wide w;      /* WOUT, MULDIV: the accumulator */
    rg_wide gw;     /* MULDIV, gradient mode: its gradient */
    rg_num_activity *activity; /* is added to, or NULL; it changes no result */
} rg_num_in;

typedef struct {
    unsigned trap; /* 0, or a cause of isa/traps.def: DIVZERO, DOMAIN, OVERFLOW */
    int64_t f;     /* the value */
    int64_t da,
        db; /* round(gy * partial) for A and B; 0 where inactive. ROT: db is for the angle */
    int64_t y2, a2;    /* ROT, HAD: rotated values; RNG, MULDIV: y2, the new one */
    int64_t gy2, ga2;  /* ROT, HAD, gradient mode: rotated gradients; MULDIV: gy2 */
    unsigned grad_ovf; /* number of gradient products that did not fit */
    bool value_ovf;    /* f wrapped (wrapping mode only) */
    rg_wide product;   /* WMAC: what is added to the accumulator */
    rg_wide w2, gw2;   /* MULDIV: the new accumulator; gradient mode: its new gradient */
} rg_num_out;

/* xlen 8, 16, 32 or 64, frac 0 .. xlen-2. Pure; never fails: what goes wrong is a trap in the
 * result. */
typedef struct {
    unsigned xlen, frac;
} rg_num_config;
void rg_num_eval(const rg_num_config *config, const rg_num_in *in, rg_num_out *out);

/* The generator of RNG, modulo 2^64 (Knuth, MMIX) and in the low words modulo 2^32; multiplier
 * times inverse is 1. */
#define RG_RNG_MULTIPLIER UINT64_C(6364136223846793005)
#define RG_RNG_INCREMENT UINT64_C(1442695040888963407)
#define RG_RNG_INVERSE UINT64_C(0xc097ef87329e28a5)

/* Clock cycles from start to done of rtl/alu/rg_exec.v for this opcode; data-independent. */
unsigned rg_num_latency(const rg_num_config *config, unsigned op, bool grad);

/* How a faster unit is built: products formed and rounded in one clock instead of two; digits of a
 * quotient or root in a clock (1, 2, 4, 8; 0 is 1). With the former they are digits to the base 4.
 * rg_num_latency is that of {false, 1}. */
typedef struct {
    bool products;
    unsigned digits;
} rg_num_unit;
unsigned rg_num_unit_latency(const rg_num_config *config, const rg_num_unit *unit, unsigned op,
                             bool grad);

#endif
