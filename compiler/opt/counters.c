/* counters.c: integers that count along with a loop. `k += n`, the same in every iteration, leaves
 * k where it is: in the iteration of i it is k + n (i - first), and it grows once, behind the loop.
 * A `while` loop whose condition compares such a number with something that stays is a `for` loop,
 * where its postcondition follows from the number's first value. So indices that are counted by
 * hand become indices of the loop variable. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

typedef struct {
    ir_module *m;
    ir_routine *r;
} context;

/* ---- what counts ---- */

static bool counts(const ir_stmt *s, const ir_var *k)
{
    return opt_is_sum(s) && s->place.var == k && k->rank == 0 && k->base == RG_TYPE_INT;
}

/* The same whenever it is evaluated in the loop. */
static bool stays(const context *x, const ir_stmt *loop, const ir_expr *e)
{
    return !opt_reads_elements(e, NULL) && opt_cannot_trap(e) && opt_stays(x->r->body, loop, e);
}

/* Nothing but updates of the list itself changes k, and none of them stands between a block that
 * uses k and the undoing of that block. */
static bool only_counted(const context *x, const ir_stmt *list, const ir_var *k)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const unsigned use = counts(s, k) ? 0 : opt_stmt_use(x->r->body, s, k);
        const ir_stmt *begin = list;
        if (use & OPT_WRITE)
            return false;
        if (s->kind != IR_UNROUTINE || !use)
            continue;
        while (begin != s && !(begin->kind == IR_ROUTINE && begin->routine_id == s->routine_id))
            begin = begin->next;
        if (begin == s)
            return false;
        for (; begin != s; begin = begin->next)
            if (counts(begin, k))
                return false;
    }
    return true;
}

/* The list without the updates of k, which is `start` plus what they have added. NULL when memory
 * is short or nothing is left. */
static ir_stmt *without(const context *x, const ir_stmt *list, const ir_var *k, ir_expr *start)
{
    ir_expr **values = calloc(x->r->var_count, sizeof *values), *now = start;
    const opt_copier c = {.m = x->m, .values = values, .at_uses = true};
    ir_stmt *copy = NULL;

    for (const ir_stmt *s = list; s && values && now; s = s->next) {
        if (counts(s, k)) {
            now =
                opt_op(x->m, s->loc, s->mode == RG_MODE_ADD ? RG_OP_ADD : RG_OP_SUB, now, s->expr);
            continue;
        }
        ir_stmt alone = *s;
        alone.next = NULL;
        values[k->id] = now;
        copy = ir_append(copy, opt_copy_list(&c, &alone));
    }
    if (!values || !now)
        x->m->out_of_memory = true;
    free(values);
    return x->m->out_of_memory ? NULL : copy;
}

/* What an iteration adds to k, or NULL: something that the iterations change. */
static ir_expr *in_a_round(const context *x, const ir_stmt *loop, const ir_var *k)
{
    ir_expr *sum = ir_whole(x->m, loop->loc, 0);

    for (const ir_stmt *s = loop->body; s && sum; s = s->next)
        if (counts(s, k))
            sum = stays(x, loop, s->expr) ? opt_op(
                      x->m, s->loc, s->mode == RG_MODE_ADD ? RG_OP_ADD : RG_OP_SUB, sum, s->expr)
                                          : NULL;
    return sum;
}

/* ---- iterations ---- */

/* A variable that only ever holds an extent, or an expression of what is not negative. */
static bool only_extents(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const bool made = (s->kind == IR_ALLOC || s->kind == IR_FREE) && s->var == v;
        if (made ? !s->expr || s->expr->kind != IR_DIM
                 : (opt_stmt_use(list, s, v) & OPT_WRITE) && !s->body && !s->other)
            return false;
        if (!only_extents(s->body, v) || !only_extents(s->other, v))
            return false;
    }
    return true;
}

static bool never_negative(const context *x, const ir_expr *e)
{
    opt_linear sum = opt_linear_of(e);

    for (size_t i = 0; i < sum.count; i++) {
        const ir_expr *t = sum.term[i];
        const bool good = t->kind == IR_DIM
                          || (t->kind == IR_VAR && t->var->id >= x->r->param_count
                              && only_extents(x->r->body, t->var))
                          || (t->kind == IR_OP && t->op == RG_OP_MAX && opt_is_const(t->right, 0));
        if (sum.k[i] < 0 || !good)
            return false;
    }
    return sum.exact && sum.c >= 0;
}

/* max(0, floor((last - first) / step) + 1) */
static ir_expr *rounds(const context *x, const ir_stmt *loop, int64_t step)
{
    ir_expr *n = step > 0 ? opt_op(x->m, loop->loc, RG_OP_SUB, loop->last, loop->first)
                          : opt_op(x->m, loop->loc, RG_OP_SUB, loop->first, loop->last);
    int64_t size = step > 0 ? step : -step;
    unsigned shift = 0;

    while (size % 2 == 0) {
        size /= 2;
        shift++;
    }
    if (size != 1)
        return NULL;
    if (n && shift > 0)
        n = n->kind == IR_CONST
                ? ir_whole(x->m, loop->loc, n->raw >> shift)
                : ir_expr_op(x->m, loop->loc, RG_OP_SAR, n, ir_whole(x->m, loop->loc, shift));
    n = n ? opt_op(x->m, loop->loc, RG_OP_ADD, n, ir_whole(x->m, loop->loc, 1)) : NULL;
    if (!n || never_negative(x, n))
        return n;
    return n->kind == IR_CONST
               ? ir_whole(x->m, loop->loc, n->raw > 0 ? n->raw : 0)
               : ir_expr_op(x->m, loop->loc, RG_OP_MAX, n, ir_whole(x->m, loop->loc, 0));
}

