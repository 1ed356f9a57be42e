/* prices.c: a technology as prices of single instructions, for the compiler's choice between
 * uncomputing, keeping and erasing. */
#include "energy/energy.h"

static rg_result price(const rgd_technology *technology, unsigned xlen, const rg_counters *counters,
                       double *out, rg_fault *fault)
{
    rg_energy energy;
    rg_result result = rgd_energy_of(technology, counters, xlen, &energy, fault);
    *out = energy.has_adiabatic ? energy.adiabatic.total_J : energy.conventional.total_J;
    return result;
}

rg_result rgd_energy_prices(const rgd_technology *technology, unsigned xlen, unsigned frac,
                            opt_prices *out, rg_fault *fault)
{
    rg_counters cycle = {.cycles = 1}, bit = {.bits_erased_gradient = 1};
    rg_result result = RG_OK;
    *out = (opt_prices){.xlen = xlen, .frac = frac, .may_erase = true, .budget = UINT64_MAX};
    for (unsigned class = 0; class < RG_CLASS_COUNT && result == RG_OK; class ++) {
        rg_counters value = {.instructions = 1}, gradient = value;
        value.by_mode[0][0][class] = gradient.by_mode[1][0][class] = 1;
        result = price(technology, xlen, &value, &out->instruction[class], fault);
        if (result == RG_OK)
            result = price(technology, xlen, &gradient, &out->gradient[class], fault);
    }
    if (result == RG_OK)
        result = price(technology, xlen, &cycle, &out->cycle, fault);
    return result == RG_OK ? price(technology, xlen, &bit, &out->erased_bit, fault) : result;
}
