/* auto_free.h: ancillas that a program leaves to the compiler to free. */
#ifndef FR_AUTO_FREE_H
#define FR_AUTO_FREE_H

#include "compiler/syntax/ast.h"

/* Ends every scope with the frees, x → value, of what was allocated in it by x ← value and is alive
 * there, the last allocated first. Left alone, for R0314 to name: what one update alone changes,
 * and what was allocated from a variable that is gone. */
void fr_free_at_ends(fr_arena *arena, fr_program *program);

#endif
