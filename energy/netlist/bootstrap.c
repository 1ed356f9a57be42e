/* bootstrap.c: draws of files, and intervals. */
#include "energy/netlist/bootstrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa/num/num.h"

void rg_bootstrap_draw(unsigned round, size_t files, unsigned *share)
{
    uint64_t random = round + 1;
    memset(share, 0, files * sizeof *share);
    for (size_t i = 0; i < files; i++) {
        random = random * RG_RNG_MULTIPLIER + RG_RNG_INCREMENT;
        share[(random >> 33) % files]++;
    }
}

unsigned rg_bootstrap_rounds(rg_design design)
{
    return design == RG_DESIGN_UNIT ? RG_BOOTSTRAP_UNIT_ROUNDS : RG_BOOTSTRAP_ROUNDS;
}

bool rg_bootstrap(const rg_sample *sample, rg_design design, double instructions, rg_energies *fits)
{
    unsigned *share = calloc(sample->moments->files + 1, sizeof *share);
    bool good = share != NULL;
    for (unsigned round = 0; good && round < rg_bootstrap_rounds(design); round++) {
        rg_bootstrap_draw(round, sample->moments->files, share);
        good = rg_regress(sample, design, share, instructions, &fits[round]);
    }
    free(share);
    return good;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

void rg_interval(double *values, size_t count, double *low, double *high)
{
    *low = *high = NAN;
    if (!count)
        return;
    qsort(values, count, sizeof *values, by_value);
    const size_t outside = count / 40; /* 2.5 % on each side */
    *low = values[outside];
    *high = values[count - 1 - outside];
}
