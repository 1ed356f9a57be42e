/* float.c: updates of wide words: f is a function of what is read, exact where it can be, else of
 * float words; what is added to a target is a wide word. */
#include "sim/fast/float_update.h"
#include "sim/fast/tangent.h"

#include <string.h>

enum { ALL_DIGITS = 128 }; /* of a number before it is rounded */

/* Between 2^(bits - 2) and 2^(bits - 1), of either sign; a function of x. */
static int64_t noise(rg_ext x, unsigned bits)
{
    uint64_t h = (uint64_t)x.digits ^ (uint64_t)(x.digits >> 64) * UINT64_C(0x9e3779b97f4a7c15)
                 ^ (uint64_t)(int64_t)x.exponent << 32 ^ bits;

    h = (h ^ h >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 29) * UINT64_C(0x94d049bb133111eb);
    h ^= h >> 32;
    const int64_t least = INT64_C(1) << bits >> 2;
    const int64_t size = least + (int64_t)(h >> 1) % (least + 1);
    return h & 1 ? size : -size;
}

/* x of so many digits with noise that changes the last `bits` of them. */
static rg_ext disturbed(rg_ext x, unsigned digits, unsigned bits)
{
    const unsigned most = digits - 1 < bits ? digits - 1 : bits;
    const int32_t last = x.exponent + 1 - (int32_t)digits;

    if (most == 0)
        return x;
    return rg_ext_shorten(rg_ext_add(x, rg_ext_scale(rg_ext_of_int(noise(x, most)), last)),
                          digits < ALL_DIGITS ? digits : ALL_DIGITS - 1);
}

rg_ext rg_float_kept(unsigned coarser, rg_ext x, int64_t kept)
{
    const bool all = kept >= ALL_DIGITS; /* then the last digit says whether some were cut off */
    const unsigned digits = all ? ALL_DIGITS : kept < 1 ? 1 : (unsigned)kept;
    const rg_ext fine = all ? x : rg_ext_shorten(x, digits);

    if (coarser == 0 || (all ? (x.digits & 1) == 0 : kept > 0 && rg_ext_compare(fine, x) == 0))
        return fine;
    return rg_ext_is_zero(fine) ? fine : disturbed(fine, digits, coarser);
}

/* Digits of x in front of the last place of a wide word. */
static int64_t places(const rg_float_format *format, rg_ext x)
{
    return (int64_t)x.exponent + 1 + format->frac;
}

rg_ext rg_float_added(const rg_float_format *format, unsigned coarser, rg_ext x, unsigned digits)
{
    const int64_t before = places(format, x);

    if (before <= 0 && !rg_ext_is_zero(x))
        return coarser ? rg_ext_scale(rg_ext_of_int(x.negative ? -1 : 1), -(int)format->frac) : x;
    return rg_float_kept(coarser, x, before < digits ? before : digits);
}

static rg_ext added(const rg_float_update *u, rg_ext x, unsigned digits)
{
    return rg_float_added(&u->format, u->coarser, x, digits);
}

rg_ext rg_float_derivative(const rg_float_update *u, rg_ext x)
{
    const unsigned q = u->derivative.q;
    const int64_t before = places(&u->derivative, x);

    return rg_float_kept(u->coarser, x, u->coarser && before < q ? before : q);
}

/* A wide word as a function reads it, and as a float word. */
static void read_wide(const rg_float_format *format, unsigned coarser, rg_float_operand *n)
{
    const rg_ext x = rg_wide_extended(format, n->word);

    n->x = rg_float_kept(coarser, x, format->q);
    (void)rg_float_round(format, x, &n->bits);
}

static rg_float_operand of_integer(int64_t n)
{
    return (rg_float_operand){.constant = true, .bits = (uint64_t)n, .x = rg_ext_of_int(n)};
}

static rg_float_operand of_word(const rg_machine *m, const rg_float_format *format,
                                unsigned coarser, const int64_t *word, bool is_float)
{
    rg_float_operand n = {.constant = is_float};

    n.word = rg_whole(m, word);
    if (!is_float && !rg_holds_float(m, n.word)) {
        read_wide(format, coarser, &n);
        return n;
    }
    n.bits = (uint64_t)*word;
    n.scale = is_float ? 0 : rg_scale_of(m, n.word);
    n.word = (rg_wide_word){{0}};
    if (rg_float_decode(format, n.bits, &n.x)) {
        const enum rg_float_status status = rg_wide_expand(format, n.x, &n.word);
        n.apart = status != RG_FLOAT_EXACT;
        n.huge = status == RG_FLOAT_OVERFLOW;
    }
    return n;
}

