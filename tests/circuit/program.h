/* program.h: random routines on Int and Bool that a circuit can be made of, with a meaning of their
 * own: integers modulo 2^bits, for any number of bits. */
#ifndef TESTS_CIRCUIT_PROGRAM_H
#define TESTS_CIRCUIT_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The parameters of main: two Ints, a vector of two, and a Bool. */
enum { CP_A, CP_B, CP_V1, CP_V2, CP_P, CP_PARAMS, CP_VARS = 40 };

typedef struct cp_program cp_program;

/* The same seed and bits give the same program. NULL when memory is short. */
cp_program *cp_new(uint64_t seed, unsigned bits);
void cp_free(cp_program *p);
const char *cp_text(const cp_program *p);
/* Runs main on the words of the parameters, in place: integers sign-extended, a Bool 0 or 1. */
void cp_run(const cp_program *p, bool backward, int64_t values[CP_PARAMS]);
/* The next word of a generator whose state is not 0. */
uint64_t cp_random(uint64_t *state);

#endif
