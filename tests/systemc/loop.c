/* loop.c: an endless loop of simple updates for measuring speed. */
#include "tests/systemc/loop.h"

#include "isa/isa.h"

void loop_words(uint32_t words[LOOP_WORDS])
{
    static const rg_instruction program[LOOP_WORDS] = {
        {.op = RG_OP_BRAL, .offset = LOOP_WORDS - 1},
        {.op = RG_OP_ADD, .mode = RG_MODE_ADD, .d = 3, .a = 4, .immediate = true, .imm = 7},
        {.op = RG_OP_XOR, .mode = RG_MODE_XOR, .d = 5, .a = 3, .b = 4},
        {.op = RG_OP_SUB, .mode = RG_MODE_SUB, .d = 6, .a = 5, .b = 3},
        {.op = RG_OP_BRAS, .offset = 1 - LOOP_WORDS},
    };

    for (unsigned i = 0; i < LOOP_WORDS; i++)
        if (!rg_encode(&program[i], 64, &words[i]))
            words[i] = 0;
}
