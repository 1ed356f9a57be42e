/* exact.c: references of every operation for words of few bits: integers, exact quotients and
 * roots, MPFR at 300 bits. */
#include "tests/exhaustive/exact.h"

#include <math.h>
#include <stddef.h>

#include <mpfr.h>

#include "isa/isa.h"

__extension__ typedef __int128 wide;
enum { PRECISION = 300 };
/* What rounding to nearest allows, with a hair for values next to a tie. */
static const double HALF = 0.501;

static wide power2(unsigned n) { return (wide)1 << n; }

/* rne(p / q), q > 0 */
static wide round_quotient(wide p, wide q)
{
    wide n = p / q, r = p % q;
    if (r < 0) {
        n--;
        r += q;
    }
    return n + (2 * r > q || (2 * r == q && (n & 1)));
}

static wide quotient(wide p, wide q)
{
    return q < 0 ? round_quotient(-p, -q) : round_quotient(p, q);
}

/* rne(sqrt(n)): an integer is never half way between two squares. */
static wide root(wide n)
{
    wide r = 0;
    while ((r + 1) * (r + 1) <= n)
        r++;
    return n - r * r > r ? r + 1 : r;
}

static exact_value whole(wide word)
{
    return (exact_value){.known = true, .rounded = true, .word = word};
}
static exact_value failing(unsigned trap) { return (exact_value){.known = true, .trap = trap}; }

