/* program.c: micro-programs. Each micro-operation writes lines of its own, which stay until the
 * whole program is undone. */
#include "sim/gates/unit_impl.h"

static gn_bit sign_of(gn_word a) { return a.bit[GN_WORD - 1]; }
static bool lifts(const rg_uop *o)
{
    return o->op == RG_UOP_LIFT || o->op == RG_UOP_LIFN || o->op == RG_UOP_LIFG
           || o->op == RG_UOP_LIGN;
}

static gn_word known(int64_t value)
{
    gn_word w;
    for (unsigned i = 0; i < GN_WORD; i++)
        w.bit[i] = (value >> i) & 1 ? GN_ONE : GN_ZERO;
    return w;
}

static int distance_of(const rg_uop *o, unsigned frac)
{
    const int f = (int)frac, c = o->shift;
    switch (o->distance) {
    case RG_DIST_PF: return c + f;
    case RG_DIST_MF: return c - f;
    case RG_DIST_NEGF: return f < c ? f - c : 0;
    case RG_DIST_POSF: return f > c ? f - c : 0;
    default: return c;
    }
}

/* The low word; V where it does not hold all of it. */
static gn_word narrow(gn_making *m, const gn_bit *p, unsigned count)
{
    gn_word w;
    gn_bit lost = GN_ZERO;
    for (unsigned i = 0; i < GN_WORD; i++)
        w.bit[i] = p[i];
    for (unsigned i = GN_WORD; i < count; i++)
        lost = gn_or(m->n, lost, gn_xor(m->n, p[i], p[GN_WORD - 1]));
    m->overflow = lost;
    return w;
}

/* n + c in 7 bits, limited to 0 .. 127; c is the low 9 bits, signed */
static void distance_by(gn_making *m, int n, const gn_word *c, gn_bit *out)
{
    const gn_word fixed = known(n);
    gn_bit by[11], wide[11];
    for (unsigned i = 0; i < 11; i++)
        by[i] = c->bit[i < 9 ? i : 8];
    gn_sum(m->n, by, fixed.bit, 11, GN_ZERO, wide);
    const gn_bit far = gn_any(m->n, wide + 7, 3), inside = wide[10] ^ 1;
    for (unsigned i = 0; i < 7; i++)
        out[i] = gn_and(m->n, inside, gn_or(m->n, far, wide[i]));
}

static void shifted_product(gn_making *m, const gn_bit *p, int n, const gn_word *c, gn_bit *out)
{
    gn_bit by[7];
    if (!c) {
        gn_round_shift(m->n, p, GN_PRODUCT, (unsigned)n & 127, out);
        return;
    }
    distance_by(m, n, c, by);
    gn_round_shift_by(m->n, p, GN_PRODUCT, by, 7, out);
}

/* Where the product is negated. */
static gn_bit negation(const gn_making *m, const rg_uop *o)
{
    const gn_bit inverse = sign_of(m->r[RG_NUM_INV]);
    return o->op == RG_UOP_NMUL || o->op == RG_UOP_MSBK   ? GN_ONE
           : o->op == RG_UOP_LIFT || o->op == RG_UOP_LIFG ? inverse
           : lifts(o)                                     ? inverse ^ 1
                                                          : GN_ZERO;
}

static bool accumulates(const rg_uop *o)
{
    return o->op == RG_UOP_MADD || o->op == RG_UOP_MADT || o->op == RG_UOP_MSUB;
}

static gn_word multiply(gn_making *m, const rg_uop *o, int n)
{
    const bool constant = o->op == RG_UOP_MULK || o->op == RG_UOP_MSBK || lifts(o);
    const bool more = accumulates(o);
    const gn_word b = constant ? known(rg_num_rom[o->k]) : m->r[o->b];
    const gn_bit negated = negation(m, o);
    gn_bit p[GN_PRODUCT], sum[GN_PRODUCT];

    gn_multiply(m->n, m->r[o->a].bit, b.bit, p);
    if (o->op == RG_UOP_MADT)
        for (unsigned i = 0; i < GN_PRODUCT; i++)
            p[i] = p[i + 14 < GN_PRODUCT ? i + 14 : GN_PRODUCT - 1];
    if (negated != GN_ZERO)
        gn_negate(m->n, p, GN_PRODUCT, negated, sum);
    else if (more)
        gn_sum(m->n, m->product, p, GN_PRODUCT, o->op == RG_UOP_MSUB ? GN_ONE : GN_ZERO, sum);
    for (unsigned i = 0; i < GN_PRODUCT; i++)
        m->product[i] = negated != GN_ZERO || more ? sum[i] : p[i];
    shifted_product(m, m->product, n, o->op == RG_UOP_MULV ? &m->r[o->c] : NULL, sum);
    return narrow(m, sum, GN_PRODUCT);
}

