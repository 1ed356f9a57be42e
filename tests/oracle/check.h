/* check.h: one program on the interpreter and on a machine, and the search for a smaller one that
 * fails alike. */
#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "host-driver/retrograd.h"
#include "tests/oracle/oracle.h"

typedef enum {
    CHECK_PASSED,
    CHECK_TRAPPED,  /* both trapped, and the machine came back to the start */
    CHECK_SKIPPED,  /* too long, or too close to overflow for a verdict */
    CHECK_INVALID,  /* the interpreter finds the program meaningless: a fault of the generator */
    CHECK_REFUSED,  /* the compiler refuses it */
    CHECK_FAILED,   /* the machine failed */
    CHECK_TRAP,     /* one of the two trapped */
    CHECK_VALUE,    /* values after the call */
    CHECK_BACKWARD, /* values after the call backward */
    CHECK_INVERSE,  /* the inverse does not restore */
    CHECK_RESTORED, /* the gradient job does not */
    CHECK_GRADIENT,
    CHECK_KINDS
} check_kind;

typedef struct {
    check_kind kind;
    char text[1200];
    unsigned long gradients, exact; /* compared, and how many agreed in every bit */
} check_result;

const char *check_name(check_kind kind);
/* Run the routine `main` of the text with arguments drawn from seed. */
check_result check_program(rg_device *device, const char *text, uint64_t seed);
/* A smaller program of the same kind of failure; malloc'd, NULL when memory is short. */
char *check_reduce(rg_device *device, const char *text, uint64_t seed, check_kind kind);

#endif
