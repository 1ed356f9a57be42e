/* test_functional_random.c: random @fn definitions against an evaluation on the host, which shares
 * nothing with the compiler: trees of its own with doubles that carry their derivatives forward.
 * Values, gradients, and the printed inverse.
 *
 * RETROGRAD_FUNCTIONAL=N in the environment: N programs instead of 400. RETROGRAD_SEED=S: another
 * series. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/rgc.h"
#include "host-driver/retrograd.h"

enum {
    N = 3,
    INPUTS = 2 + 2 * N + N * N,
    NODES = 4000,
    KIDS = 3,
    NAMES = 64,
    TEXT = 1 << 16,
    PROGRAMS = 400
};

typedef struct {
    double v, d[INPUTS];
} dual;

typedef enum { REAL, PAIR, VECTOR, MATRIX } kind;

/* A value: 1, 2, N or N * N duals; matrices by rows. */
typedef struct {
    dual e[N * N];
} value;

static const size_t sizes[] = {1, 2, N, N *N};

typedef enum {
    CONST,
    NAME,
    BINARY,
    FUNCTION,
    QUOTIENT,
    CALL,
    LET,
    CHOICE,
    TUPLE,
    PART,
    LIST,
    MAP,
    MAP2,
    FOLD,
    SUM,
    DOT
} form;

typedef struct node {
    form form;
    kind kind, inner; /* inner: of the elements, or of the value that a let binds */
    struct node *kids[KIDS];
    const char *word;
    double number;
    unsigned names[2]; /* bound here; word NULL */
} node;

static node nodes[NODES];
static size_t node_count;
static kind scope[NAMES]; /* of the names bound so far, innermost last */
static unsigned scope_names[NAMES];
static size_t scope_count;
static unsigned fresh;
static value bound[NODES];
static double largest; /* of all numbers met in an evaluation */
static bool at_edge;   /* a comparison of nearly equal numbers */
static uint64_t state;

