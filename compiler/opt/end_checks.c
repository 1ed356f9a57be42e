/* end_checks.c: an element of a vector or a matrix checks its indices whenever it is used. Where an
 * index goes straight along all loops around it, and these run all their iterations, the checks of
 * its lowest and of its highest value around the outermost loop say the same. A stream checks its
 * elements itself, so this is for loops that are none, behind the passes that look for streams. */
#include "compiler/opt/comparison.h"
#include "compiler/opt/indices.h"
#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { FEWEST_ROUNDS = 4 /* of all loops together: else the checks around them cost more */ };

/* The loops around a statement that runs in each of their iterations, the inner one first. */
typedef struct loops {
    const ir_stmt *loop;
    const struct loops *around; /* NULL: there is no loop around it */
} loops;

/* The branches around a statement: each with the list that it stands in, and with its other arm. */
typedef struct arms {
    const ir_stmt *list, *other;
    const struct arms *around;
} arms;

typedef struct {
    opt_check_site site;
    opt_checks *out; /* what is checked around the outermost loop */
    const arms *arms;
} end_checks;

/* ---- one index ---- */

static int64_t factor_of(const opt_linear *sum, const ir_var *v)
{
    for (size_t i = 0; i < sum->count; i++)
        if (opt_is_var(sum->term[i], v))
            return sum->k[i];
    return 0;
}

/* The iterations of an inner loop but one, whose emptiness this is: negative where it is empty.
 * False: it is not the condition of one loop. */
static bool rounds_of(const ir_expr *empty, opt_linear *rounds)
{
    const bool up = empty->kind == IR_OP && empty->op == RG_OP_GT,
               down = empty->kind == IR_OP && empty->op == RG_OP_LT;

    if (!up && !down)
        return false;
    *rounds = opt_linear_of(up ? empty->right : empty->left);
    opt_linear_add(rounds, up ? empty->left : empty->right, -1);
    return rounds->exact;
}

static bool never_empty(const end_checks *x, const ir_expr *empty, const ir_var *v, ir_expr *worst)
{
    opt_linear rounds;
    const ir_expr *there = opt_put_one(x->site.m, empty, v, worst);

    return there && rounds_of(there, &rounds) && rounds.count == 0 && rounds.c >= 0;
}

static const ir_expr *lowest_of(const end_checks *x, const ir_stmt *loop, const opt_check *c,
                                int64_t step)
{
    const opt_linear low = opt_linear_of(c->low);
    const bool first = (factor_of(&low, loop->var) > 0) == (step > 0);

    return low.exact ? opt_put_one(x->site.m, c->low, loop->var, first ? loop->first : loop->last)
                     : NULL;
}

/* An inner loop whose bounds change with this one is empty in some of its iterations. Those in
 * which it is not go to one end of this loop. If the highest index is at that end, then its check
 * there is exact. The lowest one must be at least 1 anyway. */
static bool settle_emptiness(const end_checks *x, const ir_stmt *loop, opt_check *c)
{
    opt_linear rounds;
    int64_t step;

    if (!c->empty || !opt_expr_use(c->empty, loop->var))
        return true;
    if (!rounds_of(c->empty, &rounds) || !ir_constant_step(loop, &step)
        || (step != 1 && step != -1))
        return false;
    const opt_linear high = opt_linear_of(c->high);
    const int64_t grows = factor_of(&rounds, loop->var), along = factor_of(&high, loop->var);
    const bool to_last = (grows > 0)
                         == (step > 0); /* the inner loop has most iterations in the last */
    if (never_empty(x, c->empty, loop->var, to_last ? loop->first : loop->last)) {
        c->empty = NULL;
        return true;
    }
    const ir_expr *lowest = lowest_of(x, loop, c, step);
    if (!lowest || !opt_is_at_least(lowest, NULL, 1) || !high.exact
        || (along != 0 && (along > 0) != (grows > 0)))
        return false;
    c->empty = opt_put_one(x->site.m, c->empty, loop->var, to_last ? loop->last : loop->first);
    return c->empty != NULL;
}

