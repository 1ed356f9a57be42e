/* pair.h: the Verilated rg_pair, one step of the core with its function unit, behind C. */
#ifndef PAIR_H
#define PAIR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The state one instruction can reach: registers D, A, B, their gradients, the accumulator. Words
 * sign-extended. */
typedef struct {
    int64_t d, a, b, gd, ga, gb;
    int64_t w[2], gw[2]; /* low word first */
    bool backward;
    unsigned mode; /* bit 0 gradient, bit 1 wrap */
} pair_state;

typedef struct {
    unsigned trap;
    int64_t trap_info, f, da, db; /* of the function unit */
    int gradient_overflows, value_overflows;
    bool billed;
} pair_result;

typedef struct pair pair;

/* NULL when memory is short. Free it with pair_close. */
pair *pair_open(void);
void pair_close(pair *p);
unsigned pair_xlen(void);
unsigned pair_frac(void);
/* One step of the word on the state; a trap leaves the state alone. Control state is not part of
 * it. */
pair_result pair_step(pair *p, uint32_t word, pair_state *state);

#ifdef __cplusplus
}
#endif
#endif