/* ---- for ---- */

/* How often by was added when the loop variable is i: by (i - first) / step. NULL where that is no
 * whole expression. */
static ir_expr *so_far(const context *x, const ir_stmt *loop, int64_t step, ir_expr *by)
{
    ir_expr *i = ir_expr_var(x->m, loop->loc, loop->var),
            *distance = i ? opt_op(x->m, loop->loc, RG_OP_SUB, i, loop->first) : NULL;

    if (step == -1)
        distance = distance ? opt_op(x->m, loop->loc, RG_OP_SUB, loop->first, i) : NULL;
    else if (step != 1 && by->kind == IR_CONST && by->raw % step == 0)
        by = ir_whole(x->m, loop->loc, by->raw / step);
    else if (step != 1)
        return NULL;
    if (!distance || !by || opt_is_const(by, 0))
        return by;
    return by->kind == IR_CONST ? opt_op(x->m, loop->loc, RG_OP_MUL, distance, by)
                                : opt_op(x->m, loop->loc, RG_OP_MUL, by, distance);
}

/* The value with which k was made in this list, where it still has it and that is still the same
 * expression; else NULL. */
static const ir_expr *first_value(const context *x, const ir_stmt *list, const ir_stmt *loop,
                                  const ir_var *k)
{
    const ir_stmt *made = NULL;

    for (const ir_stmt *s = list; s != loop; s = s->next)
        made = s->kind == IR_ALLOC && s->var == k ? s
               : made
                       && (opt_stmt_use(x->r->body, s, k) & OPT_WRITE
                           || (made->expr && !stays(x, s, made->expr)))
                   ? NULL
                   : made;
    if (made && !made->expr)
        return ir_whole(x->m, made->loc, 0);
    return made && stays(x, loop, made->expr) ? made->expr : NULL;
}

/* What no stream can do. In loops with such statements a number that counts takes no more than its
 * value for each iteration would. */
static bool no_stream(const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE: return s->mode != RG_MODE_ADD && s->mode != RG_MODE_SUB;
    case IR_MAC:
    case IR_IMAC:
    case IR_FOR:
    case IR_IF:
    case IR_ALLOC:
    case IR_FREE:
    case IR_ROUTINE:
    case IR_UNROUTINE:
    case IR_ASSERT: return false;
    default: return true;
    }
}

/* What k is before the loop: the sum with which it was made, so that its indices are sums of loop
 * variables alone; else k itself. */
static const ir_expr *before(const context *x, const ir_stmt *list, const ir_stmt *loop,
                             const ir_var *k)
{
    const ir_expr *first = first_value(x, list, loop, k);
    const opt_linear sum = first ? opt_linear_of(first) : (opt_linear){0};

    return first && sum.exact ? first : ir_expr_var(x->m, loop->loc, k);
}

/* One counter of the loop goes. The list that stands for the loop, or NULL: there is none, or none
 * that could go. */
static ir_stmt *without_counter(const context *x, const ir_stmt *list, const ir_stmt *loop)
{
    int64_t step;

    if (opt_any(loop->body, no_stream) || !ir_constant_step(loop, &step) || step == 0
        || step < -(INT64_C(1) << 32) || step > INT64_C(1) << 32 || !stays(x, loop, loop->first)
        || !stays(x, loop, loop->last))
        return NULL;
    for (const ir_stmt *s = loop->body; s; s = s->next) {
        const ir_var *k = s->place.var;
        if (!k || !counts(s, k) || !only_counted(x, loop->body, k))
            continue;
        ir_expr *by = in_a_round(x, loop, k), *n = by ? rounds(x, loop, step) : NULL,
                *added = n ? so_far(x, loop, step, by) : NULL;
        ir_expr *start = added ? opt_op(x->m, loop->loc, RG_OP_ADD, before(x, list, loop, k), added)
                               : NULL;
        ir_stmt *body = start ? without(x, loop->body, k, start) : NULL,
                *copy = opt_loop_around(x->m, loop, body);
        if (!copy)
            continue;
        ir_expr *all = opt_op(x->m, s->loc, RG_OP_MUL, n, by);
        ir_stmt *grows = opt_is_const(by, 0)
                             ? NULL
                             : ir_update(x->m, s->loc, ir_place_var(s->loc, k), RG_MODE_ADD, all);
        return ir_append(copy, grows);
    }
    return NULL;
}

/* ---- while ---- */

/* A comparison of k with something: k op e, also where it is written the other way round or
 * negated. */