static unsigned roll(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* ---- generation ---- */

static node *gen(kind k, unsigned depth);

static node *make(form f, kind k)
{
    assert_true(node_count < NODES);
    node *n = &nodes[node_count++];
    *n = (node){.form = f, .kind = k};
    return n;
}

static unsigned bind(kind k)
{
    assert_true(scope_count < NAMES);
    scope[scope_count] = k;
    scope_names[scope_count++] = fresh;
    return fresh++;
}

static node *leaf(kind k)
{
    unsigned found[NAMES], count = 0;
    for (size_t i = 0; i < scope_count; i++)
        if (scope[i] == k)
            found[count++] = scope_names[i];
    if (count > 0 && (k != REAL || roll(5) > 0)) {
        node *n = make(NAME, k);
        /* inner names more often than the parameters */
        n->names[0] = found[roll(2) ? count - 1 : roll(count)];
        return n;
    }
    node *n = make(k == REAL ? CONST : k == PAIR ? TUPLE : k == VECTOR ? LIST : MAP, k);
    n->number = (double)roll(17) / 8 - 1;
    for (size_t i = 0; (k == PAIR || k == VECTOR) && i < sizes[k]; i++)
        n->kids[i] = leaf(REAL);
    assert_true(k != MATRIX);
    return n;
}

static node *gen_let(kind k, unsigned depth)
{
    node *n = make(LET, k);
    n->inner = (kind)roll(3);
    n->kids[0] = gen(n->inner, depth - 1);
    n->names[0] = bind(n->inner);
    n->kids[1] = gen(k, depth - 1);
    scope_count--;
    return n;
}

static node *gen_choice(kind k, unsigned depth)
{
    node *n = make(CHOICE, k), *c = make(BINARY, REAL);
    c->word = roll(2) ? "<" : ">=";
    c->kids[0] = gen(REAL, depth > 2 ? 2 : depth - 1);
    c->kids[1] = leaf(REAL);
    n->kids[0] = c;
    n->kids[1] = gen(k, depth - 1);
    n->kids[2] = gen(k, depth - 1);
    return n;
}

/* foldl over a vector or a matrix; the state has the kind of the result. */
static node *gen_fold(kind k, unsigned depth)
{
    node *n = make(FOLD, k);
    bool rows = roll(3) == 0;
    n->inner = rows ? VECTOR : REAL;
    n->kids[0] = gen(k, depth - 1);
    n->kids[1] = gen(rows ? MATRIX : VECTOR, depth - 1);
    n->names[0] = bind(k);
    n->names[1] = bind(n->inner);
    n->kids[2] = gen(k, depth - 1);
    if (k == REAL
        && roll(2)) { /* a sum: lowered without states when the state is read nowhere else */
        node *sum = make(BINARY, REAL), *s = make(NAME, REAL);
        sum->word = "+";
        s->names[0] = n->names[0];
        bool left = roll(2);
        sum->kids[left ? 0 : 1] = s;
        sum->kids[left ? 1 : 0] = n->kids[2];
        n->kids[2] = sum;
    }
    scope_count -= 2;
    return n;
}

/* The element of a vector is a real, that of a matrix a vector. */
static node *gen_map(kind k, unsigned depth)
{
    node *n = make(roll(2) ? MAP : MAP2, k);
    bool rows = roll(3) == 0;
    n->inner = rows ? VECTOR : REAL;
    size_t arrays = n->form == MAP ? 1 : 2;
    for (size_t i = 0; i < arrays; i++)
        n->kids[i] = gen(rows ? MATRIX : VECTOR, depth - 1);
    for (size_t i = 0; i < arrays; i++)
        n->names[i] = bind(n->inner);
    n->kids[2] = gen(k == MATRIX ? VECTOR : REAL, depth - 1);
    scope_count -= arrays;
    return n;
}

static node *gen_real(unsigned depth)
{
    static const char *const functions[] = {"sin", "cos", "tanh", "atan", "sine", "cosine"},
                             *const operators[] = {"+", "-", "*"};
    static const form forms[] = {BINARY,   BINARY, BINARY, FUNCTION, FUNCTION,
                                 QUOTIENT, CALL,   PART,   SUM,      DOT};
    node *n = make(forms[roll(sizeof forms / sizeof forms[0])], REAL);
    if (n->form == BINARY)
        n->word = operators[roll(3)];
    else if (n->form == FUNCTION)
        n->word = functions[roll(sizeof functions / sizeof functions[0])];
    else if (n->form == PART)
        n->word = roll(2) ? "fst" : "snd";
    kind of = n->form == PART ? PAIR : n->form == SUM || n->form == DOT ? VECTOR : REAL;
    bool two = n->form == BINARY || n->form == QUOTIENT || n->form == CALL || n->form == DOT;
    n->kids[0] = gen(of, depth - 1);
    if (two)
        n->kids[1] = gen(of, depth - 1);
    return n;
}

static node *gen(kind k, unsigned depth)
{
    if (depth == 0 || roll(8) == 0)
        return leaf(k);
    switch (roll(7)) {
    case 0: return gen_let(k, depth);
    case 1: return gen_choice(k, depth);
    case 2:
        if (k != MATRIX)
            return gen_fold(k, depth);
        break;
    default: break;
    }
    if (k == REAL)
        return gen_real(depth);
    if (k == VECTOR && roll(4) > 0)
        return gen_map(k, depth);
    if (k == MATRIX)
        return gen_map(k, depth);
    node *n = make(k == PAIR ? TUPLE : LIST, k);
    for (size_t i = 0; i < sizes[k]; i++)
        n->kids[i] = gen(REAL, depth - 1);
    return n;
}

/* ---- text ---- */

static char text[TEXT];
static size_t length;

static void put(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text + length, sizeof text - length, format, args);
    va_end(args);
    assert_true(n >= 0 && length + (size_t)n < sizeof text);
    length += (size_t)n;
}

static void put_name(unsigned name)
{
    static const char *const parameters[] = {"x", "y", "v", "w", "A"};
    if (name < 5)
        put("%s", parameters[name]);
    else
        put("n%u", name);
}

static void print(const node *n);

static void print_list(const node *n, const char *open, size_t count, const char *close)
{
    put("%s", open);
    for (size_t i = 0; i < count; i++) {
        put(i ? ", " : "");
        print(n->kids[i]);
    }
    put("%s", close);
}

