/* sim.c: gates in order, a word of 64 lanes each; toggles are counted in binary across the lanes. */
#include "energy/gates/sim.h"

#include <stdlib.h>
#include <string.h>

#include "energy/cells/cells.h"

enum { PLANES = 20, STEPS_PER_OCTAVE = 4 };

/* Nets of one unit and nearly one capacitance; their mean is taken for each, which leaves a sum over evenly active nets as it is. */
typedef struct { uint16_t unit; double mean; size_t begin, end; } bucket;
/* Flip-flops of one unit with one enable. */
typedef struct { uint16_t unit; uint32_t enable; double ff; } clocked;
typedef struct { uint32_t net; uint16_t unit; int step; } counted;

struct rg_gatesim {
    const rg_netlist *netlist;
    uint64_t *value, *before, *next; /* of nets; before: when last settled; next: of flip-flops */
    uint32_t *order;                 /* of counted nets */
    bucket *buckets;
    size_t bucket_count;
    clocked *clocks;
    size_t clock_count;
};

static int capacitance_step(double ff)
{
    int step = 0;
    for (double limit = 2; ff > limit && step < 64; limit *= 1.189207115) /* 2^(1 / STEPS_PER_OCTAVE) */
        step++;
    return step;
}

static int by_bucket(const void *a, const void *b)
{
    const counted *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return x->net < y->net ? -1 : x->net > y->net;
}

static bool fill_buckets(rg_gatesim *sim)
{
    const rg_netlist *n = sim->netlist;
    size_t count = 0;
    counted *nets = malloc(n->net_count * sizeof *nets);
    if (!nets)
        return false;
    for (uint32_t net = 2; net < n->net_count; net++)
        if (n->net_unit[net] != UINT16_MAX)
            nets[count++] = (counted){net, n->net_unit[net], capacitance_step(n->capacitance[net])};
    qsort(nets, count, sizeof *nets, by_bucket);
    for (size_t i = 0; i < count; i++) {
        bucket *last = sim->bucket_count ? &sim->buckets[sim->bucket_count - 1] : NULL;
        sim->order[i] = nets[i].net;
        if (!last || nets[i].unit != nets[i - 1].unit || nets[i].step != nets[i - 1].step) {
            last = &sim->buckets[sim->bucket_count++];
            *last = (bucket){nets[i].unit, 0, i, i};
        }
        last->mean += n->capacitance[nets[i].net];
        last->end++;
    }
    for (size_t b = 0; b < sim->bucket_count; b++)
        sim->buckets[b].mean /= (double)(sim->buckets[b].end - sim->buckets[b].begin);
    free(nets);
    return true;
}

static int by_enable(const void *a, const void *b)
{
    const clocked *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->enable < y->enable ? -1 : x->enable > y->enable;
}

/* Pins and inner nodes rise and fall in each cycle; the tree with them. */
static double clock_ff(const rg_flop *flop)
{
    return 2 * ((1 + RG_CELL_CLOCK_TREE) * flop->clock_ff + flop->clock_inner * RG_CELL_INV_FF);
}

static void gather_clocks(rg_gatesim *sim)
{
    const rg_netlist *n = sim->netlist;
    size_t kept = 0;
    for (size_t i = 0; i < n->flop_count; i++)
        sim->clocks[i] = (clocked){n->flops[i].unit, n->flops[i].enable, clock_ff(&rg_flops[n->flops[i].enabled])};
    qsort(sim->clocks, n->flop_count, sizeof *sim->clocks, by_enable);
    for (size_t i = 0; i < n->flop_count; i++) {
        if (kept && sim->clocks[kept - 1].unit == sim->clocks[i].unit && sim->clocks[kept - 1].enable == sim->clocks[i].enable)
            sim->clocks[kept - 1].ff += sim->clocks[i].ff;
        else
            sim->clocks[kept++] = sim->clocks[i];
    }
    sim->clock_count = kept;
}

rg_gatesim *rg_gatesim_new(const rg_netlist *netlist)
{
    rg_gatesim *sim = calloc(1, sizeof *sim);
    if (!sim)
        return NULL;
    sim->netlist = netlist;
    sim->value = calloc(netlist->net_count, sizeof *sim->value);
    sim->before = calloc(netlist->net_count, sizeof *sim->before);
    sim->next = calloc(netlist->flop_count + 1, sizeof *sim->next);
    sim->order = calloc(netlist->net_count, sizeof *sim->order);
    sim->buckets = calloc(netlist->net_count, sizeof *sim->buckets);
    sim->clocks = calloc(netlist->flop_count + 1, sizeof *sim->clocks);
    if (!sim->value || !sim->before || !sim->next || !sim->order || !sim->buckets || !sim->clocks || !fill_buckets(sim)) {
        rg_gatesim_free(sim);
        return NULL;
    }
    gather_clocks(sim);
    sim->value[RG_NET_ONE] = sim->before[RG_NET_ONE] = ~UINT64_C(0);
    return sim;
}

void rg_gatesim_free(rg_gatesim *sim)
{
    if (!sim)
        return;
    free(sim->value);
    free(sim->before);
    free(sim->next);
    free(sim->order);
    free(sim->buckets);
    free(sim->clocks);
    free(sim);
}

