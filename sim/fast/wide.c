/* wide.c: the accumulator W: sums of exact products, and its exchange with two registers. */
#include "sim/fast/exec.h"

__extension__ typedef unsigned __int128 u128;

rg_wide rg_accumulator(const rg_machine *m)
{
    unsigned n = m->config.num.xlen;
    uint64_t low = n == 64 ? (uint64_t)m->w[0] : (uint64_t)m->w[0] & ((UINT64_C(1) << n) - 1);

    return (rg_wide)((u128)(rg_wide)m->w[1] << n | low);
}

/* a + b, or a - b, in 2n bits; true when the exact result does not fit. */
static bool wide_sum(rg_wide a, rg_wide b, bool subtract, unsigned n, rg_wide *out)
{
    bool carry = subtract ? __builtin_sub_overflow(a, b, out) : __builtin_add_overflow(a, b, out);

    return carry || (n == 32 && *out != (int64_t)*out);
}

static void contribute(rg_machine *m, const rg_decoded *d, const rg_num_out *out, bool minus)
{
    int64_t *gb = d->in.immediate ? NULL : &m->gr[d->in.b];

    m->gradovf += (uint64_t)(int64_t)rg_direction(m) * out->grad_ovf;
    /* In the order of rg_exec_update. */
    if (!minus)
        rg_gradient_add(m, &m->gr[d->in.a], out->da, true);
    if (gb)
        rg_gradient_add(m, gb, out->db, !minus);
    if (minus)
        rg_gradient_add(m, &m->gr[d->in.a], out->da, false);
}

unsigned rg_exec_accumulate(rg_machine *m, const rg_decoded *d)
{
    bool minus = (d->in.mode == RG_MODE_SUB) != m->backward;
    unsigned n = m->config.num.xlen;
    rg_num_in arg = {.op = d->in.op, .grad = rg_gradient_mode(m), .wrap = rg_wrapping(m), .a = m->r[d->in.a],
                     .b = rg_operand_b(m, d), .gy = m->gw[0]};
    rg_num_out out;
    rg_wide sum;

    rg_num_eval(&m->config.num, &arg, &out);
    bool over = wide_sum(rg_accumulator(m), out.product, minus, n, &sum);
    if (over && !rg_wrapping(m)) {
        m->trap_info = out.f;
        return RG_TRAP_OVERFLOW;
    }
    if (over)
        m->valovf += (uint64_t)rg_direction(m);
    m->w[0] = rg_wrap(m, (uint64_t)(u128)sum);
    m->w[1] = rg_wrap(m, (uint64_t)((u128)sum >> n));
    if (arg.grad)
        contribute(m, d, &out, minus);
    return 0;
}

static void exchange(int64_t *x, int64_t *y)
{
    int64_t t = *x;
    *x = *y;
    *y = t;
}

void rg_exec_exchange_wide(rg_machine *m, const rg_decoded *d)
{
    exchange(&m->r[d->in.d], &m->w[0]);
    exchange(&m->r[d->in.a], &m->w[1]);
    if (!rg_gradient_mode(m))
        return;
    exchange(&m->gr[d->in.d], &m->gw[0]);
    exchange(&m->gr[d->in.a], &m->gw[1]);
}
