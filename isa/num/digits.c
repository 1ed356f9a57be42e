/* digits.c: what changes while a quotient, a root or a product is formed digit by digit. Digits are
 * to the base 2, whatever a core does in a clock, so all cores have the same counts. */
#include "isa/num/code.h"

__extension__ typedef unsigned __int128 u128;

uint64_t rg_num_changed(rg_wide before, rg_wide now)
{
    const u128 bits = (u128)before ^ (u128)now;
    return (uint64_t)(__builtin_popcountll((uint64_t)bits)
                      + __builtin_popcountll((uint64_t)(bits >> 64)));
}

uint64_t rg_num_division_digits(uint64_t above, rg_wide below, unsigned bits, uint64_t by)
{
    u128 rest = above;
    uint64_t sum = 0;

    for (unsigned i = bits; i-- > 0;) {
        const u128 grown = rest << 1 | ((u128)below >> i & 1),
                   next = grown < by ? grown : grown - by;
        sum += rg_num_changed((rg_wide)rest, (rg_wide)next);
        rest = next;
    }
    return sum;
}

uint64_t rg_num_product_digits(rg_wide word, unsigned xlen, uint64_t by)
{
    const u128 held = ~(u128)0 >> (128 - 2 * xlen);
    u128 product = 0;
    uint64_t sum = 0;

    for (unsigned i = xlen; i-- > 0;) {
        const u128 next = ((product << 1) + (by >> i & 1 ? (u128)word : 0)) & held;
        sum += rg_num_changed((rg_wide)product, (rg_wide)next);
        product = next;
    }
    return sum;
}
