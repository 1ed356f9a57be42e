/* versions.h: two versions of a loop: one for loops within it that have iterations enough for
 * streams, and the loop as it was. */
#ifndef RG_OPT_VERSIONS_H
#define RG_OPT_VERSIONS_H

#include "compiler/opt/opt_internal.h"

typedef struct {
    const ir_stmt *around; /* the loop; NULL: it is in the second version of one */
    ir_expr *test;         /* what the first version needs; NULL: nothing */
    const ir_expr *fails;  /* what does not hold here, for a version around it has it; or NULL */
} opt_versions;

/* May the loop have versions? Both are code, so it must be short. */
bool opt_may_have_versions(const ir_stmt *loop);
/* The first version needs the test, too. False where the loop may change it, or memory is short. */
bool opt_version_needs(ir_module *m, opt_versions *v, ir_expr *test);
/* Has it one value in all iterations of the loop? */
bool opt_version_stays(const ir_stmt *loop, const ir_expr *e);
/* Is this the test that fails here? */
bool opt_version_fails(const opt_versions *v, const ir_expr *test);

#endif
