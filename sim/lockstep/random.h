/* random.h: a small reproducible generator of pseudo-random numbers (splitmix64, Steele et al.,
 * OOPSLA 2014). */
#ifndef RG_RANDOM_H
#define RG_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} rg_random;

static inline uint64_t rg_random_word(rg_random *r)
{
    uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* Uniform below n, n > 0. */
static inline uint32_t rg_random_below(rg_random *r, uint32_t n)
{
    return (uint32_t)((rg_random_word(r) >> 32) * n >> 32);
}

/* True once in n times. */
static inline bool rg_one_in(rg_random *r, uint32_t n) { return rg_random_below(r, n) == 0; }

#endif
