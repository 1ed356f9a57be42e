/* gmm_random.c: Gaussian mixture problems of any size, made as those of ADBench are. */
#include "examples/benchmark/gmm_reference.h"

#include "examples/benchmark/numbers.h"

#include <math.h>
#include <stdint.h>

/* Standard normal, by Box and Muller. */
static double normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(numbers_uniform(state)));
    return radius * cos(6.283185307179586 * numbers_uniform(state));
}

void gmm_random(size_t d, size_t k, size_t n, gmm_problem *p)
{
    *p = (gmm_problem){.d = d, .k = k, .n = n, .icf_size = d * (d + 1) / 2, .gamma = 1};
    size_t means = k, icf = means + k * d, x = icf + k * p->icf_size, end = x + n * d;
    uint64_t state = d * 1000003 + k * 1009 + n;
    p->storage = numbers_zero(end);
    for (size_t i = 0; i < end; i++) {
        double number = i >= means && i < icf ? numbers_uniform(&state) : normal(&state);
        p->storage[i] = round(number * 1e6) / 1e6;
    }
    p->alphas = p->storage;
    p->means = p->storage + means;
    p->icf = p->storage + icf;
    p->x = p->storage + x;
}
