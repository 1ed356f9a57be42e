/* costs.c: what each instruction of the program costs: counters by address, as differences around a
 * step. */
#include "sim/fast/activity.h"
#include "sim/fast/tangent.h"

#include <stdlib.h>

bool rg_machine_count_addresses(rg_machine *m, bool on)
{
    free(m->costs);
    free(m->activity);
    m->costs = on ? calloc((size_t)1 << m->config.imem_log2, sizeof *m->costs) : NULL;
    m->activity = on && !m->upper ? calloc(1, sizeof *m->activity) : NULL;
    return !on || (m->costs && (m->upper || m->activity));
}

typedef struct {
    uint64_t cycles, words[6], erased, copied;
} totals;

static totals totals_of(const rg_machine *m)
{
    const rg_counters *c = &m->count;
    return (totals){
        c->cycles,
        {c->mem_reads, c->mem_writes, c->grad_reads, c->grad_writes, c->tan_reads, c->tan_writes},
        c->erased_grad,
        c->bits_out};
}

rg_step rg_machine_counted_step(rg_machine *m)
{
    if (!m->costs || m->pc >= m->codewords)
        return rg_machine_step(m);

    rg_address_cost *cost = &m->costs[rg_code_index(m)];
    const unsigned mode = (rg_gradient_mode(m) ? 1u : 0u) + (rg_tangent_mode(m) ? 2u : 0u),
                   backward = m->backward;
    const unsigned class =
        m->decoded[rg_code_index(m)].info ? (unsigned)m->decoded[rg_code_index(m)].info->class : 0;
    const uint64_t *operations = &m->count.by_class[class + 16 * backward + 32 * mode],
                   before_operations = *operations;
    const totals before = totals_of(m);
    if (m->activity)
        rg_activity_begin(m, &m->decoded[rg_code_index(m)]);
    rg_step step = rg_machine_step(m);
    if (step != RG_STEP_RETIRED)
        return step;

    const totals after = totals_of(m);
    cost->retired[mode][backward]++;
    cost->operations[mode][backward] += *operations - before_operations;
    cost->cycles[backward] += after.cycles - before.cycles;
    for (unsigned i = 0; i < 6; i++)
        cost->words[i] += after.words[i] - before.words[i];
    cost->bits_erased += after.erased - before.erased;
    cost->bits_copied += after.copied - before.copied;
    if (m->activity)
        rg_activity_end(m, *operations - before_operations, after.cycles - before.cycles,
                        cost->activity[mode >> 1]);
    return step;
}
