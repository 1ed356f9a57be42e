/* words.c: products and shifts. */
#include "sim/gates/words.h"

/* The digits that a word has when its repeated sign is left out. */
static unsigned digits(const gn_bit *a, unsigned count)
{
    while (count > 1 && a[count - 1] == a[count - 2])
        count--;
    return count;
}

static bool is_known(const gn_bit *a, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!gn_is_constant(a[i]))
            return false;
    return true;
}

/* Digits -1, 0, 1 of a constant, no two neighbours of which are not 0: fewest sums. */
static void known_rows(gn_net *n, const uint32_t *t, unsigned count, const gn_bit *a,
                       const gn_bit *b)
{
    uint64_t rest = 0;
    for (unsigned i = 0; i < GN_WORD; i++)
        rest |= (uint64_t)(b[i] == GN_ONE) << i;
    const bool negative = rest >> 63;
    if (negative)
        rest = 0 - rest;
    for (unsigned i = 0; i < count && rest != 0; i++, rest >>= 1) {
        if (!(rest & 1))
            continue;
        const bool down = (rest & 3) == 3;
        gn_add(n, t + i, count - i, a, GN_ONE, down != negative ? GN_ONE : GN_ZERO);
        rest = down ? rest + 1 : rest - 1;
    }
}

/* With a = a' - 2^(w-1) s and b = b' - 2^(h-1) r, the signs s and r:
 *     a b = a' b' - 2^(h-1) r a' - 2^(w-1) s b   mod 2^(w+h) */
static void signed_rows(gn_net *n, const uint32_t *t, const gn_bit *a, unsigned wide,
                        const gn_bit *b, unsigned high)
{
    gn_bit row[GN_WORD + 1], signs[GN_WORD + 1];

    for (unsigned i = 0; i <= wide; i++)
        row[i] = i + 1 < wide ? a[i] : GN_ZERO;
    for (unsigned i = 0; i <= high; i++)
        signs[i] = b[i < high ? i : high - 1];
    for (unsigned i = 0; i + 1 < high; i++)
        gn_add(n, t + i, wide, row, b[i], GN_ZERO);
    gn_add(n, t + high - 1, wide + 1, row, b[high - 1], GN_ONE);
    gn_add(n, t + wide - 1, high + 1, signs, a[wide - 1], GN_ONE);
}

void gn_multiply(gn_net *n, const gn_bit *a, const gn_bit *b, gn_bit *product)
{
    uint32_t t[GN_PRODUCT + 2];
    unsigned wide = digits(a, GN_WORD), high = digits(b, GN_WORD), count = wide + high;

    for (unsigned i = 0; i < count; i++)
        t[i] = gn_temp(n);
    if (is_known(b, GN_WORD)) {
        gn_bit extended[GN_PRODUCT];
        for (unsigned i = 0; i < count; i++)
            extended[i] = a[i < wide ? i : wide - 1];
        known_rows(n, t, count, extended, b);
    } else if (is_known(a, GN_WORD)) {
        gn_bit extended[GN_PRODUCT];
        for (unsigned i = 0; i < count; i++)
            extended[i] = b[i < high ? i : high - 1];
        known_rows(n, t, count, extended, a);
    } else {
        signed_rows(n, t, a, wide, b, high);
    }
    for (unsigned i = 0; i < GN_PRODUCT; i++)
        product[i] = gn_of_line(t[i < count ? i : count - 1]);
}

/* q + 1 where what was cut off is above a half, or a half behind an odd q. */
static void round_up(gn_net *n, const gn_bit *q, unsigned count, gn_bit half, gn_bit rest,
                     gn_bit *out)
{
    gn_increment(n, q, count, gn_and(n, half, gn_or(n, rest, q[0])), out);
}

void gn_round_shift(gn_net *n, const gn_bit *p, unsigned count, unsigned distance, gn_bit *out)
{
    gn_bit q[GN_PRODUCT];
    const gn_bit sign = p[count - 1];
    if (distance == 0) {
        for (unsigned i = 0; i < count; i++)
            out[i] = p[i];
        return;
    }
    for (unsigned i = 0; i < count; i++)
        q[i] = i + distance < count ? p[i + distance] : sign;
    const gn_bit half = distance - 1 < count ? p[distance - 1] : sign;
    const unsigned below = distance - 1 < count ? distance - 1 : count;
    round_up(n, q, count, half, gn_any(n, p, below), out);
}

void gn_round_shift_by(gn_net *n, const gn_bit *p, unsigned count, const gn_bit *distance,
                       unsigned bits, gn_bit *out)
{
    gn_bit x[GN_PRODUCT], y[GN_PRODUCT], half = GN_ZERO, rest = GN_ZERO;

    for (unsigned i = 0; i < count; i++)
        x[i] = p[i];
    for (unsigned k = 0; k < bits; k++) {
        const unsigned by = 1u << k;
        const gn_bit s = distance[k];
        for (unsigned i = 0; i < count; i++)
            y[i] = gn_mux(n, s, i + by < count ? x[i + by] : x[count - 1], x[i]);
        const unsigned cut = by - 1 < count ? by - 1 : count;
        const gn_bit lost = gn_or(n, half, gn_any(n, x, cut));
        rest = gn_or(n, rest, gn_and(n, s, lost));
        half = gn_mux(n, s, by - 1 < count ? x[by - 1] : x[count - 1], half);
        for (unsigned i = 0; i < count; i++)
            x[i] = y[i];
    }
    round_up(n, x, count, half, rest, out);
}

gn_bit gn_shift_left_by(gn_net *n, const gn_bit *a, const gn_bit *distance, gn_bit *out)
{
    gn_bit y[GN_WORD], lost = GN_ZERO;

    for (unsigned i = 0; i < GN_WORD; i++)
        out[i] = a[i];
    for (unsigned k = 0; k < 6; k++) {
        const unsigned by = 1u << k;
        const gn_bit s = distance[k];
        gn_bit differ = GN_ZERO;
        for (unsigned i = GN_WORD - by - 1; i + 1 < GN_WORD; i++)
            differ = gn_or(n, differ, gn_xor(n, out[i], out[GN_WORD - 1]));
        lost = gn_or(n, lost, gn_and(n, s, differ));
        for (unsigned i = 0; i < GN_WORD; i++)
            y[i] = gn_mux(n, s, i >= by ? out[i - by] : GN_ZERO, out[i]);
        for (unsigned i = 0; i < GN_WORD; i++)
            out[i] = y[i];
    }
    return lost;
}

void gn_leading_zeros(gn_net *n, const gn_bit *a, gn_bit *out)
{
    gn_bit x[GN_WORD], y[GN_WORD], zero[6];

    for (unsigned i = 0; i < GN_WORD; i++)
        x[i] = a[i];
    for (unsigned k = 6; k-- > 0;) {
        const unsigned by = 1u << k;
        zero[k] = gn_any(n, x + GN_WORD - by, by) ^ 1;
        for (unsigned i = 0; i < GN_WORD; i++)
            y[i] = gn_mux(n, zero[k], i >= by ? x[i - by] : GN_ZERO, x[i]);
        for (unsigned i = 0; i < GN_WORD; i++)
            x[i] = y[i];
    }
    for (unsigned k = 0; k < 6; k++)
        out[k] = gn_and(n, zero[k], x[GN_WORD - 1]);
    out[6] = x[GN_WORD - 1] ^ 1;
}