static gn_word scale_product(gn_making *m, const rg_uop *o, int n)
{
    gn_bit p[GN_PRODUCT];
    shifted_product(m, m->product, n, o->op == RG_UOP_SHPV ? &m->r[o->c] : NULL, p);
    for (unsigned i = 0; i < GN_PRODUCT; i++)
        m->product[i] = p[i];
    return narrow(m, p, GN_PRODUCT);
}

/* a + b or a - b in 65 bits */
static gn_word sum(gn_making *m, gn_word a, gn_word b, bool minus)
{
    gn_bit x[GN_WORD + 1], y[GN_WORD + 1], out[GN_WORD + 1];
    for (unsigned i = 0; i <= GN_WORD; i++) {
        x[i] = a.bit[i < GN_WORD ? i : GN_WORD - 1];
        y[i] = b.bit[i < GN_WORD ? i : GN_WORD - 1];
    }
    gn_sum(m->n, x, y, GN_WORD + 1, minus ? GN_ONE : GN_ZERO, out);
    return narrow(m, out, GN_WORD + 1);
}

static gn_word negate_where(gn_making *m, gn_word a, gn_bit sign)
{
    gn_bit x[GN_WORD + 1], out[GN_WORD + 1];
    for (unsigned i = 0; i <= GN_WORD; i++)
        x[i] = a.bit[i < GN_WORD ? i : GN_WORD - 1];
    gn_negate(m->n, x, GN_WORD + 1, sign, out);
    return narrow(m, out, GN_WORD + 1);
}

static gn_word select(gn_making *m, gn_bit s, gn_word yes, gn_word no)
{
    gn_word w;
    gn_mux_word(m->n, s, yes.bit, no.bit, GN_WORD, w.bit);
    return w;
}

static gn_bit is_zero(gn_making *m, gn_word a) { return gn_any(m->n, a.bit, GN_WORD) ^ 1; }

/* a / 2^n: n is known */
static gn_word shift(gn_making *m, gn_word a, int n, bool round)
{
    gn_word w;
    gn_bit lost = GN_ZERO;

    m->overflow = GN_ZERO;
    if (n >= 0 && round) {
        gn_round_shift(m->n, a.bit, GN_WORD, (unsigned)(n > 64 ? 65 : n), w.bit);
        return w;
    }
    for (int i = 0; i < GN_WORD; i++) {
        const int from = i + n;
        w.bit[i] = from < 0 ? GN_ZERO : a.bit[from < GN_WORD ? from : GN_WORD - 1];
    }
    if (n <= -GN_WORD)
        m->overflow = is_zero(m, a) ^ 1;
    else if (n < 0) {
        for (int i = GN_WORD + n; i < GN_WORD; i++)
            lost = gn_or(m->n, lost, gn_xor(m->n, a.bit[i], w.bit[GN_WORD - 1]));
        m->overflow = lost;
    }
    return w;
}

/* a / 2^n with n = known + b, the low nine bits, signed */
static gn_word shift_by(gn_making *m, gn_word a, int fixed, gn_word b)
{
    const gn_word k = known(fixed), zero = known(0);
    gn_bit by[9], back[9];
    gn_word right, left;

    gn_sum(m->n, b.bit, k.bit, 9, GN_ZERO, by);
    gn_negate(m->n, by, 9, GN_ONE, back);
    const gn_bit negative = by[8];
    const gn_bit far_right = gn_any(m->n, by + 6, 2), far_left = gn_any(m->n, back + 6, 3);
    gn_round_shift_by(m->n, a.bit, GN_WORD, by, 6, right.bit);
    const gn_bit lost = gn_shift_left_by(m->n, a.bit, back, left.bit);
    const gn_bit all_lost = is_zero(m, a) ^ 1;
    m->overflow = gn_and(m->n, negative, gn_mux(m->n, far_left, all_lost, lost));
    const gn_bit far = gn_mux(m->n, negative, far_left, far_right);
    return select(m, far, zero, select(m, negative, left, right));
}

