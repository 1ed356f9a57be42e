/* test_forms.c: random programs in the language's larger forms (complex numbers, structs, tuples,
 * slices, dotted statements, stacks, views, functions of one's own, any number of arguments), each
 * beside the same program in scalars alone. Both must give the same values and gradients, and the
 * inverse must restore every bit.
 *
 *   test_forms                20 programs
 *   test_forms COUNT [SEED]   COUNT programs from SEED on
 *   test_forms --show SEED    print both programs of a seed */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host-driver/retrograd.h"
#include "tests/registers/level_set.h"

enum { POOL = 1 << 20, DEFAULT_COUNT = 20, RTL_EVERY = 2, DEEPEST = 2, MOST_BLOCKS = 2 };

static unsigned long program_count = DEFAULT_COUNT, first_seed = 1;

/* A scalar of the plain program, and the argument of the other one that holds it. */
static const struct {
    const char *plain, *place, *argument;
    size_t row, column;
} scalars[] = {
    {"zr", "real(z)", "z.re", 0, 0}, {"zi", "z.im", "z.im", 0, 0},  {"wr", "w.re", "w.re", 0, 0},
    {"wi", "imag(w)", "w.im", 0, 0}, {"pa", "p.a", "p.a", 0, 0},    {"pb", "p.b", "p.b", 0, 0},
    {"t1", "t.:1", "t.1", 0, 0},     {"t2", "t[2]", "t.2", 0, 0},   {"v1", "v[1]", "v", 1, 1},
    {"v2", "v[2]", "v", 2, 1},       {"v3", "v[end]", "v", 3, 1},   {"u1", "u[1]", "u", 1, 1},
    {"u2", "u[2]", "u", 2, 1},       {"u3", "u[3]", "u", 3, 1},     {"m11", "M[1,1]", "M", 1, 1},
    {"m21", "M[2,1]", "M", 2, 1},    {"m12", "M'[2,1]", "M", 1, 2}, {"m22", "M[:,2][2]", "M", 2, 2},
    {"m13", "vec(M)[5]", "M", 1, 3}, {"m23", "M[2,3]", "M", 2, 3},  {"x", "x", "x", 0, 0},
    {"y", "value(y)", "y", 0, 0},
};
enum { SCALARS = sizeof scalars / sizeof scalars[0], FIRST_V = 8, FIRST_U = 11 };

static const char prelude[] =
    "half(x) = x / 2\n"
    "@i function (:+=)(bump)(y!::Fixed, a::Fixed, b::Fixed)\n    y! += sin(a) + b * 0.5\nend\n"
    "struct P{T}\n    a::T\n    b::T\nend\n"
    "@i function twist(v, k)\n    for i = 2:length(v)\n        v[i] += k * v[i-1]\n    end\nend\n"
    "@i function shift(x)\n    x += 0.75\nend\n"
    "@i function stacked(v, x)\n    @routine begin\n        s ← stack(Fixed, 8)\n        a ← 0.0\n "
    "       a += v[1]\n        COPYPUSH!(s, a)\n"
    "        b ← 0.0\n        b += v[2]\n        PUSH!(s, b)\n    end\n    x += s[2] * s[1]\n    "
    "~@routine\nend\n"
    "@i function mixed(t, p)\n    t[1] += p.a\n    t[2] += p.a * p.b\nend\n"
    "@i function total(y, args...; n = length(args), scale = n / n)\n    for i = 1:length(args)\n  "
    "      y += args[i] * i * scale\n    end\nend\n"
    "@i function main(z::Complex{Fixed}, w::Complex{Fixed}, p::P{Fixed}, t::Tuple{Fixed,Fixed}, "
    "v::Vector{Fixed}, u::Vector{Fixed}, "
    "M::Matrix{Fixed}, x::Fixed, y::Fixed)\n";

/* ---- text ---- */

typedef struct {
    char text[POOL];
    size_t used;
} pool;

/* An expression, or a program, in both forms. */
typedef struct {
    const char *form, *plain;
} both;
typedef struct {
    both re, im;
} complex_pair; /* re.form: the whole complex expression; plain: its parts */

typedef struct {
    uint64_t state;
    pool pool;
    char form[POOL], plain[POOL];
    size_t form_size, plain_size;
    unsigned indent, blocks;
} generator;

static const char *put(generator *g, const char *format, ...)
{
    va_list args;
    char *at = g->pool.text + g->pool.used;
    size_t room = sizeof g->pool.text - g->pool.used;
    va_start(args, format);
    int n = vsnprintf(at, room, format, args);
    va_end(args);
    if (n < 0 || (size_t)n + 1 > room)
        return "0.5";
    g->pool.used += (size_t)n + 1;
    return at;
}

