/* float_draw.c: random updates of Floats: words of every magnitude, next to the ends of the format,
 * to each other and to ties. */
#include "tests/wide/float_draw.h"

#include <string.h>

#include "sim/fast/float.h"

enum { DIGITS_BEHIND = 52, HIGHEST_FIELD = 2046, BIAS = 1023 };

/* ---- words ---- */

/* Up to 512 bits of no pattern; runs of ones and zeros; or one bit. */
static rg_wide_word random_bits(rg_random *random)
{
    rg_wide_word x = {{1}}, run;

    if (rg_one_in(random, 4))
        return x;
    for (unsigned k = 0; k < RG_WIDE_LIMBS; k++)
        x.limb[k] = rg_random_word(random);
    if (rg_one_in(random, 2))
        return x;
    run = rg_wide_shift_right(rg_wide_of_int(-1), rg_random_below(random, RG_WIDE_BITS));
    run = rg_wide_shift_left(run, rg_random_below(random, RG_WIDE_BITS));
    if (rg_one_in(random, 2))
        (void)rg_wide_add(RG_WIDE_BITS, run, rg_wide_of_int(rg_one_in(random, 2) ? 1 : -1), &run);
    return run;
}

/* A word of w bits. */
static rg_wide_word random_wide(rg_random *random, unsigned w)
{
    rg_wide_word x = random_bits(random);

    if (rg_one_in(random, 8))
        return (rg_wide_word){{0}};
    if (rg_wide_negative(x) && rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, x, &x);
    x = rg_wide_shift_left(x, rg_random_below(random, RG_WIDE_BITS));
    (void)rg_wide_scale(RG_WIDE_BITS, x, (int)w - RG_WIDE_BITS - (int)rg_random_below(random, w),
                        &x);
    if (rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, x, &x);
    return rg_wide_fits(x, w) ? x : rg_wide_of_int(rg_one_in(random, 2) ? 1 : -1);
}

/* A float word of any exponent; half of them near the ends of a wide word. */
static uint64_t random_float(const rg_machine *m, rg_random *random)
{
    const rg_float_format format = rg_machine_format(m);
    const unsigned top = BIAS + format.w - format.frac, end = BIAS - format.frac;
    uint64_t field = 1 + rg_random_below(random, HIGHEST_FIELD),
             behind = rg_random_word(random) >> 12;

    if (rg_one_in(random, 3))
        field = top - 5 + rg_random_below(random, 8);
    else if (rg_one_in(random, 2))
        field = end - 4 + rg_random_below(random, 64);
    else if (rg_one_in(random, 2))
        field = BIAS - 40 + rg_random_below(random, 80);
    if (rg_one_in(random, 3))
        behind = behind >> rg_random_below(random, 52) << rg_random_below(random, 52);
    if (rg_one_in(random, 6))
        behind = rg_one_in(random, 2) ? 0 : UINT64_MAX;
    behind &= (UINT64_C(1) << DIGITS_BEHIND) - 1;
    return rg_random_word(random) << 63 | field << DIGITS_BEHIND | behind;
}

/* A number as a machine holds it: as a float word where no wide word has all of its digits. */
static rg_wide_word held(const rg_machine *m, uint64_t bits)
{
    const rg_float_format format = rg_machine_format(m);
    rg_wide_word word;
    rg_ext x;

    if (!rg_float_decode(&format, bits, &x))
        return (rg_wide_word){{0}};
    return rg_wide_expand(&format, x, &word) == RG_FLOAT_EXACT ? word : rg_float_held(m, bits);
}

/* Next to the greatest or the least, which the marker of float words takes the place of. */
static rg_wide_word at_the_limit(rg_random *random, unsigned w)
{
    const bool above = rg_one_in(random, 2);
    const rg_wide_word off = random_wide(random, w),
                       limit = rg_wide_shift_left(rg_wide_of_int(-1), w - 1);
    rg_wide_word x = rg_wide_negative(off) ? rg_wide_of_int(0) : off;

    (void)rg_wide_add(RG_WIDE_BITS, limit, x, &x);
    if (above)
        (void)rg_wide_negate(RG_WIDE_BITS, x, &x);
    return rg_wide_fits(x, w) ? x : rg_wide_of_int(0);
}

