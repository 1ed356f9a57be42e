/* optimum.c: the ramp time of least energy, and how the energy answers to each constant. */
#include "energy/energy.h"
#include "energy/structure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The adiabatic energy of the counters at another ramp time. */
static rg_result at_ramp(rgd_technology *t, double ramp, const rg_counters *counters, unsigned xlen,
                         double *joules, rg_fault *fault)
{
    rg_energy energy;
    const double before = t->constants[RG_CONSTANT_ramp_time].value;
    t->constants[RG_CONSTANT_ramp_time].value = ramp;
    rg_result result = rgd_energy_of(t, counters, xlen, &energy, fault);
    t->constants[RG_CONSTANT_ramp_time].value = before;
    *joules = energy.adiabatic.total_J;
    return result;
}

/* What does not depend on the ramp time (resonator, copies, erasing, unrecovered memory), the
 * energy on the nodes (C V^2), leakage. */
static rg_result split(const rgd_technology *t, const rg_counters *counters, unsigned xlen,
                       double *fixed, double *nodes, double *leak, rg_fault *fault)
{
    rgd_technology slow = *t;
    double fast_J = 0, slow_J = 0,
           rate = ((double)counters->cycles + (double)counters->cycles_copied_in
                   + (double)counters->cycles_copied_out)
                  * rg_energy_ramps(t);
    const double rc = t->constants[RG_CONSTANT_node_resistance].value
                      * t->constants[RG_CONSTANT_node_capacitance].value;
    slow.constants[RG_CONSTANT_leakage_power].value = 0;
    slow.constants[RG_CONSTANT_cell_leakage].value = slow.constants[RG_CONSTANT_bit_leakage].value =
        0;
    rg_result result =
        at_ramp(&slow, rc * 1e-12, counters, xlen, &fast_J, fault); /* half of C V^2 burns */
    if (result == RG_OK)
        result = at_ramp(&slow, rc * 1e15, counters, xlen, &slow_J, fault); /* nothing of it */
    *fixed = slow_J;
    *nodes = 2 * (fast_J - slow_J);
    *leak = rate * rg_energy_style_leakage(t);
    return result;
}

/* A minimum is flat: a double of the energy tells its position to about 1e-8. So it is given with
 * seven digits, the same whatever the last digits of exp and log are on this computer. */
static double seven_digits(double x)
{
    char text[32];

    snprintf(text, sizeof text, "%.6e", x);
    return strtod(text, NULL);
}

/* Golden section on the logarithm of the ramp time: the curve has one minimum. */
static rg_result search(rgd_technology *t, double low, double high, const rg_counters *counters,
                        unsigned xlen, rg_energy_optimum *out, rg_fault *fault)
{
    const double golden = 0.6180339887498949;
    double a = log(low), b = log(high), fx = 0, fy = 0, x = b - golden * (b - a),
           y = a + golden * (b - a);
    rg_result result = at_ramp(t, exp(x), counters, xlen, &fx, fault);
    if (result == RG_OK)
        result = at_ramp(t, exp(y), counters, xlen, &fy, fault);
    for (int i = 0; result == RG_OK && i < 90; i++) {
        if (fx < fy) {
            b = y, y = x, fy = fx, x = b - golden * (b - a);
            result = at_ramp(t, exp(x), counters, xlen, &fx, fault);
        } else {
            a = x, x = y, fx = fy, y = a + golden * (b - a);
            result = at_ramp(t, exp(y), counters, xlen, &fy, fault);
        }
    }
    out->exact_ramp_time_s = seven_digits(exp((a + b) / 2));
    if (result == RG_OK)
        result = at_ramp(t, out->exact_ramp_time_s, counters, xlen, &out->exact_J, fault);
    return result;
}

rg_result rgd_energy_best(const rgd_technology *technology, const rg_counters *counters,
                          unsigned xlen, rg_energy_optimum *out, rg_fault *fault)
{
    rgd_technology t = *technology; /* shares rows and sources, which are only read */
    double fixed = 0, nodes = 0, leak = 0;
    *out = (rg_energy_optimum){0};
    if (t.law != RG_LAW_RAMP && t.law != RG_LAW_STAGED)
        return RG_OK;
    const double rc = t.constants[RG_CONSTANT_node_resistance].value
                      * t.constants[RG_CONSTANT_node_capacitance].value;
    rg_result result = split(&t, counters, xlen, &fixed, &nodes, &leak, fault);
    if (result != RG_OK || leak <= 0 || nodes <= 0)
        return result;
    out->exists = true;
    out->ramp_time_s = sqrt(rc * nodes / leak);
    out->adiabatic_J = fixed + 2 * sqrt(rc * nodes * leak);
    return search(&t, rc * 1e-6, 1e3 * (out->ramp_time_s + rc), counters, xlen, out, fault);
}

