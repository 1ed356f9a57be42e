/* regress.c: normal equations from moments and programs, solved without negative coefficients. */
#include "energy/netlist/regress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy/netlist/nnls.h"

/* A program counts as one sample with an error of RELATIVE, an instruction with the spread of its
 * cell. */
static const double RELATIVE = 0.05;
enum { CLASSES = RG_CLASS_COUNT + 1, NONE = -1, FEW_SAMPLES = 30 };

bool rg_moments_init(rg_moment_table *m, size_t files)
{
    *m = (rg_moment_table){files, calloc(files * RG_CELLS, sizeof *m->cells)};
    return m->cells != NULL;
}

void rg_moments_fini(rg_moment_table *m)
{
    for (size_t i = 0; m->cells && i < m->files * RG_CELLS; i++)
        free(m->cells[i]);
    free(m->cells);
    *m = (rg_moment_table){0};
}

bool rg_moments_add(rg_moment_table *moments, size_t file, const rg_gate_step *step,
                    double cycle_ff)
{
    rg_moments **slot =
        &moments->cells[file * RG_CELLS
                        + rg_cell_of(step->op, rg_gate_mode_of(step->mode), step->backward)];
    double z[RG_TERMS], y = -cycle_ff * (double)step->cycles;
    rg_moments *m = *slot ? *slot : (*slot = calloc(1, sizeof **slot));
    if (!m)
        return false;
    for (size_t u = 0; u < step->units; u++)
        y += step->switched[u];
    rg_gate_terms(step, z);
    const double weight = 1 / z[RG_TERM_ONE];
    for (unsigned s = 0; s < RG_TERMS; s++) {
        for (unsigned t = 0; t < RG_TERMS; t++)
            m->zz[s][t] += weight * z[s] * z[t];
        m->zy[s] += weight * z[s] * y;
        m->once[s] += weight * z[s];
    }
    m->yy += weight * y * y;
    m->y_once += weight * y;
    m->once_once += weight;
    return true;
}

/* Columns of a design: one a cell, or a class, mode and direction; then those of terms. */
typedef struct {
    rg_design design;
    int cell[RG_CELLS], term[RG_TERM_GROUPS][RG_TERMS];
    size_t count;
} columns;

static unsigned class_of(size_t cell)
{
    const rg_op_info *info = cell / (RG_GATE_MODES * 2) < RG_OP_LIMIT
                                 ? rg_op_lookup((unsigned)(cell / (RG_GATE_MODES * 2)))
                                 : NULL;
    return info ? info->class : RG_CLASS_COUNT;
}

static unsigned group_of(size_t cell)
{
    return rg_term_group((unsigned)(cell / (RG_GATE_MODES * 2)),
                         (unsigned)(cell / 2 % RG_GATE_MODES));
}

static void number_cells(columns *c, const double *samples)
{
    int of_class[CLASSES][RG_GATE_MODES * 2];
    memset(of_class, NONE, sizeof of_class);
    for (size_t cell = 0; cell < RG_CELLS; cell++) {
        int *shared = &of_class[class_of(cell)][cell % (RG_GATE_MODES * 2)];
        const bool own = c->design != RG_DESIGN_TABLE && samples[cell] >= FEW_SAMPLES;
        c->cell[cell] = NONE;
        if (samples[cell] <= 0)
            continue;
        if (!own && *shared == NONE)
            *shared = (int)c->count++;
        c->cell[cell] = own ? (int)c->count++ : *shared;
    }
}

static void number_terms(columns *c)
{
    memset(c->term, NONE, sizeof c->term);
    if (c->design == RG_DESIGN_TABLE) {
        for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
            c->term[group][RG_TERM_BUSY] = (int)c->count;
        c->count++;
        return;
    }
    for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
        for (unsigned t = RG_TERM_BUSY; t < RG_TERMS; t++)
            if (t == RG_TERM_BUSY || c->design == RG_DESIGN_OPERAND)
                c->term[group][t] = (int)c->count++;
}

static int column_of(const columns *c, size_t cell, unsigned term)
{
    return term == RG_TERM_ONE ? c->cell[cell] : c->term[group_of(cell)][term];
}

static void add_moments(rg_moments *sum, const rg_moments *m, double often)
{
    const double *from = (const double *)m;
    for (size_t i = 0; i < sizeof *sum / sizeof(double); i++)
        ((double *)sum)[i] += often * from[i];
}

/* Variance of what an element of a cell switches beyond fetch. */
static double variance(const rg_moments *m, double fetch)
{
    const double n = m->zz[0][0], mean = (m->zy[0] - fetch * m->once[0]) / n,
                 squares = (m->yy - 2 * fetch * m->y_once + fetch * fetch * m->once_once) / n;
    return fmax(squares - mean * mean, 1e-4 * squares + 1e-9);
}

