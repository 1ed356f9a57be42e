/* hardware.h: what the hardware of a variant costs, synthesised when it is asked for. */
#ifndef RG_EXPLORE_HARDWARE_H
#define RG_EXPLORE_HARDWARE_H

#include "explore/points.h"

/* The fields `hardware` of a point whose command this is: cells, flip_flops, area_um2, path_s,
 * levels, memory_bits, read_ports, write_ports. `make hardware` of the sources makes them and keeps
 * them by the hash of what they follow from. Owned by the cache; NULL with the fault set. */
const json_t *ex_hardware(const ex_places *places, const char *command, json_t *cache,
                          rg_fault *fault);
/* The shortest clock of it, in seconds. */
double ex_hardware_path(const json_t *hardware);

#endif
