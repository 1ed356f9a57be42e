/* narrow.c: a condition on a loop variable, `if (i > 1, ~)`: the iterations in which it holds are a
 * range. */
#include "compiler/opt/opt_internal.h"

/* Constants that one more or less does not make wrap, in words of 32 bits either. */
static bool modest(int64_t c) { return c > -(INT64_C(1) << 30) && c < INT64_C(1) << 30; }

static ir_expr *plus(ir_module *m, ir_expr *e, int64_t c)
{
    return opt_op(m, e->loc, RG_OP_ADD, e, ir_whole(m, e->loc, c));
}

/* a - b where that is a constant. */
static bool difference(const ir_expr *a, const ir_expr *b, int64_t *d)
{
    opt_linear sum = opt_linear_of(a);

    opt_linear_add(&sum, b, -1);
    *d = sum.c;
    return sum.exact && sum.count == 0 && modest(sum.c);
}

/* The larger or the smaller one. */
static ir_expr *extreme(ir_module *m, ir_expr *a, ir_expr *b, bool larger)
{
    int64_t d;

    if (!a || !b)
        return NULL;
    if (difference(a, b, &d))
        return (d >= 0) == larger ? a : b;
    return ir_expr_op(m, a->loc, larger ? RG_OP_MAX : RG_OP_MIN, a, b);
}

typedef struct {
    ir_expr *first, *last;
} range;

/* The iterations with i >= bound. A bound that is not near the ends of the loop is first brought
 * between them: no sum wraps. */
static void from(ir_module *m, range *r, ir_expr *bound)
{
    int64_t d;
    const bool near = bound
                      && ((bound->kind == IR_CONST && modest(bound->raw))
                          || difference(bound, r->first, &d) || difference(bound, r->last, &d));

    if (bound && r->last && !near)
        bound = extreme(m, bound, plus(m, r->last, 1), false);
    r->first = extreme(m, r->first, bound, true);
}

static void up_to(ir_module *m, range *r, ir_expr *bound)
{
    int64_t d;
    const bool near = bound
                      && ((bound->kind == IR_CONST && modest(bound->raw))
                          || difference(bound, r->first, &d) || difference(bound, r->last, &d));

    if (bound && r->first && !near)
        bound = extreme(m, bound, plus(m, r->first, -1), true);
    r->last = extreme(m, r->last, bound, false);
}

static unsigned mirrored(unsigned op)
{
    return op == RG_OP_LT   ? RG_OP_GT
           : op == RG_OP_GT ? RG_OP_LT
           : op == RG_OP_LE ? RG_OP_GE
           : op == RG_OP_GE ? RG_OP_LE
                            : op;
}

/* A bound one further may wrap only where it is no constant: then the strict comparison is made
 * with a bound brought between the ends. */
static bool narrow(ir_module *m, range *r, unsigned op, ir_expr *bound)
{
    int64_t d;
    const bool safe = (bound->kind == IR_CONST && modest(bound->raw))
                      || difference(bound, r->first, &d) || difference(bound, r->last, &d);

    switch (op) {
    case RG_OP_GE: from(m, r, bound); break;
    case RG_OP_LE: up_to(m, r, bound); break;
    case RG_OP_GT: from(m, r, plus(m, safe ? bound : extreme(m, bound, r->last, false), 1)); break;
    case RG_OP_LT:
        up_to(m, r, plus(m, safe ? bound : extreme(m, bound, r->first, true), -1));
        break;
    case RG_OP_EQ:
        from(m, r, bound);
        up_to(m, r, bound);
        break;
    default: return false;
    }
    return r->first && r->last;
}

/* whole_loop: the loop as the program has it; loop: its iterations in which the conditions around s
 * hold. */
static ir_stmt *narrowed(ir_module *m, const ir_stmt *root, const ir_stmt *whole_loop,
                         const ir_stmt *loop, const ir_stmt *s)
{
    int64_t step;

    if (s->kind != IR_IF || s->other || !s->body || s->body->next || !opt_one_condition(s)
        || s->pre->kind != IR_OP || !s->pre->left || !s->pre->right
        || !ir_constant_step(loop, &step) || step != 1)
        return NULL;
    const bool left = opt_is_var(s->pre->left, loop->var);
    ir_expr *bound = left ? s->pre->right : s->pre->left;
    range r = {loop->first, loop->last};
    if ((!left && !opt_is_var(s->pre->right, loop->var)) || bound->type != RG_TYPE_INT
        || !opt_cannot_trap(bound) || !opt_stays(root, whole_loop, bound)
        || !narrow(m, &r, left ? s->pre->op : mirrored(s->pre->op), bound))
        return NULL;
    ir_stmt *copy = opt_loop_around(m, loop, s->body);
    if (!copy)
        return NULL;
    copy->first = r.first;
    copy->last = r.last;
    return s->body->kind == IR_IF ? narrowed(m, root, whole_loop, copy, s->body) : copy;
}

ir_stmt *opt_narrowed(ir_module *m, const ir_stmt *root, const ir_stmt *loop, const ir_stmt *s)
{
    return narrowed(m, root, loop, loop, s);
}
