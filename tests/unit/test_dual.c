/* test_dual.c: tangents and second partials of every function against closed forms in extended
 * precision. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "isa/isa.h"
#include "isa/num/dual.h"

enum { TRIALS = 4000 };
static const rg_num_config config = {64, 43};
static const long double LN2 = 0.693147180559945309417232121458176568L;

/* First and second partials at (a, b). */
typedef struct {
    long double fa, fb, faa, fab, fbb;
} partials;
typedef partials closed_form(long double a, long double b);

#define FORM(name, ...)                                                                            \
    static partials name(long double a, long double b)                                             \
    {                                                                                              \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        return (partials){__VA_ARGS__};                                                            \
    }
FORM(product, b, a, 0, 1, 0)
FORM(sum, 1, 1, 0, 0, 0)
FORM(difference, 1, -1, 0, 0, 0)
FORM(quotient, 1 / b, -a / (b * b), 0, -1 / (b * b), 2 * a / (b * b * b))
FORM(root, .fb = 0.5L / sqrtl(b), .fbb = -0.25L / (b * sqrtl(b)))
FORM(exponential, .fb = expl(b), .fbb = expl(b))
FORM(exponential2, .fb = exp2l(b) * LN2, .fbb = exp2l(b) * LN2 * LN2)
FORM(logarithm, .fb = 1 / b, .fbb = -1 / (b * b))
FORM(logarithm2, .fb = 1 / (b * LN2), .fbb = -1 / (b * b * LN2))
FORM(logarithm1p, .fb = 1 / (1 + b), .fbb = -1 / ((1 + b) * (1 + b)))
FORM(sine, .fb = cosl(b), .fbb = -sinl(b))
FORM(cosine, .fb = -sinl(b), .fbb = -cosl(b))
FORM(tangent, .fb = 1 + tanl(b) * tanl(b), .fbb = 2 * tanl(b) * (1 + tanl(b) * tanl(b)))
FORM(arcsine, .fb = 1 / sqrtl(1 - b * b), .fbb = b / powl(1 - b * b, 1.5L))
FORM(arccosine, .fb = -1 / sqrtl(1 - b * b), .fbb = -b / powl(1 - b * b, 1.5L))
FORM(hypotenuse, a / hypotl(a, b), b / hypotl(a, b), b *b / powl(hypotl(a, b), 3),
     -a *b / powl(hypotl(a, b), 3), a *a / powl(hypotl(a, b), 3))
FORM(hyperbolic_sine, .fb = coshl(b), .fbb = sinhl(b))
FORM(hyperbolic_cosine, .fb = sinhl(b), .fbb = coshl(b))
FORM(hyperbolic_tangent, .fb = 1 - tanhl(b) * tanhl(b),
     .fbb = -2 * tanhl(b) * (1 - tanhl(b) * tanhl(b)))
FORM(magnitude, .fb = b < 0 ? -1 : 1)
FORM(angle, b / (a * a + b * b), -a / (a * a + b * b), -2 * a * b / powl(a * a + b * b, 2),
     (a * a - b * b) / powl(a * a + b * b, 2), 2 * a * b / powl(a * a + b * b, 2))
FORM(power, b *powl(a, b - 1), powl(a, b) * logl(a), b *(b - 1) * powl(a, b - 2),
     powl(a, b - 1) * (1 + b * logl(a)), powl(a, b) * logl(a) * logl(a))
FORM(log_sum, 1 / (1 + exp2l(b - a)), 1 / (1 + exp2l(a - b)),
     LN2 / (2 + exp2l(b - a) + exp2l(a - b)), -LN2 / (2 + exp2l(b - a) + exp2l(a - b)),
     LN2 / (2 + exp2l(b - a) + exp2l(a - b)))
FORM(log_difference, 1 / (1 - exp2l(b - a)), 1 / (1 - exp2l(a - b)),
     LN2 / (2 - exp2l(b - a) - exp2l(a - b)), -LN2 / (2 - exp2l(b - a) - exp2l(a - b)),
     LN2 / (2 - exp2l(b - a) - exp2l(a - b)))

typedef struct {
    unsigned op;
    closed_form *form;
    long double low_a, high_a, low_b, high_b;
    long double tolerance; /* units of 2^-43, times 1 + the magnitude of what is compared and of the
                              partials */
} row;

