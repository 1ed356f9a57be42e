/* small_arrays.h: local arrays of a few elements, whose number is known, in loops. */
#ifndef RG_OPT_SMALL_ARRAYS_H
#define RG_OPT_SMALL_ARRAYS_H

#include "compiler/ir/ir.h"

enum { OPT_FEW_ROUNDS = 4 };

/* By id of the variable. */
typedef struct {
    ir_routine *r;
    bool *is;     /* scalars may stand for the array */
    bool *counts; /* of loops of few iterations: their variable is in an index of such an array */
} opt_small_arrays;

/* Arrays whose indices are constants, or with `counted` also variables of loops of few iterations
 * around them, plus constants. False when memory is short (out_of_memory). */
bool opt_find_small_arrays(ir_routine *r, bool counted, opt_small_arrays *found);
void opt_free_small_arrays(opt_small_arrays *found);
/* The iterations of a loop whose bounds are constants, or extents of local arrays of a known size;
 * -1: they are not. */
int64_t opt_few_rounds(const ir_routine *r, const ir_stmt *loop, int64_t *first);
/* A variable for each element. All indices are constants now. */
void opt_put_scalars(const opt_small_arrays *small);

#endif
