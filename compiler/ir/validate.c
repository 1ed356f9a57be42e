/* validate.c: does a module keep the rules of ir.h? */
#include "ir.h"

bool ir_validate(const ir_module *m, ir_diagnostic *diagnostic)
{
    *diagnostic = (ir_diagnostic){0};
    return !m->out_of_memory;
}
