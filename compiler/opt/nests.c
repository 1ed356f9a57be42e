/* nests.c: loops within loops around one update swap: those of few iterations go outside, so
 * that the streams within are long. Where the iterations are not known, and the loops go along a
 * window
 * (`x[i + k - 1]`), that is decided when the program runs. One whose iterations have nothing to do
 * with each other goes inside, where the innermost loop alone would be the stream, as in rows of a
 * triangle for each of several right hand sides. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_DEPTH = 6, FEW_ROUNDS = 8, STREAMED = 2 };

typedef struct {
    const ir_stmt *loop[MOST_DEPTH], *update;
    size_t depth;
} nest;

static nest nest_of(const ir_stmt *s)
{
    nest n = {.depth = 0};

    while (s->kind == IR_FOR && s->body && !s->body->next && n.depth < MOST_DEPTH) {
        n.loop[n.depth++] = s;
        s = s->body;
    }
    n.update = s;
    return n;
}

/* The same in all iterations of all loops, whatever is added. */
static bool bound_stays(const nest *n, const ir_expr *e)
{
    if (!e)
        return true;
    for (size_t i = 0; i < n->depth; i++)
        if (opt_expr_use(e, n->loop[i]->var))
            return false;
    return opt_cannot_trap(e)
           && !(n->update->place.var->rank == 0 && opt_expr_use(e, n->update->place.var));
}

/* Sums commute as long as none of what is added depends on them. */
static bool any_order_will_do(const nest *n)
{
    const ir_stmt *u = n->update;

    if (!opt_is_sum(u))
        return false;
    const ir_var *target = u->place.var;
    if (target->rank == 0
            ? opt_expr_use(u->expr, target) != 0
            : opt_reads_elements(u->expr, target) || opt_reads_elements(u->place.row, NULL)
                  || opt_reads_elements(u->place.column, NULL))
        return false;
    for (size_t i = 0; i < n->depth; i++) {
        const ir_stmt *l = n->loop[i];
        int64_t step;
        if (target == l->var || !ir_constant_step(l, &step) || !bound_stays(n, l->first)
            || !bound_stays(n, l->last))
            return false;
    }
    return true;
}

static bool few(const ir_stmt *loop)
{
    const int64_t rounds = opt_constant_rounds(loop);

    return rounds >= 0 && rounds <= FEW_ROUNDS;
}

/* Loops of few iterations first, *fewer of them, else as they are; false where that changes
 * nothing. */
static bool reorder(nest *n, size_t *fewer)
{
    const nest before = *n;
    size_t count = 0;
    bool changed = false;

    for (unsigned many = 0; many < 2; many++)
        for (size_t i = 0; i < before.depth; i++)
            if (few(before.loop[i]) != (many == 1)) {
                n->loop[count++] = before.loop[i];
                *fewer += many == 0;
            }
    for (size_t i = 0; i < n->depth; i++)
        changed = changed || n->loop[i] != before.loop[i];
    return changed && !few(n->loop[n->depth - 1]);
}

static ir_stmt *build(ir_module *m, const nest *n, const ir_stmt *next)
{
    ir_stmt *inside = (ir_stmt *)(uintptr_t)n->update;

    for (size_t i = n->depth; i-- > 0;)
        inside = opt_loop_around(m, n->loop[i], inside);
    if (inside)
        inside->next = (ir_stmt *)(uintptr_t)next;
    return inside;
}

static bool streams_within(const ir_stmt *s, size_t depth)
{
    opt_stream stream;

    while (depth-- > STREAMED)
        s = s->body;
    return opt_stream_of(s, &stream);
}

static bool in_target(const nest *n, size_t i)
{
    const ir_place *p = &n->update->place;

    return opt_expr_use(p->row, n->loop[i]->var) || opt_expr_use(p->column, n->loop[i]->var);
}

/* How near to each other the elements of the target are in which neighbouring iterations of the
 * loop add: 3 in a column, 2 in neighbouring columns, 1 further away, 0 one element. */
static unsigned nearness(ir_module *m, const nest *n, size_t i)
{
    const ir_place *p = &n->update->place;
    const ir_var *v = n->loop[i]->var;

    if (!in_target(n, i))
        return 0;
    if (!opt_expr_use(p->column, v))
        return 3;
    const opt_linear sum = opt_linear_of(p->column);
    for (size_t t = 0; t < sum.count && sum.exact && !m->out_of_memory; t++)
        if (opt_is_var(sum.term[t], v))
            return 2;
    return 1;
}

/* Loops from `first` on, those that go along neighbours innermost. */
static void sort_by_nearness(ir_module *m, nest *n, size_t first)
{
    for (size_t i = first + 1; i < n->depth; i++)
        for (size_t k = i; k > first && nearness(m, n, k) < nearness(m, n, k - 1); k--) {
            const ir_stmt *inner = n->loop[k];
            n->loop[k] = n->loop[k - 1];
            n->loop[k - 1] = inner;
        }
}

