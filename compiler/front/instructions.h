/* instructions.h: the instructions that a program calls by name. */
#ifndef RG_FRONT_INSTRUCTIONS_H
#define RG_FRONT_INSTRUCTIONS_H

#include <stddef.h>

typedef enum {
    FR_SWAP,
    FR_ROT,
    FR_IROT,
    FR_NEG,
    FR_INC,
    FR_DEC,
    FR_FLIP,
    FR_ROL,
    FR_ROR,
    FR_HADAMARD,
    FR_NOTHING,
    FR_LATER
} fr_instruction_kind;

typedef struct {
    const char *name;
    fr_instruction_kind kind;
    size_t arguments;
} fr_instruction;

/* NULL: there is none of that name, or that index. */
const fr_instruction *fr_find_instruction(const char *name);
const char *fr_instruction_name(size_t index);
/* The number of its arguments; 0: there is no instruction of that name. */
size_t fr_instruction_arguments(const char *name);

#endif
