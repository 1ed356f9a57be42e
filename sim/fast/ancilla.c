/* ancilla.c: gradients of ancillas: dropped where they die, or kept on a stack so that the pass can
 * be undone. */
#include "sim/fast/float.h"

rg_fate rg_ancilla_fate(const rg_machine *m, bool dies)
{
    if (!m->keep)
        return dies ? RG_FATE_DROP : RG_FATE_NONE;
    if (m->undo)
        return dies ? RG_FATE_ZERO : RG_FATE_POP;
    return dies ? RG_FATE_PUSH : RG_FATE_ZERO;
}

unsigned rg_ancilla_space(rg_machine *m, rg_fate fate)
{
    bool full = m->kept_count >> m->config.dmem_log2 != 0;
    if (!(fate == RG_FATE_PUSH && full) && !(fate == RG_FATE_POP && m->kept_count == 0))
        return 0;
    m->trap_info = m->kept_count;
    return RG_TRAP_ADDRESS;
}

unsigned rg_ancilla_dirty(rg_machine *m, rg_fate fate, int64_t gradient)
{
    if ((fate != RG_FATE_ZERO && fate != RG_FATE_POP) || gradient == 0)
        return 0;
    m->trap_info = gradient;
    return RG_TRAP_DIRTY;
}

unsigned rg_ancilla_dirty_whole(rg_machine *m, rg_fate fate, const int64_t *gradient)
{
    const rg_wide_word whole = rg_whole(m, gradient);

    return rg_ancilla_dirty(m, fate, rg_wide_is_zero(whole) ? 0 : *gradient ? *gradient : 1);
}

void rg_drop_whole(rg_machine *m, int64_t *gradient)
{
    if (rg_wide_is_zero(rg_whole(m, gradient)))
        return;
    rg_put_whole(m, gradient, (rg_wide_word){{0}});
    m->count.erased_grad += 2 * m->config.wide;
    m->ledger[rg_code_index(m)] += 2 * m->config.wide;
}

int64_t rg_ancilla_gradient(const rg_machine *m, rg_fate fate, int64_t gradient)
{
    return fate == RG_FATE_POP ? m->kept[m->kept_count - 1] : gradient;
}

void rg_ancilla_commit(rg_machine *m, rg_fate fate, int64_t *gradient)
{
    switch (fate) {
    case RG_FATE_DROP: rg_drop_gradient(m, gradient); break;
    case RG_FATE_PUSH:
        rg_put_whole(m, &m->kept[m->kept_count++], rg_whole(m, gradient));
        rg_put_whole(m, gradient, (rg_wide_word){{0}});
        break;
    case RG_FATE_POP:
        rg_put_whole(m, gradient, rg_whole(m, &m->kept[--m->kept_count]));
        rg_put_whole(m, &m->kept[m->kept_count], (rg_wide_word){{0}});
        break;
    case RG_FATE_NONE:
    case RG_FATE_ZERO: break;
    }
}
