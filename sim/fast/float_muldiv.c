/* float_muldiv.c: multiply-divide of a wide word with its bank of remainders: the map of
 * docs/reference/numerics.md on words of 256 bits, and of 512 for the gradient. */
#include <string.h>

#include "isa/num/code.h"
#include "sim/fast/float.h"
#include "sim/fast/float_bank.h"

__extension__ typedef __int128 i128;
__extension__ typedef unsigned __int128 u128;

/* An integer in two's complement with room for a word of 512 bits times one of 64. */
enum { LIMBS = RG_WIDE_LIMBS + 2 };
typedef struct {
    uint64_t limb[LIMBS];
} number;

static uint64_t sign_of(uint64_t limb) { return limb >> 63 ? UINT64_MAX : 0; }

static number number_of(rg_wide_word word)
{
    number x;

    memcpy(x.limb, word.limb, sizeof word.limb);
    for (unsigned k = RG_WIDE_LIMBS; k < LIMBS; k++)
        x.limb[k] = sign_of(word.limb[RG_WIDE_LIMBS - 1]);
    return x;
}

/* False where it has more than w bits. */
static bool word_of(const number *x, unsigned w, rg_wide_word *word)
{
    const uint64_t sign = sign_of(x->limb[w / 64 - 1]);
    bool fits = true;

    memcpy(word->limb, x->limb, sizeof word->limb);
    for (unsigned k = w / 64; k < LIMBS; k++)
        fits = fits && x->limb[k] == sign;
    return fits;
}