/* The nest in an order in which its two innermost loops are a stream: as it is, or with the loops
 * from `first` on sorted. NULL: it has none. */
static ir_stmt *build_streamed(ir_module *m, nest *n, size_t first, const ir_stmt *next)
{
    ir_stmt *s = build(m, n, next);

    if (s && !streams_within(s, n->depth)) {
        sort_by_nearness(m, n, first);
        s = build(m, n, next);
    }
    return s && streams_within(s, n->depth) ? s : NULL;
}

/* ---- windows: of x[i + k - 1] the loop of fewer iterations goes outside ---- */

/* The loop whose variable the index sums with that of this loop; SIZE_MAX: there is none. */
static size_t partner(const nest *n, const ir_expr *index, size_t of)
{
    opt_linear sum = index ? opt_linear_of(index) : (opt_linear){.exact = false};
    size_t found = SIZE_MAX;
    bool own = false;

    for (size_t t = 0; t < sum.count && sum.exact; t++)
        for (size_t i = 0; i < n->depth; i++)
            if (opt_is_var(sum.term[t], n->loop[i]->var)) {
                own = own || i == of;
                found = i == of ? found : i;
            }
    return own ? found : SIZE_MAX;
}

static size_t partner_in(const nest *n, const ir_expr *e, size_t of)
{
    const ir_expr *const parts[] = {e ? e->left : NULL, e ? e->right : NULL};

    for (size_t i = 0; e && i < 2; i++) {
        size_t found = e->kind == IR_ELEM ? partner(n, parts[i], of) : SIZE_MAX;
        if (found == SIZE_MAX)
            found = partner_in(n, parts[i], of);
        if (found != SIZE_MAX)
            return found;
    }
    return SIZE_MAX;
}

static bool has_step_one(const ir_stmt *l)
{
    int64_t step;

    return ir_constant_step(l, &step) && step == 1;
}

/* The loops like the innermost one, which go along a window, go outside. *fewer: the test that they
 * have fewer iterations. *outside: how many these are. */
static bool windows_outside(ir_module *m, nest *n, ir_expr **fewer, size_t *outside)
{
    const nest before = *n;
    const size_t inner = n->depth - 1, other = partner_in(n, n->update->expr, inner);
    size_t count = 0, moved = 0;

    if (other == SIZE_MAX || in_target(n, inner) == in_target(n, other)
        || !has_step_one(n->loop[inner]) || !has_step_one(n->loop[other]))
        return false;
    for (unsigned rest = 0; rest < 2; rest++)
        for (size_t i = 0; i < before.depth; i++) {
            const size_t with = partner_in(&before, before.update->expr, i);
            const bool moves = with != SIZE_MAX
                               && in_target(&before, i) == in_target(&before, inner)
                               && in_target(&before, with) != in_target(&before, inner);
            moved += rest == 0 && moves;
            if (moves != (rest == 1))
                n->loop[count++] = before.loop[i];
        }
    const ir_stmt *a = before.loop[inner], *b = before.loop[other];
    *fewer = ir_expr_op(m, a->loc, RG_OP_LT, opt_op(m, a->loc, RG_OP_SUB, a->last, a->first),
                        opt_op(m, b->loc, RG_OP_SUB, b->last, b->first));
    *outside = moved;
    return *fewer && moved > 0;
}

static void window_loops(ir_module *m, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        nest n = nest_of(*link);
        ir_expr *fewer;
        size_t outside;
        if (n.depth <= STREAMED || !any_order_will_do(&n)
            || !windows_outside(m, &n, &fewer, &outside)) {
            window_loops(m, &(*link)->body);
            window_loops(m, &(*link)->other);
            continue;
        }
        const ir_stmt *s = *link;
        ir_stmt *instead = build_streamed(m, &n, outside, NULL), *as_it_was = opt_copy_alone(m, s);
        ir_stmt *choice = instead ? ir_if(m, s->loc, fewer, NULL, instead, as_it_was) : NULL;
        if (choice) {
            choice->next = s->next;
            *link = choice;
        }
    }
}

/* ---- a loop goes inside ---- */

static bool uses_variables(const nest *n, const ir_expr *e)
{
    for (size_t i = 0; i < n->depth; i++)
        if (opt_expr_use(e, n->loop[i]->var))
            return true;
    return false;
}

/* The variable, times something, plus what no iteration of any loop changes: different in different
 * iterations of its loop, whatever the other loops do. */
static bool tells(const nest *n, const ir_expr *index, const ir_var *v)
{
    const opt_linear sum = opt_linear_of(index);
    bool found = false;

    for (size_t i = 0; i < sum.count; i++) {
        found = found || opt_is_var(sum.term[i], v);
        if (!opt_is_var(sum.term[i], v) && uses_variables(n, sum.term[i]))
            return false;
    }
    return sum.exact && found;
}

