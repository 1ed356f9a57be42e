/* branches.c: `if (p && q, ~) ... end` is `if (p, ~) if (q, ~) ... end end`: a branch tests each
 * comparison by itself, and neither has to be computed and uncomputed. q is not evaluated where p
 * fails, as before. */
#include "compiler/opt/opt_internal.h"

static bool splits(const ir_stmt *s)
{
    return s->kind == IR_IF && !s->other && s->body && s->pre->kind == IR_AND
           && opt_one_condition(s);
}

static void list_of(ir_module *m, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        while (splits(s)) {
            ir_stmt *inner = ir_if(m, s->loc, s->pre->right, NULL, s->body, NULL);
            if (!inner)
                return;
            s->pre = s->pre->left;
            s->post = NULL;
            s->body = inner;
        }
        list_of(m, s->body);
        list_of(m, s->other);
    }
}

void opt_branches(const opt_site *at) { list_of(at->m, at->routine->body); }
