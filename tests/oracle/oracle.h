/* oracle.h: an interpreter of the language on its syntax tree, the yardstick for compiler and
 * engines together.
 *
 * It shares with the compiler the parser alone, and with the machine the table of arithmetic
 * (rg_num_eval). Names, types, control, calls and inverses have a meaning of their own here, taken
 * from docs/reference/language.md. Statements run in either direction; gradients come from a tape
 * of every operation on Fixed and Log, walked backward. Programs are taken to be accepted by the
 * compiler: what it would refuse is undefined here. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/object.h"

typedef enum {
    OR_OK,
    OR_TRAP,     /* the program must trap */
    OR_UNDEFINED /* not a program of the language, or too long a run: nothing can be said */
} or_outcome;

/* An argument of the routine: words in and out. rows = columns = 1 for a scalar; column-major.
 * second: the extent of dimension 2; columns counts those of all dimensions behind the first. */
typedef struct {
    const char *name;
    rg_type_base base;
    unsigned rank;
    size_t rows, columns, second;
    int64_t *words;
    int64_t *gradient; /* by or_gradient, in units of 2^-frac */
    double *error; /* how far another order of evaluation can be from gradient, in the same units */
} or_argument;

typedef struct oracle oracle;

/* Parse, for words of this configuration; NULL when memory is short. The text is copied. */
oracle *or_open(const char *text, unsigned xlen, unsigned frac);
void or_close(oracle *o);
/* Run the routine forward or backward; on OR_OK the words of the arguments are replaced by the
 * results. record: keep the tape that or_gradient needs. */
or_outcome or_run(oracle *o, const char *routine, or_argument *arguments, size_t count,
                  bool backward, bool record);
/* What was wrong in the last run, "" after OR_OK. */
const char *or_reason(const oracle *o);
unsigned or_trap(const oracle *o);
/* A number of the last run came close to the end of its range, where the order of sums decides
 * about OVERFLOW. */
bool or_near_limit(const oracle *o);
/* Statements of the last run. */
unsigned long or_steps(const oracle *o);
/* Gradients of one element of an argument with respect to all, with the seed 2^exponent. False when
 * one overflowed. */
bool or_gradient(oracle *o, or_argument *arguments, size_t count, size_t of, size_t element,
                 int exponent);

#endif