/* Any but those that sums never reach. */
static rg_wide_word random_number(const rg_machine *m, rg_random *random)
{
    if (rg_one_in(random, 16)) {
        const rg_wide_word x = at_the_limit(random, m->config.wide);
        return rg_beyond_wide(m, x) ? rg_wide_of_int(0) : x;
    }
    const rg_wide_word wide = rg_one_in(random, 3) ? held(m, random_float(m, random))
                                                   : random_wide(random, m->config.wide);

    return rg_beyond_wide(m, wide) && !rg_holds_float(m, wide) ? (rg_wide_word){{0}} : wide;
}

/* Beside x: half of a last digit away, or a number of the same size. */
static rg_wide_word next_to(const rg_machine *m, rg_random *random, rg_wide_word x)
{
    rg_wide_word y;

    if (rg_holds_float(m, x))
        return held(m, x.limb[0] + rg_random_below(random, 3) - 1);
    if (rg_wide_add(m->config.wide, x, rg_wide_of_int((int64_t)rg_random_below(random, 3) - 1), &y))
        return x;
    return y;
}

/* A float word whose product with x lies next to an end of one of the formats, often with few
 * digits, so that it is a tie. */
static uint64_t random_mate(const rg_machine *m, rg_random *random, uint64_t x)
{
    const rg_float_format format = rg_machine_format(m);
    const int highest = HIGHEST_FIELD - BIAS,
              ends[] = {-(int)format.frac, (int)(format.w - format.frac), 1 - BIAS, highest},
              of_x = (int)(x >> DIGITS_BEHIND & (HIGHEST_FIELD + 1)) - BIAS,
              near = (int)rg_random_below(random, 6) - 4;
    const int field = ends[rg_random_below(random, 4)] - of_x + near + BIAS;
    uint64_t behind = rg_random_word(random) >> 12;

    if (rg_one_in(random, 2))
        behind &= UINT64_C(7) << (DIGITS_BEHIND - 3);
    if (field < 1 || field > HIGHEST_FIELD)
        return random_float(m, random);
    return rg_random_word(random) << 63 | (uint64_t)field << DIGITS_BEHIND | behind;
}

/* +-2^k, where k is next to the size of a word or of a gradient. */
static uint64_t random_power(const rg_machine *m, rg_random *random)
{
    const int size = (int)m->config.wide * (rg_one_in(random, 2) ? 2 : 1),
              k = (rg_one_in(random, 2) ? size : -size) + (int)rg_random_below(random, 5) - 2;

    return rg_random_word(random) << 63 | (uint64_t)(k + BIAS) << DIGITS_BEHIND;
}

/* ---- instructions ---- */

static const uint8_t ops[] = {RG_OP_FMOV, RG_OP_FADD, RG_OP_FADD, RG_OP_FSUB,  RG_OP_FSUB,
                              RG_OP_FMUL, RG_OP_FMUL, RG_OP_FMUL, RG_OP_FMIN,  RG_OP_FMAX,
                              RG_OP_FABS, RG_OP_ITOF, RG_OP_LDF,  RG_OP_STF,   RG_OP_WMAC,
                              RG_OP_WOUT, RG_OP_NEG,  RG_OP_LMUL, RG_OP_LMUL2, RG_OP_LDIV2,
                              RG_OP_LMAX, RG_OP_LDL,  RG_OP_STL};
static const uint8_t programs[] = {
#define RG_FLOAT_PROGRAM(op) RG_OP_##op,
#include "isa/num/float/programs.def"
};
static const uint8_t update_modes[] = {RG_MODE_ADD, RG_MODE_ADD,   RG_MODE_SUB, RG_MODE_SET,
                                       RG_MODE_SET, RG_MODE_UNSET, RG_MODE_XOR};

static bool is_program(unsigned op) { return memchr(programs, (int)op, sizeof programs) != NULL; }

