/* float_words.c: the words of a machine with FLOAT: 64 bits stand where other machines have them,
 * the others in an array of their own.
 *
 * A value has W bits in units of 2^-FRAC_W, and the lowest 64 stand there. What belongs to
 * derivatives has 2 W bits, W / 2 of them behind those of a value: so it has room for the
 * reciprocal of each value, and for products of these. Those that stand there are in units of
 * 2^-FRAC_W, too. */
#include "sim/fast/float_update.h"

#include <stdlib.h>
#include <string.h>

enum { BANKS = 13, CORE_BANKS = 8, REGISTER_BANKS = 4, KEPT = BANKS - 1 };

typedef struct {
    const int64_t *first;
    size_t count;
    int deep;             /* 1: of gradients and their tangents; -1: of tangents; 0: of values */
    const int64_t *value; /* of what; NULL where it is not known */
} bank;

/* In the order of the array. */
static void banks_of(const rg_machine *m, bank banks[BANKS])
{
    const size_t words = (size_t)1 << m->config.dmem_log2;
    const bank all[BANKS] = {{m->r, RG_REGISTERS, 0, m->r},
                             {m->gr, RG_REGISTERS, 1, m->r},
                             {m->tr, RG_REGISTERS, -1, m->r},
                             {m->tgr, RG_REGISTERS, 1, m->r},
                             {m->w, 2, 0, m->w},
                             {m->gw, 2, 1, m->w},
                             {m->tw, 2, -1, m->w},
                             {m->tgw, 2, 1, m->w},
                             {m->m, words, 0, m->m},
                             {m->gm, words, 1, m->m},
                             {m->tm, words, -1, m->m},
                             {m->tgm, words, 1, m->m},
                             {m->kept, words, 1, NULL}};

    memcpy(banks, all, sizeof all);
}

unsigned rg_limbs(const rg_machine *m) { return m->upper ? m->config.wide / 64 : 1; }

static unsigned limbs_of(const rg_machine *m, const bank *b)
{
    return (b->deep ? 2 : 1) * m->config.wide / 64;
}

/* Limbs of the first `count` banks that do not stand where other machines have words. */
static size_t upper_limbs(const rg_machine *m, unsigned count)
{
    bank banks[BANKS];
    size_t limbs = 0;

    banks_of(m, banks);
    for (unsigned i = 0; i < count; i++)
        limbs += banks[i].count * (limbs_of(m, &banks[i]) - 1);
    return limbs;
}

bool rg_upper_new(rg_machine *m)
{
    m->upper = m->config.wide ? calloc(upper_limbs(m, BANKS), sizeof *m->upper) : NULL;
    return !m->config.wide || m->upper;
}

size_t rg_upper_size(const rg_machine *m, rg_upper_part part)
{
    bank banks[BANKS];

    if (!m->upper)
        return 0;
    if (part != RG_UPPER_STATE)
        return upper_limbs(m, part == RG_UPPER_REGISTERS ? REGISTER_BANKS : CORE_BANKS)
               * sizeof *m->upper;
    banks_of(m, banks);
    return (upper_limbs(m, KEPT) + m->kept_count * (limbs_of(m, &banks[KEPT]) - 1))
           * sizeof *m->upper;
}

/* Where the bits of a word stand. */
typedef struct {
    uint64_t *upper;
    unsigned limbs, here; /* all of them; which one does not stand in the array */
    const int64_t *value;
    int deep;
} place;

static place find(const rg_machine *m, const int64_t *word)
{
    bank banks[BANKS];
    size_t before = 0;

    banks_of(m, banks);
    for (unsigned i = 0; m->upper && i < BANKS; i++) {
        const bank *b = &banks[i];
        const unsigned limbs = limbs_of(m, b);
        if (word >= b->first && word < b->first + b->count) {
            const size_t index = (size_t)(word - b->first);
            return (place){&m->upper[before + index * (limbs - 1)], limbs,
                           b->deep ? m->config.wide / 128 : 0, b->value ? b->value + index : NULL,
                           b->deep};
        }
        before += b->count * (limbs - 1);
    }
    return (place){NULL, 1, 0, NULL, 0};
}

rg_float_format rg_machine_format(const rg_machine *m)
{
    return (rg_float_format){m->config.wide, m->config.wide == 128 ? 80 : 128, 53, 11, 106};
}

