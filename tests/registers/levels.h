/* levels.h: one program at the defaults, without the optimiser and without each single pass of it:
 * values, the way back, gradients and traps must agree, and what compiles at one level compiles at
 * all. The code generator verifies who owns each register meanwhile. */
#ifndef REGISTERS_LEVELS_H
#define REGISTERS_LEVELS_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/registers/level_set.h"

typedef enum {
    LEVELS_AGREE,
    LEVELS_TRAP,    /* all levels trap alike */
    LEVELS_LIMIT,   /* near the end of the range of a number, where the order of sums decides */
    LEVELS_INVALID, /* -O0 refuses it: a fault of the generator */
    LEVELS_REFUSED, /* another level refuses it */
    LEVELS_DIFFER,
    LEVELS_KINDS
} levels_kind;

typedef struct {
    levels_kind kind;
    unsigned level;                 /* that differs from -O0 */
    char text[1000];                /* how */
    unsigned long gradients, exact; /* compared, and how many agreed in every bit */
} levels_result;

const char *levels_name(levels_kind kind);
/* Runs `main` of the text with arguments drawn from seed, and its gradient with respect to its
 * first parameter with one. */
levels_result levels_compare(rg_device *device, const char *text, uint64_t seed);

#endif
