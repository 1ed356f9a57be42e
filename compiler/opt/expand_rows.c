/* expand_rows.c: a loop within an iteration that has scalars of its own. They become vectors of the
 * iteration, with an element for each iteration of that loop, and each of its statements a loop.
 * Then all vectors of the iteration become matrices, and the loops streams over both (expand.c).
 * What is taken back there and made again later in the iteration stays. */
#include <stdlib.h>

#include "compiler/opt/expandable.h"
#include "compiler/opt/expansion.h"

/* ---- a loop in pieces ---- */

/* Its trip count follows no element and not the loop around it. */
static bool is_regular(const ir_stmt *around, const ir_stmt *l)
{
    return l->kind == IR_FOR && !l->rare && l->body && opt_plain_bounds(l)
           && !opt_expr_use(l->first, around->var) && !opt_expr_use(l->last, around->var)
           && opt_stays(around->body, around, l->first) && opt_stays(around->body, around, l->last);
}

static bool is_row(const ir_stmt *around, const ir_stmt *l)
{
    return is_regular(around, l) && l->body->next;
}

static ir_stmt *in_pieces(ir_module *m, ir_routine *r, const ir_stmt *l)
{
    const bool up = !l->step || l->step->raw == 1;
    expansion x = {.m = m,
                   .r = r,
                   .loop = l,
                   .up = up,
                   .low = up ? l->first : l->last,
                   .high = up ? l->last : l->first,
                   .rounds = -1,
                   .trial = true};
    ir_stmt *list = NULL;

    x.values = calloc(r->var_count + 2 * MOST_ANCILLAS + 2, sizeof *x.values);
    if (!x.values)
        m->out_of_memory = true;
    const bool good = x.values && expand_statements(&x, l->body, NULL, &list) && list && x.count > 0
                      && !x.deep && !x.vectors && !x.before;
    free(x.values);
    return good ? expand_with_arrays(&x, list, expand_from_one(&x, x.high, x.low)) : NULL;
}

static bool is_vector(const ir_stmt *s) { return s->kind == IR_ALLOC_ARRAY && s->var->rank == 1; }

/* ---- what stays ---- */

/* s changes nothing that the loop reads or changes. */
static bool leaves_alone(const ir_routine *r, const ir_stmt *root, const ir_stmt *s,
                         const ir_stmt *loop)
{
    for (size_t v = 0; v < r->var_count; v++)
        if (opt_touch(root, s, r->vars[v]) & OPT_WRITE && opt_touch(root, loop, r->vars[v])
            && !opt_never_meet(s, loop, r->vars[v]))
            return false;
    return true;
}

/* Does `makes` fill its array with what `takes` takes from another one? */
static bool makes_again(ir_module *m, ir_stmt *takes, ir_stmt *makes, const ir_var *old,
                        const ir_var *new)
{
    const opt_copier c = {.m = m};
    ir_stmt alone = *makes;

    alone.next = NULL;
    ir_stmt *copy = opt_copy_list(&c, &alone);
    if (!copy)
        return false;
    opt_rename_array(m, copy, NULL, new, old);
    return opt_undoes(m, copy, NULL, takes, takes->next);
}

/* The array that a loop around one update of elements changes, or NULL. */
static const ir_var *changed_by(const ir_stmt *s)
{
    while (s->kind == IR_FOR && s->body && !s->body->next)
        s = s->body;
    return s->kind == IR_UPDATE && s->place.row ? s->place.var : NULL;
}

/* Links to what goes where an array stays: the loop that takes back what it holds, its freeing, the
 * allocation of another one, and the loop that fills that one with the same. */
typedef struct {
    ir_stmt **takes, **end, **again, **makes;
} rest;

static bool stays_until(ir_module *m, const ir_routine *r, const ir_stmt *root, rest *x)
{
    ir_stmt *takes = *x->takes, *end = *x->end;
    bool ended = false;

    for (ir_stmt **at = &takes->next; *at; at = &(*at)->next) {
        ir_stmt *s = *at;
        ended = ended || s == end;
        x->makes = s->kind == IR_ALLOC_ARRAY && ended ? opt_first_use(root, &s->next, s->var)
                                                      : NULL;
        x->again = at;
        if (x->makes && *x->makes && is_vector(s) && s->filled && (*x->makes)->kind == IR_FOR
            && s->var->base == end->var->base && opt_same_expr(s->first, end->first)
            && makes_again(m, takes, *x->makes, end->var, s->var)) {
            for (; *at != *x->makes; at = &(*at)->next)
                if (!leaves_alone(r, root, *at, takes))
                    return false;
            return true;
        }
        if (s != end && !leaves_alone(r, root, s, takes))
            return false;
    }
    return false;
}