static bool leaves(const end_checks *x, const ir_stmt *loop, const opt_check *c, opt_check *out)
{
    opt_check settled = *c;

    return settle_emptiness(x, loop, &settled)
           && !opt_resizes(x->site.r->body, loop->body, c->array)
           && opt_check_leaves(&x->site, loop, &settled, out);
}

/* Out of the outermost loop. */
static bool leaves_last(const end_checks *x, const ir_stmt *loop, const opt_check *c,
                        opt_check *out)
{
    opt_check times;

    return leaves(x, loop, c, out)
           || (!x->arms && !opt_resizes(x->site.r->body, loop->body, c->array)
               && opt_check_leaves_by(&x->site, loop, c, out, &times)
               && opt_check_add(&x->site, x->out, &times));
}

static bool have_rounds(const loops *l)
{
    int64_t all = 1;

    for (; l; l = l->around) {
        const int64_t rounds = opt_constant_rounds(l->loop);
        if (rounds < 0 || rounds >= FEWEST_ROUNDS)
            return true;
        all *= rounds;
    }
    return all >= FEWEST_ROUNDS;
}

static bool index_leaves(const end_checks *x, const loops *l, opt_check *c)
{
    for (; l; l = l->around) {
        opt_check outside;
        if (!(l->around ? leaves : leaves_last)(x, l->loop, c, &outside))
            return false;
        *c = outside;
    }
    return true;
}

/* ---- indices in branches ---- */

/* An index of the array that is at least as high as this one, or at most. */
typedef struct {
    const ir_var *array;
    unsigned extent;
    const ir_expr *index;
    bool high;
} wanted;

static bool reaches(const wanted *w, const ir_var *array, const ir_expr *row, const ir_expr *column)
{
    const ir_expr *index = w->extent == 1 ? row : column;

    return array == w->array && index
           && (w->high ? opt_is_at_least(index, w->index, 0) : opt_is_at_least(w->index, index, 0));
}

static bool in_expr(const wanted *w, const ir_expr *e)
{
    if (!e)
        return false;
    const bool all = e->kind != IR_AND && e->kind != IR_OR && e->kind != IR_SELECT;
    return (e->kind == IR_ELEM && reaches(w, e->var, e->left, e->right)) || in_expr(w, e->left)
           || (all && (in_expr(w, e->right) || in_expr(w, e->third)));
}

/* Does a statement of the list use such an index whatever its conditions say? */
static bool is_used(const wanted *w, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR || s->kind == IR_WHILE)
            continue;
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            if (in_expr(w, *ir_expr_slot(s, i)))
                return true;
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            const ir_place *p = ir_place_slot(s, i);
            if (reaches(w, p->var, p->row, p->column) || in_expr(w, p->row)
                || in_expr(w, p->column))
                return true;
        }
        if ((s->kind == IR_ROUTINE || s->kind == IR_BLOCK) && is_used(w, s->body))
            return true;
    }
    return false;
}

/* NEVER: some iteration may use none. EITHER: each does, in one arm or in the other. */
typedef enum { NEVER, EITHER, ALWAYS } coverage;

static coverage coverage_of(const arms *a, const wanted *w)
{
    const coverage outside = a->around ? coverage_of(a->around, w) : EITHER;

    if (outside != EITHER)
        return outside;
    return is_used(w, a->list) ? ALWAYS : is_used(w, a->other) ? EITHER : NEVER;
}

/* An index in a branch may be one that no iteration uses. But its check fails only where that of
 * another index does, if each iteration uses one that is as high, and one that is as low. */
