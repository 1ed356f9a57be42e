/* kernel.h: a kernel that runs on the machine and, as plain C in Q32.32, on a processor. */
#ifndef RG_BENCH_KERNEL_H
#define RG_BENCH_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/kernels/q32.h"

enum { KERNEL_ARGUMENTS = 8, KERNEL_WORDS = 4096 };

typedef enum {
    END, /* behind the last argument */
    REAL,
    DOMINANT, /* reals of a square matrix whose diagonal is greater by the number of its rows */
    INTEGER,
    ROWS,    /* the first indices of rows of equal length: low, low + high, low + 2 high ... */
    COUNTS,  /* integers that start at zero */
    RESULT,  /* reals that start at zero */
    CHANGED, /* reals that start as others do */
    FIRST    /* the first column starts as others do, all others at zero */
} kernel_kind;

/* rows x columns numbers, column-major; rows 0: a scalar. Reals lie in [low, high), integers in
 * low..high. */
typedef struct {
    const char *name;
    kernel_kind kind;
    size_t rows, columns;
    double low, high;
} kernel_argument;

/* The arguments in the order of the table: those that are integers in n, all others in v. */
typedef void kernel_text(q32 *const *v, int32_t *const *n);

typedef struct {
    const char *name, *class;
    kernel_text *run;
    kernel_argument arguments[KERNEL_ARGUMENTS];
} kernel;

extern const kernel kernels[];
extern const size_t kernel_count;

/* The numbers of a kernel. */
typedef struct {
    q32 numbers[KERNEL_ARGUMENTS][KERNEL_WORDS], *v[KERNEL_ARGUMENTS];
    int32_t integers[KERNEL_ARGUMENTS][KERNEL_WORDS], *n[KERNEL_ARGUMENTS];
} kernel_room;

size_t kernel_length(const kernel_argument *a);
bool kernel_is_integer(const kernel_argument *a);
bool kernel_is_result(const kernel_argument *a);
/* Fills the room with the inputs, which are the same on every host. */
void kernel_fill(const kernel *k, kernel_room *room);
/* A sum over all results that shows a change in any of them. */
uint32_t kernel_check_sum(const kernel *k, const kernel_room *room);

#endif