static const uint8_t turns[] = {RG_OP_ROT, RG_OP_IROT, RG_OP_HAD, RG_OP_IHAD};

static bool takes_constants(unsigned op) { return rg_op_lookup(op)->bk == RG_BK_F; }

bool rg_float_draw(rg_random *random, unsigned bits, rg_instruction *in, uint32_t *word)
{
    const unsigned op = bits == 256 && rg_one_in(random, 16)
                            ? turns[rg_random_below(random, sizeof turns)]
                        : rg_one_in(random, 2) ? programs[rg_random_below(random, sizeof programs)]
                                               : ops[rg_random_below(random, sizeof ops)];
    const rg_format format = rg_op_lookup(op)->format;
    const bool two = format == RG_FMT_U || format == RG_FMT_W;

    *in = (rg_instruction){.op = (uint8_t)op, .d = 1, .a = two ? 2 : 0, .b = 3};
    if (rg_op_lookup(op)->bk == RG_BK_I
        && bits < 256) /* its Ints may not fit, and RTL with it has 256 bits */
        return false;
    in->mode = update_modes[rg_random_below(random, sizeof update_modes)];
    if (format == RG_FMT_R3 || format == RG_FMT_R2X) {
        in->mode = 0;
        in->a = 2;
        in->b = format == RG_FMT_R3 ? 3 : 0;
        in->kinds = in->b && rg_one_in(random, 3) ? RG_FLOAT_B : 0;
    } else if (format == RG_FMT_R1) {
        in->mode = 0;
        in->b = 0;
        in->kinds = RG_WIDE_OPERANDS;
    } else if (format == RG_FMT_WO) {
        in->b = 0;
    } else if (format == RG_FMT_LD || format == RG_FMT_ST) {
        in->a = 4;
        in->b = 5;
    } else if (rg_one_in(random, 6)) {
        in->immediate = true;
        in->b = 0;
        in->imm = rg_one_in(random, 2) ? 1 << rg_random_below(random, 10)
                                       : (int32_t)rg_random_below(random, 2047) - 1023;
    } else if (takes_constants(op)
               && (op == RG_OP_FMUL || op == RG_OP_FDIV || rg_one_in(random, 2))) {
        const bool log = rg_op_lookup(op)->kind == RG_KIND_LOG;
        in->kinds = (uint8_t)(rg_random_below(random, 4) * RG_FLOAT_B & (two && !log ? 6u : 2u));
    }
    if (op == RG_OP_FMOV && !in->immediate && !rg_one_in(random, 3))
        in->kinds |= RG_TO_FIXED | (rg_one_in(random, 2) ? RG_FIXED_TARGET : 0);
    if (format == RG_FMT_W) {
        in->d = 0;
        in->mode = rg_one_in(random, 2) ? RG_MODE_ADD : RG_MODE_SUB;
    }
    if (two && !in->immediate && rg_one_in(random, 6))
        in->b = in->a;
    rg_instruction read;
    return rg_encode(in, 64, word) && rg_decode_any(*word, 64, &read) && !rg_aliases(&read);
}

/* ---- machines ---- */

static rg_machine *empty_machine(unsigned bits, uint32_t word)
{
    const rg_machine_config config = {
        .num = {64, 43}, .dmem_log2 = 3, .imem_log2 = 2, .wide = bits};
    rg_machine *m = rg_machine_new(&config);

    if (!m)
        return NULL;
    for (uint32_t i = 0; i < 3; i++)
        rg_machine_load(m, i, word);
    m->codewords = 3;
    m->pc = 1;
    return m;
}

/* A constant: a float word in the lowest bits; the others are anything. Some are powers of two,
 * and some are no float words, which count as 0. */
static void put_constant(rg_machine *m, rg_random *random, int64_t *to)
{
    uint64_t bits = random_float(m, random);

    if (rg_one_in(random, 2))
        bits &= UINT64_MAX << DIGITS_BEHIND;
    if (rg_one_in(random, 16))
        bits = rg_random_word(random) & (rg_one_in(random, 2) ? UINT64_MAX >> 12 : UINT64_MAX);
    if (rg_one_in(random, 8))
        bits = random_power(m, random);
    rg_put_whole(m, to, random_wide(random, m->config.wide));
    *to = (int64_t)bits;
}

