/* source_print.h: a parsed program as source text. */
#ifndef FR_SOURCE_PRINT_H
#define FR_SOURCE_PRINT_H

#include "compiler/syntax/ast.h"

/* Print the program, or its inverse, such that the text parses to the same (or the inverse)
 * program. Included files are part of it. 0, or -1 when a construct has no text or writing fails.
 */
int fr_print_source(const fr_diags *d, const fr_program *program, FILE *out, bool inverse);

#endif