static bool is_covered(const end_checks *x, const opt_check *outside, const ir_expr *index)
{
    const wanted high = {outside->array, outside->extent, index, true},
                 low = {outside->array, outside->extent, index, false};

    return !x->arms
           || (coverage_of(x->arms, &high) != NEVER
               && (opt_is_at_least(outside->low, NULL, 1) || coverage_of(x->arms, &low) != NEVER));
}

/* The column of more than two dimensions is checked by its parts. */
static bool element_leaves(const end_checks *x, const loops *l, const ir_var *array, ir_expr *row,
                           ir_expr *column)
{
    opt_check rows = {array, 1, row, row, NULL}, columns = {array, 2, column, column, NULL};
    const bool both = column && array->rank == 2;

    return row && index_leaves(x, l, &rows) && (!both || index_leaves(x, l, &columns))
           && is_covered(x, &rows, row) && (!both || is_covered(x, &columns, column))
           && opt_check_add(&x->site, x->out, &rows)
           && (!both || opt_check_add(&x->site, x->out, &columns));
}

/* ---- in statements ---- */

static ir_expr *without(const end_checks *x, const loops *l, ir_expr *e)
{
    ir_module *m = x->site.m;

    if (!e || m->out_of_memory || !opt_reads_elements(e, NULL))
        return e;
    const bool checked = e->kind == IR_ELEM && !e->inbounds
                         && element_leaves(x, l, e->var, e->left, e->right);
    /* those behind && and in the arms of a choice may not be reached, and stay */
    const bool all = e->kind != IR_AND && e->kind != IR_OR && e->kind != IR_SELECT;
    ir_expr *left = without(x, l, e->left), *right = all ? without(x, l, e->right) : e->right,
            *third = all ? without(x, l, e->third) : e->third;
    if (!checked && left == e->left && right == e->right && third == e->third)
        return e;
    ir_expr *copy = opt_copy_node(m, e);
    if (!copy)
        return e;
    copy->left = left;
    copy->right = right;
    copy->third = third;
    copy->inbounds = e->inbounds || checked;
    copy->within = e->within || checked;
    return copy;
}

static void in_statement(const end_checks *x, const loops *l, ir_stmt *s)
{
    if (s->kind == IR_FOR || s->kind == IR_WHILE)
        return;
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        *ir_expr_slot(s, i) = without(x, l, *ir_expr_slot(s, i));
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        ir_place *p = ir_place_slot(s, i);
        if (!p->inbounds && element_leaves(x, l, p->var, p->row, p->column))
            p->inbounds = p->within = true;
        p->row = without(x, l, p->row);
        p->column = without(x, l, p->column);
    }
}

/* ---- where they go ---- */

static ir_stmt *assertion(const end_checks *x, const opt_check *c, ir_expr *index)
{
    ir_module *m = x->site.m;

    return ir_assert(m, index->loc,
                     ir_expr_op(m, index->loc, RG_OP_GE,
                                ir_expr_within(m, index, c->array, c->extent),
                                ir_whole(m, index->loc, 1)));
}

/* Another one checks an index that is as high, or higher. */
static bool is_implied(const opt_checks *all, size_t at)
{
    const opt_check *c = &all->list[at];

    for (size_t i = 0; i < all->count && opt_is_at_least(c->low, NULL, 1); i++) {
        const opt_check *other = &all->list[i];
        const int64_t least = i < at ? 0 : 1; /* of two that are alike, the first is made */
        if (i != at && other->array == c->array && other->extent == c->extent
            && opt_same_expr(other->empty, c->empty)
            && opt_is_at_least(other->high, c->high, least))
            return true;
    }
    return false;
}

/* Where there is an iteration, low <= high. */
static ir_stmt *checks_of(const end_checks *x, const opt_check *c)
{
    ir_stmt *high = assertion(x, c, c->high);

    if (opt_is_at_least(c->low, NULL, 1) || opt_same_expr(c->low, c->high))
        return high;
    return ir_append(assertion(x, c, c->low), high);
}

