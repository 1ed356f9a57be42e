/* indices.c: checks of indices leave loops. An index of an array of three or more dimensions is
 * checked by itself (IR_WITHIN), because the column that it is part of may exist where the index
 * does not. Where it goes straight along a loop, its first and its last value are checked around
 * the loop instead. What remains is an index like that of a matrix, which streams know. A check
 * around a loop may fail where the loop would not have: then the program runs again as it is
 * written. */
#include "compiler/opt/indices.h"

#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

typedef opt_check check;
typedef opt_checks checks;
typedef opt_check_site bounds;

/* ---- what the routine says about an extent ---- */

/* The extent as a constant where there is one, else as the machine reads it. */
static ir_expr *extent_of(const bounds *b, const check *c)
{
    const ir_stmt *made = opt_allocation_of(b->r->body, c->array);
    ir_expr *n = !made || c->extent <= 2 ? NULL : made->inner[c->extent - RG_EXTENT(2)];

    return n && n->kind == IR_CONST ? n : ir_expr_dim(b->m, c->low->loc, c->array, c->extent);
}

static bool always_holds(const bounds *b, const check *c)
{
    ir_expr *extent = extent_of(b, c);

    if (!extent || !opt_is_at_least(c->low, NULL, 1))
        return false;
    if (opt_is_at_least(extent, c->high, 0))
        return true;
    extent = opt_with_extents(b->m, b->r, extent);
    const ir_expr *high = extent ? opt_with_extents(b->m, b->r, c->high) : NULL;
    return high && opt_is_at_least(extent, high, 0);
}

/* ---- out of a loop ---- */

static bool stays(const bounds *b, const ir_stmt *loop, const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_DIM && opt_allocation_of(loop->body, e->var))
        return false;
    return stays(b, loop, e->left) && stays(b, loop, e->right) && stays(b, loop, e->third);
}

/* The same before, in and behind the loop, whatever happens there. */
static bool is_invariant(const bounds *b, const ir_stmt *loop, const ir_expr *e)
{
    return opt_cannot_trap(e) && !opt_expr_use(e, loop->var) && opt_stays(b->r->body, loop, e)
           && stays(b, loop, e);
}

/* A sum of what the loop leaves alone and of a multiple of its variable, which is *k. */
static bool is_straight(const bounds *b, const ir_stmt *loop, const ir_expr *e, int64_t *k)
{
    const opt_linear sum = opt_linear_of(e);

    *k = 0;
    for (size_t i = 0; i < sum.count; i++)
        if (opt_is_var(sum.term[i], loop->var))
            *k = sum.k[i];
        else if (!is_invariant(b, loop, sum.term[i]))
            return false;
    return sum.exact;
}

/* Does a multiple of the loop variable not wrap between two ends that are elements? */
static bool is_small(int64_t factor)
{
    return factor > -(INT64_C(1) << 24) && factor < INT64_C(1) << 24;
}

/* The index at one end of the loop. */
static ir_expr *at_end(const bounds *b, const ir_stmt *loop, ir_expr *e, bool last)
{
    return opt_put_one(b->m, e, loop->var, last ? loop->last : loop->first);
}

/* The loop has no iteration; NULL: it has some, or memory is short. */
static ir_expr *is_empty(const bounds *b, const ir_stmt *loop, int64_t step)
{
    if (opt_constant_rounds(loop) > 0)
        return NULL;
    return ir_expr_op(b->m, loop->loc, step > 0 ? RG_OP_GT : RG_OP_LT, loop->first, loop->last);
}

static ir_expr *either(const bounds *b, ir_expr *x, ir_expr *y)
{
    return !x || !y ? (x ? x : y) : ir_expr_or(b->m, x->loc, x, y);
}

bool opt_check_leaves(const bounds *b, const ir_stmt *loop, const check *c, check *out)
{
    int64_t step, low, high;

    if (!ir_constant_step(loop, &step) || step == 0 || opt_allocation_of(loop->body, c->array)
        || !is_straight(b, loop, c->low, &low) || !is_straight(b, loop, c->high, &high)
        || ((low != 0 || high != 0) && step != 1 && step != -1)
        || (b->exact && (!is_small(low) || !is_small(high))) || !is_invariant(b, loop, loop->first)
        || !is_invariant(b, loop, loop->last))
        return false;
    *out = *c;
    if (low != 0)
        out->low = at_end(b, loop, c->low, (low > 0) != (step > 0));
    if (high != 0)
        out->high = at_end(b, loop, c->high, (high > 0) == (step > 0));
    if (c->empty && !is_invariant(b, loop, c->empty)) { /* checked where it need not be */
        if (b->exact)
            return false;
        out->empty = NULL;
    }
    out->empty = either(b, out->empty, is_empty(b, loop, step));
    return out->low && out->high && !b->m->out_of_memory;
}

