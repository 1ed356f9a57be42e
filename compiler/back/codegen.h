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
    unsigned staged;     /* as in rgc_options */
} rg_codegen_options;

typedef enum {
    RG_CODEGEN_MADE,
    RG_CODEGEN_NO_REGISTERS, /* smaller expressions might do (R0730) */
    RG_CODEGEN_TOO_FAR,      /* shorter code might do: a jump does not reach (R0706) */
    RG_CODEGEN_FAULT,        /* the check of registers has found a fault of the compiler (R0733) */
    RG_CODEGEN_REFUSED       /* no other attempt makes it good */
} rg_codegen_result;

/* Compile every routine of a valid module. options may be NULL. Where it is made, *object is new
 * (rg_object_free); otherwise diagnostic has what is wrong (code R07xx or R06xx). */
rg_codegen_result rg_codegen(const ir_module *module, const rg_codegen_options *options,
                             rg_object **object, ir_diagnostic *diagnostic);

#endif
