/* problem.c: the problems of the papers and their inputs, the same every time. */
#include "bench/papers/problem.h"

#include "examples/benchmark/gmm_reference.h"
#include "examples/benchmark/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bench_argument *add(bench_problem *p, const char *name, size_t rows, size_t columns)
{
    bench_argument *a = &p->arguments[p->count++];
    *a = (bench_argument){.name = name, .rows = rows, .columns = columns};
    return a;
}

/* Uniform in (-half, half), to six decimals, which every number format of the machine holds alike.
 */
static bench_argument *variable(bench_problem *p, const char *name, size_t rows, size_t columns,
                                double half)
{
    bench_argument *a = add(p, name, rows, columns);
    uint64_t state = 1000003 * p->count + rows + columns;
    a->active = true;
    a->offset = p->variables;
    a->reals = numbers_zero(rows * columns);
    for (size_t i = 0; i < rows * columns; i++)
        a->reals[i] = round((2 * numbers_uniform(&state) - 1) * half * 1048576) / 1048576;
    p->variables += rows * columns;
    return a;
}

/* What the routine adds to and the objective does not start from. */
static void result(bench_problem *p, const char *name, size_t rows, size_t columns)
{
    bench_argument *a = add(p, name, rows, columns);
    a->reals = numbers_zero(rows * columns);
    a->scalar = rows == 1 && columns == 1;
}

static void constant(bench_problem *p, const char *name, double value)
{
    bench_argument *a = add(p, name, 1, 1);
    a->scalar = true;
    a->reals = numbers_zero(1);
    a->reals[0] = value;
}

static int64_t *integers(bench_problem *p, const char *name, size_t rows)
{
    bench_argument *a = add(p, name, rows, 1);
    a->integers = calloc(rows, sizeof *a->integers);
    if (!a->integers) {
        fprintf(stderr, "bench: out of memory\n");
        exit(3);
    }
    return a->integers;
}

static void integer(bench_problem *p, const char *name, int64_t value)
{
    *integers(p, name, 1) = value;
    p->arguments[p->count - 1].scalar = true;
}

static void bessel(bench_problem *p, size_t order)
{
    snprintf(p->size, sizeof p->size, "v = %zu", order);
    result(p, "out!", 1, 1);
    integer(p, "v", (int64_t)order);
    bench_argument *z = variable(p, "z", 1, 1, 1);
    z->scalar = true;
    z->reals[0] = 1;
}

/* A square matrix in compressed columns with about density * n elements a column, and never none.
 */
static void sparse(bench_problem *p, const char *const names[5], size_t n, double density,
                   uint64_t state)
{
    int64_t *starts, *rows;
    size_t count = 0, room = (size_t)((double)(n * n) * density * 1.5) + n;
    integer(p, names[0], (int64_t)n);
    integer(p, names[1], (int64_t)n);
    starts = integers(p, names[2], n + 1);
    rows = integers(p, names[3], room);
    for (size_t j = 0; j < n; j++) {
        starts[j] = (int64_t)count + 1;
        for (size_t i = 0; i < n; i++)
            if ((numbers_uniform(&state) < density
                 || (i + 1 == n && (size_t)starts[j] == count + 1))
                && count < room)
                rows[count++] = (int64_t)i + 1;
    }
    starts[n] = (int64_t)count + 1;
    p->arguments[p->count - 1].rows = count;
    variable(p, names[4], count, 1, 1);
}

static const char *const A[5] = {"A.m", "A.n", "A.colptr", "A.rowval", "A.nzval"};
static const char *const B[5] = {"B.m", "B.n", "B.colptr", "B.rowval", "B.nzval"};

static void sparse_dot(bench_problem *p, size_t n)
{
    snprintf(p->size, sizeof p->size, "%zu x %zu at 0.05", n, n);
    result(p, "r!", 1, 1);
    sparse(p, A, n, 0.05, 1);
    sparse(p, B, n, 0.05, 2);
}

