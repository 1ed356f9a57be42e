/* linear.h: integer expressions as sums of terms with constant factors, for folding and for proofs
 * about ranges. */
#ifndef RG_OPT_LINEAR_H
#define RG_OPT_LINEAR_H

#include "compiler/ir/ir.h"

enum { OPT_TERMS = 8 };

/* c + sum of k[i] * term[i], modulo the word size. exact: false when there were too many terms. */
typedef struct {
    bool exact;
    size_t count;
    const ir_expr *term[OPT_TERMS];
    int64_t k[OPT_TERMS];
    int64_t c;
} opt_linear;

opt_linear opt_linear_of(const ir_expr *e);
/* to += factor * e, factor * expression, or a constant */
void opt_linear_add(opt_linear *to, const ir_expr *e, int64_t factor);
/* Take the term away and return its factor. */
int64_t opt_linear_take(opt_linear *from, size_t term);
/* Is a - b (NULL: a) a constant from `least` on? */
bool opt_is_at_least(const ir_expr *a, const ir_expr *b_or_null, int64_t least);
/* Do two integer expressions differ by a constant that is not zero, whatever their variables are?
 * False for NULL. */
bool opt_differ(const ir_expr *a, const ir_expr *b);
/* An Int expression with the same value in no more operations; e itself where nothing is gained.
 * NULL when memory is short. */
ir_expr *opt_simplify(ir_module *m, ir_expr *e);
/* a code b, simplified where it is of type Int. The operands become part of it as they are. NULL
 * when memory is short. */
ir_expr *opt_op(ir_module *m, ir_loc loc, unsigned code, const ir_expr *a, const ir_expr *b);

#endif