/* All checks, those with the same condition in one branch. */
static ir_stmt *all_checks(const end_checks *x, ir_loc loc)
{
    ir_module *m = x->site.m;
    ir_stmt *list = NULL;

    for (size_t i = 0, end = 0; i < x->out->count; i = end) {
        const ir_expr *empty = x->out->list[i].empty;
        ir_stmt *group = NULL;
        for (; end < x->out->count && opt_same_expr(x->out->list[end].empty, empty); end++)
            if (!is_implied(x->out, end))
                group = ir_append(group, checks_of(x, &x->out->list[end]));
        if (empty && group)
            group = ir_if(m, loc, opt_negation(m, empty), NULL, group, NULL);
        list = ir_append(list, group);
    }
    return list;
}

/* Around the loop: what runs backward comes from behind. Returns the link behind all of it. */
static ir_stmt **put_around(const end_checks *x, ir_stmt **link)
{
    ir_stmt *s = *link, *rest = s->next, *before = all_checks(x, s->loc),
            *behind = all_checks(x, s->loc);

    s->next = NULL;
    *link = ir_append(before, ir_append(s, behind));
    while (*link)
        link = &(*link)->next;
    *link = rest;
    return link;
}

/* A stream checks its elements where it begins. A slice that moves may yet stay where it is
 * (windows.c). Where a loop runs rarely, or briefly, checks around it are only more code. */
static bool is_left(const ir_stmt *s)
{
    opt_stream stream;

    return s->kind == IR_FOR
           && (s->rare || s->brief || opt_nest_of(s, &stream) || opt_indexed_stream_of(s, &stream)
               || (s->body && s->body->kind == IR_SWAP && !s->body->next));
}

static void in_branch(const end_checks *x, const loops *l, const ir_stmt *list, ir_stmt *s)
{
    const arms yes = {list, s->other, x->arms}, no = {list, s->body, x->arms};

    for (unsigned i = 0; i < 2; i++) {
        const end_checks within = {x->site, x->out, i == 0 ? &yes : &no};
        ir_stmt *arm = i == 0 ? s->body : s->other;
        for (ir_stmt *t = arm; t; t = t->next) {
            if (t->kind == IR_IF)
                in_branch(&within, l, arm, t);
            in_statement(&within, l, t);
        }
    }
}

static void in_loops(const end_checks *x, const loops *l, ir_stmt *list)
{
    for (ir_stmt *s = list; s; s = s->next) {
        const loops inner = {s, l};
        if (is_left(s))
            continue;
        if (s->kind == IR_FOR)
            in_loops(x, &inner, s->body);
        else if (s->kind == IR_ROUTINE || s->kind == IR_BLOCK)
            in_loops(x, l, s->body);
        else if (s->kind == IR_IF && have_rounds(l))
            in_branch(x, l, list, s);
        if (have_rounds(l))
            in_statement(x, l, s);
    }
}

/* within: the list is in a loop that the checks could not leave. Around a loop of loops in it they
 * still are for many iterations; around a single loop they might be for few. */
static void in_list(const opt_check_site *site, ir_stmt **list, bool within)
{
    for (ir_stmt **link = list; *link && !site->m->out_of_memory;) {
        ir_stmt *s = *link;
        opt_checks out = {.count = 0};
        const end_checks x = {*site, &out, NULL};
        const loops outermost = {s, NULL};
        const bool left = s->kind == IR_FOR && is_left(s);
        if (s->kind == IR_FOR && !left && (!within || opt_any(s->body, opt_is_loop)))
            in_loops(&x, &outermost, s->body);
        if (!left) {
            in_list(site, &s->body, within || s->kind == IR_FOR);
            in_list(site, &s->other, within);
        }
        link = out.count > 0 ? put_around(&x, link) : &s->next;
    }
}

void opt_end_checks(const opt_site *at)
{
    const opt_check_site site = {at->m, at->routine, true};

    in_list(&site, &at->routine->body, false);
}
