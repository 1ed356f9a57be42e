/* regress.c: normal equations from moments and programs, solved without negative coefficients. */
#include "energy/netlist/regress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy/netlist/nnls.h"

/* A program counts as one sample with an error of RELATIVE, an instruction with the spread of its
 * cell. */
static const double RELATIVE = 0.05;
enum { CLASSES = RG_ACTIVITY_GROUPS + 1, NONE = -1, FEW_SAMPLES = 30 };

/* Columns of a design: one a cell, or a class, mode and direction; then those of terms. */
typedef struct {
    rg_design design;
    size_t terms;
    int cell[RG_CELLS], term[RG_TERM_GROUPS][RG_TERM_UNIT], unit[RG_MOST_UNITS];
    size_t count;
} columns;

static unsigned class_of(size_t cell)
{
    const rg_op_info *info = cell / (RG_GATE_MODES * 2) < RG_OP_LIMIT
                                 ? rg_op_lookup((unsigned)(cell / (RG_GATE_MODES * 2)))
                                 : NULL;
    return info ? info->class : RG_CLASS_COUNT;
}

/* Cells of one number share a column. */
static unsigned shared_of(rg_design design, size_t cell)
{
    const size_t op = cell / (RG_GATE_MODES * 2);
    return design != RG_DESIGN_ACTIVITY ? class_of(cell)
           : op < RG_OP_LIMIT           ? rg_activity_group((unsigned)op)
                                        : RG_ACTIVITY_GROUPS;
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
        int *shared = &of_class[shared_of(c->design, cell)][cell % (RG_GATE_MODES * 2)];
        const bool own = (c->design == RG_DESIGN_OPCODE || c->design == RG_DESIGN_UNIT)
                         && samples[cell] >= FEW_SAMPLES;
        c->cell[cell] = NONE;
        if (samples[cell] <= 0)
            continue;
        if (!own && *shared == NONE)
            *shared = (int)c->count++;
        c->cell[cell] = own ? (int)c->count++ : *shared;
    }
}

/* The group whose column a term shares. The derivatives of MULDIV are a micro-program of products
 * and quotients, as those of its class are, and run in the same unit. */
static unsigned owner_of(unsigned group, unsigned term)
{
    const bool of_unit = term == RG_TERM_ACTIVITY + RG_ACTIVITY_PRODUCT
                         || term == RG_TERM_ACTIVITY + RG_ACTIVITY_FUNCTION;
    return of_unit && group / 2 == RG_ACTIVITY_MULDIV ? 2 * RG_CLASS_DIV + group % 2 : group;
}

/* Groups of classes stand before that of MULDIV. */
static void number_terms(columns *c)
{
    memset(c->term, NONE, sizeof c->term);
    memset(c->unit, NONE, sizeof c->unit);
    if (c->design == RG_DESIGN_TABLE) {
        for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
            c->term[group][RG_TERM_BUSY] = (int)c->count;
        c->count++;
        return;
    }
    for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
        for (unsigned t = RG_TERM_BUSY; t < RG_TERM_UNIT; t++)
            if (t == RG_TERM_BUSY || c->design >= RG_DESIGN_ACTIVITY)
                c->term[group][t] = owner_of(group, t) == group ? (int)c->count++
                                                                : c->term[owner_of(group, t)][t];
    for (size_t u = 0; c->design == RG_DESIGN_UNIT && RG_TERM_UNIT + u < c->terms; u++)
        c->unit[u] = (int)c->count++;
}

static int column_of(const columns *c, size_t cell, size_t term)
{
    return term == RG_TERM_ONE    ? c->cell[cell]
           : term >= RG_TERM_UNIT ? c->unit[term - RG_TERM_UNIT]
                                  : c->term[group_of(cell)][term];
}

/* What an element of a cell, or of cells of one column, switches. */
typedef struct {
    double n, y, once, yy, y_once, once_once;
} spread;

static void add_spread(spread *sum, const rg_moment_table *table, const rg_moments *m)
{
    sum->n += rg_moments_terms(table, m, RG_TERM_ONE, RG_TERM_ONE);
    sum->y += rg_moments_y(m, RG_TERM_ONE);
    sum->once += rg_moments_once(table, m, RG_TERM_ONE);
    sum->yy += m->yy;
    sum->y_once += m->y_once;
    sum->once_once += m->once_once;
}

/* Variance of it beyond fetch. */
static double variance(const spread *s, double fetch)
{
    const double mean = (s->y - fetch * s->once) / s->n,
                 squares = (s->yy - 2 * fetch * s->y_once + fetch * fetch * s->once_once) / s->n;
    return fmax(squares - mean * mean, 1e-4 * squares + 1e-9);
}

/* Of a column all cells count alike: were each weighed by its own spread, cheap opcodes would
 * decide the mean of a class. pooled: one for each column, all 0. */
