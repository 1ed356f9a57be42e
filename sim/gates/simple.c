/* simple.c: the operations that take one clock: integers, fixed-point sums, log sums. */
#include "sim/gates/unit_impl.h"

static unsigned log2_of(unsigned x)
{
    unsigned k = 0;
    while (1u << k < x)
        k++;
    return k;
}

/* The distance b as it counts: whether it is below the width. */
static gn_bit inside(gn_making *m, const gn_bit *b)
{
    const unsigned k = log2_of(m->config->xlen);
    return gn_any(m->n, b + k, m->config->xlen - k) ^ 1;
}

static void shift(gn_making *m, const gn_bit *a, const gn_bit *b, gn_bit *out)
{
    const unsigned x = m->config->xlen;
    const bool left = m->op == RG_OP_SHL;
    const gn_bit fill = m->op == RG_OP_SAR ? a[x - 1] : GN_ZERO, within = inside(m, b);
    gn_bit y[GN_WORD];

    for (unsigned i = 0; i < x; i++)
        out[i] = a[i];
    for (unsigned k = 0; 1u << k < x; k++) {
        const unsigned by = 1u << k;
        for (unsigned i = 0; i < x; i++) {
            const gn_bit from = left ? (i >= by ? out[i - by] : GN_ZERO)
                                     : (i + by < x ? out[i + by] : fill);
            y[i] = gn_mux(m->n, b[k], from, out[i]);
        }
        for (unsigned i = 0; i < x; i++)
            out[i] = y[i];
    }
    for (unsigned i = 0; i < x; i++)
        out[i] = gn_mux(m->n, within, out[i], fill);
}

static void population(gn_making *m, const gn_bit *b, gn_bit *out)
{
    const unsigned x = m->config->xlen, k = log2_of(x) + 1;
    for (unsigned i = 0; i < x; i++)
        out[i] = GN_ZERO;
    for (unsigned i = 0; i < x; i++)
        gn_increment(m->n, out, k, b[i], out);
}

/* floor, ceil, round, trunc of a fixed word, as an integer */
static void to_integer(gn_making *m, const gn_bit *b, gn_bit *out)
{
    const unsigned x = m->config->xlen, frac = m->config->frac;
    gn_bit q[GN_WORD], up = GN_ZERO;
    const gn_bit part = gn_any(m->n, b, frac);

    for (unsigned i = 0; i < x; i++)
        q[i] = b[i + frac < x ? i + frac : x - 1];
    if (m->op == RG_OP_CEIL)
        up = part;
    else if (m->op == RG_OP_TRUNC)
        up = gn_and(m->n, part, b[x - 1]);
    else if (m->op == RG_OP_ROUND && frac > 0)
        up = gn_and(m->n, b[frac - 1], gn_or(m->n, gn_any(m->n, b, frac - 1), q[0]));
    gn_increment(m->n, q, x, up, out);
}

static void one_bit(gn_making *m, gn_bit value, gn_bit *out)
{
    out[0] = value;
    for (unsigned i = 1; i < m->config->xlen; i++)
        out[i] = GN_ZERO;
}

static void compare(gn_making *m, const gn_bit *a, const gn_bit *b, gn_bit *out)
{
    const unsigned x = m->config->xlen;
    switch (m->op) {
    case RG_OP_EQ: one_bit(m, gn_differ(m->n, a, b, x) ^ 1, out); break;
    case RG_OP_NE: one_bit(m, gn_differ(m->n, a, b, x), out); break;
    case RG_OP_LT: one_bit(m, gn_less(m->n, a, b, x, true), out); break;
    case RG_OP_LE: one_bit(m, gn_less(m->n, b, a, x, true) ^ 1, out); break;
    case RG_OP_GT: one_bit(m, gn_less(m->n, b, a, x, true), out); break;
    default: one_bit(m, gn_less(m->n, a, b, x, true) ^ 1, out); break;
    }
}

