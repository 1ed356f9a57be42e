/* wide.c: the accumulator W: sums of exact products, the bank of multiply-divide, and its exchange
 * with two registers. */
#include "sim/fast/float.h"
#include "sim/fast/tangent.h"

__extension__ typedef unsigned __int128 u128;

/* Two words of n bits, low word first, as one number, and back. */
static rg_wide join(const int64_t words[2], unsigned n)
{
    uint64_t low = n == 64 ? (uint64_t)words[0] : (uint64_t)words[0] & ((UINT64_C(1) << n) - 1);

    return (rg_wide)((u128)(rg_wide)words[1] << n | low);
}

static void split(int64_t words[2], rg_wide x, unsigned n)
{
    words[0] = rg_sext((uint64_t)(u128)x, n);
    words[1] = rg_sext((uint64_t)((u128)x >> n), n);
}

rg_wide rg_accumulator(const rg_machine *m) { return join(m->w, m->config.num.xlen); }

/* a + b, or a - b, in 2n bits; true when the exact result does not fit. */
static bool wide_sum(rg_wide a, rg_wide b, bool subtract, unsigned n, rg_wide *out)
{
    bool carry = subtract ? __builtin_sub_overflow(a, b, out) : __builtin_add_overflow(a, b, out);

    return carry || (n < 64 && *out != rg_sext((uint64_t)*out, 2 * n));
}

/* gb: NULL where B is immediate. */
static void contribute(rg_machine *m, int64_t *ga, int64_t *gb, const rg_num_out *out, bool minus)
{
    rg_count_gradient_overflows(m, out->grad_ovf);
    /* In the order of rg_exec_update. */
    if (!minus)
        rg_gradient_add(m, ga, out->da, true);
    if (gb)
        rg_gradient_add(m, gb, out->db, !minus);
    if (minus)
        rg_gradient_add(m, ga, out->da, false);
}

/* The low words of TW and TGW stand for fixed-point numbers, as that of GW does. */
static void accumulate_tangents(rg_machine *m, const rg_decoded *d, const rg_operands *w,
                                const rg_num_in *arg, const rg_num_out *base, bool minus)
{
    bool reg_b = !d->in.immediate;
    rg_num_dual_in in = {.both = rg_both_mode(m),
                         .has_a = true,
                         .has_b = reg_b,
                         .ta = *w->a.t,
                         .tb = reg_b ? *w->b.t : 0,
                         .ud = m->tgw[0]};
    rg_num_dual_out out;

    rg_num_dual(&m->config.num, arg, base, &in, &out);
    rg_tangents t = {.target = &m->tw[0],
                     .ua = w->a.u,
                     .ub = reg_b ? w->b.u : NULL,
                     .ta = out.pa,
                     .tb = out.qb,
                     .pu = out.pu,
                     .qu = out.qu,
                     .ha = out.ha,
                     .hb = out.hb,
                     .overflows = out.overflows};
    rg_tangent_combine(m, &t, minus);
    rg_tangent_commit(m, &t, minus);
}

unsigned rg_exec_accumulate_words(rg_machine *m, const rg_decoded *d, const rg_operands *w)
{
    if (m->upper)
        return rg_exec_float_product(m, d, w);

    bool minus = (d->in.mode == RG_MODE_SUB) != m->backward, reg_b = !d->in.immediate;
    unsigned n = m->config.num.xlen;
    rg_num_in arg = {.op = d->in.op,
                     .activity = rg_counted_products(m),
                     .grad = rg_gradient_mode(m),
                     .wrap = rg_wrapping(m),
                     .a = *w->a.v,
                     .b = reg_b ? *w->b.v : d->b_value,
                     .gy = m->gw[0]};
    rg_num_out out;
    rg_wide sum;

    rg_num_eval(&m->config.num, &arg, &out);
    bool over = wide_sum(rg_accumulator(m), out.product, minus, n, &sum);
    if (over && !rg_wrapping(m)) {
        m->trap_info = out.f;
        return RG_TRAP_OVERFLOW;
    }
    if (over)
        rg_count_value_overflows(m, 1);
    split(m->w, sum, n);
    if (rg_tangent_mode(m))
        accumulate_tangents(m, d, w, &arg, &out, minus);
    if (arg.grad)
        contribute(m, w->a.g, reg_b ? w->b.g : NULL, &out, minus);
    return 0;
}

