/* host.c: run control over the machine: limits, stops, the interrupt line. */
#include "sim/fast/host.h"

#include "isa/bus_fields.h"
#include "sim/fast/float.h"
#include "sim/fast/exec.h"

#include <string.h>

enum { ALL_INTERRUPTS = RG_IRQ_STOPPED | RG_IRQ_SCANNED | RG_IRQ_COPIED | RG_IRQ_OUT };

void rg_host_reset(rg_host *h)
{
    rg_machine *m = h->machine;

    /* The register files are memories: a reset erases nothing of the reversible state but pc, br,
     * dir and mode. */
    int64_t r[RG_REGISTERS], gr[RG_REGISTERS], tr[RG_REGISTERS], tgr[RG_REGISTERS];
    memcpy(r, m->r, sizeof r);
    memcpy(gr, m->gr, sizeof gr);
    memcpy(tr, m->tr, sizeof tr);
    memcpy(tgr, m->tgr, sizeof tgr);
    enum { MOST = RG_REGISTERS * (3 + 3 * 7) };
    uint64_t upper[MOST] = {0};
    if (m->upper)
        memcpy(upper, m->upper, rg_upper_size(m, RG_UPPER_REGISTERS));
    rg_machine_reset(m);
    memcpy(m->r, r, sizeof r);
    memcpy(m->gr, gr, sizeof gr);
    memcpy(m->tr, tr, sizeof tr);
    memcpy(m->tgr, tgr, sizeof tgr);
    if (m->upper) /* the accumulator is cleared */
        memcpy(m->upper, upper, rg_upper_size(m, RG_UPPER_REGISTERS));
    rg_copy_reset(&h->copy);
    *h = (rg_host){.machine = m,
                   .copy = h->copy,
                   .step = h->step,
                   .stepper = h->stepper,
                   .irq_enable = ALL_INTERRUPTS};
}

unsigned rg_host_happened(const rg_host *h)
{
    return (h->owed == 0 ? h->happened : 0) | (h->machine->out_count != 0 ? RG_IRQ_OUT : 0);
}

bool rg_host_interrupt(const rg_host *h) { return (rg_host_happened(h) & h->irq_enable) != 0; }

static void finish(rg_host *h)
{
    h->running = false;
    h->happened |= RG_IRQ_STOPPED;
}

/* Stop before the next instruction where a limit is reached. */
static bool at_limit(rg_host *h)
{
    h->step_limited = h->steps != 0 && h->steps_done >= h->steps;
    h->cycle_limited = h->cycle_limit != 0 && h->machine->count.cycles >= h->cycle_limit;
    if (h->step_limited || h->cycle_limited)
        finish(h);
    return !h->running;
}

static void one_step(rg_host *h)
{
    const rg_decoded *in = &h->machine->decoded[rg_code_index(h->machine)];

    switch (h->step ? h->step(h->stepper, h->machine) : rg_machine_counted_step(h->machine)) {
    case RG_STEP_REFUSED: finish(h); break;
    case RG_STEP_TRAP:
        h->trapped = true;
        finish(h);
        break;
    case RG_STEP_HALT:
        h->halted = true;
        finish(h);
        break;
    case RG_STEP_WAIT: h->machine->count.cycles++; break;
    default:
        h->steps_done++;
        at_limit(h);
        if (h->watch.count > 0 && rg_watch_changed(h->machine, &h->watch, in))
            finish(h);
    }
}

/* Run what can be run fast within `left` cycles and the limits: true when something retired. */
static bool run_ahead(rg_host *h, uint64_t left)
{
    uint64_t steps = h->steps != 0 ? h->steps - h->steps_done : UINT64_MAX;
    uint64_t room = h->cycle_limit != 0 ? h->cycle_limit - h->machine->count.cycles : UINT64_MAX;
    uint64_t cycles = room < left ? room : left;
    uint64_t retired = h->watch.count > 0
                           ? rg_machine_run_watching(h->machine, steps, cycles, &h->watch)
                           : rg_machine_run(h->machine, steps, cycles);

    h->steps_done += retired;
    if (retired != 0)
        at_limit(h);
    if (h->watch.hit)
        finish(h);
    return retired != 0;
}

/* Let time pass until the last instruction is paid for. */
static void pay(rg_host *h, uint64_t *left)
{
    uint64_t paid = h->owed < *left ? h->owed : *left;

    h->owed -= paid;
    *left -= paid;
}

uint64_t rg_host_run(rg_host *h, uint64_t max_cycles)
{
    uint64_t *cycles = &h->machine->count.cycles, left = max_cycles;

    pay(h, &left);
    while (left > 0 && !rg_host_interrupt(h)) {
        if (h->copy.active) {
            h->happened |= rg_copy_clock(&h->copy, h->machine) ? RG_IRQ_COPIED : 0;
            left--;
            continue;
        }
        if (h->out.active) {
            const bool ended = rg_copy_out_clock(&h->out, &h->copy.memory, h->machine);
            h->happened |= ended ? RG_IRQ_COPIED : 0;
            left--;
            continue;
        }
        if (!h->running)
            return max_cycles; /* nothing to wait for: the clock runs idle */
        uint64_t before = *cycles;
        if (!at_limit(h) && (h->step || !run_ahead(h, left)))
            one_step(h);
        h->owed = *cycles - before;
        pay(h, &left);
    }
    return max_cycles - left;
}
