/* decode.c: the instruction word as lines that control all others. */
#include "sim/gates/step_impl.h"

gn_bit gn_one_of(gn_stepping *s, const uint8_t *ops, unsigned count)
{
    const uint32_t t = gn_temp(s->n);
    for (unsigned i = 0; i < count; i++)
        gn_cnot(s->n, s->is.op[ops[i]], t);
    return gn_of_line(t);
}

/* The exclusive or of what is never set together. */
static gn_bit sum_of(gn_net *n, const gn_bit *bits, unsigned count)
{
    const uint32_t t = gn_temp(n);
    for (unsigned i = 0; i < count; i++)
        gn_cnot(n, bits[i], t);
    return gn_of_line(t);
}

static gn_bit formats(gn_stepping *s, const uint8_t *list, unsigned count)
{
    const uint32_t t = gn_temp(s->n);
    for (unsigned i = 0; i < count; i++)
        gn_cnot(s->n, s->is.format[list[i]], t);
    return gn_of_line(t);
}
#define FORMATS(s, ...)                                                                            \
    formats(s, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* A constant that begins above the word. */
static bool is_too_wide(unsigned op, unsigned xlen)
{
    return xlen <= 32 && (op == RG_OP_LI2 || op == RG_OP_LI3);
}

static void formats_and_kinds(gn_stepping *s)
{
    gn_decoded *is = &s->is;
    const uint32_t fix = gn_temp(s->n), log = gn_temp(s->n);

    for (unsigned f = 0; f < GN_FORMATS; f++)
        is->format[f] = gn_of_line(gn_temp(s->n));
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        if (!info || is_too_wide(op, s->s->num.xlen))
            continue;
        gn_cnot(s->n, is->op[op], gn_line(is->format[info->format]));
        if (info->kind == RG_KIND_FIX)
            gn_cnot(s->n, is->op[op], fix);
        if (info->kind == RG_KIND_LOG)
            gn_cnot(s->n, is->op[op], log);
    }
    is->fix = gn_of_line(fix);
    is->log = gn_of_line(log);
}

static gn_bit zero(gn_stepping *s, unsigned first, unsigned count)
{
    return gn_any(s->n, s->is.word + first, count) ^ 1;
}

/* The rules of rg_decode.v, by format: unused fields are zero, modes are those it has. */
static void legality(gn_stepping *s)
{
    gn_net *n = s->n;
    gn_decoded *is = &s->is;
    const gn_bit has_b = FORMATS(s, RG_FMT_U, RG_FMT_U1, RG_FMT_LD, RG_FMT_ST, RG_FMT_X, RG_FMT_M,
                                 RG_FMT_RB, RG_FMT_AS, RG_FMT_W);
    const gn_bit three = FORMATS(s, RG_FMT_R3, RG_FMT_MD);
    const gn_bit updates = is->updates;
    const gn_bit any_mode = FORMATS(s, RG_FMT_BR, RG_FMT_BI, RG_FMT_J);
    const gn_bit xor_of_log = gn_and(n, is->log, is->mode[RG_MODE_XOR]);
    const gn_bit update_mode = gn_and(n, sum_of(n, is->mode, RG_MODE_UNSET + 1), xor_of_log ^ 1);
    const gn_bit two_modes = FORMATS(s, RG_FMT_W, RG_FMT_RM);
    const gn_bit other = sum_of(n,
                                (const gn_bit[]){updates, any_mode, is->format[RG_FMT_AS],
                                                 two_modes, is->format[RG_FMT_MD]},
                                5);
    const gn_bit no_d = FORMATS(s, RG_FMT_M, RG_FMT_I, RG_FMT_N, RG_FMT_W);
    const gn_bit no_a = FORMATS(s, RG_FMT_U1, RG_FMT_AS, RG_FMT_R1, RG_FMT_RB, RG_FMT_I, RG_FMT_N,
                                RG_FMT_WO, RG_FMT_RM);
    const gn_bit no_low =
        FORMATS(s, RG_FMT_R1, RG_FMT_R2, RG_FMT_R2X, RG_FMT_WO, RG_FMT_RM, RG_FMT_N);
    gn_bit bad[11];

    bad[0] = gn_and(n, updates, update_mode ^ 1);
    bad[1] = gn_and(n, is->format[RG_FMT_AS], sum_of(n, is->mode, RG_COND_COUNT) ^ 1);
    bad[2] = gn_and(n, other ^ 1, is->mode[0] ^ 1);
    bad[3] = gn_and(n, no_d, zero(s, 17, 5) ^ 1);
    bad[4] = gn_and(n, no_a, zero(s, 12, 5) ^ 1);
    bad[5] = gn_and(n, no_low, zero(s, 0, 12) ^ 1);
    bad[6] = gn_and(n, is->format[RG_FMT_I], is->word[11] ^ 1);
    bad[7] = gn_and(n, has_b, gn_and(n, is->word[11] ^ 1, zero(s, 5, 6) ^ 1));
    bad[8] = gn_and(n, two_modes, sum_of(n, is->mode, RG_MODE_SUB + 1) ^ 1);
    bad[9] = gn_and(n, is->format[RG_FMT_MD],
                    gn_xor(n, sum_of(n, is->mode, RG_MODE_UNSET + 1), is->mode[RG_MODE_XOR]) ^ 1);
    bad[10] = gn_and(n, three, zero(s, 5, 7) ^ 1);
    const gn_bit known = sum_of(n, is->format + 1, GN_FORMATS - 1);
    is->legal = gn_and(n, known, gn_any(n, bad, 11) ^ 1);
    is->immediate =
        gn_or(n, gn_and(n, has_b, is->word[11]), FORMATS(s, RG_FMT_C, RG_FMT_BI, RG_FMT_I));
    is->reads_b = gn_xor(n, gn_and(n, has_b, is->word[11] ^ 1), three);
}

