/* host.c: run control over the machine: limits, stops, the interrupt line. */
#include "sim/fast/host.h"

#include "sim/fast/exec.h"

#include <string.h>

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
    rg_machine_reset(m);
    memcpy(m->r, r, sizeof r);
    memcpy(m->gr, gr, sizeof gr);
    memcpy(m->tr, tr, sizeof tr);
    memcpy(m->tgr, tgr, sizeof tgr);
    *h = (rg_host){.machine = m};
}

bool rg_host_interrupt(const rg_host *h)
{
    return (h->finished && h->owed == 0) || h->machine->out_count != 0;
}

static void finish(rg_host *h)
{
    h->running = false;
    h->finished = true;
}

/* Where a word is after a register was exchanged with another one, or with memory: of registers and
 * data memory, and of their three companions. */
static const int64_t *exchanged(const rg_machine *m, const rg_instruction *in, const int64_t *word)
{
    const struct {
        const int64_t *r, *m;
    } banks[] = {{m->r, m->m}, {m->gr, m->gm}, {m->tr, m->tm}, {m->tgr, m->tgm}};
    const uint64_t address = (uint64_t)m->r[in->a]
                             + (uint64_t)(in->immediate ? in->imm : m->r[in->b]);

    for (size_t i = 0; i < sizeof banks / sizeof banks[0]; i++) {
        const int64_t *d = &banks[i].r[in->d];
        const int64_t *other = in->op == RG_OP_SWAP                  ? &banks[i].r[in->a]
                               : address >> m->config.dmem_log2 == 0 ? &banks[i].m[address]
                                                                     : d;
        if (word == d)
            return other;
        if (word == other)
            return d;
    }
    return word;
}

/* A word that is exchanged is watched where it goes. */
static bool watched_changed(rg_host *h, const rg_decoded *d)
{
    bool changed = false;

    for (size_t i = 0; i < h->watches; i++) {
        if (d->in.op == RG_OP_SWAP || d->in.op == RG_OP_EXCH)
            h->watched[i] = exchanged(h->machine, &d->in, h->watched[i]);
        changed = changed || *h->watched[i] != h->before[i];
        h->before[i] = *h->watched[i];
    }
    h->watch_hit = changed;
    return changed;
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

    switch (rg_machine_counted_step(h->machine)) {
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
        if (h->watches > 0 && watched_changed(h, in))
            finish(h);
    }
}

/* Run what can be run fast within `left` cycles and the limits: true when something retired. */
static bool run_ahead(rg_host *h, uint64_t left)
{
    uint64_t steps = h->steps != 0 ? h->steps - h->steps_done : UINT64_MAX;
    uint64_t room = h->cycle_limit != 0 ? h->cycle_limit - h->machine->count.cycles : UINT64_MAX;
    uint64_t retired = rg_machine_run(h->machine, steps, room < left ? room : left);

    h->steps_done += retired;
    if (retired != 0)
        at_limit(h);
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
        if (!h->running)
            return max_cycles; /* nothing to wait for: the clock runs idle */
        uint64_t before = *cycles;
        if (!at_limit(h) && (h->watches > 0 || !run_ahead(h, left)))
            one_step(h);
        h->owed = *cycles - before;
        pay(h, &left);
    }
    return max_cycles - left;
}
