/* instruction_names.c: the instructions that a program calls by name. */
#include "compiler/front/instructions.h"

#include <string.h>

static const fr_instruction instructions[] = {
    {"SWAP", FR_SWAP, 2},    {"ROT", FR_ROT, 3},           {"IROT", FR_IROT, 3},
    {"NEG", FR_NEG, 1},      {"INC", FR_INC, 1},           {"DEC", FR_DEC, 1},
    {"FLIP", FR_FLIP, 1},    {"ROL", FR_ROL, 2},           {"ROR", FR_ROR, 2},
    {"CONJ", FR_NOTHING, 1}, {"HADAMARD", FR_HADAMARD, 2}, {"INV", FR_LATER, 1},
};

const fr_instruction *fr_find_instruction(const char *name)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++)
        if (strcmp(instructions[i].name, name) == 0)
            return &instructions[i];
    return NULL;
}

const char *fr_instruction_name(size_t index)
{
    return index < sizeof instructions / sizeof instructions[0] ? instructions[index].name : NULL;
}

size_t fr_instruction_arguments(const char *name)
{
    const fr_instruction *in = fr_find_instruction(name);
    return in ? in->arguments : 0;
}
