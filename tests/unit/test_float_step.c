/* test_float_step.c: the step of a machine with FLOAT. What it did is undone to the bit, whatever
 * the words were; a trap changes nothing; values and cotangents are those of MPFR. */
#include <math.h>
#include <mpfr.h>

#include "isa/num/float/log_word.h"
#include "sim/fast/float.h"
#include "sim/lockstep/random.h"
#include "tests/unit/fast_words.h"

enum { DRAWN = 60000, PRECISION = 700 };

static rg_machine *wide_machine(unsigned bits, uint32_t word)
{
    const rg_machine_config config = {
        .num = {64, 43}, .dmem_log2 = 4, .imem_log2 = 3, .wide = bits};
    rg_machine *m = rg_machine_new(&config);

    assert_non_null(m);
    for (uint32_t i = 0; i < 3; i++)
        rg_machine_load(m, i, word);
    m->codewords = 3;
    m->pc = 1;
    return m;
}

/* Of any magnitude, often small, sometimes 0 or next to the limit. */
static rg_wide_word random_wide(rg_random *random, unsigned bits)
{
    rg_wide_word x;
    for (unsigned k = 0; k < RG_WIDE_LIMBS; k++)
        x.limb[k] = rg_random_word(random);
    const unsigned places = RG_WIDE_BITS - bits + (unsigned)rg_random_below(random, bits);

    if (rg_one_in(random, 8))
        return (rg_wide_word){{0}};
    (void)rg_wide_scale(RG_WIDE_BITS, x, -(int)places, &x);
    return x;
}

/* Doubles of most magnitudes, some of them powers of two. */
static int64_t random_float(rg_random *random, unsigned reach)
{
    const uint64_t exponent = 1023 - reach + rg_random_below(random, 2 * reach);
    const uint64_t behind = rg_one_in(random, 4) ? 0 : rg_random_word(random) >> 12;

    return (int64_t)(rg_random_word(random) << 63 | exponent << 52 | behind);
}

/* A Log of any number; sometimes any bits that are no float word. */
static rg_wide_word random_log(const rg_machine *m, rg_random *random)
{
    const rg_float_format format = rg_machine_format(m);
    rg_ext x;

    if (rg_one_in(random, 4))
        return random_wide(random, m->config.wide);
    assert_true(rg_float_decode(&format, (uint64_t)random_float(random, 900), &x));
    return rg_log_of(&format, x);
}

/* A number that is a float word where no wide word has all of its digits. */
static rg_wide_word random_number(const rg_machine *m, rg_random *random)
{
    const rg_float_format format = rg_machine_format(m);
    const uint64_t bits = (uint64_t)random_float(random, 900);
    rg_wide_word word;
    rg_ext x;

    if (!rg_one_in(random, 4))
        return random_wide(random, m->config.wide);
    assert_true(rg_float_decode(&format, bits, &x));
    return rg_wide_expand(&format, x, &word) == RG_FLOAT_EXACT ? word : rg_float_held(m, bits);
}

static void fill(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const unsigned bits = m->config.wide;

    const bool log = rg_op_lookup(in->op)->kind == RG_KIND_LOG || in->op == RG_OP_LTOF;

    for (unsigned i = 0; i < RG_REGISTERS; i++) {
        rg_put_whole(m, &m->r[i],
                     log && !rg_one_in(random, 4) ? random_log(m, random)
                                                  : random_number(m, random));
        rg_put_whole(m, &m->gr[i], random_wide(random, 2 * bits));
        rg_put_whole(m, &m->tr[i], random_wide(random, 2 * bits));
        rg_put_whole(m, &m->tgr[i], random_wide(random, 2 * bits));
    }
    for (unsigned i = 0; i < 1u << m->config.dmem_log2; i++) {
        rg_put_whole(m, &m->m[i], random_number(m, random));
        rg_put_whole(m, &m->gm[i], random_wide(random, 2 * bits));
        rg_put_whole(m, &m->tm[i], random_wide(random, 2 * bits));
        rg_put_whole(m, &m->tgm[i], random_wide(random, 2 * bits));
    }
    rg_put_whole(m, &m->w[0], random_wide(random, bits));
    rg_put_whole(m, &m->gw[0], random_wide(random, 2 * bits));
    rg_put_whole(m, &m->tw[0], random_wide(random, 2 * bits));
    rg_put_whole(m, &m->tgw[0], random_wide(random, 2 * bits));
    if (in->kinds & RG_FLOAT_A)
        m->r[in->a] = random_float(random, 90);
    if (in->kinds & RG_FLOAT_B)
        m->r[in->b] = random_float(random, 90);
    /* Addresses are small. */
    const rg_format format = rg_op_lookup(in->op)->format;
    if (format == RG_FMT_LD || format == RG_FMT_ST || format == RG_FMT_X || format == RG_FMT_M) {
        m->r[in->a] = (int64_t)rg_random_below(random, 9);
        m->r[in->b] = in->immediate ? m->r[in->b] : (int64_t)rg_random_below(random, 9);
    }
    if (in->mode == RG_MODE_SET || in->op == RG_OP_ALLOC || in->op == RG_OP_FREE) {
        rg_put_whole(m, &m->r[in->d], (rg_wide_word){{0}});
        rg_put_whole(m, &m->tr[in->d], (rg_wide_word){{0}});
        if (m->keep)
            rg_put_whole(m, &m->gr[in->d], (rg_wide_word){{0}});
    }
}

