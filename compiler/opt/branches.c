/* branches.c: `if (p && q, ~) ... end` is `if (p, ~) if (q, ~) ... end end`: a branch tests each
 * comparison by itself, and neither has to be computed and uncomputed. q is not evaluated where p
 * fails, as before. `if (p, ~) n += 1 end` is `n += p`, for a comparison is 0 or 1. `p || q` that
 * compares elements is an `or` of both, without a branch, where q is short, cannot trap, and reads
 * no element that p does not read. */
#include "compiler/opt/opt_internal.h"

enum { SHORT_TEST = 16 };

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

static size_t operations(const ir_expr *e)
{
    return e ? 1 + operations(e->left) + operations(e->right) + operations(e->third) : 0;
}

/* Is the element read whatever e's values are? */
static bool always_reads(const ir_expr *e, const ir_expr *element)
{
    if (!e)
        return false;
    if (opt_same_expr(e, element))
        return true;
    const bool first_alone = e->kind == IR_AND || e->kind == IR_OR || e->kind == IR_SELECT;
    return always_reads(e->left, element) || (!first_alone && always_reads(e->right, element));
}

/* Integers that cannot trap where `before` has been evaluated. */
static bool may_follow(const ir_expr *e, const ir_expr *before)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM)
        return always_reads(before, e);
    if (e->kind != IR_OP && e->kind != IR_VAR && e->kind != IR_CONST && e->kind != IR_DIM)
        return false;
    ir_expr alone = *e;
    alone.left = alone.right = alone.third = NULL;
    return (e->kind != IR_OP || opt_cannot_trap(&alone)) && may_follow(e->left, before)
           && may_follow(e->right, before);
}

/* Both sides are Bool, 0 or 1, so the words say the same. */
static ir_expr *straight(const void *with, ir_expr *e)
{
    ir_module *m = (ir_module *)(uintptr_t)with;

    if (!e || (e->kind != IR_OP && e->kind != IR_OR && e->kind != IR_AND && e->kind != IR_NOT))
        return e;
    ir_expr *copy = opt_copy_node(m, e);
    if (!copy)
        return e;
    copy->left = straight(with, e->left);
    copy->right = straight(with, e->right);
    if (e->kind != IR_OR && e->kind != IR_AND)
        return copy;
    if (!opt_reads_elements(e->left, NULL) || operations(e->right) > SHORT_TEST
        || !may_follow(copy->right, copy->left))
        return copy;
    ir_expr *both =
        ir_expr_op(m, e->loc, e->kind == IR_OR ? RG_OP_OR : RG_OP_AND, copy->left, copy->right);
    return both ? both : copy;
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
        if (s->kind == IR_IF) {
            const bool one = opt_one_condition(s);
            s->pre = straight(m, s->pre);
            s->post = one || !s->post ? NULL : straight(m, s->post);
        }
        list_of(m, s->body);
        list_of(m, s->other);
        if (counts(s))
            count(s);
    }
}

void opt_branches(const opt_site *at) { list_of(at->m, at->routine->body); }
