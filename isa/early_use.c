/* early_use.c: what a word needs before its step, and what of that it writes. */
#include "isa/early_use.h"

#include "isa/num/code.h"

static uint32_t bit(unsigned reg) { return UINT32_C(1) << reg; }

static bool is_sum(rg_format format) { return format == RG_FMT_U || format == RG_FMT_U1; }

static rg_format format_of(const rg_instruction *in) { return rg_op_lookup(in->op)->format; }

bool rg_derives(const rg_instruction *in)
{
    const rg_kind kind = rg_op_lookup(in->op)->kind;

    return (kind == RG_KIND_FIX || kind == RG_KIND_LOG) && in->mode != RG_MODE_XOR;
}

static bool by_ancilla(const rg_instruction *in)
{
    return in->mode == RG_MODE_SET || in->mode == RG_MODE_UNSET;
}

/* Products have a micro-program for cores without the multiplier of this one. */
static bool is_done_at_once(unsigned op)
{
    switch (op) {
// clang-format off
#define RG_PRODUCT(op, turns) case RG_OP_##op: return true;
#include "isa/timing.def"
        // clang-format on
    default: return rg_num_starts[op] == 0;
    }
}

/* One that splits, or joins what one has split. */
static bool is_branch(unsigned op) { return op >= RG_OP_BEQS && op <= RG_OP_BRAL; }

bool rg_is_early(const rg_instruction *in)
{
    const rg_format format = format_of(in);

    return (is_sum(format) || format == RG_FMT_WO || format == RG_FMT_W) && is_done_at_once(in->op);
}

/* ---- what it writes ---- */

static uint32_t values_of(const rg_instruction *in)
{
    const uint32_t in_d = bit(in->d);

    switch (format_of(in)) {
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
    case RG_FMT_R3: return in_d | bit(in->a);
    default: break;
    }
    switch (in->op) {
    case RG_OP_EXCH:
    case RG_OP_NEG:
    case RG_OP_XGRAD:
    case RG_OP_PORTAL:
    case RG_OP_FOREND: return in_d;
    default: return 0;
    }
}

/* An ancilla's gradient counts in both directions, so that they take the same clocks. */
static uint32_t gradients_of(const rg_instruction *in)
{
    const uint32_t in_d = bit(in->d), in_a = bit(in->a), in_b = in->immediate ? 0 : bit(in->b);
    const uint32_t of_ancilla = by_ancilla(in) ? in_d : 0;

    switch (format_of(in)) {
    case RG_FMT_U: return rg_derives(in) ? in_a | in_b | of_ancilla : 0;
    case RG_FMT_U1: return rg_derives(in) ? in_b | of_ancilla : 0;
    case RG_FMT_C:
    case RG_FMT_LD:
    case RG_FMT_WO: return rg_derives(in) ? of_ancilla : 0;
    case RG_FMT_W: return in_a | in_b;
    case RG_FMT_ST: return rg_derives(in) ? in_d : 0;
    case RG_FMT_MD:
    case RG_FMT_R3: return in_d | in_a | in_b;
    case RG_FMT_R2:
    case RG_FMT_R2X: return in_d | in_a;
    default: break;
    }
    switch (in->op) {
    case RG_OP_ALLOC:
    case RG_OP_FREE:
    case RG_OP_EXCH:
    case RG_OP_NEG:
    case RG_OP_XGRAD: return in_d;
    default: return 0;
    }
}

/* ---- what it needs early ---- */

static void branch_needs(const rg_instruction *in, rg_early_use *use)
{
    const rg_format format = format_of(in);

    if (format == RG_FMT_BR || format == RG_FMT_BI || format == RG_FMT_R1)
        use->needs |= bit(in->d);
    if (format == RG_FMT_BR)
        use->needs |= bit(in->a);
}

static void function_needs(const rg_instruction *in, rg_early_use *use)
{
    const rg_format format = format_of(in);
    const bool wide = format == RG_FMT_W;

    if (format == RG_FMT_U || wide)
        use->needs |= bit(in->a);
    if ((is_sum(format) || wide) && !in->immediate)
        use->needs |= bit(in->b);
    if (is_sum(format) && rg_derives(in))
        use->needs_gradients |= bit(in->d);
    use->needs_w = format == RG_FMT_WO;
    use->needs_gw = wide;
}

rg_early_use rg_early_use_of(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    const bool exchanges = in->op == RG_OP_WXCH || info->format == RG_FMT_MD;
    rg_early_use use = {.writes_w = info->format == RG_FMT_W || exchanges,
                        .writes_gw = info->format == RG_FMT_WO || exchanges,
                        .alone = rg_is_stream(in) || in->op == RG_OP_MODE};
    const bool branches = info->class == RG_CLASS_BRANCH || info->class == RG_CLASS_LOOP;

    if (rg_is_stream(in))
        return use;
    use.early = rg_is_early(in);
    use.writes = values_of(in);
    use.gives = gradients_of(in);
    use.links = branches && in->op != RG_OP_PORTAL;
    use.splits = is_branch(in->op) && !rg_is_landing(in->op);
    use.lands = is_branch(in->op) && rg_is_landing(in->op);
    use.always = in->op == RG_OP_BRAS || in->op == RG_OP_BRAL;
    use.opens = in->op == RG_OP_FORTOP;
    use.closes = in->op == RG_OP_FOREND;
    if (branches)
        branch_needs(in, &use);
    else if (rg_is_early(in))
        function_needs(in, &use);
    return use;
}

/* ---- who waits ---- */

static rg_early_use without_needs(const rg_early_use *x, bool not_needed)
{
    rg_early_use use = *x;

    if (not_needed)
        use.needs = 0;
    return use;
}

static bool writes_for(const rg_early_use *x, const rg_early_use *y)
{
    return (x->writes & y->needs) != 0 || (x->gives & y->needs_gradients) != 0
           || (x->writes_w && y->needs_w) || (x->writes_gw && y->needs_gw);
}

bool rg_early_uses_meet(const rg_early_use *x, const rg_early_use *y)
{
    return writes_for(x, y) || writes_for(y, x);
}

rg_early_use rg_early_use_at_jump(const rg_early_use *x) { return without_needs(x, x->links); }

bool rg_early_use_guesses(const rg_early_use *use, bool backward)
{
    return use->always || (backward ? use->opens : use->closes);
}

bool rg_early_uses_leave_loop(const rg_early_use *first, const rg_early_use *second)
{
    return first->closes || second->opens;
}

bool rg_early_uses_part(const rg_early_use *x, const rg_early_use *y)
{
    const rg_early_use first = without_needs(x, x->splits), second = without_needs(y, y->lands);

    return rg_early_uses_meet(&first, &second) || (x->early && y->alone) || (x->alone && y->early);
}