static void add(number *x, i128 by)
{
    const u128 low = (u128)by;
    uint64_t carry = 0;

    for (unsigned k = 0; k < LIMBS; k++) {
        const uint64_t limb = k == 0   ? (uint64_t)low
                              : k == 1 ? (uint64_t)(low >> 64)
                                       : sign_of((uint64_t)(low >> 64));
        const u128 sum = (u128)x->limb[k] + limb + carry;
        x->limb[k] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
}

static void multiply(number *x, uint64_t by)
{
    uint64_t carry = 0;

    for (unsigned k = 0; k < LIMBS; k++) {
        const u128 product = (u128)x->limb[k] * by + carry;
        x->limb[k] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
}

static void complement(number *x)
{
    for (unsigned k = 0; k < LIMBS; k++)
        x->limb[k] = ~x->limb[k];
}

static void negate(number *x)
{
    complement(x);
    add(x, 1);
}

/* x := x / by, floored; the rest. */
static uint64_t divide(number *x, uint64_t by)
{
    const bool negative = sign_of(x->limb[LIMBS - 1]) != 0;
    uint64_t rest = 0;

    if (negative)
        complement(x);
    for (unsigned k = LIMBS; k-- > 0;) {
        const u128 above = (u128)rest << 64 | x->limb[k];
        x->limb[k] = (uint64_t)(above / by);
        rest = (uint64_t)(above % by);
    }
    if (!negative)
        return rest;
    complement(x);
    return by - 1 - rest;
}

/* x := x from / to to the nearest, with the digits that come off the bank and go to it. */
static bool rescale(number *x, rg_float_bank *bank, uint64_t from, uint64_t to)
{
    const uint64_t popped = rg_float_bank_pop(bank, from);

    multiply(x, from);
    add(x, (i128)popped - (popped >= from - popped ? (i128)from : 0));
    add(x, (i128)(to / 2));
    const uint64_t above = divide(x, to);
    return rg_float_bank_push(bank, to, above >= to / 2 ? above - to / 2 : above + (to - to / 2));
}

typedef struct {
    uint64_t n, d;
    bool negative, zero, fits;
} ratio;

/* x inverse ? d / n : n / d; true where x or the bank does not fit. */
static bool map(rg_wide_word *word, rg_float_bank *bank, unsigned w, const ratio *by, bool inverse)
{
    number x = number_of(*word);

    if (by->negative && inverse)
        negate(&x);
    if (rescale(&x, bank, inverse ? by->d : by->n, inverse ? by->n : by->d))
        return true;
    if (by->negative && !inverse)
        negate(&x);
    return !word_of(&x, w, word);
}

static uint64_t magnitude(int64_t a) { return a < 0 ? 0u - (uint64_t)a : (uint64_t)a; }

static ratio of_integers(int64_t a, int64_t b)
{
    return (ratio){magnitude(a), magnitude(b), (a < 0) != (b < 0), a == 0 || b == 0, true};
}

/* x = *odd 2^k, *odd below 2^53 and odd. */
static int odd_part(rg_ext x, uint64_t *odd)
{
    enum { SIGNIFICAND = 53 };
    const uint64_t digits = (uint64_t)(x.digits >> (128 - SIGNIFICAND));
    const int zeros = __builtin_ctzll(digits);

    *odd = digits >> zeros;
    return x.exponent - (SIGNIFICAND - 1) + zeros;
}

/* Of two numbers of 53 digits; it does not fit where they are far apart. */
static ratio of_numbers(rg_ext a, rg_ext b)
{
    ratio r = {.negative = a.negative != b.negative,
               .zero = rg_ext_is_zero(a) || rg_ext_is_zero(b),
               .fits = true};

    if (r.zero)
        return r;
    const int apart = odd_part(a, &r.n) - odd_part(b, &r.d);
    uint64_t *const longer = apart > 0 ? &r.n : &r.d;
    const int places = apart > 0 ? apart : -apart;
    r.fits = places < 63 && *longer >> (63 - places) == 0;
    if (r.fits)
        *longer <<= places;
    return r;
}

/* is_float: the register holds a float word, as a constant does. */
static rg_ext read(const rg_machine *m, const int64_t *word, bool is_float)
{
    const rg_float_format format = rg_machine_format(m);
    rg_ext x;

    if (!rg_float_decode(&format, (uint64_t)(is_float ? *word : rg_float_read(m, word)), &x))
        return (rg_ext){0, 0, false};
    return x;
}

/* gradient += or -= x 2^scale; false where that does not fit. */
static bool give(const rg_machine *m, const int64_t *gradient, rg_ext x, int scale, bool add_it,
                 rg_wide_word *sum, unsigned *few)
{
    const rg_float_format format = rg_derivative_format(m);
    rg_wide_word share = {{0}};
    const enum rg_float_status status =
        rg_wide_expand(&format, rg_ext_shorten(rg_ext_scale(x, scale), format.q), &share);

    *few += status == RG_FLOAT_FEW;
    *sum = rg_whole(m, gradient);
    return !(add_it ? rg_wide_add(format.w, *sum, share, sum)
                    : rg_wide_sub(format.w, *sum, share, sum))
           && status != RG_FLOAT_OVERFLOW;
}

unsigned rg_exec_float_rescale(rg_machine *m, const rg_decoded *d)
{
    const rg_instruction *in = &d->in;
    const bool minus = (in->mode == RG_MODE_SUB || in->mode == RG_MODE_UNSET) != m->backward,
               shares = in->mode == RG_MODE_ADD || in->mode == RG_MODE_SUB,
               active = rg_gradient_mode(m);
    const rg_float_format value = rg_machine_format(m), derivative = rg_derivative_format(m);
    const int64_t *a = &m->r[in->a], *b = &m->r[in->b];
    const rg_ext x = read(m, a, in->kinds & RG_FLOAT_A), y = read(m, b, in->kinds & RG_FLOAT_B);
    const ratio by = shares ? of_numbers(x, y) : of_integers(*a, *b);
    rg_wide_word v = rg_whole(m, &m->r[in->d]), g = rg_whole(m, &m->gr[in->d]), of_a, of_b;
    rg_float_bank w, gw;
    unsigned few = 0;

    m->trap_info = rg_float_read(m, &m->r[in->d]);
    if (by.zero)
        return RG_TRAP_DOMAIN;
    if (!by.fits || rg_beyond_wide(m, v) || !rg_float_bank_take(m, m->w, false, &w)
        || (active && !rg_float_bank_take(m, m->gw, true, &gw)))
        return RG_TRAP_OVERFLOW;
    const rg_wide_word before = v;
    bool over = map(&v, &w, value.w, &by, minus) || rg_beyond_wide(m, v);
    if (active) {
        const rg_wide_word old = g;
        over = over || map(&g, &gw, derivative.w, &by, !minus);
        /* Both directions see the value after the multiplication, and its gradient. */
        const rg_ext share = rg_ext_mul(rg_wide_number(&value, minus ? before : v),
                                        rg_wide_number(&derivative, minus ? old : g));
        if (!over && shares) {
            of_a = rg_whole(m, &m->gr[in->a]);
            of_b = rg_whole(m, &m->gr[in->b]);
            if (!(in->kinds & RG_FLOAT_A))
                over = !give(m, &m->gr[in->a], rg_ext_div(share, x), rg_scale_of(m, rg_whole(m, a)),
                             minus, &of_a, &few);
            if (!(in->kinds & RG_FLOAT_B))
                over = !give(m, &m->gr[in->b], rg_ext_negate(rg_ext_div(share, y)),
                             rg_scale_of(m, rg_whole(m, b)), minus, &of_b, &few)
                       || over;
        }
    }
    if (over)
        return RG_TRAP_OVERFLOW;
    rg_put_whole(m, &m->r[in->d], v);
    rg_float_bank_put(m, m->w, false, &w);
    if (!active)
        return 0;
    rg_put_whole(m, &m->gr[in->d], g);
    rg_float_bank_put(m, m->gw, true, &gw);
    rg_count_gradient_overflows(m, few);
    if (shares) {
        rg_put_whole(m, &m->gr[in->a], of_a);
        rg_put_whole(m, &m->gr[in->b], of_b);
    }
    return 0;
}
