/* iteration.h: what is known of the iterations in which a statement runs: the loops around it, the
 * values that they leave alone, and affine rows for integer expressions over both. */
#ifndef RG_OPT_ITERATION_H
#define RG_OPT_ITERATION_H

#include "compiler/ir/ir.h"
#include "compiler/nest/affine.h"

enum { OPT_PROMISES = 6 };

/* What all statements of one outermost loop share. */
typedef struct {
    ir_module *m;
    const ir_stmt *root;   /* the body of the routine */
    const ir_stmt *region; /* the outermost loop: what it leaves alone is a parameter */
    bool small;            /* every parameter is promised to be small: see opt_small_limit */
    bool wraps;     /* more would be known if all parameters were small, and others promised */
    bool unasked;   /* there is a nest that promises nothing, or what it replaces is as good */
    bool full;      /* more parameters would have to be promised than there is room for */
    size_t changes; /* made so far */
    size_t count;   /* of parameters that the promise is needed for */
    const ir_expr *parameter[AFFINE_VARS];
    bool not_negative[AFFINE_VARS]; /* another promise says so */
    size_t promise_count;
    ir_expr *promise[OPT_PROMISES]; /* conditions that must hold, too */
    size_t shorter_count;
    const ir_expr *shorter[OPT_PROMISES]; /* parameters that are taken to be smaller than others */
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
    struct {
        const ir_var *var;
        opt_affine value;
    } known[OPT_KNOWN]; /* scalars of the region that have this value here */
    affine_set domain;  /* holds in every iteration; last, as it is seldom full */
} opt_iterations;

/* *to = *from, as far as there are rows. */
void opt_copy_iterations(opt_iterations *to, const opt_iterations *from);

/* A small parameter lies between -2^bits and 2^bits - 1. There is room for sums of such ones with
 * small factors, and with 64 bits for products of two. */
unsigned opt_small_bits(const ir_module *m);
int64_t opt_small_limit(const ir_module *m);
/* Within one more loop. */
void opt_enter_loop(opt_iterations *it, const ir_stmt *loop);
/* Is it affine, and is it proved that it never wraps? New parameters may join the unknowns. */
bool opt_affine_of(opt_iterations *it, const ir_expr *e, opt_affine *form);
/* The unknown that is this loop's variable; AFFINE_VARS: there is none. */
size_t opt_unknown_of_loop(const opt_iterations *it, const ir_stmt *loop);
/* Does the row hold in all iterations? If parameters alone tell, that is promised: it joins the
 * domain, and a condition of the region. */
bool opt_promise(opt_iterations *it, const affine_row *row);
/* A row of parameters alone: with it the given row holds in all iterations. There may be several;
 * *from, 0 at first, says where to go on. False: there is no other one. */
bool opt_enough_for(const opt_iterations *it, const affine_row *row, size_t *from,
                    affine_row *enough);
/* opt_promise for a condition that no iteration changes. False where it is not promised. */
bool opt_promise_that(opt_region *region, ir_expr *condition);
/* The region as it was, with other promises or without; whether something wraps stays known. */
void opt_forget_promises(opt_region *region, const opt_region *before);
/* row >= 0 or row == 0 as an expression; NULL as below. */
ir_expr *opt_affine_condition(opt_iterations *it, ir_loc loc, const affine_row *row);
/* The sum as an expression. NULL if it might wrap (then wraps is set, where small parameters would
 * help) or memory is short. */
ir_expr *opt_affine_expr(opt_iterations *it, ir_loc loc, const affine_row *row);

#endif