static void sparse_product(bench_problem *p, size_t n)
{
    snprintf(p->size, sizeof p->size, "%zu x %zu at 0.05", n, n);
    result(p, "out!", 1, 1);
    result(p, "C!", n, 1);
    p->arguments[p->count - 1].scalar = false;
    sparse(p, A, n, 0.05, 1);
    variable(p, "B", n, 1, 1);
}

static void embedding(bench_problem *p, size_t k)
{
    snprintf(p->size, sizeof p->size, "k = %zu", k);
    result(p, "out!", 1, 1);
    variable(p, "x", k, 10, 1);
}

static void copy(bench_argument *a, const double *from)
{
    memcpy(a->reals, from, a->rows * a->columns * sizeof *from);
}

/* d,K: a problem of the public benchmark when n is 0, generated as that does otherwise. */
static void mixture(bench_problem *p, size_t d, size_t k, size_t n)
{
    gmm_problem m;
    if (n)
        gmm_random(d, k, n, &m);
    else {
        char path[80];
        snprintf(path, sizeof path, "examples/data/gmm/gmm_1k_d%zu_K%zu.txt", d, k);
        if (!gmm_read(path, &m))
            exit(2);
    }
    snprintf(p->size, sizeof p->size, "d %zu K %zu with %zu %spoints", d, k, m.n,
             n ? "" : "ADBench ");
    result(p, "out!", 1, 1);
    copy(variable(p, "alphas", k, 1, 1), m.alphas);
    copy(variable(p, "means", d, k, 1), m.means);
    copy(variable(p, "icf", m.icf_size, k, 1), m.icf);
    bench_argument *x = add(p, "x", d, m.n);
    x->reals = numbers_zero(d * m.n);
    copy(x, m.x);
    gmm_free(&m);
}

/* Every observation has its own camera, point and weight: those of the file, moved by up to a
 * thousandth of themselves. */
static void bundle(bench_problem *p, size_t n)
{
    static const char *const results[5] = {"total!.x", "total!.y", "wtotal!", "err!.x", "err!.y"};
    static const char *const leaves[17] = {
        "cams.r.x", "cams.r.y",  "cams.r.z",  "cams.c.x", "cams.c.y", "cams.c.z",
        "cams.f",   "cams.x0.x", "cams.x0.y", "cams.κ.x", "cams.κ.y", "X.x",
        "X.y",      "X.z",       "w",         "feats.x",  "feats.y"};
    size_t count;
    double *file = numbers_read("examples/data/ba/ba_test.txt", &count);
    if (!file || count != 20)
        exit(2);
    snprintf(p->size, sizeof p->size, "%zu observations", n);
    for (int i = 0; i < 3; i++)
        result(p, results[i], 1, 1);
    for (int i = 3; i < 5; i++)
        result(p, results[i], n, 1);
    result(p, "werr!", n, 1);
    for (int i = 0; i < 17; i++) {
        bench_argument *a = variable(p, leaves[i], n, 1, i < 14 ? 0.001 : 0);
        for (size_t j = 0; j < n; j++)
            a->reals[j] = round(file[3 + i] * (1 + a->reals[j]) * 1e6) / 1e6;
    }
    free(file);
}

static void qr(bench_problem *p, size_t n)
{
    snprintf(p->size, sizeof p->size, "%zu x %zu", n, n);
    result(p, "out!", 1, 1);
    result(p, "Q", n, n);
    result(p, "R", n, n);
    bench_argument *a = variable(p, "A", n, n, 0.5);
    for (size_t i = 0; i < n; i++)
        a->reals[i * n + i] += 2;
}

static void unitary(bench_problem *p, size_t n)
{
    snprintf(p->size, sizeof p->size, "%zu x %zu", n, n);
    variable(p, "x!", n, n, 1);
    variable(p, "θ", n * (n - 1) / 2, 1, 3);
}

/* The Sun, Jupiter and Saturn (Hairer, Lubich and Wanner, table I.2.2) in steps of a tenth of a
 * year. */
