/* uses.h: what statements use of a routine's variables, looked up once for each statement. */
#ifndef RG_OPT_USES_H
#define RG_OPT_USES_H

#include "compiler/ir/ir.h"

enum { OPT_RESIZE = 4 }; /* beside OPT_READ and OPT_WRITE: its extent may change */

typedef struct {
    const ir_stmt *stmt; /* NULL: nothing is kept here */
    unsigned char *uses;
} opt_use_row;

/* Starts as {0}. */
typedef struct {
    opt_use_row *rows; /* by a hash of the statement */
    size_t size, used, var_count;
} opt_uses;

/* For each variable of the routine, by its id, how the statement uses it. It belongs to `known`.
 * NULL when memory is short. */
const unsigned char *opt_uses_of(opt_uses *known, const ir_routine *r, const ir_stmt *s);
/* Statements that use a or b have changed. */
void opt_forget_uses(opt_uses *known, const ir_var *a, const ir_var *b);
void opt_free_uses(opt_uses *known);

#endif