/* A bank that is longer than two integers, down to the shortest of these. */
static void fill_long_bank(rg_machine *m, rg_random *random, int64_t words[2], bool gradient)
{
    const unsigned first = gradient ? m->config.wide / 128 : 0,
                   limbs = m->config.wide / (gradient ? 32 : 64) - first,
                   longest = 2 + rg_random_below(random, 2 * limbs - 2);
    rg_wide_word word[2] = {{{0}}, {{0}}};

    for (unsigned k = 0; k <= longest; k++)
        word[k % 2].limb[first + k / 2] = rg_random_word(random);
    uint64_t *last = &word[longest % 2].limb[first + longest / 2];
    *last = rg_one_in(random, 2) ? 1 : 1 + (*last >> (1 + rg_random_below(random, 62)));
    if (rg_one_in(random, 4)) /* beside the border */
        word[1].limb[first] = (uint64_t)rg_random_below(random, 3) << 62;
    rg_put_whole(m, &words[0], word[0]);
    rg_put_whole(m, &words[1], word[1]);
}

/* An exchange of the accumulator with two integers, most of which fit. */
static void fill_integers(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    int64_t *const words[] = {&m->r[in->d], &m->r[in->a], &m->w[0], &m->w[1]};

    for (unsigned i = 0; i < 4 && !rg_one_in(random, 16); i++) {
        const rg_wide_word word = {{rg_random_word(random)}};
        rg_put_whole(m, words[i], word);
    }
}

/* Ratios and banks of MULDIV, most of which fit; tangents it cannot carry. */
static void fill_ratio(rg_machine *m, rg_random *random, const rg_instruction *in)
{
    const bool whole = in->mode == RG_MODE_SET || in->mode == RG_MODE_UNSET;
    const unsigned bits = m->config.wide, here = bits / 128;
    int64_t *const banks[] = {m->w, m->gw};

    if (rg_one_in(random, 16))
        return; /* whatever stands there */
    for (unsigned i = 0; i < 2; i++) {
        const unsigned r = i ? in->b : in->a;
        const int64_t n = (int64_t)rg_random_below(random, 2000) - 1000;
        rg_put_whole(m, &m->r[r], rg_wide_of_int(n));
        if (in->kinds & (i ? RG_FLOAT_B : RG_FLOAT_A)) {
            m->r[r] = random_float(random, 9);
        } else if (!whole) {
            rg_wide_word word;
            (void)rg_wide_scale(RG_WIDE_BITS, rg_wide_of_int(n),
                                (int)rg_machine_format(m).frac - (int)rg_random_below(random, 9),
                                &word);
            rg_put_whole(m, &m->r[r], word);
        }
    }
    rg_put_whole(m, &m->r[in->d], random_wide(random, bits - 20));
    rg_put_whole(m, &m->gr[in->d], random_wide(random, 2 * bits - 20));
    for (unsigned i = 0; i < 2; i++) {
        rg_wide_word word = {{0}};
        word.limb[i ? here : 0] = rg_random_word(random) >> rg_random_below(random, 63);
        rg_put_whole(m, &banks[i][0], word);
        word.limb[i ? here : 0] = rg_random_word(random) >> (20 + rg_random_below(random, 43));
        rg_put_whole(m, &banks[i][1], word);
        if (rg_one_in(random, 2))
            fill_long_bank(m, random, banks[i], i);
    }
    for (unsigned r = 0; r < RG_REGISTERS; r++) {
        rg_put_whole(m, &m->tr[r], (rg_wide_word){{0}});
        rg_put_whole(m, &m->tgr[r], (rg_wide_word){{0}});
    }
    rg_put_whole(m, &m->tw[0], (rg_wide_word){{0}});
    rg_put_whole(m, &m->tgw[0], (rg_wide_word){{0}});
}

/* An instruction of any kind but control, operand kinds included; false where there is none. */
static bool draw(rg_random *random, rg_instruction *in, uint32_t *word)
{
    const unsigned op = rg_random_below(random, RG_OP_LIMIT);
    const rg_op_info *info = rg_op_lookup(op);

    if (!info || info->class == RG_CLASS_BRANCH || info->class == RG_CLASS_LOOP
        || info->class == RG_CLASS_SYS)
        return false;
    *word = op << 25 | (rg_random_below(random, 5) & (info->kind ? 7u : 0u)) << 22;
    *word |= (uint32_t)(rg_random_word(random) & 0x3ff000);
    if (info->format == RG_FMT_U1 || info->format == RG_FMT_AS || info->format == RG_FMT_R1)
        *word &= ~UINT32_C(0x1f000);
    if (info->format == RG_FMT_W)
        *word &= ~UINT32_C(0x3e0000);
    if (info->format == RG_FMT_R2X) {
        *word &= ~UINT32_C(0xc00fff);
        return rg_decode_any(*word, 64, in);
    }
    if (info->format == RG_FMT_WO) {
        *word &= ~UINT32_C(0x1f000);
        return rg_decode_any(*word, 64, in);
    }
    if (rg_one_in(random, 4))
        *word |= UINT32_C(0x800) | (uint32_t)(rg_random_word(random) & 0x7ff);
    else if (info->format != RG_FMT_R1 && info->format != RG_FMT_R2)
        *word |= (uint32_t)(rg_random_word(random) & 0x1f);
    if (!(*word & 0x800) && rg_one_in(random, 2))
        *word |= (uint32_t)(rg_random_word(random) & 0x700);
    return rg_decode_any(*word, 64, in);
}

