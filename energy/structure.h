/* structure.h: what the model derives from the structure of the machine: ramps of a cycle, nodes
 * that swing, leakage of cells and bits, words of a memory of its size. */
#ifndef RG_ENERGY_STRUCTURE_H
#define RG_ENERGY_STRUCTURE_H

#include "energy/energy.h"

/* Ramps in a clock cycle, under the laws `ramp` and `staged`. */
double rg_energy_ramps(const rgd_technology *technology);
/* Energy that swings in the logic style for each joule that conventional logic switches. In
 * power-clocked logic every node in use swings in every cycle, on each of its rails. */
double rg_energy_swing(const rgd_technology *technology);
/* Leakage of the machine in conventional cells, and in those of the logic style. */
double rg_energy_leakage(const rgd_technology *technology);
double rg_energy_style_leakage(const rgd_technology *technology);
/* A word of a bank, at the reference voltage. */
double rg_energy_word(const rgd_technology *technology, unsigned width);

#endif
