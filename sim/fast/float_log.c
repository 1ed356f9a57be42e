/* float_log.c: updates of Log words on a machine with FLOAT: products of wide words, exact but for
 * what a function rounds. Gradients and tangents are those of the logarithm to the base 2. */
#include "sim/fast/float_update.h"

#include "isa/isa.h"

rg_float_operand rg_float_log_operand(const rg_float_format *format, unsigned coarser,
                                      rg_wide_word word)
{
    rg_float_operand n = {.word = word};

    n.x = rg_float_kept(coarser, rg_log_magnitude(format, word), format->q);
    n.bits = rg_float_log_bits(format, word);
    return n;
}

uint64_t rg_float_log_bits(const rg_float_format *format, rg_wide_word word)
{
    const uint64_t greatest = UINT64_C(0x7fefffffffffffff);
    const rg_ext number = rg_log_number(format, word);
    uint64_t bits;

    if (rg_float_round(format, number, &bits) == RG_FLOAT_OVERFLOW)
        bits = greatest | (uint64_t)number.negative << 63;
    return bits;
}

uint64_t rg_float_log_shown(const rg_float_format *format, rg_wide_word word)
{
    uint64_t bits;

    (void)rg_wide_read(format, word, &bits);
    return (bits & ~UINT64_C(1)) | rg_log_negative(word);
}

/* The number of which LTOF is 2^x: 1 with the sign of the Log. */
rg_ext rg_float_log_sign(rg_wide_word word)
{
    return rg_ext_of_int(rg_log_negative(word) ? -1 : 1);
}

static rg_float_share share_of(const rg_float_update *u, const rg_log_out *out, int exact,
                               rg_ext slope)
{
    if (!out->sloped)
        return (rg_float_share){.kind = exact ? RG_SHARE_OF_TARGET : RG_SHARE_NONE,
                                .negative = exact < 0};
    const rg_ext g =
        rg_float_kept(u->coarser, rg_wide_extended(&u->derivative, u->g), u->derivative.q);
    return (rg_float_share){.kind = RG_SHARE_ROUNDED, .x = rg_ext_mul(g, slope)};
}

/* f of what is exact, and of the rest. A constant is rounded as an argument is, without noise. */
static unsigned put_value(rg_float_update *u, const rg_log_out *out)
{
    const rg_float_format of_log = rg_log_format(&u->format);
    rg_wide_word field;

    u->f = out->exact;
    if (!out->has_rest)
        return 0;
    const unsigned coarser = u->op == RG_OP_LMULF && u->b.constant ? 0 : u->coarser;
    const rg_ext rest = rg_float_added(&of_log, coarser, out->rest, u->format.q);
    if (rg_wide_expand(&of_log, rest, &field) == RG_FLOAT_OVERFLOW
        || rg_log_multiply(&u->format, u->f, rg_wide_shift_left(field, 1), false, &u->f))
        return RG_TRAP_OVERFLOW;
    return 0;
}

unsigned rg_float_log_evaluate(rg_float_update *u)
{
    const rg_log_in in = {.op = u->op, .a = u->a.word, .b = u->b.word, .n = u->b.x};
    const rg_log_out out = rg_log_eval(&u->format, &in);
    const unsigned trap = out.trap ? out.trap : put_value(u, &out);

    if (trap)
        return trap;
    u->to_a = share_of(u, &out, out.of_a, out.slopes.a);
    u->to_b = share_of(u, &out, out.of_b, out.slopes.b);
    u->slopes = out.slopes;
    return 0;
}

bool rg_float_log_combine(const rg_machine *m, rg_float_update *u, rg_wide_word old)
{
    const bool over = rg_log_multiply(&u->format, old, u->f, u->minus, &u->result);

    return over || rg_beyond_wide(m, old) || rg_beyond_wide(m, u->result);
}
