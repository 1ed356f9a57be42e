/* update.c: the updates of docs/reference/isa.md, target mode= f(operands), with their gradients.
 */
#include "sim/fast/few.h"
#include "sim/fast/float.h"
#include "sim/fast/tangent.h"

/* One update, before it is known whether it traps. */
typedef struct {
    int64_t *target, *gradient; /* the target and its gradient */
    int64_t *ga, *gb;           /* gradients of the active operands, or NULL */
    int64_t f, da, db, result;
    bool minus;   /* s = -1 */
    bool ancilla; /* modes SET and UNSET */
    bool active;  /* gradient mode, and this update has gradients */
    rg_fate fate; /* of the target's gradient */
    int64_t g;    /* the target's gradient, as this step works with it */
    unsigned grad_ovf, value_ovf;
    int64_t *target_u; /* tangent of the target's gradient */
    rg_tangents tangents;
    bool dual; /* tangent mode, and this update has tangents */
} update;

static bool is_minus(unsigned mode, bool backward)
{
    return ((mode == RG_MODE_SUB || mode == RG_MODE_UNSET) != backward) && mode != RG_MODE_XOR;
}

/* What the tangents get from a function of two words. */
static void evaluate_tangents(rg_machine *m, const rg_decoded *d, const rg_operands *w,
                              const rg_num_in *arg, const rg_num_out *base, update *u)
{
    rg_num_dual_in dual = {.both = rg_both_mode(m),
                           .has_a = d->info->ga[0] != 0,
                           .has_b = d->info->gb[0] != 0 && !d->in.immediate};
    rg_num_dual_out out;

    dual.ta = dual.has_a ? *w->a.t : 0;
    dual.tb = dual.has_b ? *w->b.t : 0;
    dual.ud = *u->target_u;
    rg_num_dual(&m->config.num, arg, base, &dual, &out);
    u->tangents.ta = out.pa;
    u->tangents.tb = out.qb;
    u->tangents.pu = out.pu;
    u->tangents.qu = out.qu;
    u->tangents.ha = out.ha;
    u->tangents.hb = out.hb;
    u->tangents.overflows = out.overflows;
    u->tangents.ua = dual.has_a ? w->a.u : NULL;
    u->tangents.ub = dual.has_b ? w->b.u : NULL;
}

/* f of a register format, with the cotangents. */
static unsigned evaluate(rg_machine *m, const rg_decoded *d, const rg_operands *w, update *u)
{
    const rg_instruction *in = &d->in;
    rg_num_in arg = {.op = in->op,
                     .activity = rg_counted_products(m),
                     .grad = u->active,
                     .wrap = rg_wrapping(m),
                     .a = d->info->format == RG_FMT_U ? *w->a.v : 0,
                     .b = in->immediate ? d->b_value : *w->b.v,
                     .y = *u->target,
                     .gy = u->g,
                     .w = d->info->format == RG_FMT_WO ? rg_accumulator(m) : 0};
    rg_num_out out;
    bool done = false;
    unsigned trap = m->upper ? rg_float_compare(m, d, w, &arg, &u->f, &done) : 0;

    if (trap || done)
        return trap;
    rg_num_eval(&m->config.num, &arg, &out);
    if (out.trap) {
        m->trap_info = d->info->format == RG_FMT_WO ? m->w[0] : arg.b;
        return out.trap;
    }
    const unsigned digits = rg_coarser(m);
    u->f = digits ? rg_disturbed(m, digits, &arg, out.f) : out.f;
    u->value_ovf = out.value_ovf ? 1 : 0;
    if (u->dual && d->info->format == RG_FMT_WO) {
        u->tangents.ta = m->tw[0];
        u->tangents.pu = *u->target_u;
        u->tangents.ua = &m->tgw[0];
    } else if (u->dual) {
        evaluate_tangents(m, d, w, &arg, &out, u);
    }
    if (!u->active)
        return 0;
    if (d->info->format == RG_FMT_WO) {
        u->da = u->g;
        u->ga = &m->gw[0];
        return 0;
    }
    u->grad_ovf = out.grad_ovf;
    u->da = out.da;
    u->db = out.db;
    u->ga = d->info->ga[0] ? w->a.g : NULL;
    u->gb = d->info->gb[0] && !in->immediate ? w->b.g : NULL;
    return 0;
}

/* The fate of the target's gradient, once the target is known: 0 or a trap. */
static unsigned start_ancilla(rg_machine *m, update *u)
{
    unsigned trap = 0;

    if (u->active && u->ancilla) {
        u->fate = rg_ancilla_fate(m, u->minus);
        trap = rg_ancilla_space(m, u->fate);
    }
    if (!trap)
        u->g = rg_ancilla_gradient(m, u->fate, *u->gradient);
    return trap;
}