static void print_loop(const node *n, const char *name, bool two)
{
    put(two ? "%s((" : "%s(", name);
    put_name(n->names[0]);
    if (two) {
        put(", ");
        put_name(n->names[1]);
        put(")");
    }
    put(" -> ");
    print(n->kids[2]);
    put(",\n  ");
    print(n->kids[0]);
    if (two) {
        put(", ");
        print(n->kids[1]);
    }
    put(")");
}

static void print(const node *n)
{
    switch (n->form) {
    case CONST: put(n->number < 0 ? "(%g)" : "%g", n->number); break;
    case NAME: put_name(n->names[0]); break;
    case BINARY:
        put("(");
        print(n->kids[0]);
        put(" %s ", n->word);
        print(n->kids[1]);
        put(")");
        break;
    case FUNCTION:
    case PART:
        put("%s", n->word);
        print_list(n, "(", 1, ")");
        break;
    case QUOTIENT:
        print(n->kids[0]);
        put(" / (1.5 + sin(");
        print(n->kids[1]);
        put("))");
        break;
    case CALL: print_list(n, "helper(", 2, ")"); break;
    case LET:
        put("(let ");
        put_name(n->names[0]);
        put(" = ");
        print(n->kids[0]);
        put(" in\n  ");
        print(n->kids[1]);
        put(")");
        break;
    case CHOICE:
        put("(");
        print(n->kids[0]);
        put(" ? ");
        print(n->kids[1]);
        put(" : ");
        print(n->kids[2]);
        put(")");
        break;
    case TUPLE: print_list(n, "(", 2, ")"); break;
    case LIST: print_list(n, "[", N, "]"); break;
    case MAP: print_loop(n, "map", false); break;
    case MAP2: print_loop(n, "map2", true); break;
    case FOLD: print_loop(n, "foldl", true); break;
    case SUM: print_list(n, "sum(", 1, ")"); break;
    case DOT: print_list(n, "dot(", 2, ")"); break;
    }
}

/* ---- evaluation ---- */

static dual number(double v) { return (dual){.v = v}; }

/* f(a, b) with its two partial derivatives. */
static dual combine(double v, dual a, double da, dual b, double db)
{
    dual r = {.v = v};
    for (size_t i = 0; i < INPUTS; i++) {
        r.d[i] = da * a.d[i] + db * b.d[i];
        largest = fmax(largest, fabs(r.d[i]));
    }
    largest = fmax(largest, fabs(v));
    return r;
}

static dual add(dual a, dual b) { return combine(a.v + b.v, a, 1, b, 1); }
static dual times(dual a, dual b) { return combine(a.v * b.v, a, b.v, b, a.v); }

static dual binary(const char *op, dual a, dual b)
{
    switch (op[0]) {
    case '+': return add(a, b);
    case '-': return combine(a.v - b.v, a, 1, b, -1);
    case '*': return times(a, b);
    default:
        at_edge = at_edge || fabs(a.v - b.v) < 1e-5;
        return number(op[0] == '<' ? a.v < b.v : a.v >= b.v);
    }
}

static dual function(const char *f, dual a)
{
    double t = tanh(a.v);
    switch (f[0]) {
    case 's': return combine(sin(a.v), a, cos(a.v), a, 0);
    case 'c': return combine(cos(a.v), a, -sin(a.v), a, 0);
    case 't': return combine(t, a, 1 - t * t, a, 0);
    default: return combine(atan(a.v), a, 1 / (1 + a.v * a.v), a, 0);
    }
}

static value eval(const node *n);

static value element(const value *from, kind inner, size_t i)
{
    value r = {0};
    memcpy(r.e, from->e + i * sizes[inner], sizes[inner] * sizeof(dual));
    return r;
}

static value eval_map(const node *n)
{
    value arrays[2], r = {0};
    size_t count = n->form == MAP ? 1 : 2, part = n->kind == MATRIX ? N : 1;
    for (size_t i = 0; i < count; i++)
        arrays[i] = eval(n->kids[i]);
    for (size_t i = 0; i < N; i++) {
        for (size_t k = 0; k < count; k++)
            bound[n->names[k]] = element(&arrays[k], n->inner, i);
        value e = eval(n->kids[2]);
        memcpy(r.e + i * part, e.e, part * sizeof(dual));
    }
    return r;
}

