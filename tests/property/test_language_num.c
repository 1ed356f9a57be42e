/* test_language_num.c: functions of the language through `retrograd run`, as a user calls them,
 * against MPFR: values, the run backward, gradients; edge operands and random ones. */
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

enum { OPERANDS = 400 };

static rg_num_config config;
static exact e;

/* How the function is written, its definition here, and what it may be wrong by beyond half a unit.
 */
typedef struct {
    const char *text, *subject;
    double more;
} spelling;

static void ref_exp10(exact *x, int64_t b)
{
    (void)b;
    mpfr_exp10(x->f, x->b, MPFR_RNDN);
    mpfr_log_ui(x->db, 10, MPFR_RNDN);
    mpfr_mul(x->db, x->db, x->f, MPFR_RNDN);
}

static void ref_log10(exact *x, int64_t b)
{
    (void)b;
    mpfr_log10(x->f, x->b, MPFR_RNDN);
    mpfr_log_ui(x->db, 10, MPFR_RNDN);
    mpfr_mul(x->db, x->db, x->b, MPFR_RNDN);
    mpfr_ui_div(x->db, 1, x->db, MPFR_RNDN);
}

static void ref_atan(exact *x, int64_t b)
{
    (void)b;
    mpfr_atan(x->f, x->b, MPFR_RNDN);
    mpfr_sqr(x->t, x->b, MPFR_RNDN);
    mpfr_add_ui(x->t, x->t, 1, MPFR_RNDN);
    mpfr_ui_div(x->db, 1, x->t, MPFR_RNDN);
}

/* Composed of the machine's functions, or one with a constant operand; op is one with the same
 * domain. */
static const subject composed[] = {
    {"exp10", RG_OP_FEXP2, 0, 46, .reference = ref_exp10},
    {"atan", RG_OP_FSIN, 0, 63, .reference = ref_atan},
    {"log10", RG_OP_FLOG2, 0, 63, .b_positive = true, .reference = ref_log10},
};

static const spelling spellings[] = {
    {"sqrt(b[i])", "fsqrt", 0},    {"exp(b[i])", "fexp", 0},
    {"log(b[i])", "flog", 0},      {"sin(b[i])", "fsin", 0},
    {"cos(b[i])", "fcos", 0},      {"tan(b[i])", "ftan", 0},
    {"asin(b[i])", "fasin", 0},    {"acos(b[i])", "facos", 0},
    {"atan(b[i])", "atan", 0},     {"atan(a[i], b[i])", "fatan2", 0},
    {"sinh(b[i])", "fsinh", 0},    {"cosh(b[i])", "fcosh", 0},
    {"tanh(b[i])", "ftanh", 0},    {"exp2(b[i])", "fexp2", 0},
    {"log2(b[i])", "flog2", 0},    {"expm1(b[i])", "fexpm1", 0},
    {"log1p(b[i])", "flog1p-", 0}, {"a[i] ^ b[i]", "fpow", 0},
    {"a[i] ^ n[i]", "fpowi", 0},   {"a[i] * b[i]", "fmul", 0},
    {"a[i] / b[i]", "fdiv", 0},    {"hypot(a[i], b[i])", "fhypot", 0},
    {"exp10(b[i])", "exp10", 0},   {"log10(b[i])", "log10", 0.8},
};

static const subject *find_subject(const char *name)
{
    for (size_t i = 0; i < NUM_SUBJECTS; i++)
        if (strcmp(num_subjects[i].name, name) == 0)
            return &num_subjects[i];
    for (size_t i = 0; i < sizeof composed / sizeof composed[0]; i++)
        if (strcmp(composed[i].name, name) == 0)
            return &composed[i];
    fail_msg("no subject %s", name);
    return NULL;
}

/* A word that a double holds. */
static int64_t printable(int64_t word)
{
    int64_t m = word < 0 ? -word : word;
    unsigned bits = m > 0 ? 64 - (unsigned)__builtin_clzll((uint64_t)m) : 0;
    unsigned drop = bits > 52 ? bits - 52 : 0;
    return word < 0 ? -(m >> drop << drop) : m >> drop << drop;
}

static int64_t edge(unsigned i)
{
    int64_t one = INT64_C(1) << config.frac;
    const int64_t edges[] = {0,        1,       -1,      2,        one,
                             -one,     one - 1, 1 - one, one + 1,  one / 2,
                             -one / 2, 2 * one, 3 * one, 10 * one, one / 10};
    return edges[i % (sizeof edges / sizeof edges[0])];
}

/* Operands at which the function has a value below 2^9 and partials below 2^9. */
static unsigned choose(const subject *s, rg_num_in *in)
{
    uint64_t state = 3 + s->op;
    unsigned count = 0;
    for (unsigned i = 0; count < OPERANDS && i < 100000; i++) {
        rg_num_in o = num_operands(s, &config, &state);
        if (i < 225) {
            o.a = s->a_bits ? edge(i / 15) : 0;
            o.b = s->b_integer ? (int64_t)(i % 15) - 7 : edge(i % 15);
            if (s->a_bits == 0 && i >= 15)
                continue;
        }
        o.a = printable(o.a), o.b = s->b_integer ? o.b : printable(o.b);
        rg_num_out out;
        rg_num_eval(&config, &o, &out);
        if (out.trap)
            continue;
        num_refer(s, &config, &o, &e);
        double limit = fmin(512, ldexp(1, (int)(config.xlen - 1 - config.frac)) / (2 * OPERANDS)),
               size = fabs(mpfr_get_d(e.f, MPFR_RNDN));
        if (mpfr_number_p(e.da) && mpfr_number_p(e.db) && size < limit
            && fabs(mpfr_get_d(e.da, MPFR_RNDN)) < limit
            && fabs(mpfr_get_d(e.db, MPFR_RNDN)) < limit)
            in[count++] = o;
    }
    return count;
}