static void leapfrog(bench_problem *p, size_t steps)
{
    static const char *const names[6] = {"x!.x", "x!.y", "x!.z", "v!.x", "v!.y", "v!.z"};
    static const double start[6][3] = {{0, -3.5023653, 9.0755314},  {0, -3.8169847, -3.0458353},
                                       {0, -1.5507963, -1.6483708}, {0, 2.0652294, 0.6147815},
                                       {0, -1.5066197, 1.7660751},  {0, -0.6961263, 0.7029675}};
    static const double mass[3] = {1.00000597682, 0.000954786104043, 0.000285583733151};
    snprintf(p->size, sizeof p->size, "3 bodies for %zu steps", steps);
    p->tape_limit = 20000;
    for (int i = 0; i < 6; i++)
        copy(variable(p, names[i], 3, 1, 0), start[i]);
    result(p, "m", 3, 1);
    copy(&p->arguments[p->count - 1], mass);
    constant(p, "G", 39.476926421373);
    constant(p, "dt", 0.1);
    integer(p, "steps", (int64_t)steps);
}

static void perceptron(bench_problem *p, size_t inputs)
{
    snprintf(p->size, sizeof p->size, "%zu-%zu-%zu", inputs, 2 * inputs, inputs / 4);
    result(p, "out!", 1, 1);
    variable(p, "x", inputs, 1, 1);
    variable(p, "W1", 2 * inputs, inputs, 0.5);
    variable(p, "b1", 2 * inputs, 1, 0.5);
    variable(p, "W2", inputs / 4, 2 * inputs, 0.5);
    variable(p, "b2", inputs / 4, 1, 0.5);
}

static void nice(bench_problem *p, size_t half)
{
    static const char *const names[2][4] = {{"odd.W1", "odd.b1", "odd.W2", "odd.b2"},
                                            {"even.W1", "even.b1", "even.W2", "even.b2"}};
    const size_t hidden = 4 * half;
    snprintf(p->size, sizeof p->size, "%zu dimensions in 8 layers", 2 * half);
    result(p, "out!", 1, 1);
    result(p, "cum!", 1, 1);
    variable(p, "xs!", 2 * half, 16, 1);
    for (int i = 0; i < 2; i++) {
        variable(p, names[i][0], hidden, half, 0.5);
        variable(p, names[i][1], hidden, 1, 0.5);
        variable(p, names[i][2], half, hidden, 0.25);
        variable(p, names[i][3], half, 1, 0.5);
    }
    integer(p, "depth", 8);
}

static void dot_product(bench_problem *p, size_t n)
{
    snprintf(p->size, sizeof p->size, "%zu", n);
    result(p, "out!", 1, 1);
    variable(p, "x", n, 1, 1);
    variable(p, "y", n, 1, 1);
}

static void matrix_vector(bench_problem *p, size_t n)
{
    snprintf(p->size, sizeof p->size, "%zu x %zu", n, n);
    p->row = n;
    result(p, "y!", n, 1);
    variable(p, "W", n, n, 1);
    variable(p, "x", n, 1, 1);
}

static void matrix_product(bench_problem *p, size_t n)
{
    snprintf(p->size, sizeof p->size, "%zu x %zu", n, n);
    p->row = p->column = n;
    result(p, "C!", n, n);
    variable(p, "A", n, n, 1);
    variable(p, "B", n, n, 1);
}

typedef struct {
    const char *name;
    bench_kernel kernel;
    void (*fill)(bench_problem *p, size_t size);
    const char *program, *routine, *result;
    size_t row, column;
    size_t sizes[10]; /* the first is the quick one */
} family;