static void append(char *out, size_t *size, unsigned indent, const char *line)
{
    int n = snprintf(out + *size, POOL - *size, "%*s%s\n", (int)(4 * indent), "", line);
    *size += n > 0 && (size_t)n < POOL - *size ? (size_t)n : 0;
}

static void form(generator *g, const char *line)
{
    append(g->form, &g->form_size, g->indent, line);
}
static void plain(generator *g, const char *line)
{
    append(g->plain, &g->plain_size, g->indent, line);
}

static unsigned pick(generator *g, unsigned n)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (unsigned)((g->state >> 11) % n);
}

/* ---- expressions; avoid: the scalars (a set of indices) that they do not read ---- */

static both constant(generator *g)
{
    static const char *const numbers[] = {"0.5", "1.25", "0.75", "0.3", "2"};
    const char *n = numbers[pick(g, 5)];
    return (both){n, n};
}

static both variable(generator *g, uint32_t avoid)
{
    for (int i = 0; i < 50; i++) {
        unsigned k = pick(g, SCALARS);
        if (!(avoid >> k & 1))
            return (both){scalars[k].place, scalars[k].plain};
    }
    return constant(g);
}

static both real(generator *g, uint32_t avoid, unsigned depth)
{
    static const char *const functions[] = {"sin", "cos", "tanh", "abs"};
    static const char operators[] = "+-*";
    unsigned kind = depth < DEEPEST ? pick(g, 7) : pick(g, 2);
    if (kind < 2)
        return pick(g, 4) ? variable(g, avoid) : constant(g);
    both a = real(g, avoid, depth + 1), b, c;
    switch (kind) {
    case 2: {
        const char *f = functions[pick(g, 4)];
        return (both){put(g, "%s(%s)", f, a.form), put(g, "%s(%s)", f, a.plain)};
    }
    case 3: return (both){put(g, "half(%s)", a.form), put(g, "((%s) / 2)", a.plain)};
    case 4:
        b = real(g, avoid, depth + 1);
        return (both){put(g, "bump(%s, %s)", a.form, b.form),
                      put(g, "(sin(%s) + (%s) * 0.5)", a.plain, b.plain)};
    case 5:
        b = real(g, avoid, depth + 1);
        c = real(g, avoid, depth + 1);
        return (both){put(g, "(%s > 0.2 ? %s : %s)", a.form, b.form, c.form),
                      put(g, "(%s > 0.2 ? %s : %s)", a.plain, b.plain, c.plain)};
    default: {
        char o = operators[pick(g, 3)];
        b = real(g, avoid, depth + 1);
        return (both){put(g, "(%s %c %s)", a.form, o, b.form),
                      put(g, "(%s %c %s)", a.plain, o, b.plain)};
    }
    }
}

/* Of the other one of z and w. */
static complex_pair complex_expression(generator *g, char name, unsigned depth)
{
    unsigned kind = depth < DEEPEST ? pick(g, 5) : 0;
    if (kind == 0)
        return (complex_pair){{put(g, "%c", name), put(g, "%cr", name)}, {"", put(g, "%ci", name)}};
    complex_pair a = complex_expression(g, name, depth + 1), b;
    const char *n = constant(g).form;
    switch (kind) {
    case 1:
        b = complex_expression(g, name, depth + 1);
        return (complex_pair){{put(g, "(%s + %s)", a.re.form, b.re.form),
                               put(g, "(%s + %s)", a.re.plain, b.re.plain)},
                              {"", put(g, "(%s + %s)", a.im.plain, b.im.plain)}};
    case 2:
        b = complex_expression(g, name, depth + 1);
        return (complex_pair){
            {put(g, "(%s * %s)", a.re.form, b.re.form),
             put(g, "(%s * %s - %s * %s)", a.re.plain, b.re.plain, a.im.plain, b.im.plain)},
            {"", put(g, "(%s * %s + %s * %s)", a.re.plain, b.im.plain, a.im.plain, b.re.plain)}};
    case 3:
        return (complex_pair){{put(g, "conj(%s)", a.re.form), a.re.plain},
                              {"", put(g, "(0.0 - %s)", a.im.plain)}};
    default:
        return (complex_pair){
            {put(g, "(%s * %s)", a.re.form, n), put(g, "(%s * %s)", a.re.plain, n)},
            {"", put(g, "(%s * %s)", a.im.plain, n)}};
    }
}