static bool erases(const rg_machine *m, const rg_instruction *in)
{
    return (m->mode & RG_WITH_GRADIENT) && (!m->keep || (m->mode & RG_WITH_TANGENT))
           && (in->mode == RG_MODE_SET || in->mode == RG_MODE_UNSET || in->op == RG_OP_ALLOC
               || in->op == RG_OP_FREE || in->op == RG_OP_ALLOCM || in->op == RG_OP_FREEM);
}

/* How many steps retired and were undone. */
static unsigned undone_to_the_bit(unsigned bits)
{
    static const unsigned modes[] = {0, RG_WITH_GRADIENT, RG_WITH_GRADIENT, RG_WITH_TANGENT,
                                     RG_WITH_GRADIENT | RG_WITH_TANGENT};
    rg_random random = {UINT64_C(20261127) + bits};
    unsigned retired = 0, trapped = 0, by_op[RG_OP_LIMIT] = {0};

    for (unsigned n = 0; n < DRAWN; n++) {
        rg_instruction in;
        uint32_t word;
        if (!draw(&random, &in, &word))
            continue;
        rg_machine *m = wide_machine(bits, word);
        m->mode = modes[rg_random_below(&random, sizeof modes / sizeof *modes)];
        m->keep = rg_one_in(&random, 2);
        m->backward = rg_one_in(&random, 2);
        m->coarser.digits = n % 3 * 10; /* with noise, too */
        m->coarser.end = 3;
        fill(m, &random, &in);
        if (in.op == RG_OP_MULDIV)
            fill_ratio(m, &random, &in);
        if (in.op == RG_OP_WXCH)
            fill_integers(m, &random, &in);
        rg_machine *start = machine_like(m);
        const rg_step outcome = rg_machine_step(m);
        if (outcome == RG_STEP_TRAP) {
            trapped++;
            assert_true(rg_machine_same_state(m, start));
        } else if (outcome == RG_STEP_RETIRED && !erases(start, &in)) {
            retired++;
            by_op[in.op]++;
            rg_machine_turn(m);
            if (rg_machine_step(m) != RG_STEP_RETIRED)
                fail_msg("%s traps on its way back: %u", rg_op_lookup(in.op)->mnemonic, m->trap);
            rg_machine_turn(m);
            if (!rg_machine_same_state(m, start))
                fail_msg("%s is not undone, mode %u, kinds %u", rg_op_lookup(in.op)->mnemonic,
                         in.mode, in.kinds);
        }
        rg_machine_free(start);
        rg_machine_free(m);
    }
    assert_true(trapped > DRAWN / 50);
    const unsigned asked[] = {
        RG_OP_FMOV,  RG_OP_FADD,   RG_OP_FMUL, RG_OP_FDIV,  RG_OP_FEXP,  RG_OP_FLOG,  RG_OP_LDF,
        RG_OP_STF,   RG_OP_EXCH,   RG_OP_SWAP, RG_OP_NEG,   RG_OP_LT,    RG_OP_FPOW,  RG_OP_FSIN,
        RG_OP_ALLOC, RG_OP_WMAC,   RG_OP_WOUT, RG_OP_WXCH,  RG_OP_ROT,   RG_OP_IROT,  RG_OP_HAD,
        RG_OP_IHAD,  RG_OP_MULDIV, RG_OP_LMUL, RG_OP_LMULF, RG_OP_LMUL2, RG_OP_LDIV2, RG_OP_LPOWI,
        RG_OP_LADD2, RG_OP_LSUB2,  RG_OP_LMAX, RG_OP_LPOW,  RG_OP_LTOF,  RG_OP_LDL,   RG_OP_STL};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        if (by_op[asked[i]] < 20)
            fail_msg("only %u of %s", by_op[asked[i]], rg_op_lookup(asked[i])->mnemonic);
    return retired;
}

static void steps_of_256_bits_are_undone(void **state)
{
    (void)state;
    assert_in_range(undone_to_the_bit(256), DRAWN / 8, DRAWN);
}

static void steps_of_128_bits_are_undone(void **state)
{
    (void)state;
    assert_in_range(undone_to_the_bit(128), DRAWN / 8, DRAWN);
}

/* ---- against MPFR ---- */

