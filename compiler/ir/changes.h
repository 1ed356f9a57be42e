/* changes.h: which parameters the routines of a module change. */
#ifndef RG_IR_CHANGES_H
#define RG_IR_CHANGES_H

#include "compiler/ir/ir.h"

typedef struct {
    size_t *first; /* by index of the routine: where its parameters begin in `changed` */
    bool *changed;
} ir_changes;

/* A parameter counts as changed when a statement of the routine, or of one that it calls, has it as
 * a target, also where another statement takes the change back. All others come back as they went
 * in. False: memory is short, and there is nothing to free. */
bool ir_survey_changes(const ir_module *m, ir_changes *out);
bool ir_changes_param(const ir_changes *changes, const ir_routine *r, size_t param);
void ir_free_changes(ir_changes *changes);

#endif
