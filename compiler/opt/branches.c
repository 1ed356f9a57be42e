/* branches.c: `if (p && q, ~) ... end` is `if (p, ~) if (q, ~) ... end end`: a branch tests each
 * comparison by itself, and neither has to be computed and uncomputed. q is not evaluated where p
 * fails, as before. `if (p, ~) n += 1 end` is `n += p`, for a comparison is 0 or 1. */
#include "compiler/opt/opt_internal.h"

static bool splits(const ir_stmt *s)
{
    return s->kind == IR_IF && !s->other && s->body && s->pre->kind == IR_AND
           && opt_one_condition(s);
}

/* One update of an integer variable by 1, and nothing else, where a comparison holds. */
static bool counts(const ir_stmt *s)
{
    const ir_stmt *u = s->body;

    return s->kind == IR_IF && !s->other && u && !u->next && opt_is_sum(u) && !u->place.row
           && u->place.var->base == RG_TYPE_INT && opt_is_const(u->expr, 1)
           && u->expr->type == RG_TYPE_INT && s->pre->kind == IR_OP && s->pre->type == RG_TYPE_BOOL
           && opt_one_condition(s) && !opt_expr_use(s->pre, u->place.var);
}

/* Without a branch, loops of it are streams. */
static void count(ir_stmt *s)
{
    ir_stmt u = *s->body;

    u.expr = s->pre;
    u.next = s->next;
    *s = u;
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
        if (counts(s))
            count(s);
    }
}

void opt_branches(const opt_site *at) { list_of(at->m, at->routine->body); }