/* The moments of a cell in all files as often as they count. */
static bool gather(const rg_sample *s, const unsigned *share, size_t cell, rg_moments *sum)
{
    bool any = false;
    *sum = (rg_moments){0};
    for (size_t f = 0; f < s->moments->files; f++) {
        const rg_moments *m = s->moments->cells[f * RG_CELLS + cell];
        const double often = share ? share[f] : 1;
        if (!m || often == 0)
            continue;
        any = true;
        add_moments(sum, m, often);
    }
    return any;
}

/* Of a column all cells count alike: were each weighed by its own spread, cheap opcodes would
 * decide the mean of a class. */
static void variances_of(const columns *c, const rg_moments *all, double fetch, double *of)
{
    rg_moments *pooled = calloc(c->count + 1, sizeof *pooled);
    for (size_t cell = 0; pooled && cell < RG_CELLS; cell++)
        if (c->cell[cell] != NONE)
            add_moments(&pooled[c->cell[cell]], &all[cell], 1);
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        of[cell] = c->cell[cell] == NONE ? 0
                   : pooled              ? variance(&pooled[c->cell[cell]], fetch)
                                         : variance(&all[cell], fetch);
    free(pooled);
}

static void add_cell(const columns *c, size_t cell, const rg_moments *m, double fetch,
                     double weight, const rg_normal *normal)
{
    for (unsigned s = 0; s < RG_TERMS; s++) {
        const int row = column_of(c, cell, s);
        if (row == NONE)
            continue;
        normal->cross[row] += weight * (m->zy[s] - fetch * m->once[s]);
        for (unsigned t = 0; t < RG_TERMS; t++) {
            const int column = column_of(c, cell, t);
            if (column != NONE)
                normal->gram[(size_t)row * normal->n + (size_t)column] += weight * m->zz[s][t];
        }
    }
}

/* Columns in which a program is not 0, and its sums there. */
static size_t spread_program(const columns *c, const rg_gate_program *p, double *x, size_t *at)
{
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++)
        x[i] = 0;
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        if (c->cell[cell] != NONE)
            x[c->cell[cell]] += (double)(&p->count[0][0][0])[cell];
    for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
        for (unsigned t = RG_TERM_BUSY; t < RG_TERMS; t++)
            if (c->term[group][t] != NONE)
                x[c->term[group][t]] += p->terms[group][t];
    for (size_t i = 0; i < c->count; i++)
        if (x[i] != 0)
            at[count++] = i;
    return count;
}

static double fixed_part(const rg_energies *e, const rg_gate_program *p)
{
    return (double)p->cycles * e->cycle + (double)p->instructions * e->fetch;
}

static void add_program(const columns *c, const rg_energies *e, const rg_gate_program *p,
                        double often, double *x, size_t *at, const rg_normal *normal)
{
    const size_t count = spread_program(c, p, x, at);
    const double weight = often / (RELATIVE * RELATIVE * p->total * p->total),
                 y = p->total - fixed_part(e, p);
    for (size_t i = 0; i < count; i++) {
        normal->cross[at[i]] += weight * x[at[i]] * y;
        for (size_t j = 0; j < count; j++)
            normal->gram[at[i] * normal->n + at[j]] += weight * x[at[i]] * x[at[j]];
    }
}

/* Runs of one file are much alike: together they count as the root of their number. */
static void add_programs(const rg_sample *s, const unsigned *share, const columns *c,
                         const rg_energies *e, size_t *runs, double *x, size_t *at,
                         const rg_normal *normal)
{
    for (size_t i = 0; i < s->table->program_count; i++)
        runs[s->file[i]]++;
    for (size_t i = 0; i < s->table->program_count; i++) {
        const rg_gate_program *p = &s->table->programs[i];
        const double often = share ? share[s->file[i]] : 1;
        if (often > 0 && p->total > 0)
            add_program(c, e, p, often / sqrt((double)runs[s->file[i]]), x, at, normal);
    }
}

