/* attempts.h: reading a function that may be none of this language: after faults it is as if it
 * were not there, and what was said is kept. */
#ifndef FR_ATTEMPTS_H
#define FR_ATTEMPTS_H

#include "compiler/syntax/parser.h"

/* A function that could not be read. */
struct fr_left_out {
    fr_left_out *next;
    const char *name;
    fr_span span;   /* of the name */
    bool of_module; /* Base.zero, which is there without it */
    size_t at;      /* its first token */
    fr_diags said;  /* its faults */
};

/* What was there before a function without @i is read. */
typedef struct {
    size_t count, errors, at;
    unsigned limit;
    fr_function *last_function;
    fr_functional *last_functional;
    struct host_function *last_host;
    struct host_routine *routines;
} fr_attempt;

/* Standing on its first word, or where it is finished. */
fr_attempt fr_begin_attempt(fr_parser *p);
/* After faults the function, which starts at token a->at, is as if it were not there; what was said
 * is kept. False: nothing was said, or it has no end, which is a fault in any case. */
bool fr_end_attempt(fr_parser *p, const fr_attempt *a);
/* The same for a function that was read before, f. */
bool fr_end_finishing(fr_parser *p, const fr_attempt *a, fr_functional *f);

#endif
