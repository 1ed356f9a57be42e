/* comparison.h: conditions taken apart into comparisons, and those as affine rows. */
#ifndef RG_OPT_COMPARISON_H
#define RG_OPT_COMPARISON_H

#include "compiler/opt/iteration.h"

enum { OPT_MOST_ATOMS = 8 };

/* One of several conditions that must all hold; never both negated and a comparison of integers. */
typedef struct {
    ir_expr *e;
    bool negated;
} opt_atom;

typedef struct {
    size_t count;
    opt_atom list[OPT_MOST_ATOMS];
} opt_atoms;

/* The comparison of integers that holds where op does not; 0: op is none. */
unsigned opt_negated_comparison(unsigned op);
/* The condition that holds where e, a comparison or a condition, does not; NULL when memory is
 * short. */
ir_expr *opt_negation(ir_module *m, const ir_expr *e);
/* The conditions that must all hold for e (negated: for !e), in the order of evaluation. False
 * where there are too many. */
bool opt_take_apart(ir_module *m, ir_expr *e, bool negated, opt_atoms *out);
/* The same for e, where |x| <= y, max(x, z) <= y and min(x, z) >= y are two comparisons. */
bool opt_take_sides_apart(ir_module *m, ir_expr *e, opt_atoms *out);
/* The comparison of integers as a row; that of NE is that of EQ. False where it is not affine. */
bool opt_row_of(opt_iterations *it, const ir_expr *e, affine_row *row);
/* Does the program evaluate it without any trap, wherever it stands? */
bool opt_is_harmless(const ir_expr *e);

#endif
