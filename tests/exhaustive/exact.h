/* exact.h: what each operation must give, from integer arithmetic and MPFR alone; shares nothing
 * with isa/num. */
#ifndef EXACT_H
#define EXACT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    unsigned xlen, frac;
} exact_format;

/* A real result in units of the last place. */
typedef struct {
    unsigned trap;      /* DIVZERO or DOMAIN; whether the value overflows follows from it */
    bool known;         /* there is a reference for this operation */
    bool log, negative; /* the value is a Log: word or near is its logarithm, negative its sign */
    bool rounded;       /* word is the correctly rounded value, else near +- tolerance */
    __extension__ __int128 word;
    double near, tolerance;
} exact_value;

/* The value of op on the words a and b; what it gives to the gradients of A and B with the
 * cotangent g. */
exact_value exact_f(exact_format format, unsigned op, int64_t a, int64_t b);
void exact_gradients(exact_format format, unsigned op, int64_t a, int64_t b, int64_t g,
                     exact_value *da, exact_value *db);
/* Frees what MPFR keeps. */
void exact_close(void);

#endif
