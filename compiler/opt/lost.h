/* lost.h: changes that a call would lose: its argument is a value, and the routine changes the
 * parameter for good. */
#ifndef RG_OPT_LOST_H
#define RG_OPT_LOST_H

#include "compiler/ir/ir.h"

/* argument: the value that is given; param: of the routine `callee`; changed: where it is changed.
 */
typedef struct {
    const ir_arg *argument;
    const ir_routine *callee;
    const ir_var *param;
    ir_loc changed;
} opt_lost;

/* Say each to `tell`. A parameter counts as changed when an update or a call that changes it has no
 * inverse of the same text in the routine. What is undone in another way is left to the machine,
 * which checks that the value comes back. */
void opt_find_lost(const ir_module *m, void (*tell)(void *context, const opt_lost *lost),
                   void *context);

#endif
