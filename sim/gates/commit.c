/* commit.c: what the step changes: each change is controlled by `ok`. */
#include "sim/gates/step_impl.h"

void gn_exchange_words(gn_stepping *s, gn_bit where, uint32_t first, uint32_t second)
{
    for (uint32_t i = 0; i < s->s->num.xlen; i++)
        gn_fredkin(s->n, where, first + i, second + i);
}

void gn_swap_store(gn_stepping *s)
{
    const gn_lines *at = &s->s->at;
    gn_exchange_words(s, s->is.format[RG_FMT_ST], at->d, at->m);
    gn_exchange_words(s, s->is.format[RG_FMT_ST], at->gd, at->gm);
}

/* F is what an update adds, wherever it comes from. */
static void fill_addend(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    uint32_t f[GN_MOST_BITS];

    gn_lines_of(s->s->at.unit.f, x, f);
    gn_xor_into(n, s->m, x, s->is.format[RG_FMT_LD], f);
    gn_xor_into(n, s->m, x, s->is.format[RG_FMT_ST], f);
    gn_xor_into(n, s->b, x, s->is.format[RG_FMT_C], f);
}

void gn_target_in_d(gn_stepping *s)
{
    gn_swap_store(s);
    fill_addend(s);
}

/* One more overflow, or in a backward step one less. */
static void count_overflow(gn_stepping *s, uint32_t counter, gn_bit where)
{
    uint32_t lines[64];
    gn_bit one[64];

    for (unsigned i = 0; i < 64; i++)
        one[i] = i == 0 ? where : GN_ZERO;
    gn_lines_of(counter, 64, lines);
    gn_add(s->n, lines, 64, one, GN_ONE, s->dir);
}

/* W += s a b */
static void accumulate_product(gn_stepping *s, gn_bit minus)
{
    const unsigned bits = 2 * s->s->num.xlen;
    const gn_mark from = gn_here(s->n);
    const gn_bit here = gn_and(s->n, s->ok, s->is.format[RG_FMT_W]);
    const gn_mark ready = gn_here(s->n);
    uint32_t w[2 * GN_MOST_BITS];

    gn_lines_of(s->s->at.w, bits, w);
    gn_add(s->n, w, bits, s->product, here, minus);
    gn_undo(s->n, from, ready);
}

static void update(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_mark from = gn_here(n);
    uint32_t d[GN_MOST_BITS];
    const gn_bit minus = gn_minus(s), here = gn_and(n, s->ok, s->is.updates);
    const gn_bit by_xor = gn_and(n, here, s->is.mode[RG_MODE_XOR]);
    const gn_bit log = gn_and(n, here, s->is.log);
    const gn_bit sum = gn_and(n, gn_xor(n, here, by_xor), log ^ 1);
    const gn_mark ready = gn_here(n);
    const gn_bit over = gn_and(n, s->ok, gn_sum_overflow(s, minus));
    const gn_mark seen = gn_here(n);

    count_overflow(s, s->s->at.valovf, over);
    gn_undo(n, ready, seen);
    gn_lines_of(s->s->at.d, x, d);
    gn_add(n, d, x, s->f, sum, minus);
    gn_add(n, d, x - 1, s->f, log, minus);
    gn_toffoli(n, log, s->f[x - 1], d[x - 1]);
    gn_xor_into(n, s->f, x, by_xor, d);
    accumulate_product(s, minus);
    gn_undo(n, from, ready);
}

/* The modes := and =: of MULDIV have no shares. */
static gn_bit has_shares(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_bit without = gn_xor(n, s->is.mode[RG_MODE_SET], s->is.mode[RG_MODE_UNSET]);
    return gn_and(n, s->is.format[RG_FMT_MD], without) ^ 1;
}

/* What the unit found: values and products that did not fit. */
static void count_of_unit(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_unit_ports *unit = &s->s->at.unit;
    const gn_mark from = gn_here(n);
    uint32_t lines[64];
    gn_bit count[64];
    const gn_bit shares = gn_and(n, s->ok, has_shares(s));

    for (unsigned i = 0; i < 64; i++)
        count[i] = i < GN_OVERFLOW_LINES ? gn_and(n, shares, gn_of_line(unit->grad_ovf + i))
                                         : GN_ZERO;
    const gn_bit over = gn_and(n, s->ok, gn_of_line(unit->value_ovf));
    const gn_mark ready = gn_here(n);
    count_overflow(s, s->s->at.valovf, over);
    gn_lines_of(s->s->at.gradovf, 64, lines);
    gn_add(n, lines, 64, count, GN_ONE, s->dir);
    gn_undo(n, from, ready);
}

