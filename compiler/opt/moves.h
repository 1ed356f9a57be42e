/* moves.h: a slice (a row, a column, a range) that moves, element by element, into an
 * array of its own, and back before that goes. */
#ifndef RG_OPT_MOVES_H
#define RG_OPT_MOVES_H

#include "compiler/ir/ir.h"

/* alloc; there: for v ... part[v] <-> from end; what uses the part; back: the same again; free. */
typedef struct {
    const ir_var *part;
    ir_expr *length; /* rows of the part */
    ir_stmt *there, *back;
    const ir_place *from; /* the element of the whole array that an iteration of `there` moves */
} opt_move;

/* Has the loop one iteration for each element of the part: for v = 1 : n, or n : -1 : 1? */
bool opt_covers(const opt_move *move, const ir_stmt *loop);
/* Does one begin at alloc? The length and the indices of `from` are then integers made of
 * variables and extents, and the statements between there and back leave them alone. The caller
 * must check what else those do. */
bool opt_moves(ir_module *m, const ir_stmt *root, const ir_stmt *alloc, opt_move *move);

#endif
