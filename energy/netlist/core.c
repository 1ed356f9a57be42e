/* core.c: lanes that load a segment, run it and give way to the next; comparison with the reference
 * engine. */
#include "energy/netlist/core.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "energy/netlist/activity.h"
#include "isa/isa.h"

typedef enum { FREE, CLEAR, RESET, START, RUN } phase;

typedef struct {
    phase phase;
    size_t segment, end;             /* behind the last of its run */
    uint64_t cycles, since, retired; /* of the segment; since the last retirement */
    uint64_t run;                    /* cycles of the run before this segment */
    bool last;                       /* gives way after this edge */
} lane_state;

/* Ports of flip-flops through which a segment's state goes in, and comes out for the comparison. */
static const struct {
    uint32_t address;
    const char *port;
    unsigned shift;
} state_ports[] = {
    {RG_AT_REG_PC, "pc", 0},        {RG_AT_REG_BR, "br", 0},      {RG_AT_REG_DIR, "dir", 0},
    {RG_AT_REG_MODE, "mode", 0},    {RG_AT_REG_KEEP, "keep", 0},  {RG_AT_REG_KEEP, "undo", 1},
    {RG_AT_REG_WLO, "w_low", 0},    {RG_AT_REG_WHI, "w_high", 0}, {RG_AT_REG_GWLO, "gw_low", 0},
    {RG_AT_REG_GWHI, "gw_high", 0},
};
enum { STATE_PORTS = sizeof state_ports / sizeof state_ports[0] };

struct rg_gatecore {
    const rg_netlist *netlist;
    rg_gatesim *sim;
    rg_memories *memories;
    rg_gate_activity *activity;
    const rg_segment *segments;
    unsigned xlen;
    const rg_netport *state[STATE_PORTS], *tw, *tgw, *code_words;
    const rg_netport *rst_n, *cmd_run, *running, *retire, *word, *mode, *dir;
    lane_state lanes[RG_LANES];
    double *switched; /* of each lane and unit since its last retirement, fF */
    double *inputs;   /* likewise: bits that changed */
    rg_memory_traffic traffic;
};

static const rg_netport *need(const rg_gatecore *core, const char *name, char *message, size_t size)
{
    const rg_netport *port = rg_netlist_port(core->netlist, name);
    if (!port)
        snprintf(message, size, "the netlist has no port `%s`", name);
    return port;
}

static bool find_ports(rg_gatecore *c, char *message, size_t size)
{
    for (size_t i = 0; i < STATE_PORTS; i++)
        if (!(c->state[i] = need(c, state_ports[i].port, message, size)))
            return false;
    return (c->tw = need(c, "tw", message, size)) && (c->tgw = need(c, "tgw", message, size))
           && (c->code_words = need(c, "code_words", message, size))
           && (c->rst_n = need(c, "rst_n", message, size))
           && (c->cmd_run = need(c, "cmd_run", message, size))
           && (c->running = need(c, "running", message, size))
           && (c->retire = need(c, "retire_valid", message, size))
           && (c->word = need(c, "retire_word", message, size))
           && (c->mode = need(c, "retire_mode", message, size))
           && (c->dir = need(c, "retire_dir", message, size));
}

rg_gatecore *rg_gatecore_new(const rg_netlist *netlist, unsigned xlen, char *message, size_t size)
{
    rg_gatecore *core = calloc(1, sizeof *core);
    snprintf(message, size, "memory is short");
    if (!core)
        return NULL;
    core->netlist = netlist;
    core->xlen = xlen;
    core->sim = rg_gatesim_new(netlist);
    core->memories = rg_memories_new(netlist, xlen);
    core->activity = rg_gate_activity_new();
    core->switched = calloc(RG_LANES * (netlist->unit_count + 1), sizeof *core->switched);
    core->inputs = calloc(RG_LANES * (netlist->unit_count + 1), sizeof *core->inputs);
    if (core->sim && core->memories && core->activity && core->switched && core->inputs
        && find_ports(core, message, size))
        return core;
    rg_gatecore_free(core);
    return NULL;
}

void rg_gatecore_free(rg_gatecore *core)
{
    if (!core)
        return;
    rg_gatesim_free(core->sim);
    rg_memories_free(core->memories);
    rg_gate_activity_free(core->activity);
    free(core->switched);
    free(core->inputs);
    free(core);
}

/* The low or high word of a port of two words. */
static rg_netport half(const rg_gatecore *core, const rg_netport *port, unsigned which)
{
    rg_netport part = *port;
    part.nets += which * core->xlen;
    part.width = core->xlen;
    return part;
}

