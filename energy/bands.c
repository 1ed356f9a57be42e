/* bands.c: the totals of a run over the assumptions of a technology: between which values they lie
 * when each constant with `low` and `high` takes either. */
#include "energy/energy.h"

static double total_of(const rg_energy *energy, unsigned view)
{
    const rg_energy_view *const views[RG_BANDS] = {&energy->conventional, &energy->adiabatic,
                                                   &energy->landauer};
    return views[view]->total_J;
}

typedef struct {
    const rgd_technology *technology;
    const rg_counters *counters;
    unsigned xlen, view;
    rg_fault *fault;
} banding;

static rg_result total(const banding *b, const rgd_technology *technology, double *out)
{
    rg_energy energy;
    rg_result result = rgd_energy_of(technology, b->counters, b->xlen, &energy, b->fault);
    *out = result == RG_OK ? total_of(&energy, b->view) : 0;
    return result;
}

/* Each constant is put to the end that is better for the total, the others as the file has them.
 * That is the extreme where the total rises or falls with each constant whatever the others are. */
static rg_result extreme(const banding *b, bool most, double *out)
{
    rgd_technology chosen = *b->technology;
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < RG_CONSTANT_COUNT; i++) {
        const rg_constant *constant = &b->technology->constants[i];
        rgd_technology one = *b->technology;
        double low, high;
        if (!constant->given || !(constant->low < constant->high))
            continue;
        one.constants[i].value = constant->low;
        result = total(b, &one, &low);
        one.constants[i].value = constant->high;
        if (result == RG_OK)
            result = total(b, &one, &high);
        if (result == RG_OK)
            chosen.constants[i].value = (high > low) == most ? constant->high : constant->low;
    }
    return result == RG_OK ? total(b, &chosen, out) : result;
}

rg_result rgd_energy_bands(const rgd_technology *technology, const rg_counters *counters,
                           unsigned xlen, rg_energy_band bands[RG_BANDS], rg_fault *fault)
{
    rg_result result = RG_OK;
    for (unsigned view = 0; result == RG_OK && view < RG_BANDS; view++) {
        const banding b = {technology, counters, xlen, view, fault};
        result = extreme(&b, false, &bands[view].low_J);
        if (result == RG_OK)
            result = extreme(&b, true, &bands[view].high_J);
    }
    return result;
}