/* A power of two that leaves of x as many bits as a boundary has: of few digits, of the digits of a
 * float word, of a word. */
static uint64_t fitting_power(const rg_machine *m, rg_random *random, rg_wide_word x)
{
    const int boundaries[] = {0, RG_FEW_DIGITS, DIGITS_BEHIND + 1, (int)m->config.wide},
              bits = RG_WIDE_BITS - (int)rg_wide_leading_zeros(rg_wide_magnitude(x)),
              k = boundaries[rg_random_below(random, 4)] - bits + (int)rg_random_below(random, 4)
                  - 2;

    return rg_random_word(random) << 63 | (uint64_t)(k + BIAS) << DIGITS_BEHIND;
}

/* A wide word times a constant +-2^k, so that the product is next to a boundary. */
static void fill_scaled(rg_machine *m, rg_random *random)
{
    const unsigned w = m->config.wide;
    rg_wide_word x = rg_wide_shift_left(rg_wide_of_int(-1), rg_random_below(random, w - 1));

    if (rg_one_in(random, 2))
        x = rg_wide_shift_right(random_bits(random), RG_WIDE_BITS - w + 1);
    rg_put_whole(m, &m->r[2], x);
    rg_put_whole(m, &m->r[3], random_wide(random, w));
    m->r[3] = (int64_t)fitting_power(m, random, x);
}

/* A factor B, so that the product is next to an end. */
static void fill_factor(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const rg_float_format format = rg_machine_format(m);
    const rg_wide_word a = rg_whole(m, &m->r[2]);
    uint64_t bits = (uint64_t)m->r[2];

    if (!(in->kinds & RG_FLOAT_A) && !rg_holds_float(m, a))
        (void)rg_wide_read(&format, a, &bits);
    if (!(in->kinds & RG_FLOAT_B)) {
        rg_put_whole(m, &m->r[3], held(m, random_mate(m, random, bits)));
        return;
    }
    m->r[3] = (int64_t)random_mate(m, random, bits);
}

/* A summand B beside A; or A, so that the sum has about 53 bits. */
static void fill_summand(rg_machine *m, rg_random *random)
{
    const rg_float_format format = rg_machine_format(m);
    const uint64_t bits = random_float(m, random);
    rg_wide_word word, sum = rg_wide_shift_left(rg_wide_of_int(-1), DIGITS_BEHIND + 1);
    rg_ext x;

    if (rg_one_in(random, 2)) {
        rg_put_whole(m, &m->r[3], next_to(m, random, rg_whole(m, &m->r[2])));
        return;
    }
    (void)rg_float_decode(&format, bits, &x);
    (void)rg_wide_expand(&format, x, &word);
    (void)rg_wide_add(RG_WIDE_BITS, sum, rg_wide_of_int((int64_t)rg_random_below(random, 3) - 1),
                      &sum);
    if (rg_wide_sub(m->config.wide, sum, word, &sum))
        return;
    rg_put_whole(m, &m->r[2], sum);
    rg_put_whole(m, &m->r[3], held(m, bits));
}

static void fill_mate(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const bool multiplies = in->op == RG_OP_FMUL || in->op == RG_OP_WMAC;

    if (multiplies && in->kinds == RG_FLOAT_B)
        fill_scaled(m, random);
    else if (multiplies)
        fill_factor(m, random, in);
    else if (!(in->kinds & (RG_FLOAT_A | RG_FLOAT_B)))
        fill_summand(m, random);
}

/* The gradient of the target, so that a share of +-2^k of it is next to the end of its word, or has
 * about as many digits as are not few. */