static rg_float_operand of_immediate(const rg_float_format *format, const rg_decoded *d)
{
    rg_float_operand n = of_integer(d->in.imm);

    if (d->info->bk == RG_BK_L) { /* no constant, so that a Log of few bits is none */
        n = rg_float_log_operand(format, 0, rg_wide_of_int(d->in.imm));
        return n;
    }
    if (d->info->bk != RG_BK_F)
        return n;
    (void)rg_wide_of_fixed(format, d->in.imm, 0, &n.word);
    read_wide(format, 0, &n);
    return n;
}

/* The derivatives of an operand that has some. */
static void activate(rg_float_operand *x, const rg_word_pointers *words)
{
    x->gradient = words->g;
    x->tangent = words->t;
    x->gradient_tangent = words->u;
}

static void take_operands(rg_machine *m, const rg_decoded *d, const rg_operands *w,
                          rg_float_update *u)
{
    if (d->info->format == RG_FMT_U || d->info->format == RG_FMT_W) {
        u->a = u->log ? rg_float_log_operand(&u->format, u->coarser, rg_whole(m, w->a.v))
                      : of_word(m, &u->format, u->coarser, w->a.v, d->in.kinds & RG_FLOAT_A);
        if (!u->a.constant && d->info->ga[0])
            activate(&u->a, &w->a);
    }
    if (d->in.immediate) {
        u->b = of_immediate(&u->format, d);
    } else if (d->info->bk == RG_BK_I) {
        u->b = of_integer(*w->b.v);
    } else {
        u->b = d->info->bk == RG_BK_L
                   ? rg_float_log_operand(&u->format, u->coarser, rg_whole(m, w->b.v))
                   : of_word(m, &u->format, u->coarser, w->b.v, d->in.kinds & RG_FLOAT_B);
        if (!u->b.constant && d->info->gb[0])
            activate(&u->b, &w->b);
    }
    if (d->in.op == RG_OP_LTOF)
        u->a.x = rg_float_log_sign(u->b.word);
}

/* x is 2^*k or -2^*k. */
static bool power_of_two(const rg_float_update *u, const rg_float_operand *x, int *k,
                         bool *negative)
{
    rg_ext e;

    if (!x->constant || !rg_float_decode(&u->format, x->bits, &e) || rg_ext_is_zero(e)
        || e.digits << 1 != 0)
        return false;
    *k = e.exponent;
    *negative = e.negative;
    return true;
}

/* +-x 2^k, rounded once; true where it does not fit. */
static bool scaled(const rg_float_update *u, rg_wide_word x, int k, bool negative, rg_wide_word *to)
{
    const bool over = rg_wide_scale(u->format.w, x, k, to);

    return negative ? rg_wide_negate(u->format.w, *to, to) || over : over;
}

unsigned rg_float_few_of(rg_wide_word x, int k)
{
    const unsigned bits = RG_WIDE_BITS - rg_wide_leading_zeros(rg_wide_magnitude(x));

    if (k >= 0 || bits == 0 || (int)bits + k >= RG_FEW_DIGITS)
        return 0;
    rg_wide_word back;
    (void)rg_wide_scale(RG_WIDE_BITS, x, k, &back);
    return rg_wide_scale(RG_WIDE_BITS, back, -k, &back) || rg_wide_compare(back, x) != 0;
}

/* Whether x 2^k has fewer digits than a float word would have. */
static bool loses(rg_wide_word x, int k)
{
    enum { SIGNIFICAND = 53 };
    const unsigned bits = RG_WIDE_BITS - rg_wide_leading_zeros(rg_wide_magnitude(x));

    if (k >= 0 || bits == 0 || (int)bits + k > SIGNIFICAND)
        return false;
    rg_wide_word back;
    (void)rg_wide_scale(RG_WIDE_BITS, x, k, &back);
    return rg_wide_scale(RG_WIDE_BITS, back, -k, &back) || rg_wide_compare(back, x) != 0;
}