static bool compared(const ir_expr *e, const ir_var *k, unsigned *code, const ir_expr **with)
{
    static const unsigned turned[][3] = {
        /* as it is, the other way round, negated */
        {RG_OP_EQ, RG_OP_EQ, RG_OP_NE}, {RG_OP_NE, RG_OP_NE, RG_OP_EQ},
        {RG_OP_LT, RG_OP_GT, RG_OP_GE}, {RG_OP_LE, RG_OP_GE, RG_OP_GT},
        {RG_OP_GT, RG_OP_LT, RG_OP_LE}, {RG_OP_GE, RG_OP_LE, RG_OP_LT}};
    const bool negated = e && e->kind == IR_NOT;

    e = negated ? e->left : e;
    if (!e || e->kind != IR_OP || !e->right || opt_is_var(e->left, k) == opt_is_var(e->right, k))
        return false;
    const bool left = opt_is_var(e->left, k);
    *with = left ? e->right : e->left;
    for (size_t i = 0; i < sizeof turned / sizeof turned[0]; i++)
        if (turned[i][0] == e->op) {
            *code = turned[i][left ? 0 : 1];
            for (size_t n = 0; negated && n < sizeof turned / sizeof turned[0]; n++)
                if (turned[n][0] == *code) {
                    *code = turned[n][2];
                    break;
                }
            return !opt_expr_use(*with, k);
        }
    return false;
}

/* Is the condition false for k = first, and true for first + by, first + 2 by ...? */
static bool told_by_rounds(const context *x, const ir_expr *post, const ir_var *k,
                           const ir_expr *first, int64_t by)
{
    unsigned code;
    const ir_expr *with;

    if (!compared(post, k, &code, &with))
        return false;
    const ir_expr *d =
        opt_op(x->m, post->loc, RG_OP_SUB, with, first); /* in distances from the first value */
    if (!d || d->kind != IR_CONST)
        return false;
    switch (code) {
    case RG_OP_NE: return d->raw == 0;
    case RG_OP_GT: return by > 0 && d->raw >= 0 && d->raw < by;
    case RG_OP_GE: return by > 0 && d->raw > 0 && d->raw <= by;
    case RG_OP_LT: return by < 0 && d->raw <= 0 && d->raw > by;
    case RG_OP_LE: return by < 0 && d->raw < 0 && d->raw >= by;
    default: return false;
    }
}

/* The last value for which iterations are made, or NULL. */
static ir_expr *last_value(const context *x, const ir_expr *pre, const ir_var *k, int64_t by)
{
    unsigned code;
    const ir_expr *with;

    if (!compared(pre, k, &code, &with)
        || (by > 0 ? code != RG_OP_LT && code != RG_OP_LE : code != RG_OP_GT && code != RG_OP_GE))
        return NULL;
    const int64_t nearer = code == RG_OP_LT ? -1 : code == RG_OP_GT ? 1 : 0;
    return opt_op(x->m, pre->loc, RG_OP_ADD, with, ir_whole(x->m, pre->loc, nearer));
}

/* The loop as a `for` loop, with what it adds to its counter behind it; NULL: it is none. */
static ir_stmt *as_for(const context *x, const ir_stmt *list, const ir_stmt *loop)
{
    for (const ir_stmt *s = loop->body; s; s = s->next) {
        const ir_var *k = s->place.var;
        ir_expr *by = k && counts(s, k) && only_counted(x, loop->body, k) ? in_a_round(x, loop, k)
                                                                          : NULL;
        if (!by || by->kind != IR_CONST || by->raw == 0 || by->raw < -1024 || by->raw > 1024)
            continue;
        const ir_expr *first = first_value(x, list, loop, k);
        ir_expr *last = first ? last_value(x, loop->pre, k, by->raw) : NULL;
        if (!last || !stays(x, loop, last) || !told_by_rounds(x, loop->post, k, first, by->raw))
            continue;
        ir_var *v = ir_add_var(x->r, loop->loc, k->name, RG_TYPE_INT, 0);
        ir_stmt *body = v ? without(x, loop->body, k, ir_expr_var(x->m, loop->loc, v)) : NULL;
        ir_stmt *instead =
            body ? ir_for(x->m, loop->loc, v, (ir_expr *)(uintptr_t)first, by, last, body) : NULL;
        ir_expr *n = instead ? rounds(x, instead, by->raw) : NULL;
        if (n)
            return ir_append(instead, ir_update(x->m, s->loc, ir_place_var(s->loc, k), RG_MODE_ADD,
                                                opt_op(x->m, s->loc, RG_OP_MUL, n, by)));
    }
    return NULL;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list)
{
    const context x = {.m = m, .r = r};

    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link;
        list_of(m, r, &s->body);
        list_of(m, r, &s->other);
        ir_stmt *instead = s->kind == IR_WHILE ? as_for(&x, *list, s)
                           : s->kind == IR_FOR ? without_counter(&x, *list, s)
                                               : NULL;
        if (instead)
            opt_put_list(link, instead, s->next); /* and looks at it again */
        else
            link = &s->next;
    }
}

void opt_counters(const opt_site *at) { list_of(at->m, at->routine, &at->routine->body); }
