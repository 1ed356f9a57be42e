/* unit.h: the function unit of one instruction as a net: the value and the gradient contributions
 * of isa/num/num.h. */
#ifndef RG_GATES_UNIT_H
#define RG_GATES_UNIT_H

#include "isa/num/num.h"
#include "sim/gates/net.h"

enum { GN_GRADIENT_OVERFLOWS = 3 };

/* Lines of the unit's operands and results. A word has xlen lines. The net adds the results to the
 * lines by exclusive or, and changes no operand. */
typedef struct {
    uint32_t a, b, gy, y, ga, wrap, inverse;
    uint32_t f, da, db;       /* or, of what turns a plane, y2, a2 and the angle's part */
    uint32_t trap, value_ovf; /* 4 lines, and 1 */
    uint32_t grad_ovf;        /* a line for each product that can overflow */
} gn_unit_ports;

/* Gates from `copy` on bring the results to their lines; those before make them. */
typedef struct {
    gn_net net;
    size_t copy;
} gn_unit;

/* The lines of a unit by itself, from 0 on; returns how many. */
uint32_t gn_lay_out_unit(unsigned xlen, gn_unit_ports *ports);
/* Whether there is a net for this opcode. */
bool gn_has_unit(unsigned op);
/* grad: with the contributions to gradients. lines: those that are taken. False when memory is
 * short. Free it with gn_free(&unit->net) whatever the result is. */
bool gn_make_unit(gn_unit *unit, const rg_num_config *config, unsigned op, bool grad,
                  const gn_unit_ports *ports, uint32_t lines);

#endif
