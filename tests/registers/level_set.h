/* level_set.h: a device that compiles at a level of the optimiser. */
#ifndef REGISTERS_LEVEL_SET_H
#define REGISTERS_LEVEL_SET_H

#include "host-driver/retrograd.h"
#include "tests/registers/level.h"

/* False when the device refuses. What is loaded later is compiled at this level, and verified. */
static inline bool level_set(rg_device *device, unsigned level)
{
    const char *names[OPT_PASS_COUNT];

    rg_set_verify(device, true);
    return rg_set_passes_off(device, names, opt_names(level_off(level), names), NULL) == RG_OK;
}

#endif
