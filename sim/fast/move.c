/* move.c: exchanges and in-place bijections. */
#include "sim/fast/float.h"
#include "sim/fast/tangent.h"

static void exchange(int64_t *x, int64_t *y)
{
    int64_t t = *x;
    *x = *y;
    *y = t;
}

static int64_t rotate_left(const rg_machine *m, int64_t word, unsigned by)
{
    unsigned xlen = m->config.num.xlen;
    uint64_t x = (uint64_t)word & (xlen == 64 ? UINT64_MAX : (UINT64_C(1) << xlen) - 1);

    return by == 0 ? word : rg_wrap(m, x << by | x >> (xlen - by));
}

static void rotate_bits(rg_machine *m, const rg_decoded *d)
{
    unsigned xlen = m->config.num.xlen;
    unsigned by = (unsigned)((uint64_t)rg_operand_b(m, d) & (xlen - 1));
    bool left = (d->in.op == RG_OP_ROL) != m->backward;

    m->r[d->in.d] = rotate_left(m, m->r[d->in.d], left ? by : (xlen - by) & (xlen - 1));
}

static int64_t next_random(const rg_machine *m, const rg_decoded *d)
{
    rg_num_in arg = {.op = d->in.op,
                     .activity = rg_counted_products(m),
                     .inverse = (d->in.mode == RG_MODE_SUB) != m->backward,
                     .y = m->r[d->in.d]};
    rg_num_out out;

    rg_num_eval(&m->config.num, &arg, &out);
    return out.y2;
}

static void turn_tangents(rg_machine *m, const rg_instruction *in, const rg_num_in *arg,
                          const rg_num_out *base, rg_num_dual_out *out)
{
    rg_num_dual_in dual = {.both = rg_both_mode(m),
                           .td = m->tr[in->d],
                           .ta = m->tr[in->a],
                           .tb = m->tr[in->b],
                           .ud = m->tgr[in->d],
                           .ua = m->tgr[in->a]};

    rg_num_dual(&m->config.num, arg, base, &dual, out);
    rg_count_gradient_overflows(m, out->overflows);
    m->tr[in->d] = out->td2;
    m->tr[in->a] = out->ta2;
    if (!dual.both)
        return;
    m->tgr[in->d] = out->ud2;
    m->tgr[in->a] = out->ua2;
    if (rg_op_lookup(in->op)->format == RG_FMT_R3)
        rg_gradient_add(m, &m->tgr[in->b], out->ub, !arg->inverse);
}

static unsigned turn_plane(rg_machine *m, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;
    rg_num_in arg = {.op = in->op,
                     .activity = rg_counted_products(m),
                     .grad = rg_gradient_mode(m),
                     .wrap = rg_wrapping(m),
                     .inverse = (in->op == RG_OP_IROT || in->op == RG_OP_IHAD) != m->backward,
                     .a = m->r[in->a],
                     .b = m->r[in->b],
                     .y = m->r[in->d],
                     .gy = m->gr[in->d],
                     .ga = m->gr[in->a]};
    rg_num_out out;
    rg_num_dual_out dual = {0};

    rg_num_eval(&m->config.num, &arg, &out);
    if (out.trap) {
        m->trap_info = d->info->format == RG_FMT_R2X ? arg.a : arg.b;
        return out.trap;
    }
    if (rg_tangent_mode(m))
        turn_tangents(m, in, &arg, &out, &dual);
    m->r[in->d] = out.y2;
    m->r[in->a] = out.a2;
    if (out.value_ovf)
        rg_count_value_overflows(m, 1);
    if (!rg_gradient_mode(m))
        return 0;
    rg_count_gradient_overflows(m, out.grad_ovf);
    m->gr[in->d] = out.gy2;
    m->gr[in->a] = out.ga2;
    if (d->info->format == RG_FMT_R3)
        rg_gradient_add(m, &m->gr[in->b], out.db, !arg.inverse);
    return 0;
}

