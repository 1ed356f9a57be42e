/* order.c: capacitances of nets, the order of evaluation, and the longest paths. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy/cells/cells.h"
#include "energy/netlist/netlist_impl.h"

/* A pin of a memory is an inverter's; its output stage is a buffer's. */
static const double macro_pin_ff = RG_CELL_INV_FF, macro_parasitic = 3.0;

static void load(rg_netlist *n, uint32_t net, double ff)
{
    n->load[net] += ff + RG_CELL_WIRE_FF_UM * RG_CELL_WIRE_UM;
}

static void drive(rg_netlist *n, uint32_t net, uint16_t unit, double parasitic)
{
    n->capacitance[net] += parasitic * RG_CELL_INV_FF;
    n->net_unit[net] = unit;
}

/* A load of more than BUFFERED inverters is driven through a tree of inverters, each stage STAGE
 * times the one before, the best ratio of Logical Effort, section 3.3. The first stage is as heavy
 * as STAGE inverters. */
static const double BUFFERED = 16, STAGE = 4;

static bool buffered(double load_ff) { return load_ff > BUFFERED * RG_CELL_INV_FF; }

/* Inputs and outputs of the stages: twice a geometric series. */
static double buffers_ff(double load_ff)
{
    return buffered(load_ff) ? 2.0 / (STAGE - 1) * (load_ff - STAGE * RG_CELL_INV_FF) : 0;
}

static double delay_ps(const rg_cell *cell, double load_ff)
{
    const double first = STAGE * RG_CELL_INV_FF;
    if (!buffered(load_ff))
        return RG_CELL_TAU_PS * cell->parasitic + rg_cell_ps_per_ff(cell) * load_ff;
    return RG_CELL_TAU_PS * (cell->parasitic + (1 + STAGE) * log(load_ff / first) / log(STAGE))
           + rg_cell_ps_per_ff(cell) * first;
}

static void capacitances(rg_netlist *n)
{
    for (size_t i = 0; i < n->gate_count; i++) {
        const rg_cell *cell = &rg_cells[n->gates[i].kind];
        for (unsigned k = 0; k < cell->pins; k++)
            load(n, n->gates[i].in[k], cell->pin_ff);
        drive(n, n->gates[i].out, n->gates[i].unit, cell->parasitic);
    }
    for (size_t i = 0; i < n->flop_count; i++) {
        const rg_flop *flop = &rg_flops[n->flops[i].enabled];
        load(n, n->flops[i].d, flop->data_ff);
        drive(n, n->flops[i].q, n->flops[i].unit, flop->parasitic);
    }
    for (size_t i = 0; i < n->macro_count; i++)
        for (size_t p = 0; p < n->macros[i].port_count; p++)
            for (uint32_t b = 0; b < n->macros[i].ports[p].width; b++) {
                uint32_t net = n->macros[i].ports[p].nets[b];
                if (n->macros[i].ports[p].output)
                    drive(n, net, n->macros[i].unit, macro_parasitic);
                else
                    load(n, net, macro_pin_ff);
            }
    for (size_t net = 2; net < n->net_count; net++)
        n->capacitance[net] += n->load[net] + buffers_ff(n->load[net]);
}

typedef struct {
    uint32_t *first, *sinks, *driver, *waits;
    rg_gate *sorted;
} ordering;

/* Gates behind each net, as lists in one array; the gate in front of it. */
static void list_sinks(const rg_netlist *n, ordering *o)
{
    for (size_t i = 0; i < n->gate_count; i++)
        for (unsigned k = 0; k < rg_cells[n->gates[i].kind].pins; k++)
            o->first[n->gates[i].in[k] + 1]++;
    for (size_t i = 0; i < n->net_count; i++)
        o->first[i + 1] += o->first[i];
    for (size_t i = n->gate_count; i-- > 0;) {
        o->driver[n->gates[i].out] = (uint32_t)i;
        for (unsigned k = 0; k < rg_cells[n->gates[i].kind].pins; k++)
            o->sinks[--o->first[n->gates[i].in[k] + 1]] = (uint32_t)i;
    }
}

/* Kahn's algorithm. */
static bool sort(rg_netlist *n, ordering *o)
{
    size_t done = 0, next = 0;
    uint32_t *queue = malloc((n->gate_count + 1) * sizeof *queue);
    if (!queue)
        return false;
    for (size_t i = 0; i < n->gate_count; i++) {
        for (unsigned k = 0; k < rg_cells[n->gates[i].kind].pins; k++)
            o->waits[i] += o->driver[n->gates[i].in[k]] != RG_NO_NET;
        if (!o->waits[i])
            queue[done++] = (uint32_t)i;
    }
    while (next < done) {
        const rg_gate *gate = &n->gates[queue[next]];
        o->sorted[next++] = *gate;
        /* list_sinks left first[net + 1] at the beginning of the list of net. */
        for (uint32_t s = o->first[gate->out + 1]; s < o->first[gate->out + 2]; s++)
            if (--o->waits[o->sinks[s]] == 0)
                queue[done++] = o->sinks[s];
    }
    free(queue);
    return done == n->gate_count;
}

typedef struct {
    rg_gate gate;
    unsigned level;
} leveled;

static int by_level(const void *a, const void *b)
{
    const leveled *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->gate.kind != y->gate.kind)
        return x->gate.kind < y->gate.kind ? -1 : 1;
    return x->gate.out < y->gate.out ? -1 : x->gate.out > y->gate.out;
}

/* Level by level, cells of one kind in a row: a simulator then branches once a row instead of once
 * a gate. */
