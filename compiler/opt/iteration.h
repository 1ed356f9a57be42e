/* iteration.h: what is known of the iterations in which a statement runs: the loops around it, the
 * values that they leave alone, and affine rows for integer expressions over both. */
#ifndef RG_OPT_ITERATION_H
#define RG_OPT_ITERATION_H

#include "compiler/ir/ir.h"
#include "compiler/nest/affine.h"

/* What all statements of one outermost loop share. */
typedef struct {
    ir_module *m;
    const ir_stmt *root;   /* the body of the routine */
    const ir_stmt *region; /* the outermost loop: what it leaves alone is a parameter */
    bool small;            /* every parameter is promised to be small: see opt_small_limit */
    bool wraps;     /* some expression might wrap, but would not if all parameters were small */
    bool full;      /* more parameters would have to be promised than there is room for */
    size_t changes; /* made so far */
    size_t count;   /* of parameters that the promise is needed for */
    const ir_expr *parameter[AFFINE_VARS];
} opt_region;

/* A variable of the rows. */
typedef struct {
    const ir_expr *term; /* its value */
    const ir_stmt *loop; /* whose variable it is; NULL: a parameter */
    int64_t low, high;   /* its values lie between these, both included */
} opt_unknown;

/* An integer expression that never wraps: a sum over the unknowns, with the range of its values. */
typedef struct {
    affine_row row;
    int64_t low, high;
} opt_affine;

enum { OPT_KNOWN = 4 };

typedef struct {
    opt_region *region;
    size_t count, known_count;
    opt_unknown unknown[AFFINE_VARS];
    affine_set domain; /* holds in every iteration */
    struct {
        const ir_var *var;
        opt_affine value;
    } known[OPT_KNOWN]; /* scalars of the region that have this value here */
} opt_iterations;

/* The largest magnitude of a parameter that is small. */
int64_t opt_small_limit(const ir_module *m);
/* Within one more loop. */
void opt_enter_loop(opt_iterations *it, const ir_stmt *loop);
/* Is it affine, and is it proved that it never wraps? New parameters may join the unknowns. */
bool opt_affine_of(opt_iterations *it, const ir_expr *e, opt_affine *form);
/* The unknown that is this loop's variable; AFFINE_VARS: there is none. */
size_t opt_unknown_of_loop(const opt_iterations *it, const ir_stmt *loop);
/* The sum as an expression. NULL if it might wrap (then wraps is set, where small parameters would
 * help) or memory is short. */
ir_expr *opt_affine_expr(opt_iterations *it, ir_loc loc, const affine_row *row);

#endif