static void fill_gradient(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const int w = 2 * (int)m->config.wide;
    const uint64_t factor = (uint64_t)m->r[in->kinds & RG_FLOAT_B ? in->b : in->a];
    const int k = (int)(factor >> DIGITS_BEHIND & (HIGHEST_FIELD + 1)) - BIAS,
              bits = (k < 0 ? RG_FEW_DIGITS : w) - k - (int)rg_random_below(random, 2);
    rg_wide_word g = rg_wide_of_int(-1);

    if (bits < 1 || bits >= w)
        return;
    if (k >= 0)
        g = rg_wide_shift_left(g, (unsigned)bits - 1);
    else
        g = rg_wide_shift_right(random_bits(random), (unsigned)(RG_WIDE_BITS - bits));
    if (rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, g, &g);
    rg_put_whole(m, in->op == RG_OP_WMAC ? m->gw : &m->gr[1], g);
}

/* A quotient beside a tie: A 2^107 = T B + R for an odd T of 107 digits and a small R. So A / B is
 * T / 2^107 but for what stands 106 digits further on. */
static void fill_quotient(rg_machine *m, rg_random *random)
{
    enum { Q = 106, CORRECT = 7 }; /* each step of the inverse doubles its digits */
    const rg_ext_digits mask = ((rg_ext_digits)1 << (Q + 1)) - 1,
                        any = (rg_ext_digits)rg_random_word(random) << 64 | rg_random_word(random),
                        b = (any & mask >> 1) | (rg_ext_digits)1 << (Q - 1) | 1;
    const int64_t rest = 2 * (int64_t)rg_random_below(random, 8) - 7;
    rg_ext_digits inverse = 1;
    rg_wide_word sum = rg_wide_of_int(rest);

    for (unsigned i = 0; i < CORRECT; i++)
        inverse *= 2 - b * inverse;
    const rg_ext_digits t = (0 - (rg_ext_digits)rest) * inverse & mask;
    const rg_wide_word wide_t = {{(uint64_t)t, (uint64_t)(t >> 64)}},
                       wide_b = {{(uint64_t)b, (uint64_t)(b >> 64)}};
    for (unsigned i = 0; i < Q; i++)
        if (b >> i & 1)
            (void)rg_wide_add(RG_WIDE_BITS, sum, rg_wide_shift_left(wide_t, i), &sum);
    rg_put_whole(m, &m->r[2], rg_wide_shift_right(sum, Q + 1));
    rg_put_whole(m, &m->r[3], wide_b);
}

/* Operands of functions: of the size of 1, near a multiple of 1/8, next to 1 or -1, or a small
 * integer; now and then as they come. */
static rg_wide_word ordinary(const rg_machine *m, rg_random *random)
{
    const rg_float_format format = rg_machine_format(m);
    rg_wide_word x,
        off = random_wide(random, format.frac - rg_random_below(random, format.frac / 2));

    if (rg_one_in(random, 3))
        off = rg_wide_of_int((int64_t)rg_random_below(random, 3) - 1);
    (void)rg_wide_of_fixed(&format,
                           (int64_t)rg_random_below(random, rg_one_in(random, 2) ? 19 : 999)
                               - (rg_one_in(random, 2) ? 8 : 0),
                           3, &x);
    (void)rg_wide_add(RG_WIDE_BITS, x, off, &x);
    return x;
}

static void fill_function(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const bool is_integer = rg_op_lookup(in->op)->bk == RG_BK_I;

    if (!(in->kinds & RG_FLOAT_A))
        rg_put_whole(m, &m->r[2], ordinary(m, random));
    else if (rg_one_in(random, 2))
        m->r[2] = (int64_t)(UINT64_C(1023) << DIGITS_BEHIND | rg_random_word(random) >> 12);
    if (in->b != 3)
        return;
    if (is_integer)
        rg_put_whole(m, &m->r[3], rg_wide_of_int((int64_t)rg_random_below(random, 9) - 3));
    else if (!(in->kinds & RG_FLOAT_B))
        rg_put_whole(m, &m->r[3], ordinary(m, random));
    else if (rg_one_in(random, 2))
        m->r[3] = (int64_t)((UINT64_C(1020) + rg_random_below(random, 8)) << DIGITS_BEHIND
                            | rg_random_word(random) >> 12);
}

