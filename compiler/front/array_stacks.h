/* array_stacks.h: arrays that go onto a stack and come from it. */
#ifndef FR_ARRAY_STACKS_H
#define FR_ARRAY_STACKS_H

#include "compiler/front/compound.h"

typedef struct {
    fr_expr *stack, *array;
    fr_type type; /* of the array */
    bool copy;    /* the array stays */
    bool ends;    /* its name ends there */
} fr_array_move;

/* stack(Vector{T}, n) */
bool fr_holds_arrays(const fr_var *stack);
/* The statements that push the array; their inverse pops it. */
fr_stmt *fr_push_array(fr_sema *s, fr_span span, const fr_array_move *m);
/* False after a report: the stack holds other arrays. */
bool fr_suits_stack(fr_sema *s, const fr_var *stack, const fr_expr *x, fr_type type);
/* True after a report: nothing reads the words of such a stack. */
bool fr_refuse_array_stack(fr_sema *s, const fr_var *v, fr_span span);

#endif
