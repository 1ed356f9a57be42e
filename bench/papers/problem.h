/* problem.h: one problem of the benchmarks: a program for the machine, the same objective for the
 * host, and their inputs. */
#ifndef RG_BENCH_PROBLEM_H
#define RG_BENCH_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    KERNEL_BESSEL,
    KERNEL_SPARSE_DOT,
    KERNEL_SPARSE_PRODUCT,
    KERNEL_EMBEDDING,
    KERNEL_MIXTURE,
    KERNEL_BUNDLE,
    KERNEL_QR,
    KERNEL_UNITARY,
    KERNEL_LEAPFROG,
    KERNEL_PERCEPTRON,
    KERNEL_NICE,
    KERNEL_DOT,
    KERNEL_MATRIX_VECTOR,
    KERNEL_MATRIX_PRODUCT
} bench_kernel;

/* An argument of the routine: rows x columns numbers, column-major, or integers. Those that are
 * active are variables of the gradient. */
typedef struct {
    const char *name;
    bool active, scalar;
    size_t rows, columns;
    double *reals; /* NULL for integers */
    int64_t *integers;
    size_t offset; /* of an active argument in the vector of all variables */
} bench_argument;

enum { BENCH_ARGUMENTS = 24 };

typedef struct {
    const char *name; /* "leapfrog 3 bodies for 1000 steps" is made of name and size */
    char size[48];
    bench_kernel kernel;
    const char *program, *routine;
    const char *result; /* which is differentiated */
    size_t row, column; /* one-based; 0, 0 for a scalar */
    size_t tape_limit;  /* repetitions that a tape of moderate memory can hold; 0: no limit */
    bench_argument arguments[BENCH_ARGUMENTS];
    size_t count, variables;
} bench_problem;

/* The problems in the order of the report. index counts from 0; false behind the last. quick: sizes
 * that take seconds in all. bench_problem_free releases what bench_problem_make stored. Ends the
 * program with status 3 when there is no memory, with status 2 when a file of the public benchmark
 * cannot be read. */
bool bench_problem_make(size_t index, bool quick, bench_problem *problem);
void bench_problem_free(bench_problem *problem);

/* All variables in one vector of problem->variables numbers. */
void bench_variables(const bench_problem *problem, double *variables);
/* The argument of this name; ends the program when there is none. */
const bench_argument *bench_find(const bench_problem *problem, const char *name);

#ifdef __cplusplus
}
#endif
#endif
