/* auto_bcast.h: NiLang's AutoBcast. */
#ifndef FR_AUTO_BCAST_H
#define FR_AUTO_BCAST_H

#include "compiler/syntax/ast.h"

/* A parameter a::AutoBcast{T, N} is a vector of N elements, and what is done to it is done to each:
 * its updates and calls get their dots. */
void fr_dot_auto_bcasts(fr_arena *arena, fr_program *program);

#endif
