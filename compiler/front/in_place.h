/* in_place.h: updates of an Int by a bijection of itself, in statements with an ancilla. */
#ifndef FR_IN_PLACE_H
#define FR_IN_PLACE_H

#include "compiler/front/expand.h"

/* Ancillas that hold values while others are made of them. */
typedef struct {
    fr_sema *s;
    fr_span span;
    const char *name;        /* of the ancillas */
    fr_stmt *before, *after; /* their allocations, and what frees them, last first */
} fr_held;

fr_held fr_hold_for(fr_sema *s, const fr_stmt *st);
/* A name for the value. */
fr_expr *fr_hold(fr_held *h, fr_expr *value);

/* A bijection of x in three steps: t <- there(x); x op t; t -> back(x). What h holds is part of
 * back. The inverse goes from the last step to the first. */
typedef struct {
    fr_stmt_kind kind; /* ST_SWAP: t is the new value; ST_UPDATE: x op t */
    fr_token_kind op;
    fr_expr *there, *back;
    fr_held *h;
} fr_bijection;
fr_stmt *fr_in_place(fr_sema *s, const fr_stmt *st, bool inverse, const fr_bijection *b);

/* A statement that does nothing, after a report. */
fr_stmt *fr_in_place_refused(fr_sema *s, const fr_stmt *st);
/* The report that the update loses bits; NULL when there is none. */
rgc_diagnostic *fr_loses_bits(fr_sema *s, const fr_stmt *st, const fr_expr *at, const char *why);
/* Whether e is a constant Int, and which; *failed after a report. */
bool fr_constant_int(fr_sema *s, fr_lowering lower, const fr_expr *e, int64_t *value, bool *failed);

/* ---- in_place_bits.c ---- */

/* x ⊻= terms, each x shifted one way and masked; NULL when st is none. */
fr_stmt *fr_in_place_bits(fr_sema *s, const fr_stmt *st, fr_lowering lower);

#endif
