/* program.h: random programs that crowd the registers: many parameters of all kinds, long
 * expressions beside an @fn, blocks within blocks, empty ones, calls with computed arguments,
 * ancillas that end early. */
#ifndef REGISTERS_PROGRAM_H
#define REGISTERS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRAM_TEXT = 16384 };

typedef struct {
    char text[PROGRAM_TEXT];
    size_t used;
    bool whole; /* all of it has found room */
} program_text;

/* The program of this seed. Its last routine is `main`, with a!::Fixed first. What is read by
 * something that is undone later does not change before, so it runs back. */
void program_make(program_text *out, uint64_t seed);

/* A number below n, from a state that is not 0. */
unsigned program_pick(uint64_t *state, unsigned n);

#endif