static const row table[] = {
    {RG_OP_FMUL, product, -50, 50, -50, 50, 2},
    {RG_OP_WMAC, product, -50, 50, -50, 50, 2},
    {RG_OP_FADD, sum, -50, 50, -50, 50, 1},
    {RG_OP_FSUB, difference, -50, 50, -50, 50, 1},
    {RG_OP_FDIV, quotient, -50, 50, 0.2L, 20, 16},
    {RG_OP_FSQRT, root, 0, 0, 0.1L, 90, 8},
    {RG_OP_FEXP, exponential, 0, 0, -5, 3, 4},
    {RG_OP_FEXPM1, exponential, 0, 0, -5, 3, 4},
    {RG_OP_FEXP2, exponential2, 0, 0, -8, 5, 4},
    {RG_OP_LTOF, exponential2, 0, 0, -8, 5, 4},
    {RG_OP_FLOG, logarithm, 0, 0, 0.2L, 90, 6},
    {RG_OP_FLOG2, logarithm2, 0, 0, 0.2L, 90, 6},
    {RG_OP_LMULF, logarithm2, 0, 0, 0.2L, 90, 6},
    {RG_OP_FLOG1P, logarithm1p, 0, 0, -0.8L, 90, 6},
    {RG_OP_FSIN, sine, 0, 0, -50, 50, 4},
    {RG_OP_FCOS, cosine, 0, 0, -50, 50, 4},
    {RG_OP_FTAN, tangent, 0, 0, -1.2L, 1.2L, 8},
    {RG_OP_FASIN, arcsine, 0, 0, -0.9L, 0.9L, 8},
    {RG_OP_FACOS, arccosine, 0, 0, -0.9L, 0.9L, 8},
    {RG_OP_FHYPOT, hypotenuse, -20, 20, 0.5L, 20, 12},
    {RG_OP_FSINH, hyperbolic_sine, 0, 0, -4, 4, 4},
    {RG_OP_FCOSH, hyperbolic_cosine, 0, 0, -4, 4, 4},
    {RG_OP_FTANH, hyperbolic_tangent, 0, 0, -8, 8, 6},
    {RG_OP_FABS, magnitude, 0, 0, -9, -0.1L, 1},
    {RG_OP_FATAN2, angle, -20, 20, 0.5L, 20, 12},
    {RG_OP_FPOW, power, 0.3L, 6, -2.5L, 3, 40},
    {RG_OP_LMUL2, sum, -9, 9, -9, 9, 1},
    {RG_OP_LDIV2, difference, -9, 9, -9, 9, 1},
    {RG_OP_LPOW, product, -9, 9, -9, 9, 2},
    {RG_OP_LADD2, log_sum, -9, 9, -9, 9, 6},
    {RG_OP_LSUB2, log_difference, 1, 9, -9, 0.5L, 30},
};

static long double unit_random(void) { return (long double)rand() / RAND_MAX; }
static int64_t fixed(long double x) { return (int64_t)llrintl(ldexpl(x, 43)); }
/* The words that LPOW, LADD2 .. take are logarithms of positive numbers: 63 bits. */
static bool is_log(unsigned op)
{
    return op == RG_OP_LPOW || (op >= RG_OP_LMUL2 && op <= RG_OP_LMAX) || op == RG_OP_LTOF;
}
static int64_t argument(const row *r, bool b, long double low, long double high)
{
    int64_t word = fixed(low + (high - low) * unit_random());
    bool log = is_log(r->op) && !(b && r->op == RG_OP_LPOW);
    return log ? (int64_t)((uint64_t)word & INT64_MAX) : word;
}
static long double number(const row *r, bool b, int64_t word)
{
    bool log = is_log(r->op) && !(b && r->op == RG_OP_LPOW);
    return ldexpl((long double)(log ? (int64_t)((uint64_t)word << 1) >> 1 : word), -43);
}

/* The error of a word, in tolerances of its row; one above 1 is printed. */
static long double deviation(const row *r, const char *what, int64_t got, long double exact,
                             long double scale, const rg_num_in *in)
{
    long double units = fabsl((long double)got - ldexpl(exact, 43)) / (1 + scale + fabsl(exact));
    if (units > r->tolerance)
        print_error("%s %s: %.15Lg instead of %.15Lg at a=%.12Lg b=%.12Lg (%.2Lg units)\n",
                    rg_op_lookup(r->op)->mnemonic, what, ldexpl((long double)got, -43), exact,
                    number(r, false, in->a), number(r, true, in->b), units);
    return units / r->tolerance;
}

