/* activity.c: engines that count by address go step by step with the lanes. */
#include "energy/netlist/activity.h"

#include <stdlib.h>

struct rg_gate_activity {
    rg_engine *engines[RG_LANES];
};

rg_gate_activity *rg_gate_activity_new(void) { return calloc(1, sizeof(rg_gate_activity)); }

void rg_gate_activity_free(rg_gate_activity *a)
{
    for (unsigned lane = 0; a && lane < RG_LANES; lane++)
        if (a->engines[lane])
            rg_engine_close(a->engines[lane]);
    free(a);
}

bool rg_gate_activity_start(rg_gate_activity *a, unsigned lane, const rg_segment *segment)
{
    if (a->engines[lane])
        rg_engine_close(a->engines[lane]);
    a->engines[lane] = rg_segment_open(segment);
    return a->engines[lane] && rg_engine_count_addresses(a->engines[lane], true);
}

static uint64_t operations(const rg_address_cost *cost)
{
    uint64_t sum = 0;
    for (unsigned mode = 0; mode < 4; mode++)
        sum += cost->operations[mode][0] + cost->operations[mode][1];
    return sum;
}

/* What the engine prints is not looked at. */
static void one_instruction(rg_engine *engine)
{
    uint64_t status = 1, word;
    rg_engine_write(engine, RG_AT_REG_STEPS, 1);
    rg_engine_write(engine, RG_AT_REG_CONTROL, 1);
    while (rg_engine_read(engine, RG_AT_REG_STATUS, &status) == RG_BUS_OKAY && (status & 1)) {
        rg_engine_run(engine, 1000000);
        while (rg_engine_read(engine, RG_AT_REG_OUT, &word) == RG_BUS_OKAY)
            ;
    }
}

void rg_gate_activity_step(rg_gate_activity *a, unsigned lane, rg_gate_step *step)
{
    rg_engine *engine = a->engines[lane];
    uint64_t pc = 0;
    rg_engine_read(engine, RG_AT_REG_PC, &pc);
    const rg_address_cost *cost = rg_engine_address_cost(engine, (uint32_t)pc);
    const rg_address_cost before = cost ? *cost : (rg_address_cost){0};
    one_instruction(engine);
    if (!cost)
        return;
    step->elements = operations(cost) - operations(&before);
    for (unsigned t = 0; t < RG_ACTIVITY_COUNT; t++)
        step->activity[t] = cost->activity[0][t] + cost->activity[1][t] - before.activity[0][t]
                            - before.activity[1][t];
}
