/* float_core.h: what the core with Float in the RTL has of the instructions
 * (docs/development/float-core.md). The engine `float` has all of them. */
#ifndef RG_FLOAT_CORE_H
#define RG_FLOAT_CORE_H

#include "isa/isa.h"

/* Whether the core has it; if not it traps there as ILLEGAL. For what rg_decode_any accepted. */
bool rg_float_core_has(const rg_instruction *in);

/* Whether its unit of Floats does it. */
bool rg_float_core_unit(const rg_instruction *in);

#endif
