/* sim.c: gates in order, a word of 64 lanes each; toggles are counted in binary across the lanes.
 */
#include "energy/netlist/sim.h"

#include <stdlib.h>
#include <string.h>

#include "energy/cells/cells.h"

enum { PLANES = 20, STEPS_PER_OCTAVE = 4 };

/* Nets of one unit and nearly one capacitance; their mean is taken for each, which leaves a sum
 * over evenly active nets as it is. */
typedef struct {
    uint16_t unit;
    double mean;
    size_t begin, end;
} bucket;
/* Flip-flops of one unit with one enable. */
typedef struct {
    uint16_t unit;
    uint32_t enable;
    double ff;
} clocked;
typedef struct {
    uint32_t net;
    uint16_t unit;
    int step;
} counted;
/* A net that a unit's gates start from. */
typedef struct {
    uint16_t unit;
    uint32_t at; /* in the order of counted nets */
} source;

struct rg_gatesim {
    const rg_netlist *netlist;
    uint64_t *value, *next;  /* of nets; of flip-flops after the edge */
    uint32_t *order;         /* counted nets, bucket by bucket */
    uint64_t *before;        /* of these, when last settled */
    size_t *rows, row_count; /* first gate of each row of one kind; one more, the end */
    bucket *buckets;
    size_t bucket_count;
    clocked *clocks;
    size_t clock_count;
    source *sources; /* unit by unit */
    size_t source_count;
};