/* A gradient has half of its bits behind the point, as a value of 256 bits has. */
static void number_of(mpfr_t x, const rg_machine *m, const int64_t *word)
{
    const bool gradient = word >= m->gr && word < m->gr + RG_REGISTERS;
    const rg_wide_word whole = rg_whole(m, word), size = rg_wide_magnitude(whole);
    double held;

    if (!gradient && rg_holds_float(m, whole)) {
        memcpy(&held, &whole.limb[0], sizeof held);
        mpfr_set_d(x, held, MPFR_RNDN);
        return;
    }
    mpfr_set_ui(x, 0, MPFR_RNDN);
    for (unsigned k = RG_WIDE_LIMBS; k-- > 0;) {
        mpfr_mul_2ui(x, x, 64, MPFR_RNDN);
        mpfr_add_ui(x, x, size.limb[k], MPFR_RNDN);
    }
    mpfr_div_2ui(x, x, gradient ? 256 : 128, MPFR_RNDN);
    if (rg_wide_negative(whole))
        mpfr_neg(x, x, MPFR_RNDN);
}

static void put_number(rg_machine *m, const rg_float_format *format, int64_t *to, double x)
{
    rg_wide_word word;
    uint64_t bits = 0;
    rg_ext e;

    if (x != 0)
        memcpy(&bits, &x, sizeof bits);
    assert_true(rg_float_decode(format, bits, &e));
    assert_int_equal(rg_wide_expand(format, e, &word), RG_FLOAT_EXACT);
    rg_put_whole(m, to, word);
}

static void expect_number(const rg_machine *m, const int64_t *word, double x)
{
    const int64_t bits = rg_float_read(m, word);
    double got;

    memcpy(&got, &bits, sizeof got);
    if (got != x)
        fail_msg("%a and not %a", got, x);
}

/* Whether |got - want| is below |want| 2^-digits + 2^-places. */
static bool close_to(mpfr_t got, mpfr_t want, unsigned digits, int places)
{
    mpfr_t room, off;
    mpfr_inits2(PRECISION, room, off, NULL);
    mpfr_abs(room, want, MPFR_RNDN);
    mpfr_div_2ui(room, room, digits, MPFR_RNDN);
    mpfr_set_ui_2exp(off, 1, -places, MPFR_RNDN);
    mpfr_add(room, room, off, MPFR_RNDN);
    mpfr_sub(off, got, want, MPFR_RNDN);
    const bool near = mpfr_cmpabs(off, room) <= 0;
    mpfr_clears(room, off, NULL);
    return near;
}

/* f, and the partials by a and b; false where the operation has no value there. */
static bool truth(unsigned op, mpfr_t a, mpfr_t b, mpfr_t f, mpfr_t fa, mpfr_t fb)
{
    mpfr_set_ui(fa, 0, MPFR_RNDN);
    switch (op) {
    case RG_OP_FMUL:
        mpfr_mul(f, a, b, MPFR_RNDN);
        mpfr_set(fa, b, MPFR_RNDN);
        mpfr_set(fb, a, MPFR_RNDN);
        return true;
    case RG_OP_FDIV:
        if (mpfr_zero_p(b))
            return false;
        mpfr_div(f, a, b, MPFR_RNDN);
        mpfr_ui_div(fa, 1, b, MPFR_RNDN);
        mpfr_div(fb, f, b, MPFR_RNDN);
        mpfr_neg(fb, fb, MPFR_RNDN);
        return true;
    case RG_OP_FSQRT:
        if (mpfr_sgn(b) <= 0)
            return false;
        mpfr_sqrt(f, b, MPFR_RNDN);
        mpfr_mul_ui(fb, f, 2, MPFR_RNDN);
        mpfr_ui_div(fb, 1, fb, MPFR_RNDN);
        return true;
    case RG_OP_FEXP:
        mpfr_exp(f, b, MPFR_RNDN);
        mpfr_set(fb, f, MPFR_RNDN);
        return true;
    default:
        if (mpfr_sgn(b) <= 0)
            return false;
        mpfr_log(f, b, MPFR_RNDN);
        mpfr_ui_div(fb, 1, b, MPFR_RNDN);
        return true;
    }
}

/* Reading rounds to 106 digits. */
static void as_read(mpfr_t x)
{
    mpfr_prec_round(x, 106, MPFR_RNDN);
    mpfr_prec_round(x, PRECISION, MPFR_RNDN);
}

