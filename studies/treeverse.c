/* treeverse.c: `treeverse PROGRAM STEPS SLOTS`: the derivative of STEPS steps by checkpoints on the
 * host (treeverse: A. Griewank, "Achieving logarithmic growth of temporal and spatial complexity in
 * reverse automatic differentiation", 1992), on the machine.
 *
 * The host keeps at most SLOTS states besides the one it works on, lets the machine run single
 * steps forward, forgetting the state before, and differentiates each step once, from the last to
 * the first. Prints one line of CSV. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/retrograd.h"

typedef struct {
    rg_job *job;
    rg_fault fault;
    uint32_t *split; /* of steps l with s slots, at [s * (steps + 1) + l]: how far to advance */
    uint64_t *cost;  /* steps forward, likewise */
    size_t steps;
    uint64_t forward, gradients, cycles, instructions, erased, copied;
    double conventional, adiabatic, landauer, slope;
    size_t kept, most_kept;
} verse;

/* Fewest forward steps for every length and number of slots, by dynamic programming. */
static bool plan(verse *v, size_t slots)
{
    size_t width = v->steps + 1;
    v->split = calloc((slots + 1) * width, sizeof *v->split);
    v->cost = calloc((slots + 1) * width, sizeof *v->cost);
    for (size_t s = 0; v->split && v->cost && s <= slots; s++)
        for (size_t l = 2; l < width; l++) {
            uint64_t *best = &v->cost[s * width + l];
            *best = s == 0 ? l * (l - 1) / 2 : UINT64_MAX;
            for (size_t m = 1; s > 0 && m < l; m++) {
                uint64_t c = m + v->cost[(s - 1) * width + l - m] + v->cost[s * width + m];
                if (c < *best) {
                    *best = c;
                    v->split[s * width + l] = (uint32_t)m;
                }
            }
        }
    return v->split && v->cost;
}

static bool count(verse *v)
{
    rg_counters c;
    rg_energy e;
    rg_get_counters(v->job, &c);
    if (rg_get_energy(v->job, NULL, &e, &v->fault) != RG_OK)
        return false;
    v->cycles += c.cycles;
    v->instructions += c.instructions;
    v->erased += c.bits_erased_gradient + c.bits_erased_host;
    v->copied += c.bits_copied_out;
    v->conventional += e.conventional.total_J;
    v->adiabatic += e.adiabatic.total_J;
    v->landauer += e.landauer.total_J;
    return true;
}

static bool set(verse *v, double x)
{
    return rg_set_number(v->job, "y!", 0, &v->fault) == RG_OK
           && rg_set_number(v->job, "x", x, &v->fault) == RG_OK;
}

/* The state `by` steps on. */
static bool advance(verse *v, double *x, size_t by)
{
    for (size_t i = 0; i < by; i++) {
        if (!set(v, *x) || rg_call(v->job, &v->fault) != RG_OK || rg_get(v->job, "y!", x, 1) != 1
            || !count(v))
            return false;
        v->forward++;
    }
    return true;
}

static bool differentiate(verse *v, double x)
{
    double slope;
    if (!set(v, x) || rg_gradient(v->job, "y!", 0, 0, &v->fault) != RG_OK
        || rg_get_gradient(v->job, "x", &slope, 1) != 1 || !count(v))
        return false;
    v->slope *= slope;
    v->gradients++;
    return true;
}

/* The steps from `begin`, of which x is the state, `length` of them, from the last to the first. */
static bool reverse(verse *v, double begin, size_t length, size_t slots)
{
    while (length > 1 && slots > 0) {
        size_t by = v->split[slots * (v->steps + 1) + length];
        double x = begin;
        v->kept++;
        v->most_kept = v->kept > v->most_kept ? v->kept : v->most_kept;
        if (!advance(v, &x, by) || !reverse(v, x, length - by, slots - 1))
            return false;
        v->kept--;
        length = by;
    }
    for (size_t i = length; i-- > 0;) {
        double x = begin;
        if (!advance(v, &x, i) || !differentiate(v, x))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    verse v = {.slope = 1};
    unsigned long slots = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    v.steps = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    if (v.steps < 1 || v.steps > 4096 || slots > 4096) {
        fprintf(stderr, "usage: treeverse PROGRAM STEPS SLOTS\n");
        return 2;
    }
    rg_device *device = rg_device_open("fast", &v.fault);
    bool good = device && rg_load(device, argv[1], &v.fault) == RG_OK
                && (v.job = rg_job_new(device, "pendulum", &v.fault)) && plan(&v, slots)
                && reverse(&v, 1, v.steps, slots);
    if (good && v.forward != v.cost[slots * (v.steps + 1) + v.steps]) {
        fprintf(stderr, "treeverse: %llu steps were taken, %llu planned\n",
                (unsigned long long)v.forward,
                (unsigned long long)v.cost[slots * (v.steps + 1) + v.steps]);
        good = false;
    } else if (!good) {
        fprintf(stderr, "treeverse: %s\n", v.fault.message);
    }
    if (good)
        printf("%zu,%lu,%zu,%llu,%llu,%llu,%llu,%.9g,%.9g,%.9g,%llu,%llu,%.12g\n", v.steps, slots,
               v.most_kept, (unsigned long long)v.forward, (unsigned long long)v.gradients,
               (unsigned long long)v.cycles, (unsigned long long)v.instructions, v.conventional,
               v.adiabatic, v.landauer, (unsigned long long)v.erased, (unsigned long long)v.copied,
               v.slope);
    rg_job_free(v.job);
    rg_device_close(device);
    free(v.split);
    free(v.cost);
    return good ? 0 : 1;
}
