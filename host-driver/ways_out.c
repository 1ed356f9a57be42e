/* ways_out.c: the help that a message on a number that does not fit ends with.
 *
 * A machine is named only where it helps: one whose range is wider than that of the machine that
 * ran, and that holds the number where its size is known. */
#include "host-driver/ways_out.h"
#include "isa/machine.h"

#include <math.h>
#include <stdio.h>

/* Fraction bits of the 64-bit machines that are proposed, the finest first. */
static const unsigned finer_first[] = {43, 36, 28, 20, 12};
enum { PROPOSED = sizeof finer_first / sizeof finer_first[0], WIDEST = 64 };

static int integer_bits(const rg_identity *machine)
{
    return (int)machine->of[RG_PARAMETER_XLEN] - 1 - (int)machine->of[RG_PARAMETER_FRAC];
}

/* The logarithm to base 2 of the limit of a machine with so many integer bits. */
static double range(rg_misfit_cause cause, int bits)
{
    return cause == RG_MISFIT_LOG ? ldexp(1, bits - 1) : bits;
}

/* A Log holds small magnitudes as far as large ones. */
static double needed(rg_misfit misfit)
{
    if (misfit.magnitude == 0 || !isfinite(misfit.magnitude))
        return 0;
    const double bits = log2(fabs(misfit.magnitude));
    return misfit.cause == RG_MISFIT_LOG ? fabs(bits) : bits;
}

/* ". `make machine XLEN=64 FRAC=36` builds a machine whose limit is 2^27", or "" where none would
 * do. */
static void wider_machine(const rg_identity *machine, rg_misfit misfit, char *text, size_t size)
{
    char variables[RG_IDENTITY_TEXT];
    rg_identity other = *machine;
    text[0] = '\0';
    other.of[RG_PARAMETER_XLEN] = WIDEST;
    for (unsigned i = 0; i < PROPOSED; i++) {
        other.of[RG_PARAMETER_FRAC] = finer_first[i];
        const double holds = range(misfit.cause, integer_bits(&other));
        if (integer_bits(&other) <= integer_bits(machine) || holds <= needed(misfit)
            || rg_identity_broken_rule(&other)
            || !rg_identity_variables(&other, variables, sizeof variables))
            continue;
        snprintf(text, size, ". `make machine %s` builds a machine whose limit is 2^%.0f",
                 variables, holds);
        return;
    }
}

static void wider_int(const rg_identity *machine, char *text, size_t size)
{
    char variables[RG_IDENTITY_TEXT];
    rg_identity other = *machine;
    other.of[RG_PARAMETER_XLEN] = WIDEST;
    if (machine->of[RG_PARAMETER_XLEN] < WIDEST
        && rg_identity_variables(&other, variables, sizeof variables))
        snprintf(text, size,
                 "count in larger units. `make machine %s` builds a machine whose Int has %d bits",
                 variables, WIDEST);
    else
        snprintf(text, size, "count in larger units, or hold the number as Fixed or Log");
}

void rg_ways_out(uint64_t config, rg_misfit misfit, char *text, size_t size)
{
    const rg_identity machine = rg_identity_of(config);
    const unsigned xlen = machine.of[RG_PARAMETER_XLEN];
    const bool has_float = machine.of[RG_PARAMETER_FLOAT] != 0;
    char wider[RG_IDENTITY_TEXT + 80];
    wider_machine(&machine, misfit, wider, sizeof wider);
    if (has_float && (misfit.cause == RG_MISFIT_FIXED || misfit.cause == RG_MISFIT_GRADIENT)) {
        snprintf(
            text, size,
            "the limit of a Float is 2^127, about 1.7e38, and that of a gradient is 2^255: scale "
            "the values, or sum logarithms");
        return;
    }
    switch (misfit.cause) {
    case RG_NO_MISFIT: text[0] = '\0'; break;
    case RG_MISFIT_FIXED:
        snprintf(text, size,
                 RG_TRY_FLOAT ", or scale the values, or hold large magnitudes as Log%s", wider);
        break;
    case RG_MISFIT_LOG:
        snprintf(text, size, "take fewer factors or smaller powers%s", wider);
        break;
    case RG_MISFIT_INT: wider_int(&machine, text, size); break;
    case RG_MISFIT_GRADIENT:
        snprintf(text, size,
                 RG_TRY_FLOAT
                 ", or scale the problem, or hold large magnitudes as Log; divisions, "
                 "powers and logarithms of tiny numbers have large partial derivatives%s",
                 wider);
        break;
    case RG_MISFIT_BANK:
        snprintf(text, size,
                 "a wider range does not help: give the bank two Ints, `MULDIV(x, n, d, low, "
                 "high)`, which hold %u bits, or as many as there is memory for: `using Banks`, "
                 "`i_muldiv!(x, bank, n, d)`, where bank is a Vector{Int} and n, d are Int",
                 2 * xlen - 1);
        break;
    case RG_MISFIT_WIDE_BANK:
        snprintf(text, size,
                 "a wider range does not help: let fewer steps use one bank, or take one that "
                 "spills: `using Banks`, `i_muldiv!(x, bank, n, d)`, where bank is a Vector{Int} "
                 "and n, d are Int");
        break;
    case RG_MISFIT_FLOAT_BANK:
        snprintf(text, size,
                 "multiply by a Float without a bank: `anc += x * f`, `x -= anc / f`, "
                 "`SWAP(x, anc)`, anc 0 at first; or by Ints with a bank that spills: "
                 "`using Banks`, `i_muldiv!(x, bank, n, d)`, where bank is a Vector{Int}");
        break;
    case RG_MISFIT_INTS_OF_BANK:
        snprintf(text, size,
                 "leave the bank to the machine, `MULDIV(x, n, d)`, or take one that spills: "
                 "`using Banks`, `i_muldiv!(x, bank, n, d)`, where bank is a Vector{Int} and n, d "
                 "are Int");
        break;
    case RG_MISFIT_BESIDE:
        snprintf(text, size, "make the variable a Float64, or scale the values");
        break;
    case RG_MISFIT_ROUNDED:
        snprintf(text, size,
                 "round it as a number: `floor(x)` without Int goes up to 2^125, about 4.2e37. It "
                 "rounds x / 2^62 first, and so do `mod` and its kin with their quotients");
        break;
    case RG_MISFIT_ACCUMULATOR:
        snprintf(text, size, RG_TRY_FLOAT ", or scale the factors, or sum in several parts%s",
                 wider);
        break;
    }
}
