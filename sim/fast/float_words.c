/* float_words.c: the words of a machine with FLOAT: the lowest 64 bits stand where other machines
 * have them, the others in an array of their own. */
#include "sim/fast/float.h"

enum { BANKS = 7 };

rg_float_format rg_machine_format(const rg_machine *m)
{
    return (rg_float_format){m->config.wide, m->config.wide == 128 ? 80 : 128, 53, 11};
}

rg_upper *rg_upper_of(const rg_machine *m, const int64_t *word)
{
    const size_t words = (size_t)1 << m->config.dmem_log2;
    const struct {
        const int64_t *first;
        size_t count;
    } banks[BANKS] = {{m->r, RG_REGISTERS}, {m->gr, RG_REGISTERS}, {m->w, 2},       {m->gw, 2},
                      {m->m, words},        {m->gm, words},        {m->kept, words}};
    size_t before = 0;

    for (size_t i = 0; m->upper && i < BANKS; i++) {
        if (word >= banks[i].first && word < banks[i].first + banks[i].count)
            return &m->upper[before + (size_t)(word - banks[i].first)];
        before += banks[i].count;
    }
    return NULL;
}

int64_t *rg_bus_word(const rg_machine *m, int64_t *bank, uint32_t i)
{
    const uint32_t limbs = rg_limbs(m), limb = i % limbs;
    int64_t *word = &bank[i / limbs];
    rg_upper *upper = limb ? rg_upper_of(m, word) : NULL;

    return upper ? (int64_t *)&upper->limb[limb - 1] : word;
}

uint64_t rg_above_low(const rg_machine *m, const int64_t *word)
{
    const rg_upper *upper = rg_upper_of(m, word);

    return upper ? upper->limb[0] | upper->limb[1] | upper->limb[2] : 0;
}

rg_wide_word rg_whole(const rg_machine *m, const int64_t *word)
{
    const rg_upper *upper = rg_upper_of(m, word);
    rg_wide_word whole = {{(uint64_t)*word}};
    const unsigned limbs = rg_limbs(m);

    for (unsigned k = 1; k < RG_WIDE_LIMBS; k++)
        whole.limb[k] = upper && k < limbs             ? upper->limb[k - 1]
                        : whole.limb[k - 1] >> 63 != 0 ? UINT64_MAX
                                                       : 0;
    return whole;
}

void rg_put_whole(rg_machine *m, int64_t *word, rg_wide_word value)
{
    rg_upper *upper = rg_upper_of(m, word);
    const unsigned limbs = rg_limbs(m);

    *word = (int64_t)value.limb[0];
    for (unsigned k = 1; upper && k < limbs; k++)
        upper->limb[k - 1] = value.limb[k];
}

bool rg_beyond_wide(const rg_machine *m, rg_wide_word word)
{
    return word.limb[rg_limbs(m) - 1] == UINT64_C(1) << 63;
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
    word.limb[rg_limbs(m) - 1] = UINT64_C(1) << 63;
    return word;
}

void rg_exchange_whole(rg_machine *m, int64_t *x, int64_t *y)
{
    rg_upper *ux = rg_upper_of(m, x), *uy = rg_upper_of(m, y);
    const int64_t low = *x;

    *x = *y;
    *y = low;
    if (!ux || !uy)
        return;
    const rg_upper rest = *ux;
    *ux = *uy;
    *uy = rest;
}

void rg_negate_whole(rg_machine *m, int64_t *word)
{
    const rg_wide_word x = rg_whole(m, word);
    rg_wide_word negated;

    (void)rg_wide_negate(m->config.wide, x, &negated);
    if (rg_holds_float(m, x))
        negated = rg_float_held(m, x.limb[0] ^ UINT64_C(1) << 63);
    rg_put_whole(m, word, negated);
}

int64_t rg_float_read(const rg_machine *m, const int64_t *word)
{
    const rg_float_format format = rg_machine_format(m);
    const rg_wide_word whole = rg_whole(m, word);
    uint64_t bits = whole.limb[0];

    if (!rg_holds_float(m, whole))
        (void)rg_wide_read(&format, whole, &bits);
    return (int64_t)bits;
}