static bool agrees(rg_random *random, unsigned op)
{
    const rg_instruction in = {.op = (uint8_t)op, .d = 1, .a = 2, .b = 3};
    const unsigned digits = op == RG_OP_FEXP || op == RG_OP_FLOG ? 87 : 105;
    rg_instruction unary = in;
    uint32_t word;
    unary.a = 0;
    const rg_op_info *info = rg_op_lookup(op);
    assert_true(rg_encode(info->format == RG_FMT_U1 ? &unary : &in, 64, &word));
    rg_machine *m = wide_machine(256, word);
    mpfr_t a, b, g, f, fa, fb, got;
    mpfr_inits2(PRECISION, a, b, g, f, fa, fb, got, NULL);
    m->mode = RG_WITH_GRADIENT;
    rg_put_whole(m, &m->r[2], random_wide(random, 256));
    rg_put_whole(m, &m->r[3], random_wide(random, op == RG_OP_FEXP ? 136 : 256));
    rg_put_whole(m, &m->gr[1], random_wide(random, 380));
    number_of(a, m, &m->r[2]);
    number_of(b, m, &m->r[3]);
    number_of(g, m, &m->gr[1]);
    as_read(a);
    as_read(b);
    as_read(g);
    bool good = truth(op, a, b, f, fa, fb);
    const bool done = rg_machine_step(m) == RG_STEP_RETIRED;
    if (good && done) {
        number_of(got, m, &m->r[1]);
        good = close_to(got, f, digits, 128);
        mpfr_mul(fa, fa, g, MPFR_RNDN);
        mpfr_mul(fb, fb, g, MPFR_RNDN);
        mpfr_neg(fa, fa, MPFR_RNDN);
        mpfr_neg(fb, fb, MPFR_RNDN);
        number_of(got, m, &m->gr[3]);
        good = good && close_to(got, fb, digits, 256);
        number_of(got, m, &m->gr[2]);
        good = good && close_to(got, fa, digits, 256);
        if (!good)
            fail_msg("%s differs from MPFR", info->mnemonic);
    }
    mpfr_clears(a, b, g, f, fa, fb, got, NULL);
    rg_machine_free(m);
    return good && done;
}

/* v a / b of an empty bank is the nearest wide word, and so is g b / a of its gradient. */
static void multiply_divide_is_rounded_once(void **state)
{
    static const int64_t ratios[][2] = {{9, 10}, {-99, 100}, {7, -3}, {1, 524287}, {-5, -6}};
    rg_random random = {3};

    (void)state;
    for (unsigned n = 0; n < 500; n++) {
        const int64_t *by = ratios[n % 5];
        rg_machine *m = wide_machine(
            256, encoded((rg_instruction){
                     .op = RG_OP_MULDIV, .mode = RG_MODE_SET, .d = 1, .a = 2, .b = 3}));
        mpfr_t want, got;
        mpfr_inits2(PRECISION, want, got, NULL);
        rg_put_whole(m, &m->r[1], random_wide(&random, 240));
        rg_put_whole(m, &m->gr[1], random_wide(&random, 480));
        m->r[2] = by[0];
        m->r[3] = by[1];
        m->mode = RG_WITH_GRADIENT;
        for (unsigned gradient = 0; gradient < 2; gradient++) {
            number_of(want, m, gradient ? &m->gr[1] : &m->r[1]);
            mpfr_mul_si(want, want, by[gradient], MPFR_RNDN);
            mpfr_div_si(want, want, by[1 - gradient], MPFR_RNDN);
            mpfr_mul_2ui(want, want, gradient ? 256 : 128, MPFR_RNDN);
            if (gradient == 0)
                mpfr_swap(want, got);
        }
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
        for (unsigned gradient = 0; gradient < 2; gradient++) {
            mpfr_t off;
            mpfr_init2(off, PRECISION);
            number_of(off, m, gradient ? &m->gr[1] : &m->r[1]);
            mpfr_mul_2ui(off, off, gradient ? 256 : 128, MPFR_RNDN);
            mpfr_sub(off, off, gradient ? want : got, MPFR_RNDN);
            if (fabs(mpfr_get_d(off, MPFR_RNDA)) > 0.5)
                fail_msg("ratio %u is off by %g units", n % 5, mpfr_get_d(off, MPFR_RNDN));
            mpfr_clear(off);
        }
        mpfr_clears(want, got, NULL);
        rg_machine_free(m);
    }
}

/* A tangent, and that of a gradient, of one product whose numbers are far apart. */
static void tangents_of_a_product(void **state)
{
    const struct {
        unsigned r;
        double value, tangent, gradient, second;
    } start[] = {{1, 0, 0, 0x1p-90, 0x1p-60}, {2, 0x1p90, 0x1p-100, 0, 0}, {3, 3, 5, 0, 0}};
    rg_machine *m = wide_machine(256, w_u(RG_OP_FMUL, RG_MODE_ADD, 1, 2, 3));
    const rg_float_format value = rg_machine_format(m), derivative = rg_derivative_format(m);

    (void)state;
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
        put_number(m, &value, &m->r[start[i].r], start[i].value);
        put_number(m, &derivative, &m->tr[start[i].r], start[i].tangent);
        put_number(m, &derivative, &m->gr[start[i].r], start[i].gradient);
        put_number(m, &derivative, &m->tgr[start[i].r], start[i].second);
    }
    m->mode = RG_WITH_GRADIENT | RG_WITH_TANGENT;
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    /* t = ta b + a tb; ua -= u b + g tb; ub -= u a + g ta */
    expect_number(m, &m->tr[1], 3 * 0x1p-100 + 5 * 0x1p90);
    expect_number(m, &m->tgr[2], -(3 * 0x1p-60 + 5 * 0x1p-90));
    expect_number(m, &m->tgr[3], -(0x1p30 + 0x1p-190));
    expect_number(m, &m->gr[2], -3 * 0x1p-90);
    rg_machine_free(m);
}

