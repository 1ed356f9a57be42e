/* step.c: one step, S = advance after execute, and what it adds to the counters. */
#include "sim/fast/float.h"
#include "sim/fast/stages.h"
#include "sim/fast/tangent.h"

/* Whether MULDIV would have to carry a tangent, which it cannot. */
static bool meets_tangents(const rg_machine *m, const rg_instruction *in)
{
    const int64_t *const words[] = {&m->tr[in->d], &m->tr[in->a],  &m->tr[in->b], &m->tw[0],
                                    &m->tw[1],     &m->tgr[in->d], &m->tgw[0],    &m->tgw[1]};
    const size_t count = !rg_tangent_mode(m) ? 0 : rg_both_mode(m) ? 8 : 5;
    bool tangents = false;

    for (size_t i = 0; i < count; i++)
        tangents = tangents
                   || (m->upper ? !rg_wide_is_zero(rg_whole(m, words[i])) : *words[i] != 0);
    return tangents;
}

/* The causes that are known before any operand is: the lowest code first. */
static unsigned static_trap(const rg_machine *m, const rg_decoded *d)
{
    if (!d->legal)
        return RG_TRAP_ILLEGAL;
    if (m->br != 0 && d->info->class != RG_CLASS_BRANCH && d->info->class != RG_CLASS_LOOP)
        return RG_TRAP_LANDING;
    if (d->in.op == RG_OP_FORTOP || d->in.op == RG_OP_FOREND)
        return 0; /* a wrong br comes before ALIAS there */
    if (d->alias)
        return RG_TRAP_ALIAS;
    if ((d->in.op == RG_OP_XGRAD || d->in.op == RG_OP_OUTG) && !rg_gradient_mode(m))
        return RG_TRAP_MODE;
    if (d->in.op == RG_OP_MULDIV && meets_tangents(m, &d->in))
        return RG_TRAP_MODE;
    return 0;
}

static unsigned execute(rg_machine *m, const rg_decoded *d)
{
    switch (d->info->class) {
    case RG_CLASS_BRANCH:
    case RG_CLASS_LOOP: return rg_exec_control(m, d);
    case RG_CLASS_CHECK:
    case RG_CLASS_SYS: return rg_exec_check(m, d);
    default: break;
    }
    switch (d->info->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_ST:
    case RG_FMT_WO: return rg_exec_update(m, d);
    case RG_FMT_W: return rg_exec_accumulate(m, d);
    case RG_FMT_MD: return rg_exec_rescale(m, d);
    default: return rg_exec_move(m, d);
    }
}

static void advance(rg_machine *m)
{
    if (m->br != 0)
        m->pc ^= m->br;
    else
        m->pc = (m->pc + (uint32_t)rg_direction(m)) & RG_PC_MASK;
}

rg_step rg_trapped(rg_machine *m, uint64_t clocks, unsigned cause, int64_t info)
{
    m->count.cycles += clocks + rg_fill_cycles(m);
    m->entering = false;
    m->trap = cause;
    m->trap_pc = m->pc;
    m->trap_info = info;
    return RG_STEP_TRAP;
}

static rg_step trapped(rg_machine *m, const rg_decoded *d, unsigned cause, int64_t info)
{
    return rg_trapped(m, rg_cycles_of(m, d), cause, info);
}

rg_step rg_halted(rg_machine *m, const rg_decoded *d)
{
    m->count.cycles += rg_cycles_of(m, d) + rg_fill_cycles(m);
    m->entering = false;
    return RG_STEP_HALT;
}

bool rg_must_wait(const rg_machine *m, const rg_decoded *d)
{
    return (d->in.op == RG_OP_OUT || d->in.op == RG_OP_OUTG) && m->out_count == RG_OUT_WORDS;
}

/* The word that the trap report names, where the execution has not set it. */
static int64_t static_info(const rg_machine *m, unsigned cause)
{
    switch (cause) {
    case RG_TRAP_ILLEGAL: return rg_wrap(m, m->code[rg_code_index(m)]);
    case RG_TRAP_LANDING: return m->br;
    default: return 0;
    }
}

/* Modes, direction and pc before the step decide where it is counted. */
rg_account rg_account_of(const rg_machine *m, const rg_decoded *d)
{
    return (rg_account){(unsigned)d->info->class + (m->backward ? 16u : 0u)
                            + (rg_gradient_mode(m) ? 32u : 0u) + (rg_tangent_mode(m) ? 64u : 0u),
                        m->backward,
                        m->pc >= m->program,
                        rg_cycles_of(m, d),
                        1,
                        m->config.core.staged ? rg_early_use_of(&d->in) : (rg_early_use){0},
                        rg_deep_apart(m, d),
                        m->br != 0,
                        rg_is_born(m, d)};
}

rg_step rg_retired(rg_machine *m, const rg_account *step)
{
    const uint64_t cycles = step->clocks + rg_fill_cycles(m);

    m->count.by_class[step->slot] += step->count;
    m->count.retired++;
    m->count.cycles += cycles;
    m->count.cycles_by_dir[step->backward] += cycles;
    m->count.program_by_dir[step->backward] += step->program ? cycles : 0;
    m->entering = false;
    m->deep.before = m->before;
    m->deep.apart = step->apart;
    m->deep.jumped = step->jumped;
    m->deep.born = step->born;
    m->before = step->use;
    if (m->r[RG_STACK_POINTER] > m->stack_peak)
        m->stack_peak = m->r[RG_STACK_POINTER];
    return RG_STEP_RETIRED;
}

rg_step rg_machine_step(rg_machine *m)
{
    if (m->pc >= m->codewords)
        return trapped(m, NULL, RG_TRAP_FETCH, m->pc);

    const rg_decoded *d = &m->decoded[rg_code_index(m)];
    unsigned cause = static_trap(m, d);
    if (cause)
        return trapped(m, d, cause, static_info(m, cause));
    if (d->in.op == RG_OP_HALT)
        return rg_halted(m, d);
    if (rg_must_wait(m, d))
        return RG_STEP_WAIT;

    rg_account step = rg_account_of(m, d);
    int64_t last_info = m->trap_info;
    m->touches = 0;

    cause = rg_is_stream(&d->in) ? rg_exec_stream(m, d, &step.clocks, &step.count) : execute(m, d);
    if (cause)
        return rg_trapped(m, step.clocks, cause,
                          cause == RG_TRAP_ILLEGAL ? static_info(m, cause) : m->trap_info);
    m->trap_info = last_info;
    m->touched |= m->touches;
    const rg_step done = rg_retired(m, &step);
    advance(m);
    return done;
}
