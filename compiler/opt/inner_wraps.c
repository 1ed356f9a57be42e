/* inner_wraps.c: loops over a ring, or around a stencil on one, where loops within add to the
 * index, as in a circular convolution: mod(i - k, n) for k = 1:m. Such a loop becomes three. In the
 * middle one no remainder wraps, whatever the values of the loops within are (index set splitting).
 */
#include "compiler/opt/iteration.h"
#include "compiler/opt/linear.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_DEPTH = 4, MOST_REMAINDERS = 8, MOST_SCALARS = 4 };

/* low, high: the first and last iteration in which none wraps; NULL: no bound yet. */
typedef struct {
    ir_module *m;
    const ir_routine *r;
    const ir_stmt *loop;
    const ir_stmt *within[MOST_DEPTH];
    size_t depth;
    const ir_expr *remainder[MOST_REMAINDERS];
    size_t count;
    ir_expr *low, *high;
    const ir_expr *scalar[MOST_SCALARS]; /* that the bounds read, and that must be small */
    size_t scalar_count;
    bool inner; /* loops within add to one */
} middle;

static ir_expr *op(const middle *x, unsigned code, ir_expr *a, ir_expr *b)
{
    return a && b ? opt_op(x->m, x->loop->loc, code, a, b) : NULL;
}

static ir_expr *number(const middle *x, int64_t value)
{
    return ir_whole(x->m, x->loop->loc, value);
}

/* The greater of two (MAX), or the smaller: one of them where their difference is known. */
static ir_expr *both(const middle *x, unsigned code, ir_expr *a, ir_expr *b)
{
    if (!a || !b)
        return a ? a : b;
    if (opt_is_at_least(a, b, 0))
        return code == RG_OP_MAX ? a : b;
    if (opt_is_at_least(b, a, 0))
        return code == RG_OP_MAX ? b : a;
    return ir_expr_op(x->m, x->loop->loc, code, a, b);
}

/* ---- one remainder ---- */

static bool note_scalar(middle *x, const ir_expr *e)
{
    for (size_t i = 0; i < x->scalar_count; i++)
        if (opt_same_expr(x->scalar[i], e))
            return true;
    if (x->scalar_count == MOST_SCALARS)
        return false;
    x->scalar[x->scalar_count++] = e;
    return true;
}

/* An extent, a constant or a scalar, which the loop leaves alone. */
static bool is_small(middle *x, const ir_expr *e)
{
    if (e->kind == IR_CONST)
        return e->type == RG_TYPE_INT;
    return (e->kind == IR_DIM || e->kind == IR_VAR) && e->type == RG_TYPE_INT
           && opt_stays(x->r->body, x->loop, e) && (e->kind == IR_DIM || note_scalar(x, e));
}

/* A sum of a few such terms, so that it is small as well. */
static bool is_small_sum(middle *x, const ir_expr *e)
{
    const opt_linear sum = opt_linear_of(e);
    bool good = sum.exact && sum.c > -(1 << 30) && sum.c < 1 << 30;

    for (size_t i = 0; i < sum.count && good; i++)
        good = sum.k[i] >= -1 && sum.k[i] <= 1 && is_small(x, sum.term[i]);
    return good;
}

/* Of the variable in the sum; 0: it is not there, or in other terms too. */
static int64_t factor_of(const ir_expr *e, const ir_var *v)
{
    const opt_linear sum = opt_linear_of(e);
    int64_t factor = 0;

    for (size_t i = 0; i < sum.count; i++)
        if (opt_is_var(sum.term[i], v))
            factor = sum.k[i];
        else if (opt_expr_use(sum.term[i], v))
            return 0;
    return sum.exact ? factor : 0;
}

/* The last value of the variable of a loop within, or its first one; NULL: they are not small. */
static ir_expr *end_of(middle *x, const ir_stmt *loop, bool greatest)
{
    int64_t step;

    if (!ir_constant_step(loop, &step) || step == 0 || !is_small_sum(x, loop->first)
        || !is_small_sum(x, loop->last))
        return NULL;
    return (step > 0) == greatest ? loop->last : loop->first;
}

/* e, in which the loop's variable stands once, without it and with the least or greatest value of
 * those of the loops within. NULL: it is no such sum. */
static ir_expr *extreme(middle *x, const ir_expr *e, bool greatest, bool *inner)
{
    ir_expr *at = opt_put_one(x->m, (ir_expr *)(uintptr_t)e, x->loop->var, number(x, 0));

    for (size_t d = x->depth; at && d-- > 0;) {
        const ir_stmt *loop = x->within[d];
        if (!opt_expr_use(at, loop->var))
            continue;
        const int64_t factor = factor_of(at, loop->var);
        ir_expr *end = end_of(x, loop, (factor > 0) == greatest);
        if ((factor != 1 && factor != -1) || !end)
            return NULL;
        *inner = true;
        at = opt_put_one(x->m, at, loop->var, end);
    }
    return at && is_small_sum(x, at) ? opt_simplify(x->m, at) : NULL;
}

static bool is_remainder(middle *x, const ir_expr *e)
{
    return e->kind == IR_OP && e->op == RG_OP_MOD && e->type == RG_TYPE_INT && is_small(x, e->right)
           && factor_of(e->left, x->loop->var) == 1;
}

