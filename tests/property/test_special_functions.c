/* test_special_functions.c: the functions of the library SpecialFunctions against MPFR, as a user
 * calls them: in a routine and in an @fn, values and gradients, at edges and random operands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "host-driver/retrograd.h"
#include "tests/property/num_reference.h"

enum { OPERANDS = 100, PRECISION = 300, STEP = 60 };

/* The bounds of docs/reference/library.md, in units of 2^-43: `value` of max(1, |f|), `gradient` of
 * max(1, |f'|). Near poles an operand is worth what f and f' change in a unit of it: `steep`. */
typedef struct {
    const char *name;
    double from, to;
    unsigned count; /* the sum of so many fits */
    double value, gradient, steep;
    int (*reference)(mpfr_t f, const mpfr_t x);
    long order;
} special;

static int of_erf(mpfr_t f, const mpfr_t x) { return mpfr_erf(f, x, MPFR_RNDN); }
static int of_erfc(mpfr_t f, const mpfr_t x) { return mpfr_erfc(f, x, MPFR_RNDN); }
static int of_gamma(mpfr_t f, const mpfr_t x) { return mpfr_gamma(f, x, MPFR_RNDN); }
static int of_digamma(mpfr_t f, const mpfr_t x) { return mpfr_digamma(f, x, MPFR_RNDN); }
static int of_lgamma(mpfr_t f, const mpfr_t x)
{
    int sign;
    return mpfr_lgamma(f, &sign, x, MPFR_RNDN);
}

static const special subjects[] = {
    {"erf(x)", -7, 7, 100, 1, 4, 0, of_erf, 0},
    {"erfc(x)", -7, 27, 100, 1, 4, 0, of_erfc, 0},
    {"gamma(x)", 0.01, 8, 100, 2, 8, 0, of_gamma, 0},
    {"gamma(x)", 8, 9.3, 20, 2, 8, 0, of_gamma, 0},
    {"gamma(x)", -7, 0, 100, 32, 128, 1, of_gamma, 0},
    {"lgamma(x)", 0.001, 20, 100, 3, 4, 0, of_lgamma, 0},
    {"loggamma(x)", 20, 2000, 100, 3, 4, 0, of_lgamma, 0},
    {"lgamma(x)", -30, 0, 100, 3, 4, 1, of_lgamma, 0},
    {"digamma(x)", 0.002, 30, 100, 4, 4, 0, of_digamma, 0},
    {"digamma(x)", -30, 0, 100, 4, 32, 1, of_digamma, 0},
    {"besselj0(x)", -50, 50, 30, 8, 8, 0, NULL, 0},
    {"besselj1(x)", -50, 50, 30, 8, 8, 0, NULL, 1},
    {"besselj(-3, x)", -50, 50, 30, 8, 8, 0, NULL, -3},
    {"besselj(17, x)", -50, 50, 30, 8, 8, 0, NULL, 17},
    {"besselj(40, x)", -50, 50, 30, 8, 8, 0, NULL, 40},
};

typedef struct {
    mpfr_t x, f, slope, curve, above, below, t;
} exact_value;

static void apply(const special *s, mpfr_t f, const mpfr_t x)
{
    if (s->reference)
        s->reference(f, x);
    else
        mpfr_jn(f, s->order, x, MPFR_RNDN);
}

/* Slope and curvature by differences over h: what they are wrong by is of the order h^2, 2^-120. */
static void refer(const special *s, double x, exact_value *e)
{
    mpfr_set_d(e->x, x, MPFR_RNDN);
    apply(s, e->f, e->x);
    mpfr_set_d(e->t, ldexp(1, -STEP), MPFR_RNDN);
    mpfr_add(e->x, e->x, e->t, MPFR_RNDN);
    apply(s, e->above, e->x);
    mpfr_mul_2ui(e->t, e->t, 1, MPFR_RNDN);
    mpfr_sub(e->x, e->x, e->t, MPFR_RNDN);
    apply(s, e->below, e->x);
    mpfr_sub(e->slope, e->above, e->below, MPFR_RNDN);
    mpfr_mul_2ui(e->slope, e->slope, STEP - 1, MPFR_RNDN);
    mpfr_add(e->curve, e->above, e->below, MPFR_RNDN);
    mpfr_sub(e->curve, e->curve, e->f, MPFR_RNDN);
    mpfr_sub(e->curve, e->curve, e->f, MPFR_RNDN);
    mpfr_mul_2ui(e->curve, e->curve, 2 * STEP, MPFR_RNDN);
}

