/* choose_internal.h: what the parts of the choice between uncomputing, keeping and erasing share.
 */
#ifndef RG_OPT_CHOOSE_INTERNAL_H
#define RG_OPT_CHOOSE_INTERNAL_H

#include "compiler/opt/choose.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/price.h"

typedef struct {
    ir_module *m;
    ir_routine *r;
    const opt_prices *prices;
    opt_choices *choices;
    bool backward; /* the routine is also run backward */
} opt_chooser;

/* ---- choose.c ---- */

/* A new line in the book of decisions; NULL when memory is short. */
opt_choice *opt_record(opt_chooser *c, ir_loc loc, const char *name, opt_cost uncompute);
/* Of a choice, or of NULL. */
void opt_why(opt_choice *choice, const char *text);
/* Only statements without effects beyond variables, that cannot print: those whose undoing may be
 * left out. */
bool opt_quiet(const ir_stmt *list);
bool opt_quiet_alone(const ir_stmt *s);
/* The ~@routine of a block in the same list, where it is the only one in the routine; NULL
 * otherwise. */
ir_stmt **opt_only_undo(const opt_chooser *c, ir_stmt *block);
/* Is the variable allocated in the list itself, is it alive at its end? */
bool opt_born_here(const ir_stmt *body, const ir_var *v);
bool opt_alive_after(const ir_stmt *body, const ir_var *v);

/* ---- choose_erase.c ---- */

/* erased: by id of a variable, all false. */
void opt_erase_in_block(opt_chooser *c, ir_stmt *block, ir_stmt **undo, bool *erased);
/* An ancilla freed against an expression. */
void opt_erase_freed(opt_chooser *c, ir_stmt *s);

/* ---- choose_keep.c ---- */

/* One block of the loop that need not run in every iteration goes around it: true; false: there is
 * none. */
bool opt_keep_in_loop(opt_chooser *c, ir_stmt **loop_link);

#endif