static int capacitance_step(double ff)
{
    int step = 0;
    for (double limit = 2; ff > limit && step < 64;
         limit *= 1.189207115) /* 2^(1 / STEPS_PER_OCTAVE) */
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

static int by_source(const void *a, const void *b)
{
    const source *x = a, *y = b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Each once. */
static void sort_sources(rg_gatesim *sim, size_t count)
{
    qsort(sim->sources, count, sizeof *sim->sources, by_source);
    for (size_t i = 0; i < count; i++)
        if (!sim->source_count || by_source(&sim->sources[sim->source_count - 1], &sim->sources[i]))
            sim->sources[sim->source_count++] = sim->sources[i];
}

/* What no gate of the same unit drives. Inputs of the top module are not counted anywhere. */
static bool gather_sources(rg_gatesim *sim)
{
    const rg_netlist *n = sim->netlist;
    uint32_t *at = calloc(n->net_count, sizeof *at);
    bool *gated = calloc(n->net_count, sizeof *gated);
    size_t count = 0;
    sim->sources = malloc((4 * n->gate_count + 1) * sizeof *sim->sources);
    const bool good = at && gated && sim->sources;
    for (size_t i = 0; good && sim->bucket_count && i < sim->buckets[sim->bucket_count - 1].end;
         i++)
        at[sim->order[i]] = (uint32_t)i;
    for (size_t g = 0; good && g < n->gate_count; g++)
        gated[n->gates[g].out] = true;
    for (size_t g = 0; good && g < n->gate_count; g++)
        for (unsigned pin = 0; pin < 4; pin++) {
            const uint32_t net = n->gates[g].in[pin];
            const uint16_t unit = n->gates[g].unit;
            if (net > RG_NET_ONE && net < n->net_count && n->net_unit[net] != UINT16_MAX
                && !(gated[net] && n->net_unit[net] == unit))
                sim->sources[count++] = (source){unit, at[net]};
        }
    if (good)
        sort_sources(sim, count);
    free(at);
    free(gated);
    return good;
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
        sim->clocks[i] = (clocked){n->flops[i].unit, n->flops[i].enable,
                                   clock_ff(&rg_flops[n->flops[i].enabled])};
    qsort(sim->clocks, n->flop_count, sizeof *sim->clocks, by_enable);
    for (size_t i = 0; i < n->flop_count; i++) {
        if (kept && sim->clocks[kept - 1].unit == sim->clocks[i].unit
            && sim->clocks[kept - 1].enable == sim->clocks[i].enable)
            sim->clocks[kept - 1].ff += sim->clocks[i].ff;
        else
            sim->clocks[kept++] = sim->clocks[i];
    }
    sim->clock_count = kept;
}

/* A row may cross levels: its gates are evaluated one after another. */
static void gather_rows(rg_gatesim *sim)
{
    const rg_netlist *n = sim->netlist;
    for (size_t i = 0; i < n->gate_count; i++)
        if (i == 0 || n->gates[i].kind != n->gates[i - 1].kind)
            sim->rows[sim->row_count++] = i;
    sim->rows[sim->row_count] = n->gate_count;
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
    sim->rows = calloc(netlist->gate_count + 2, sizeof *sim->rows);
    if (!sim->value || !sim->before || !sim->next || !sim->order || !sim->buckets || !sim->clocks
        || !sim->rows || !fill_buckets(sim) || !gather_sources(sim)) {
        rg_gatesim_free(sim);
        return NULL;
    }
    gather_clocks(sim);
    gather_rows(sim);
    sim->value[RG_NET_ONE] = ~UINT64_C(0);
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
    free(sim->rows);
    free(sim->sources);
    free(sim);
}

uint64_t rg_gatesim_net(const rg_gatesim *sim, uint32_t net) { return sim->value[net]; }
void rg_gatesim_set(rg_gatesim *sim, uint32_t net, uint64_t lanes)
{
    if (net > RG_NET_ONE)
        sim->value[net] = lanes;
}

void rg_gatesim_clear(rg_gatesim *sim, unsigned lane)
{
    const uint64_t others = ~(UINT64_C(1) << lane);
    for (size_t net = RG_NET_ONE + 1; net < sim->netlist->net_count; net++)
        sim->value[net] &= others;
    for (size_t i = 0; i < sim->netlist->net_count; i++)
        sim->before[i] &= others;
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
            sim->value[net] = (sim->value[net] & ~(UINT64_C(1) << lane))
                              | (number >> i & 1) << lane;
    }
}

/* One row of cells of a kind; a, b, c, d: the pins. */
#define RG_ROW(kind, value)                                                                        \
    case RG_CELL_##kind:                                                                           \
        for (; g < end; g++) {                                                                     \
            const uint64_t a = v[g->in[0]], b = v[g->in[1]], c = v[g->in[2]], d = v[g->in[3]];     \
            (void)a, (void)b, (void)c, (void)d;                                                    \
            v[g->out] = (value);                                                                   \
        }                                                                                          \
        break

static void evaluate_row(uint64_t *v, const rg_gate *g, const rg_gate *end)
{
    switch ((enum rg_cell_kind)g->kind) {
        RG_ROW(INV, ~a);
        RG_ROW(BUF, a);
        RG_ROW(NAND2, ~(a & b));
        RG_ROW(NAND3, ~(a & b & c));
        RG_ROW(NOR2, ~(a | b));
        RG_ROW(NOR3, ~(a | b | c));
        RG_ROW(AND2, a & b);
        RG_ROW(OR2, a | b);
        RG_ROW(XOR2, a ^ b);
        RG_ROW(XNOR2, ~(a ^ b));
        RG_ROW(AOI21, ~((a & b) | c));
        RG_ROW(OAI21, ~((a | b) & c));
        RG_ROW(AOI22, ~((a & b) | (c & d)));
        RG_ROW(OAI22, ~((a | b) & (c | d)));
        RG_ROW(MUX2, (a & ~c) | (b & c));
    case RG_CELL_KINDS: break;
    }
}

void rg_gatesim_evaluate(rg_gatesim *sim)
{
    const rg_gate *gates = sim->netlist->gates;
    for (size_t i = 0; i < sim->row_count; i++)
        evaluate_row(sim->value, gates + sim->rows[i], gates + sim->rows[i + 1]);
}

static void add_lanes(uint64_t lanes, double ff, size_t units, double *switched)
{
    for (; lanes; lanes &= lanes - 1)
        switched[(size_t)__builtin_ctzll(lanes) * units] += ff;
}

static uint64_t toggled(rg_gatesim *sim, size_t i, uint64_t counting)
{
    const uint64_t now = sim->value[sim->order[i]], changed = (now ^ sim->before[i]) & counting;
    sim->before[i] = now;
    return changed;
}

/* Sum of three words bit by bit: the low bits stay in *sum, the carries are returned. */
static uint64_t add_two(uint64_t *sum, uint64_t x, uint64_t y)
{
    const uint64_t half = *sum ^ x, carry = (*sum & x) | (half & y);
    *sum = half ^ y;
    return carry;
}

static void ripple(uint64_t *planes, unsigned k, uint64_t carry)
{
    for (; carry && k < PLANES; k++) {
        const uint64_t both = planes[k] & carry;
        planes[k] ^= carry;
        carry = both;
    }
}

/* Four nets at a time, so that the carries ripple a quarter as often. */
static void count_bucket(rg_gatesim *sim, const bucket *b, uint64_t counting, double *switched)
{
    uint64_t planes[PLANES] = {0};
    size_t i = b->begin;
    for (; i + 4 <= b->end; i += 4) {
        const uint64_t w = toggled(sim, i, counting), x = toggled(sim, i + 1, counting),
                       y = toggled(sim, i + 2, counting), z = toggled(sim, i + 3, counting);
        const uint64_t first = add_two(&planes[0], w, x), second = add_two(&planes[0], y, z);
        ripple(planes, 2, add_two(&planes[1], first, second));
    }
    for (; i < b->end; i++)
        ripple(planes, 0, toggled(sim, i, counting));
    for (unsigned k = 0; k < PLANES; k++)
        add_lanes(planes[k], b->mean * (double)(1u << k), sim->netlist->unit_count,
                  switched + b->unit);
}

/* Those of one unit from sources[i] on; behind the last of them. */
static size_t count_sources(const rg_gatesim *sim, size_t i, uint64_t counting, double *inputs)
{
    uint64_t planes[PLANES] = {0};
    const uint16_t unit = sim->sources[i].unit;
    for (; i < sim->source_count && sim->sources[i].unit == unit; i++) {
        const uint32_t at = sim->sources[i].at;
        ripple(planes, 0, (sim->value[sim->order[at]] ^ sim->before[at]) & counting);
    }
    for (unsigned k = 0; k < PLANES; k++)
        add_lanes(planes[k], (double)(1u << k), sim->netlist->unit_count, inputs + unit);
    return i;
}

void rg_gatesim_settle(rg_gatesim *sim, uint64_t counting, double *switched, double *inputs)
{
    rg_gatesim_evaluate(sim);
    for (size_t i = 0; inputs && i < sim->source_count;)
        i = count_sources(sim, i, counting, inputs);
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
