// adolc.cpp: gradients by the tape of ADOL-C.
#include "bench/papers/host.h"

#ifdef HAVE_ADOLC
#include <adolc/adolc.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace
{

adouble *reals(size_t n) { return new adouble[n]; }
double value_of(const adouble &x) { return x.value(); }

#define REAL adouble
#define REALS(n) reals(static_cast<size_t>(n))
#define FREE(p) delete[] p
#include "bench/papers/kernels.inc"

constexpr short TAG = 1;

double record(const bench_problem *p, const double *variables)
{
    double value = 0;
    trace_on(TAG, 1);
    {
        std::vector<adouble> v(p->variables);
        for (size_t i = 0; i < p->variables; i++)
            v[i] <<= variables[i];
        adouble y = objective(p, v.data());
        y >>= value;
    }
    trace_off();
    return value;
}

size_t tape_bytes()
{
    size_t counts[STAT_SIZE];
    tapestats(TAG, counts);
    return counts[NUM_OPERATIONS] + counts[NUM_LOCATIONS] * sizeof(locint)
           + counts[NUM_VALUES] * sizeof(double) + counts[TAY_STACK_SIZE] * sizeof(double);
}

} // namespace

extern "C" bool bench_adolc(const bench_problem *p, const double *variables, bench_tape *tape)
{
    const size_t n = p->variables;
    tape->tool = "ADOL-C 2.7.2";
    tape->record_reverse_s = tape->reuse_s = INFINITY;
    const double begun = bench_seconds();
    for (int i = 0; i < 3 || (i < 50 && bench_seconds() - begun < 0.3); i++) {
        const double start = bench_seconds();
        tape->value = record(p, variables);
        double weight = 1;
        reverse(TAG, 1, static_cast<int>(n), 0, &weight, tape->gradient);
        tape->record_reverse_s = std::min(tape->record_reverse_s, bench_seconds() - start);
        const double again = bench_seconds();
        gradient(TAG, static_cast<int>(n), variables, tape->gradient);
        tape->reuse_s = std::min(tape->reuse_s, bench_seconds() - again);
    }
    tape->tape_bytes = tape_bytes();
    return true;
}
#else
extern "C" bool bench_adolc(const bench_problem *, const double *, bench_tape *) { return false; }
#endif