/* Operands that a word and a double hold, away from the poles. */
static double operand(const special *s, unsigned i, uint64_t *state)
{
    for (;;) {
        double r = (double)(num_next(state) >> 11) / (double)(UINT64_C(1) << 53),
               x = s->from + (s->to - s->from) * r;
        if (i % 3 == 0)
            x = floor(2 * x) / 2;
        x = ldexp(rint(ldexp(x, 30)), -30);
        if (x >= s->from && x <= s->to && (x > 0 || s->steep == 0 || fabs(x - rint(x)) > 0.001))
            return x;
    }
}

static void write_array(const char *folder, const char *name, const double *x, unsigned count)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (unsigned i = 0; i < count; i++)
        fprintf(f, "%s%.17g", i ? "," : "[", x[i]);
    fputs("]", f);
    assert_int_equal(fclose(f), 0);
}

static void write_program(const char *folder, const special *s)
{
    char path[512];
    snprintf(path, sizeof path, "%s/f.rg", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f,
            "using SpecialFunctions\n"
            "@fn total(v::Vector{Fixed}) = sum(map(x -> %s, v))\n"
            "@i function f(y!::Vector{Fixed}, s!::Fixed, x::Vector{Fixed})\n"
            "    y! .+= (x -> %s).(x)\n    s! += total(x)\nend\n",
            s->name, s->name);
    assert_int_equal(fclose(f), 0);
}

static json_t *run(const char *folder)
{
    const char *build = getenv("RETROGRAD_BUILD");
    char command[4096];
    int at = snprintf(command, sizeof command,
                      "%s/bin/retrograd run %s/f.rg f --set x=@%s/x.json --set 'y!=@%s/y.json' "
                      "--engine fast --json --grad 's!'",
                      build ? build : "build", folder, folder, folder);
    assert_true(at > 0 && (size_t)at < sizeof command);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_error_t error;
    json_t *report = json_loadf(pipe, 0, &error);
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(report);
    assert_true(json_is_true(json_object_get(report, "restored")));
    return report;
}

static double number(json_t *report, const char *part, const char *name, unsigned i)
{
    return json_number_value(
        json_array_get(json_object_get(json_object_get(report, part), name), i));
}

static double size(const mpfr_t x) { return fabs(mpfr_get_d(x, MPFR_RNDN)); }

/* |x - value| in units */
static double units(double x, const mpfr_t value, mpfr_t t)
{
    mpfr_sub_d(t, value, x, MPFR_RNDN);
    return ldexp(size(t), NUM_TABLE_FRAC);
}

static void compare(const special *s, const double *x, json_t *report, exact_value *e)
{
    double value = 0, gradient = 0;
    for (unsigned i = 0; i < s->count; i++) {
        refer(s, x[i], e);
        double f = size(e->f), d = size(e->slope),
               of_f = units(number(report, "values", "y!", i), e->f, e->t)
                      / fmax(1, f + s->steep * d),
               of_d = units(number(report, "gradients", "x", i), e->slope, e->t)
                      / fmax(1, d + s->steep * size(e->curve));
        if (of_f > s->value || of_d > s->gradient)
            fail_msg("%s at %.17g: value wrong by %.2f units, gradient by %.2f", s->name, x[i],
                     of_f, of_d);
        value = fmax(value, of_f), gradient = fmax(gradient, of_d);
    }
    print_message("%-15s %7g .. %-5g value %.2f gradient %.2f\n", s->name, s->from, s->to, value,
                  gradient);
}

static void check(const char *folder, const special *s, exact_value *e)
{
    static double x[OPERANDS], zero[OPERANDS];
    uint64_t state = (uint64_t)(s - subjects); /* other operands for each */
    for (unsigned i = 0; i < s->count; i++)
        x[i] = operand(s, i, &state);
    write_array(folder, "x", x, s->count);
    write_array(folder, "y", zero, s->count);
    write_program(folder, s);
    json_t *report = run(folder);
    compare(s, x, report, e);
    json_decref(report);
}

/* The bounds are those of one format. */
static bool has_the_format(void)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    assert_non_null(device);
    const bool has = rg_device_frac(device) == NUM_TABLE_FRAC;
    rg_device_close(device);
    return has;
}

static void special_functions_are_accurate(void **unused)
{
    (void)unused;
    if (!has_the_format())
        skip();
    char folder[] = "/tmp/rg_special_XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    exact_value e;
    mpfr_inits2(PRECISION, e.x, e.f, e.slope, e.curve, e.above, e.below, e.t, (mpfr_ptr)0);
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++)
        check(folder, &subjects[i], &e);
    mpfr_clears(e.x, e.f, e.slope, e.curve, e.above, e.below, e.t, (mpfr_ptr)0);
    mpfr_free_cache();
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(special_functions_are_accurate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