static bool group(rg_netlist *n, rg_gate *sorted)
{
    leveled *gates = malloc((n->gate_count + 1) * sizeof *gates);
    unsigned *level = calloc(n->net_count, sizeof *level);
    bool good = gates && level;
    for (size_t i = 0; good && i < n->gate_count; i++) {
        unsigned deepest = 0;
        for (unsigned k = 0; k < rg_cells[sorted[i].kind].pins; k++)
            deepest = level[sorted[i].in[k]] > deepest ? level[sorted[i].in[k]] : deepest;
        level[sorted[i].out] = deepest + 1;
        gates[i] = (leveled){sorted[i], deepest};
    }
    if (good)
        qsort(gates, n->gate_count, sizeof *gates, by_level);
    for (size_t i = 0; good && i < n->gate_count; i++)
        sorted[i] = gates[i].gate;
    free(gates);
    free(level);
    return good;
}

static bool order(rg_netlist *n)
{
    size_t pins = 0;
    for (size_t i = 0; i < n->gate_count; i++)
        pins += rg_cells[n->gates[i].kind].pins;
    ordering o = {calloc(n->net_count + 2, sizeof(uint32_t)), malloc((pins + 1) * sizeof(uint32_t)),
                  malloc(n->net_count * sizeof(uint32_t)),
                  calloc(n->gate_count + 1, sizeof(uint32_t)),
                  malloc((n->gate_count + 1) * sizeof(rg_gate))};
    bool good = o.first && o.sinks && o.driver && o.waits && o.sorted;
    if (good) {
        memset(o.driver, 0xff, n->net_count * sizeof(uint32_t));
        list_sinks(n, &o);
        o.first[n->net_count + 1] = (uint32_t)pins;
        good = sort(n, &o) && group(n, o.sorted);
    }
    if (good) {
        free(n->gates);
        n->gates = o.sorted;
        o.sorted = NULL;
    }
    free(o.first);
    free(o.sinks);
    free(o.driver);
    free(o.waits);
    free(o.sorted);
    return good;
}

bool rg_netlist_finish(rg_netlist *n)
{
    n->load = calloc(n->net_count, sizeof *n->load);
    n->capacitance = calloc(n->net_count, sizeof *n->capacitance);
    n->net_unit = malloc(n->net_count * sizeof *n->net_unit);
    if (!n->load || !n->capacitance || !n->net_unit)
        return false;
    memset(n->net_unit, 0xff, n->net_count * sizeof *n->net_unit);
    capacitances(n);
    return order(n);
}

typedef struct {
    double *arrival, *inside;
    unsigned *depth, *depth_inside;
    uint32_t *from;
} arrivals;

static void arrive(const rg_netlist *n, const rg_gate *gate, arrivals *t)
{
    const rg_cell *cell = &rg_cells[gate->kind];
    double delay = delay_ps(cell, n->load[gate->out]);
    double latest = -1, inside = 0;
    unsigned depth = 0, depth_inside = 0;
    for (unsigned k = 0; k < cell->pins; k++) {
        uint32_t net = gate->in[k];
        if (t->arrival[net] > latest) {
            latest = t->arrival[net];
            t->from[gate->out] = net;
        }
        depth = t->depth[net] > depth ? t->depth[net] : depth;
        if (n->net_unit[net] != gate->unit)
            continue;
        inside = t->inside[net] > inside ? t->inside[net] : inside;
        depth_inside = t->depth_inside[net] > depth_inside ? t->depth_inside[net] : depth_inside;
    }
    t->arrival[gate->out] = latest + delay;
    t->inside[gate->out] = inside + delay;
    t->depth[gate->out] = depth + 1;
    t->depth_inside[gate->out] = depth_inside + 1;
}

static bool trace(const arrivals *t, uint32_t last, rg_path *path)
{
    size_t count = 1;
    for (uint32_t net = last; t->from[net] != RG_NO_NET; net = t->from[net])
        count++;
    path->nets = malloc(count * sizeof *path->nets);
    if (!path->nets)
        return false;
    path->net_count = count;
    for (uint32_t net = last; count > 0; net = t->from[net])
        path->nets[--count] = net;
    return true;
}

bool rg_netlist_timing(const rg_netlist *n, rg_path *longest, double *unit_delay,
                       unsigned *unit_levels)
{
    arrivals t = {calloc(n->net_count, sizeof(double)), calloc(n->net_count, sizeof(double)),
                  calloc(n->net_count, sizeof(unsigned)), calloc(n->net_count, sizeof(unsigned)),
                  malloc(n->net_count * sizeof(uint32_t))};
    bool good = t.arrival && t.inside && t.depth && t.depth_inside && t.from;
    *longest = (rg_path){0};
    if (good)
        memset(t.from, 0xff, n->net_count * sizeof(uint32_t));
    for (size_t i = 0; good && unit_delay && i < n->unit_count; i++)
        unit_delay[i] = unit_levels[i] = 0;
    uint32_t last = RG_NET_ZERO;
    for (size_t i = 0; good && i < n->gate_count; i++) {
        const rg_gate *gate = &n->gates[i];
        arrive(n, gate, &t);
        last = t.arrival[gate->out] > t.arrival[last] ? gate->out : last;
        if (unit_delay && t.inside[gate->out] > unit_delay[gate->unit])
            unit_delay[gate->unit] = t.inside[gate->out];
        if (unit_levels && t.depth_inside[gate->out] > unit_levels[gate->unit])
            unit_levels[gate->unit] = t.depth_inside[gate->out];
    }
    if (good) {
        longest->delay_ps = t.arrival[last];
        longest->levels = t.depth[last];
        good = trace(&t, last, longest);
    }
    free(t.arrival);
    free(t.inside);
    free(t.depth);
    free(t.depth_inside);
    free(t.from);
    return good;
}
