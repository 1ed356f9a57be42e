/* indices.h: checks of indices that go straight along loops, on their way out of these loops. */
#ifndef RG_OPT_INDICES_H
#define RG_OPT_INDICES_H

#include "compiler/ir/ir.h"

enum { OPT_MOST_CHECKS = 64 };

/* The index of an array is within its extent for all values from low to high. */
typedef struct {
    const ir_var *array;
    unsigned extent; /* as in IR_DIM */
    ir_expr *low, *high;
    ir_expr *empty; /* a loop around it has no iteration; NULL: all have */
} opt_check;
typedef struct {
    opt_check list[OPT_MOST_CHECKS];
    size_t count;
} opt_checks;
typedef struct {
    ir_module *m;
    const ir_routine *r;
    bool exact; /* no check fails where the loop would not */
} opt_check_site;

/* *out: the check of all iterations of the loop, before the first one. False: it is not known
 * there. */
bool opt_check_leaves(const opt_check_site *at, const ir_stmt *loop, const opt_check *c,
                      opt_check *out);
/* The same where the index adds the variable of the loop times something that the loop leaves
 * alone. *times: that this factor is from 0 to below the extent, which must hold as well. Then, of
 * two iterations, the later one has the higher index. */
bool opt_check_leaves_by(const opt_check_site *at, const ir_stmt *loop, const opt_check *c,
                         opt_check *out, opt_check *times);
/* True: c is among the checks, or need not be. */
bool opt_check_add(const opt_check_site *at, opt_checks *to, const opt_check *c);

#endif
