/* cells.h: the cell library of cells.def as C tables. */
#ifndef RG_CELLS_H
#define RG_CELLS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;  /* without the prefix RG_ of the netlists */
    double area;       /* um^2 */
    unsigned pins;     /* inputs A, B, C, D */
    double pin_ff;     /* capacitance of each */
    double parasitic;  /* of logical effort */
    double resistance; /* of the output, in units of INV's */
    const char *function;
} rg_cell;

typedef struct {
    const char *name;
    double area, data_ff, parasitic, clock_ff, clock_inner;
    bool enabled; /* has the pin E: holds, without clock energy, while that is 0 */
} rg_flop;

enum rg_cell_kind {
#define RG_CELL(name, area, pins, ff, p, r, function) RG_CELL_##name,
#define RG_FLOP(name, area, d, p, clock, inner)
#define RG_CELL_CONSTANT(name, value, what, source)
#include "energy/cells/cells.def"
#undef RG_CELL
    RG_CELL_KINDS
};

#define RG_CELL(name, area, pins, ff, p, r, function)
#undef RG_CELL_CONSTANT
#define RG_CELL_CONSTANT(name, value, what, source) static const double RG_CELL_##name = value;
#include "energy/cells/cells.def"
#undef RG_CELL
#undef RG_FLOP
#undef RG_CELL_CONSTANT

static const rg_cell rg_cells[] = {
#define RG_CELL(name, area, pins, ff, p, r, function) {#name, area, pins, ff, p, r, function},
#define RG_FLOP(name, area, d, p, clock, inner)
#define RG_CELL_CONSTANT(name, value, what, source)
#include "energy/cells/cells.def"
#undef RG_CELL
#undef RG_FLOP
};
static const rg_flop rg_flops[] = {
#define RG_CELL(name, area, pins, ff, p, r, function)
#define RG_FLOP(name, area, d, p, clock, inner)                                                    \
    {#name, area, d, p, clock, inner, sizeof #name > sizeof "DFF"},
#include "energy/cells/cells.def"
#undef RG_CELL
#undef RG_FLOP
#undef RG_CELL_CONSTANT
};
static const size_t rg_cell_count = sizeof rg_cells / sizeof rg_cells[0];
static const size_t rg_flop_count = sizeof rg_flops / sizeof rg_flops[0];

/* Delay per load, ps/fF. */
static inline double rg_cell_ps_per_ff(const rg_cell *cell)
{
    return RG_CELL_TAU_PS * cell->resistance / RG_CELL_INV_FF;
}

#endif