/* ---- out of a loop whose variable is multiplied by what the loop leaves alone ---- */

/* What a product multiplies the variable by; NULL: it is no such product. */
static ir_expr *multiplier(const bounds *b, const ir_stmt *loop, ir_expr *e)
{
    if (e->kind != IR_OP || e->op != RG_OP_MUL || e->type != RG_TYPE_INT)
        return NULL;
    for (unsigned i = 0; i < 2; i++) {
        ir_expr *along = i == 0 ? e->left : e->right, *other = i == 0 ? e->right : e->left;
        if (!is_invariant(b, loop, other))
            continue;
        if (opt_is_var(along, loop->var))
            return other;
        ir_expr *inner = multiplier(b, loop, along);
        if (inner)
            return ir_expr_op(b->m, e->loc, RG_OP_MUL, inner, other);
    }
    return NULL;
}

/* The sum has the variable in one product, which it adds, and nowhere else. */
static ir_expr *multiplier_in(const bounds *b, const ir_stmt *loop, const ir_expr *e)
{
    const opt_linear sum = opt_linear_of(e);
    ir_expr *found = NULL;

    for (size_t i = 0; i < sum.count; i++) {
        if (is_invariant(b, loop, sum.term[i]))
            continue;
        if (found || sum.k[i] != 1)
            return NULL;
        found = multiplier(b, loop, (ir_expr *)(uintptr_t)sum.term[i]);
        if (!found)
            return NULL;
    }
    return sum.exact ? found : NULL;
}

/* Factors that are seldom negative: sizes, and variables that a loop around the index goes up to,
 * which has an iteration. */
static bool is_likely_positive(const ir_expr *e, const ir_expr *empty)
{
    if (e->kind == IR_DIM || (e->kind == IR_CONST && e->raw > 0))
        return true;
    if (e->kind == IR_OP && e->op == RG_OP_MUL)
        return is_likely_positive(e->left, empty) && is_likely_positive(e->right, empty);
    if (empty && empty->kind == IR_OR)
        return is_likely_positive(e, empty->left) || is_likely_positive(e, empty->right);
    if (!empty || empty->kind != IR_OP || empty->op != RG_OP_GT)
        return false;
    opt_linear least = opt_linear_of(e);
    opt_linear_add(&least, empty->right, -1);
    opt_linear_add(&least, empty->left, 1);
    return least.exact && least.count == 0 && least.c >= 0 && is_small(least.c);
}

/* At least two iterations use the index, unless this holds. */
static ir_expr *has_one_round(const bounds *b, const ir_stmt *loop, ir_expr *empty)
{
    ir_expr *one = ir_expr_op(b->m, loop->loc, RG_OP_GE, loop->first, loop->last);

    return one ? either(b, empty, one) : NULL;
}

bool opt_check_leaves_by(const bounds *b, const ir_stmt *loop, const check *c, check *out,
                         check *times)
{
    int64_t step;

    if (!ir_constant_step(loop, &step) || step != 1 || opt_allocation_of(loop->body, c->array)
        || !is_invariant(b, loop, loop->first) || !is_invariant(b, loop, loop->last)
        || (c->empty && !is_invariant(b, loop, c->empty)))
        return false;
    ir_expr *by = multiplier_in(b, loop, c->low), *too = multiplier_in(b, loop, c->high);
    if (!by || !too || !opt_same_expr(by, too) || !is_likely_positive(by, c->empty))
        return false;
    ir_expr *behind = ir_expr_op(b->m, loop->loc, RG_OP_ADD, by, ir_whole(b->m, loop->loc, 1));
    *times = (check){c->array, c->extent, behind, behind, has_one_round(b, loop, c->empty)};
    *out = (check){c->array, c->extent, at_end(b, loop, c->low, false),
                   at_end(b, loop, c->high, true), either(b, c->empty, is_empty(b, loop, step))};
    return behind && times->empty && out->low && out->high && !b->m->out_of_memory;
}

bool opt_check_add(const bounds *b, checks *to, const check *c)
{
    if (always_holds(b, c))
        return true;
    for (size_t i = 0; i < to->count; i++) {
        const check *other = &to->list[i];
        if (other->array == c->array && other->extent == c->extent
            && opt_same_expr(other->low, c->low) && opt_same_expr(other->high, c->high)
            && opt_same_expr(other->empty, c->empty))
            return true;
    }
    if (to->count == OPT_MOST_CHECKS)
        return false;
    to->list[to->count++] = *c;
    return true;
}

/* ---- checks in expressions ---- */

