/* numbers.h: text files of numbers, as the files of ADBench are. */
#ifndef BENCHMARK_NUMBERS_H
#define BENCHMARK_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

/* All numbers of a text file, in order; *count is how many. NULL with a message on stderr when the
 * file cannot be read or holds anything else. The caller frees the result. */
double *numbers_read(const char *path, size_t *count);

/* Value as a count from 0 to limit; false when it is not an integer in that range. */
int numbers_count(double value, size_t limit, size_t *count);

/* n doubles of zero; ends the program with status 3 when there is no memory. */
double *numbers_zero(size_t n);

/* The next of a sequence of uniform numbers in (0, 1), which *state decides. */
double numbers_uniform(uint64_t *state);

#endif