/* Notes in which iterations it does not wrap: 0 <= i + e < n. */
static void note(middle *x, const ir_expr *e)
{
    bool inner = false;
    ir_expr *least = extreme(x, e->left, false, &inner),
            *greatest = least ? extreme(x, e->left, true, &inner) : NULL;
    ir_expr *low = op(x, RG_OP_SUB, number(x, 0), least),
            *end = op(x, RG_OP_SUB, (ir_expr *)(uintptr_t)e->right, number(x, 1)),
            *high = op(x, RG_OP_SUB, end, greatest);

    if (!low || !high || x->count == MOST_REMAINDERS)
        return;
    x->remainder[x->count++] = e;
    x->inner = x->inner || inner;
    x->low = both(x, RG_OP_MAX, x->low, low);
    x->high = both(x, RG_OP_MIN, x->high, high);
}

static void in_expr(middle *x, const ir_expr *e)
{
    if (!e)
        return;
    if (is_remainder(x, e))
        note(x, e);
    in_expr(x, e->left);
    in_expr(x, e->right);
    in_expr(x, e->third);
}

static void in_list(middle *x, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s && !x->m->out_of_memory; s = s->next) {
        const bool loop = s->kind == IR_FOR && x->depth < MOST_DEPTH;
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            in_expr(x, *ir_expr_slot(s, i));
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            in_expr(x, ir_place_slot(s, i)->row);
            in_expr(x, ir_place_slot(s, i)->column);
        }
        if (loop)
            x->within[x->depth++] = s;
        in_list(x, s->body);
        in_list(x, s->other);
        x->depth -= loop;
    }
}

/* ---- the three loops ---- */

static ir_expr *resolved(const void *with, ir_expr *e)
{
    const middle *x = with;
    ir_expr *copy = e ? opt_copy_node(x->m, e) : NULL;

    if (!copy)
        return NULL;
    for (size_t i = 0; i < x->count; i++)
        if (opt_same_expr(x->remainder[i], e))
            return e->left;
    copy->left = resolved(with, e->left);
    copy->right = resolved(with, e->right);
    copy->third = resolved(with, e->third);
    return copy->type == RG_TYPE_INT && copy->kind == IR_OP ? opt_simplify(x->m, copy) : copy;
}

static ir_stmt *piece(const middle *x, ir_expr *first, ir_expr *last, bool inside, unsigned block)
{
    const opt_copier c = {.m = x->m, .first_block = block};
    ir_stmt *body = opt_copy_list(&c, x->loop->body);

    if (!body || !first || !last)
        return NULL;
    if (inside) {
        opt_map_exprs(body, NULL, resolved, x);
        opt_plain_parts(x->m, body, &body);
    }
    ir_stmt *loop = ir_for(x->m, x->loop->loc, x->loop->var, first, NULL, last, body);
    if (loop)
        loop->ring = true;
    return loop;
}

static bool is_plain(const middle *x, const ir_expr *bound)
{
    return opt_cannot_trap(bound) && !opt_reads_elements(bound, NULL)
           && opt_stays(x->r->body, x->loop, bound);
}

/* first : min(last, low - 1), max(first, low) : min(last, high), and from max(low, high + 1) on. */
static ir_stmt *pieces_of(middle *x)
{
    ir_expr *first = x->loop->first, *last = x->loop->last;
    const unsigned blocks = ir_block_ids(x->r->body);
    ir_expr *before = op(x, RG_OP_SUB, x->low, number(x, 1)),
            *behind = op(x, RG_OP_ADD, x->high, number(x, 1));
    if (!before || !behind)
        return NULL;
    behind = both(x, RG_OP_MAX, x->low, behind);
    ir_expr *rest = opt_is_at_least(x->low, first, 0) ? behind : both(x, RG_OP_MAX, first, behind);
    ir_stmt *list[3] = {piece(x, first, both(x, RG_OP_MIN, last, before), false, blocks),
                        piece(x, both(x, RG_OP_MAX, first, x->low),
                              both(x, RG_OP_MIN, last, x->high), true, 2 * blocks),
                        piece(x, rest, last, false, 3 * blocks)};
    return list[0] && list[1] && list[2] ? ir_append(ir_append(list[0], list[1]), list[2]) : NULL;
}

/* Every scalar is small, so that no bound wraps; NULL: there is none. */
static ir_expr *guard(const middle *x)
{
    const int64_t limit = opt_small_limit(x->m);
    ir_expr *all = NULL;

    for (size_t i = 0; i < x->scalar_count; i++) {
        ir_expr *e = (ir_expr *)(uintptr_t)x->scalar[i];
        ir_expr *fits = ir_expr_and(x->m, x->loop->loc,
                                    ir_expr_op(x->m, x->loop->loc, RG_OP_LE, e, number(x, limit)),
                                    ir_expr_op(x->m, x->loop->loc, RG_OP_GE, e, number(x, -limit)));
        all = all ? ir_expr_and(x->m, x->loop->loc, all, fits) : fits;
    }
    return all;
}

ir_stmt *opt_inner_wraps(ir_module *m, const ir_routine *r, const ir_stmt *loop, size_t *left)
{
    middle x = {.m = m, .r = r, .loop = loop};
    int64_t step;

    if (!ir_constant_step(loop, &step) || step != 1 || !is_plain(&x, loop->first)
        || !is_plain(&x, loop->last))
        return NULL;
    in_list(&x, loop->body);
    const size_t size = 3 * opt_size_of(loop->body);
    if (!x.inner || size > *left)
        return NULL;
    *left -= size;
    ir_stmt *pieces = pieces_of(&x);
    ir_expr *small = pieces ? guard(&x) : NULL;
    if (!small)
        return pieces;
    ir_stmt *as_it_is = opt_copy_alone(m, loop);
    if (!as_it_is)
        return NULL;
    as_it_is->rare = true;
    return ir_if(m, loop->loc, small, NULL, pieces, as_it_is);
}
