/* q32.h: numbers in Q32.32 on a processor with words of 32 bits, as a careful programmer writes
 * them. */
#ifndef RG_BENCH_Q32_H
#define RG_BENCH_Q32_H

#include <stdint.h>

typedef int64_t q32;

#define Q32(x) ((q32)((x)*4294967296.0))
enum { Q32_FRACTION = 32 };

/* The middle 64 bits of the product, from four products of 32 bits. */
static inline q32 q_mul(q32 a, q32 b)
{
    const int32_t ah = (int32_t)(a >> 32), bh = (int32_t)(b >> 32);
    const uint32_t al = (uint32_t)a, bl = (uint32_t)b;
    const uint64_t low = (uint64_t)al * bl, left = (uint64_t)((int64_t)ah * (int64_t)bl),
                   right = (uint64_t)((int64_t)bh * (int64_t)al),
                   high = (uint64_t)((uint32_t)ah * (uint32_t)bh) << 32;
    return (q32)((low >> 32) + left + right + high);
}

static inline q32 q_min(q32 a, q32 b) { return a < b ? a : b; }
static inline q32 q_max(q32 a, q32 b) { return a > b ? a : b; }

q32 q_div(q32 a, q32 b);
q32 q_sqrt(q32 a);
q32 q_exp(q32 a);
q32 q_log(q32 a);
q32 q_tanh(q32 a);

#endif
