/* include.h: read source files. */
#ifndef FR_INCLUDE_H
#define FR_INCLUDE_H

#include "compiler/syntax/ast.h"

enum { FR_SOURCE_LIMIT = 16 * 1024 * 1024 };

/* Whole file, malloc'd. NULL with a reason. */
char *fr_read_file(const char *path, size_t *size, const char **reason);
/* Parse the file that the string token names, beside the file that includes it; each file once. */
void fr_include(fr_diags *d, fr_program *program, uint32_t from, const fr_token *path,
                unsigned depth);

/* Parse the library of that name, once: its file in the folder of the environment's
 * RETROGRAD_LIBRARY, in ../share/retrograd/lib beside the folder of the running program, or in the
 * folder of the installation. False when there is none (nothing is said). */
bool fr_use_library(fr_diags *d, fr_program *program, const char *name, fr_span at, unsigned depth);

#endif