static bool can_stay(ir_module *m, const ir_routine *r, const ir_stmt *root, ir_stmt **link,
                     rest *x)
{
    const ir_var *v = changed_by(*link);

    if ((*link)->kind != IR_FOR || !v)
        return false;
    *x = (rest){.takes = link, .end = opt_first_use(root, &(*link)->next, v)};
    return *x->end && (*x->end)->kind == IR_FREE_ARRAY && (*x->end)->filled
           && stays_until(m, r, root, x);
}

static void take_out(ir_stmt **link) { *link = (*link)->next; }

static void keep(ir_module *m, const ir_routine *r, ir_stmt **list)
{
    rest x;

    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        if (!can_stay(m, r, *list, link, &x)) {
            link = &(*link)->next;
            continue;
        }
        const ir_var *stays = (*x.end)->var, *other = (*x.again)->var;
        opt_rename_array(m, (*x.makes)->next, NULL, other, stays);
        take_out(x.makes); /* the last one first, so that the links before it hold */
        take_out(x.again);
        take_out(x.end);
        take_out(x.takes);
    }
}

/* ---- sums of several operations ---- */

/* Two loops right within each other around a sum of several operations, as in a squared distance
 * d[k] += (x[j, i] - c[j, k])^2, whose bounds are the same for all iterations. */
static bool is_sum_of_two(const ir_stmt *around, const ir_stmt *l)
{
    const ir_stmt *inner = l->kind == IR_FOR ? l->body : NULL, *u = inner ? inner->body : NULL;

    return u && !inner->next && is_regular(around, l) && is_regular(around, inner) && !u->next
           && opt_is_sum(u) && u->place.row && u->place.var->rank == 1 && u->expr->kind == IR_OP
           && !opt_is_addition(u->expr) && !opt_reads_elements(u->expr, u->place.var)
           && !opt_expr_use(inner->first, l->var) && !opt_expr_use(inner->last, l->var)
           && opt_expr_use(u->place.row, l->var) != opt_expr_use(u->place.row, inner->var);
}

/* The loop that the target follows becomes the inner one, so that the parts of the sum are vectors
 * along it. Each element gets its summands in the same order. NULL: no parts are needed. */
static ir_stmt *parts_along_target(ir_module *m, ir_routine *r, const ir_stmt *l)
{
    const ir_stmt *u = l->body->body;
    const bool swap = opt_expr_use(u->place.row, l->var);
    ir_stmt *row = opt_loop_around(m, swap ? l : l->body, (ir_stmt *)(uintptr_t)u),
            *pieces = row ? in_pieces(m, r, row) : NULL;

    return pieces ? opt_loop_around(m, swap ? l->body : l, pieces) : NULL;
}

/* ---- in blocks ---- */

/* What a block takes back at its end, and its ~@routine makes again at once, stays meanwhile. */
static void keep_in_block(const ir_routine *r, const ir_stmt *root, ir_stmt *block)
{
    const ir_stmt *undo = opt_undone_in_list(root, block);

    for (ir_stmt **link = &block->body; undo && *link;) {
        ir_stmt *takes = *link;
        const ir_var *v = takes->kind == IR_FOR ? changed_by(takes) : NULL;
        ir_stmt **end = v ? opt_first_use(root, &takes->next, v) : NULL;
        bool good = end && *end && (*end)->kind == IR_FREE_ARRAY && (*end)->filled;
        for (const ir_stmt *s = takes->next; s && good; s = s->next)
            good = s == *end || leaves_alone(r, root, s, takes);
        for (const ir_stmt *s = block->next; s != undo && good; s = s->next)
            good = leaves_alone(r, root, s, takes);
        if (!good) {
            link = &takes->next;
            continue;
        }
        take_out(end);
        take_out(link);
    }
}

static bool rows_in(ir_module *m, ir_routine *r, const ir_stmt *loop, ir_stmt **list)
{
    bool found = false;

    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link, *pieces = is_row(loop, s)          ? in_pieces(m, r, s)
                                      : is_sum_of_two(loop, s) ? parts_along_target(m, r, s)
                                                               : NULL;
        if (s->kind == IR_ROUTINE && rows_in(m, r, loop, &s->body)) {
            found = true;
            keep_in_block(r, loop->body, s);
        }
        found = found || pieces;
        link = pieces ? opt_put_list(link, pieces, s->next) : &s->next;
    }
    return found;
}

void expand_extents(ir_module *m, const ir_routine *r, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            if (*ir_expr_slot(s, i))
                *ir_expr_slot(s, i) = opt_with_extents(m, r, *ir_expr_slot(s, i));
        expand_extents(m, r, s->body);
        expand_extents(m, r, s->other);
    }
}

bool expand_rows(ir_module *m, ir_routine *r, ir_stmt *loop)
{
    if (!opt_any(loop->body, is_vector) || !rows_in(m, r, loop, &loop->body))
        return false;
    keep(m, r, &loop->body);
    return !m->out_of_memory;
}