/* Order of two numbers. Where they round to one wide word both are float words. */
static int order_of(const rg_float_format *format, const rg_float_operand *a,
                    const rg_float_operand *b)
{
    rg_ext x, y;

    if (!a->apart && !b->apart)
        return rg_wide_compare(a->word, b->word);
    if (!a->huge && !b->huge && rg_wide_compare(a->word, b->word) != 0)
        return rg_wide_compare(a->word, b->word);
    (void)rg_float_decode(format, a->bits, &x);
    (void)rg_float_decode(format, b->bits, &y);
    return rg_ext_compare(x, y);
}

/* Whether an exact sum is better made of float words: it has fewer digits than these. */
static bool better_apart(const rg_float_update *u)
{
    enum { SIGNIFICAND = 53 };
    const unsigned bits = RG_WIDE_BITS - rg_wide_leading_zeros(rg_wide_magnitude(u->f));

    return (u->a.apart || u->b.apart) && bits <= SIGNIFICAND;
}

static rg_float_share of_target(int k, bool negative)
{
    return (rg_float_share){.kind = RG_SHARE_OF_TARGET, .k = k, .negative = negative};
}

/* f = x 2^k, k < 0: where that is rounded it is disturbed. */
static void scale_coarser(rg_float_update *u, rg_wide_word x, int k)
{
    rg_wide_word back;

    (void)rg_wide_scale(RG_WIDE_BITS, u->f, -k, &back);
    if (rg_wide_compare(rg_wide_magnitude(back), rg_wide_magnitude(x)) == 0)
        return;
    const rg_ext number = rg_wide_extended(&u->format, u->f);
    if (places(&u->format, number) > u->coarser)
        (void)rg_wide_add(u->format.w, u->f, rg_wide_of_int(noise(number, u->coarser)), &u->f);
}

/* Products and quotients by 2^k: exact for k >= 0, and so are their cotangents. */
static bool scale(rg_float_update *u, unsigned *trap)
{
    bool negative = false, a_scales = false;
    int k = 0;

    if ((u->op != RG_OP_FMUL && u->op != RG_OP_FDIV)
        || (!power_of_two(u, &u->b, &k, &negative)
            && !(a_scales = u->op == RG_OP_FMUL && power_of_two(u, &u->a, &k, &negative))))
        return false;
    k = u->op == RG_OP_FDIV ? -k : k;
    const rg_float_operand *x = a_scales ? &u->b : &u->a;
    if (x->constant || x->apart)
        return false;
    *trap = scaled(u, x->word, k, negative, &u->f) ? RG_TRAP_OVERFLOW : 0;
    if (u->ancilla && (*trap || loses(x->word, k))) { /* a float word loses nothing */
        *trap = 0;
        return false;
    }
    if (u->coarser && k < 0)
        scale_coarser(u, x->word, k);
    u->few = rg_float_few_of(x->word, k);
    *(a_scales ? &u->to_b : &u->to_a) = of_target(k, negative);
    return true;
}

/* f is that number; true where it does not fit. */
static bool choose(rg_float_update *u, const rg_float_operand *x)
{
    rg_ext e;

    u->f = x->word;
    u->apart = u->ancilla && x->apart;
    u->bits = x->bits;
    if (u->apart || !x->apart)
        return false;
    (void)rg_float_decode(&u->format, x->bits, &e);
    if (u->coarser)
        e = added(u, e, u->format.p);
    const enum rg_float_status status = rg_wide_expand(&u->format, e, &u->f);
    u->few = status == RG_FLOAT_FEW;
    return status == RG_FLOAT_OVERFLOW;
}