/* The row of `a` from its bit `low` on */
static gn_word table(gn_making *m, gn_word a, int low, int bits, unsigned at)
{
    gn_bit row[128];
    gn_word w;
    uint32_t t[GN_WORD];

    gn_unary(m->n, a.bit + low, (unsigned)bits, GN_ONE, row);
    for (unsigned i = 0; i < GN_WORD; i++) {
        t[i] = gn_temp(m->n);
        w.bit[i] = gn_of_line(t[i]);
        for (unsigned k = 0; k < 1u << bits; k++)
            if ((rg_num_rom[at + k] >> i) & 1)
                gn_cnot(m->n, row[k], t[i]);
    }
    return w;
}

static gn_word leading(gn_making *m, gn_word a)
{
    gn_word w = known(0);
    gn_leading_zeros(m->n, a.bit, w.bit);
    return w;
}

/* Shifted left by its leading zeros, and the sign that may come of it back to bit 62 */
static gn_word normalised(gn_making *m, gn_word a)
{
    const gn_word zeros = leading(m, a);
    gn_word left, w;
    gn_shift_left_by(m->n, a.bit, zeros.bit, left.bit);
    for (unsigned i = 0; i < GN_WORD; i++)
        w.bit[i] = i + 1 < GN_WORD ? left.bit[i + 1] : GN_ZERO;
    return w;
}

/* Leading bits that equal the sign are the leading zeros of a + sign, shifted by one: with a one
 * behind, they are 63 where all are. */
static gn_word leading_signs(gn_making *m, gn_word a)
{
    gn_word w;
    w.bit[0] = GN_ONE;
    for (unsigned i = 1; i < GN_WORD; i++)
        w.bit[i] = gn_xor(m->n, a.bit[i - 1], sign_of(a));
    return leading(m, w);
}

/* With `even` the number that is negated has the lowest bit of n: it is the next one below, if its
 * own is another. */
static gn_word minus_leading_signs(gn_making *m, gn_word a, bool even, int n)
{
    gn_word signs = leading_signs(m, a), w;
    if (even) {
        gn_bit one_less[GN_WORD];
        const gn_word least = known(-1);
        gn_sum(m->n, signs.bit, least.bit, GN_WORD, GN_ZERO, one_less);
        gn_mux_word(m->n, n & 1 ? signs.bit[0] : signs.bit[0] ^ 1, signs.bit, one_less, GN_WORD,
                    w.bit);
        signs = w;
    }
    gn_negate(m->n, signs.bit, GN_WORD, GN_ONE, w.bit);
    return w;
}

static gn_word clamp(gn_making *m, gn_word a, int64_t limit, bool saturate)
{
    const gn_word high = known(limit), low = known(-limit);
    const gn_bit above = gn_less(m->n, high.bit, a.bit, GN_WORD, true);
    const gn_bit below = gn_less(m->n, a.bit, low.bit, GN_WORD, true);
    const gn_word w = select(m, above, high, select(m, below, low, a));
    if (!saturate)
        return w;
    return select(m, m->overflow, select(m, m->product[GN_PRODUCT - 1], low, high), w);
}

static gn_bit unfit(gn_making *m, gn_word a, unsigned bits)
{
    const gn_word d = gn_wrapped(a, bits);
    return gn_or(m->n, m->overflow, gn_differ(m->n, a.bit, d.bit, GN_WORD));
}

static gn_word fit(gn_making *m, gn_word a, unsigned bits, bool may_wrap)
{
    const gn_bit bad = unfit(m, a, bits);
    if (may_wrap)
        m->value_ovf = gn_or(m->n, m->value_ovf, gn_and(m->n, bad, m->wrap));
    gn_raise(m, may_wrap ? gn_and(m->n, bad, m->wrap ^ 1) : bad, RG_TRAP_OVERFLOW);
    return gn_wrapped(a, bits);
}

static gn_word log_fit(gn_making *m, gn_word a, gn_word sign, bool may_wrap)
{
    gn_word w = fit(m, a, m->config->xlen - 1, may_wrap);
    w.bit[m->config->xlen - 1] = sign_of(sign);
    return gn_wrapped(w, m->config->xlen);
}

static gn_word quarter_turn(gn_making *m, gn_word a, gn_word b, gn_word k)
{
    const gn_bit odd = k.bit[0], negative = gn_xor(m->n, odd, k.bit[1]);
    return negate_where(m, select(m, odd, b, a), negative);
}

static gn_word gradient_fit(gn_making *m, gn_word a)
{
    gn_gradient_overflow(m, unfit(m, a, m->config->xlen));
    return gn_wrapped(a, m->config->xlen);
}

