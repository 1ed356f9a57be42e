/* adder.c: sums in place. */
#include "sim/gates/bits.h"

enum { MOST = 130 };

/* Ripple adder t += a mod 2^n of Cuccaro et al. (quant-ph/0410184): 2n - 2 Toffoli, or with a
 * control 3n - 2. The lines of a come back as they were. Its carries stand on them; zero, a line
 * that is zero, has the first one. */
static void ripple(gn_net *n, const uint32_t *t, const uint32_t *a, unsigned count, uint32_t zero,
                   gn_bit control)
{
    const unsigned top = count - 1;

    for (unsigned i = 0; i < count; i++) {
        const uint32_t in = i == 0 ? zero : a[i - 1];
        gn_cnot(n, gn_of_line(a[i]), in);
        if (i == top)
            break;
        gn_cnot(n, gn_of_line(a[i]), t[i]);
        gn_toffoli(n, gn_of_line(in), gn_of_line(t[i]), a[i]);
    }
    for (unsigned i = count; i-- > 0;) {
        const uint32_t in = i == 0 ? zero : a[i - 1];
        if (i != top) {
            gn_toffoli(n, gn_of_line(in), gn_of_line(t[i]), a[i]);
            gn_cnot(n, gn_of_line(a[i]), t[i]);
        }
        gn_toffoli(n, control, gn_of_line(in), t[i]);
        gn_cnot(n, gn_of_line(a[i]), in);
    }
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
    const uint32_t zero = gn_temp(n);
    const gn_mark ready = gn_here(n);
    ripple(n, t, lines, count, zero, control);
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