/* What is a sum, a choice or a move of wide words. */
static bool exact(rg_float_update *u, unsigned *trap)
{
    const int order = order_of(&u->format, &u->a, &u->b);
    const rg_float_share same = of_target(0, false), opposite = of_target(0, true), nothing = {0};
    const rg_float_operand *chosen = NULL;
    bool over = false;

    switch (u->op) {
    case RG_OP_FMOV:
        chosen = &u->b;
        u->to_b = same;
        break;
    case RG_OP_FADD:
        over = rg_wide_add(u->format.w, u->a.word, u->b.word, &u->f);
        u->to_a = u->to_b = same;
        break;
    case RG_OP_FSUB:
        over = rg_wide_sub(u->format.w, u->a.word, u->b.word, &u->f);
        u->to_a = same;
        u->to_b = opposite;
        break;
    case RG_OP_FMIN:
        chosen = order < 0 ? &u->a : &u->b;
        u->to_a = order < 0 ? same : nothing;
        u->to_b = order < 0 ? nothing : same;
        break;
    case RG_OP_FMAX:
        chosen = order > 0 ? &u->a : &u->b;
        u->to_a = order > 0 ? same : nothing;
        u->to_b = order > 0 ? nothing : same;
        break;
    case RG_OP_FABS: {
        const bool negative = u->b.apart ? u->b.bits >> 63 != 0 : rg_wide_negative(u->b.word);
        u->to_b = negative ? opposite : !u->b.apart && rg_wide_is_zero(u->b.word) ? nothing : same;
        if (negative)
            over = rg_wide_negate(u->format.w, u->b.word, &u->b.word);
        u->b.bits &= ~(UINT64_C(1) << 63);
        chosen = &u->b;
        break;
    }
    case RG_OP_ITOF: over = rg_wide_of_fixed(&u->format, (int64_t)u->b.bits, 0, &u->f); break;
    default: return false;
    }
    if (chosen)
        over = choose(u, chosen) || over;
    else if (u->a.huge || u->b.huge || (u->ancilla && (over || better_apart(u))))
        return false;
    *trap = over ? RG_TRAP_OVERFLOW : 0;
    return true;
}

static bool is_apart(const rg_float_update *u, uint64_t bits)
{
    rg_wide_word word;
    rg_ext x;

    (void)rg_float_decode(&u->format, bits, &x);
    return rg_wide_expand(&u->format, x, &word) != RG_FLOAT_EXACT;
}

static unsigned evaluate(rg_float_update *u)
{
    rg_float_numbers in = {.op = u->op, .grad = u->active, .a = u->a.x, .b = u->b.x};
    rg_float_out out;
    unsigned trap = 0;

    if (u->log)
        return rg_float_log_evaluate(u);
    if (u->to_fixed) {
        u->to_b = of_target(0, false);
        return rg_float_to_fixed(u);
    }
    if (exact(u, &trap) || scale(u, &trap))
        return trap;
    in.g = rg_float_kept(u->coarser, rg_wide_extended(&u->derivative, u->g), u->derivative.q);
    rg_float_eval_numbers(&u->format, &in, &out);
    if (out.trap)
        return out.trap;
    u->few = out.few;
    u->bits = out.f;
    if (u->coarser)
        (void)rg_float_round(&u->format, rg_float_kept(u->coarser, out.whole, u->format.p),
                             &u->bits);
    if (u->ancilla && (u->apart = is_apart(u, u->bits))) {
        ;    /* all digits of the float word are kept */
    } else { /* a product of all digits there are, so a sum of products needs no other accumulator
              */
        const unsigned digits = u->op == RG_OP_FMUL ? ALL_DIGITS : out.digits;
        const rg_ext f = u->coarser             ? added(u, out.whole, digits)
                         : digits == ALL_DIGITS ? out.whole
                                                : out.value;
        const enum rg_float_status status = rg_wide_expand(&u->format, f, &u->f);
        u->few = status == RG_FLOAT_FEW;
        trap = status == RG_FLOAT_OVERFLOW ? RG_TRAP_OVERFLOW : 0;
    }
    u->to_a = (rg_float_share){.kind = RG_SHARE_ROUNDED, .x = out.ga};
    u->to_b = (rg_float_share){.kind = RG_SHARE_ROUNDED, .x = out.gb};
    return trap;
}

int rg_float_target_scale(const rg_float_update *u)
{
    rg_ext f;

    return u->apart && rg_float_decode(&u->format, u->bits, &f) ? f.exponent : 0;
}

