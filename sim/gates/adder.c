/* adder.c: sums in place. */
#include "sim/gates/bits.h"

enum { MOST = 130 };

/* t += a mod 2^n of Takahashi, Tani and Kunihiro (arXiv:0910.2530): 2n - 2 gates that are not
 * linear, or with a control 3n - 2, and no ancilla. The carry into a bit stands on the line of a
 * there. Without a control the way back is a chain of Peres gates, as in the adder of Thapliyal and
 * Ranganathan (ACM JETC 9, 2013). */
static void ripple(gn_net *n, const uint32_t *t, const uint32_t *a, unsigned count, gn_bit control)
{
    const unsigned top = count - 1;

    for (unsigned i = 1; i < count; i++)
        gn_cnot(n, gn_of_line(a[i]), t[i]);
    for (unsigned i = top; i-- > 1;)
        gn_cnot(n, gn_of_line(a[i]), a[i + 1]);
    for (unsigned i = 0; i < top; i++)
        gn_toffoli(n, gn_of_line(a[i]), gn_of_line(t[i]), a[i + 1]);
    gn_toffoli(n, control, gn_of_line(a[top]), t[top]);
    for (unsigned i = top; i-- > 0;) {
        if (control == GN_ONE) {
            gn_peres(n, a[i], t[i], a[i + 1]);
            continue;
        }
        gn_toffoli(n, gn_of_line(a[i]), gn_of_line(t[i]), a[i + 1]);
        gn_toffoli(n, control, gn_of_line(a[i]), t[i]);
    }
    for (unsigned i = 1; i < top; i++)
        gn_cnot(n, gn_of_line(a[i]), a[i + 1]);
    for (unsigned i = 1; i < count; i++)
        gn_cnot(n, gn_of_line(a[i]), t[i]);
}

static bool among(const uint32_t *lines, unsigned count, uint32_t line)
{
    for (unsigned i = 0; i < count; i++)
        if (lines[i] == line)
            return true;
    return false;
}

/* Bits on lines that an adder may use: each once, none of the target's or the control's. Others
 * are copied. */
static void on_lines(gn_net *n, const gn_bit *a, unsigned count, const uint32_t *t, gn_bit control,
                     uint32_t *lines)
{
    for (unsigned i = 0; i < count; i++) {
        const bool own = !gn_is_constant(a[i]) && !(a[i] & 1) && !among(lines, i, gn_line(a[i]))
                         && !among(t, count, gn_line(a[i]))
                         && (gn_is_constant(control) || gn_line(control) != gn_line(a[i]));
        lines[i] = own ? gn_line(a[i]) : gn_temp(n);
        if (!own)
            gn_cnot(n, a[i], lines[i]);
    }
}

/* ~(~t + a) is t - a. */
static void complement(gn_net *n, const uint32_t *t, unsigned count, gn_bit minus)
{
    for (unsigned i = 0; i < count; i++)
        gn_cnot(n, minus, t[i]);
}

void gn_add(gn_net *n, const uint32_t *t, unsigned count, const gn_bit *a, gn_bit control,
            gn_bit minus)
{
    uint32_t lines[MOST];

    while (count > 0 && a[0] == GN_ZERO) {
        a++;
        t++;
        count--;
    }
    if (count == 0 || control == GN_ZERO)
        return;
    complement(n, t, count, minus);
    const gn_mark from = gn_here(n);
    on_lines(n, a, count, t, control, lines);
    const gn_mark ready = gn_here(n);
    ripple(n, t, lines, count, control);
    gn_undo(n, from, ready);
    complement(n, t, count, minus);
}

void gn_sum(gn_net *n, const gn_bit *a, const gn_bit *b, unsigned count, gn_bit minus, gn_bit *out)
{
    uint32_t lines[MOST];
    for (unsigned i = 0; i < count; i++) {
        out[i] = gn_copied(n, a[i]);
        lines[i] = gn_line(out[i]);
    }
    gn_add(n, lines, count, b, GN_ONE, minus);
}