static const unsigned functions[] = {RG_OP_FMUL, RG_OP_FDIV, RG_OP_FSQRT, RG_OP_FEXP, RG_OP_FLOG};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* How many of so many random operands could be compared. */
static unsigned compared(bool (*compare)(rg_random *random, unsigned op), rg_random *random,
                         unsigned op, unsigned times)
{
    unsigned count = 0;

    for (unsigned n = 0; n < times; n++)
        count += compare(random, op);
    return count;
}

static void values_and_cotangents_are_those_of_mpfr(void **state)
{
    rg_random random = {7};

    (void)state;
    for (size_t i = 0; i < FUNCTIONS; i++)
        assert_true(compared(agrees, &random, functions[i], 2000) >= 200);
}

/* Write by := of operands of any double, without gradients: what is there has 53 digits. */
static bool keeps_53_digits(rg_random *random, unsigned op)
{
    rg_instruction in = {.op = (uint8_t)op, .mode = RG_MODE_SET, .d = 1, .a = 2, .b = 3};
    uint32_t word;
    mpfr_t a, b, f, fa, fb, off;
    if (rg_op_lookup(op)->format == RG_FMT_U1)
        in.a = 0;
    assert_true(rg_encode(&in, 64, &word));
    rg_machine *m = wide_machine(256, word);
    mpfr_inits2(PRECISION, a, b, f, fa, fb, off, NULL);
    rg_put_whole(m, &m->r[2], random_number(m, random));
    rg_put_whole(m, &m->r[3], random_number(m, random));
    number_of(a, m, &m->r[2]);
    number_of(b, m, &m->r[3]);
    as_read(a);
    as_read(b);
    rg_machine *start = machine_like(m);
    bool good = truth(op, a, b, f, fa, fb) && rg_machine_step(m) == RG_STEP_RETIRED;
    if (good && mpfr_get_exp(f) > -1020) {
        number_of(off, m, &m->r[1]);
        mpfr_sub(off, off, f, MPFR_RNDN);
        mpfr_div(off, off, f, MPFR_RNDN);
        if (mpfr_number_p(off) && !mpfr_zero_p(off) && mpfr_get_exp(off) > -51)
            fail_msg("%s := loses digits", rg_op_lookup(op)->mnemonic);
        assert_true(m->valovf == 0);
    }
    if (good) {
        rg_machine_turn(m);
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
        rg_machine_turn(m);
        m->valovf = 0;
        assert_true(rg_machine_same_state(m, start));
    }
    mpfr_clears(a, b, f, fa, fb, off, NULL);
    rg_machine_free(start);
    rg_machine_free(m);
    return good;
}

static void what_is_written_once_keeps_its_digits(void **state)
{
    rg_random random = {5};

    (void)state;
    for (size_t i = 0; i < FUNCTIONS; i++)
        assert_true(compared(keeps_53_digits, &random, functions[i], 3000) >= 300);
}

/* A float word is no sum: nothing can be added to it, and what it was compared with is exact. */
static void float_words_are_compared_and_not_added_to(void **state)
{
    const rg_instruction order = {
        .op = RG_OP_LT, .d = 1, .a = 2, .b = 3, .kinds = RG_WIDE_OPERANDS};
    const double low[] = {-1e300, -1, -1e-40, -1e-41, 0, 1e-300, 1e-41, 1e-40, 0.5, 1e40, 1e41};
    enum { COUNT = sizeof low / sizeof low[0] };
    uint32_t word;

    (void)state;
    assert_true(rg_encode(&order, 64, &word));
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < COUNT; k++) {
            rg_machine *m = wide_machine(256, word);
            const rg_float_format format = rg_machine_format(m);
            for (unsigned r = 0; r < 2; r++) {
                uint64_t bits = 0;
                rg_wide_word wide;
                rg_ext x;
                if (low[r ? k : i] != 0)
                    memcpy(&bits, &low[r ? k : i], sizeof bits);
                assert_true(rg_float_decode(&format, bits, &x));
                if (rg_wide_expand(&format, x, &wide) != RG_FLOAT_EXACT)
                    wide = rg_float_held(m, bits);
                rg_put_whole(m, &m->r[2 + r], wide);
            }
            assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
            assert_int_equal(m->r[1], i < k);
            rg_machine_free(m);
        }
    rg_machine *m = wide_machine(256, w_u(RG_OP_FADD, RG_MODE_ADD, 1, 2, 3));
    rg_put_whole(m, &m->r[1], rg_float_held(m, UINT64_C(0x3000000000000001)));
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_DIRTY);
    rg_machine_free(m);
}

/* The marker of float words is met by no sum: neither the opposite of a number, nor one that =: is
 * to take from a float word that has its bits. */