static void load(rg_gatecore *core, unsigned lane, const rg_segment *segment)
{
    rg_netport halves[4] = {half(core, core->tw, 0), half(core, core->tw, 1),
                            half(core, core->tgw, 0), half(core, core->tgw, 1)};
    for (size_t i = 0; i < segment->count; i++) {
        uint64_t *word = rg_memories_word(core->memories, lane, segment->words[i].address);
        if (word)
            *word = segment->words[i].word;
    }
    for (size_t i = 0; i < STATE_PORTS; i++)
        rg_gatesim_set_port(core->sim, core->state[i], lane,
                            rg_segment_get(segment, state_ports[i].address)
                                >> state_ports[i].shift);
    for (unsigned i = 0; i < 4; i++)
        rg_gatesim_set_port(core->sim, &halves[i], lane,
                            rg_segment_get(segment, RG_AT_REG_TWLO + 8 * i));
    rg_gatesim_set_port(core->sim, core->code_words, lane,
                        rg_segment_get(segment, RG_AT_REG_CODEWORDS));
}

/* Phases before the run; true when the lane counts in this cycle. */
static bool prepare(rg_gatecore *core, unsigned lane, const rg_segment *segments)
{
    lane_state *l = &core->lanes[lane];
    switch (l->phase) {
    case FREE: return false;
    case CLEAR: rg_gatesim_clear(core->sim, lane); /* fall through */
    case RESET:
        rg_memories_clear(core->memories, lane);
        rg_gatesim_set_port(core->sim, core->rst_n, lane, 0);
        l->phase = START;
        return false;
    case START:
        rg_gatesim_set_port(core->sim, core->rst_n, lane, 1);
        rg_gatesim_set_port(core->sim, core->cmd_run, lane, 1);
        load(core, lane, &segments[l->segment]);
        l->phase = RUN;
        return false;
    case RUN: rg_gatesim_set_port(core->sim, core->cmd_run, lane, 0); return true;
    }
    return false;
}

static void forget(rg_gatecore *core, unsigned lane)
{
    const size_t units = core->netlist->unit_count;
    memset(&core->switched[lane * units], 0, units * sizeof *core->switched);
    memset(&core->inputs[lane * units], 0, units * sizeof *core->inputs);
}

/* False when memory is short. */
static bool tell(rg_gatecore *core, unsigned lane, bool retires, rg_gate_listener *listener,
                 void *context)
{
    lane_state *l = &core->lanes[lane];
    const size_t units = core->netlist->unit_count;
    unsigned op = (unsigned)rg_gatesim_get_port(core->sim, core->word, lane) >> 25;
    rg_gate_step step = {.op = retires ? op : RG_OP_LIMIT,
                         .mode = (unsigned)rg_gatesim_get_port(core->sim, core->mode, lane),
                         .backward = rg_gatesim_get_port(core->sim, core->dir, lane) != 0,
                         .cycles = l->since,
                         .switched = &core->switched[lane * units],
                         .inputs = &core->inputs[lane * units],
                         .units = units,
                         .reads = core->traffic.reads[lane],
                         .writes = core->traffic.writes[lane],
                         .fetches = core->traffic.fetches[lane],
                         .elements = 1};
    if (retires && l->retired == 0
        && !rg_gate_activity_start(core->activity, lane, &core->segments[l->segment]))
        return false;
    if (retires)
        rg_gate_activity_step(core->activity, lane, &step);
    step.activity[RG_ACTIVITY_BUSY] = l->since > step.elements ? l->since - step.elements : 0;
    listener(context, l->segment, &step);
    forget(core, lane);
    core->traffic.reads[lane] = core->traffic.writes[lane] = core->traffic.fetches[lane] = 0;
    l->since = 0;
    l->retired += retires;
    return true;
}

static rg_engine *replay(const rg_segment *segment, uint64_t steps)
{
    rg_engine *engine = rg_segment_open(segment);
    uint64_t status = 1, word;
    if (!engine || steps == 0)
        return engine;
    rg_engine_write(engine, RG_AT_REG_STEPS, steps);
    rg_engine_write(engine, RG_AT_REG_CONTROL, 1);
    while (rg_engine_read(engine, RG_AT_REG_STATUS, &status) == RG_BUS_OKAY && (status & 1)) {
        rg_engine_run(engine, 1000000);
        while (rg_engine_read(engine, RG_AT_REG_OUT, &word) == RG_BUS_OKAY)
            ;
    }
    return engine;
}

static uint64_t mask_of(unsigned width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0);
}

static bool same(rg_gatecore *core, rg_engine *engine, uint32_t address, uint64_t have,
                 unsigned width, const char *name, char *message, size_t size)
{
    uint64_t want = 0;
    if (rg_engine_read(engine, address, &want) == RG_BUS_OKAY
        && ((want ^ have) & mask_of(width)) == 0)
        return true;
    snprintf(message, size,
             "%s: word %08" PRIx32 " is %" PRIx64 " in the netlist, %" PRIx64
             " in the reference engine",
             name, address, have, want);
    (void)core;
    return false;
}

