/* level.h: the levels of the optimiser at which every random program runs: -O0, the defaults, and
 * one for each pass that is off. */
#ifndef REGISTERS_LEVEL_H
#define REGISTERS_LEVEL_H

#include "compiler/opt/opt.h"

enum { LEVELS = OPT_PASS_COUNT + 2 };

static inline opt_set level_off(unsigned level)
{
    return level == 0 ? OPT_EVERY : level == 1 ? 0 : UINT32_C(1) << (level - 2);
}

/* "-O0", "the defaults", or the pass that is off. */
static inline const char *level_name(unsigned level)
{
    return level == 0 ? "-O0" : level == 1 ? "the defaults" : opt_name(level - 2);
}

#endif
