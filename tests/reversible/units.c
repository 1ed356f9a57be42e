// What each reversible unit must compute, as plain C on words.
#include "tests/reversible/units.h"

#include <stdbool.h>
#include <stddef.h>

uint64_t unit_low(uint64_t word, unsigned n)
{
    return n >= 64 ? word : word & ((UINT64_C(1) << n) - 1);
}

static void add(unsigned n, int inverse, uint64_t v[])
{
    v[1] = unit_low(inverse ? v[1] - v[0] : v[1] + v[0], n);
}

// Ports a, b, line: the line receives the carry of the sum, or of the sum undone.
static void add_carry(unsigned n, int inverse, uint64_t v[])
{
    uint64_t before = v[1];
    add(n, inverse, v);
    v[2] ^= inverse ? before < v[0] : v[1] < v[0];
}

// Ports control, a, b.
static void add_if(unsigned n, int inverse, uint64_t v[])
{
    if (v[0])
        add(n, inverse, v + 1);
}

// Ports a, b, y.
static void multiply_accumulate(unsigned n, int inverse, uint64_t v[])
{
    v[2] = unit_low(inverse ? v[2] - v[0] * v[1] : v[2] + v[0] * v[1], n);
}

// Ports x, y, overflow: sign in bit n-1, log field below it in two's complement.
static void log_multiply(unsigned n, int inverse, uint64_t v[])
{
    unsigned field = n - 1;
    uint64_t x = unit_low(v[0], field), y = unit_low(v[1], field);
    uint64_t sum = unit_low(inverse ? y - x : y + x, field);
    bool sx = (x >> (field - 1)) & 1, sy = (y >> (field - 1)) & 1, ss = (sum >> (field - 1)) & 1;
    bool overflow = inverse ? sy != sx && ss != sy : sy == sx && ss != sy;
    v[1] = sum | ((((v[0] ^ v[1]) >> field) & 1) << field);
    v[2] ^= overflow;
}

static void swap(unsigned n, int inverse, uint64_t v[])
{
    uint64_t x = v[0];
    (void)n;
    (void)inverse;
    v[0] = v[1];
    v[1] = x;
}

// Ports control, x, y.
static void swap_if(unsigned n, int inverse, uint64_t v[])
{
    if (v[0])
        swap(n, inverse, v + 1);
}

const struct unit UNITS[] = {
    {"rg_ripple_adder", {"a", "b", NULL}, add},
    {"rg_ripple_adder_carry", {"a", "b", "line", NULL}, add_carry},
    {"rg_lookahead_adder", {"a", "b", "line", NULL}, add_carry},
    {"rg_controlled_adder", {"control", "a", "b", NULL}, add_if},
    {"rg_multiply_accumulate", {"a", "b", "y", NULL}, multiply_accumulate},
    {"rg_log_multiply", {"x", "y", "overflow", NULL}, log_multiply},
    {"rg_swap", {"x", "y", NULL}, swap},
    {"rg_controlled_swap", {"control", "x", "y", NULL}, swap_if},
};
const unsigned UNIT_COUNT = sizeof UNITS / sizeof UNITS[0];
