/* emit_c.h: a module as C17: every routine that the host may start as functions for its call, its
 * inverse, its gradient and its tangents. docs/development/c-back-end.md says how. */
#ifndef RG_EMIT_C_H
#define RG_EMIT_C_H

#include <stdbool.h>
#include <stdio.h>

#include "compiler/ir/ir.h"

typedef struct {
    const char *prefix;  /* before the name of every function; NULL: none */
    const char *runtime; /* name of the header to include; NULL: its text comes first */
    const char *guard;   /* the header of the functions instead, under this guard; NULL: the C */
} emit_c_options;

typedef enum { EMIT_C_DONE, EMIT_C_REFUSED, EMIT_C_NO_MEMORY, EMIT_C_NOT_WRITTEN } emit_c_result;

/* Writes the C of `m`, which opt_module has made: its arena takes what is needed on the way.
 * Refused: *why says what and where. */
emit_c_result emit_c_module(ir_module *m, const emit_c_options *options, FILE *out,
                            ir_diagnostic *why);
/* The text of rg_runtime.h. 0, or -1 when writing fails. */
int emit_c_runtime_text(FILE *out);

#endif
