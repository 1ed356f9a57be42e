/* activity.c: what the instructions of a run switched, of program and dispatcher. */
#include "host-driver/internal.h"

#include "isa/activity.h"
#include "isa/activity_groups.h"
#include "isa/isa.h"

#include <string.h>

_Static_assert(RG_ACTIVITY_TERMS == RG_ACTIVITY_COUNT, "the public header counts the terms");
_Static_assert(RG_ACTIVITY_GROUPS <= RG_COUNTER_CLASSES, "groups fit where classes do");

void rg_activity_add(rg_activity_counts *to, const rg_address_cost *cost, unsigned op)
{
    const unsigned group = rg_activity_group(op);
    for (unsigned cell = 0; cell < 8; cell++)
        to->operations[group][cell / 2][cell & 1] += cost->operations[cell / 2][cell & 1];
    for (unsigned tangents = 0; tangents < 2; tangents++)
        for (unsigned t = 0; t < RG_ACTIVITY_TERMS; t++)
            to->terms[group][tangents][t] += cost->activity[tangents][t];
}

void rg_activity_collect(rgd_job *job)
{
    const rgd_device *device = job->device;
    const size_t program = device->object ? device->object->code_count : 0;
    job->counters.activity = job->counters.dispatcher.activity = (rg_activity_counts){0};
    for (size_t at = 0; device->counting && at < device->base + program; at++) {
        const rg_address_cost *cost = rg_engine_address_cost(device->engine, (uint32_t)at);
        const bool dispatches = at < device->base;
        const uint32_t word = dispatches ? device->firmware.words[at]
                                         : device->object->code[at - device->base];
        rg_instruction in;
        if (!cost || cost->cycles[0] + cost->cycles[1] == 0
            || !rg_decode_any(word, device->xlen, &in) || !rg_op_lookup(in.op))
            continue;
        rg_activity_add(&job->counters.activity, cost, in.op);
        if (dispatches)
            rg_activity_add(&job->counters.dispatcher.activity, cost, in.op);
    }
}

static rg_counters without_activity(const rg_counters *all)
{
    rg_counters c = *all;
    memset(&c.activity, 0, sizeof c.activity);
    memset(&c.dispatcher.activity, 0, sizeof c.dispatcher.activity);
    return c;
}

static bool agree(const rg_counters *a, const rg_counters *b)
{
    const rg_counters x = without_activity(a), y = without_activity(b);
    return memcmp(&x, &y, sizeof x) == 0;
}

rg_result rgd_take_activity(rgd_job *job, const rgd_job *counted, rg_fault *fault)
{
    if (!agree(&job->counters, &counted->counters))
        return rg_fail(fault, RG_BAD_USE, "R0953",
                       "the engine %s, which counts activity, did not run the same instructions",
                       rg_engine_name(counted->device->engine));
    job->counters.activity = counted->counters.activity;
    job->counters.dispatcher.activity = counted->counters.dispatcher.activity;
    return RG_OK;
}

const char *rg_activity_group_at(unsigned index)
{
    return index < RG_ACTIVITY_GROUPS ? rg_activity_group_name(index) : NULL;
}

static const struct {
    const char *name, *what;
} terms[RG_ACTIVITY_COUNT] = {
#define RG_ACTIVITY(name, text, what) {text, what},
#include "isa/activity.def"
#undef RG_ACTIVITY
};

const char *rg_activity_term_at(unsigned index)
{
    return index < RG_ACTIVITY_COUNT ? terms[index].name : NULL;
}

const char *rg_activity_what(unsigned index)
{
    return index < RG_ACTIVITY_COUNT ? terms[index].what : NULL;
}