static unsigned exchange_memory(rg_machine *m, const rg_decoded *d)
{
    size_t at = 0;

    if (rg_effective(m, d, &at))
        return RG_TRAP_ADDRESS;
    rg_exchange_whole(m, &m->r[d->in.d], &m->m[at]);
    if (rg_gradient_mode(m))
        rg_exchange_whole(m, &m->gr[d->in.d], &m->gm[at]);
    if (rg_tangent_mode(m))
        rg_exchange_whole(m, &m->tr[d->in.d], &m->tm[at]);
    if (rg_both_mode(m))
        rg_exchange_whole(m, &m->tgr[d->in.d], &m->tgm[at]);
    rg_count_traffic(m, d->in.op, rg_gradient_mode(m), false);
    rg_count_tangents(m, d->in.op, true, false, false);
    return 0;
}

/* Not where the opposite would be one of the words that hold float words: 0 or a trap. */
static unsigned negate_number(rg_machine *m, unsigned d)
{
    const rg_wide_word old = rg_whole(m, &m->r[d]);
    rg_wide_word opposite;

    (void)rg_wide_negate(m->config.wide, old, &opposite);
    if (!rg_holds_float(m, old) && rg_beyond_wide(m, opposite)) {
        m->trap_info = rg_float_read(m, &m->r[d]);
        return RG_TRAP_OVERFLOW;
    }
    rg_negate_whole(m, &m->r[d]);
    if (rg_gradient_mode(m))
        rg_negate_whole(m, &m->gr[d]);
    if (rg_tangent_mode(m))
        rg_negate_whole(m, &m->tr[d]);
    if (rg_both_mode(m))
        rg_negate_whole(m, &m->tgr[d]);
    return 0;
}

unsigned rg_exec_move(rg_machine *m, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;

    switch (in->op) {
    case RG_OP_SWAP:
        rg_exchange_whole(m, &m->r[in->d], &m->r[in->a]);
        if (rg_gradient_mode(m))
            rg_exchange_whole(m, &m->gr[in->d], &m->gr[in->a]);
        if (rg_tangent_mode(m))
            rg_exchange_whole(m, &m->tr[in->d], &m->tr[in->a]);
        if (rg_both_mode(m))
            rg_exchange_whole(m, &m->tgr[in->d], &m->tgr[in->a]);
        return 0;
    case RG_OP_NEG:
        if (m->upper && (in->kinds & RG_WIDE_OPERANDS))
            return negate_number(m, in->d);
        m->r[in->d] = rg_wrap(m, 0 - (uint64_t)m->r[in->d]);
        if (rg_gradient_mode(m))
            m->gr[in->d] = rg_wrap(m, 0 - (uint64_t)m->gr[in->d]);
        if (rg_tangent_mode(m))
            m->tr[in->d] = rg_wrap(m, 0 - (uint64_t)m->tr[in->d]);
        if (rg_both_mode(m))
            m->tgr[in->d] = rg_wrap(m, 0 - (uint64_t)m->tgr[in->d]);
        return 0;
    case RG_OP_XGRAD:
        if (!m->upper)
            exchange(&m->r[in->d], &m->gr[in->d]);
        else if (!rg_exchange_gradient(m, &m->r[in->d], &m->gr[in->d]))
            return RG_TRAP_OVERFLOW;
        if (rg_both_mode(m))
            rg_exchange_whole(m, &m->tr[in->d], &m->tgr[in->d]);
        return 0;
    case RG_OP_ROL:
    case RG_OP_ROR: rotate_bits(m, d); return 0;
    case RG_OP_RNG: m->r[in->d] = next_random(m, d); return 0;
    case RG_OP_WXCH: return rg_exec_exchange_wide(m, d);
    case RG_OP_ROT:
    case RG_OP_IROT:
    case RG_OP_HAD:
    case RG_OP_IHAD: return m->upper ? rg_exec_float_turn(m, d) : turn_plane(m, d);
    default: return exchange_memory(m, d);
    }
}