/* gradient -= s delta, counted where it does not fit */
static void accumulate(gn_stepping *s, uint32_t gradient, uint32_t delta, gn_bit where,
                       gn_bit minus)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const gn_mark from = gn_here(n);
    gn_bit g[GN_MOST_BITS], by[GN_MOST_BITS];
    uint32_t lines[GN_MOST_BITS];

    gn_bits_at(gradient, x, g);
    gn_bits_at(delta, x, by);
    const gn_bit over = gn_and(n, where, gn_overflow(n, g, by, x, minus ^ 1));
    const gn_mark ready = gn_here(n);
    count_overflow(s, s->s->at.gradovf, over);
    gn_undo(n, from, ready);
    gn_lines_of(gradient, x, lines);
    gn_add(n, lines, x, by, where, minus ^ 1);
}

/* To the gradients of A and B. Where they are one register, the step back adds in the opposite
 * order, so that the sums in between and their overflows are those of the step forward. */
static void contributions(gn_stepping *s, gn_bit here, gn_bit minus)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const gn_bit *format = s->is.format;
    const gn_mark from = gn_here(n);
    const gn_bit both =
        gn_any(n, (const gn_bit[]){format[RG_FMT_U], format[RG_FMT_W], format[RG_FMT_MD]}, 3);
    const gn_bit one = gn_xor(n, format[RG_FMT_U1], format[RG_FMT_R3]);
    const gn_bit to_a = gn_and(n, here, both);
    const gn_bit to_b = gn_and(n, here, gn_and(n, gn_xor(n, both, one), s->is.immediate ^ 1));
    const gn_bit same = gn_and(n, to_a, s->is.same_ab), turned = gn_and(n, same, minus);
    const gn_mark ready = gn_here(n);

    gn_exchange_words(s, turned, at->unit.da, at->unit.db);
    accumulate(s, at->ga, at->unit.da, to_a, minus);
    gn_exchange_words(s, same, at->ga, at->gb);
    accumulate(s, at->gb, at->unit.db, to_b, minus);
    gn_exchange_words(s, same, at->ga, at->gb);
    gn_exchange_words(s, turned, at->unit.da, at->unit.db);
    gn_undo(n, from, ready);
}

static void gradients(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const gn_mark from = gn_here(n);
    const gn_bit minus = gn_xor(n, gn_minus(s), s->is.op[RG_OP_IROT]);
    const gn_bit here = gn_and(n, s->ok, gn_active(s)), plain = gn_and(n, s->ok, s->grad);
    const gn_bit of_other =
        gn_any(n,
               (const gn_bit[]){s->is.format[RG_FMT_W], s->is.format[RG_FMT_R3],
                                gn_and(n, s->is.format[RG_FMT_MD], has_shares(s))},
               3);
    const gn_bit memory =
        gn_and(n, here, gn_xor(n, s->is.format[RG_FMT_LD], s->is.format[RG_FMT_ST]));
    const gn_bit wide = gn_and(n, here, s->is.format[RG_FMT_WO]);
    const gn_bit shares = gn_xor(n, here, gn_and(n, plain, of_other));
    const gn_mark ready = gn_here(n);

    contributions(s, shares, minus);
    accumulate(s, at->gm, at->gd, memory, minus);
    accumulate(s, at->gw, at->gd, wide, minus);
    gn_undo(n, from, ready);
}

/* a := -a where `where` holds */
static void negate(gn_stepping *s, uint32_t first, gn_bit where)
{
    const unsigned x = s->s->num.xlen;
    uint32_t lines[GN_MOST_BITS];
    gn_bit one[GN_MOST_BITS];

    gn_lines_of(first, x, lines);
    for (unsigned i = 0; i < x; i++) {
        gn_cnot(s->n, where, lines[i]);
        one[i] = i == 0 ? where : GN_ZERO;
    }
    gn_add(s->n, lines, x, one, GN_ONE, GN_ZERO);
}

/* The bits first .. first + count - 1 in the opposite order. */
static void reverse(gn_stepping *s, gn_bit where, uint32_t first, unsigned count)
{
    for (uint32_t i = 0; i < count / 2; i++)
        gn_fredkin(s->n, where, first + i, first + count - 1 - i);
}

/* To the left by 2^k for each digit k of the distance; a rotation is two reversals. */
static void rotate(gn_stepping *s)
{
    gn_net *n = s->n;
    const unsigned x = s->s->num.xlen;
    const uint32_t d = s->s->at.d;
    const gn_mark from = gn_here(n);
    gn_bit by[6], where[6];
    unsigned digits = 0;

    while (1u << digits < x)
        digits++;
    const gn_bit here = gn_and(n, s->ok, GN_ONE_OF(s, RG_OP_ROL, RG_OP_ROR));
    const gn_bit right = gn_xor(n, s->is.op[RG_OP_ROL], s->dir) ^ 1;
    gn_negate(n, s->b, digits, right, by);
    for (unsigned k = 0; k < digits; k++)
        where[k] = gn_and(n, here, by[k]);
    const gn_mark ready = gn_here(n);
    for (unsigned k = 0; k < digits; k++) {
        reverse(s, where[k], d, x);
        reverse(s, where[k], d, 1u << k);
        reverse(s, where[k], d + (1u << k), x - (1u << k));
    }
    gn_undo(n, from, ready);
}