static const family families[] = {
    {"Bessel", KERNEL_BESSEL, bessel, "examples/bessel.rg", "ibesselj", "out!", 0, 0, {2}},
    {"dot",
     KERNEL_DOT,
     dot_product,
     "bench/papers/programs/kernels.rg",
     "dot_product",
     "out!",
     0,
     0,
     {64, 1024}},
    {"matrix-vector",
     KERNEL_MATRIX_VECTOR,
     matrix_vector,
     "bench/papers/programs/kernels.rg",
     "matrix_vector",
     "y!",
     1,
     1,
     {32}},
    {"matrix-matrix",
     KERNEL_MATRIX_PRODUCT,
     matrix_product,
     "bench/papers/programs/kernels.rg",
     "matrix_product",
     "C!",
     1,
     1,
     {32}},
    {"perceptron",
     KERNEL_PERCEPTRON,
     perceptron,
     "bench/papers/programs/kernels.rg",
     "perceptron",
     "out!",
     0,
     0,
     {16}},
    {"sparse dot",
     KERNEL_SPARSE_DOT,
     sparse_dot,
     "examples/sparse.rg",
     "sparse_dot",
     "r!",
     0,
     0,
     {100, 1000}},
    {"sparse product",
     KERNEL_SPARSE_PRODUCT,
     sparse_product,
     "bench/papers/programs/sparse_product.rg",
     "sparse_product",
     "out!",
     0,
     0,
     {100, 1000}},
    {"graph embedding",
     KERNEL_EMBEDDING,
     embedding,
     "examples/embedding.rg",
     "embedding_loss",
     "out!",
     0,
     0,
     {2, 3, 4, 5, 6, 7, 8, 9, 10}},
    {"QR", KERNEL_QR, qr, "examples/qr.rg", "sum_of_q", "out!", 0, 0, {8, 16}},
    {"unitary product", KERNEL_UNITARY, unitary, "examples/umm.rg", "i_umm!", "x!", 1, 1, {8, 16}},
    {"NICE", KERNEL_NICE, nice, "examples/nice.rg", "nice_nll!", "out!", 0, 0, {2, 8}},
    {"bundle adjustment",
     KERNEL_BUNDLE,
     bundle,
     "examples/bundle.rg",
     "ba",
     "total!.x",
     0,
     0,
     {50, 1000, 10000}},
    {"leapfrog",
     KERNEL_LEAPFROG,
     leapfrog,
     "examples/leapfrog.rg",
     "leapfrog!",
     "x!.x",
     2,
     1,
     {100, 1000, 10000, 1000000}},
};

/* d, K and generated points (0: the file of ADBench with 1000). */
static const size_t mixtures[][3] = {
    {2, 5, 0}, {10, 5, 0}, {10, 25, 0}, {2, 5, 10000}, {10, 5, 10000}};

static void start(bench_problem *p, const family *f)
{
    *p = (bench_problem){.name = f->name,
                         .kernel = f->kernel,
                         .program = f->program,
                         .routine = f->routine,
                         .result = f->result,
                         .row = f->row,
                         .column = f->column};
}

bool bench_problem_make(size_t index, bool quick, bench_problem *p)
{
    static const family mixture_family = {"Gaussian mixture",
                                          KERNEL_MIXTURE,
                                          NULL,
                                          "examples/gmm.rg",
                                          "gmm_points",
                                          "out!",
                                          0,
                                          0,
                                          {0}};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        for (size_t k = 0; k < (quick ? 1 : 10) && families[i].sizes[k]; k++)
            if (index-- == 0) {
                start(p, &families[i]);
                families[i].fill(p, families[i].sizes[k]);
                return true;
            }
    if (index >= (quick ? 1 : sizeof mixtures / sizeof mixtures[0]))
        return false;
    start(p, &mixture_family);
    if (quick)
        mixture(p, 2, 3, 20);
    else
        mixture(p, mixtures[index][0], mixtures[index][1], mixtures[index][2]);
    return true;
}

void bench_problem_free(bench_problem *p)
{
    for (size_t i = 0; i < p->count; i++) {
        free(p->arguments[i].reals);
        free(p->arguments[i].integers);
    }
    p->count = 0;
}

void bench_variables(const bench_problem *p, double *variables)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->arguments[i].active)
            memcpy(variables + p->arguments[i].offset, p->arguments[i].reals,
                   p->arguments[i].rows * p->arguments[i].columns * sizeof *variables);
}

const bench_argument *bench_find(const bench_problem *p, const char *name)
{
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->arguments[i].name, name) == 0)
            return &p->arguments[i];
    fprintf(stderr, "bench: %s has no argument %s\n", p->name, name);
    exit(3);
}