static void variances_of(const columns *c, const rg_moment_table *table, rg_moments *const *all,
                         double fetch, spread *pooled, double *of)
{
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        if (c->cell[cell] != NONE)
            add_spread(&pooled[c->cell[cell]], table, all[cell]);
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        of[cell] = c->cell[cell] == NONE ? 0 : variance(&pooled[c->cell[cell]], fetch);
}

static void add_cell(const columns *c, size_t cell, const rg_moment_table *table,
                     const rg_moments *m, double fetch, double weight, const rg_normal *normal)
{
    for (size_t s = 0; s < table->terms; s++) {
        const int row = column_of(c, cell, s);
        if (row == NONE)
            continue;
        normal->cross[row] += weight * (rg_moments_y(m, s) - fetch * rg_moments_once(table, m, s));
        for (size_t t = 0; t < table->terms; t++) {
            const int column = column_of(c, cell, t);
            if (column != NONE)
                normal->gram[(size_t)row * normal->n + (size_t)column] +=
                    weight * rg_moments_terms(table, m, s, t);
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
        for (unsigned t = RG_TERM_BUSY; t < RG_TERM_UNIT; t++)
            if (c->term[group][t] != NONE)
                x[c->term[group][t]] += p->terms[group][t];
    for (size_t u = 0; u < RG_MOST_UNITS; u++)
        if (c->unit[u] != NONE)
            x[c->unit[u]] += p->inputs[u];
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
        for (unsigned t = RG_TERM_BUSY; t < RG_TERM_UNIT; t++)
            e->term[group][t] = c->term[group][t] == NONE ? 0 : b[c->term[group][t]];
    for (size_t u = 0; u < RG_MOST_UNITS; u++)
        e->unit[u] = c->unit[u] == NONE ? 0 : b[c->unit[u]];
    fill_missing(e, samples);
}

/* What the cells have in the files that count. */
typedef struct {
    rg_moments *of[RG_CELLS]; /* NULL where nothing ran */
    double samples[RG_CELLS], variance[RG_CELLS];
} cells;

static bool cells_init(cells *all, const rg_sample *s, const unsigned *share)
{
    bool good = true;
    for (size_t cell = 0; good && cell < RG_CELLS; cell++) {
        all->of[cell] = rg_moments_sum(s->moments, share, cell, &good);
        if (all->of[cell])
            all->samples[cell] =
                rg_moments_terms(s->moments, all->of[cell], RG_TERM_ONE, RG_TERM_ONE);
    }
    return good;
}

static void cells_free(cells *all)
{
    for (size_t cell = 0; all && cell < RG_CELLS; cell++)
        free(all->of[cell]);
    free(all);
}

static bool fit(const rg_sample *s, const unsigned *share, const columns *c, const cells *all,
                double instructions, rg_energies *e)
{
    work w = {0};
    const bool good = work_init(&w, c->count, s->moments->files);
    for (size_t cell = 0; good && cell < RG_CELLS; cell++)
        if (all->of[cell])
            add_cell(c, cell, s->moments, all->of[cell], e->fetch,
                     instructions / all->variance[cell], &w.normal);
    if (good)
        add_programs(s, share, c, e, w.runs, w.x, w.at, &w.normal);
    const bool found = good && rg_nnls(&w.normal, w.b);
    if (found)
        take(c, w.b, all->samples, e);
    work_fini(&w);
    return found;
}

bool rg_regress(const rg_sample *s, rg_design design, const unsigned *share, double instructions,
                rg_energies *e)
{
    columns c = {.design = design, .terms = s->moments->terms};
    cells *all = calloc(1, sizeof *all);
    bool good = all && cells_init(all, s, share);
    *e = (rg_energies){
        .design = design, .cycle = s->table->cycle_ff, .fetch = rg_gate_fetch_ff(s->table)};
    if (good) {
        number_cells(&c, all->samples);
        number_terms(&c);
    }
    spread *pooled = good ? calloc(c.count + 1, sizeof *pooled) : NULL;
    if (pooled)
        variances_of(&c, s->moments, all->of, e->fetch, pooled, all->variance);
    good = pooled && fit(s, share, &c, all, instructions, e);
    free(pooled);
    cells_free(all);
    return good;
}

double rg_energies_predict(const rg_energies *e, const rg_gate_program *p)
{
    double total = fixed_part(e, p);
    for (size_t cell = 0; cell < RG_CELLS; cell++)
        total += (double)(&p->count[0][0][0])[cell] * e->one[cell];
    for (unsigned group = 0; group < RG_TERM_GROUPS; group++)
        for (unsigned t = RG_TERM_BUSY; t < RG_TERM_UNIT; t++)
            total += p->terms[group][t] * e->term[group][t];
    for (size_t u = 0; u < RG_MOST_UNITS; u++)
        total += p->inputs[u] * e->unit[u];
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