static void aliases(gn_stepping *s)
{
    gn_net *n = s->n;
    gn_decoded *is = &s->is;
    const gn_bit *w = is->word;
    const gn_bit ad = gn_differ(n, w + 12, w + 17, 5) ^ 1, bd = gn_differ(n, w, w + 17, 5) ^ 1;
    const gn_bit ab = gn_differ(n, w, w + 12, 5) ^ 1;
    const gn_bit exch = is->op[RG_OP_EXCH];
    const gn_bit loops = GN_ONE_OF(s, RG_OP_FORTOP, RG_OP_FOREND);
    const gn_bit by_a =
        gn_or(n, FORMATS(s, RG_FMT_U, RG_FMT_LD, RG_FMT_R2, RG_FMT_R2X, RG_FMT_R3, RG_FMT_MD),
              gn_or(n, exch, loops));
    const gn_bit by_b =
        gn_or(n, FORMATS(s, RG_FMT_U, RG_FMT_U1, RG_FMT_LD, RG_FMT_RB, RG_FMT_R3, RG_FMT_MD), exch);
    const gn_bit apart = FORMATS(s, RG_FMT_R3, RG_FMT_MD);

    is->same_da = gn_and(n, ad, gn_and(n, is->reads_d, is->reads_a));
    is->same_db = gn_and(n, bd, gn_and(n, is->reads_d, is->reads_b));
    is->same_ab = gn_and(n, ab, gn_and(n, is->reads_a, is->reads_b));
    is->alias = gn_any(n,
                       (const gn_bit[]){gn_and(n, by_a, is->same_da), gn_and(n, by_b, is->same_db),
                                        gn_and(n, apart, is->same_ab)},
                       3);
}

void gn_decode(gn_stepping *s)
{
    gn_decoded *is = &s->is;

    gn_bits_at(s->s->at.word, 32, is->word);
    gn_unary(s->n, is->word + 25, 7, GN_ONE, is->op);
    gn_unary(s->n, is->word + 22, 3, GN_ONE, is->mode);
    formats_and_kinds(s);
    is->updates = FORMATS(s, RG_FMT_U, RG_FMT_U1, RG_FMT_C, RG_FMT_LD, RG_FMT_ST, RG_FMT_WO);
    is->in_place = FORMATS(s, RG_FMT_R3, RG_FMT_R2X, RG_FMT_RM, RG_FMT_MD);
    is->memory = FORMATS(s, RG_FMT_LD, RG_FMT_ST, RG_FMT_X, RG_FMT_M);
    is->reads_d = FORMATS(s, RG_FMT_U, RG_FMT_U1, RG_FMT_C, RG_FMT_LD, RG_FMT_ST, RG_FMT_X,
                          RG_FMT_R1, RG_FMT_R2, RG_FMT_RB, RG_FMT_BR, RG_FMT_BI, RG_FMT_AS,
                          RG_FMT_WO, RG_FMT_R3, RG_FMT_R2X, RG_FMT_RM, RG_FMT_MD);
    is->reads_a = FORMATS(s, RG_FMT_U, RG_FMT_LD, RG_FMT_ST, RG_FMT_X, RG_FMT_M, RG_FMT_R2,
                          RG_FMT_BR, RG_FMT_W, RG_FMT_R3, RG_FMT_R2X, RG_FMT_MD);
    legality(s);
    aliases(s);
}
