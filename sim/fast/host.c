/* host.c: run control over the machine: limits, stops, the interrupt line. */
#include "sim/fast/host.h"

#include <stdlib.h>

void rg_host_reset(rg_host *h)
{
    rg_machine *m = h->machine;

    rg_machine_reset(m);
    *h = (rg_host){.machine = m};
}

bool rg_host_interrupt(const rg_host *h)
{
    return !rg_host_busy(h) || h->machine->out_count != 0;
}

/* Stop before the next instruction where a limit is reached. */
static bool at_limit(rg_host *h)
{
    if (h->steps != 0 && h->steps_done >= h->steps)
        h->step_limited = true;
    if (h->cycle_limit != 0 && h->machine->count.cycles >= h->cycle_limit)
        h->cycle_limited = true;
    if (h->step_limited || h->cycle_limited)
        h->running = false;
    return !h->running;
}

static void one_step(rg_host *h)
{
    switch (rg_machine_step(h->machine)) {
    case RG_STEP_TRAP:
        h->trapped = true;
        h->running = false;
        break;
    case RG_STEP_HALT:
        h->halted = true;
        h->running = false;
        break;
    case RG_STEP_WAIT:
        h->machine->count.cycles++;
        break;
    default:
        h->steps_done++;
        at_limit(h);
    }
}

uint64_t rg_host_run(rg_host *h, uint64_t max_cycles)
{
    uint64_t *cycles = &h->machine->count.cycles, left = max_cycles;

    while (left > 0) {
        if (h->owed != 0) {
            uint64_t paid = h->owed < left ? h->owed : left;
            h->owed -= paid;
            left -= paid;
            continue;
        }
        if (rg_host_interrupt(h))
            break;
        uint64_t before = *cycles;
        one_step(h);
        h->owed = *cycles - before;
    }
    return max_cycles - left;
}
