/* arith.c: sums and products in place. */
#include "cc.h"

/* Ripple adder t += a mod 2^n of Cuccaro et al. (quant-ph/0410184): 2n - 2 Toffoli, or with a
 * control 3n - 2. The lines of a come back as they were. Its carries stand on them; zero, a line
 * that is zero, has the first one. */
static void ripple(cc *c, const uint32_t *t, const uint32_t *a, unsigned n, uint32_t zero,
                   cc_bit control)
{
    const bool controlled = control != CC_ONE;
    const unsigned top = n - 1;

    for (unsigned i = 0; i < top; i++) {
        const uint32_t carry = i == 0 ? zero : a[i - 1];
        if (i == 0) {
            cc_toffoli(c, cc_of_line(a[0]), cc_of_line(t[0]), zero);
            continue;
        }
        const uint32_t in = i == 1 ? zero : carry;
        cc_cnot(c, cc_of_line(a[i]), t[i]);
        cc_cnot(c, cc_of_line(a[i]), in);
        cc_toffoli(c, cc_of_line(in), cc_of_line(t[i]), a[i]);
    }
    if (top == 0) {
        cc_toffoli(c, control, cc_of_line(a[0]), t[0]);
        return;
    }
    const uint32_t last = top == 1 ? zero : a[top - 1];
    if (controlled) {
        cc_cnot(c, cc_of_line(a[top]), last);
        cc_toffoli(c, control, cc_of_line(last), t[top]);
        cc_cnot(c, cc_of_line(a[top]), last);
    } else {
        cc_cnot(c, cc_of_line(a[top]), t[top]);
        cc_cnot(c, cc_of_line(last), t[top]);
    }
    for (unsigned i = top; i-- > 1;) {
        const uint32_t in = i == 1 ? zero : a[i - 1];
        cc_toffoli(c, cc_of_line(in), cc_of_line(t[i]), a[i]);
        if (controlled) {
            cc_toffoli(c, control, cc_of_line(in), t[i]);
            cc_cnot(c, cc_of_line(a[i]), in);
            cc_cnot(c, cc_of_line(a[i]), t[i]);
        } else {
            cc_cnot(c, cc_of_line(a[i]), in);
            cc_cnot(c, cc_of_line(in), t[i]);
        }
    }
    cc_toffoli(c, cc_of_line(a[0]), cc_of_line(t[0]), zero);
    cc_toffoli(c, control, cc_of_line(a[0]), t[0]);
}

static bool among(const uint32_t *lines, unsigned n, uint32_t line)
{
    for (unsigned i = 0; i < n; i++)
        if (lines[i] == line)
            return true;
    return false;
}

/* Bits on lines that an adder may use: each once, none of the target's or the control's. Others are
 * copied. */
static void on_lines(cc *c, const cc_bit *a, unsigned n, cc_bit control, uint32_t *lines)
{
    for (unsigned i = 0; i < n; i++) {
        const bool own = !cc_is_constant(a[i]) && !(a[i] & 1) && !among(lines, i, cc_line(a[i]))
                         && (cc_is_constant(control) || cc_line(control) != cc_line(a[i]));
        lines[i] = own ? cc_line(a[i]) : cc_temp(c);
        if (!own)
            cc_cnot(c, a[i], lines[i]);
    }
}

/* Constants are cheaper controlled on their way into the lines. */
static bool is_constant(const cc_bit *a, unsigned n)
{
    unsigned i = 0;

    while (i < n && cc_is_constant(a[i]))
        i++;
    return i == n;
}

void cc_add(cc *c, const uint32_t *t, unsigned n, const cc_bit *a, cc_bit control, bool minus)
{
    cc_bit gated[CC_WORD];
    uint32_t lines[CC_WORD];

    while (n > 0 && a[0] == CC_ZERO) {
        a++;
        t++;
        n--;
    }
    if (n == 0)
        return;
    if (is_constant(a, n)) {
        for (unsigned i = 0; i < n; i++)
            gated[i] = a[i] == CC_ONE ? control : CC_ZERO;
        a = gated;
        control = CC_ONE;
    }
    const cc_mark from = cc_here(c);
    on_lines(c, a, n, control, lines);
    const uint32_t zero = cc_temp(c);
    const cc_mark ready = cc_here(c);
    ripple(c, t, lines, n, zero, control);
    if (minus)
        cc_turn(c, ready);
    cc_undo(c, from, ready);
}

/* Digits -1, 0, 1 of a constant, no two neighbours of which are not 0: fewest sums. */
static void add_multiple(cc *c, const uint32_t *t, unsigned n, const cc_bit *a, int64_t factor,
                         cc_bit control, bool minus)
{
    uint64_t rest = (uint64_t)factor;

    for (unsigned i = 0; i < n && rest != 0; i++, rest >>= 1) {
        if (!(rest & 1))
            continue;
        const bool down = (rest & 3) == 3 && i + 1 < n;
        cc_add(c, t + i, n - i, a, control, down != minus);
        rest = down ? rest + 1 : rest - 1;
    }
}

/* t += s a where s is 1 or, with the bit unset, -1: a sum between complements, as ~(~t + a) is
 * t - a. */
static void add_or_subtract(cc *c, const uint32_t *t, unsigned n, const cc_bit *a, cc_bit s)
{
    for (unsigned i = 0; i < n; i++)
        cc_cnot(c, s ^ 1, t[i]);
    cc_add(c, t, n, a, CC_ONE, false);
    for (unsigned i = 0; i < n; i++)
        cc_cnot(c, s ^ 1, t[i]);
}

/* With signs s_i = 2 b_i - 1 (Litinski, arXiv:2410.00899):
 *     a b = sum_i 2^i b_i a = b_0 a + sum_{i>0} 2^(i-1) s_i a + (2^(n-1) - 1) a   mod 2^n,
 * and b_0 a - a is -a where b_0 is unset. So only one of the sums has a control. */
static void signed_rows(cc *c, const uint32_t *t, unsigned n, const cc_bit *a, const cc_bit *b)
{
    cc_add(c, t, n, a, b[0] ^ 1, true);
    for (unsigned i = 1; i < n; i++)
        add_or_subtract(c, t + i - 1, n - i + 1, a, b[i]);
    cc_cnot(c, a[0], t[n - 1]);
}

static void rows(cc *c, const uint32_t *t, unsigned n, const cc_bit *a, const cc_bit *b,
                 cc_bit control)
{
    for (unsigned i = 0; i < n; i++) {
        const cc_mark from = cc_here(c);
        const cc_bit both = cc_and(c, control, b[i]);
        const cc_mark ready = cc_here(c);
        cc_add(c, t + i, n - i, a, both, false);
        cc_undo(c, from, ready);
    }
}

static bool has_constants(const cc_word *w, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (cc_is_constant(w->bit[i]))
            return true;
    return false;
}

void cc_add_product(cc *c, const uint32_t *t, unsigned n, const cc_word *a, const cc_word *b,
                    cc_bit control, bool minus)
{
    if (a->known || b->known) {
        add_multiple(c, t, n, a->known ? b->bit : a->bit, a->known ? a->value : b->value, control,
                     minus);
        return;
    }
    const cc_mark from = cc_here(c);
    if (control == CC_ONE && n > 1 && !has_constants(a, n) && !has_constants(b, n))
        signed_rows(c, t, n, a->bit, b->bit);
    else
        rows(c, t, n, a->bit, b->bit, control);
    if (minus)
        cc_turn(c, from);
}