/* A Log and the exponent 1: half of the last of its 106 digits stands behind them, and then nothing
 * or one last place, which 128 digits do not reach. */
static void fill_tied_log(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    enum { ABOVE = 41, PLACES = 48 };
    const rg_float_format format = rg_machine_format(m);
    rg_wide_word log = {{rg_random_word(random), UINT64_C(1) << ABOVE}}, one = rg_wide_of_int(1);

    if (m->config.wide < 256 || in->b != 3 || in->kinds != 0)
        return;
    log.limb[1] |= rg_random_word(random) >> (64 - ABOVE);
    (void)rg_wide_add(RG_WIDE_BITS, rg_wide_shift_left(log, 1), one, &log);
    (void)rg_wide_add(RG_WIDE_BITS, rg_wide_shift_left(log, PLACES),
                      rg_wide_of_int((int64_t)rg_random_below(random, 3) - 1), &log);
    rg_put_whole(m, &m->r[2], rg_wide_shift_left(log, 1));
    if (in->op == RG_OP_LPOW)
        (void)rg_wide_of_fixed(&format, 1, 0, &one);
    rg_put_whole(m, &m->r[3], one);
}

/* A Log whose power has about as many bits as a word has room for. */
static void fill_long_log(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    enum { INT_BITS = 60 };
    const rg_float_format format = rg_machine_format(m);
    const unsigned k = rg_random_below(random, INT_BITS),
                   bits = m->config.wide - 2 - k + rg_random_below(random, 3);
    rg_wide_word log = rg_wide_shift_right(random_bits(random), RG_WIDE_BITS - bits),
                 n = rg_wide_shift_left(rg_wide_of_int(1), k);

    if (in->b != 3 || in->kinds != 0)
        return;
    if (rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, log, &log);
    rg_put_whole(m, &m->r[2], rg_wide_shift_left(log, 1));
    if (in->op == RG_OP_LPOW)
        (void)rg_wide_of_fixed(&format, (int64_t)1 << k, 0, &n);
    rg_put_whole(m, &m->r[3], n);
}

static void fill_power(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    switch (rg_random_below(random, 4)) {
    case 0: fill_tied_log(m, random, in); break;
    case 1: fill_long_log(m, random, in); break;
    default: break;
    }
}

/* A number of the size of a Fixed beside a multiple of half its last place; and a target, so that
 * the sum is beside an end of it. */
static void fill_fixed(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const rg_float_format format = rg_machine_format(m);
    const unsigned xlen = m->config.num.xlen, places = format.frac - m->config.num.frac - 1;
    rg_wide_word x = rg_wide_shift_right(random_bits(random),
                                         RG_WIDE_BITS - 1 - rg_random_below(random, xlen + 1)),
                 end = rg_wide_shift_left(rg_wide_of_int(1), xlen + places);

    if (rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, x, &x);
    x = rg_wide_shift_left(x, places);
    (void)rg_wide_add(RG_WIDE_BITS, x, rg_wide_of_int((int64_t)rg_random_below(random, 3) - 1), &x);
    if (rg_one_in(random, 2))
        (void)rg_wide_negate(RG_WIDE_BITS, end, &end);
    (void)rg_wide_sub(RG_WIDE_BITS, end, x, &end);
    if (!(in->kinds & RG_FLOAT_B) && rg_wide_fits(x, m->config.wide - 1))
        rg_put_whole(m, &m->r[3], x);
    if (rg_wide_fits(end, m->config.wide - 1))
        rg_put_whole(m, &m->r[1], end);
}

/* An angle of the size of 1, or beside a multiple of an eighth of a circle. */
static void fill_angle(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const rg_float_format format = rg_machine_format(m);
    const double eighth = 0.78539816339744830962;
    union {
        double number;
        uint64_t bits;
    } angle = {eighth * ((double)rg_random_below(random, 33) - 16)};
    rg_wide_word word;
    rg_ext x;

    angle.bits += angle.number != 0 ? rg_random_below(random, 5) : 0;
    if (in->kinds & RG_FLOAT_B)
        m->r[3] = (int64_t)angle.bits;
    else if (rg_one_in(random, 2))
        rg_put_whole(m, &m->r[3], ordinary(m, random));
    else if (rg_float_decode(&format, angle.bits, &x)
             && rg_wide_expand(&format, x, &word) == RG_FLOAT_EXACT)
        rg_put_whole(m, &m->r[3], word);
}

