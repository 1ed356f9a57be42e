/* expand_rest.c: updates of elements whose index the iteration has computed, as in
 * s[k, best] += x[k, i]. That is no stream. It stays in a loop of its own, in its order, beside the
 * streams. */
#include "compiler/opt/expansion.h"

enum { MOST_OF_THE_REST = 4 };

static bool cannot_stay(const ir_stmt *s)
{
    return s->kind != IR_UPDATE && s->kind != IR_FOR && s->kind != IR_IF && s->kind != IR_ALLOC
           && s->kind != IR_FREE;
}

static bool may_stay(const ir_stmt *s)
{
    return (s->kind == IR_UPDATE || s->kind == IR_FOR || s->kind == IR_IF)
           && !opt_any_alone(s, cannot_stay);
}

/* Made of loop variables and of what the loop that is expanded leaves alone. */
static bool is_steady(const expansion *x, const ir_expr *index)
{
    for (size_t i = 0; i < x->r->var_count && index; i++) {
        const ir_var *v = x->r->vars[i];
        if (opt_expr_use(index, v) && v->rank == 0
            && opt_touch(x->loop->body, x->loop, v) & OPT_WRITE)
            return false;
    }
    return true;
}

static bool reads_steadily(const expansion *x, const ir_expr *e, const ir_var *array)
{
    return !e
           || ((e->kind != IR_ELEM || e->var != array
                || (is_steady(x, e->left) && is_steady(x, e->right)))
               && reads_steadily(x, e->left, array) && reads_steadily(x, e->right, array)
               && reads_steadily(x, e->third, array));
}

/* All elements of the array that the statement uses: another iteration has other numbers. */
static bool uses_steadily(const expansion *x, const ir_stmt *s, const ir_var *array)
{
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        if (!reads_steadily(x, *ir_expr_slot(s, i), array))
            return false;
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        const ir_place *p = ir_place_slot(s, i);
        if (p->var == array && (!is_steady(x, p->row) || !is_steady(x, p->column)))
            return false;
    }
    for (const ir_stmt *b = s->body; b; b = b->next)
        if (!uses_steadily(x, b, array))
            return false;
    return true;
}

/* Elements that one of them changes, whatever iterations of the loop they stand in. */
static bool may_meet(const expansion *x, const ir_stmt *a, const ir_stmt *b, const ir_var *v)
{
    ir_stmt of_a = *a, of_b = *b;

    of_a.next = of_b.next = NULL;
    const ir_stmt *in_a = opt_loop_around(x->m, x->loop, &of_a),
                  *in_b = opt_loop_around(x->m, x->loop, &of_b);
    return !in_a || !in_b || !uses_steadily(x, a, v) || !uses_steadily(x, b, v)
           || !opt_never_meet(in_a, in_b, v);
}

/* Would it matter if the statement, which stays, ran after `other` of later iterations, or before
 * that of earlier ones? Ancillas of the iteration have an element for each. */
static bool disturbs(const expansion *x, const ir_stmt *stays, const ir_stmt *other)
{
    const ir_stmt *root = x->loop->body;

    for (const ir_stmt *s = other->kind == IR_ROUTINE ? other->body : NULL; s; s = s->next)
        if (disturbs(x, stays, s))
            return true;
    for (size_t i = 0; i < x->r->var_count && !opt_is_block(other); i++) {
        const ir_var *v = x->r->vars[i];
        const unsigned use = opt_touch(root, stays, v);
        const unsigned there = use ? opt_touch(root, other, v) : 0;
        if (there && (use | there) & OPT_WRITE && (use & OPT_WRITE || !expand_find(x, v))
            && may_meet(x, stays, other, v))
            return true;
    }
    return false;
}

static bool disturbs_any(const expansion *x, const ir_stmt *stays, const ir_stmt *list,
                         const ir_stmt *end)
{
    for (const ir_stmt *s = list; s != end; s = s->next)
        if (disturbs(x, stays, s))
            return true;
    return false;
}

/* The last of those from `first` on that must stay together. */
static const ir_stmt *last_of(const expansion *x, const ir_stmt *first, const ir_stmt *end)
{
    const ir_stmt *last = first;

    while (last->next != end && may_stay(last->next)
           && disturbs_any(x, last->next, first, last->next))
        last = last->next;
    return last;
}

static bool is_apart(const expansion *x, const ir_stmt *first, const ir_stmt *end)
{
    const ir_stmt *before = x->loop->body;
    size_t size = 0;

    while (before && before != first)
        before = before->next;
    for (const ir_stmt *s = first; s != end && before; s = s->next) {
        size += 1 + opt_size_of(s->body) + opt_size_of(s->other);
        if (disturbs_any(x, s, x->loop->body, first) || disturbs_any(x, s, end, NULL))
            return false;
    }
    return before && size <= MOST_OF_THE_REST;
}

bool expand_rest(expansion *x, const ir_stmt **s, const ir_stmt *end, ir_stmt **out)
{
    ir_stmt *body = NULL;

    if (!x->vectors || x->row || x->inside || x->some || !x->up || !may_stay(*s))
        return false;
    const ir_stmt *last = last_of(x, *s, end);
    if (!is_apart(x, *s, last->next))
        return false;
    for (const ir_stmt *one = *s; one != last->next; one = one->next)
        if (!expand_append(&body, expand_on_elements(x, one)))
            return false;
    *s = last;
    return expand_append(out, expand_loop_around(x, body));
}
