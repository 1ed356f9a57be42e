/* banks.h: the bank of a word of data memory, as rtl/mem/rg_bank_turns.v has it. */
#ifndef RG_BANKS_H
#define RG_BANKS_H

#include <stdint.h>

/* The exclusive or of the digits, to the base of `banks`, of the address in Gray code. */
static inline unsigned rg_bank_of(uint64_t address, unsigned banks)
{
    unsigned bank = 0;

    for (uint64_t code = address ^ (address >> 1); code; code /= banks)
        bank ^= (unsigned)(code % banks);
    return bank;
}

#endif
