/* float_bank.c: the bank of remainders of MULDIV on a machine with FLOAT. */
#include <string.h>

#include "isa/num/code.h"
#include "sim/fast/float_bank.h"

__extension__ typedef unsigned __int128 u128;

static bool is_long(const rg_float_bank *bank)
{
    bool found = false;

    for (unsigned k = 2; k < bank->count; k++)
        found = found || bank->limb[k] != 0;
    return found;
}

/* Neither word of a bank may look like the one that is no number. */
static bool is_legal(const rg_float_bank *bank)
{
    return !is_long(bank)
           || (bank->limb[bank->count - 1] != RG_NO_NUMBER
               && bank->limb[bank->count - 2] != RG_NO_NUMBER);
}

static rg_wide short_bank(const rg_float_bank *bank)
{
    return (rg_wide)((u128)bank->limb[1] << 64 | bank->limb[0]);
}

static void put_short(rg_float_bank *bank, rg_wide value)
{
    memset(bank->limb, 0, sizeof bank->limb);
    bank->limb[0] = (uint64_t)(u128)value;
    bank->limb[1] = (uint64_t)((u128)value >> 64);
}

/* A long bank is stored with 2^127 added, so that none of those looks like a short one. */
static bool shift_by_half(rg_float_bank *bank, bool add_it)
{
    const uint64_t half = (uint64_t)1 << 63;
    uint64_t carry = 0;

    for (unsigned k = 1; k < bank->count; k++) {
        const u128 by = (u128)(k == 1 ? half : 0) + carry;
        const u128 sum = add_it ? bank->limb[k] + by : (u128)bank->limb[k] - by;
        bank->limb[k] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64) & 1;
    }
    return carry != 0;
}

uint64_t rg_float_bank_pop(rg_float_bank *bank, uint64_t by)
{
    uint64_t rest = 0;

    if (!is_long(bank)) {
        rg_wide value = short_bank(bank);
        rest = rg_num_bank_pop(&value, by);
        put_short(bank, value);
        return rest;
    }
    (void)shift_by_half(bank, false);
    for (unsigned k = bank->count; k-- > 0;) {
        const u128 above = (u128)rest << 64 | bank->limb[k];
        bank->limb[k] = (uint64_t)(above / by);
        rest = (uint64_t)(above % by);
    }
    if (is_long(bank) || bank->limb[1] >> 63)
        (void)shift_by_half(bank, true);
    return rest;
}

bool rg_float_bank_push(rg_float_bank *bank, uint64_t by, uint64_t digit)
{
    rg_wide value = short_bank(bank);
    uint64_t carry = digit;

    if (!is_long(bank)) {
        if (!rg_num_bank_push(64, &value, by, digit)) {
            put_short(bank, value);
            return false;
        }
        if (value < 0)
            return true;
    } else {
        (void)shift_by_half(bank, false);
    }
    for (unsigned k = 0; k < bank->count; k++) {
        const u128 product = (u128)bank->limb[k] * by + carry;
        bank->limb[k] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    return carry != 0 || shift_by_half(bank, true) || !is_legal(bank);
}

/* Where integers begin in the words of the accumulator. */
static unsigned first_limb(const rg_machine *m, bool gradient)
{
    return gradient ? m->config.wide / 128 : 0;
}

bool rg_float_bank_take(const rg_machine *m, const int64_t words[2], bool gradient,
                        rg_float_bank *bank)
{
    const unsigned first = first_limb(m, gradient), end = m->config.wide / (gradient ? 32 : 64);
    bool alone = true;

    memset(bank, 0, sizeof *bank);
    for (unsigned i = 0; i < 2; i++) {
        const rg_wide_word whole = rg_whole(m, &words[i]);
        for (unsigned k = 0; k < first; k++)
            alone = alone && whole.limb[k] == 0;
        for (unsigned k = first; k < end; k++)
            bank->limb[2 * (k - first) + i] = whole.limb[k];
    }
    bank->count = 2 * (end - first);
    return alone && is_legal(bank);
}

void rg_float_bank_put(rg_machine *m, int64_t words[2], bool gradient, const rg_float_bank *bank)
{
    const unsigned first = first_limb(m, gradient);

    for (unsigned i = 0; i < 2; i++) {
        rg_wide_word whole = {{0}};
        for (unsigned k = 0; 2 * k < bank->count; k++)
            whole.limb[first + k] = bank->limb[2 * k + i];
        rg_put_whole(m, &words[i], whole);
    }
}
