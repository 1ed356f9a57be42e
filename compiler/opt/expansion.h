/* expansion.h: what the files of scalar expansion share: the loop that is expanded, and the arrays
 * and pieces that it becomes. expand.c has the pass. */
#ifndef RG_OPT_EXPANSION_H
#define RG_OPT_EXPANSION_H

#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"
#include "compiler/opt/strides.h"
#include "compiler/opt/versions.h"

/* At most: ancillas, matrices where both of two loops are taken together, pieces, loops that go
 * outside, iterations of a chunk, rows of a chunk, elements of a row or of a vector. Rows of a
 * chunk where a row has no more than NARROW elements: matrices are no larger then. */
enum {
    MOST_ANCILLAS = 16,
    MOST_MATRICES = 8,
    MOST_PIECES = 48,
    MOST_OUTSIDE = 4,
    CHUNK = 256,
    ROWS = 16,
    LONGEST_ROW = 256,
    NARROW = 64,
    ROWS_IF_NARROW = 64
};

/* Iterations: so few are left alone, where they have loops of their own, and where only strides are
 * to be tested. */
enum { FEWEST = 16, FEWEST_WITH_LOOPS = 6, FEWEST_WITH_STRIDES = 4, FEWEST_OF_A_SUM = 64 };

typedef struct {
    const ir_var *scalar, *array;
    bool shared;
    const ir_expr *extent;
    bool row;
} expand_ancilla; /* row: the vector has an element for each iteration of a loop. shared: the array
              is that of one before. extent: of a vector, whose elements are those of a column of
              the array; NULL: a scalar */

/* trial: pieces are loops over all iterations, to see whether they are streams that may be run one
 * after the other; else they are what is made. */
typedef struct {
    ir_module *m;
    ir_routine *r;
    const ir_stmt *loop,
        *row; /* row: the loop that is its body, where both are taken together, or NULL */
    const ir_stmt *outside[MOST_OUTSIDE]; /* loops of the body that go outside; then NULL */
    const ir_stmt
        *inside; /* a loop of the body that goes outside: the streams stand in it; or NULL */
    const ir_stmt *some, *some_of_row; /* their iterations in which conditions on the loop variables
                                          hold, or NULL: all */
    const ir_expr *low, *high;         /* of the loop variable */
    int64_t rounds;                    /* of both; -1: not known */
    const ir_var *chunk;               /* the loop variable of the chunks, or NULL */
    expand_ancilla list[MOST_ANCILLAS];
    size_t count, used; /* of ancillas; those met in this pass over the body */
    opt_stream pieces[MOST_PIECES];
    size_t piece_count, first_inside; /* first_inside: the first piece of that loop */
    bool up;                          /* the loop goes up */
    bool trial, inner,
        split;    /* inner: a piece has a loop of its own; split: a sum was made in two updates */
    bool vectors; /* an ancilla is one */
    bool rows;    /* vectors with an element for each iteration of a loop were made before */
    bool deep;    /* a piece is loops around an update that is no stream yet */
    bool around;  /* a piece is loops around a stream */
    ir_stmt *before; /* assertions */
    ir_stmt *held;   /* allocations of invariant indices that are elements; NULL: there is none */
    ir_expr **values;
    opt_versions *versions; /* of a loop around it; NULL: it has none */
    opt_strides strides;    /* that are to be tested */
} expansion;

/* ---- expand_arrays.c ---- */
/* Integer expressions at the loop; NULL when memory is short. */
ir_expr *expand_whole(const expansion *x, int64_t value);
ir_expr *expand_op(const expansion *x, unsigned code, const ir_expr *a, const ir_expr *b);
/* A scalar that can be an element of an array. */
bool expand_is_number(const ir_var *v);
/* Of the loop, or of its row. */
const ir_stmt *expand_body_of(const expansion *x);
/* e - low + 1 */
ir_expr *expand_from_one(const expansion *x, const ir_expr *e, const ir_expr *low);
/* A new variable of the routine. NULL when memory is short. */
const ir_var *expand_variable(expansion *x, const char *name, rg_type_base base, unsigned rank);
/* The next ancilla gets an array, the same one in the second pass over the body. scalar NULL: it
 * stands for a part of an expression. Returns the scalar; NULL: there are too many. */