static void fill_operands(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    if (in->kinds & RG_FLOAT_A)
        put_constant(m, random, &m->r[2]);
    if ((in->kinds & RG_FLOAT_B) && in->b == 3)
        put_constant(m, random, &m->r[3]);
    if (memchr(turns, in->op, sizeof turns)) {
        if (in->b == 3 && !rg_one_in(random, 8))
            fill_angle(m, random, in);
        return;
    }
    if (in->b == 3 && !rg_one_in(random, 3))
        fill_mate(m, random, in);
    if (in->op == RG_OP_FDIV && in->b == 3 && in->kinds == 0 && rg_one_in(random, 2))
        fill_quotient(m, random);
    if (is_program(in->op) && !rg_one_in(random, 3))
        fill_function(m, random, in);
    if (in->op == RG_OP_LPOW || in->op == RG_OP_LPOWI)
        fill_power(m, random, in);
    if ((in->kinds & (RG_FLOAT_A | RG_FLOAT_B)) && rg_one_in(random, 4))
        fill_gradient(m, random, in);
    if (in->op == RG_OP_FMOV && in->kinds & RG_TO_FIXED && !rg_one_in(random, 3))
        fill_fixed(m, random, in);
    const rg_format format = rg_op_lookup(in->op)->format;
    if (format == RG_FMT_LD || format == RG_FMT_ST) {
        m->r[4] = 2;
        m->r[5] = FLOAT_DRAW_ADDRESS - 2;
    }
}

/* The word that := writes over and =: takes back is 0, or was written so. */
static void fill_target(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    int64_t *const target = rg_op_lookup(in->op)->format == RG_FMT_ST ? &m->m[FLOAT_DRAW_ADDRESS]
                                                                      : &m->r[1];
    const bool once = in->mode == RG_MODE_SET || in->mode == RG_MODE_UNSET;
    const bool takes = (in->mode == RG_MODE_UNSET) != m->backward;

    if (in->op == RG_OP_NEG || !once || rg_one_in(random, 8))
        return;
    rg_put_whole(m, target, (rg_wide_word){{0}});
    if (!takes)
        return;
    const unsigned mode = m->mode;
    rg_machine_turn(m); /* write it in value mode, then stand in front of taking it back */
    m->mode = 0;
    (void)rg_machine_step(m);
    rg_machine_turn(m);
    m->mode = mode;
    m->pc = 1;
}

rg_machine *rg_float_draw_machine(rg_random *random, unsigned bits, const rg_instruction *in,
                                  uint32_t word)
{
    rg_machine *m = empty_machine(bits, word);

    if (!m)
        return NULL;
    m->mode = rg_one_in(random, 3) ? 0 : RG_WITH_GRADIENT;
    m->mode |= rg_one_in(random, 4) ? RG_WITH_WRAP : 0;
    m->backward = rg_one_in(random, 2);
    for (unsigned i = 0; i < 4; i++) {
        rg_put_whole(m, &m->r[i], random_number(m, random));
        rg_put_whole(m, &m->gr[i],
                     rg_one_in(random, 8) ? at_the_limit(random, 2 * bits)
                                          : random_wide(random, 2 * bits));
    }
    rg_put_whole(m, &m->m[FLOAT_DRAW_ADDRESS], random_number(m, random));
    rg_put_whole(m, &m->gm[FLOAT_DRAW_ADDRESS], random_wide(random, 2 * bits));
    rg_put_whole(m, &m->w[0], random_wide(random, bits - 1));
    rg_put_whole(m, &m->gw[0], random_wide(random, 2 * bits));
    fill_operands(m, random, in);
    fill_target(m, random, in);
    return m;
}
