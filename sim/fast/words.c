/* words.c: updates with operands in memory: the ordinary update, on words instead of the registers
 * that name their addresses. */
#include "sim/fast/tangent.h"

enum { TARGET, LEFT, RIGHT, OPERANDS };

static bool in_memory(const rg_instruction *in, unsigned operand)
{
    return (in->words >> operand & 1) != 0;
}

static int64_t address_of(const rg_machine *m, unsigned field)
{
    return rg_wrap(m, (uint64_t)m->r[field] + (uint64_t)m->r[RG_INDEX_REGISTER]);
}

static rg_word_pointers words_of(rg_machine *m, unsigned field, bool memory, int64_t at)
{
    return memory ? rg_memory_words(m, at) : rg_register_words(m, field);
}

/* ALIAS, where a target in memory is an operand there; else ADDRESS. */
static unsigned check(rg_machine *m, const rg_instruction *in, const int64_t at[OPERANDS])
{
    for (unsigned i = LEFT; i < OPERANDS && in_memory(in, TARGET); i++)
        if (in_memory(in, i) && at[i] == at[TARGET]) {
            m->trap_info = 0;
            return RG_TRAP_ALIAS;
        }
    for (unsigned i = TARGET; i < OPERANDS; i++)
        if (in_memory(in, i) && (at[i] < 0 || at[i] >> m->config.dmem_log2 != 0)) {
            m->trap_info = at[i];
            return RG_TRAP_ADDRESS;
        }
    return 0;
}

/* Each word is read, and the target written. With gradients so are those of the target and of the
 * active operands, and the latter are written. */
static void count_words(rg_machine *m, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;
    const bool derives = d->info->kind != RG_KIND_INT && in->mode != RG_MODE_XOR;
    const unsigned target = in_memory(in, TARGET), left = in_memory(in, LEFT),
                   right = in_memory(in, RIGHT);
    const unsigned active = (d->info->ga[0] ? left : 0u) + (d->info->gb[0] ? right : 0u);

    m->count.mem_reads += target + left + right;
    m->count.mem_writes += target;
    if (derives && rg_gradient_mode(m)) {
        m->count.grad_reads += target + active;
        m->count.grad_writes += active;
    }
    if (derives && rg_tangent_mode(m)) {
        m->count.tan_reads += (target + active) * (rg_both_mode(m) ? 2u : 1u);
        m->count.tan_writes += target + (rg_both_mode(m) ? active : 0u);
    }
}

unsigned rg_exec_update_in_memory(rg_machine *m, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;
    const unsigned fields[OPERANDS] = {in->d, in->a, in->b};
    int64_t at[OPERANDS];
    uint64_t touches = 0;

    for (unsigned i = TARGET; i < OPERANDS; i++) {
        at[i] = address_of(m, fields[i]);
        touches |= in_memory(in, i) ? (uint64_t)at[i] : 0;
    }
    unsigned trap = check(m, in, at);
    if (trap)
        return trap;
    const rg_operands w = {words_of(m, in->d, in_memory(in, TARGET), at[TARGET]),
                           words_of(m, in->a, in_memory(in, LEFT), at[LEFT]),
                           words_of(m, in->b, in_memory(in, RIGHT), at[RIGHT])};
    rg_look_at_operands(m, &w, in->words);
    trap = rg_exec_update_words(m, d, &w);
    if (!trap) {
        rg_look_at_written(m);
        m->touches = touches;
        count_words(m, d);
    }
    return trap;
}