/* A share as a word in the units of that operand's gradient; true where it does not fit. */
static bool share_word(rg_float_update *u, const rg_float_share *s, const rg_float_operand *of,
                       rg_wide_word *word)
{
    const int k = of->scale - rg_float_target_scale(u);

    *word = (rg_wide_word){{0}};
    if (!of->gradient || s->kind == RG_SHARE_NONE)
        return false;
    if (s->kind == RG_SHARE_OF_TARGET) {
        u->grad_few += rg_float_few_of(u->g, s->k + k);
        const bool over = rg_wide_scale(u->derivative.w, u->g, s->k + k, word);
        return (s->negative && rg_wide_negate(u->derivative.w, *word, word)) || over;
    }
    const rg_ext x = rg_float_derivative(u, rg_ext_scale(s->x, k));
    const enum rg_float_status status = rg_wide_expand(&u->derivative, x, word);
    u->grad_few += status == RG_FLOAT_FEW;
    return status == RG_FLOAT_OVERFLOW;
}

/* The new gradients of the operands; true where one does not fit. Where both are one word the step
 * back adds in the opposite order, as in update.c. */
static bool combine_gradients(const rg_machine *m, rg_float_update *u)
{
    const bool same = u->a.gradient && u->a.gradient == u->b.gradient;
    const unsigned w = u->derivative.w;
    bool over = share_word(u, &u->to_a, &u->a, &u->da);

    over = share_word(u, &u->to_b, &u->b, &u->db) || over;
    if (u->a.gradient)
        u->ga = rg_whole(m, u->a.gradient);
    if (u->b.gradient)
        u->gb = rg_whole(m, u->b.gradient);
    if (same && u->minus) {
        over = rg_wide_add(w, u->gb, u->db, &u->gb) || over;
        over = rg_wide_add(w, u->gb, u->da, &u->gb) || over;
        u->ga = u->gb;
        return over;
    }
    if (u->a.gradient)
        over =
            (u->minus ? rg_wide_add(w, u->ga, u->da, &u->ga) : rg_wide_sub(w, u->ga, u->da, &u->ga))
            || over;
    if (same)
        u->gb = u->ga;
    if (u->b.gradient)
        over =
            (u->minus ? rg_wide_add(w, u->gb, u->db, &u->gb) : rg_wide_sub(w, u->gb, u->db, &u->gb))
            || over;
    if (same)
        u->ga = u->gb;
    return over;
}

/* What is moved. */
static void take_word(rg_machine *m, rg_float_update *u, const rg_word_pointers *words)
{
    u->b = u->log ? rg_float_log_operand(&u->format, u->coarser, rg_whole(m, words->v))
                  : of_word(m, &u->format, u->coarser, words->v, false);
    activate(&u->b, words);
}

/* A word of the target's kind as a trap shows it. */
static int64_t shown(const rg_float_update *u, rg_wide_word word)
{
    uint64_t bits;

    if (u->log)
        return (int64_t)rg_float_log_shown(&u->format, word);
    (void)rg_wide_read(&u->format, word, &bits);
    return (int64_t)bits;
}

/* What the trap of a function of Logs shows: B; or A where it does not fit and B is no Log. */
static int64_t offending(const rg_float_update *u, const rg_decoded *d, unsigned trap)
{
    if (d->info->bk == RG_BK_L)
        return shown(u, u->b.word);
    return trap == RG_TRAP_OVERFLOW ? shown(u, u->a.word) : (int64_t)u->b.bits;
}

/* Find target, operands and f: 0 or a trap. */
static unsigned prepare(rg_machine *m, const rg_decoded *d, const rg_operands *w,
                        rg_float_update *u)
{
    size_t at = 0;
    unsigned trap = 0;
    const bool moves = d->info->format == RG_FMT_LD || d->info->format == RG_FMT_ST;

    rg_word_pointers target = w->d;
    if (moves && rg_effective(m, d, &at))
        return RG_TRAP_ADDRESS;
    if (d->info->format == RG_FMT_LD) {
        take_word(m, u, &(rg_word_pointers){&m->m[at], &m->gm[at], &m->tm[at], &m->tgm[at]});
    } else if (d->info->format == RG_FMT_ST) {
        take_word(m, u, &w->d);
        target = (rg_word_pointers){&m->m[at], &m->gm[at], &m->tm[at], &m->tgm[at]};
    } else if (d->info->format == RG_FMT_WO) {
        take_word(m, u, &(rg_word_pointers){m->w, m->gw, m->tw, m->tgw});
    } else {
        take_operands(m, d, w, u);
    }
    u->target = target.v;
    u->gradient = target.g;
    u->tangent = target.t;
    u->gradient_tangent = target.u;
    u->op = moves && u->log                         ? (unsigned)RG_OP_LMUL
            : moves || d->info->format == RG_FMT_WO ? (unsigned)RG_OP_FMOV
            : d->info->format == RG_FMT_W           ? (unsigned)RG_OP_FMUL
                                                    : d->in.op;
    if (u->active && u->ancilla) {
        u->fate = rg_ancilla_fate(m, u->minus);
        trap = rg_ancilla_space(m, u->fate);
    }
    if (trap)
        return trap;
    if (u->active)
        u->g = rg_whole(m, u->fate == RG_FATE_POP ? &m->kept[m->kept_count - 1] : u->gradient);
    m->trap_info = (int64_t)u->b.bits;
    trap = evaluate(u);
    if (trap && u->log)
        m->trap_info = offending(u, d, trap);
    return trap;
}

