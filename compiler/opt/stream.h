/* stream.h: loops that one stream instruction can run: one update of words at affine addresses, or
 * one product into the accumulator, in one loop or two. */
#ifndef RG_OPT_STREAM_H
#define RG_OPT_STREAM_H

#include "compiler/ir/ir.h"

enum { OPT_AROUND = 4 };

/* The update (IR_UPDATE, or IR_MAC and IR_IMAC, which have no target) and the loops around it:
 * loop[0] is the inner one, loop[1] the outer one or NULL. Its instruction is op. Its operands are
 * a and b; a single one is a, and b is NULL. Each is an element with indices affine in the loop
 * variables, or does not depend on them. by_index: so many words are indexed by elements that are.
 */
typedef struct {
    const ir_stmt *update, *loop[2];
    int64_t step[2];
    unsigned op;
    const ir_expr *a, *b;
    unsigned by_index;
    const ir_stmt *around[OPT_AROUND]; /* of opt_nest_of: loops around those two, the outermost
                                          first; then NULL */
    const ir_expr *const *positive; /* strides that are positive (strides.h), then NULL; or NULL */
} opt_stream;

/* Its sum goes to the accumulator. */
static inline bool opt_stream_is_wide(const opt_stream *s) { return s->update->kind != IR_UPDATE; }
/* Can a stream run the loop as it stands? */
bool opt_stream_of(const ir_stmt *loop, opt_stream *stream);
/* The same with one or two words, operands or the target, that an element of another vector
 * indexes: x[idx[i]]. Behind the passes that ask for affine indices. */
bool opt_indexed_stream_of(const ir_stmt *loop, opt_stream *stream);
/* The element that indexes a word with this row and column, or NULL where none does. */
static inline const ir_expr *opt_index_of(const ir_expr *row, const ir_expr *column)
{
    return row && row->kind == IR_ELEM && !column ? row : NULL;
}
/* Is e, which the iterations leave alone, at least 1 where there is an iteration at all? */
bool opt_positive_in_rounds(const opt_stream *s, const ir_expr *e);
/* What e grows by when the variable does by 1: an expression in m, simplified. e is affine in it;
 * NULL when memory is short. */
ir_expr *opt_slope(ir_module *m, const ir_expr *e, const ir_var *v);
/* e with expressions in place of one variable or two (the second may be NULL), simplified where it
 * is a sum. NULL when memory is short. */
ir_expr *opt_put(ir_module *m, const ir_expr *e, const ir_var *const vars[2],
                 ir_expr *const values[2]);
/* With one expression in place of one variable; NULL where e or the value is. */
ir_expr *opt_put_one(ir_module *m, const ir_expr *e, const ir_var *v, ir_expr *value);
/* The iterations of the loop where bounds and step are constants, else -1. */
int64_t opt_constant_rounds(const ir_stmt *loop);

/* A stream, or loops around one and nothing else, whose bounds the update leaves alone. */
bool opt_nest_of(const ir_stmt *loop, opt_stream *stream);
/* Loops around one sum and nothing else, whatever is added: what opt_independent wants to know of
 * it, op, a and b aside. */
bool opt_loops_of(const ir_stmt *s, opt_stream *loops);
/* This is the outermost of its loops, in place of the one that was. */
void opt_set_outermost(opt_stream *stream, const ir_stmt *loop);
/* May all iterations of y follow all iterations of x? With OPT_IN_ORDER x is before y in the loop,
 * and each keeps the order of its iterations. With OPT_SECOND_FIRST y is before x. OPT_ANY_ORDER is
 * as in order, but the iterations of both may run the other way round. Sums into one word commute.
 * All other dependences must keep their order. */
typedef enum { OPT_IN_ORDER, OPT_SECOND_FIRST, OPT_ANY_ORDER } opt_order;
bool opt_independent(const opt_stream *x, const opt_stream *y, const ir_stmt *loop,
                     opt_order order);

#endif
