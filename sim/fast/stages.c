/* stages.c: the core of three stages: which instruction waits for the one before it
 * (rg_stages.v, rg_early_use.v). */
#include "sim/fast/stages.h"

#include "sim/fast/exec.h"
#include "sim/fast/tangent.h"

enum {
#define RG_STAGES(fill, stall) STALL = stall,
#include "isa/timing.def"
};

static uint32_t bit(unsigned reg) { return UINT32_C(1) << reg; }

static bool is_sum(rg_format format) { return format == RG_FMT_U || format == RG_FMT_U1; }

/* An update that carries gradients where the mode has them. */
static bool derives(const rg_decoded *d)
{
    return (d->info->kind == RG_KIND_FIX || d->info->kind == RG_KIND_LOG)
           && d->in.mode != RG_MODE_XOR;
}

static bool by_ancilla(const rg_decoded *d)
{
    return d->in.mode == RG_MODE_SET || d->in.mode == RG_MODE_UNSET;
}

static bool is_early(const rg_machine *m, const rg_decoded *d)
{
    const rg_format format = d->info->format;

    return (is_sum(format) || format == RG_FMT_WO || format == RG_FMT_W)
           && rg_is_done_at_once(m, d->in.op);
}

bool rg_in_stage(const rg_machine *m, const rg_decoded *d)
{
    const bool carries_tangents = rg_tangent_mode(m) && (d->info->format == RG_FMT_W || derives(d));

    return m->config.core.staged && is_early(m, d) && !carries_tangents;
}

/* ---- what an instruction writes ---- */

static uint32_t values_of(const rg_decoded *d)
{
    const uint32_t in_d = bit(d->in.d);

    switch (d->info->format) {
    case RG_FMT_U:
    case RG_FMT_U1:
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_WO:
    case RG_FMT_RM:
    case RG_FMT_MD:
    case RG_FMT_RB: return in_d;
    case RG_FMT_R2:
    case RG_FMT_R2X:
    case RG_FMT_R3: return in_d | bit(d->in.a);
    default: break;
    }
    switch (d->in.op) {
    case RG_OP_EXCH:
    case RG_OP_NEG:
    case RG_OP_XGRAD:
    case RG_OP_PORTAL:
    case RG_OP_FOREND: return in_d;
    default: return 0;
    }
}

/* An ancilla's gradient counts in both directions, so that they take the same clocks. */
static uint32_t gradients_of(const rg_decoded *d)
{
    const uint32_t in_d = bit(d->in.d), in_a = bit(d->in.a),
                   in_b = d->in.immediate ? 0 : bit(d->in.b);
    const uint32_t of_ancilla = by_ancilla(d) ? in_d : 0;

    switch (d->info->format) {
    case RG_FMT_U: return derives(d) ? in_a | in_b | of_ancilla : 0;
    case RG_FMT_U1: return derives(d) ? in_b | of_ancilla : 0;
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_WO: return derives(d) ? of_ancilla : 0;
    case RG_FMT_W: return in_a | in_b;
    case RG_FMT_ST: return derives(d) ? in_d : 0;
    case RG_FMT_MD:
    case RG_FMT_R3: return in_d | in_a | in_b;
    case RG_FMT_R2:
    case RG_FMT_R2X: return in_d | in_a;
    default: break;
    }
    switch (d->in.op) {
    case RG_OP_ALLOC:
    case RG_OP_FREE:
    case RG_OP_EXCH:
    case RG_OP_NEG:
    case RG_OP_XGRAD: return in_d;
    default: return 0;
    }
}

/* ---- what it needs early ---- */

static void branch_needs(const rg_decoded *d, rg_early_use *use)
{
    const rg_format format = d->info->format;

    if (format == RG_FMT_BR || format == RG_FMT_BI || format == RG_FMT_R1)
        use->needs |= bit(d->in.d);
    if (format == RG_FMT_BR)
        use->needs |= bit(d->in.a);
}

static void function_needs(const rg_decoded *d, rg_early_use *use)
{
    const rg_format format = d->info->format;
    const bool wide = format == RG_FMT_W;

    if (format == RG_FMT_U || wide)
        use->needs |= bit(d->in.a);
    if ((is_sum(format) || wide) && !d->in.immediate)
        use->needs |= bit(d->in.b);
    if (is_sum(format) && derives(d))
        use->needs_gradients |= bit(d->in.d);
    use->needs_w = format == RG_FMT_WO;
    use->needs_gw = wide;
}

rg_early_use rg_early_use_of(const rg_machine *m, const rg_decoded *d)
{
    const rg_format format = d->info->format;
    const bool stream = rg_is_stream(&d->in);
    const bool exchanges = d->in.op == RG_OP_WXCH || format == RG_FMT_MD;
    rg_early_use use = {.writes_w = format == RG_FMT_W || exchanges,
                        .writes_gw = format == RG_FMT_WO || exchanges};

    if (stream)
        return use;
    use.writes = values_of(d);
    use.gives = gradients_of(d);
    if (d->info->class == RG_CLASS_BRANCH || d->info->class == RG_CLASS_LOOP)
        branch_needs(d, &use);
    else if (is_early(m, d))
        function_needs(d, &use);
    return use;
}

/* ---- who waits ---- */

static bool writes_for(const rg_early_use *x, const rg_early_use *y)
{
    return (x->writes & y->needs) != 0 || (x->gives & y->needs_gradients) != 0
           || (x->writes_w && y->needs_w) || (x->writes_gw && y->needs_gw);
}

/* Its target's gradient may come from the stack of kept ones. */
static bool is_born(const rg_machine *m, const rg_decoded *d)
{
    return rg_gradient_mode(m) && m->keep && m->undo && is_sum(d->info->format) && derives(d)
           && by_ancilla(d) && is_early(m, d);
}

unsigned rg_stall_cycles(const rg_machine *m, const rg_decoded *d)
{
    if (!m->config.core.staged || !d || !d->legal)
        return 0;
    const rg_early_use use = rg_early_use_of(m, d);
    return writes_for(&m->before, &use) || writes_for(&use, &m->before) || is_born(m, d) ? STALL
                                                                                         : 0;
}