/* The expression without the checks that have left the loop. Those behind && and in the arms of a
 * choice may not be reached, and stay. */
static ir_expr *without(const bounds *b, const ir_stmt *loop, ir_expr *e, checks *out)
{
    if (!e || b->m->out_of_memory)
        return e;
    if (e->kind == IR_WITHIN) {
        const check c = {e->var, (unsigned)e->raw, e->left, e->left, NULL};
        check outside;
        if (opt_check_leaves(b, loop, &c, &outside) && opt_check_add(b, out, &outside))
            return e->left;
    }
    const bool all = e->kind != IR_AND && e->kind != IR_OR && e->kind != IR_SELECT;
    ir_expr *left = without(b, loop, e->left, out),
            *right = all ? without(b, loop, e->right, out) : e->right,
            *third = all ? without(b, loop, e->third, out) : e->third;
    if (left == e->left && right == e->right && third == e->third)
        return e;
    ir_expr *copy = opt_copy_node(b->m, e);
    if (!copy)
        return e;
    copy->left = left;
    copy->right = right;
    copy->third = third;
    return copy;
}

/* What the statement evaluates in any case, and in an iteration of this loop. */
static void in_statement(const bounds *b, const ir_stmt *loop, ir_stmt *s, checks *out)
{
    if (s->kind == IR_FOR || s->kind == IR_WHILE)
        return;
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        *ir_expr_slot(s, i) = without(b, loop, *ir_expr_slot(s, i), out);
    for (size_t i = 0; ir_place_slot(s, i); i++) {
        ir_place *p = ir_place_slot(s, i);
        p->row = without(b, loop, p->row, out);
        p->column = without(b, loop, p->column, out);
    }
}

/* ---- where they go ---- */

static ir_expr *holds(const bounds *b, const check *c, ir_expr *index)
{
    return ir_expr_op(b->m, index->loc, RG_OP_GE, ir_expr_within(b->m, index, c->array, c->extent),
                      ir_whole(b->m, index->loc, 1));
}

static ir_stmt *assertion(const bounds *b, const check *c)
{
    ir_expr *both = holds(b, c, c->low);

    if (!opt_same_expr(c->low, c->high))
        both = ir_expr_and(b->m, c->low->loc, both, holds(b, c, c->high));
    return ir_assert(b->m, c->low->loc,
                     c->empty ? ir_expr_or(b->m, c->low->loc, c->empty, both) : both);
}

/* Around the loop: what runs backward comes from behind. Returns the link behind all of it. */
static ir_stmt **put_around(const bounds *b, const checks *all, ir_stmt **link)
{
    ir_stmt *s = *link, *rest = s->next, **end = link;

    for (size_t i = 0; i < all->count && end; i++) {
        ir_stmt *before = assertion(b, &all->list[i]);
        if (!before)
            return &s->next;
        before->next = s;
        *end = before;
        end = &before->next;
    }
    end = &s->next;
    for (size_t i = all->count; i-- > 0;) {
        *end = assertion(b, &all->list[i]);
        if (!*end)
            break;
        end = &(*end)->next;
    }
    *end = rest;
    return end;
}

/* loop: whose iterations run the list, or NULL. *out: what is checked around it. */
static void in_list(const bounds *b, ir_stmt **list, const ir_stmt *loop, checks *out)
{
    for (ir_stmt **link = list; *link && !b->m->out_of_memory;) {
        ir_stmt *s = *link;
        checks inside = {.count = 0}, here = {.count = 0};
        if (s->kind == IR_FOR)
            in_list(b, &s->body, s, &inside);
        else if (s->kind == IR_ROUTINE)
            in_list(b, &s->body, loop, out);
        else
            in_list(b, &s->body, NULL, NULL);
        in_list(b, &s->other, NULL, NULL);
        if (loop)
            in_statement(b, loop, s, out);
        for (size_t i = 0; i < inside.count; i++) {
            check outside;
            if (!loop || !opt_check_leaves(b, loop, &inside.list[i], &outside)
                || !opt_check_add(b, out, &outside))
                here.list[here.count++] = inside.list[i];
        }
        link = here.count > 0 ? put_around(b, &here, link) : &s->next;
    }
}

static bool has_dimensions(const ir_routine *r)
{
    for (size_t v = 0; v < r->var_count; v++)
        if (r->vars[v]->rank > 2)
            return true;
    return false;
}

void opt_indices(const opt_site *at)
{
    const bounds b = {at->m, at->routine, false};

    if (!has_dimensions(at->routine))
        return;
    in_list(&b, &at->routine->body, NULL, NULL);
    opt_plain_parts(at->m, at->routine->body, &at->routine->body);
}