rg_float_format rg_derivative_format(const rg_machine *m)
{
    rg_float_format format = rg_machine_format(m);

    format.w *= 2;
    format.frac += m->config.wide / 2;
    return format;
}

rg_wide_word rg_whole(const rg_machine *m, const int64_t *word)
{
    const place at = find(m, word);
    rg_wide_word whole = {{0}};

    for (unsigned k = 0, next = 0; k < RG_WIDE_LIMBS; k++)
        whole.limb[k] = k == at.here                   ? (uint64_t)*word
                        : k < at.limbs                 ? at.upper[next++]
                        : whole.limb[k - 1] >> 63 != 0 ? UINT64_MAX
                                                       : 0;
    return whole;
}

void rg_put_whole(rg_machine *m, int64_t *word, rg_wide_word value)
{
    const place at = find(m, word);

    *word = (int64_t)value.limb[at.here];
    for (unsigned k = 0, next = 0; k < at.limbs; k++)
        if (k != at.here)
            at.upper[next++] = value.limb[k];
}

bool rg_beyond_wide(const rg_machine *m, rg_wide_word word)
{
    return word.limb[rg_limbs(m) - 1] == RG_NO_NUMBER;
}

bool rg_holds_float(const rg_machine *m, rg_wide_word word)
{
    bool between = false;

    for (unsigned k = 1; k + 1 < rg_limbs(m); k++)
        between = between || word.limb[k] != 0;
    return rg_beyond_wide(m, word) && !between;
}

rg_wide_word rg_float_held(const rg_machine *m, uint64_t bits)
{
    rg_wide_word word = {{bits}};

    for (unsigned k = rg_limbs(m); k < RG_WIDE_LIMBS; k++)
        word.limb[k] = UINT64_MAX;
    word.limb[rg_limbs(m) - 1] = RG_NO_NUMBER;
    return word;
}

int rg_scale_of(const rg_machine *m, rg_wide_word value)
{
    const rg_float_format format = rg_machine_format(m);
    rg_ext x;

    return rg_holds_float(m, value) && rg_float_decode(&format, value.limb[0], &x) ? x.exponent : 0;
}

void rg_exchange_whole(rg_machine *m, int64_t *x, int64_t *y)
{
    const rg_wide_word of_x = rg_whole(m, x);

    rg_put_whole(m, x, rg_whole(m, y));
    rg_put_whole(m, y, of_x);
}

void rg_negate_whole(rg_machine *m, int64_t *word)
{
    const place at = find(m, word);
    const rg_wide_word x = rg_whole(m, word);
    rg_wide_word negated;

    (void)rg_wide_negate(64 * at.limbs, x, &negated);
    if (at.value == word && rg_holds_float(m, x))
        negated = rg_float_held(m, x.limb[0] ^ UINT64_C(1) << 63);
    rg_put_whole(m, word, negated);
}

int64_t rg_float_read(const rg_machine *m, const int64_t *word)
{
    const rg_float_format format = rg_machine_format(m);
    const rg_wide_word whole = rg_bus_view(m, word);
    uint64_t bits = whole.limb[0];

    if (!rg_holds_float(m, whole))
        (void)rg_wide_read(&format, whole, &bits);
    return (int64_t)bits;
}

int64_t rg_float_read_log(const rg_machine *m, const int64_t *word)
{
    const rg_float_format format = rg_machine_format(m);

    return (int64_t)rg_float_log_bits(&format, rg_whole(m, word));
}

/* ---- as the host sees them ---- */

/* The scale of a word of derivatives. The host sees tangents in their own units: of a direction
 * it writes there any number near the size of what it belongs to. */
static int scale_at(const rg_machine *m, const place *at)
{
    return at->value && at->deep > 0 ? rg_scale_of(m, rg_whole(m, at->value)) : 0;
}

/* A derivative in units of 2^-FRAC_W; false where W bits do not have all of it. */
static bool in_bits_of_value(const rg_machine *m, rg_wide_word word, int scale, rg_wide_word *view)
{
    const unsigned w = m->config.wide;
    rg_wide_word back;

    return !rg_wide_scale(w, word, -(int)(w / 2) - scale, view) && !rg_beyond_wide(m, *view)
           && !rg_wide_scale(2 * w, *view, (int)(w / 2) + scale, &back)
           && rg_wide_compare(back, word) == 0;
}