static int64_t wrap(int64_t v, unsigned bits)
{
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

/* ---- integers: the result wraps ---- */

static int64_t floored(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t shifted(exact_format q, unsigned op, int64_t a, int64_t b)
{
    int64_t word = a;
    uint64_t bits = (uint64_t)a & (UINT64_MAX >> (64 - q.xlen));
    if (b < 0 || b >= (int64_t)q.xlen)
        return op == RG_OP_SAR && a < 0 ? -1 : 0;
    for (int64_t i = 0; i < b; i++) {
        bits = op == RG_OP_SHL ? bits * 2 : bits / 2;
        word = floored(word, 2);
    }
    return op == RG_OP_SAR ? word : (int64_t)bits;
}

static int64_t ones(exact_format q, int64_t b)
{
    int64_t n = 0;
    for (unsigned i = 0; i < q.xlen; i++)
        n += b >> i & 1;
    return n;
}

static bool integer(exact_format q, unsigned op, int64_t a, int64_t b, int64_t *f)
{
    int64_t unit = (int64_t)power2(q.frac);
    switch (op) {
    case RG_OP_MOV: *f = b; break;
    case RG_OP_ADD: *f = a + b; break;
    case RG_OP_SUB: *f = a - b; break;
    case RG_OP_MUL: *f = a * b; break;
    case RG_OP_DIV: *f = a / b; break;
    case RG_OP_REM: *f = a % b; break;
    case RG_OP_FLD: *f = floored(a, b); break;
    case RG_OP_MOD: *f = a - b * floored(a, b); break;
    case RG_OP_AND: *f = a & b; break;
    case RG_OP_OR: *f = a | b; break;
    case RG_OP_XOR: *f = a ^ b; break;
    case RG_OP_SHL:
    case RG_OP_SHR:
    case RG_OP_SAR: *f = shifted(q, op, a, b); break;
    case RG_OP_SIGN: *f = (b > 0) - (b < 0); break;
    case RG_OP_EQ: *f = a == b; break;
    case RG_OP_NE: *f = a != b; break;
    case RG_OP_LT: *f = a < b; break;
    case RG_OP_LE: *f = a <= b; break;
    case RG_OP_GT: *f = a > b; break;
    case RG_OP_GE: *f = a >= b; break;
    case RG_OP_MIN: *f = a < b ? a : b; break;
    case RG_OP_MAX: *f = a > b ? a : b; break;
    case RG_OP_ABS: *f = b < 0 ? -b : b; break;
    case RG_OP_POPC: *f = ones(q, b); break;
    case RG_OP_FLOOR: *f = floored(b, unit); break;
    case RG_OP_CEIL: *f = -floored(-b, unit); break;
    case RG_OP_ROUND: *f = (int64_t)quotient(b, unit); break;
    case RG_OP_TRUNC: *f = b / unit; break;
    default: return false;
    }
    *f = wrap(*f, q.xlen);
    return true;
}

/* ---- sums, products, quotients, roots ---- */

static bool rational(exact_format q, unsigned op, int64_t a, int64_t b, exact_value *v)
{
    wide unit = power2(q.frac);
    switch (op) {
    case RG_OP_FMOV: *v = whole(b); return true;
    case RG_OP_FADD: *v = whole(a + b); return true;
    case RG_OP_FSUB: *v = whole(a - b); return true;
    case RG_OP_FMUL: *v = whole(quotient((wide)a * b, unit)); return true;
    case RG_OP_FDIV:
        *v = b == 0 ? failing(RG_TRAP_DIVZERO) : whole(quotient(a * unit, b));
        return true;
    case RG_OP_FSQRT: *v = b < 0 ? failing(RG_TRAP_DOMAIN) : whole(root(b * unit)); return true;
    case RG_OP_FMIN: *v = whole(a < b ? a : b); return true;
    case RG_OP_FMAX: *v = whole(a > b ? a : b); return true;
    case RG_OP_FABS: *v = whole(b < 0 ? -(wide)b : b); return true;
    case RG_OP_ITOF: *v = whole(b * unit); return true;
    default: return false;
    }
}

/* ---- transcendental functions ---- */

typedef struct {
    mpfr_t a, b, f, da, db, t;
} reals;

static void turn_into_log2(mpfr_t x, mpfr_t t)
{
    mpfr_const_log2(t, MPFR_RNDN);
    mpfr_div(x, x, t, MPFR_RNDN);
}

static void reciprocal(mpfr_t x, const mpfr_t of)
{
    mpfr_ui_div(x, 1, of, MPFR_RNDN);
    if (!mpfr_number_p(x))
        mpfr_set_zero(x, 1); /* the rule at the ends of asin and acos */
}

/* 1 - b^2 in t */
static void one_less_square(reals *r)
{
    mpfr_sqr(r->t, r->b, MPFR_RNDN);
    mpfr_ui_sub(r->t, 1, r->t, MPFR_RNDN);
}

/* f and its partials by B, for the functions of one operand. */
static bool of_one(reals *r, unsigned op)
{
    switch (op) {
    case RG_OP_FEXP:
        mpfr_exp(r->f, r->b, MPFR_RNDN);
        mpfr_set(r->db, r->f, MPFR_RNDN);
        return true;
    case RG_OP_FEXP2:
        mpfr_exp2(r->f, r->b, MPFR_RNDN);
        mpfr_const_log2(r->t, MPFR_RNDN);
        mpfr_mul(r->db, r->f, r->t, MPFR_RNDN);
        return true;
    case RG_OP_FEXPM1:
        mpfr_expm1(r->f, r->b, MPFR_RNDN);
        mpfr_exp(r->db, r->b, MPFR_RNDN);
        return true;
    case RG_OP_FLOG:
        mpfr_log(r->f, r->b, MPFR_RNDN);
        reciprocal(r->db, r->b);
        return true;
    case RG_OP_FLOG2:
        mpfr_log2(r->f, r->b, MPFR_RNDN);
        reciprocal(r->db, r->b);
        turn_into_log2(r->db, r->t);
        return true;
    case RG_OP_FLOG1P:
        mpfr_log1p(r->f, r->b, MPFR_RNDN);
        mpfr_add_ui(r->t, r->b, 1, MPFR_RNDN);
        reciprocal(r->db, r->t);
        return true;
    case RG_OP_FSIN: mpfr_sin_cos(r->f, r->db, r->b, MPFR_RNDN); return true;
    case RG_OP_FCOS:
        mpfr_sin_cos(r->db, r->f, r->b, MPFR_RNDN);
        mpfr_neg(r->db, r->db, MPFR_RNDN);
        return true;
    case RG_OP_FTAN:
        mpfr_tan(r->f, r->b, MPFR_RNDN);
        mpfr_sqr(r->db, r->f, MPFR_RNDN);
        mpfr_add_ui(r->db, r->db, 1, MPFR_RNDN);
        return true;
    case RG_OP_FASIN:
    case RG_OP_FACOS:
        one_less_square(r);
        mpfr_sqrt(r->t, r->t, MPFR_RNDN);
        reciprocal(r->db, r->t);
        if (op == RG_OP_FASIN)
            mpfr_asin(r->f, r->b, MPFR_RNDN);
        else {
            mpfr_acos(r->f, r->b, MPFR_RNDN);
            mpfr_neg(r->db, r->db, MPFR_RNDN);
        }
        return true;
    case RG_OP_FSINH: mpfr_sinh_cosh(r->f, r->db, r->b, MPFR_RNDN); return true;
    case RG_OP_FCOSH: mpfr_sinh_cosh(r->db, r->f, r->b, MPFR_RNDN); return true;
    case RG_OP_FTANH:
        mpfr_tanh(r->f, r->b, MPFR_RNDN);
        mpfr_sech(r->db, r->b, MPFR_RNDN);
        mpfr_sqr(r->db, r->db, MPFR_RNDN);
        return true;
    default: return false;
    }
}

static bool of_two(reals *r, unsigned op, int64_t b)
{
    switch (op) {
    case RG_OP_FATAN2:
        mpfr_atan2(r->f, r->a, r->b, MPFR_RNDN);
        mpfr_sqr(r->t, r->a, MPFR_RNDN);
        mpfr_fma(r->t, r->b, r->b, r->t, MPFR_RNDN);
        mpfr_div(r->da, r->b, r->t, MPFR_RNDN);
        mpfr_div(r->db, r->a, r->t, MPFR_RNDN);
        mpfr_neg(r->db, r->db, MPFR_RNDN);
        if (mpfr_zero_p(r->t)) {
            mpfr_set_zero(r->da, 1);
            mpfr_set_zero(r->db, 1);
        }
        return true;
    case RG_OP_FHYPOT:
        mpfr_hypot(r->f, r->a, r->b, MPFR_RNDN);
        if (!mpfr_zero_p(r->f)) {
            mpfr_div(r->da, r->a, r->f, MPFR_RNDN);
            mpfr_div(r->db, r->b, r->f, MPFR_RNDN);
        }
        return true;
    case RG_OP_FPOW:
        mpfr_pow(r->f, r->a, r->b, MPFR_RNDN);
        mpfr_sub_ui(r->t, r->b, 1, MPFR_RNDN);
        mpfr_pow(r->da, r->a, r->t, MPFR_RNDN);
        mpfr_mul(r->da, r->da, r->b, MPFR_RNDN);
        mpfr_log(r->db, r->a, MPFR_RNDN);
        mpfr_mul(r->db, r->db, r->f, MPFR_RNDN);
        return true;
    case RG_OP_FPOWI:
        mpfr_pow_si(r->f, r->a, (long)b, MPFR_RNDN);
        mpfr_pow_si(r->da, r->a, (long)b - 1, MPFR_RNDN);
        mpfr_mul_si(r->da, r->da, (long)b, MPFR_RNDN);
        if (b == 0 || (mpfr_zero_p(r->a) && b != 1)) /* the rules at 0 */
            mpfr_set_zero(r->da, 1);
        return true;
    default: return false;
    }
}

/* Arguments outside the domain, as the table of docs/reference/numerics.md has them. */
static unsigned outside(exact_format q, unsigned op, int64_t a, int64_t b)
{
    wide unit = power2(q.frac);
    switch (op) {
    case RG_OP_FLOG:
    case RG_OP_FLOG2: return b <= 0 ? RG_TRAP_DOMAIN : 0;
    case RG_OP_FLOG1P: return b <= -unit ? RG_TRAP_DOMAIN : 0;
    case RG_OP_FASIN:
    case RG_OP_FACOS: return b < -unit || b > unit ? RG_TRAP_DOMAIN : 0;
    case RG_OP_FPOW: return a <= 0 ? RG_TRAP_DOMAIN : 0;
    case RG_OP_FPOWI: return a == 0 && b < 0 ? RG_TRAP_DIVZERO : 0;
    default: return 0;
    }
}

/* ---- numbers that stand as logarithms ---- */

static int64_t field(exact_format q, int64_t word) { return wrap(word, q.xlen - 1); }

/* a > b of the numbers themselves: the sign, then the logarithm. */
static bool log_above(exact_format q, int64_t a, int64_t b)
{
    if ((a < 0) != (b < 0))
        return b < 0;
    return a < 0 ? field(q, a) < field(q, b) : field(q, a) > field(q, b);
}

/* log2 of the sum of two numbers, in units; DOMAIN where they cancel. */
static exact_value log_sum(exact_format q, int64_t a, int64_t b, bool minus, reals *r)
{
    mpfr_set_si_2exp(r->a, (long)field(q, a), -(long)q.frac, MPFR_RNDN);
    mpfr_set_si_2exp(r->b, (long)field(q, b), -(long)q.frac, MPFR_RNDN);
    mpfr_exp2(r->a, r->a, MPFR_RNDN);
    mpfr_exp2(r->b, r->b, MPFR_RNDN);
    if ((a < 0) != ((b < 0) != minus))
        mpfr_neg(r->b, r->b, MPFR_RNDN);
    if (field(q, a) == field(q, b) && mpfr_sgn(r->b) < 0)
        return failing(RG_TRAP_DOMAIN);
    mpfr_add(r->f, r->a, r->b, MPFR_RNDN);
    bool negative = (mpfr_sgn(r->f) < 0) != (a < 0);
    mpfr_abs(r->f, r->f, MPFR_RNDN);
    mpfr_log2(r->f, r->f, MPFR_RNDN);
    mpfr_mul_2si(r->f, r->f, (long)q.frac, MPFR_RNDN);
    return (exact_value){.known = true,
                         .log = true,
                         .negative = negative,
                         .near = mpfr_get_d(r->f, MPFR_RNDN),
                         .tolerance = HALF};
}

static exact_value log_whole(wide logarithm, bool negative)
{
    return (exact_value){
        .known = true, .rounded = true, .log = true, .negative = negative, .word = logarithm};
}

static bool logarithmic(exact_format q, unsigned op, int64_t a, int64_t b, reals *r, exact_value *v)
{
    bool opposite = (a < 0) != (b < 0);
    wide la = field(q, a), lb = field(q, b);
    switch (op) {
    case RG_OP_LMUL: *v = whole(b); return true;
    case RG_OP_LMAX: *v = whole(log_above(q, a, b) ? a : b); return true;
    case RG_OP_LMUL2: *v = log_whole(la + lb, opposite); return true;
    case RG_OP_LDIV2: *v = log_whole(la - lb, opposite); return true;
    case RG_OP_LPOWI: *v = log_whole(la * b, a < 0 && (b & 1)); return true;
    case RG_OP_LPOW:
        *v = a < 0 ? failing(RG_TRAP_DOMAIN) : log_whole(quotient(la * b, power2(q.frac)), false);
        return true;
    case RG_OP_LADD2:
    case RG_OP_LSUB2: *v = log_sum(q, a, b, op == RG_OP_LSUB2, r); return true;
    case RG_OP_LMULF:
        if (b == 0) {
            *v = failing(RG_TRAP_DOMAIN);
            return true;
        }
        mpfr_abs(r->t, r->b, MPFR_RNDN);
        mpfr_log2(r->f, r->t, MPFR_RNDN);
        mpfr_mul_2si(r->f, r->f, (long)q.frac, MPFR_RNDN);
        *v = (exact_value){.known = true,
                           .log = true,
                           .negative = b < 0,
                           .near = mpfr_get_d(r->f, MPFR_RNDN),
                           .tolerance = HALF};
        return true;
    case RG_OP_LTOF:
        mpfr_set_si_2exp(r->t, (long)lb, -(long)q.frac, MPFR_RNDN);
        mpfr_exp2(r->f, r->t, MPFR_RNDN);
        mpfr_mul_2si(r->f, r->f, (long)q.frac, MPFR_RNDN);
        *v = (exact_value){.known = true,
                           .near = (b < 0 ? -1 : 1) * mpfr_get_d(r->f, MPFR_RNDN),
                           .tolerance = HALF};
        return true;
    default: return false;
    }
}

static reals pool;
static bool pool_ready;

static reals *operands(exact_format q, int64_t a, int64_t b)
{
    if (!pool_ready)
        mpfr_inits2(PRECISION, pool.a, pool.b, pool.f, pool.da, pool.db, pool.t, (mpfr_ptr)NULL);
    pool_ready = true;
    mpfr_set_si_2exp(pool.a, (long)a, -(long)q.frac, MPFR_RNDN);
    mpfr_set_si_2exp(pool.b, (long)b, -(long)q.frac, MPFR_RNDN);
    return &pool;
}

void exact_close(void)
{
    if (pool_ready)
        mpfr_clears(pool.a, pool.b, pool.f, pool.da, pool.db, pool.t, (mpfr_ptr)NULL);
    pool_ready = false;
    mpfr_free_cache();
}

static double in_units(exact_format q, mpfr_t x)
{
    mpfr_mul_2si(x, x, (long)q.frac, MPFR_RNDN);
    return mpfr_get_d(x, MPFR_RNDN);
}

exact_value exact_f(exact_format q, unsigned op, int64_t a, int64_t b)
{
    exact_value v = {0};
    int64_t word;
    if ((op == RG_OP_DIV || op == RG_OP_REM || op == RG_OP_FLD || op == RG_OP_MOD) && b == 0)
        return failing(RG_TRAP_DIVZERO);
    if (integer(q, op, a, b, &word))
        return whole(word);
    if (rational(q, op, a, b, &v))
        return v;
    if (outside(q, op, a, b))
        return failing(outside(q, op, a, b));
    reals *r = operands(q, a, b);
    if (logarithmic(q, op, a, b, r, &v))
        return v;
    if (of_one(r, op) || of_two(r, op, b))
        v = (exact_value){.known = true, .near = in_units(q, r->f), .tolerance = HALF};
    return v;
}

/* ---- gradients: g times the partial, rounded once ---- */

static exact_value about(double units, double tolerance)
{
    return (exact_value){.known = isfinite(units), .near = units, .tolerance = tolerance};
}

static bool rational_gradients(exact_format q, unsigned op, int64_t a, int64_t b, int64_t g,
                               exact_value *da, exact_value *db)
{
    wide unit = power2(q.frac);
    *da = *db = whole(0);
    switch (op) {
    case RG_OP_FMOV: *db = whole(g); return true;
    case RG_OP_FADD: *da = *db = whole(g); return true;
    case RG_OP_FSUB:
        *da = whole(g);
        *db = whole(-(wide)g);
        return true;
    case RG_OP_FMUL:
        *da = whole(quotient((wide)g * b, unit));
        *db = whole(quotient((wide)g * a, unit));
        return true;
    case RG_OP_FDIV:
        *da = whole(quotient(g * unit, b));
        *db = about(-(double)g * (double)a * (double)unit / ((double)b * (double)b),
                    HALF); /* of a normalised quotient: a tie may go either way */
        return true;
    case RG_OP_FSQRT:
        *db = b == 0 ? whole(0) : about((double)g / (2 * sqrt((double)b / (double)unit)), HALF);
        return true;
    case RG_OP_FMIN: *(a < b ? da : db) = whole(g); return true;
    case RG_OP_FMAX: *(a > b ? da : db) = whole(g); return true;
    case RG_OP_FABS: *db = whole(b < 0 ? -(wide)g : b > 0 ? g : 0); return true;
    case RG_OP_ITOF: return true;
    default: return false;
    }
}

void exact_gradients(exact_format q, unsigned op, int64_t a, int64_t b, int64_t g, exact_value *da,
                     exact_value *db)
{
    if (rational_gradients(q, op, a, b, g, da, db))
        return;
    *da = *db = (exact_value){0};
    reals *r = operands(q, a, b);
    bool two = of_two(r, op, b);
    if (!two && !of_one(r, op))
        return;
    if (two) {
        mpfr_mul_si(r->da, r->da, (long)g, MPFR_RNDN);
        *da = about(mpfr_get_d(r->da, MPFR_RNDN), HALF);
    } else
        *da = whole(0);
    mpfr_mul_si(r->db, r->db, (long)g, MPFR_RNDN);
    *db = op == RG_OP_FPOWI ? whole(0) : about(mpfr_get_d(r->db, MPFR_RNDN), HALF);
}