/* What is read of the target's array lies where the same iteration of that loop writes. */
static bool reads_own_round(const nest *n, const ir_expr *e, const ir_var *v)
{
    const ir_place *to = &n->update->place;

    if (!e)
        return true;
    if (e->kind == IR_ELEM && e->var == to->var
        && !(opt_same_expr(e->left, to->row) && tells(n, to->row, v))
        && !(to->column && opt_same_expr(e->right, to->column) && tells(n, to->column, v)))
        return false;
    return reads_own_round(n, e->left, v) && reads_own_round(n, e->right, v)
           && reads_own_round(n, e->third, v);
}

static bool rounds_are_apart(const nest *n, const ir_var *v)
{
    const ir_stmt *u = n->update;

    if (u->place.var->rank == 0)
        return !opt_expr_use(u->expr, u->place.var);
    return !opt_reads_elements(u->place.row, NULL) && !opt_reads_elements(u->place.column, NULL)
           && reads_own_round(n, u->expr, v);
}

static bool is_plain_bound(const nest *n, const ir_expr *e)
{
    return opt_cannot_trap(e)
           && !(n->update->place.var->rank == 0 && opt_expr_use(e, n->update->place.var));
}

/* May the loop of this level go within those up to the innermost one? */
static bool may_sink(const nest *n, size_t level)
{
    const ir_stmt *loop = n->loop[level];
    int64_t step;

    for (size_t i = level; i < n->depth; i++) {
        const ir_stmt *l = n->loop[i];
        if (!ir_constant_step(l, &step) || !is_plain_bound(n, l->first)
            || !is_plain_bound(n, l->last) || l->var == n->update->place.var
            || opt_expr_use(l->first, loop->var) || opt_expr_use(l->last, loop->var))
            return false;
    }
    return rounds_are_apart(n, loop->var);
}

static nest sunk(const nest *n, size_t level)
{
    nest s = *n;

    for (size_t i = level; i + STREAMED < n->depth; i++)
        s.loop[i] = n->loop[i + 1];
    s.loop[n->depth - STREAMED] = n->loop[level];
    return s;
}

/* The nest with another loop before the innermost one, where both are a stream then; NULL: they are
 * one already, or cannot be. */
static ir_stmt *with_longer_streams(ir_module *m, const nest *n, const ir_stmt *s)
{
    opt_stream stream;

    if (!opt_is_sum(n->update) || !opt_stream_of(n->loop[n->depth - 1], &stream)
        || streams_within(s, n->depth))
        return NULL;
    for (size_t level = n->depth - STREAMED; level-- > 0;) {
        const nest with = sunk(n, level);
        ir_stmt *instead = may_sink(n, level) ? build(m, &with, s->next) : NULL;
        if (instead && streams_within(instead, n->depth))
            return instead;
    }
    return NULL;
}

/* ---- an update of several operations, whose parts may have names ---- */

/* Loops around statements that are one update, where its parts are put back; the nest is around
 * the statements as they are. False: they are not. */
static bool nest_of_parts(ir_module *m, const ir_stmt *s, nest *n)
{
    const opt_copier c = {.m = m};

    *n = (nest){.depth = 0};
    while (s && s->kind == IR_FOR && (n->depth == 0 || !s->next) && n->depth < MOST_DEPTH) {
        n->loop[n->depth++] = s;
        s = s->body;
    }
    if (n->depth <= STREAMED || !s || (s->kind != IR_ALLOC && s->kind != IR_UPDATE))
        return false;
    ir_stmt *whole = opt_copy_list(&c, s);
    if (whole)
        opt_wholes(m, &whole, true);
    n->update = whole;
    if (!whole || whole->next || !any_order_will_do(n))
        return false;
    n->update = s;
    return true;
}

/* The innermost loop is short: then the streams of the parts would be. NULL: it is none. */
static ir_stmt *with_longer_parts(ir_module *m, const ir_stmt *s)
{
    nest n;
    opt_stream stream;
    size_t outside = 0;

    return nest_of_parts(m, s, &n) && few(n.loop[n.depth - 1])
                   && !opt_stream_of(n.loop[n.depth - 1], &stream) && reorder(&n, &outside)
               ? build(m, &n, s->next)
               : NULL;
}

void opt_nests(ir_module *m, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        nest n = nest_of(*link);
        ir_stmt *instead = NULL;
        size_t outside = 0;
        if (n.depth > STREAMED && any_order_will_do(&n) && reorder(&n, &outside))
            instead = build_streamed(m, &n, outside, (*link)->next);
        else if (n.depth > STREAMED)
            instead = with_longer_streams(m, &n, *link);
        if (!instead)
            instead = with_longer_parts(m, *link);
        if (instead)
            *link = instead;
        opt_nests(m, &(*link)->body);
        opt_nests(m, &(*link)->other);
    }
}

void opt_nest_order(const opt_site *at)
{
    opt_nests(at->m, &at->routine->body);
    window_loops(at->m, &at->routine->body);
}