/* A float word is written over 0, and is taken back by itself alone: a sum that has its bits is
 * none, and could not be written again. */
static bool write_once(rg_machine *m, rg_float_update *u, rg_wide_word old, rg_wide_word f)
{
    const rg_wide_word zero = {{0}};

    u->result = u->minus ? zero : f;
    m->trap_info = rg_holds_float(m, old) ? (int64_t)old.limb[0] : (int64_t)u->bits;
    return u->ancilla && u->apart && rg_wide_compare(old, u->minus ? f : zero) == 0;
}

/* The new value of the target: 0 or a trap. */
static unsigned combine(rg_machine *m, rg_float_update *u)
{
    const rg_wide_word old = rg_whole(m, u->target);
    bool over = u->minus ? rg_wide_sub(u->format.w, old, u->f, &u->result)
                         : rg_wide_add(u->format.w, old, u->f, &u->result);

    if (u->log) {
        over = rg_float_log_combine(m, u, old);
    } else if (u->bits_change) {
        for (unsigned k = 0; k < RG_WIDE_LIMBS; k++)
            u->result.limb[k] = old.limb[k] ^ u->f.limb[k];
        over = rg_beyond_wide(m, old) || rg_beyond_wide(m, u->result);
    } else if (u->apart || rg_holds_float(m, old)) {
        const rg_wide_word f = u->apart ? rg_float_held(m, u->bits) : u->f;
        if (!write_once(m, u, old, f))
            return RG_TRAP_DIRTY;
        over = false;
    } else {
        over = over || rg_beyond_wide(m, u->result)
               || (u->fixed_target /* both, so that each sum that is made can be taken back */
                   && (rg_float_beyond_fixed(u, old) || rg_float_beyond_fixed(u, u->result)));
    }
    if (over || (u->active && combine_gradients(m, u))) {
        m->trap_info = shown(u, u->f);
        return RG_TRAP_OVERFLOW;
    }
    const rg_wide_word zero = u->minus ? u->result : old;
    if (u->ancilla && !rg_wide_is_zero(zero)) {
        m->trap_info = shown(u, zero);
        return RG_TRAP_DIRTY;
    }
    return rg_ancilla_dirty_whole(m, u->fate, u->gradient);
}

static void commit_gradients(rg_machine *m, const rg_float_update *u)
{
    if (u->fate == RG_FATE_POP)
        rg_ancilla_commit(m, u->fate, u->gradient);
    if (u->a.gradient)
        rg_put_whole(m, u->a.gradient, u->ga);
    if (u->b.gradient)
        rg_put_whole(m, u->b.gradient, u->gb);
    if (u->fate != RG_FATE_POP)
        rg_ancilla_commit(m, u->fate, u->gradient);
}