/* ---- statements ---- */

static void statement(generator *g);

static void update(generator *g)
{
    unsigned k = pick(g, SCALARS - 3);
    k += k >= FIRST_U ? 3 : 0; /* u decides branches, and stays */
    const char *op = pick(g, 2) ? "+=" : "-=";
    both e = real(g, UINT32_C(1) << k, 0);
    form(g, put(g, "%s %s %s", scalars[k].place, op, e.form));
    plain(g, put(g, "%s %s %s", scalars[k].plain, op, e.plain));
}

static void complex_update(generator *g)
{
    char to = "zw"[pick(g, 2)];
    complex_pair e = complex_expression(g, to == 'z' ? 'w' : 'z', 0);
    form(g, put(g, "%c += %s", to, e.re.form));
    plain(g, put(g, "%cr += %s", to, e.re.plain));
    plain(g, put(g, "%ci += %s", to, e.im.plain));
}

static void dotted(generator *g)
{
    static const both elements[] = {{"sin.(u)", "sin(u%u)"},
                                    {"u", "u%u"},
                                    {"u .* 2", "u%u * 2"},
                                    {"half.(u)", "u%u / 2"},
                                    {"abs2.(u)", "u%u^2"}};
    unsigned k = pick(g, 5);
    both e = real(g, UINT32_C(7) << FIRST_V, 1);
    form(g, put(g, "v .-= (%s) .* %s", elements[k].form, e.form));
    for (unsigned i = 1; i <= 3; i++) {
        const char *at = strchr(elements[k].plain, '%');
        const char *element =
            put(g, "%.*s%u%s", (int)(at - elements[k].plain), elements[k].plain, i, at + 2);
        plain(g, put(g, "v%u -= (%s) * (%s)", i, element, e.plain));
    }
}

static void parts(generator *g)
{
    unsigned i = 1 + pick(g, 2), j = 1 + pick(g, 3);
    switch (pick(g, 6)) {
    case 0:
        form(g, put(g, "v[1:2] .+= M[:,%u]", j));
        plain(g, put(g, "v1 += m1%u", j));
        plain(g, put(g, "v2 += m2%u", j));
        break;
    case 1:
        form(g, put(g, "twist(M[%u,:], u[1])", i));
        plain(g, put(g, "m%u2 += u1 * m%u1", i, i));
        plain(g, put(g, "m%u3 += u1 * m%u2", i, i));
        break;
    case 2:
        form(g, put(g, "(~twist)(vec(M)[1:6][%u:%u], x)", 2 * j - 1, 2 * j));
        plain(g, put(g, "m2%u -= x * m1%u", j, j));
        break;
    case 3:
        form(g, "twist(v[3:-1:1], y)");
        plain(g, "v2 += y * v3");
        plain(g, "v1 += y * v2");
        break;
    case 4:
        form(g, "M[:,1] ↔ M[:,3]");
        plain(g, "m11 ↔ m13");
        plain(g, "m21 ↔ m23");
        break;
    default:
        form(g, "twist(reshape(M, 3, 2)[:,2], u[2])");
        plain(g, "m13 += u2 * m22");
        plain(g, "m23 += u2 * m13");
        break;
    }
}

static void compounds(generator *g)
{
    both e = real(g, UINT32_C(0xc0), 1); /* neither element of t */
    switch (pick(g, 8)) {
    case 0: form(g, "z ↔ w"), plain(g, "zr ↔ wr"), plain(g, "zi ↔ wi"); break;
    case 1: form(g, "(x, y) ↔ @fields z"), plain(g, "x ↔ zr"), plain(g, "y ↔ zi"); break;
    case 2: form(g, "p += P(x, y)"), plain(g, "pa += x"), plain(g, "pb += y"); break;
    case 3: form(g, "t.:1 ↔ p.b"), plain(g, "t1 ↔ pb"); break;
    case 4:
        form(g, put(g, "(t.:1, t.:2) += sincos(%s)", e.form));
        plain(g, put(g, "t1 += sin(%s)", e.plain));
        plain(g, put(g, "t2 += cos(%s)", e.plain));
        break;
    case 5: form(g, "mixed(t, p)"), plain(g, "t1 += pa"), plain(g, "t2 += pa * pb"); break;
    case 6:
        form(g, "HADAMARD(z, w)"), plain(g, "HADAMARD(zr, wr)"), plain(g, "HADAMARD(zi, wi)");
        break;
    default: form(g, "CONJ(z)"), plain(g, "NEG(zi)"); break;
    }
}

