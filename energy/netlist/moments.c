/* moments.c: adds up the terms of instructions and their products. */
#include "energy/netlist/moments.h"

#include <stdlib.h>

bool rg_moments_init(rg_moment_table *m, size_t files, size_t units)
{
    *m = (rg_moment_table){files, RG_TERM_UNIT + units, calloc(files * RG_CELLS, sizeof *m->cells)};
    return m->cells != NULL;
}

void rg_moments_fini(rg_moment_table *m)
{
    for (size_t i = 0; m->cells && i < m->files * RG_CELLS; i++)
        free(m->cells[i]);
    free(m->cells);
    *m = (rg_moment_table){0};
}

static rg_moments *new_moments(size_t terms)
{
    return calloc(1, sizeof(rg_moments) + terms * (terms + 2) * sizeof(double));
}

bool rg_moments_add(rg_moment_table *moments, size_t file, const rg_gate_step *step,
                    double cycle_ff)
{
    rg_moments **slot =
        &moments->cells[file * RG_CELLS
                        + rg_cell_of(step->op, rg_gate_mode_of(step->mode), step->backward)];
    const size_t terms = moments->terms;
    double z[RG_TERMS], y = -cycle_ff * (double)step->cycles;
    rg_moments *m = *slot ? *slot : (*slot = new_moments(terms));
    if (!m)
        return false;
    for (size_t u = 0; u < step->units; u++)
        y += step->switched[u];
    rg_gate_terms(step, z);
    const double weight = 1 / z[RG_TERM_ONE];
    for (size_t s = 0; s < terms; s++) {
        m->sums[s] += weight * z[s] * y;
        m->sums[terms + s] += weight * z[s];
        for (size_t t = 0; z[s] != 0 && t < terms; t++)
            m->sums[(2 + s) * terms + t] += weight * z[s] * z[t];
    }
    m->yy += weight * y * y;
    m->y_once += weight * y;
    m->once_once += weight;
    return true;
}

rg_moments *rg_moments_sum(const rg_moment_table *table, const unsigned *share, size_t cell,
                           bool *good)
{
    rg_moments *sum = NULL;
    for (size_t f = 0; f < table->files; f++) {
        const rg_moments *m = table->cells[f * RG_CELLS + cell];
        const double often = share ? share[f] : 1;
        if (!m || often == 0)
            continue;
        if (!sum && !(sum = new_moments(table->terms))) {
            *good = false;
            return NULL;
        }
        sum->yy += often * m->yy;
        sum->y_once += often * m->y_once;
        sum->once_once += often * m->once_once;
        for (size_t i = 0; i < table->terms * (table->terms + 2); i++)
            sum->sums[i] += often * m->sums[i];
    }
    return sum;
}

double rg_moments_y(const rg_moments *m, size_t term) { return m->sums[term]; }

double rg_moments_once(const rg_moment_table *table, const rg_moments *m, size_t term)
{
    return m->sums[table->terms + term];
}

double rg_moments_terms(const rg_moment_table *table, const rg_moments *m, size_t s, size_t t)
{
    return m->sums[(2 + s) * table->terms + t];
}