/* Find target, operands and f: 0 or a trap. */
static unsigned prepare(rg_machine *m, const rg_decoded *d, const rg_operands *w, update *u)
{
    const rg_instruction *in = &d->in;
    size_t at = 0;
    unsigned trap;

    u->target = w->d.v;
    u->gradient = w->d.g;
    u->tangents.target = w->d.t;
    u->target_u = w->d.u;
    switch (d->info->format) {
    case RG_FMT_LD:
    case RG_FMT_ST:
        if (rg_effective(m, d, &at))
            return RG_TRAP_ADDRESS;
        if (d->info->format == RG_FMT_LD) {
            u->f = m->m[at];
            u->ga = &m->gm[at];
            u->tangents.ta = m->tm[at];
            u->tangents.ua = &m->tgm[at];
        } else {
            u->f = m->r[in->d];
            u->ga = &m->gr[in->d];
            u->target = &m->m[at];
            u->gradient = &m->gm[at];
            u->tangents.ta = m->tr[in->d];
            u->tangents.ua = &m->tgr[in->d];
            u->tangents.target = &m->tm[at];
            u->target_u = &m->tgm[at];
        }
        if ((trap = start_ancilla(m, u)) != 0)
            return trap;
        u->da = u->g;
        u->tangents.pu = *u->target_u;
        return 0;
    case RG_FMT_C: u->f = d->b_value; return 0;
    default: trap = start_ancilla(m, u); return trap ? trap : evaluate(m, d, w, u);
    }
}

/* The new value of the target: 0 or a trap. */
static unsigned combine(rg_machine *m, const rg_decoded *d, update *u)
{
    unsigned xlen = m->config.num.xlen;
    bool over;

    if (d->in.mode == RG_MODE_XOR) {
        u->result = *u->target ^ u->f;
        return 0;
    }
    if (d->info->kind == RG_KIND_LOG) {
        uint64_t sign = ((uint64_t)*u->target ^ (uint64_t)u->f) & UINT64_C(1) << (xlen - 1);
        int64_t field;

        over = rg_sum(rg_sext((uint64_t)*u->target, xlen - 1), rg_sext((uint64_t)u->f, xlen - 1),
                      u->minus, xlen - 1, &field);
        u->result = rg_wrap(m, ((uint64_t)field & ((UINT64_C(1) << (xlen - 1)) - 1)) | sign);
    } else {
        over = rg_sum(*u->target, u->f, u->minus, xlen, &u->result) && d->info->kind == RG_KIND_FIX;
    }
    if (over && !rg_wrapping(m)) {
        m->trap_info = u->f;
        return RG_TRAP_OVERFLOW;
    }
    u->value_ovf += over ? 1 : 0;
    if (u->ancilla && (u->minus ? u->result : *u->target) != 0) {
        m->trap_info = u->minus ? u->result : *u->target;
        return RG_TRAP_DIRTY;
    }
    return rg_ancilla_dirty(m, u->fate, *u->gradient);
}

/* The new tangent of the target, 0 for an ancilla that begins or ends: 0 or a trap. */
static unsigned combine_tangents(rg_machine *m, update *u)
{
    u->tangents.result = *u->tangents.target;
    if (u->dual)
        rg_tangent_combine(m, &u->tangents, u->minus);
    int64_t zero = u->minus ? u->tangents.result : *u->tangents.target;
    if (!u->ancilla || zero == 0)
        return 0;
    m->trap_info = zero;
    return RG_TRAP_DIRTY;
}

static void commit_gradients(rg_machine *m, update *u)
{
    rg_count_gradient_overflows(m, u->grad_ovf);
    if (u->fate == RG_FATE_POP)
        rg_ancilla_commit(m, u->fate, u->gradient);
    /* Where both operands are one register the step back adds in the opposite order, so that the
     * sums in between, and with them the overflows counted, are those of the step forward. */
    if (u->ga && !u->minus)
        rg_gradient_add(m, u->ga, u->da, true);
    if (u->gb)
        rg_gradient_add(m, u->gb, u->db, !u->minus);
    if (u->ga && u->minus)
        rg_gradient_add(m, u->ga, u->da, false);
    if (u->fate != RG_FATE_POP)
        rg_ancilla_commit(m, u->fate, u->gradient);
    if (u->ancilla && u->minus)
        rg_drop_tangent(m, u->target_u);
}

unsigned rg_exec_update(rg_machine *m, const rg_decoded *d)
{
    if (d->in.words)
        return rg_exec_update_in_memory(m, d);

    const rg_operands w = {rg_register_words(m, d->in.d), rg_register_words(m, d->in.a),
                           rg_register_words(m, d->in.b)};

    return rg_exec_update_words(m, d, &w);
}

unsigned rg_exec_update_words(rg_machine *m, const rg_decoded *d, const rg_operands *w)
{
    if (rg_is_float(m, d))
        return rg_exec_float(m, d, w);

    unsigned mode = d->in.mode;
    update u = {.minus = is_minus(mode, m->backward),
                .ancilla = mode == RG_MODE_SET || mode == RG_MODE_UNSET,
                .active = rg_gradient_mode(m) && d->info->kind != RG_KIND_INT
                          && mode != RG_MODE_XOR};
    u.dual = rg_tangent_mode(m) && d->info->kind != RG_KIND_INT && mode != RG_MODE_XOR;
    unsigned trap = prepare(m, d, w, &u);

    if (!trap)
        trap = combine(m, d, &u);
    if (!trap && rg_tangent_mode(m))
        trap = combine_tangents(m, &u);
    if (trap)
        return trap;
    *u.target = u.result;
    rg_count_value_overflows(m, u.value_ovf);
    if (u.dual)
        rg_tangent_commit(m, &u.tangents, u.minus);
    if (u.active)
        commit_gradients(m, &u);
    rg_count_traffic(m, d->in.op, u.active,
                     u.active && u.ancilla && (u.minus || u.fate == RG_FATE_POP));
    if (d->info->format == RG_FMT_LD || d->info->format == RG_FMT_ST)
        rg_count_tangents(m, d->in.op, u.dual, u.active && u.ancilla && u.minus,
                          u.ancilla && d->info->format == RG_FMT_ST);
    return 0;
}