static void integer(gn_making *m, const gn_bit *a, const gn_bit *b, gn_bit *out)
{
    const unsigned x = m->config->xlen;

    for (unsigned i = 0; i < x; i++)
        out[i] = GN_ZERO;
    switch (m->op) {
    case RG_OP_MOV:
        for (unsigned i = 0; i < x; i++)
            out[i] = b[i];
        break;
    case RG_OP_ADD: gn_sum(m->n, a, b, x, GN_ZERO, out); break;
    case RG_OP_SUB: gn_sum(m->n, a, b, x, GN_ONE, out); break;
    case RG_OP_AND:
        for (unsigned i = 0; i < x; i++)
            out[i] = gn_and(m->n, a[i], b[i]);
        break;
    case RG_OP_OR:
        for (unsigned i = 0; i < x; i++)
            out[i] = gn_or(m->n, a[i], b[i]);
        break;
    case RG_OP_XOR:
        for (unsigned i = 0; i < x; i++)
            out[i] = gn_xor(m->n, a[i], b[i]);
        break;
    case RG_OP_SHL:
    case RG_OP_SHR:
    case RG_OP_SAR: shift(m, a, b, out); break;
    case RG_OP_SIGN:
        for (unsigned i = 0; i < x; i++)
            out[i] = i == 0 ? gn_any(m->n, b, x) : b[x - 1];
        break;
    case RG_OP_MIN:
    case RG_OP_MAX: {
        const gn_bit less = gn_less(m->n, a, b, x, true);
        gn_mux_word(m->n, m->op == RG_OP_MIN ? less : less ^ 1, a, b, x, out);
        break;
    }
    case RG_OP_ABS: gn_negate(m->n, b, x, b[x - 1], out); break;
    case RG_OP_POPC: population(m, b, out); break;
    case RG_OP_FLOOR:
    case RG_OP_CEIL:
    case RG_OP_ROUND:
    case RG_OP_TRUNC: to_integer(m, b, out); break;
    default: compare(m, a, b, out); break;
    }
}

static void checked(gn_making *m, gn_bit overflow, bool may_wrap)
{
    if (may_wrap)
        m->value_ovf = gn_or(m->n, m->value_ovf, gn_and(m->n, overflow, m->wrap));
    gn_raise(m, may_wrap ? gn_and(m->n, overflow, m->wrap ^ 1) : overflow, RG_TRAP_OVERFLOW);
}

/* Whether b 2^frac does not fit. */
static void from_integer(gn_making *m, const gn_bit *b, gn_bit *out)
{
    const unsigned x = m->config->xlen, frac = m->config->frac;
    gn_bit lost = GN_ZERO;

    for (unsigned i = 0; i < x; i++)
        out[i] = i < frac ? GN_ZERO : b[i - frac];
    for (unsigned i = x - frac; i < x; i++)
        lost = gn_or(m->n, lost, gn_xor(m->n, b[i], out[x - 1]));
    checked(m, lost, true);
}

/* Products and quotients of LOG words: the fields of XLEN-1 bits add, the signs cancel. */
static void add_logs(gn_making *m, const gn_bit *a, const gn_bit *b, gn_bit minus, gn_bit *out)
{
    const unsigned bits = m->config->xlen - 1;
    gn_sum(m->n, a, b, bits, minus, out);
    out[bits] = gn_xor(m->n, a[bits], b[bits]);
    checked(m, gn_overflow(m->n, a, b, bits, minus), true);
}

/* a > b as numbers: with different signs where b is negative. */
static gn_bit log_greater(gn_making *m, const gn_bit *a, const gn_bit *b)
{
    const unsigned bits = m->config->xlen - 1;
    const gn_bit less = gn_less(m->n, a, b, bits, true), more = gn_less(m->n, b, a, bits, true);
    const gn_bit same = gn_mux(m->n, a[bits], less, more);
    return gn_mux(m->n, gn_xor(m->n, a[bits], b[bits]), b[bits], same);
}

static void add_fixed(gn_making *m, const gn_bit *a, const gn_bit *b, gn_bit minus, gn_bit *out)
{
    const unsigned x = m->config->xlen;
    gn_sum(m->n, a, b, x, minus, out);
    checked(m, gn_overflow(m->n, a, b, x, minus), true);
}

