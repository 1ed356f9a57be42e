/* global_stack.h: routines that leave something on the stack that nobody declares. */
#ifndef FR_GLOBAL_STACK_H
#define FR_GLOBAL_STACK_H

#include "compiler/syntax/diag.h"
#include "compiler/syntax/tree.h"

/* A routine whose pushes onto GLOBAL_STACK are not popped in it, or the other way round, gets it as
 * its first parameter, and every call of it as its first argument. All others have one of their
 * own. */
void fr_share_global_stack(fr_arena *arena, fr_program *program);

#endif