uint64_t rg_gatesim_net(const rg_gatesim *sim, uint32_t net) { return sim->value[net]; }
void rg_gatesim_set(rg_gatesim *sim, uint32_t net, uint64_t lanes)
{
    if (net > RG_NET_ONE)
        sim->value[net] = lanes;
}

uint64_t rg_gatesim_get_port(const rg_gatesim *sim, const rg_netport *port, unsigned lane)
{
    uint64_t number = 0;
    for (uint32_t i = 0; i < port->width && i < 64; i++)
        number |= (sim->value[port->nets[i]] >> lane & 1) << i;
    return number;
}

void rg_gatesim_set_port(rg_gatesim *sim, const rg_netport *port, unsigned lane, uint64_t number)
{
    for (uint32_t i = 0; i < port->width && i < 64; i++) {
        uint32_t net = port->nets[i];
        if (net > RG_NET_ONE)
            sim->value[net] = (sim->value[net] & ~(UINT64_C(1) << lane)) | (number >> i & 1) << lane;
    }
}

static void evaluate(const rg_netlist *n, uint64_t *v)
{
    for (const rg_gate *g = n->gates, *end = g + n->gate_count; g < end; g++) {
        const uint64_t a = v[g->in[0]], b = v[g->in[1]], c = v[g->in[2]], d = v[g->in[3]];
        uint64_t y = 0;
        switch ((enum rg_cell_kind)g->kind) {
        case RG_CELL_INV:   y = ~a; break;
        case RG_CELL_BUF:   y = a; break;
        case RG_CELL_NAND2: y = ~(a & b); break;
        case RG_CELL_NAND3: y = ~(a & b & c); break;
        case RG_CELL_NOR2:  y = ~(a | b); break;
        case RG_CELL_NOR3:  y = ~(a | b | c); break;
        case RG_CELL_AND2:  y = a & b; break;
        case RG_CELL_OR2:   y = a | b; break;
        case RG_CELL_XOR2:  y = a ^ b; break;
        case RG_CELL_XNOR2: y = ~(a ^ b); break;
        case RG_CELL_AOI21: y = ~((a & b) | c); break;
        case RG_CELL_OAI21: y = ~((a | b) & c); break;
        case RG_CELL_AOI22: y = ~((a & b) | (c & d)); break;
        case RG_CELL_OAI22: y = ~((a | b) & (c | d)); break;
        case RG_CELL_MUX2:  y = (a & ~c) | (b & c); break;
        case RG_CELL_KINDS: break;
        }
        v[g->out] = y;
    }
}

static void add_lanes(uint64_t lanes, double ff, size_t units, double *switched)
{
    for (; lanes; lanes &= lanes - 1)
        switched[(size_t)__builtin_ctzll(lanes) * units] += ff;
}

static void count_bucket(rg_gatesim *sim, const bucket *b, uint64_t counting, double *switched)
{
    const size_t units = sim->netlist->unit_count;
    uint64_t planes[PLANES] = {0};
    unsigned used = 0;
    for (size_t i = b->begin; i < b->end; i++) {
        const uint32_t net = sim->order[i];
        uint64_t carry = (sim->value[net] ^ sim->before[net]) & counting;
        sim->before[net] = sim->value[net];
        for (unsigned k = 0; carry && k < PLANES; k++) {
            const uint64_t both = planes[k] & carry;
            planes[k] ^= carry;
            carry = both;
            used = k >= used ? k + 1 : used;
        }
    }
    for (unsigned k = 0; k < used; k++)
        add_lanes(planes[k], b->mean * (double)(1u << k), units, switched + b->unit);
}

void rg_gatesim_settle(rg_gatesim *sim, uint64_t counting, double *switched)
{
    evaluate(sim->netlist, sim->value);
    for (size_t i = 0; i < sim->bucket_count; i++)
        count_bucket(sim, &sim->buckets[i], counting, switched);
}

void rg_gatesim_clock(rg_gatesim *sim, uint64_t counting, double *switched)
{
    const rg_netlist *n = sim->netlist;
    uint64_t *v = sim->value;
    for (size_t i = 0; i < sim->clock_count; i++) {
        const clocked *c = &sim->clocks[i];
        add_lanes(v[c->enable] & counting, c->ff, n->unit_count, switched + c->unit);
        if (c->enable > RG_NET_ONE) /* the clock gate's own pin */
            add_lanes(counting, 2 * RG_CELL_INV_FF, n->unit_count, switched + c->unit);
    }
    for (size_t i = 0; i < n->flop_count; i++) {
        const rg_netflop *f = &n->flops[i];
        sim->next[i] = (v[f->d] & v[f->enable]) | (v[f->q] & ~v[f->enable]);
    }
    for (size_t i = 0; i < n->flop_count; i++)
        rg_gatesim_set(sim, n->flops[i].q, sim->next[i]);
}

double rg_gatesim_idle_clock_ff(const rg_gatesim *sim, size_t unit)
{
    double ff = 0;
    for (size_t i = 0; i < sim->clock_count; i++) {
        const clocked *c = &sim->clocks[i];
        if (c->unit == unit)
            ff += c->enable > RG_NET_ONE ? 2 * RG_CELL_INV_FF : c->enable == RG_NET_ONE ? c->ff : 0;
    }
    return ff;
}
