/* same.h: are two expressions, or two lists of statements, the same but for the names of variables?
 */
#ifndef RG_OPT_SAME_H
#define RG_OPT_SAME_H

#include "compiler/ir/ir.h"

/* Which variables of the second one stand for which of the first, a and b; `with` is handed to the
 * functions. */
typedef struct {
    void *with;
    bool (*same)(const void *with, const ir_var *a, const ir_var *b);
    void (*open)(void *with, const ir_var *a,
                 const ir_var *b); /* both are made by the same statement */
    void (*close)(void *with, const ir_var *a,
                  const ir_var *b);        /* both are gone; NULL: of no concern */
    bool (*comparable)(ir_stmt_kind kind); /* of other statements none is the same as another */
    bool any_check; /* an element is itself whether its index is checked or not */
} opt_naming;

/* NULL for names: every variable is itself. */
bool opt_alike_expr(const opt_naming *names, const ir_expr *a, const ir_expr *b);
bool opt_alike_place(const opt_naming *names, const ir_place *a, const ir_place *b);
/* Those of two calls. */
bool opt_alike_args(const opt_naming *names, const ir_stmt *a, const ir_stmt *b);
/* Statements, by a naming, without what follows them; with erasures they are not compared. */
bool opt_alike_stmt(const opt_naming *names, const ir_stmt *a, const ir_stmt *b);
bool opt_alike_list(const opt_naming *names, const ir_stmt *a, const ir_stmt *b);

#endif
