/* model.c: conventional, adiabatic and Landauer energy of one run, from its counters. */
#include "energy/energy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double boltzmann = 1.380649e-23; /* J/K, exact by the definition of the kelvin */
static const double pi = 3.14159265358979323846;

double rg_energy_ramp_factor(double t)
{
    if (t < 1e-4)
        return 0.5 - t / 6; /* the series, where the closed form cancels */
    return (1 - (1 - exp(-t)) / t) / t;
}

static void add_part(rg_energy_view *view, const char *name, double joules)
{
    view->parts[view->part_count++] = (rg_energy_part){name, joules};
    view->total_J += joules;
}

/* Energies of a run when every switched node burns C V^2 / 2, by kind. */
typedef struct { double operations, gradient, instructions, memory; } switched;

static switched switched_energy(const rg_technology *technology, const rg_counters *counters)
{
    switched s = {0};
    double scale = technology->supply_voltage / technology->reference_voltage;
    scale *= scale; /* C stays, so E goes with V^2 */
    for (unsigned class = 0; class < RG_CLASS_COUNT; class++) {
        s.operations += scale * technology->value[class] * (double)(counters->forward[class] + counters->backward[class]);
        /* A tangent costs what a gradient does; both together also the tangents of the gradients and the second partials. */
        s.gradient += scale * technology->gradient[class] *
                      (double)(counters->gradient[class] + counters->tangent[class] + 2 * counters->both[class]);
    }
    s.instructions = scale * technology->instruction * (double)counters->instructions;
    s.memory = scale * technology->memory_word *
               (double)(counters->memory_reads + counters->memory_writes + counters->gradient_reads + counters->gradient_writes +
                        counters->tangent_reads + counters->tangent_writes);
    return s;
}

static void add_switched(rg_energy_view *view, const switched *s, double factor)
{
    add_part(view, "operations", factor * s->operations);
    add_part(view, "gradient lanes", factor * s->gradient);
    add_part(view, "fetch and control", factor * s->instructions);
    add_part(view, "memory", factor * s->memory);
}

void rg_energy_model(const rg_technology *technology, const rg_counters *counters, rg_energy *out)
{
    const switched s = switched_energy(technology, counters);
    const double cycles = (double)counters->cycles;
    const double copied = (double)counters->bits_copied_out;
    const double erased = (double)(counters->bits_erased_gradient + counters->bits_erased_host);
    const double time_constant = technology->node_resistance * technology->node_capacitance;
    memset(out, 0, sizeof *out);
    snprintf(out->technology, sizeof out->technology, "%s", technology->name);

    rg_energy_view *view = &out->conventional;
    out->conventional_s = cycles * technology->clock_period;
    add_switched(view, &s, 1);
    add_part(view, "leakage", technology->leakage_power * out->conventional_s);
    add_part(view, "copies to the host", technology->copied_bit * copied);
    add_part(view, "erasing", technology->erased_bit * erased);

    view = &out->adiabatic;
    out->adiabatic_s = cycles * technology->ramp_time * technology->ramps_per_cycle;
    add_switched(view, &s, 2 * rg_energy_ramp_factor(technology->ramp_time / time_constant));
    add_part(view, "resonator",
             2 * pi / technology->resonator_quality * (s.operations + s.gradient + s.instructions + s.memory));
    add_part(view, "leakage", technology->leakage_power * out->adiabatic_s);
    add_part(view, "copies to the host", technology->copied_bit * copied);
    add_part(view, "erasing", technology->erased_bit * erased);

    view = &out->landauer;
    const double bit = boltzmann * technology->temperature * log(2.0);
    add_part(view, "copies to the host", bit * copied);
    add_part(view, "erasing", bit * erased);
}

rg_result rg_get_energy(const rg_job *job, const char *technology, rg_energy *energy, rg_fault *fault)
{
    rg_technology constants;
    rg_counters counters;
    rg_result result = rg_technology_load(technology, &constants, fault);
    if (result != RG_OK)
        return result;
    rg_get_counters(job, &counters);
    rg_energy_model(&constants, &counters, energy);
    return RG_OK;
}
