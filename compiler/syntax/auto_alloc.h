/* auto_alloc.h: @auto_alloc, which allocates what a call or an update writes first. */
#ifndef FR_AUTO_ALLOC_H
#define FR_AUTO_ALLOC_H

#include "compiler/syntax/parser.h"

/* The value with which @auto_alloc f(out, args...) makes out: that of the program's
 * alloc(::typeof(f), args...) = value, or else zero of the type of the first of args. NULL after a
 * report. */
fr_expr *fr_allocation(fr_parser *p, const fr_expr *call);

#endif
