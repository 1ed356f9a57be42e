/* nsga.h: what NSGA-II orders a population by (K. Deb et al., IEEE TEC 6, 2002). */
#ifndef RG_EXPLORE_NSGA_H
#define RG_EXPLORE_NSGA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* count individuals with n objectives each, all to be made small. violation: 0 where all
 * constraints hold; of two that violate some the smaller number is better, whatever their values.
 */
typedef struct {
    const double *values, *violation;
    size_t count, n;
} ex_population;

/* rank[i]: 0 on the front, 1 on the front of the rest, and so on. False when memory is short. */
bool ex_nsga_ranks(const ex_population *population, size_t *rank);
/* crowding[i]: how far its neighbours of the same rank are, summed over the objectives, each scaled
 * by its range in that rank; infinite at the ends. False when memory is short. */
bool ex_nsga_crowding(const ex_population *population, const size_t *rank, double *crowding);
/* Whether a goes before b. */
bool ex_nsga_before(const size_t *rank, const double *crowding, size_t a, size_t b);

/* Numbers that a seed determines (G. Steele et al., "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). */
uint64_t ex_random(uint64_t *state);
size_t ex_random_below(uint64_t *state, size_t bound);

#endif
