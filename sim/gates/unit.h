/* unit.h: the function unit of one instruction as a net: the value and the gradient contributions
 * of isa/num/num.h. */
#ifndef RG_GATES_UNIT_H
#define RG_GATES_UNIT_H

#include "isa/num/num.h"
#include "sim/gates/net.h"

enum { GN_OVERFLOW_LINES = 3, GN_MORE_WORDS = 5 };

/* Lines of the unit's operands and results. A word has xlen lines, w and gw have two words. The net
 * adds the results to the lines by exclusive or, and changes no operand. */
typedef struct {
    uint32_t a, b, gy, y, ga, w, gw, wrap, inverse;
    uint32_t f, da, db;
    uint32_t more;            /* five words behind f, the names below say which */
    uint32_t trap, value_ovf; /* 4 lines, and 1 */
    uint32_t grad_ovf;        /* how many gradient products do not fit */
} gn_unit_ports;

/* Results other than f, da and db, by their index in `more`. What is new replaces an
 * operand: f is then the new D. */
enum {
    GN_HIGH = 0,   /* WMAC: the high word of the product; f is the low one */
    GN_NEW_A = 0,  /* what turns a plane */
    GN_NEW_W = 0,  /* MULDIV: two words */
    GN_NEW_GD = 2, /* both, with gradients */
    GN_NEW_GA = 3, /* what turns a plane */
    GN_NEW_GW = 3  /* MULDIV: two words */
};

/* Gates from `copy` on bring the results to their lines; those before make them. */
typedef struct {
    gn_net net;
    size_t copy;
} gn_unit;

/* The lines of a unit by itself, from 0 on; returns how many. */
uint32_t gn_lay_out_unit(unsigned xlen, gn_unit_ports *ports);
/* Whether there is a net for this opcode. */
bool gn_has_unit(unsigned op);
/* Whether its results take the place of its operands. From those the unit with the other `inverse`
 * makes the operands again, and so takes them from its lines. */
bool gn_is_in_place(unsigned op);
/* grad: with the contributions to gradients. lines: those that are taken. False when memory is
 * short. Free it with gn_free(&unit->net) whatever the result is. */
bool gn_make_unit(gn_unit *unit, const rg_num_config *config, unsigned op, bool grad,
                  const gn_unit_ports *ports, uint32_t lines);
/* Undoes what made the results, which stay. False when memory is short. */
bool gn_close_unit(gn_unit *unit);

#endif