static void numbers_are_not_taken_for_float_words(void **state)
{
    static const uint64_t bits = UINT64_C(0x3000000000000001);
    uint32_t word;

    (void)state;
    assert_true(rg_encode(&(rg_instruction){.op = RG_OP_NEG, .d = 1, .kinds = RG_WIDE_OPERANDS}, 64,
                          &word));
    rg_machine *m = wide_machine(256, word);
    rg_wide_word marked = rg_float_held(m, bits), opposite, half;
    assert_false(rg_wide_negate(256, marked, &opposite));
    rg_put_whole(m, &m->r[1], opposite);
    rg_machine *start = machine_like(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_OVERFLOW);
    assert_true(rg_machine_same_state(m, start));
    rg_machine_free(start);

    rg_machine_load(m, 1, w_u(RG_OP_FADD, RG_MODE_UNSET, 1, 2, 3));
    half = rg_wide_shift_left(rg_wide_of_int(-1), 254);
    assert_false(rg_wide_sub(256, marked, half, &opposite));
    rg_put_whole(m, &m->r[1], marked);
    rg_put_whole(m, &m->r[2], half);
    rg_put_whole(m, &m->r[3], opposite);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_DIRTY);
    rg_machine_free(m);
}

/* Sums, and products by 2^k, k >= 0, are exact, and so are their gradients. */
static void sums_are_exact(void **state)
{
    rg_random random = {11};
    uint32_t word;

    (void)state;
    for (unsigned n = 0; n < 2000; n++) {
        const bool twice = n % 2 != 0;
        const rg_instruction sum = {.op = RG_OP_FSUB, .d = 1, .a = 2, .b = 3},
                             times = {
                                 .op = RG_OP_FMUL, .d = 1, .a = 2, .immediate = true, .imm = 4};
        assert_true(rg_encode(twice ? &times : &sum, 64, &word));
        rg_machine *m = wide_machine(256, word);
        m->mode = RG_WITH_GRADIENT;
        const rg_wide_word a = random_wide(&random, 250), b = random_wide(&random, 250),
                           g = random_wide(&random, 500);
        rg_wide_word f, ga;
        rg_put_whole(m, &m->r[2], a);
        rg_put_whole(m, &m->r[3], b);
        rg_put_whole(m, &m->gr[1], g);
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
        if (twice)
            (void)rg_wide_scale(256, a, 2, &f);
        else
            (void)rg_wide_sub(256, a, b, &f);
        (void)rg_wide_scale(512, g, twice ? 2 : 0, &ga);
        (void)rg_wide_negate(512, ga, &ga);
        assert_int_equal(rg_wide_compare(rg_whole(m, &m->r[1]), f), 0);
        assert_int_equal(rg_wide_compare(rg_whole(m, &m->gr[2]), ga), 0);
        assert_int_equal(rg_wide_compare(rg_whole(m, &m->gr[3]), twice ? (rg_wide_word){{0}} : g),
                         0);
        rg_machine_free(m);
    }
}

/* A power of the Log of 2^(2^-127), which is one last place: k/16 of a last place is rounded once.
 */
static void logarithms_below_a_last_place_are_rounded_once(void **state)
{
    (void)state;
    for (int64_t k = -50; k <= 50; k++) {
        rg_machine *m = wide_machine(256, w_u(RG_OP_LPOW, RG_MODE_ADD, 1, 2, 3));
        const rg_float_format format = rg_machine_format(m);
        rg_wide_word n;
        (void)rg_wide_of_fixed(&format, k, 4, &n);
        rg_put_whole(m, &m->r[2], rg_wide_of_int(2));
        rg_put_whole(m, &m->r[3], n);
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
        assert_int_equal(m->r[1], 2 * (int64_t)nearbyint((double)k / 16));
        rg_machine_free(m);
    }
}

/* Both operands are one word: the shares of its gradient come and go in opposite orders, so that
 * the sums in between fit both ways. */