/* Exchanges, negations, rotations, and the copy to the host. */
static void moves(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const gn_bit *op = s->is.op;
    const gn_mark from = gn_here(n);
    uint32_t out[GN_MOST_BITS];
    const gn_bit swap = gn_and(n, s->ok, op[RG_OP_SWAP]), exch = gn_and(n, s->ok, op[RG_OP_EXCH]);
    const gn_bit opposite = gn_and(n, s->ok, op[RG_OP_NEG]);
    const gn_bit xgrad = gn_and(n, s->ok, op[RG_OP_XGRAD]);
    const gn_bit copies = gn_and(n, s->ok, op[RG_OP_OUT]);
    const gn_bit copies_g = gn_and(n, s->ok, op[RG_OP_OUTG]);
    const gn_bit wxch = gn_and(n, s->ok, op[RG_OP_WXCH]), wxch_g = gn_and(n, wxch, s->grad);
    const gn_bit swap_g = gn_and(n, swap, s->grad), exch_g = gn_and(n, exch, s->grad);
    const gn_bit opposite_g = gn_and(n, opposite, s->grad);
    const gn_mark ready = gn_here(n);

    gn_exchange_words(s, swap, at->d, at->a);
    gn_exchange_words(s, swap_g, at->gd, at->ga);
    gn_exchange_words(s, exch, at->d, at->m);
    gn_exchange_words(s, exch_g, at->gd, at->gm);
    gn_exchange_words(s, xgrad, at->d, at->gd);
    gn_exchange_words(s, wxch, at->d, at->w);
    gn_exchange_words(s, wxch, at->a, at->w + s->s->num.xlen);
    gn_exchange_words(s, wxch_g, at->gd, at->gw);
    gn_exchange_words(s, wxch_g, at->ga, at->gw + s->s->num.xlen);
    negate(s, at->d, opposite);
    negate(s, at->gd, opposite_g);
    gn_lines_of(at->out, s->s->num.xlen, out);
    gn_xor_into(n, s->d, s->s->num.xlen, copies, out);
    gn_xor_into(n, s->gd, s->s->num.xlen, copies_g, out);
    gn_undo(n, from, ready);
}

/* What a unit made anew is exchanged with its operands, which the unit then holds. */
static void renew(gn_stepping *s)
{
    gn_net *n = s->n;
    const gn_lines *at = &s->s->at;
    const uint32_t x = s->s->num.xlen, more = at->unit.more;
    const gn_mark from = gn_here(n);
    const gn_bit any = gn_and(n, s->ok, s->is.in_place);
    const gn_bit turns =
        gn_and(n, s->ok, gn_xor(n, s->is.format[RG_FMT_R3], s->is.format[RG_FMT_R2X]));
    const gn_bit banks = gn_and(n, s->ok, s->is.format[RG_FMT_MD]);
    const gn_bit turns_g = gn_and(n, s->grad, turns), banks_g = gn_and(n, s->grad, banks);
    const gn_bit any_g = gn_xor(n, turns_g, banks_g);
    const gn_mark ready = gn_here(n);

    gn_exchange_words(s, any, at->d, at->unit.f);
    gn_exchange_words(s, any_g, at->gd, more + GN_NEW_GD * x);
    gn_exchange_words(s, turns, at->a, more + GN_NEW_A * x);
    gn_exchange_words(s, turns_g, at->ga, more + GN_NEW_GA * x);
    for (uint32_t i = 0; i < 2; i++) {
        gn_exchange_words(s, banks, at->w + i * x, more + (GN_NEW_W + i) * x);
        gn_exchange_words(s, banks_g, at->gw + i * x, more + (GN_NEW_GW + i) * x);
    }
    gn_undo(n, from, ready);
}

void gn_turn_unit(gn_stepping *s)
{
    gn_toffoli(s->n, s->ok, s->is.in_place, s->s->at.unit.inverse);
}

void gn_commit(gn_stepping *s)
{
    gn_target_in_d(s);
    update(s);
    count_of_unit(s);
    gradients(s);
    fill_addend(s);
    renew(s);
    moves(s);
    rotate(s);
    gn_control(s);
    gn_turn_unit(s);
}
