/* expand_whole.c: all iterations of a loop at once, where they fit in a chunk, and loops that run
 * for certain. */
#include "compiler/opt/expansion.h"

static bool goes_down(const ir_stmt *l) { return l->step && l->step->raw < 0; }

/* One less than the iterations of a loop with steps of one; NULL when memory is short. */
static ir_expr *span(const expansion *x, const ir_stmt *l)
{
    return expand_op(x, RG_OP_SUB, goes_down(l) ? l->first : l->last,
                     goes_down(l) ? l->last : l->first);
}

/* That many iterations of the expanded loop, which has the fewest that are worth it, are iterations
 * of this one, too. */
static bool runs_surely(const expansion *x, const ir_stmt *l)
{
    int64_t step;

    if (!ir_constant_step(l, &step) || (step != 1 && step != -1))
        return false;
    ir_expr *own = span(x, l), *least = expand_op(x, RG_OP_SUB, x->high, x->low);
    if (own && least && opt_is_at_least(own, least, 1 - expand_fewest(x)))
        return true;
    for (size_t i = 0; own && i < x->count; i++) /* tested */
        if (x->list[i].row && opt_is_at_least(own, x->list[i].extent, -1))
            return true;
    return false;
}

void expand_mark_running(const expansion *x, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR && !s->runs && x->vectors)
            s->runs = runs_surely(x, s);
        expand_mark_running(x, s->body);
        expand_mark_running(x, s->other);
    }
}

/* Other arrays for the next version. */
static bool renew_arrays(expansion *x)
{
    for (size_t i = 0; i < x->count; i++) {
        const ir_var *old = x->list[i].array;
        if (!x->list[i].shared)
            x->list[i].array = expand_variable(x, old->name, old->base, old->rank);
        for (size_t j = i + 1; j < x->count && !x->list[i].shared; j++)
            if (x->list[j].shared && x->list[j].array == old)
                x->list[j].array = x->list[i].array;
    }
    return !x->m->out_of_memory;
}

ir_stmt *expand_whole_version(expansion *x, ir_stmt *list)
{
    const opt_copier c = {.m = x->m, .first_block = 2 * ir_block_ids(x->r->body)};
    ir_expr *n = expand_from_one(x, x->high, x->low);
    ir_stmt *copy = opt_copy_list(&c, list);

    expand_mark_running(x, copy);
    copy = copy && n ? expand_with_arrays(x, copy, n) : NULL;
    return copy && renew_arrays(x) ? copy : NULL;
}

ir_stmt *expand_where_whole(const expansion *x, ir_stmt *whole, ir_stmt *chunks)
{
    ir_expr *fits = ir_expr_op(x->m, x->loop->loc, RG_OP_LE,
                               expand_op(x, RG_OP_SUB, x->high, x->low), expand_whole(x, ROWS - 1));

    return fits && whole && chunks ? ir_if(x->m, x->loop->loc, fits, NULL, whole, chunks) : NULL;
}

/* Of vectors of an iteration: other tests cost less than the registers of two loops. */
static bool is_matrix(const ir_stmt *s)
{
    return s->kind == IR_ALLOC_ARRAY && s->var->rank == 2 && !s->filled;
}

/* for ... if c ... else ... end end, alone in a loop that leaves c alone: a loop for each. */
ir_stmt *expand_unswitched(ir_module *m, ir_stmt *loop)
{
    ir_stmt *s = loop->body;

    if (loop->kind != IR_FOR || !s || s->next || s->kind != IR_IF || !s->other
        || !opt_any(s->body, is_matrix) || !opt_one_condition(s) || !opt_cannot_trap(s->pre)
        || !opt_version_stays(loop, s->pre))
        return NULL;
    ir_stmt *yes = opt_loop_around(m, loop, s->body), *no = opt_loop_around(m, loop, s->other);
    ir_stmt *both = yes && no ? ir_if(m, s->loc, s->pre, NULL, yes, no) : NULL;
    if (!both)
        return NULL;
    yes->next = no->next = NULL;
    ir_stmt *of_yes = expand_unswitched(m, yes), *of_no = expand_unswitched(m, no);
    both->body = of_yes ? of_yes : yes;
    both->other = of_no ? of_no : no;
    return both;
}
