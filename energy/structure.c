/* structure.c: ramps, swings, leakage and memory words from the structure of the machine. */
#include "energy/structure.h"

#include <math.h>

static double value(const rgd_technology *t, unsigned index) { return t->constants[index].value; }
#define C(t, name) value(t, RG_CONSTANT_##name)
static bool given(const rgd_technology *t, unsigned index) { return t->constants[index].given; }

double rg_energy_ramps(const rgd_technology *t)
{
    return t->law == RG_LAW_STAGED ? C(t, logic_levels) * C(t, ramps_per_level)
                                   : C(t, ramps_per_cycle);
}

double rg_energy_swing(const rgd_technology *t)
{
    return t->law == RG_LAW_STAGED ? C(t, swing_factor) / C(t, activity) : 1;
}

static double cells_leak(const rgd_technology *t, double transistors)
{
    double power = C(t, cells) * C(t, cell_leakage) * transistors;
    if (given(t, RG_CONSTANT_memory_bits) && given(t, RG_CONSTANT_bit_leakage))
        power += C(t, memory_bits) * C(t, bit_leakage);
    return power;
}

static bool counts_cells(const rgd_technology *t)
{
    return given(t, RG_CONSTANT_cells) && given(t, RG_CONSTANT_cell_leakage);
}

double rg_energy_leakage(const rgd_technology *t)
{
    return counts_cells(t) ? cells_leak(t, 1) : C(t, leakage_power);
}

/* A cell of the style leaks as often as it has transistors for one of a conventional cell. */
double rg_energy_style_leakage(const rgd_technology *t)
{
    return t->law == RG_LAW_STAGED && counts_cells(t) ? cells_leak(t, C(t, swing_factor))
                                                      : rg_energy_leakage(t);
}

/* Between 32 KB (20 pJ) and 1 MB (100 pJ) the table of M. Horowitz, ISSCC 2014, goes with the size
 * to the power ln 5 / ln 32. In width it is linear: the bit lines that switch. */
double rg_energy_word(const rgd_technology *t, unsigned width)
{
    double word = C(t, memory_word);
    if (given(t, RG_CONSTANT_bank_ratio))
        word *= pow(C(t, bank_ratio), log(5) / log(32));
    if (given(t, RG_CONSTANT_memory_word_bits))
        word *= (double)width / C(t, memory_word_bits);
    return word;
}
