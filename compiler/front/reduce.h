/* reduce.h: sum, prod, maximum, minimum, dot and norm of arrays and of dotted expressions. */
#ifndef FR_REDUCE_H
#define FR_REDUCE_H

#include "compiler/front/expand.h"

/* Whether e is such a call. A function of the program or of a library of that name comes first for
 * variables. */
bool fr_is_reduction(fr_sema *s, const fr_expr *e);

/* The value of a reduction that must be made before it is read. */
typedef struct {
    fr_stmt *make;  /* allocates what holds it */
    fr_stmt *fill;  /* computes it; undone by its inverse */
    fr_expr *value; /* reads it */
} fr_reduction;

/* The reduction in simpler calls (norm, sum(f, v)), or e itself. */
const fr_expr *fr_spell_reduction(fr_sema *s, const fr_expr *e);
/* For sum, prod, maximum, minimum and dot; false after a report. */
bool fr_reduce(fr_sema *s, const fr_expr *e, fr_reduction *out);
/* The sum of squares of which norm() of rounded numbers is the root; NULL where e is not that. */
const fr_expr *fr_norm_squares(fr_sema *s, const fr_expr *e);
/* Such a norm, where `squares` has their sum, added to the target or subtracted. Small squares
 * vanish, so the norm of small numbers is made without them. NULL after a report. */
fr_stmt *fr_norm_into(fr_sema *s, const fr_expr *e, fr_expr *squares, fr_token_kind token,
                      fr_expr *target);
/* The same as a value; false after a report. */
bool fr_reduce_norm(fr_sema *s, const fr_expr *e, fr_expr *squares, fr_reduction *out);
/* y += sum(e), y -= sum(e): a loop that adds the elements to y; NULL when st is neither. */
fr_stmt *fr_expand_sum(fr_sema *s, const fr_stmt *st);

/* The type as a program writes it. */
fr_expr *fr_written_type(fr_sema *s, fr_span span, rg_type_base base);

/* ---- made_arrays.c ---- */

/* Whether e is an array that has no name: a slice, or what dots make of arrays. */
bool fr_is_unnamed_array(fr_sema *s, const fr_expr *e);
bool fr_has_unnamed_arrays(fr_sema *s, const fr_expr *call);
/* The array as a variable. False after a report. */
bool fr_make_array(fr_sema *s, const fr_expr *e, fr_reduction *out);

#endif
