/* checks.c: what makes the step a trap: the causes of rg_traps.v, the lowest code first. */
#include "sim/gates/step_impl.h"

gn_bit gn_minus(gn_stepping *s)
{
    const gn_bit takes = gn_xor(s->n, s->is.mode[RG_MODE_SUB], s->is.mode[RG_MODE_UNSET]);
    return gn_xor(s->n, s->dir, takes);
}

gn_bit gn_active(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_bit kind = gn_xor(n, s->is.fix, s->is.log);
    const gn_bit sums = gn_and(n, s->is.updates, s->is.mode[RG_MODE_XOR] ^ 1);
    return gn_and(n, s->grad, gn_and(n, kind, sums));
}

/* Of an update whose kind is checked: D is its target, F what is added. Or of the accumulator. */
gn_bit gn_sum_overflow(gn_stepping *s, gn_bit minus)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_bit fix = gn_overflow(n, s->d, s->f, x, minus);
    const gn_bit log = gn_overflow(n, s->d, s->f, x - 1, minus);
    const gn_bit over = gn_xor(n, gn_and(n, s->is.fix, fix), gn_and(n, s->is.log, log));
    const gn_bit update = gn_and(n, s->is.updates, s->is.mode[RG_MODE_XOR] ^ 1);
    const gn_bit wide = gn_overflow(n, s->w, s->product, 2 * x, minus);
    return gn_xor(n, gn_and(n, over, update), gn_and(n, s->is.format[RG_FMT_W], wide));
}

/* An ancilla that is not what it must be: s = +1 finds a target that is not 0, s = -1 leaves one.
 */
static gn_bit dirty(gn_stepping *s, gn_bit minus)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_bit ancilla =
        gn_and(n, s->is.updates, gn_xor(n, s->is.mode[RG_MODE_SET], s->is.mode[RG_MODE_UNSET]));
    const gn_bit here = GN_ONE_OF(s, RG_OP_ALLOC, RG_OP_FREE);
    const gn_bit there = GN_ONE_OF(s, RG_OP_ALLOCM, RG_OP_FREEM);
    gn_bit rest[GN_MOST_BITS];

    for (unsigned i = 0; i < x; i++)
        rest[i] = gn_xor(n, s->d[i], gn_and(n, minus, s->f[i]));
    const gn_bit in_update = gn_and(n, ancilla, gn_any(n, rest, x));
    const gn_bit in_register = gn_and(n, here, gn_any(n, s->d, x));
    return gn_or(n, in_update, gn_or(n, in_register, gn_and(n, there, gn_any(n, s->m, x))));
}

static gn_bit outside_array(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_bit low = gn_or(n, s->d[x - 1], gn_any(n, s->d, x) ^ 1);
    const gn_bit bad = gn_or(n, low, gn_less(n, s->m, s->d, x, true));
    return gn_and(n, s->is.op[RG_OP_CHKB], bad);
}

static gn_bit not_asserted(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_bit differ = gn_differ(n, s->d, s->b, x), less = gn_less(n, s->d, s->b, x, true);
    const gn_bit *mode = s->is.mode;
    const gn_bit equal =
        gn_xor(n, gn_and(n, mode[RG_COND_EQ], differ ^ 1), gn_and(n, mode[RG_COND_NE], differ));
    const gn_bit order =
        gn_xor(n, gn_and(n, mode[RG_COND_LT], less), gn_and(n, mode[RG_COND_GE], less ^ 1));
    return gn_and(n, s->is.format[RG_FMT_AS], gn_xor(n, equal, order) ^ 1);
}

/* A cause of the unit, where none came before. */
static gn_bit of_unit(gn_stepping *s, gn_bit before, gn_bit *cause)
{
    gn_bit unit[4];
    gn_bits_at(s->s->at.unit.trap, 4, unit);
    const gn_bit first = gn_and(s->n, gn_any(s->n, unit, 4), before ^ 1);
    for (unsigned i = 0; i < 4; i++)
        cause[i] = gn_xor(s->n, cause[i], gn_and(s->n, first, unit[i]));
    return gn_or(s->n, before, first);
}

static gn_bit add_cause(gn_stepping *s, gn_bit before, gn_bit when, unsigned code, gn_bit *cause)
{
    const gn_bit first = gn_and(s->n, when, before ^ 1);
    for (unsigned i = 0; i < 4; i++)
        if (code >> i & 1)
            cause[i] = gn_xor(s->n, cause[i], first);
    return gn_or(s->n, before, when);
}

/* The bits of the cause, and whether there is one. */
static gn_bit find_cause(gn_stepping *s, gn_bit *cause)
{
    gn_net *n = s->n;
    gn_control_traps control;
    const gn_bit minus = gn_minus(s);
    gn_bit any = GN_ZERO;

    gn_control_checks(s, &control);
    any = add_cause(s, any, gn_of_line(s->s->at.fault), RG_TRAP_FETCH, cause);
    any = add_cause(s, any, gn_or(n, s->is.legal ^ 1, control.illegal), RG_TRAP_ILLEGAL, cause);
    any = add_cause(s, any, control.landing, RG_TRAP_LANDING, cause);
    any = add_cause(s, any, s->is.alias, RG_TRAP_ALIAS, cause);
    const gn_bit needs_mode = GN_ONE_OF(s, RG_OP_XGRAD, RG_OP_OUTG);
    any = add_cause(s, any, gn_and(n, needs_mode, s->grad ^ 1), RG_TRAP_MODE, cause);
    any = add_cause(s, any, gn_or(n, s->outside, gn_no_space(s)), RG_TRAP_ADDRESS, cause);
    any = add_cause(s, any, outside_array(s), RG_TRAP_BOUNDS, cause);
    any = of_unit(s, any, cause);
    any = add_cause(s, any, gn_and(n, gn_sum_overflow(s, minus), s->wrap ^ 1), RG_TRAP_OVERFLOW,
                    cause);
    any = add_cause(s, any, control.condition, RG_TRAP_CONDITION, cause);
    any = add_cause(s, any, control.loop, RG_TRAP_LOOP, cause);
    any = add_cause(s, any, control.portal, RG_TRAP_PORTAL, cause);
    any = add_cause(s, any, gn_or(n, dirty(s, minus), gn_kept_dirty(s)), RG_TRAP_DIRTY, cause);
    return add_cause(s, any, not_asserted(s), RG_TRAP_ASSERT, cause);
}

void gn_check(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_mark from = gn_here(n);
    gn_bit cause[4] = {GN_ZERO, GN_ZERO, GN_ZERO, GN_ZERO};
    gn_target_in_d(s);
    const gn_bit any = find_cause(s, cause);
    const gn_mark ready = gn_here(n);

    for (unsigned i = 0; i < 4; i++)
        gn_cnot(n, cause[i], s->s->at.trap + i);
    gn_toffoli(n, s->is.op[RG_OP_HALT], any ^ 1, s->s->at.halted);
    gn_undo(n, from, ready);
}
