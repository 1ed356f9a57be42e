/* formulas.h: what a function computes, as one expression of its parameters. */
#ifndef FR_FORMULAS_H
#define FR_FORMULAS_H

#include "compiler/syntax/ast.h"

/* Whether a parameter or the result is written to be no real and no array of reals, as an Int, a
 * Complex or a struct is. So is a parameter without a type whose elements or fields are read. */
bool fr_takes_other_types(const fr_functional *f);
/* The body of f without 'let': each name is what it was bound to. An Int parameter stays marked as
 * one. NULL: the body has a loop over an array, or would be too large. What 'let' binds is noted in
 * *bounds, where that is not NULL. */
fr_expr *fr_formula(fr_arena *arena, const fr_functional *f, fr_bound **bounds);
/* The number of nodes of e, up to the limit. */
size_t fr_node_count(const fr_expr *e, size_t limit);

/* Whether one of its parameters is a function. */
bool fr_takes_function(const fr_functional *f);

#endif
