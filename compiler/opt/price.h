/* price.h: least energy of statements, for choose.c. */
#ifndef RG_OPT_PRICE_H
#define RG_OPT_PRICE_H

#include "compiler/opt/choose.h"

typedef struct {
    unsigned instructions;
    double joules;
} opt_cost;

/* What running a list takes at least: of each statement its last operation; nothing for loops whose
 * iterations are not known. */
opt_cost opt_least_cost(const opt_prices *prices, const ir_stmt *list);
opt_cost opt_least_cost_of(const opt_prices *prices, const ir_stmt *s);
/* The instruction that computes an expression last. */
opt_cost opt_operation_cost(const opt_prices *prices, const ir_expr *e);
/* At most: erasing an ancilla, the first of several in a row or another one. Where it lives in
 * memory the words moved are left out, as they are in the cost of uncomputing it, which moves more.
 */
double opt_erase_cost(const opt_prices *prices, bool first);
/* Iterations of a loop between constants; false where they are not known: then those that the
 * prices assume, or 0. */
bool opt_rounds(const opt_prices *prices, const ir_stmt *loop, uint64_t *rounds);

#endif
