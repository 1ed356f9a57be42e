/* library_names.h: a definition of the program hides that of a library. */
#ifndef FR_LIBRARY_NAMES_H
#define FR_LIBRARY_NAMES_H

#include "compiler/syntax/ast.h"

/* Where the program and a library both define an @fn, the one of the library gets another name, by
 * which the library's own functions call it. The same where the program has a routine, an update or
 * a struct of that name. */
void fr_hide_library_names(fr_diags *d, fr_program *program);

#endif
