/* activity.h: which variables of a routine carry gradients. */
#ifndef RG_ACTIVITY_H
#define RG_ACTIVITY_H

#include "compiler/ir/ir.h"

/* By id of the variable: whether its value depends on a parameter that has a gradient, and has a
 * type that carries one. Statements in any order count: what a variable once was is remembered.
 * Every argument of a call with such a type may depend on each other one. To be freed; NULL when
 * memory is short. */
bool *ir_active_vars(const ir_routine *routine);

#endif
