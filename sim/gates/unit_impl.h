/* unit_impl.h: what the parts of the function unit share. */
#ifndef RG_GATES_UNIT_IMPL_H
#define RG_GATES_UNIT_IMPL_H

#include "isa/isa.h"
#include "isa/num/code.h"
#include "sim/gates/unit.h"
#include "sim/gates/words.h"

typedef struct {
    gn_bit bit[GN_WORD];
} gn_word;

/* A quotient or a root under way, and what it writes to `overflow`. */
typedef struct {
    gn_word word;
    gn_bit overflow;
} gn_passing;

/* A unit that is being made: its registers hold bits on lines, and never change those lines. */
typedef struct {
    gn_net *n;
    const rg_num_config *config;
    unsigned op;
    bool grad;
    gn_word r[RG_NUM_REGISTERS];
    gn_bit product[GN_PRODUCT], overflow;
    gn_passing quotient, second, root;
    gn_bit wrap, trap, cause[4], value_ovf; /* trap: there is one */
    gn_bit grad_ovf[GN_OVERFLOW_LINES];
    gn_word more[GN_MORE_WORDS];
} gn_making;

/* a with the sign of its lowest `bits` bits */
gn_word gn_wrapped(gn_word a, unsigned bits);
void gn_raise(gn_making *m, gn_bit when, unsigned cause);
/* One more gradient product that does not fit. */
void gn_gradient_overflow(gn_making *m, gn_bit when);
/* The whole micro-program. */
void gn_run_program(gn_making *m);
/* The operations of one clock. */
void gn_simple(gn_making *m);
/* Multiply-divide with a bank; f, more, DA and DB are its results. */
void gn_muldiv(gn_making *m, const gn_unit_ports *ports);

#endif
