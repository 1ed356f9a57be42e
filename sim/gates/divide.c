/* divide.c: quotients and roots, digit by digit; the remainder is restored in place. */
#include "sim/gates/words.h"

/* Takes row from the window where it fits: the digit, and the window as it stays. */
static gn_bit digit(gn_net *n, const uint32_t *window, unsigned count, const gn_bit *row)
{
    gn_add(n, window, count, row, GN_ONE, GN_ONE);
    const gn_bit below = gn_copied(n, gn_of_line(window[count - 1]));
    gn_add(n, window, count, row, below, GN_ZERO);
    return below ^ 1;
}

static void copy_lines(gn_net *n, const gn_bit *from, unsigned count, unsigned above, uint32_t *to)
{
    for (unsigned i = 0; i < count + above; i++) {
        to[i] = gn_temp(n);
        if (i < count)
            gn_cnot(n, from[i], to[i]);
    }
}

/* What a remainder r adds to the quotient of c: 1 where 2 r > c, or 2 r = c and q is odd. */
static gn_bit rounds_up(gn_net *n, const uint32_t *r, const gn_bit *c, gn_bit odd)
{
    gn_bit twice[GN_WORD + 1], by[GN_WORD + 1];
    for (unsigned i = 0; i <= GN_WORD; i++) {
        twice[i] = i == 0 ? GN_ZERO : gn_of_line(r[i - 1]);
        by[i] = i < GN_WORD ? c[i] : GN_ZERO;
    }
    const gn_bit tie = gn_differ(n, twice, by, GN_WORD + 1) ^ 1;
    return gn_or(n, gn_less(n, by, twice, GN_WORD + 1, false), gn_and(n, tie, odd));
}

gn_bit gn_divide(gn_net *n, const gn_bit *p, const gn_bit *by, bool round, gn_bit *out)
{
    gn_bit size[GN_PRODUCT], c[GN_WORD + 1], q[GN_WORD + 1];
    uint32_t r[GN_PRODUCT + 1];
    const gn_bit negative = gn_xor(n, p[GN_PRODUCT - 1], by[GN_WORD - 1]);

    gn_negate(n, p, GN_PRODUCT, p[GN_PRODUCT - 1], size);
    gn_negate(n, by, GN_WORD, by[GN_WORD - 1], c);
    c[GN_WORD] = GN_ZERO;
    const gn_bit fits = gn_less(n, size + GN_WORD, c, GN_WORD, false);
    copy_lines(n, size, GN_PRODUCT, 1, r);
    for (unsigned i = GN_WORD; i-- > 0;)
        q[i] = digit(n, r + i, GN_WORD + 1, c);
    q[GN_WORD] = GN_ZERO;
    if (round)
        gn_increment(n, q, GN_WORD + 1, rounds_up(n, r, c, q[0]), q);
    const gn_bit least = gn_and(n, negative, gn_any(n, q, GN_WORD - 1) ^ 1);
    const gn_bit large = gn_or(n, q[GN_WORD], gn_and(n, q[GN_WORD - 1], least ^ 1));
    gn_negate(n, q, GN_WORD, negative, out);
    for (unsigned i = 0; i < GN_WORD; i++)
        out[i] = gn_and(n, fits, out[i]);
    return gn_or(n, fits ^ 1, large);
}

void gn_divide_unsigned(gn_net *n, const gn_bit *p, unsigned count, const gn_bit *by, unsigned wide,
                        gn_bit *q, gn_bit *rest)
{
    gn_bit row[GN_WORD + 1];
    uint32_t r[GN_PRODUCT + GN_WORD + 1];

    for (unsigned i = 0; i <= wide; i++)
        row[i] = i < wide ? by[i] : GN_ZERO;
    copy_lines(n, p, count, wide, r);
    for (unsigned i = count; i-- > 0;)
        q[i] = digit(n, r + i, wide + 1, row);
    for (unsigned i = 0; i < wide; i++)
        rest[i] = gn_of_line(r[i]);
}

gn_bit gn_root(gn_net *n, const gn_bit *p, gn_bit *out)
{
    gn_bit root[GN_WORD + 2], row[GN_WORD + 4], rest[GN_WORD + 2];
    uint32_t r[GN_PRODUCT + 2];

    copy_lines(n, p, GN_PRODUCT, 2, r);
    for (unsigned i = 0; i < GN_WORD; i++) {
        row[0] = GN_ONE;
        row[1] = row[i + 2] = row[i + 3] = GN_ZERO;
        for (unsigned k = 0; k < i; k++)
            row[k + 2] = root[GN_WORD - i + k];
        root[GN_WORD - 1 - i] = digit(n, r + GN_PRODUCT - 2 - 2 * i, i + 4, row);
    }
    root[GN_WORD] = root[GN_WORD + 1] = GN_ZERO;
    for (unsigned i = 0; i < GN_WORD + 2; i++)
        rest[i] = gn_of_line(r[i]);
    gn_increment(n, root, GN_WORD + 2, gn_less(n, root, rest, GN_WORD + 2, false), root);
    for (unsigned i = 0; i < GN_WORD; i++)
        out[i] = root[i];
    return gn_or(n, root[GN_WORD], root[GN_WORD - 1]);
}