/* The largest deviation of the six words at one random point. */
static long double worst_deviation(const row *r)
{
    const rg_op_info *info = rg_op_lookup(r->op);
    rg_num_in in = {.op = r->op,
                    .grad = true,
                    .a = argument(r, false, r->low_a, r->high_a),
                    .b = argument(r, true, r->low_b, r->high_b)};
    long double t[4];
    for (int i = 0; i < 4; i++)
        t[i] = 4 * unit_random() - 2;
    rg_num_dual_in dual = {.both = true,
                           .has_a = info->ga[0] != 0,
                           .has_b = info->gb[0] != 0,
                           .ta = info->ga[0] ? fixed(t[0]) : 0,
                           .tb = fixed(t[1]),
                           .ud = fixed(t[3])};
    in.gy = fixed(t[2]);
    rg_num_out base;
    rg_num_dual_out out;
    rg_num_eval(&config, &in, &base);
    assert_int_equal(base.trap, 0);
    rg_num_dual(&config, &in, &base, &dual, &out);
    partials p = r->form(number(r, false, in.a), number(r, true, in.b));
    long double scale = fabsl(p.fa) + fabsl(p.fb) + fabsl(p.faa) + fabsl(p.fab) + fabsl(p.fbb);
    assert_int_equal(out.overflows, 0);
    const struct {
        const char *what;
        int64_t got;
        long double exact;
        bool of_a;
    } words[] = {{"P(t)", out.pa, t[0] * p.fa, true},
                 {"P(u)", out.pu, t[3] * p.fa, true},
                 {"H_a", out.ha, t[2] * (p.faa * t[0] + p.fab * t[1]), true},
                 {"Q(t)", out.qb, t[1] * p.fb, false},
                 {"Q(u)", out.qu, t[3] * p.fb, false},
                 {"H_b", out.hb, t[2] * (p.fab * (dual.has_a ? t[0] : 0) + p.fbb * t[1]), false}};
    long double worst = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (dual.has_a || !words[i].of_a)
            worst =
                fmaxl(worst, deviation(r, words[i].what, words[i].got, words[i].exact, scale, &in));
    return worst;
}

static void closed_forms(void **state)
{
    (void)state;
    srand(20);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (int k = 0; k < TRIALS; k++)
            assert_true(worst_deviation(&table[i]) <= 1);
}

/* Every function with an active operand has a row here or is named: linear by selection, or an
 * integer power. */
static void every_function_is_covered(void **state)
{
    (void)state;
    unsigned missing = 0;
    for (unsigned op = 0; op < RG_OP_LIMIT; op++) {
        const rg_op_info *info = rg_op_lookup(op);
        bool found = false;
        if (!info || (info->ga[0] == 0 && info->gb[0] == 0))
            continue;
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
            found = found || table[i].op == op;
        bool other = op == RG_OP_FMOV || op == RG_OP_LMUL || op == RG_OP_FMIN || op == RG_OP_FMAX
                     || op == RG_OP_LMAX || op == RG_OP_FPOWI || op == RG_OP_LPOWI
                     || op == RG_OP_MULDIV; /* carries no tangents */
        if (found || other)
            continue;
        print_error("no closed form for %s\n", info->mnemonic);
        missing++;
    }
    assert_int_equal(missing, 0);
}

static void integer_powers(void **state)
{
    (void)state;
    static const long double bases[] = {-3, -1.5L, -0.25L, 0.001L, 0.5L, 1, 2.75L};
    for (int n = -3; n <= 6; n++)
        for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
            if (n < 0 && fabsl(bases[i]) < 0.1L)
                continue;
            rg_num_in in = {
                .op = RG_OP_FPOWI, .grad = true, .a = fixed(bases[i]), .b = n, .gy = fixed(0.75L)};
            rg_num_dual_in dual = {.both = true, .has_a = true, .ta = fixed(1.5L)};
            rg_num_out base;
            rg_num_dual_out out;
            rg_num_eval(&config, &in, &base);
            rg_num_dual(&config, &in, &base, &dual, &out);
            long double exact = 0.75L * 1.5L * n * (n - 1)
                                * powl(ldexpl((long double)in.a, -43), n - 2);
            if (n == 0 || n == 1)
                exact = 0;
            assert_int_equal(out.overflows, 0);
            assert_true(fabsl((long double)out.ha - ldexpl(exact, 43)) < 8 * (1 + fabsl(exact)));
        }
    /* at 0: only the square has a second derivative */
    for (int n = 0; n <= 4; n++) {
        rg_num_in in = {.op = RG_OP_FPOWI, .grad = true, .b = n, .gy = fixed(1)};
        rg_num_dual_in dual = {.both = true, .has_a = true, .ta = fixed(1)};
        rg_num_out base;
        rg_num_dual_out out;
        rg_num_eval(&config, &in, &base);
        rg_num_dual(&config, &in, &base, &dual, &out);
        assert_int_equal(out.ha, n == 2 ? fixed(2) : 0);
    }
}

