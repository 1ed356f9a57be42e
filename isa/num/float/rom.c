/* rom.c: the table that isa/gen_float.c makes. */
#include "isa/num/float/rom.h"

#define DIGITS(high, low) ((rg_ext_digits)UINT64_C(high) << 64 | UINT64_C(low))
const rg_ext rg_float_rom[RG_FLOAT_ROM_WORDS] = {
#include "rg_float_rom.h"
};
