/* muldiv.c: multiply-divide with a bank of remainders, v := v from / to; docs/reference/numerics.md
 * has the definition. A word has x bits, and a bank 2x. */
#include "sim/gates/unit_impl.h"

enum { MOST = GN_PRODUCT + 2, LONG = 3 * GN_WORD };

typedef struct {
    const gn_bit *from, *to; /* without a sign */
} ratio;

static void extend(const gn_bit *a, unsigned count, gn_bit sign, unsigned to, gn_bit *out)
{
    for (unsigned i = 0; i < to; i++)
        out[i] = i < count ? a[i] : sign;
}

static void lines_of(gn_net *n, const gn_bit *a, unsigned count, uint32_t *lines)
{
    for (unsigned i = 0; i < count; i++)
        lines[i] = gn_line(gn_copied(n, a[i]));
}

/* Floored: where u is negative, ~u is divided, and quotient and rest are mirrored. */
static void floored(gn_net *n, const gn_bit *u, unsigned count, const gn_bit *by, unsigned x,
                    gn_bit *q, gn_bit *rest)
{
    const gn_bit sign = u[count - 1];
    gn_bit above[MOST] = {0}, r[GN_WORD], mirrored[GN_WORD], ones[GN_WORD];

    for (unsigned i = 0; i + 1 < count; i++)
        above[i] = gn_xor(n, u[i], sign);
    gn_divide_unsigned(n, above, count - 1, by, x, q, r);
    for (unsigned i = 0; i + 1 < count; i++)
        q[i] = gn_xor(n, q[i], sign);
    q[count - 1] = sign;
    for (unsigned i = 0; i < x; i++)
        ones[i] = r[i] ^ 1; /* by - 1 - r = by + ~r mod 2^x */
    gn_sum(n, by, ones, x, GN_ZERO, mirrored);
    gn_mux_word(n, sign, mirrored, r, x, rest);
}

/* The bank u becomes by u + digit, mirrored where it is negative: whether it does not fit. */
static gn_bit push(gn_net *n, const gn_bit *u, unsigned x, const gn_bit *by, const gn_bit *digit,
                   gn_bit *out)
{
    const unsigned bits = 2 * x;
    const gn_bit sign = u[bits - 1];
    gn_bit above[GN_PRODUCT], ones[GN_WORD], mirrored[GN_WORD], first[LONG], high[GN_WORD + 1];
    uint32_t t[LONG];

    for (unsigned i = 0; i < bits; i++)
        above[i] = i + 1 < bits ? gn_xor(n, u[i], sign) : GN_ZERO;
    for (unsigned i = 0; i < x; i++)
        ones[i] = digit[i] ^ 1;
    gn_sum(n, by, ones, x, GN_ZERO, mirrored);
    gn_mux_word(n, sign, mirrored, digit, x, first);
    extend(first, x, GN_ZERO, 3 * x, first);
    lines_of(n, first, 3 * x, t);
    for (unsigned i = 0; i < x; i++)
        gn_add(n, t + i, bits, above, by[i], GN_ZERO);
    for (unsigned i = 0; i < bits; i++)
        out[i] = i + 1 < bits ? gn_xor(n, gn_of_line(t[i]), sign) : sign;
    for (unsigned i = 0; i <= x; i++)
        high[i] = gn_of_line(t[bits - 1 + i]);
    return gn_any(n, high, x + 1);
}

/* |v| from, with the sign: 2x + 2 bits */
static void scaled(gn_net *n, const gn_bit *size, gn_bit sign, unsigned x, const gn_bit *from,
                   gn_bit *out)
{
    gn_bit row[GN_WORD + 1], none[MOST];
    uint32_t t[MOST];

    extend(NULL, 0, GN_ZERO, 2 * x + 2, none);
    lines_of(n, none, 2 * x + 2, t);
    extend(size, x, GN_ZERO, x + 1, row);
    for (unsigned i = 0; i < x; i++)
        gn_add(n, t + i, x + 1, row, from[i], GN_ZERO);
    for (unsigned i = 0; i < 2 * x + 2; i++)
        none[i] = gn_of_line(t[i]);
    gn_negate(n, none, 2 * x + 2, sign, out);
}

/* What is divided by `to`: v from, with the digit popped off the bank to the nearest, and half of
 * `to`, on lines that change. */
static void add_digit(gn_net *n, const uint32_t *t, unsigned x, const gn_bit *digit, const ratio *k)
{
    const unsigned count = 2 * x + 2;
    gn_bit twice[GN_WORD + 1], from[GN_WORD + 1], row[MOST];

    for (unsigned i = 0; i <= x; i++)
        twice[i] = i == 0 ? GN_ZERO : digit[i - 1];
    extend(k->from, x, GN_ZERO, x + 1, from);
    const gn_bit above = gn_less(n, twice, from, x + 1, false) ^ 1;
    extend(digit, x, GN_ZERO, count, row);
    gn_add(n, t, count, row, GN_ONE, GN_ZERO);
    extend(k->from, x, GN_ZERO, count, row);
    gn_add(n, t, count, row, above, GN_ONE);
    extend(k->to + 1, x - 1, GN_ZERO, count, row);
    gn_add(n, t, count, row, GN_ONE, GN_ZERO);
}