/* Kinks: the second derivative is 0 where the first is by convention. */
static void kinks(void **state)
{
    (void)state;
    static const struct {
        unsigned op;
        long double a, b;
    } at[] = {{RG_OP_FSQRT, 0, 0},  {RG_OP_FABS, 0, 0},   {RG_OP_FASIN, 0, 1},
              {RG_OP_FACOS, 0, -1}, {RG_OP_FATAN2, 0, 0}, {RG_OP_FHYPOT, 0, 0}};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        rg_num_in in = {
            .op = at[i].op, .grad = true, .a = fixed(at[i].a), .b = fixed(at[i].b), .gy = fixed(1)};
        rg_num_dual_in dual = {.both = true,
                               .has_a = at[i].op == RG_OP_FATAN2 || at[i].op == RG_OP_FHYPOT,
                               .has_b = true,
                               .ta = fixed(1),
                               .tb = fixed(1),
                               .ud = fixed(1)};
        rg_num_out base;
        rg_num_dual_out out;
        rg_num_eval(&config, &in, &base);
        rg_num_dual(&config, &in, &base, &dual, &out);
        assert_true(out.pa == 0 && out.qb == 0 && out.pu == 0 && out.qu == 0 && out.ha == 0
                    && out.hb == 0);
        assert_int_equal(out.overflows, 0);
    }
}

/* R(b) (t + tb J x), and the tangent of the angle's cotangent, against closed forms; the inverse
 * gives back every bit. */
static void rotations(void **state)
{
    (void)state;
    srand(21);
    for (int k = 0; k < TRIALS; k++) {
        long double x[9];
        for (int i = 0; i < 9; i++)
            x[i] = 8 * unit_random() - 4;
        rg_num_in in = {.op = RG_OP_ROT,
                        .grad = true,
                        .y = fixed(x[0]),
                        .a = fixed(x[1]),
                        .b = fixed(x[2]),
                        .gy = fixed(x[3]),
                        .ga = fixed(x[4])};
        rg_num_dual_in dual = {.both = true,
                               .td = fixed(x[5]),
                               .ta = fixed(x[6]),
                               .tb = fixed(x[7]),
                               .ud = fixed(x[8]),
                               .ua = fixed(-x[5])};
        rg_num_out base, back;
        rg_num_dual_out out, home;
        rg_num_eval(&config, &in, &base);
        rg_num_dual(&config, &in, &base, &dual, &out);
        long double c = cosl(x[2]), s = sinl(x[2]), unit = 64 * ldexpl(1, -43);
        long double v = x[0] * c - x[1] * s, a = x[0] * s + x[1] * c;
        assert_true(fabsl(ldexpl((long double)out.td2, -43) - (x[5] * c - x[6] * s - x[7] * a))
                    < unit);
        assert_true(fabsl(ldexpl((long double)out.ta2, -43) - (x[5] * s + x[6] * c + x[7] * v))
                    < unit);
        long double gv = x[3] * c - x[4] * s, ga = x[3] * s + x[4] * c;
        assert_true(fabsl(ldexpl((long double)out.ud2, -43) - (x[8] * c + x[5] * s - x[7] * ga))
                    < unit);
        assert_true(fabsl(ldexpl((long double)out.ua2, -43) - (x[8] * s - x[5] * c + x[7] * gv))
                    < unit);
        assert_true(fabsl(ldexpl((long double)out.ub, -43)
                          - (-x[5] * x[0] + x[4] * x[5] - x[8] * x[1] - x[3] * x[6]))
                    < unit);
        rg_num_in undo = in;
        undo.inverse = true;
        undo.y = base.y2;
        undo.a = base.a2;
        undo.gy = base.gy2;
        undo.ga = base.ga2;
        rg_num_dual_in turned = {.both = true,
                                 .td = out.td2,
                                 .ta = out.ta2,
                                 .tb = dual.tb,
                                 .ud = out.ud2,
                                 .ua = out.ua2};
        rg_num_eval(&config, &undo, &back);
        rg_num_dual(&config, &undo, &back, &turned, &home);
        assert_true(home.td2 == dual.td && home.ta2 == dual.ta && home.ud2 == dual.ud
                    && home.ua2 == dual.ua);
        assert_int_equal(home.ub, out.ub);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms),   cmocka_unit_test(every_function_is_covered),
        cmocka_unit_test(integer_powers), cmocka_unit_test(kinks),
        cmocka_unit_test(rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
