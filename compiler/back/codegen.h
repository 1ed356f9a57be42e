/* codegen.h: from the reversible intermediate representation to an object. */
#ifndef RG_CODEGEN_H
#define RG_CODEGEN_H

#include "compiler/ir/ir.h"
#include "compiler/object.h"
#include "compiler/opt/opt.h"

typedef struct {
    bool no_bounds;      /* drop every bounds check */
    opt_set off;         /* passes not to run */
    bool verify;         /* check after each pass who owns each register (ownership.h) */
    opt_sequence *order; /* NULL, or where to put down what passes are asked for */
} rg_codegen_options;

/* Compile every routine of a valid module. options may be NULL. On success *object is new
 * (rg_object_free) and true is returned; otherwise false with what is wrong in diagnostic (code
 * R07xx or R06xx). */
bool rg_codegen(const ir_module *module, const rg_codegen_options *options, rg_object **object,
                ir_diagnostic *diagnostic);

#endif