/* The least number has no opposite. */
static void opposite(gn_making *m, const gn_bit *a, gn_bit sign, gn_bit *out, gn_bit *overflow)
{
    const unsigned x = m->config->xlen;
    gn_negate(m->n, a, x, sign, out);
    *overflow = gn_and(m->n, gn_and(m->n, sign, a[x - 1]), gn_any(m->n, a, x - 1) ^ 1);
}

static void fixed(gn_making *m, const gn_bit *a, const gn_bit *b, gn_bit *out)
{
    const unsigned x = m->config->xlen;
    gn_bit over, s;

    switch (m->op) {
    case RG_OP_FADD: add_fixed(m, a, b, GN_ZERO, out); break;
    case RG_OP_FSUB: add_fixed(m, a, b, GN_ONE, out); break;
    case RG_OP_FMIN:
    case RG_OP_FMAX:
        s = m->op == RG_OP_FMIN ? gn_less(m->n, a, b, x, true) : gn_less(m->n, b, a, x, true);
        gn_mux_word(m->n, s, a, b, x, out);
        break;
    case RG_OP_FABS:
        opposite(m, b, b[x - 1], out, &over);
        checked(m, over, false);
        break;
    case RG_OP_ITOF: from_integer(m, b, out); break;
    case RG_OP_LMAX: gn_mux_word(m->n, log_greater(m, a, b), a, b, x, out); break;
    case RG_OP_LMUL2: add_logs(m, a, b, GN_ZERO, out); break;
    case RG_OP_LDIV2: add_logs(m, a, b, GN_ONE, out); break;
    default: /* FMOV, LMUL */
        for (unsigned i = 0; i < x; i++)
            out[i] = b[i];
        break;
    }
}

static void gated(gn_making *m, gn_bit where, gn_word *out)
{
    const gn_word g = m->r[RG_NUM_GY];
    for (unsigned i = 0; i < m->config->xlen; i++)
        out->bit[i] = gn_and(m->n, where, g.bit[i]);
}

static void negated(gn_making *m, gn_bit sign, gn_word *out)
{
    const gn_word g = m->r[RG_NUM_GY];
    gn_bit over;
    opposite(m, g.bit, sign, out->bit, &over);
    gn_gradient_overflow(m, over);
}

static void fixed_gradient(gn_making *m, const gn_bit *a, const gn_bit *b)
{
    const unsigned x = m->config->xlen;
    gn_word *da = &m->r[RG_NUM_DA], *db = &m->r[RG_NUM_DB], g;
    gn_bit s;

    switch (m->op) {
    case RG_OP_FADD:
    case RG_OP_LMUL2:
        gated(m, GN_ONE, da);
        gated(m, GN_ONE, db);
        break;
    case RG_OP_FSUB:
    case RG_OP_LDIV2:
        gated(m, GN_ONE, da);
        negated(m, GN_ONE, db);
        break;
    case RG_OP_FMOV:
    case RG_OP_LMUL: gated(m, GN_ONE, db); break;
    case RG_OP_FMIN:
    case RG_OP_FMAX:
    case RG_OP_LMAX:
        s = m->op == RG_OP_FMIN   ? gn_less(m->n, a, b, x, true)
            : m->op == RG_OP_FMAX ? gn_less(m->n, b, a, x, true)
                                  : log_greater(m, a, b);
        gated(m, s, da);
        gated(m, s ^ 1, db);
        break;
    case RG_OP_FABS:
        negated(m, b[x - 1], &g);
        s = gn_any(m->n, b, x);
        for (unsigned i = 0; i < x; i++)
            db->bit[i] = gn_and(m->n, s, g.bit[i]);
        break;
    default: break;
    }
}

void gn_simple(gn_making *m)
{
    const gn_word a = m->r[RG_NUM_A], b = m->r[RG_NUM_B];
    gn_word *f = &m->r[RG_NUM_F];

    if (rg_op_lookup(m->op)->kind == RG_KIND_INT) {
        integer(m, a.bit, b.bit, f->bit);
        return;
    }
    fixed(m, a.bit, b.bit, f->bit);
    if (m->grad)
        fixed_gradient(m, a.bit, b.bit);
}
