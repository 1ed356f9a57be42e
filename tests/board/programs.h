/* programs.h: random programs of what a board has: sums, products, quotients, arrays, loops,
 * branches, calls. */
#ifndef RG_BOARD_PROGRAMS_H
#define RG_BOARD_PROGRAMS_H

#include <stdint.h>

#include "sim/lockstep/random.h"

enum { BOARD_PROGRAM_TEXT = 4096 };

/* A program with a routine
 *   main(y!::Fixed, v!::Vector{Fixed}, k!::Int, x::Fixed, w::Vector{Fixed}, n::Int) */
void board_program(uint64_t seed, char text[BOARD_PROGRAM_TEXT]);

#endif
