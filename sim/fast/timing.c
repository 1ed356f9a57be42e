/* timing.c: clock cycles of a step, equal to those of the core (isa/timing.def). */
#include "isa/float_core.h"
#include "isa/machine.h"
#include "sim/fast/stages.h"
#include "sim/fast/tangent.h"

typedef struct {
    unsigned char fixed;  /* fetch, decode, memory, commit */
    unsigned char before; /* fetch, decode */
    bool exec;
} format_timing;

static const format_timing timing[] = {
#define RG_TIMING(format, fetch, decode, memory, exec, commit)                                     \
    [RG_FMT_##format] = {(fetch) + (decode) + (memory) + (commit), (fetch) + (decode), (exec) != 0},
#include "isa/timing.def"
};

enum {
#define RG_PIPELINE(fill, step) STEP = step,
#define RG_WORDS(read) WORDS_READ = read,
#define RG_STREAM(setup, read) STREAM_SETUP = setup, STREAM_READ = read,
#define RG_INDEXED(setup, element) INDEXED_SETUP = setup, INDEXED_ELEMENT = element,
#include "isa/timing.def"
    LEAST = 3 /* of the other core: fetch, decode, commit */
};

/* The clocks of an operation that the multiplier of a pipelined core does, beyond the step; -1 for
 * all others. */
static int product_clocks(const rg_core_kind *core, unsigned op, bool active)
{
    switch (core->products ? op : 0) {
// clang-format off
#define RG_PRODUCT(op, turns) case RG_OP_##op: return active && !core->gradients ? (turns) : 0;
#include "isa/timing.def"
        // clang-format on
    default: return -1;
    }
}

static unsigned fixed_cycles(const rg_machine *m, rg_format format)
{
    return m->config.core.pipelined ? STEP : timing[format].fixed;
}

/* What the operands in memory add. */
static unsigned operand_cycles(const rg_machine *m, const rg_decoded *d)
{
    return d->in.words && !m->config.core.pipelined ? WORDS_READ : 0;
}

static rg_num_unit unit_of(const rg_core_kind *core)
{
    return (rg_num_unit){core->pipelined && core->products && !core->staged,
                         core->pipelined ? core->digits : 1};
}

static unsigned before_exec(rg_format format) { return timing[format].before; }

/* What the function unit adds to a step. */
static unsigned latency(const rg_machine *m, unsigned op, bool active)
{
    if (!m->config.core.pipelined)
        return rg_num_latency(&m->config.num, op, active);

    int product = product_clocks(&m->config.core, op, active);
    if (product >= 0)
        return (unsigned)product;
    rg_num_unit unit = unit_of(&m->config.core);
    unsigned clocks = rg_num_unit_latency(&m->config.num, &unit, op, active);
    return clocks == 1 ? 0 : clocks;
}

/* On a core with Float its unit does this; one with a pipeline counts as without Float. */
static bool by_float_unit(const rg_machine *m, const rg_decoded *d)
{
    return m->config.wide != 0 && !m->config.core.pipelined && rg_float_core_unit(&d->in);
}

static unsigned cycles_in(const rg_machine *m, const rg_decoded *d, bool gradient)
{
    if (!d || !d->legal)
        return fixed_cycles(m, RG_FMT_NONE);

    rg_format format = d->info->format;
    if (by_float_unit(m, d))
        return fixed_cycles(m, format)
               + rg_float_core_clocks(
                   d->in.op, gradient
                                 && (d->info->kind == RG_KIND_FIX || d->info->kind == RG_KIND_LOG
                                     || format == RG_FMT_R3 || format == RG_FMT_R2X)
                                 && d->in.mode != RG_MODE_XOR);
    if (!timing[format].exec)
        return fixed_cycles(m, format);

    bool update = format != RG_FMT_R3 && format != RG_FMT_R2X;
    bool active = gradient
                  && (!update || (d->info->kind != RG_KIND_INT && d->in.mode != RG_MODE_XOR));
    return fixed_cycles(m, format) + operand_cycles(m, d) + latency(m, d->in.op, active);
}

/* In tangent mode: the passes of those that carry tangents. */
static unsigned tangent_cycles(const rg_machine *m, const rg_decoded *d)
{
    if (!d || !d->legal || !timing[d->info->format].exec || d->info->format == RG_FMT_MD)
        return cycles_in(m, d, rg_gradient_mode(m));

    rg_format format = d->info->format;
    bool update = format != RG_FMT_R3 && format != RG_FMT_R2X;
    if (update && (d->info->kind == RG_KIND_INT || d->in.mode == RG_MODE_XOR))
        return cycles_in(m, d, false);
    rg_num_unit unit = unit_of(&m->config.core);
    return fixed_cycles(m, format) + operand_cycles(m, d)
           + rg_num_unit_dual_latency(&m->config.num, &unit, d->in.op, rg_gradient_mode(m),
                                      !d->in.immediate);
}

unsigned rg_fill_cycles(const rg_machine *m)
{
    return m->entering ? rg_fill_clocks(m->config.core.pipelined, m->config.core.staged) : 0;
}
unsigned rg_least_cycles(const rg_machine *m) { return m->config.core.pipelined ? STEP : LEAST; }

static unsigned alone_cycles(const rg_machine *m, const rg_decoded *d)
{
    return rg_tangent_mode(m) ? tangent_cycles(m, d) : cycles_in(m, d, rg_gradient_mode(m));
}

unsigned rg_cycles_of(const rg_machine *m, const rg_decoded *d)
{
    return alone_cycles(m, d) + rg_stall_cycles(m, d);
}
unsigned rg_value_cycles(const rg_machine *m, const rg_decoded *d)
{
    return cycles_in(m, d, false);
}

/* The other core fetches and decodes, then reads the words of each element before its function unit
 * starts. */
unsigned rg_stream_setup(const rg_machine *m, const rg_decoded *d)
{
    return STREAM_SETUP + (d->in.indexed ? (unsigned)INDEXED_SETUP : 0) + rg_stall_cycles(m, d)
           + (m->config.core.pipelined ? 0 : before_exec(d->info->format));
}

unsigned rg_element_cycles(const rg_machine *m, const rg_decoded *d)
{
    return alone_cycles(m, d) + (d->in.indexed ? (unsigned)INDEXED_ELEMENT : 0)
           + (rg_in_stage(m, d) ? rg_stage_latency(m) : 0)
           + (m->config.core.pipelined ? 0 : STREAM_READ)
           - (m->config.core.pipelined ? 0 : before_exec(d->info->format));
}

static const bool has_lanes[RG_OP_LIMIT] = {
#define RG_LANE(op) [RG_OP_##op] = true,
#include "isa/timing.def"
};

unsigned rg_stream_lanes(const rg_machine *m, const rg_decoded *d)
{
    const rg_core_kind *core = &m->config.core;
    const bool carries_tangents = rg_tangent_mode(m) && d->info->kind != RG_KIND_INT;

    return core->pipelined && core->lanes > 1 && has_lanes[d->in.op] && !carries_tangents
                   && !d->in.indexed
               ? core->lanes
               : 1;
}

unsigned rg_function_units(const rg_machine *m, const rg_decoded *d)
{
    const rg_core_kind *core = &m->config.core;
    const rg_num_unit unit = unit_of(core);
    const bool derives = d->info->kind != RG_KIND_INT;

    if (!core->pipelined || core->units < 2 || d->in.indexed || d->info->format == RG_FMT_W
        || (rg_tangent_mode(m) && derives) || product_clocks(core, d->in.op, false) >= 0
        || (core->lanes > 1 && has_lanes[d->in.op])
        || rg_num_unit_latency(&m->config.num, &unit, d->in.op, false) == 1)
        return 1;
    return core->units;
}

typedef struct {
    unsigned char reads, writes, grad_reads, grad_writes, drop_reads, drop_writes, tan_reads,
        tan_writes;
} traffic;

static const traffic traffic_of[RG_OP_LIMIT] = {
#define RG_TRAFFIC(op, reads, writes, greads, gwrites, dropreads, dropwrites, treads, twrites)     \
    [RG_OP_##op] = {reads, writes, greads, gwrites, dropreads, dropwrites, treads, twrites},
#include "isa/timing.def"
};

void rg_count_traffic(rg_machine *m, unsigned op, bool active, bool dropping)
{
    const traffic *t = &traffic_of[op];

    m->count.mem_reads += t->reads;
    m->count.mem_writes += t->writes;
    m->count.grad_reads += (active ? t->grad_reads : 0u) + (dropping ? t->drop_reads : 0u);
    m->count.grad_writes += (active ? t->grad_writes : 0u) + (dropping ? t->drop_writes : 0u);
}

void rg_count_tangents(rg_machine *m, unsigned op, bool active, bool dropping, bool checks)
{
    const traffic *t = &traffic_of[op];
    bool both = rg_both_mode(m);

    if (!rg_tangent_mode(m))
        return;
    m->count.tan_reads += active ? t->tan_reads : checks ? 1u : 0u;
    m->count.tan_writes += active ? t->tan_writes : 0u;
    m->count.tan_reads += (both && active ? t->grad_reads : 0u)
                          + (both && dropping ? t->drop_reads : 0u);
    m->count.tan_writes += (both && active ? t->grad_writes : 0u)
                           + (both && dropping ? t->drop_writes : 0u);
}

void rg_value_traffic(unsigned op, unsigned *reads, unsigned *writes)
{
    *reads = traffic_of[op].reads;
    *writes = traffic_of[op].writes;
}