const ir_var *expand_next_ancilla(expansion *x, const ir_var *scalar, rg_type_base base);
/* NULL: it is none that has been met. */
const expand_ancilla *expand_find(const expansion *x, const ir_var *scalar);
const ir_var *expand_array_of(const expansion *x, const ir_var *scalar);
/* s, with elements in place of ancillas. */
ir_stmt *expand_on_elements(expansion *x, const ir_stmt *s);
/* Over the iterations of the loop, or of a chunk; of its row too. */
ir_stmt *expand_loop_around(expansion *x, ir_stmt *body);
/* Iterations of the row; NULL: there is none. */
ir_expr *expand_width(const expansion *x);
/* Arrays with elements for n iterations around the list. */
ir_stmt *expand_with_arrays(expansion *x, ir_stmt *list, ir_expr *n);

/* ---- expand_chunks.c ---- */
/* Iterations that are arrays at most, whatever the length of a row is. */
int64_t expand_least_chunk(const expansion *x);
/* The loop over chunks of iterations. */
ir_stmt *expand_in_chunks(expansion *x);

/* ---- expand_pieces.c ---- */
/* With loops around it. */
bool expand_is_stream(expansion *x, const ir_stmt *s);
/* The loop of one statement. NULL: it is no stream, or not apart from another one. */
ir_stmt *expand_piece(expansion *x, const ir_stmt *s);

/* ---- expand_parts.c ---- */
/* False for NULL. */
bool expand_append(ir_stmt **list, ir_stmt *s);
/* An update, or a loop around one. */
bool expand_simple(expansion *x, const ir_stmt *s, ir_stmt **out);
/* Of the scalar, or of the lvalue if that is NULL; at the line of `like`. */
ir_stmt expand_update_of(const ir_stmt *like, const ir_var *scalar, ir_place place, bool adds,
                         const ir_expr *e);

/* ---- expand_statements.c ---- */
/* What the statements up to `end` become is put to *out. False: they are not to be expanded. */
bool expand_statements(expansion *x, const ir_stmt *list, const ir_stmt *end, ir_stmt **out);

/* ---- expand_uniform.c ---- */
/* Does the statement make, change or take back integers alone that are the same in all iterations,
 * and that only indices read? */
bool expand_uniform(const expansion *x, const ir_stmt *s);

/* ---- expand_rest.c ---- */
/* The statement, with those after it in the list that must stay beside it, becomes a loop that is
 * no stream; sets *s to the last of them. False: it must not stand apart from the others. */
bool expand_rest(expansion *x, const ir_stmt **s, const ir_stmt *end, ir_stmt **out);

/* ---- expand.c ---- */
/* Loops around updates that stand alone now, and are no streams yet. */
void expand_go_deeper(expansion *x, ir_stmt **list, opt_how_often often);

/* ---- expand_whole.c ---- */
/* Loops of the list that have an iteration where the expanded one has enough. */
void expand_mark_running(const expansion *x, ir_stmt *list);
/* The list over all iterations, with arrays of its own. NULL when memory is short. */
ir_stmt *expand_whole_version(expansion *x, ir_stmt *list);
/* It, where the iterations fit in a chunk, else the chunks; NULL when memory is short. */
ir_stmt *expand_where_whole(const expansion *x, ir_stmt *whole, ir_stmt *chunks);
/* A loop whose body is one branch that it decides alike in all iterations: a branch with two loops;
 * NULL: it is none. */
ir_stmt *expand_unswitched(ir_module *m, ir_stmt *loop);

/* ---- expand_rows.c ---- */
/* Loops of the body with scalars of their own become loops around one statement each, beside
 * vectors of the iteration. False: there is none, or memory is short. */
bool expand_rows(ir_module *m, ir_routine *r, ir_stmt *loop);
/* Extents of the list's own arrays are those that they are made with. */
void expand_extents(ir_module *m, const ir_routine *r, ir_stmt *list);

/* ---- expand_worth.c ---- */
/* Fewer iterations are not worth it. */
int64_t expand_fewest(const expansion *x);
/* Iterations enough, and what strides and vectors ask for: a test for the run. */
ir_expr *expand_is_worth_it(const expansion *x);
/* The list where there are iterations enough, else the loop as it was. */
ir_stmt *expand_where_worth_it(expansion *x, const ir_stmt *original, ir_stmt *list);
/* Loops with an unknown trip count and without loops of their own are often short if they run
 * often. Then the test and the registers that the arrays want cost more than streams bring, unless
 * they replace a branch. */
bool expand_profitable(const expansion *x, opt_how_often often);

#endif
