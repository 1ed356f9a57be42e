/* array_parameters.h: parameters without a type that the function can only mean as arrays. */
#ifndef FR_ARRAY_PARAMETERS_H
#define FR_ARRAY_PARAMETERS_H

#include "compiler/syntax/ast.h"

/* v::Array, v::AbstractArray{T} and v::Any say no more than a parameter without a type. */
void fr_open_array_parameters(fr_program *program);

/* In function total(v) s = 0.0; for x in v ... end; s end nothing but an array suits v. Such a
 * parameter, of a function without @fn that is no formula, becomes v::Vector{Fixed}, or an array of
 * the dimensions that its indices show. */
void fr_type_array_parameters(fr_arena *arena, fr_program *program);

/* Whether the name stands in e as an index or in a bound of a range of Ints. */
bool fr_counts(const fr_expr *e, const char *name);

/* Array{Fixed, rank} */
fr_expr *fr_array_type(fr_arena *arena, fr_span span, unsigned rank);

/* The rank of such a type; 0: it is another. */
unsigned fr_array_rank(const fr_expr *type);

/* The dimensions of the argument of that number, from 0, by what the function does with it. */
unsigned fr_element_rank(const fr_expr *function, size_t place);

#endif