static rg_result totals(const rgd_technology *t, const rg_counters *counters, unsigned xlen,
                        double joules[3], rg_fault *fault)
{
    rg_energy energy;
    rg_result result = rgd_energy_of(t, counters, xlen, &energy, fault);
    joules[0] = energy.conventional.total_J;
    joules[1] = energy.adiabatic.total_J;
    joules[2] = energy.landauer.total_J;
    return result;
}

/* Central differences: exact for constants that enter linearly or squared, to 1e-8 for the others.
 * A constant of 0 enters linearly. */
static rg_result one_constant(rgd_technology *t, const rg_counters *counters, unsigned xlen,
                              unsigned index, const double at[3], rg_energy_sensitivity *out,
                              rg_fault *fault)
{
    const double value = t->constants[index].value, step = value == 0 ? 1 : 1e-4 * value;
    double up[3], down[3];
    t->constants[index].value = value + step;
    rg_result result = totals(t, counters, xlen, up, fault);
    t->constants[index].value = value == 0 ? 0 : value - step;
    if (result == RG_OK)
        result = totals(t, counters, xlen, down, fault);
    t->constants[index].value = value;
    for (size_t view = 0; view < 3; view++) {
        double slope = (up[view] - down[view]) / (value == 0 ? step : 2 * step);
        out->J_per_unit[view] = slope;
        out->percent[view] = at[view] != 0 ? slope * value / at[view] : 0;
    }
    return result;
}

rg_result rgd_energy_sensitivities(const rgd_technology *technology, const rg_counters *counters,
                                   unsigned xlen, rg_energy_sensitivity *out, size_t *count,
                                   rg_fault *fault)
{
    rgd_technology t = *technology;
    double at[3];
    *count = 0;
    rg_result result = totals(&t, counters, xlen, at, fault);
    for (unsigned i = 0; result == RG_OK && i < RG_CONSTANT_COUNT; i++) {
        if (!t.constants[i].given)
            continue;
        rg_energy_sensitivity *one = &out[(*count)++];
        *one = (rg_energy_sensitivity){.constant = rg_constant_specs[i].name,
                                       .unit = rg_constant_specs[i].unit,
                                       .value = t.constants[i].value};
        result = one_constant(&t, counters, xlen, i, at, one, fault);
    }
    return result;
}

size_t rgd_technology_constants(const rgd_technology *technology, rg_energy_constant *out,
                                size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < RG_CONSTANT_COUNT; i++) {
        const rg_constant *c = &technology->constants[i];
        if (!c->given)
            continue;
        if (count < capacity)
            out[count] = (rg_energy_constant){rg_constant_specs[i].name,
                                              rg_constant_specs[i].unit,
                                              rg_constant_specs[i].what,
                                              c->overridden ? "set on the command line" : c->source,
                                              c->value,
                                              c->file_value,
                                              c->overridden,
                                              c->low,
                                              c->high};
        count++;
    }
    return count;
}

size_t rgd_technology_overridden_rows(const rgd_technology *technology, rg_energy_row *out,
                                      size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < technology->row_count; i++) {
        const rg_row *row = &technology->rows[i];
        if (!row->overridden)
            continue;
        if (count < capacity)
            out[count] = (rg_energy_row){rg_row_kind(row->kind),
                                         rg_counted_modes[row->mode],
                                         rg_directions[row->direction],
                                         row->farads ? "F" : "J",
                                         row->width,
                                         row->mean,
                                         row->file_mean};
        count++;
    }
    return count;
}

const char *rg_technology_builtin(size_t index)
{
    size_t count;
    const rg_energy_file *files = rg_energy_builtins(&count);
    for (size_t i = 0; i < count; i++)
        if (rg_is_technology(files[i].name) && index-- == 0)
            return files[i].name;
    return NULL;
}
