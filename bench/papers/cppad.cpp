// cppad.cpp: gradients by the tape of CppAD, in the copy that Debian's r-cran-tmb carries.
#include "bench/papers/host.h"

#ifdef HAVE_CPPAD
#include <iostream>
// What that copy expects of the package around it.
#define CSKIP(...) __VA_ARGS__
#define TMB_EXTERN
static std::ostream &Rcout = std::cerr;
template <class T> struct isDouble {
    enum { value = 0 };
};
template <> struct isDouble<double> {
    enum { value = 1 };
};
#include <cppad/cppad.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace
{

using number = CppAD::AD<double>;
using CppAD::cos;
using CppAD::exp;
using CppAD::log;
using CppAD::sin;
using CppAD::sqrt;

number *reals(size_t n) { return new number[n]; }
double value_of(const number &x) { return CppAD::Value(CppAD::Var2Par(x)); }

#define REAL number
#define REALS(n) reals(static_cast<size_t>(n))
#define FREE(p) delete[] p
#include "bench/papers/kernels.inc"

// The tape, and the numbers that its forward and reverse sweeps keep for each variable.
size_t tape_bytes(const CppAD::ADFun<double> &f)
{
    return f.size_op_seq() + 2 * f.size_var() * sizeof(double);
}

} // namespace

extern "C" bool bench_cppad(const bench_problem *p, const double *variables, bench_tape *tape)
{
    const std::vector<double> at(variables, variables + p->variables), weight(1, 1.0);
    tape->tool = "CppAD 20141230 (r-cran-tmb)";
    tape->record_reverse_s = tape->reuse_s = INFINITY;
    const double begun = bench_seconds();
    for (int i = 0; i < 3 || (i < 50 && bench_seconds() - begun < 0.3); i++) {
        const double start = bench_seconds();
        std::vector<number> v(p->variables), y(1);
        for (size_t k = 0; k < p->variables; k++)
            v[k] = variables[k];
        CppAD::Independent(v);
        y[0] = objective(p, v.data());
        CppAD::ADFun<double> f;
        f.Dependent(v, y);
        tape->value = f.Forward(0, at)[0];
        std::vector<double> slope = f.Reverse(1, weight);
        tape->record_reverse_s = std::min(tape->record_reverse_s, bench_seconds() - start);
        const double again = bench_seconds();
        f.Forward(0, at);
        slope = f.Reverse(1, weight);
        tape->reuse_s = std::min(tape->reuse_s, bench_seconds() - again);
        std::copy(slope.begin(), slope.end(), tape->gradient);
        tape->tape_bytes = tape_bytes(f);
    }
    return true;
}
#else
extern "C" bool bench_cppad(const bench_problem *, const double *, bench_tape *) { return false; }
#endif