/* The array a, b or n (the integer exponents, or zeros). */
static void write_array(const char *folder, char name, const subject *s, const rg_num_in *in,
                        unsigned count)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%c.json", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? "," : "[", f);
        if (name == 'n')
            fprintf(f, "%lld", s->b_integer ? (long long)in[i].b : 0);
        else
            fprintf(f, "%.17g",
                    name == 'a'    ? num_approximate(&config, in[i].a)
                    : s->b_integer ? 0
                                   : num_approximate(&config, in[i].b));
    }
    fputs("]", f);
    assert_int_equal(fclose(f), 0);
}

static void write_program(const char *path, const spelling *p)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f,
            "@i function f(y!::Vector{Fixed}, s!::Fixed, a::Vector{Fixed}, b::Vector{Fixed}, "
            "n::Vector{Int})\n"
            "    for i = 1:length(y!)\n        y![i] += %s\n        s! += %s\n    end\nend\n",
            p->text, p->text);
    assert_int_equal(fclose(f), 0);
}

static json_t *run(const char *folder, unsigned count, const char *options)
{
    const char *build = getenv("RETROGRAD_BUILD");
    char command[4096];
    int at = snprintf(
        command, sizeof command,
        "%s/bin/retrograd run %s/f.rg f --set a=@%s/a.json --set b=@%s/b.json --set n=@%s/n.json"
        " --set 'y!=@%s/y.json' --json %s",
        build ? build : "build", folder, folder, folder, folder, folder, options);
    assert_true(at > 0 && (size_t)at < sizeof command);
    char path[512];
    snprintf(path, sizeof path, "%s/y.json", folder);
    FILE *zero = fopen(path, "w");
    assert_non_null(zero);
    for (unsigned i = 0; i < count; i++)
        fputs(i ? ",0" : "[0", zero);
    fputs("]", zero);
    assert_int_equal(fclose(zero), 0);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    json_error_t error;
    json_t *report = json_loadf(pipe, 0, &error);
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(report);
    return report;
}

static double number(json_t *report, const char *part, const char *name, unsigned i)
{
    return json_number_value(
        json_array_get(json_object_get(json_object_get(report, part), name), i));
}

/* |x - exact| in units of the last place */
static double units(double x, const mpfr_t exact_value)
{
    mpfr_sub_d(e.t, exact_value, x, MPFR_RNDN);
    return fabs(ldexp(mpfr_get_d(e.t, MPFR_RNDN), (int)config.frac));
}

static void compare(const spelling *p, const subject *s, const rg_num_in *in, unsigned count,
                    json_t *forward, json_t *backward)
{
    for (unsigned i = 0; i < count; i++) {
        num_refer(s, &config, &in[i], &e);
        double y = number(forward, "values", "y!", i);
        if (units(y, e.f) > 0.501 + p->more || number(backward, "values", "y!", i) != -y)
            fail_msg("%s: a = %lld, b = %lld: %.17g, backward %.17g", p->text, (long long)in[i].a,
                     (long long)in[i].b, y, number(backward, "values", "y!", i));
        double da = number(forward, "gradients", "a", i),
               db = s->b_integer ? 0 : number(forward, "gradients", "b", i);
        /* a factor that is rounded on the way is multiplied by what follows */
        double allowed = 0.501 + p->more * fmax(1, 5 * fabs(mpfr_get_d(e.db, MPFR_RNDN)));
        if (units(da, e.da) > allowed || units(db, e.db) > allowed)
            fail_msg("%s: a = %lld, b = %lld: gradients %.17g, %.17g", p->text, (long long)in[i].a,
                     (long long)in[i].b, da, db);
    }
}

static void check_spelling(const char *folder, const spelling *p, const char *engine, unsigned most)
{
    static rg_num_in in[OPERANDS];
    const subject *s = find_subject(p->subject);
    unsigned count = choose(s, in);
    assert_true(count > 50);
    if (count > most)
        count = most;
    char path[512], options[64];
    for (const char *name = "abn"; *name; name++)
        write_array(folder, *name, s, in, count);
    snprintf(path, sizeof path, "%s/f.rg", folder);
    write_program(path, p);
    snprintf(options, sizeof options, "--engine %s --grad 's!'", engine);
    json_t *forward = run(folder, count, options);
    snprintf(options, sizeof options, "--engine %s --backward", engine);
    json_t *backward = run(folder, count, options);
    assert_true(json_is_true(json_object_get(forward, "restored")));
    compare(p, s, in, count, forward, backward);
    json_decref(forward);
    json_decref(backward);
}

static void check_all(const char *engine, unsigned most)
{
    char folder[] = "/tmp/rg_language_XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    num_exact_init(&e, NUM_PRECISION);
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        check_spelling(folder, &spellings[i], engine, most);
    num_exact_clear(&e);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void functions_of_the_language_are_accurate(void **unused)
{
    (void)unused;
    check_all("fast", OPERANDS);
}

static void so_they_are_on_the_rtl(void **unused)
{
    (void)unused;
    check_all("rtl", 25);
}

static int read_configuration(void **state)
{
    (void)state;
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    if (device == NULL)
        return 1;
    config = (rg_num_config){rg_device_xlen(device), rg_device_frac(device)};
    rg_device_close(device);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_of_the_language_are_accurate),
        cmocka_unit_test(so_they_are_on_the_rtl),
    };
    return cmocka_run_group_tests(tests, read_configuration, NULL);
}