static bool compare(rg_gatecore *core, unsigned lane, const rg_segment *segment, char *message,
                    size_t size)
{
    static const uint32_t windows[] = {RG_AT_REGV,  RG_AT_REGG,  RG_AT_REGT,  RG_AT_REGTG,
                                       RG_AT_DMEMV, RG_AT_DMEMG, RG_AT_DMEMT, RG_AT_DMEMTG};
    rg_engine *engine = replay(segment, core->lanes[lane].retired);
    bool good = engine != NULL;
    uint64_t *word;
    if (!engine)
        snprintf(message, size, "memory is short");
    for (size_t i = 0; good && i < STATE_PORTS; i++)
        if (state_ports[i].address != RG_AT_REG_KEEP)
            good = same(core, engine, state_ports[i].address,
                        rg_gatesim_get_port(core->sim, core->state[i], lane), core->state[i]->width,
                        segment->name, message, size);
    for (size_t w = 0; good && w < sizeof windows / sizeof windows[0]; w++) {
        uint32_t end = w < 4 ? windows[w] + 8 * 32 : UINT32_MAX;
        for (uint32_t at = windows[w];
             good && at < end && (word = rg_memories_word(core->memories, lane, at)); at += 8)
            good = same(core, engine, at, *word, core->xlen, segment->name, message, size);
    }
    rg_engine_close(engine);
    return good;
}

/* The first segment behind a run. */
static size_t end_of_run(const rg_segment *segments, size_t count, size_t first)
{
    size_t end = first + 1;
    while (end < count && strcmp(segments[end].name, segments[first].name) == 0)
        end++;
    return end;
}

/* Free lanes take runs; the lanes that count in this cycle. */
static uint64_t begin_cycle(rg_gatecore *core, const rg_segment *segments, size_t count,
                            size_t *next)
{
    uint64_t counting = 0;
    for (unsigned lane = 0; lane < RG_LANES; lane++) {
        lane_state *l = &core->lanes[lane];
        if (l->phase == FREE && *next < count) {
            *l = (lane_state){.phase = CLEAR, .segment = *next};
            l->end = *next = end_of_run(segments, count, *next);
        }
        if (prepare(core, lane, segments))
            counting |= UINT64_C(1) << lane;
    }
    return counting;
}

static bool note_cycle(rg_gatecore *core, uint64_t counting, uint64_t most_cycles,
                       rg_gate_listener *listener, void *context)
{
    uint64_t running = rg_gatesim_net(core->sim, core->running->nets[0]),
             retires = rg_gatesim_net(core->sim, core->retire->nets[0]);
    bool good = true;
    for (uint64_t lanes = counting; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(lanes);
        lane_state *l = &core->lanes[lane];
        bool retired = retires >> lane & 1;
        l->cycles++;
        l->since++;
        if (retired)
            good = tell(core, lane, true, listener, context) && good;
        l->last = !(running >> lane & 1) || (retired && l->run + l->cycles >= most_cycles);
        if (l->last && !retired)
            good = tell(core, lane, false, listener, context) && good;
    }
    return good;
}

/* The next segment of a run, or room for another where it ends or has had its cycles; how many
 * segments are done with. */
static size_t go_on(lane_state *l, uint64_t most_cycles)
{
    const uint64_t run = l->run + l->cycles;
    const size_t next = l->segment + 1, end = l->end;
    const bool more = next < end && run < most_cycles;
    *l = (lane_state){.phase = more ? RESET : FREE, .segment = next, .end = end, .run = run};
    return more ? 1 : end - next + 1;
}

bool rg_gatecore_run(rg_gatecore *core, const rg_segment *segments, size_t count,
                     uint64_t most_cycles, rg_gate_listener *listener, void *context,
                     rg_gate_work *work, char *message, size_t size)
{
    size_t next = 0, done = 0;
    core->segments = segments;
    *work = (rg_gate_work){0};
    memset(core->lanes, 0, sizeof core->lanes);
    while (done < count) {
        uint64_t counting = begin_cycle(core, segments, count, &next);
        if (rg_memories_are_seen(core->memories)) {
            rg_gatesim_evaluate(core->sim);
            rg_memories_look(core->memories, core->sim, counting);
        }
        rg_gatesim_settle(core->sim, counting, core->switched, core->inputs);
        rg_memories_access(core->memories, core->sim, counting, core->switched, &core->traffic);
        if (!note_cycle(core, counting, most_cycles, listener, context)) {
            snprintf(message, size, "memory is short");
            return false;
        }
        rg_gatesim_clock(core->sim, counting, core->switched);
        rg_memories_apply(core->memories, core->sim);
        work->cycles++;
        for (unsigned lane = 0; lane < RG_LANES; lane++) {
            lane_state *l = &core->lanes[lane];
            if (l->phase != RUN || !l->last)
                continue;
            if (!compare(core, lane, &segments[l->segment], message, size))
                return false;
            work->lane_cycles += l->cycles;
            work->retired += l->retired;
            work->compared++;
            forget(core, lane);
            done += go_on(l, most_cycles);
        }
    }
    return true;
}

double rg_gatecore_idle_clock_ff(const rg_gatecore *core, size_t unit)
{
    return rg_gatesim_idle_clock_ff(core->sim, unit);
}