bool rg_exchange_gradient(rg_machine *m, int64_t *value, int64_t *gradient)
{
    const rg_wide_word old = rg_whole(m, value);
    rg_wide_word view, other;

    if (rg_beyond_wide(m, old) || !in_bits_of_value(m, rg_whole(m, gradient), 0, &view))
        return false;
    (void)rg_wide_scale(2 * m->config.wide, old, (int)(m->config.wide / 2), &other);
    rg_put_whole(m, value, view);
    rg_put_whole(m, gradient, other);
    return true;
}

rg_wide_word rg_bus_view(const rg_machine *m, const int64_t *word)
{
    const place at = find(m, word);
    const rg_wide_word whole = rg_whole(m, word);
    const rg_float_format format = rg_derivative_format(m);
    rg_wide_word view;
    uint64_t bits;

    if (at.value == word || !at.upper)
        return whole;
    const int scale = scale_at(m, &at);
    if (in_bits_of_value(m, whole, scale, &view))
        return view;
    rg_ext x = rg_wide_extended(&format, whole);
    x.exponent -= scale;
    if (rg_float_round(&format, x, &bits) == RG_FLOAT_OVERFLOW)
        bits = UINT64_C(0x7fefffffffffffff) | (uint64_t)x.negative << 63;
    return rg_float_held(m, bits);
}

/* A derivative of which no W bits have all is a float word there. */
static bool own_bits(const rg_machine *m, const place *at, rg_wide_word view, rg_wide_word *word)
{
    const rg_float_format from = rg_machine_format(m), to = rg_derivative_format(m);
    const unsigned limbs = rg_limbs(m);
    rg_ext x;

    if (rg_holds_float(m, view)) {
        if (!rg_float_decode(&from, view.limb[0], &x))
            return false;
        x.exponent += scale_at(m, at);
        return rg_wide_expand(&to, x, word) != RG_FLOAT_OVERFLOW;
    }
    for (unsigned k = limbs; k < RG_WIDE_LIMBS; k++)
        view.limb[k] = view.limb[limbs - 1] >> 63 != 0 ? UINT64_MAX : 0;
    return !rg_wide_scale(to.w, view, (int)(m->config.wide / 2) + scale_at(m, at), word);
}

bool rg_bus_put(rg_machine *m, int64_t *word, rg_wide_word view)
{
    const place at = find(m, word);

    if (at.value != word && !own_bits(m, &at, view, &view))
        return false;
    rg_put_whole(m, word, view);
    return true;
}

unsigned rg_upper_of(const rg_machine *m, const int64_t *word, const uint64_t **upper)
{
    const place at = find(m, word);

    *upper = at.upper;
    return at.limbs;
}

uint64_t rg_limb_read(const rg_machine *m, const int64_t *word, unsigned limb)
{
    return m->upper ? rg_bus_view(m, word).limb[limb] : (uint64_t)*word;
}

void rg_limb_write(rg_machine *m, int64_t *word, unsigned limb, int64_t data)
{
    const unsigned limbs = rg_limbs(m), w = m->config.wide;

    if (!m->upper) {
        *word = data;
        return;
    }
    const place at = find(m, word);
    rg_wide_word view = rg_bus_view(m, word);
    if (at.value != word && rg_holds_float(m, view)) /* its 64-bit words are none of a wide word */
        view = (rg_wide_word){{0}};
    view.limb[limb] = (uint64_t)data;
    if (at.value != word) {
        for (unsigned k = limbs; k < RG_WIDE_LIMBS; k++)
            view.limb[k] = view.limb[limbs - 1] >> 63 != 0 ? UINT64_MAX : 0;
        (void)rg_wide_scale(2 * w, view, (int)(w / 2) + scale_at(m, &at), &view);
    }
    rg_put_whole(m, word, view);
}

uint64_t rg_above_low(const rg_machine *m, const int64_t *word)
{
    const rg_wide_word view = m->upper ? rg_bus_view(m, word) : (rg_wide_word){{0}};
    uint64_t above = 0;

    for (unsigned k = 1; k < rg_limbs(m); k++)
        above |= view.limb[k];
    return above;
}