static void calls(generator *g)
{
    switch (pick(g, 5)) {
    case 0: form(g, "stacked(v, x)"), plain(g, "x += v2 * v1"); break;
    case 1: form(g, "-v[2] += x"), plain(g, "v2 -= x"); break;
    case 2: form(g, "x |> shift += y"), plain(g, "x += y"); break;
    case 3:
        form(g, "total(x, v[1], y, M[2,3])"), plain(g, "x += v1"), plain(g, "x += y * 2"),
            plain(g, "x += m23 * 3");
        break;
    default:
        form(g, "total(p.a, t...; scale = 0.5)"), plain(g, "pa += t1 * 0.5"), plain(g, "pa += t2");
        break;
    }
}

/* Conditions read u, which nothing changes. */
static void block(generator *g)
{
    const char *limit = constant(g).form;
    bool branch = pick(g, 2);
    form(g, branch ? put(g, "if (half(u[1]) > %s || bump(u[2], u[3]) < 0.1, ~)", limit)
                   : put(g, "for k%u = 1:2", g->blocks));
    plain(g, branch ? put(g, "if (u1 / 2 > %s || sin(u2) + u3 * 0.5 < 0.1, ~)", limit)
                    : put(g, "for k%u = 1:2", g->blocks));
    g->blocks++;
    for (int side = 0; side < 1 + branch; side++) {
        g->indent++;
        statement(g);
        if (pick(g, 2))
            statement(g);
        g->indent--;
        if (branch && side == 0)
            form(g, "else"), plain(g, "else");
    }
    form(g, "end");
    plain(g, "end");
}

static void statement(generator *g)
{
    switch (pick(g, 7)) {
    case 0: complex_update(g); break;
    case 1: dotted(g); break;
    case 2: parts(g); break;
    case 3: compounds(g); break;
    case 4: calls(g); break;
    case 5:
        if (g->blocks < MOST_BLOCKS) {
            block(g);
            break;
        }
        update(g);
        break;
    default: update(g); break;
    }
}

static void generate(generator *g, uint64_t seed)
{
    memset(g, 0, sizeof *g);
    g->state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    append(g->form, &g->form_size, 0, prelude);
    append(g->plain, &g->plain_size, 0, "@i function main(");
    for (size_t i = 0; i < SCALARS; i++)
        append(g->plain, &g->plain_size, 1,
               put(g, "%s::Fixed%s", scalars[i].plain, i + 1 < SCALARS ? "," : ")"));
    g->indent = 1;
    for (unsigned n = 3 + pick(g, 6); n > 0; n--)
        statement(g);
    g->indent = 0;
    form(g, "end");
    plain(g, "end");
}

/* ---- comparing ---- */

typedef struct {
    double values[SCALARS], gradients[SCALARS];
} outcome;

static double start_of(uint64_t seed, size_t k)
{
    uint64_t h = (seed + 1) * UINT64_C(0xd1342543de82ef95) + k * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return (double)(int64_t)(h >> 40) / (1 << 23)
           - 1; /* exact in every word format with 23 fraction bits */
}

static size_t rows_of(const char *argument) { return *argument == 'M' ? 2 : 3; }

static bool set_arguments(rg_job *job, uint64_t seed, bool whole, rg_fault *fault)
{
    double arrays[3][6] = {{0}};
    for (size_t k = 0; k < SCALARS; k++) {
        const char *name = whole ? scalars[k].argument : scalars[k].plain;
        if (whole && scalars[k].row > 0)
            arrays[*name == 'v'   ? 0
                   : *name == 'u' ? 1
                                  : 2]
                  [scalars[k].row - 1 + rows_of(name) * (scalars[k].column - 1)] =
                      start_of(seed, k);
        else if (rg_set_number(job, name, start_of(seed, k), fault) != RG_OK)
            return false;
    }
    return !whole
           || (rg_set_array(job, "v", arrays[0], 3, 1, fault) == RG_OK
               && rg_set_array(job, "u", arrays[1], 3, 1, fault) == RG_OK
               && rg_set_array(job, "M", arrays[2], 2, 3, fault) == RG_OK);
}

static void read_results(const rg_job *job, bool whole, outcome *out)
{
    for (size_t k = 0; k < SCALARS; k++) {
        const char *name = whole ? scalars[k].argument : scalars[k].plain;
        size_t at = whole && scalars[k].row > 0
                        ? scalars[k].row - 1 + rows_of(name) * (scalars[k].column - 1)
                        : 0;
        double values[6] = {0}, gradients[6] = {0};
        rg_get(job, name, values, 6);
        rg_get_gradient(job, name, gradients, 6);
        out->values[k] = values[at];
        out->gradients[k] = gradients[at];
    }
}