unsigned rg_exec_float(rg_machine *m, const rg_decoded *d, const rg_operands *w)
{
    const unsigned mode = d->in.mode;
    rg_float_update u = {
        .format = rg_machine_format(m),
        .derivative = rg_derivative_format(m),
        .minus = (mode == RG_MODE_SUB || mode == RG_MODE_UNSET || mode == RG_MODE_STREAM_SUB)
                     != m->backward
                 && mode != RG_MODE_XOR,
        .bits_change = mode == RG_MODE_XOR,
        .to_fixed = d->in.op == RG_OP_FMOV && d->in.kinds & RG_TO_FIXED,
        .fixed_target = d->in.op == RG_OP_FMOV && d->in.kinds & RG_FIXED_TARGET,
        .fixed_frac = m->config.num.frac,
        .fixed_bits = m->config.num.xlen,
        .log = d->info->kind == RG_KIND_LOG,
        .ancilla = mode == RG_MODE_SET || mode == RG_MODE_UNSET,
        .active = rg_gradient_mode(m) && mode != RG_MODE_XOR,
        .coarser = rg_coarser(m)};
    u.dual = rg_tangent_mode(m) && mode != RG_MODE_XOR;
    u.both = rg_both_mode(m);
    unsigned trap = prepare(m, d, w, &u);

    if (!trap)
        trap = combine(m, &u);
    if (!trap && rg_tangent_mode(m))
        trap = rg_float_tangents(m, &u);
    if (trap)
        return trap;
    rg_put_whole(m, u.target, u.result);
    rg_count_value_overflows(m, u.few);
    rg_count_gradient_overflows(m, u.grad_few);
    if (u.active)
        commit_gradients(m, &u);
    if (rg_tangent_mode(m))
        rg_float_tangents_commit(m, &u);
    rg_count_traffic(m, d->in.op, u.active,
                     u.active && u.ancilla && (u.minus || u.fate == RG_FATE_POP));
    if (d->info->format == RG_FMT_LD || d->info->format == RG_FMT_ST)
        rg_count_tangents(m, d->in.op, u.dual, u.active && u.ancilla && u.minus,
                          u.ancilla && d->info->format == RG_FMT_ST);
    return 0;
}

unsigned rg_exec_float_product(rg_machine *m, const rg_decoded *d, const rg_operands *w)
{
    rg_operands words = *w;

    words.d = (rg_word_pointers){&m->w[0], &m->gw[0], &m->tw[0], &m->tgw[0]};
    return rg_exec_float(m, d, &words);
}

static enum rg_float_rounding rounding_of(unsigned op)
{
    return op == RG_OP_FLOOR   ? RG_ROUND_FLOOR
           : op == RG_OP_CEIL  ? RG_ROUND_CEIL
           : op == RG_OP_ROUND ? RG_ROUND_NEAREST
                               : RG_ROUND_TRUNC;
}

/* What a number too small for a wide word is rounded as. */
static rg_wide_word next_to_zero(const rg_float_operand *x)
{
    rg_wide_word least = rg_wide_of_int(1);

    if (x->bits >> 63)
        (void)rg_wide_negate(RG_WIDE_BITS, least, &least);
    return least;
}

unsigned rg_float_compare(rg_machine *m, const rg_decoded *d, const rg_operands *w, rg_num_in *arg,
                          int64_t *f, bool *done)
{
    const rg_float_format format = rg_machine_format(m);
    const bool rounds = d->info->bk == RG_BK_F;
    const rg_wide_word zero = {{0}};

    *done = rounds;
    if (!rounds && !(d->in.kinds & RG_WIDE_OPERANDS))
        return 0;
    const rg_float_operand b = d->in.immediate
                                   ? of_immediate(&format, d)
                                   : of_word(m, &format, 0, w->b.v, d->in.kinds & RG_FLOAT_B);
    if (rounds) {
        const enum rg_float_status status =
            b.huge ? RG_FLOAT_OVERFLOW
                   : rg_wide_to_fixed(&format, b.apart ? next_to_zero(&b) : b.word, 0,
                                      rounding_of(d->in.op), f);
        m->trap_info = (int64_t)b.bits;
        return status == RG_FLOAT_OVERFLOW ? RG_TRAP_OVERFLOW : 0;
    }
    if (d->info->format == RG_FMT_U1) {
        arg->b = b.apart ? (b.bits >> 63 ? -1 : 1) : rg_wide_compare(b.word, zero);
        return 0;
    }
    const rg_float_operand a = of_word(m, &format, 0, w->a.v, d->in.kinds & RG_FLOAT_A);
    arg->a = order_of(&format, &a, &b);
    arg->b = 0;
    return 0;
}

int rg_float_assert_order(const rg_machine *m, const rg_decoded *d)
{
    const rg_float_format format = rg_machine_format(m);

    const rg_float_operand x = of_word(m, &format, 0, &m->r[d->in.d], false),
                           y = of_word(m, &format, 0, &m->r[d->in.b], d->in.kinds & RG_FLOAT_B);

    return order_of(&format, &x, &y);
}
