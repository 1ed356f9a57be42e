/* float_core.h: what the core with Float in the RTL has of the instructions
 * (docs/development/float-core.md). The engine `float` has all of them. */
#ifndef RG_FLOAT_CORE_H
#define RG_FLOAT_CORE_H

#include "isa/isa.h"

/* By operation, which the decoder of the core takes from here: whether it has it, the operand kinds
 * that it may have there, and whether its unit of Floats does it. That may ask for
 * RG_WIDE_OPERANDS. */
bool rg_float_core_has_op(unsigned op);
unsigned rg_float_core_kinds(unsigned op);
bool rg_float_core_unit_op(unsigned op);

/* Whether the core has it; if not it traps there as ILLEGAL. For what rg_decode_any accepted. */
bool rg_float_core_has(const rg_instruction *in);

/* Whether its unit of Floats does it. */
bool rg_float_core_unit(const rg_instruction *in);

/* The clocks that this adds to the step. */
unsigned rg_float_core_clocks(unsigned op, bool gradients);

#endif
