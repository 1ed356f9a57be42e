/* api_energy.c: the functions of retrograd.h for technologies and energy. */
#include "host-driver/api.h"

#include "energy/energy.h"

#include <math.h>
#include <string.h>

rg_technology *rg_technology_open(const char *name, rg_fault *fault)
{
    return rg_technology_open_for(name, NULL, fault);
}

rg_technology *rg_technology_open_for(const char *name, const rg_identity *machine, rg_fault *fault)
{
    rgd_technology *technology = rgd_technology_open_for(name, machine, fault);
    if (!technology)
        return NULL;
    rg_technology *handle = rg_handle_open(RG_HANDLE_TECHNOLOGY, technology);
    if (!handle) {
        rgd_technology_close(technology);
        rg_no_memory(fault);
    }
    return handle;
}

rg_result rg_technology_close(rg_technology *handle)
{
    if (!handle)
        return RG_OK;
    rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    if (!technology)
        return RG_BAD_USE;
    rg_handle_close(RG_HANDLE_TECHNOLOGY, handle, RG_HANDLE_CLOSED);
    rgd_technology_close(technology);
    return RG_OK;
}

rg_result rg_technology_set(rg_technology *handle, const char *setting, rg_fault *fault)
{
    rgd_technology *technology = rg_given(setting, "setting", __func__, fault)
                                     ? rg_see_technology(handle, __func__, fault)
                                     : NULL;
    return technology ? rgd_technology_set(technology, setting, fault) : RG_BAD_USE;
}

rg_result rg_technology_by_activity(rg_technology *handle, rg_fault *fault)
{
    rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_technology_by_activity(technology, fault) : RG_BAD_USE;
}

rg_result rg_energy_bands(const rg_technology *handle, const rg_counters *counters, unsigned xlen,
                          rg_energy_band bands[RG_BANDS], rg_fault *fault)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_energy_bands(technology, counters, xlen, bands, fault) : RG_BAD_USE;
}

rg_result rg_ert_write(const rg_technology *handle, FILE *out, rg_fault *fault)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    if (!technology)
        return RG_BAD_USE;
    rgd_ert_write(technology, out);
    return RG_OK;
}

rg_result rg_action_counts_write(const rg_technology *handle, const rg_counters *counters,
                                 unsigned xlen, FILE *out, rg_fault *fault)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_action_counts_write(technology, counters, xlen, out, fault)
                      : RG_BAD_USE;
}

double rg_energy_circuit_bound(const rg_technology *handle, const rg_counters *counters)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology ? rgd_energy_circuit_bound(technology, counters) : NAN;
}

const char *rg_technology_name(const rg_technology *handle)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology ? technology->name : "";
}

const char *rg_technology_about(const rg_technology *handle)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology ? technology->about : "";
}

const char *rg_technology_origin(const rg_technology *handle)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology ? technology->origin : "";
}

const char *rg_technology_law(const rg_technology *handle)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology ? rg_law_names[technology->law] : "";
}

const char *rg_technology_table(const rg_technology *handle)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology ? technology->table : "";
}

const char *rg_technology_core(const rg_technology *handle)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology ? technology->core : "";
}

const char *rg_technology_machine_core(const rg_technology *handle, char *text, size_t size)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    const bool known = technology && technology->for_machine;
    return known && rg_identity_core(&technology->machine, text, size) ? text : "";
}

size_t rg_technology_constants(const rg_technology *handle, rg_energy_constant *out,
                               size_t capacity)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology && rg_room(out, capacity, __func__)
               ? rgd_technology_constants(technology, out, capacity)
               : 0;
}

size_t rg_technology_overridden_rows(const rg_technology *handle, rg_energy_row *out,
                                     size_t capacity)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, NULL);
    return technology && rg_room(out, capacity, __func__)
               ? rgd_technology_overridden_rows(technology, out, capacity)
               : 0;
}

rg_result rg_get_energy(const rg_job *handle, const char *name, rg_energy *energy, rg_fault *fault)
{
    const rgd_job *job =
        rg_given(energy, "energy", __func__, fault) ? rg_see_job(handle, __func__, fault) : NULL;
    if (!job)
        return RG_BAD_USE;
    const rg_identity machine = rg_identity_of(job->device->config);
    rgd_technology *technology = rgd_technology_open_for(name, &machine, fault);
    if (!technology)
        return RG_BAD_USE;
    rg_result result = rgd_energy_of(technology, &job->counters, job->device->xlen, energy, fault);
    rgd_technology_close(technology);
    return result;
}

rg_result rg_energy_of(const rg_technology *handle, const rg_counters *counters, unsigned xlen,
                       rg_energy *energy, rg_fault *fault)
{
    if (!rg_given(counters, "counters", __func__, fault)
        || !rg_given(energy, "energy", __func__, fault))
        return RG_BAD_USE;
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_energy_of(technology, counters, xlen, energy, fault) : RG_BAD_USE;
}

rg_result rg_energy_terms(const rg_technology *handle, const rg_counters *counters, unsigned xlen,
                          rg_energy_term *terms, size_t *count, rg_fault *fault)
{
    if (!rg_given(counters, "counters", __func__, fault)
        || !rg_given(terms, "terms", __func__, fault) || !rg_given(count, "count", __func__, fault))
        return RG_BAD_USE;
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_energy_terms(technology, counters, xlen, terms, count, fault)
                      : RG_BAD_USE;
}

rg_result rg_energy_best(const rg_technology *handle, const rg_counters *counters, unsigned xlen,
                         rg_energy_optimum *out, rg_fault *fault)
{
    if (!rg_given(counters, "counters", __func__, fault) || !rg_given(out, "out", __func__, fault))
        return RG_BAD_USE;
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_energy_best(technology, counters, xlen, out, fault) : RG_BAD_USE;
}

rg_result rg_energy_sensitivities(const rg_technology *handle, const rg_counters *counters,
                                  unsigned xlen, rg_energy_sensitivity *out, size_t *count,
                                  rg_fault *fault)
{
    if (!rg_given(counters, "counters", __func__, fault) || !rg_given(out, "out", __func__, fault)
        || !rg_given(count, "count", __func__, fault))
        return RG_BAD_USE;
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_energy_sensitivities(technology, counters, xlen, out, count, fault)
                      : RG_BAD_USE;
}

rg_result rg_energy_prices(const rg_technology *handle, unsigned xlen, unsigned frac,
                           opt_prices *out, rg_fault *fault)
{
    const rgd_technology *technology = rg_see_technology(handle, __func__, fault);
    return technology ? rgd_energy_prices(technology, xlen, frac, out, fault) : RG_BAD_USE;
}