/* rest - to / 2, with `to` added where that is negative */
static void pushed_digit(gn_net *n, const gn_bit *rest, const gn_bit *to, unsigned x, gn_bit *out)
{
    gn_bit a[GN_WORD + 1], half[GN_WORD + 1], whole[GN_WORD + 1];
    uint32_t t[GN_WORD + 1];

    extend(rest, x, GN_ZERO, x + 1, a);
    extend(to + 1, x - 1, GN_ZERO, x + 1, half);
    extend(to, x, GN_ZERO, x + 1, whole);
    lines_of(n, a, x + 1, t);
    gn_add(n, t, x + 1, half, GN_ONE, GN_ONE);
    const gn_bit below = gn_copied(n, gn_of_line(t[x]));
    gn_add(n, t, x + 1, whole, below, GN_ZERO);
    for (unsigned i = 0; i < x; i++)
        out[i] = gn_of_line(t[i]);
}

/* Whether the high bits from x - 1 on are not all alike. */
static gn_bit is_wide(gn_net *n, const gn_bit *a, unsigned count, unsigned x)
{
    gn_bit lost = GN_ZERO;
    for (unsigned i = x; i < count; i++)
        lost = gn_or(n, lost, gn_xor(n, a[i], a[x - 1]));
    return lost;
}

/* v and bank w to v2 and w2, negative before or behind: whether one does not fit. */
static gn_bit map(gn_net *n, unsigned x, const ratio *k, gn_bit before, gn_bit behind,
                  const gn_bit *v, const gn_bit *w, gn_bit *v2, gn_bit *w2)
{
    const unsigned count = 2 * x + 2;
    gn_bit size[GN_WORD], rest[MOST], exact[MOST], q[MOST], digit[GN_WORD], signed_q[GN_WORD + 2];
    uint32_t t[MOST];

    gn_negate(n, v, x, v[x - 1], size);
    floored(n, w, 2 * x, k->from, x, rest, digit);
    scaled(n, size, gn_xor(n, v[x - 1], before), x, k->from, exact);
    lines_of(n, exact, count, t);
    add_digit(n, t, x, digit, k);
    for (unsigned i = 0; i < count; i++)
        exact[i] = gn_of_line(t[i]);
    floored(n, exact, count, k->to, x, q, digit);
    pushed_digit(n, digit, k->to, x, digit);
    const gn_bit full = push(n, rest, x, k->to, digit, w2);
    const gn_bit large = is_wide(n, q, count, x + 1);
    extend(q, x + 1, q[x], x + 2, signed_q);
    gn_negate(n, signed_q, x + 2, behind, signed_q);
    extend(signed_q, x, GN_ZERO, x, v2);
    return gn_or(n, full, gn_or(n, large, is_wide(n, signed_q, x + 2, x)));
}

static void put_wide(const gn_bit *w, unsigned x, gn_word *low, gn_word *high)
{
    for (unsigned i = 0; i < x; i++) {
        low->bit[i] = w[i];
        high->bit[i] = w[x + i];
    }
}

/* The shares of A and B are those of the words behind the multiplication, in either direction. */
static void shares(gn_making *m, gn_word y2, gn_word gy2, gn_bit inverse)
{
    const unsigned x = m->config->xlen;
    gn_word *y = &m->r[RG_NUM_Y], *gy = &m->r[RG_NUM_GY];

    gn_mux_word(m->n, inverse, y->bit, y2.bit, x, y->bit);
    gn_mux_word(m->n, inverse, gy->bit, gy2.bit, x, gy->bit);
    *y = gn_wrapped(*y, x);
    *gy = gn_wrapped(*gy, x);
    gn_run_program(m);
}

void gn_muldiv(gn_making *m, const gn_unit_ports *p)
{
    gn_net *n = m->n;
    const unsigned x = m->config->xlen;
    const gn_bit *a = m->r[RG_NUM_A].bit, *b = m->r[RG_NUM_B].bit;
    const gn_bit inverse = gn_of_line(p->inverse), negative = gn_xor(n, a[x - 1], b[x - 1]);
    const gn_bit undoes = gn_and(n, negative, inverse), does = gn_xor(n, negative, undoes);
    gn_bit size_a[GN_WORD], size_b[GN_WORD], from[GN_WORD], to[GN_WORD], w[GN_PRODUCT];
    gn_bit w2[GN_PRODUCT], gw2[GN_PRODUCT];
    gn_word f;

    gn_raise(m, gn_or(n, gn_any(n, a, x) ^ 1, gn_any(n, b, x) ^ 1), RG_TRAP_DOMAIN);
    gn_negate(n, a, x, a[x - 1], size_a);
    gn_negate(n, b, x, b[x - 1], size_b);
    gn_mux_word(n, inverse, size_b, size_a, x, from);
    gn_mux_word(n, inverse, size_a, size_b, x, to);
    for (unsigned i = 0; i < 2 * x; i++)
        w[i] = gn_of_line(p->w + i);
    const ratio there = {from, to}, back = {to, from};
    gn_bit over = map(n, x, &there, undoes, does, m->r[RG_NUM_Y].bit, w, f.bit, w2);
    put_wide(w2, x, &m->more[GN_NEW_W], &m->more[GN_NEW_W + 1]);
    if (m->grad) {
        for (unsigned i = 0; i < 2 * x; i++)
            w[i] = gn_of_line(p->gw + i);
        over = gn_or(
            n, over,
            map(n, x, &back, does, undoes, m->r[RG_NUM_GY].bit, w, m->more[GN_NEW_GD].bit, gw2));
        put_wide(gw2, x, &m->more[GN_NEW_GW], &m->more[GN_NEW_GW + 1]);
    }
    gn_raise(m, over, RG_TRAP_OVERFLOW);
    if (m->grad)
        shares(m, f, m->more[GN_NEW_GD], inverse);
    m->r[RG_NUM_F] = f;
}