static value eval_fold(const node *n)
{
    value s = eval(n->kids[0]), array = eval(n->kids[1]);
    for (size_t i = 0; i < N; i++) {
        bound[n->names[0]] = s;
        bound[n->names[1]] = element(&array, n->inner, i);
        s = eval(n->kids[2]);
    }
    return s;
}

static value eval_scalar(const node *n)
{
    value a = eval(n->kids[0]), b = n->kids[1] ? eval(n->kids[1]) : (value){0}, r = {0};
    if (n->form == BINARY)
        r.e[0] = binary(n->word, a.e[0], b.e[0]);
    else if (n->form == FUNCTION)
        r.e[0] = function(n->word, a.e[0]);
    else if (n->form == PART)
        r.e[0] = a.e[n->word[0] == 's'];
    else if (n->form == CALL) /* helper(a, b) = a * b + sin(a) */
        r.e[0] = add(times(a.e[0], b.e[0]), function("sin", a.e[0]));
    else if (n->form == QUOTIENT) {
        dual d = add(number(1.5), function("sin", b.e[0]));
        r.e[0] = combine(a.e[0].v / d.v, a.e[0], 1 / d.v, d, -a.e[0].v / (d.v * d.v));
    }
    for (size_t i = 0; (n->form == SUM || n->form == DOT) && i < N; i++)
        r.e[0] = add(r.e[0], n->form == SUM ? a.e[i] : times(a.e[i], b.e[i]));
    return r;
}

static value eval(const node *n)
{
    value r = {0};
    switch (n->form) {
    case CONST: r.e[0] = number(n->number); return r;
    case NAME: return bound[n->names[0]];
    case LET: bound[n->names[0]] = eval(n->kids[0]); return eval(n->kids[1]);
    case CHOICE: return eval(n->kids[eval(n->kids[0]).e[0].v != 0 ? 1 : 2]);
    case TUPLE:
    case LIST:
        for (size_t i = 0; i < sizes[n->kind]; i++)
            r.e[i] = eval(n->kids[i]).e[0];
        return r;
    case MAP:
    case MAP2: return eval_map(n);
    case FOLD: return eval_fold(n);
    default: return eval_scalar(n);
    }
}

/* ---- a program ---- */

static double inputs[INPUTS];
static const struct {
    const char *name;
    kind kind;
    size_t first;
} parameters[] = {
    {"x", REAL, 0},       {"y", REAL, 1},           {"v", VECTOR, 2},
    {"w", VECTOR, 2 + N}, {"A", MATRIX, 2 + 2 * N},
};

static node *gen_program(unsigned depth)
{
    node_count = scope_count = 0;
    fresh = 0;
    for (size_t i = 0; i < 5; i++)
        bind(parameters[i].kind);
    return gen(REAL, depth);
}

static dual evaluate(const node *n)
{
    largest = 1;
    at_edge = false;
    for (size_t i = 0; i < INPUTS; i++)
        inputs[i] = ((double)roll(4096) - 2048) / 1024;
    for (size_t p = 0; p < 5; p++)
        for (size_t i = 0; i < sizes[parameters[p].kind]; i++) {
            bound[p].e[i] = number(inputs[parameters[p].first + i]);
            bound[p].e[i].d[parameters[p].first + i] = 1;
        }
    return eval(n).e[0];
}

static void set_inputs(rg_job *job)
{
    rg_fault fault;
    for (size_t p = 0; p < 5; p++) {
        double columns[N * N];
        const double *from = inputs + parameters[p].first;
        for (size_t i = 0; i < N * N && parameters[p].kind == MATRIX; i++)
            columns[i] = from[i % N * N + i / N];
        rg_result r = p < 2 ? rg_set_number(job, parameters[p].name, from[0], &fault)
                            : rg_set_array(job, parameters[p].name, p < 4 ? from : columns, N,
                                           p < 4 ? 1 : N, &fault);
        assert_int_equal(r, RG_OK);
    }
}

static void compare(const char *what, double have, double want, double tolerance, uint64_t seed)
{
    if (!(fabs(have - want) <= tolerance))
        fail_msg("seed %llu: %s is %.12g instead of %.12g:\n%s", (unsigned long long)seed, what,
                 have, want, text);
}

