/* include.h: read source files. */
#ifndef FR_INCLUDE_H
#define FR_INCLUDE_H

#include "compiler/front/ast.h"

enum { FR_SOURCE_LIMIT = 16 * 1024 * 1024 };

/* Whole file, malloc'd. NULL with a reason. */
char *fr_read_file(const char *path, size_t *size, const char **reason);
/* Parse the file that the string token names, beside the file that includes it; each file once. */
void fr_include(fr_diags *d, fr_program *program, uint32_t from, const fr_token *path, unsigned depth);

#endif
