/* mistake.h: a program with a mistake in it, of those that people make. */
#ifndef REGISTERS_MISTAKE_H
#define REGISTERS_MISTAKE_H

#include "tests/registers/program.h"

/* Puts a few mistakes into the program, by the seed: an index that is another one, an update that
 * is missing or stands there twice, a number that is far too large. */
void mistake_make(program_text *program, uint64_t seed);

#endif