unsigned rg_exec_accumulate(rg_machine *m, const rg_decoded *d)
{
    const unsigned a = d->in.a, b = d->in.b;
    const rg_operands w = {.a = {&m->r[a], &m->gr[a], &m->tr[a], &m->tgr[a]},
                           .b = {&m->r[b], &m->gr[b], &m->tr[b], &m->tgr[b]}};

    return rg_exec_accumulate_words(m, d, &w);
}

/* A bank that has outgrown two integers has no room in two registers. */
static bool outgrown(const rg_machine *m, const rg_decoded *d)
{
    const int64_t *words[] = {&m->w[0], &m->w[1], &m->r[d->in.d], &m->r[d->in.a]};
    bool found = false;

    for (unsigned i = 0; m->upper && i < 4; i++) {
        const rg_wide_word whole = rg_whole(m, words[i]);
        for (unsigned k = 1; k < rg_limbs(m); k++)
            found = found || whole.limb[k] != 0;
    }
    return found;
}

unsigned rg_exec_exchange_wide(rg_machine *m, const rg_decoded *d)
{
    if (outgrown(m, d)) {
        m->trap_info = m->r[d->in.d];
        return RG_TRAP_OVERFLOW;
    }
    rg_exchange_whole(m, &m->r[d->in.d], &m->w[0]);
    rg_exchange_whole(m, &m->r[d->in.a], &m->w[1]);
    if (rg_tangent_mode(m)) {
        rg_exchange_whole(m, &m->tr[d->in.d], &m->tw[0]);
        rg_exchange_whole(m, &m->tr[d->in.a], &m->tw[1]);
    }
    if (rg_both_mode(m)) {
        rg_exchange_whole(m, &m->tgr[d->in.d], &m->tgw[0]);
        rg_exchange_whole(m, &m->tgr[d->in.a], &m->tgw[1]);
    }
    if (!rg_gradient_mode(m))
        return 0;
    rg_exchange_whole(m, &m->gr[d->in.d], &m->gw[0]);
    rg_exchange_whole(m, &m->gr[d->in.a], &m->gw[1]);
    return 0;
}

unsigned rg_exec_rescale(rg_machine *m, const rg_decoded *d)
{
    if (m->upper)
        return rg_exec_float_rescale(m, d);

    const rg_instruction *in = &d->in;
    bool minus = (in->mode == RG_MODE_SUB || in->mode == RG_MODE_UNSET) != m->backward;
    bool shares = in->mode == RG_MODE_ADD || in->mode == RG_MODE_SUB; /* cotangents for A and B */
    unsigned n = m->config.num.xlen;
    rg_num_in arg = {.op = in->op,
                     .activity = rg_counted_products(m),
                     .grad = rg_gradient_mode(m),
                     .inverse = minus,
                     .wrap = rg_wrapping(m),
                     .a = m->r[in->a],
                     .b = m->r[in->b],
                     .y = m->r[in->d],
                     .gy = m->gr[in->d],
                     .w = rg_accumulator(m),
                     .gw = join(m->gw, n)};
    rg_num_out out;

    rg_num_eval(&m->config.num, &arg, &out);
    if (out.trap) {
        m->trap_info = arg.y;
        return out.trap;
    }
    m->r[in->d] = out.y2;
    split(m->w, out.w2, n);
    if (!arg.grad)
        return 0;
    m->gr[in->d] = out.gy2;
    split(m->gw, out.gw2, n);
    if (shares)
        contribute(m, &m->gr[in->a], &m->gr[in->b], &out, minus);
    return 0;
}