/* Run the program and its gradient; false when it traps or does not restore every bit: text says
 * why. */
static bool run(rg_device *device, const char *source, uint64_t seed, bool whole, outcome *out,
                char *text, size_t size)
{
    rg_fault fault = {0};
    size_t of = seed % SCALARS;
    *text = '\0';
    if (rg_load_text(device, "program.rg", source, &fault) != RG_OK) {
        snprintf(text, size, "%s", rg_diagnostics(device));
        return false;
    }
    rg_job *job = rg_job_new(device, "main", &fault);
    bool ok = job && set_arguments(job, seed, whole, &fault)
              && rg_gradient(job, whole ? scalars[of].argument : scalars[of].plain,
                             whole ? scalars[of].row : 0, whole ? scalars[of].column : 0, &fault)
                     == RG_OK;
    if (!ok)
        snprintf(text, size, "%s: %s", fault.code, fault.message);
    else if (!rg_restored(job))
        snprintf(text, size, "not every bit was restored");
    else
        read_results(job, whole, out);
    if (job && !ok)
        (void)rg_rollback(job, &fault);
    rg_job_free(job);
    return *text == '\0';
}

static bool agree(double a, double b, double unit)
{
    return fabs(a - b) <= unit * (1 + fabs(a) + fabs(b));
}

/* A number that leaves the range of the format leaves it in both. */
static bool is_overflow(const char *text) { return strstr(text, "R0810") || strstr(text, "R0921"); }

static bool same(rg_device *device, const generator *g, uint64_t seed, char *text, size_t size)
{
    outcome whole = {0}, apart = {0};
    char other[2000];
    double unit = ldexp(64, -(int)rg_device_frac(device));
    bool a = run(device, g->form, seed, true, &whole, text, size),
         b = run(device, g->plain, seed, false, &apart, other, sizeof other);
    if (!a && !b && is_overflow(text) && is_overflow(other))
        return true;
    if (!a || !b) {
        if (a)
            snprintf(text, size, "in scalars alone: %.1500s", other);
        return false;
    }
    for (size_t k = 0; k < SCALARS; k++) {
        if (!agree(whole.values[k], apart.values[k], unit))
            snprintf(text, size, "%s is %.12g, in scalars alone %.12g", scalars[k].place,
                     whole.values[k], apart.values[k]);
        else if (!agree(whole.gradients[k], apart.gradients[k], unit * 1024))
            snprintf(text, size, "the gradient of %s is %.12g, in scalars alone %.12g",
                     scalars[k].place, whole.gradients[k], apart.gradients[k]);
    }
    return *text == '\0';
}

static size_t differing(const char *engine, unsigned long count, unsigned long every,
                        unsigned levels)
{
    rg_fault fault;
    size_t failures = 0;
    rg_device *device = rg_device_open(engine, &fault);
    generator *g = malloc(sizeof *g);
    assert_non_null(device);
    assert_non_null(g);
    for (unsigned long i = 0; i < count; i += every) {
        char text[2000];
        generate(g, first_seed + i);
        for (unsigned level = 1; level <= levels; level++) {
            assert_true(level_set(device, level % LEVELS));
            if (same(device, g, first_seed + i, text, sizeof text))
                continue;
            if (failures++ < 3)
                print_error("seed %lu, %s: %s\nagain: test_forms --show %lu\n", first_seed + i,
                            level_name(level % LEVELS), text, first_seed + i);
        }
    }
    free(g);
    rg_device_close(device);
    return failures;
}

static void forms_mean_what_scalars_mean_on_the_fast_engine(void **state)
{
    (void)state;
    assert_int_equal(differing("fast", program_count, 1, LEVELS), 0);
}

static void forms_mean_what_scalars_mean_on_the_core(void **state)
{
    (void)state;
    assert_int_equal(differing("rtl", program_count, RTL_EVERY, 1), 0);
}

static int show(uint64_t seed)
{
    generator *g = malloc(sizeof *g);
    if (!g)
        return 1;
    generate(g, seed);
    printf("%s\n%s", g->form, g->plain);
    free(g);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_mean_what_scalars_mean_on_the_fast_engine),
        cmocka_unit_test(forms_mean_what_scalars_mean_on_the_core),
    };
    if (argc == 3 && strcmp(argv[1], "--show") == 0)
        return show(strtoull(argv[2], NULL, 10));
    if (argc > 1)
        program_count = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_seed = strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
