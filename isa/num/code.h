/* code.h: form of the micro-programs that isa/gen_num.c makes from isa/functions.def. Internal to
 * isa/. */
#ifndef RG_NUM_CODE_H
#define RG_NUM_CODE_H

#include <stdint.h>

#include "isa/num/num.h"

enum rg_uop_kind {
#define RG_UOP_KIND(name, clocks, unit, reads, writes, text) RG_UOP_##name,
#include "isa/num/uops.def"
#undef RG_UOP_KIND
    RG_UOP_COUNT
};

/* Micro-registers. The last four scratch registers also return the rotated words of ROT. */
enum rg_num_register {
    RG_NUM_A,
    RG_NUM_B,
    RG_NUM_GY,
    RG_NUM_Y,
    RG_NUM_GA,
    RG_NUM_F,
    RG_NUM_DA,
    RG_NUM_DB,
    RG_NUM_INV,
    RG_NUM_T0,
    RG_NUM_T1,
    RG_NUM_T2,
    RG_NUM_T3,
    RG_NUM_T4,
    RG_NUM_T5,
    RG_NUM_T6,
    RG_NUM_REGISTERS
};

/* How a shift distance depends on FRAC. */
enum rg_num_distance { RG_DIST_N, RG_DIST_PF, RG_DIST_MF, RG_DIST_NEGF, RG_DIST_POSF };
enum rg_num_stop { RG_STOP_NONE, RG_STOP_VALUE, RG_STOP_ALWAYS };
/* What an operation of the multiplier does with its result in the same clock, as FIT, FITW and GFIT
 * do. */
enum rg_num_fit { RG_FIT_NONE, RG_FIT_VALUE, RG_FIT_WRAPPING, RG_FIT_GRADIENT };

typedef struct {
    uint8_t op, d, a, b, c;
    uint8_t distance, stop, fit;
    int16_t shift;
    uint16_t k; /* ROM address, or cause of a trap */
    bool
        paired; /* of the ALU: a unit with one-clock products does the next one in the same clock */
} rg_uop;

extern const rg_uop rg_num_code[];
extern const int64_t rg_num_rom[];
/* The first micro-operation of a program, plus one; 0 where there is none, and the unit is done in
 * one clock. By opcode; from RG_NUM_SECOND on the programs of the second partials, by opcode plus
 * that; from RG_NUM_GRADIENT on those that gradient mode has for itself. */
enum { RG_NUM_SECOND = 128, RG_NUM_GRADIENT = 256, RG_NUM_ENTRIES = 384 };
extern const uint16_t rg_num_starts[RG_NUM_ENTRIES];
/* The entry whose program an operation runs in value mode (grad down) or gradient mode. */
unsigned rg_num_entry_of(unsigned entry, bool grad);

/* Clocks in which the digits of a quotient (RG_UOP_DIVS, or RG_UOP_DIVB and RG_UOP_DVBW by the
 * second divider) or a root are formed. They are digits to the base 4, each for two to the base 2.
 * A clock in which a product is formed and rounded has time for twice as many. */
static inline unsigned rg_num_digit_clocks(unsigned op, const rg_num_unit *unit)
{
    const unsigned asked = unit->digits ? unit->digits : 1;
    unsigned digits = unit->products || asked == 1 ? asked : asked / 2;
    if ((op == RG_UOP_DIVB || op == RG_UOP_DVBW) && digits > 1)
        digits /= 2;
    return 32 / digits;
}

/* Bits that change from one word to the next. */
uint64_t rg_num_changed(rg_wide before, rg_wide now);
/* Bits that change in the rest of a long division by `by`. It begins at `above`, and takes the
 * `bits` of `below` from the left. */
uint64_t rg_num_division_digits(uint64_t above, rg_wide below, unsigned bits, uint64_t by);
/* Those of the 2 xlen bits of a product of a word, whose factor `by` is taken from the left. */
uint64_t rg_num_product_digits(rg_wide word, unsigned xlen, uint64_t by);

/* Runs the program of in->op into out (which is zero). Private to num.c. */
void rg_num_run(const rg_num_config *config, const rg_num_in *in, rg_num_out *out);
/* Multiply-divide with its bank (MULDIV). */
/* Take a digit off a bank of remainders; put one on it, true where the bank does not fit in 2 xlen
 * bits. */
uint64_t rg_num_bank_pop(rg_wide *w, uint64_t by);
bool rg_num_bank_push(unsigned xlen, rg_wide *w, uint64_t by, uint64_t digit);
void rg_num_muldiv(const rg_num_config *config, const rg_num_in *in, rg_num_out *out);
/* Its clocks besides those of the micro-program, which runs in gradient mode. */
unsigned rg_num_muldiv_clocks(unsigned xlen, unsigned digits, bool grad);

/* What a program of second partials starts with beside the operands: F, DA, DB, T0 .. T3. */
typedef struct {
    int64_t f, da, db, t[4];
} rg_num_start;
/* Runs the RG_FN2 program of in->op, or nothing where there is none: da, db, gy2, ga2, grad_ovf of
 * out. */
void rg_num_run_second(const rg_num_config *config, const rg_num_in *in, const rg_num_start *start,
                       rg_num_out *out);
/* From start to done of a program of rg_num_starts, 0 where there is none. */
unsigned rg_num_program_clocks(const rg_num_unit *unit, unsigned entry, bool grad);
/* The operations of one clock. */
void rg_num_simple(const rg_num_config *config, const rg_num_in *in, rg_num_out *out);

/* v wrapped to the low bits bits, sign-extended. */
static inline int64_t rg_num_wrap(int64_t v, unsigned bits)
{
    return bits >= 64 ? v : (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

#endif