static void check_gradients(rg_job *job, const dual *want, double tolerance, uint64_t seed)
{
    for (size_t p = 0; p < 5; p++) {
        double have[N * N];
        size_t n = rg_get_gradient(job, parameters[p].name, have, N * N);
        assert_int_equal(n, sizes[parameters[p].kind]);
        for (size_t i = 0; i < n; i++) {
            size_t at = parameters[p].kind == MATRIX ? i % N * N + i / N : i;
            compare(parameters[p].name, have[i], want->d[parameters[p].first + at], tolerance,
                    seed);
        }
    }
}

/* The printed inverse is a program again. */
static void check_inverse(uint64_t seed)
{
    char *inverse = NULL;
    size_t size = 0;
    rgc_result *r = rgc_compile_buffer("f.rg", text, length, NULL);
    assert_non_null(r);
    FILE *out = open_memstream(&inverse, &size);
    assert_non_null(out);
    assert_int_equal(rgc_print_source(r, out, true), 0);
    fclose(out);
    rgc_result *again = rgc_compile_buffer("inverse.rg", inverse, size, NULL);
    assert_non_null(again);
    if (!rgc_object(again))
        fail_msg("seed %llu: the inverse does not compile:\n%s\n%s", (unsigned long long)seed, text,
                 inverse);
    rgc_result_free(again);
    rgc_result_free(r);
    free(inverse);
}

/* Two functions with derivatives of the program's own, each that of the other. helper has some in
 * every other program. */
static const char primitives[] = "sine(a) = sin(a)\n"
                                 "primitive_grad(::typeof(sine), a) = cosine(a)\n"
                                 "cosine(a) = cos(a)\n"
                                 "primitive_grad(::typeof(cosine), a) = -sine(a)\n"
                                 "@fn helper(a, b) = a * b + sin(a)\n";

/* False when the numbers are too large, or too near a kink, to be compared. */
static bool try_program(rg_device *device, uint64_t seed)
{
    rg_fault fault;
    double have;
    state = seed * 0x9e3779b97f4a7c15u + 1;
    const node *n = gen_program(2 + (unsigned)(seed % 4));
    dual want = evaluate(n);
    if (at_edge || largest > 2000)
        return false;
    length = 0;
    put("%s", primitives);
    put(seed % 2 ? "primitive_grad(::typeof(helper), a, b) = (b + cosine(a), a)\n" : "");
    put("@fn f(x, y, v::Vector{Fixed}, w::Vector{Fixed}, "
        "A::Matrix{Fixed}) =\n  ");
    print(n);
    put("\n");
    if (rg_load_text(device, "f.rg", text, &fault) != RG_OK)
        fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, rg_diagnostics(device), text);
    rg_job *job = rg_job_new(device, "f", &fault);
    assert_non_null(job);
    set_inputs(job);
    if (rg_gradient(job, "out!", 0, 0, &fault) != RG_OK)
        fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, fault.message, text);
    assert_true(rg_restored(job));
    rg_get(job, "out!", &have, 1);
    double tolerance = ldexp(largest * largest, 12 - (int)rg_device_frac(device));
    compare("the value", have, want.v, tolerance, seed);
    check_gradients(job, &want, tolerance, seed);
    rg_job_free(job);
    if (seed % 4 == 0)
        check_inverse(seed);
    return true;
}

static void random_definitions_have_their_values_and_gradients(void **unused)
{
    (void)unused;
    const char *count = getenv("RETROGRAD_FUNCTIONAL"), *series = getenv("RETROGRAD_SEED");
    size_t programs = count ? (size_t)strtoul(count, NULL, 10) : PROGRAMS, compared = 0;
    uint64_t first = series ? strtoull(series, NULL, 10) : 1;
    rg_device *device = rg_device_open("fast", NULL);
    assert_non_null(device);
    for (size_t i = 0; i < programs; i++)
        compared += try_program(device, first + i);
    rg_device_close(device);
    print_message("%zu programs, of which %zu could be compared\n", programs, compared);
    assert_true(compared > programs / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_definitions_have_their_values_and_gradients)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