static gn_word plus_known(gn_making *m, gn_word a, int64_t k)
{
    const gn_word b = known(k);
    gn_word w;
    gn_sum(m->n, a.bit, b.bit, GN_WORD, GN_ZERO, w.bit);
    return w;
}

/* Operations on two or three words. */
static void words(gn_making *m, const rg_uop *o, int n)
{
    const gn_word a = m->r[o->a], b = m->r[o->b], c = m->r[o->c], zero = known(0);
    gn_word w = zero;

    switch ((enum rg_uop_kind)o->op) {
    case RG_UOP_ADD: w = sum(m, a, b, false); break;
    case RG_UOP_SUB: w = sum(m, a, b, true); break;
    case RG_UOP_NEG: w = negate_where(m, a, GN_ONE); break;
    case RG_UOP_ABS: w = negate_where(m, a, sign_of(a)); break;
    case RG_UOP_AND:
        for (unsigned i = 0; i < GN_WORD; i++)
            w.bit[i] = gn_and(m->n, a.bit[i], b.bit[i]);
        break;
    case RG_UOP_XOR:
        for (unsigned i = 0; i < GN_WORD; i++)
            w.bit[i] = gn_xor(m->n, a.bit[i], b.bit[i]);
        break;
    case RG_UOP_CONST: w = known(rg_num_rom[o->k]); break;
    case RG_UOP_TAB: w = table(m, a, 0, n, o->k); break;
    case RG_UOP_TABH: w = table(m, a, 6, n, o->k); break;
    case RG_UOP_TABN: w = table(m, a, 55, n, o->k); break;
    case RG_UOP_SHR: w = shift(m, a, n, true); break;
    case RG_UOP_SHV: w = shift_by(m, a, n, b); break;
    case RG_UOP_SHF: w = shift(m, a, n, false); break;
    case RG_UOP_CLZ: w = leading(m, a); break;
    case RG_UOP_NRM: w = normalised(m, a); break;
    case RG_UOP_CLRS: w = leading_signs(m, a); break;
    case RG_UOP_CLRN: w = minus_leading_signs(m, a, false, 0); break;
    case RG_UOP_CLRE: w = minus_leading_signs(m, a, true, n); break;
    case RG_UOP_SELZ: w = select(m, is_zero(m, a), b, c); break;
    case RG_UOP_SELN: w = select(m, sign_of(a), b, c); break;
    case RG_UOP_CLMP: w = clamp(m, a, rg_num_rom[o->k], false); break;
    case RG_UOP_CLMV: w = clamp(m, a, rg_num_rom[o->k], true); break;
    case RG_UOP_LFLD: w = gn_wrapped(a, m->config->xlen - 1); break;
    case RG_UOP_QT: w = quarter_turn(m, a, b, c); break;
    case RG_UOP_ONE: w = known((int64_t)(UINT64_C(1) << (n & 63))); break;
    default: w = known(n); break; /* IMM */
    }
    m->r[o->d] = w;
}

static gn_word multiply_and_add(gn_making *m, const rg_uop *o, int n)
{
    const gn_word by = multiply(m, o, n);
    const gn_bit misfits = m->overflow;
    const gn_word w = sum(m, m->r[o->c], by, false);
    m->overflow = gn_or(m->n, m->overflow, misfits);
    return w;
}

/* P = a 2^n, or that more: with known bits below a */
static gn_word scale(gn_making *m, const rg_uop *o, int n)
{
    const gn_word a = m->r[o->a];
    gn_bit p[GN_PRODUCT], more[GN_PRODUCT];
    for (int i = 0; i < GN_PRODUCT; i++)
        p[i] = i < n ? GN_ZERO : a.bit[i - n < GN_WORD ? i - n : GN_WORD - 1];
    if (o->op == RG_UOP_MADS)
        gn_sum(m->n, m->product, p, GN_PRODUCT, GN_ZERO, more);
    for (int i = 0; i < GN_PRODUCT; i++)
        m->product[i] = o->op == RG_UOP_MADS ? more[i] : p[i];
    return narrow(m, m->product, GN_PRODUCT);
}

/* a 2^FRAC, signed or not */
static void of_word(const gn_making *m, gn_word a, bool is_signed, gn_bit *out)
{
    const int frac = (int)m->config->frac;
    const gn_bit above = is_signed ? sign_of(a) : GN_ZERO;
    for (int i = 0; i < GN_PRODUCT; i++)
        out[i] = i < frac ? GN_ZERO : i - frac < GN_WORD ? a.bit[i - frac] : above;
}

