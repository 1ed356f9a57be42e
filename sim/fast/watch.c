/* watch.c: words that are watched, where exchanges take them. */
#include "sim/fast/watch.h"

#include <string.h>

#include "sim/fast/float.h"

/* Where a word is after a register was exchanged with another one, or with memory: of registers and
 * data memory, and of their three companions. */
static const int64_t *exchanged(const rg_machine *m, const rg_instruction *in, uint64_t address,
                                const int64_t *word)
{
    const struct {
        const int64_t *r, *m;
    } banks[] = {{m->r, m->m}, {m->gr, m->gm}, {m->tr, m->tm}, {m->tgr, m->tgm}};

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

void rg_watch_widen(const rg_machine *m, rg_watch *w, size_t i)
{
    if (m->upper)
        w->limbs[i] = rg_upper_of(m, w->word[i], &w->upper[i]);
}

static size_t more_bytes(const rg_watch *w, size_t i)
{
    return w->upper[i] ? (w->limbs[i] - 1) * sizeof *w->upper[i] : 0;
}

static void look_at(rg_watch *w, size_t i)
{
    w->before[i] = *w->word[i];
    if (w->upper[i])
        memcpy(w->above[i], w->upper[i], more_bytes(w, i));
}

static bool has_changed(const rg_watch *w, size_t i)
{
    return *w->word[i] != w->before[i]
           || (w->upper[i] && memcmp(w->above[i], w->upper[i], more_bytes(w, i)) != 0);
}

void rg_watch_exchange(const rg_machine *m, rg_watch *w, const rg_instruction *in, uint64_t address)
{
    for (size_t i = 0; i < w->count; i++) {
        const int64_t *now = exchanged(m, in, address, w->word[i]);
        if (now == w->word[i])
            continue;
        w->word[i] = now; /* without gradients their words stay: that is no change */
        rg_watch_widen(m, w, i);
        look_at(w, i);
    }
}

void rg_watch_look(rg_watch *w)
{
    for (size_t i = 0; i < w->count; i++)
        look_at(w, i);
}

bool rg_watch_changed(const rg_machine *m, rg_watch *w, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;

    if (in->op == RG_OP_SWAP || in->op == RG_OP_EXCH)
        rg_watch_exchange(
            m, w, in, (uint64_t)m->r[in->a] + (uint64_t)(in->immediate ? in->imm : m->r[in->b]));
    w->hit = false;
    for (size_t i = 0; i < w->count; i++) {
        w->hit = w->hit || has_changed(w, i);
        look_at(w, i);
    }
    return w->hit;
}

uint32_t rg_watch_registers(const rg_machine *m, const rg_watch *w)
{
    uint32_t registers = 0;

    for (size_t i = 0; i < w->count; i++)
        if (w->word[i] >= m->r && w->word[i] < m->r + RG_REGISTERS)
            registers |= UINT32_C(1) << (w->word[i] - m->r);
    return registers;
}

rg_hot rg_watch_hot(const rg_machine *m, const rg_watch *w, const int64_t *registers)
{
    const size_t words = (size_t)1 << m->config.dmem_log2;
    rg_hot hot = {.registers = rg_watch_registers(m, w)};

    for (size_t i = 0; i < w->count; i++) {
        const int64_t *word = w->word[i];
        if (word >= m->r && word < m->r + RG_REGISTERS)
            word = &registers[word - m->r];
        else if (word < m->m || word >= m->m + words) {
            hot.others = true;
            continue;
        }
        hot.filter |= UINT64_C(1) << rg_hot_bit(word);
        hot.word[hot.count] = word;
        hot.before[hot.count++] = *word;
    }
    return hot;
}

rg_hot rg_watch_follow(const rg_machine *m, rg_watch *w, const int64_t *registers,
                       const rg_instruction *in, uint64_t address)
{
    rg_watch_exchange(m, w, in, address);
    return rg_watch_hot(m, w, registers);
}