/* A cell that was not measured takes after the other direction, value mode, or its class. */
static void fill_missing(rg_energies *e, const double *samples)
{
    double sum[CLASSES][RG_GATE_MODES + 1] = {{0}}, count[CLASSES][RG_GATE_MODES + 1] = {{0}};
    for (size_t cell = 0; cell < RG_CELLS; cell++) {
        const size_t mode = cell / 2 % RG_GATE_MODES;
        const unsigned class = class_of(cell);
        sum[class][mode] += samples[cell] * e->one[cell];
        count[class][mode] += samples[cell];
        sum[class][RG_GATE_MODES] += samples[cell] * e->one[cell];
        count[class][RG_GATE_MODES] += samples[cell];
    }
    for (size_t cell = 0; cell < RG_CELLS; cell++) {
        const unsigned class = class_of(cell), mode = (unsigned)(cell / 2 % RG_GATE_MODES);
        const size_t value = cell - 2 * mode, other = cell ^ 1;
        const unsigned from = count[class][mode] > 0 ? mode : RG_GATE_MODES;
        if (e->measured[cell])
            continue;
        e->one[cell] = e->measured[other]       ? e->one[other]
                       : e->measured[value]     ? e->one[value]
                       : count[class][from] > 0 ? sum[class][from] / count[class][from]
                                                : 0;
    }
}

typedef struct {
    rg_normal normal;
    double *b, *x;
    size_t *at, *runs;
} work;

static bool work_init(work *w, size_t n, size_t files)
{
    *w = (work){{n, calloc(n * n + 1, sizeof(double)), calloc(n + 1, sizeof(double))},
                calloc(n + 1, sizeof(double)),
                calloc(n + 1, sizeof(double)),
                calloc(n + 1, sizeof(size_t)),
                calloc(files + 1, sizeof(size_t))};
    return w->normal.gram && w->normal.cross && w->b && w->x && w->at && w->runs;
}

static void work_fini(work *w)
{
    free(w->normal.gram);
    free(w->normal.cross);
    free(w->b);
    free(w->x);
    free(w->at);
    free(w->runs);
}

static void take(const columns *c, const double *b, const double *samples, rg_energies *e)
{
    for (size_t cell = 0; cell < RG_CELLS; cell++) {
        e->measured[cell] = c->cell[cell] != NONE;
        e->one[cell] = e->measured[cell] ? b[c->cell[cell]] : 0;
    }
    for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
        for (unsigned t = RG_TERM_BUSY; t < RG_TERMS; t++)
            e->term[group][t] = c->term[group][t] == NONE ? 0 : b[c->term[group][t]];
    fill_missing(e, samples);
}

bool rg_regress(const rg_sample *s, rg_design design, const unsigned *share, double instructions,
                rg_energies *e)
{
    columns c = {.design = design};
    work w = {0};
    rg_moments *all = calloc(RG_CELLS, sizeof *all);
    double *samples = calloc(RG_CELLS, sizeof *samples),
           *variances = calloc(RG_CELLS, sizeof *variances);
    bool good = all && samples && variances;
    *e = (rg_energies){
        .design = design, .cycle = s->table->cycle_ff, .fetch = rg_gate_fetch_ff(s->table)};
    for (size_t cell = 0; good && cell < RG_CELLS; cell++)
        samples[cell] = gather(s, share, cell, &all[cell]) ? all[cell].zz[0][0] : 0;
    if (good) {
        number_cells(&c, samples);
        number_terms(&c);
        variances_of(&c, all, e->fetch, variances);
        good = work_init(&w, c.count, s->moments->files);
    }
    for (size_t cell = 0; good && cell < RG_CELLS; cell++)
        if (samples[cell] > 0)
            add_cell(&c, cell, &all[cell], e->fetch, instructions / variances[cell], &w.normal);
    if (good) {
        add_programs(s, share, &c, e, w.runs, w.x, w.at, &w.normal);
        good = rg_nnls(&w.normal, w.b);
        take(&c, w.b, samples, e);
    }
    work_fini(&w);
    free(all);
    free(samples);
    free(variances);
    return good;
}

double rg_energies_predict(const rg_energies *e, const rg_gate_program *p)
{
    double total = fixed_part(e, p);
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        total += (double)(&p->count[0][0][0])[cell] * e->one[cell];
    for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
        for (unsigned t = RG_TERM_BUSY; t < RG_TERMS; t++)
            total += p->terms[group][t] * e->term[group][t];
    return total;
}

uint64_t rg_energies_guessed(const rg_energies *e, const rg_gate_program *p)
{
    uint64_t guessed = 0;
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        guessed += e->measured[cell] ? 0 : (&p->count[0][0][0])[cell];
    return guessed;
}

void rg_energies_rows(const rg_energies *e, rg_gate_rows *rows)
{
    rows->busy.mean = e->term[0][RG_TERM_BUSY];
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        if (e->measured[cell] && class_of(cell) < RG_CLASS_COUNT)
            rows->class[class_of(cell)][cell / 2 % RG_GATE_MODES][cell & 1].mean = e->one[cell];
}