static void shares_of_one_word_leave_as_they_came(void **state)
{
    rg_machine *m = wide_machine(256, w_u(RG_OP_FSUB, RG_MODE_ADD, 1, 2, 2));
    rg_wide_word most, one;

    (void)state;
    (void)rg_wide_scale(RG_WIDE_BITS, rg_wide_of_int(-1), 511, &most);
    (void)rg_wide_sub(RG_WIDE_BITS, rg_wide_of_int(-1), most, &most);
    (void)rg_wide_scale(RG_WIDE_BITS, rg_wide_of_int(1), 256, &one);
    rg_put_whole(m, &m->gr[1], one);
    rg_put_whole(m, &m->gr[2], most);
    m->mode = RG_WITH_GRADIENT;
    rg_machine *start = machine_like(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    rg_machine_turn(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
    rg_machine_turn(m);
    assert_true(rg_machine_same_state(m, start));
    rg_machine_free(start);
    rg_machine_free(m);
}

/* 1 / t and its kin: the gradient of a float word t has all digits where g t does, whatever t is.
 * What went to a word of one size comes back from it. */
static void gradients_of_float_words_keep_their_digits(void **state)
{
    rg_random random = {13};
    mpfr_t t, g, got;

    (void)state;
    mpfr_inits2(PRECISION, t, g, got, NULL);
    for (unsigned n = 0; n < 2000; n++) {
        rg_machine *m = wide_machine(256, w_u(RG_OP_FLOG, RG_MODE_ADD, 1, 0, 2));
        const int64_t bits = random_float(&random, 900) & INT64_MAX;
        const rg_float_format format = rg_machine_format(m);
        rg_wide_word word;
        rg_ext x;
        m->mode = RG_WITH_GRADIENT;
        assert_true(rg_float_decode(&format, (uint64_t)bits, &x));
        if (rg_wide_expand(&format, x, &word) != RG_FLOAT_EXACT)
            word = rg_float_held(m, (uint64_t)bits);
        rg_put_whole(m, &m->r[2], word);
        rg_limb_write(m, &m->gr[1], 2, 3); /* 3 */
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
        number_of(t, m, &m->r[2]);
        mpfr_ui_div(g, 3, t, MPFR_RNDN);
        mpfr_neg(g, g, MPFR_RNDN);
        const int64_t read = rg_float_read(m, &m->gr[2]);
        double gradient;
        memcpy(&gradient, &read, sizeof gradient);
        mpfr_set_d(got, gradient, MPFR_RNDN);
        assert_true(close_to(got, g, 52, 1100));
        rg_machine_turn(m);
        assert_int_equal(rg_machine_step(m), RG_STEP_RETIRED);
        assert_true(rg_wide_is_zero(rg_whole(m, &m->gr[2])));
        rg_machine_free(m);
    }
    mpfr_clears(t, g, got, NULL);
}

/* ---- what is refused ---- */

static unsigned trap_of(unsigned bits, uint32_t word, unsigned mode)
{
    rg_machine *m = wide_machine(bits, word);

    m->mode = mode;
    (void)rg_machine_step(m);
    const unsigned trap = m->trap;
    rg_machine_free(m);
    return trap;
}

static void what_is_not_there_is_illegal(void **state)
{
    const rg_instruction constant = {.op = RG_OP_FADD, .d = 1, .a = 2, .b = 3, .kinds = RG_FLOAT_B},
                         order = {
                             .op = RG_OP_LT, .d = 1, .a = 2, .b = 3, .kinds = RG_WIDE_OPERANDS};
    uint32_t word;

    (void)state;
    assert_true(rg_encode(&constant, 64, &word));
    assert_int_equal(trap_of(0, word, 0), RG_TRAP_ILLEGAL);
    assert_int_equal(trap_of(256, word, 0), 0);
    assert_true(rg_encode(&order, 64, &word));
    assert_int_equal(trap_of(0, word, 0), RG_TRAP_ILLEGAL);
    assert_int_equal(trap_of(256, word, 0), 0);
    const rg_instruction log = {.op = RG_OP_LADD2, .d = 1, .a = 2, .b = 3, .kinds = RG_FLOAT_B};
    assert_false(rg_encode(&log, 64, &word)); /* a Log is no float word */
}

static void what_does_not_fit_traps(void **state)
{
    rg_machine *m = wide_machine(256, w_u(RG_OP_FMUL, RG_MODE_ADD, 1, 2, 3));
    const rg_float_format format = rg_machine_format(m);
    rg_wide_word x;

    (void)state;
    (void)rg_wide_scale(256, rg_wide_of_int(1), 230, &x);
    rg_put_whole(m, &m->r[2], x);
    rg_put_whole(m, &m->r[3], x);
    rg_machine *start = machine_like(m);
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_OVERFLOW);
    assert_true(rg_machine_same_state(m, start));
    rg_machine_load(m, 1, w_u(RG_OP_FDIV, RG_MODE_ADD, 1, 2, 5));
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_DIVZERO);
    (void)rg_wide_of_fixed(&format, -1, 0, &x);
    rg_put_whole(m, &m->r[3], x);
    rg_machine_load(m, 1, w_u(RG_OP_FLOG, RG_MODE_ADD, 1, 0, 3));
    assert_int_equal(rg_machine_step(m), RG_STEP_TRAP);
    assert_int_equal(m->trap, RG_TRAP_DOMAIN);
    rg_machine_free(start);
    rg_machine_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_256_bits_are_undone),
        cmocka_unit_test(steps_of_128_bits_are_undone),
        cmocka_unit_test(values_and_cotangents_are_those_of_mpfr),
        cmocka_unit_test(tangents_of_a_product),
        cmocka_unit_test(multiply_divide_is_rounded_once),
        cmocka_unit_test(what_is_written_once_keeps_its_digits),
        cmocka_unit_test(float_words_are_compared_and_not_added_to),
        cmocka_unit_test(numbers_are_not_taken_for_float_words),
        cmocka_unit_test(sums_are_exact),
        cmocka_unit_test(logarithms_below_a_last_place_are_rounded_once),
        cmocka_unit_test(gradients_of_float_words_keep_their_digits),
        cmocka_unit_test(shares_of_one_word_leave_as_they_came),
        cmocka_unit_test(what_is_not_there_is_illegal),
        cmocka_unit_test(what_does_not_fit_traps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
