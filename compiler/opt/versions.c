/* versions.c: when a loop has two versions, and what chooses one. The test stands before the loop,
 * where it is made once. */
#include "compiler/opt/versions.h"

enum { MOST_STATEMENTS = 14 };

/* Not loops around updates, with scalars of their own. */
static bool is_more(const ir_stmt *s)
{
    switch (s->kind) {
    case IR_FOR:
    case IR_UPDATE:
    case IR_ROUTINE:
    case IR_UNROUTINE:
    case IR_BLOCK:
    case IR_ASSERT: return false;
    case IR_ALLOC:
    case IR_FREE: return s->var->rank > 0;
    default: return true;
    }
}

bool opt_may_have_versions(const ir_stmt *loop)
{
    return opt_is_loop(loop) && !loop->rare && opt_any(loop->body, opt_is_loop)
           && !opt_any(loop->body, is_more) && opt_size_of(loop->body) <= MOST_STATEMENTS;
}

/* Is it made within the list? */
static bool begins(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (s->var == v || begins(s->body, v) || begins(s->other, v))
            return true;
    return false;
}

bool opt_version_stays(const ir_stmt *loop, const ir_expr *e)
{
    if (!e)
        return true;
    if (e->var && (e->kind == IR_ELEM || e->var == loop->var || begins(loop->body, e->var)))
        return false;
    return opt_stays(loop->body, loop, e) && opt_version_stays(loop, e->left)
           && opt_version_stays(loop, e->right) && opt_version_stays(loop, e->third);
}

bool opt_version_needs(ir_module *m, opt_versions *v, ir_expr *test)
{
    if (!test || !v->around || !opt_version_stays(v->around, test) || !opt_cannot_trap(test))
        return false;
    v->test = v->test && !opt_same_expr(v->test, test)
                  ? ir_expr_and(m, v->around->loc, v->test, test)
                  : test;
    return v->test != NULL;
}

bool opt_version_fails(const opt_versions *v, const ir_expr *test)
{
    return v && v->fails && opt_same_expr(v->fails, test);
}
