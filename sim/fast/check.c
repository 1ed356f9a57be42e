/* check.c: ancillas, assertions, bounds, and what belongs to the system. */
#include "sim/fast/float.h"
#include "sim/fast/tangent.h"

static unsigned demand_zero(rg_machine *m, int64_t word)
{
    m->trap_info = word;
    return word == 0 ? 0 : RG_TRAP_DIRTY;
}

/* The bits above the lowest 64 are zero too. */
static unsigned demand_zero_word(rg_machine *m, const int64_t *word)
{
    const bool above = m->upper && !rg_wide_is_zero(rg_whole(m, word));

    return demand_zero(m, *word == 0 && above ? 1 : *word);
}

/* In tangent mode the tangent of an ancilla is zero too. */
static unsigned demand_zero_tangent(rg_machine *m, const int64_t *tangent)
{
    return rg_tangent_mode(m) ? demand_zero_word(m, tangent) : 0;
}

/* True where this ancilla dies in this direction. */
static bool dies(const rg_machine *m, bool frees)
{
    return rg_gradient_mode(m) && frees != m->backward;
}

static rg_fate fate_of(const rg_machine *m, bool frees)
{
    return rg_gradient_mode(m) ? rg_ancilla_fate(m, frees != m->backward) : RG_FATE_NONE;
}

static unsigned ancilla_register(rg_machine *m, const rg_decoded *d)
{
    rg_fate fate = fate_of(m, d->in.op == RG_OP_FREE);
    int64_t *gradient = &m->gr[d->in.d];
    unsigned trap = rg_ancilla_space(m, fate);

    if (!trap)
        trap = demand_zero_word(m, &m->r[d->in.d]);
    if (!trap)
        trap = rg_ancilla_dirty_whole(m, fate, gradient);
    if (!trap)
        trap = demand_zero_tangent(m, &m->tr[d->in.d]);
    if (trap)
        return trap;
    rg_ancilla_commit(m, fate, gradient);
    if (dies(m, d->in.op == RG_OP_FREE))
        rg_drop_tangent(m, &m->tgr[d->in.d]);
    return trap;
}

static unsigned ancilla_memory(rg_machine *m, const rg_decoded *d)
{
    size_t at = 0;

    if (rg_effective(m, d, &at))
        return RG_TRAP_ADDRESS;

    rg_fate fate = fate_of(m, d->in.op == RG_OP_FREEM);
    bool dead = dies(m, d->in.op == RG_OP_FREEM);
    unsigned trap = rg_ancilla_space(m, fate);
    if (!trap)
        trap = demand_zero_word(m, &m->m[at]);
    if (!trap)
        trap = rg_ancilla_dirty_whole(m, fate, &m->gm[at]);
    if (!trap)
        trap = demand_zero_tangent(m, &m->tm[at]);
    if (trap)
        return trap;
    rg_ancilla_commit(m, fate, &m->gm[at]);
    if (dead)
        rg_drop_tangent(m, &m->tgm[at]);
    rg_count_traffic(m, d->in.op, rg_gradient_mode(m), dead || fate == RG_FATE_POP);
    rg_count_tangents(m, d->in.op, true, dead, true);
    if (fate == RG_FATE_ZERO && !dead) /* looked at, not written */
        m->count.grad_reads++;
    return 0;
}

static bool holds(unsigned cond, int64_t v, int64_t b)
{
    switch (cond) {
    case RG_COND_EQ: return v == b;
    case RG_COND_NE: return v != b;
    case RG_COND_LT: return v < b;
    default: return v >= b;
    }
}

static unsigned check_bounds(rg_machine *m, const rg_decoded *d)
{
    int64_t index = m->r[d->in.d];
    size_t at = 0;

    if (rg_effective(m, d, &at))
        return RG_TRAP_ADDRESS;
    if (index < 1 || index > m->m[at]) {
        m->trap_info = index;
        return RG_TRAP_BOUNDS;
    }
    rg_count_traffic(m, d->in.op, rg_gradient_mode(m), false);
    return 0;
}

void rg_out_push(rg_machine *m, int64_t word)
{
    m->out[(m->out_first + m->out_count) % RG_OUT_WORDS] = word;
    m->out_count++;
    m->count.bits_out += m->config.num.xlen;
}

/* A number leaves as it would be read. */
static void push(rg_machine *m, const rg_instruction *in, const int64_t *word)
{
    const bool number = m->upper && (in->kinds & RG_WIDE_OPERANDS);
    rg_out_push(m, !number                  ? *word
                   : in->kinds & RG_LOG_OUT ? rg_float_read_log(m, word)
                                            : rg_float_read(m, word));
}

unsigned rg_exec_check(rg_machine *m, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;

    switch (in->op) {
    case RG_OP_ALLOC:
    case RG_OP_FREE: return ancilla_register(m, d);
    case RG_OP_ALLOCM:
    case RG_OP_FREEM: return ancilla_memory(m, d);
    case RG_OP_CHKB: return check_bounds(m, d);
    case RG_OP_ASSERT:
        m->trap_info = m->r[in->d];
        if (m->upper && (in->kinds & RG_WIDE_OPERANDS))
            return holds(in->mode, rg_float_assert_order(m, d), 0) ? 0 : RG_TRAP_ASSERT;
        return holds(in->mode, m->r[in->d], rg_operand_b(m, d)) ? 0 : RG_TRAP_ASSERT;
    case RG_OP_OUT: push(m, in, &m->r[in->d]); return 0;
    case RG_OP_OUTG: push(m, in, &m->gr[in->d]); return 0;
    default: m->mode ^= (unsigned)in->imm & 7; return 0;
    }
}
