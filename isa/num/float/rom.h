/* rom.h: the constants of the floating-point functions, each a number of 128 digits. Private to
 * isa/num/float. */
#ifndef RG_FLOAT_ROM_H
#define RG_FLOAT_ROM_H

#include "isa/num/float/extended.h"

enum {
#define RG_FLOAT_ROM(name, words) RG_ROM_##name, RG_ROM_END_##name = RG_ROM_##name + (words)-1,
#include "isa/num/float/rom.def"
#undef RG_FLOAT_ROM
    RG_FLOAT_ROM_WORDS
};

extern const rg_ext rg_float_rom[RG_FLOAT_ROM_WORDS];

#endif
