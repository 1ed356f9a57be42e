/* fold.c: functions of constants, evaluated by the compiler. */
#include "compiler/front/fold.h"

#include <math.h>
#include <string.h>

static long double exp10_of(long double x) { return powl(10, x); }
static long double inverse(long double x) { return 1 / x; }
static long double square(long double x) { return x * x; }

/* The remainder with the sign of the divisor, as Julia's mod. */
static long double modulo(long double a, long double b)
{
    const long double r = fmodl(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/* The remainder in (0, b]. */
static long double modulo_from_one(long double a, long double b)
{
    const long double r = modulo(a, b);
    return r == 0 ? b : r;
}

static long double floor_quotient(long double a, long double b) { return floorl(a / b); }

static const struct {
    const char *name;
    long double (*of)(long double);
} unary[] = {
    {"sqrt", sqrtl},   {"exp", expl},       {"sin", sinl},     {"cos", cosl},   {"tan", tanl},
    {"log", logl},     {"log2", log2l},     {"log10", log10l}, {"exp2", exp2l}, {"expm1", expm1l},
    {"log1p", log1pl}, {"sinh", sinhl},     {"cosh", coshl},   {"tanh", tanhl}, {"asin", asinl},
    {"acos", acosl},   {"exp10", exp10_of}, {"inv", inverse},  {"atan", atanl}, {"abs2", square},
};

static const struct {
    const char *name;
    long double (*of)(long double, long double);
} binary[] = {
    {"atan", atan2l},          {"hypot", hypotl},       {"mod", modulo},
    {"mod1", modulo_from_one}, {"fld", floor_quotient},
};

bool fr_fold_reals(const char *name, size_t count, const long double *x, long double *out)
{
    for (size_t i = 0; count == 1 && i < sizeof unary / sizeof unary[0]; i++)
        if (strcmp(unary[i].name, name) == 0) {
            *out = unary[i].of(x[0]);
            return isfinite(*out);
        }
    for (size_t i = 0; count == 2 && i < sizeof binary / sizeof binary[0]; i++)
        if (strcmp(binary[i].name, name) == 0) {
            *out = binary[i].of(x[0], x[1]);
            return isfinite(*out);
        }
    return false;
}

/* Quotient and remainder rounded down; b is neither 0 nor -1. */
static int64_t floor_division(int64_t a, int64_t b, int64_t *rest)
{
    const int64_t q = a / b, r = a % b;
    const bool down = r != 0 && (r < 0) != (b < 0);
    *rest = down ? r + b : r;
    return down ? q - 1 : q;
}

bool fr_fold_integers(const char *name, size_t count, const int64_t *x, unsigned bits, int64_t *out)
{
    if (count == 1 && strcmp(name, "count_ones") == 0) {
        *out = 0;
        for (unsigned i = 0; i < bits; i++)
            *out += (int64_t)((uint64_t)x[0] >> i & 1);
        return true;
    }
    const bool mod1 = strcmp(name, "mod1") == 0, mod = mod1 || strcmp(name, "mod") == 0;
    if (count != 2 || x[1] == 0 || !(mod || strcmp(name, "fld") == 0))
        return false;
    int64_t rest = 0, quotient = (int64_t)(0 - (uint64_t)x[0]);
    if (x[1] != -1)
        quotient = floor_division(x[0], x[1], &rest);
    *out = !mod ? quotient : mod1 && rest == 0 ? x[1] : rest;
    return true;
}
