/* energy.h: technology files and the three energy views of a run (docs/energy.md). */
#ifndef RG_ENERGY_H
#define RG_ENERGY_H

#include <stddef.h>

#include "host-driver/retrograd.h"
#include "isa/isa.h"

/* The constants of a technology file, in SI units. */
typedef struct {
    char name[128];
    double temperature;                          /* K */
    double supply_voltage, reference_voltage;    /* V; the energies below were measured at the reference voltage */
    double node_resistance, node_capacitance;    /* ohm, F: their product is the time constant of a ramp */
    double ramp_time, ramps_per_cycle;           /* s, 1 */
    double leakage_power, resonator_quality;     /* W, 1 */
    double clock_period;                         /* s, conventional view */
    double instruction, memory_word;             /* J each: fetch and sequencing; one data word read or written */
    double copied_bit, erased_bit;               /* J each */
    double value[RG_CLASS_COUNT];                /* J of one instruction of a class */
    double gradient[RG_CLASS_COUNT];             /* J that gradient mode adds to it */
} rg_technology;

/* Parse a technology file; every key must be there once, with value, unit and source. RG_BAD_USE with file, line and
 * column in the fault. path only names text in messages. */
rg_result rg_technology_parse(const char *path, const char *text, size_t size, rg_technology *out, rg_fault *fault);
/* Read and parse; path NULL: the technology that is built in (energy/45nm.yaml). */
rg_result rg_technology_load(const char *path, rg_technology *out, rg_fault *fault);

/* The three views of the counters. Cannot fail. */
void rg_energy_model(const rg_technology *technology, const rg_counters *counters, rg_energy *out);
/* Energy of a linear ramp of length T through R, relative to C V^2; t is T / (R C). 1/2 at t = 0, about 1/t for large t. */
double rg_energy_ramp_factor(double t);

#endif