static gn_passing divide(gn_making *m, const gn_bit *p, gn_word by, bool round)
{
    gn_passing q;
    q.overflow = gn_divide(m->n, p, by.bit, round, q.word.bit);
    return q;
}

static gn_passing divide_word(gn_making *m, gn_word a, gn_word by)
{
    gn_bit p[GN_PRODUCT];
    of_word(m, a, true, p);
    return divide(m, p, by, true);
}

static gn_passing root(gn_making *m, const gn_bit *p)
{
    gn_passing r;
    r.overflow = gn_root(m->n, p, r.word.bit);
    return r;
}

static gn_passing root_of_word(gn_making *m, gn_word a)
{
    gn_bit p[GN_PRODUCT];
    of_word(m, a, false, p);
    return root(m, p);
}

static gn_word take(gn_making *m, gn_passing p)
{
    m->overflow = p.overflow;
    return p.word;
}

static void execute(gn_making *m, const rg_uop *o)
{
    const int n = distance_of(o, m->config->frac);
    const gn_word a = m->r[o->a];
    gn_word *d = &m->r[o->d];

    switch ((enum rg_uop_kind)o->op) {
    case RG_UOP_MUL:
    case RG_UOP_MULK:
    case RG_UOP_MULV:
    case RG_UOP_NMUL:
    case RG_UOP_MADD:
    case RG_UOP_MADT:
    case RG_UOP_MSUB: *d = multiply(m, o, n); break;
    case RG_UOP_MULC:
    case RG_UOP_MSBK: *d = multiply_and_add(m, o, n); break;
    case RG_UOP_HORN: *d = plus_known(m, multiply(m, o, n), rg_num_rom[o->k]); break;
    case RG_UOP_SHP:
    case RG_UOP_SHPV: *d = scale_product(m, o, n); break;
    case RG_UOP_MULS:
    case RG_UOP_MADS: *d = scale(m, o, n); break;
    case RG_UOP_LIFT:
    case RG_UOP_LIFN: *d = fit(m, multiply_and_add(m, o, n), m->config->xlen, true); break;
    case RG_UOP_LIFG:
    case RG_UOP_LIGN: *d = gradient_fit(m, multiply_and_add(m, o, n)); break;
    case RG_UOP_DIVS: m->quotient = divide(m, m->product, a, true); break;
    case RG_UOP_DIVT: m->quotient = divide(m, m->product, a, false); break;
    case RG_UOP_DIVW: m->quotient = divide_word(m, m->r[o->b], a); break;
    case RG_UOP_DIVB: m->second = divide(m, m->product, a, true); break;
    case RG_UOP_DVBW: m->second = divide_word(m, m->r[o->b], a); break;
    case RG_UOP_ROOS: m->root = root(m, m->product); break;
    case RG_UOP_ROOW: m->root = root_of_word(m, a); break;
    case RG_UOP_QUO: *d = take(m, m->quotient); break;
    case RG_UOP_QUOB: *d = take(m, m->second); break;
    case RG_UOP_ROOT: *d = take(m, m->root); break;
    case RG_UOP_TRZ: gn_raise(m, is_zero(m, a), o->k); break;
    case RG_UOP_TRN: gn_raise(m, sign_of(a), o->k); break;
    case RG_UOP_FIT: *d = fit(m, a, m->config->xlen, false); break;
    case RG_UOP_FITW: *d = fit(m, a, m->config->xlen, true); break;
    case RG_UOP_GFIT: *d = gradient_fit(m, a); break;
    case RG_UOP_LFIT: *d = log_fit(m, a, m->r[o->b], false); break;
    case RG_UOP_LFTW: *d = log_fit(m, a, m->r[o->b], true); break;
    default: words(m, o, n); break;
    }
}

static void fit_result(gn_making *m, const rg_uop *o)
{
    gn_word *d = &m->r[o->d];
    *d = o->fit == RG_FIT_GRADIENT ? gradient_fit(m, *d)
                                   : fit(m, *d, m->config->xlen, o->fit == RG_FIT_WRAPPING);
}

void gn_run_program(gn_making *m)
{
    const rg_uop *o = &rg_num_code[rg_num_starts[rg_num_entry_of(m->op, m->grad)] - 1];
    for (;; o++) {
        execute(m, o);
        if (o->fit != RG_FIT_NONE)
            fit_result(m, o);
        if (o->stop == RG_STOP_ALWAYS || (o->stop == RG_STOP_VALUE && !m->grad))
            break;
    }
}
