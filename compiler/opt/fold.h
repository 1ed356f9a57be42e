/* fold.h: what fold.c and rejoin.c share: statements of a list, and those that stand in it together
 * with their inverse. */
#ifndef RG_OPT_FOLD_H
#define RG_OPT_FOLD_H

#include "compiler/ir/ir.h"

typedef struct {
    ir_module *m;
    ir_routine *r;
    unsigned next_id;
    const ir_var **first; /* by id of a variable of the second half: what it is called in the first;
                             NULL: itself */
    const ir_var **second; /* the other way round */
    size_t open;           /* renamed variables that are alive */
} opt_folder;

typedef struct {
    ir_stmt *stmt, *inverse;
    unsigned words;
    uint64_t shape, inverse_shape; /* statements that are alike have one shape */
} opt_fold_item;
typedef struct {
    size_t left, right, length;
    unsigned words;
} opt_fold_pair; /* [left - length, left) and its inverse [right, right + length) */

/* Equality up to the names of variables that live within both halves. */
bool opt_fold_alike(opt_folder *f, const ir_stmt *a, const ir_stmt *b);
void opt_forget_names(opt_folder *f);
/* Where an exact sum is taken out of the accumulator and made there again, with nothing between
 * that concerns it, it stays. */
bool opt_rejoin(opt_folder *f, ir_stmt **list, const opt_fold_item *items, size_t count);

#endif
