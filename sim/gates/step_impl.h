/* step_impl.h: what the parts of the step share. */
#ifndef RG_GATES_STEP_IMPL_H
#define RG_GATES_STEP_IMPL_H

#include "isa/isa.h"
#include "sim/gates/bits.h"
#include "sim/gates/step.h"

enum { GN_FORMATS = RG_FMT_MD + 1, GN_ADDRESS = 24, GN_MOST_BITS = 64 };

/* The word decoded: bits that depend on nothing else. */
typedef struct {
    gn_bit word[32];
    gn_bit op[RG_OP_LIMIT], mode[8], format[GN_FORMATS]; /* one of each is set */
    gn_bit fix, log, updates, memory, immediate, legal, alias;
    gn_bit in_place;                  /* what is new takes the place of operands */
    gn_bit same_da, same_db, same_ab; /* registers of the same name, where both are read */
    gn_bit reads_d, reads_a, reads_b;
} gn_decoded;

/* A step that is being made. */
typedef struct {
    gn_step *s;
    gn_net *n;
    gn_decoded is;
    gn_bit d[GN_MOST_BITS], a[GN_MOST_BITS], b[GN_MOST_BITS], m[GN_MOST_BITS], f[GN_MOST_BITS];
    gn_bit gd[GN_MOST_BITS], gm[GN_MOST_BITS], kept[GN_MOST_BITS];
    gn_bit w[2 * GN_MOST_BITS], product[2 * GN_MOST_BITS];
    gn_bit pc[GN_ADDRESS], br[GN_ADDRESS];
    gn_bit dir, grad, wrap, keep, undo;
    gn_bit outside; /* the address is outside data memory */
    gn_bit ok;      /* the step is done */
} gn_stepping;

/* A word's bits. */
void gn_bits_at(uint32_t first, unsigned count, gn_bit *out);
uint32_t gn_lines_of(uint32_t first, unsigned count, uint32_t *out);
/* One line that is set where one of these opcodes is. */
gn_bit gn_one_of(gn_stepping *s, const uint8_t *ops, unsigned count);
#define GN_ONE_OF(s, ...)                                                                          \
    gn_one_of(s, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

void gn_decode(gn_stepping *s);
void gn_open(gn_stepping *s);
void gn_commit(gn_stepping *s);
/* What a store changes stands in memory: it comes to D, and what it adds to the memory's lines. */
void gn_swap_store(gn_stepping *s);
void gn_exchange_words(gn_stepping *s, gn_bit where, uint32_t first, uint32_t second);
/* The other direction of a unit in place. */
void gn_turn_unit(gn_stepping *s);

/* ancilla.c: gradients of ancillas that end are dropped, or kept on a stack */
void gn_open_stack(gn_stepping *s); /* whether the stack gives its top */
void gn_recall(gn_stepping *s);     /* the top is the gradient of an ancilla that comes back */
void gn_release(gn_stepping *s);    /* a gradient that ends leaves, a trap gives the top back */
void gn_mark_push(gn_stepping *s);  /* turns `push` on, and off again */
gn_bit gn_no_space(gn_stepping *s);
/* A gradient that must be zero is not; the target of an update is in D. */
gn_bit gn_kept_dirty(gn_stepping *s);

/* checks.c: the cause of the trap, or 0, and whether the step stops before HALT */
void gn_check(gn_stepping *s);

/* control.c */
typedef struct {
    gn_bit illegal, landing, condition, loop, portal;
} gn_control_traps;
void gn_control_checks(gn_stepping *s, gn_control_traps *traps);
void gn_control(gn_stepping *s);

/* s = -1 of an update */
gn_bit gn_minus(gn_stepping *s);
/* The update carries gradients. */
gn_bit gn_active(gn_stepping *s);
/* D holds the target of an update, also where it is in memory, and F what is added. */
void gn_target_in_d(gn_stepping *s);
gn_bit gn_sum_overflow(gn_stepping *s, gn_bit minus);

#endif
