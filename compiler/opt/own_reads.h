/* own_reads.h: the elements of an array that a statement reads while it changes one of them. */
#ifndef RG_OPT_OWN_READS_H
#define RG_OPT_OWN_READS_H

#include "compiler/ir/ir.h"

enum { OPT_MOST_OWN = 16 };

typedef struct {
    const ir_var *array;
    const ir_expr *found[OPT_MOST_OWN];
    size_t count;
} opt_own_reads;

/* Those of the array that `s` changes, each once, which its expression and its indices certainly
 * read: what only a branch of an expression reads is not among them. */
opt_own_reads opt_own_reads_of(const ir_stmt *s);

/* Is the element certainly another one than each of its array that e reads? */
bool opt_reads_apart(const ir_expr *e, const ir_place *element);

/* Does the update leave alone what e reads, certainly? */
bool opt_update_leaves(const ir_stmt *update, const ir_expr *e);

#endif
