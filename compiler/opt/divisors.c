/* divisors.c: in a loop, x / n where n is an integer that the loop leaves alone, as in a mean.
 * Sizes are often powers of two. Then x / n is x * (1 / n), to the last bit, and a product takes
 * one clock. Which it is only a run tells, so there are two versions of the loop, and a test before
 * them. */
#include "compiler/hidden.h"
#include "compiler/opt/expandable.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/versions.h"

/* Both versions are code. */
enum { MOST_STATEMENTS = 24 };

static bool is_quotient(const ir_expr *e)
{
    return e->kind == IR_OP && e->op == RG_OP_FDIV && e->right->kind == IR_OP
           && e->right->op == RG_OP_ITOF && e->right->left->kind != IR_CONST;
}

/* Can the test before the loop ask for it? */
static bool can_be_tested(const ir_stmt *loop, const ir_expr *n)
{
    return opt_cannot_trap(n) && !opt_reads_elements(n, NULL) && opt_version_stays(loop, n);
}

/* What each iteration of `inner` divides by; NULL: nothing that the loop leaves alone. */
static const ir_expr *in_expr(const ir_stmt *loop, const ir_stmt *inner, const ir_expr *e)
{
    if (!e)
        return NULL;
    if (is_quotient(e) && !opt_leaves_value(inner, e->left) && can_be_tested(loop, e->right->left))
        return e->right->left;
    const ir_expr *n = in_expr(loop, inner, e->left);
    n = n ? n : in_expr(loop, inner, e->right);
    return n ? n : in_expr(loop, inner, e->third);
}

/* Where an iteration has loops, a quotient takes little of its time. */
static bool is_innermost(const ir_stmt *loop) { return !opt_any(loop->body, opt_is_loop); }

static const ir_expr *in_list(const ir_stmt *loop, const ir_stmt *inner, const ir_stmt *list)
{
    const ir_expr *n = NULL;

    for (const ir_stmt *s = list; s && !n; s = s->next) {
        if (s->kind == IR_UPDATE && is_innermost(inner))
            n = in_expr(loop, inner, s->expr);
        n = n ? n : in_list(loop, s->kind == IR_FOR ? s : inner, s->body);
        n = n ? n : in_list(loop, inner, s->other);
    }
    return n;
}

/* ---- the version for a power of two ---- */

typedef struct {
    ir_module *m;
    const ir_expr *n;
    const ir_var *reciprocal;
} divisor;

static ir_expr *as_product(const void *with, ir_expr *e)
{
    const divisor *d = with;
    ir_expr *copy = e && !d->m->out_of_memory ? opt_copy_node(d->m, e) : NULL;

    if (!copy)
        return e;
    copy->left = as_product(with, e->left);
    copy->right = as_product(with, e->right);
    copy->third = as_product(with, e->third);
    return is_quotient(copy) && opt_same_expr(copy->right->left, d->n)
               ? ir_expr_op(d->m, e->loc, RG_OP_FMUL, copy->left,
                            ir_expr_var(d->m, e->right->loc, d->reciprocal))
               : copy;
}

/* The loop with products. What the front end has named because it stood beside a quotient need have
 * no name beside a product. NULL when memory is short. */
static ir_stmt *with_products(const divisor *d, const ir_routine *r, const ir_stmt *loop)
{
    const opt_copier copier = {.m = d->m, .first_block = ir_block_ids(r->body)};
    ir_stmt alone = *loop;

    alone.next = NULL;
    ir_stmt *copy = opt_copy_list(&copier, &alone);
    opt_map_exprs(copy, NULL, as_product, d);
    opt_wholes(d->m, &copy, true);
    return copy;
}

static ir_stmt *around(const divisor *d, ir_stmt *list)
{
    const ir_loc loc = d->n->loc;
    ir_expr *n = (ir_expr *)(uintptr_t)d->n,
            *one = ir_expr_const(d->m, loc, RG_TYPE_FIXED, INT64_C(1) << d->m->frac),
            *whole = ir_expr_op(d->m, loc, RG_OP_ITOF, n, NULL),
            *value = ir_expr_op(d->m, loc, RG_OP_FDIV, one, whole);
    ir_stmt *made = ir_alloc(d->m, loc, d->reciprocal, value),
            *gone = ir_free(d->m, loc, d->reciprocal, value);

    return made && gone && list ? ir_append(ir_append(made, list), gone) : NULL;
}

/* The greatest power of two that is a Fixed, and so is its reciprocal. */
static int64_t greatest(const ir_module *m)
{
    const unsigned whole = m->xlen - 2 - m->frac;

    return INT64_C(1) << (whole < m->frac ? whole : m->frac);
}

/* n is a power of two from 1 to the greatest: no sum here can wrap to what passes. */
static ir_expr *is_power_of_two(ir_module *m, ir_loc loc, ir_expr *n)
{
    ir_expr *less = ir_expr_op(m, loc, RG_OP_SUB, n, ir_whole(m, loc, 1)),
            *room = ir_expr_op(m, loc, RG_OP_SUB, ir_whole(m, loc, greatest(m)), n),
            *in_range = ir_expr_op(m, loc, RG_OP_GE, ir_expr_op(m, loc, RG_OP_MIN, less, room),
                                   ir_whole(m, loc, 0)),
            *one_bit = ir_expr_op(m, loc, RG_OP_EQ, ir_expr_op(m, loc, RG_OP_AND, n, less),
                                  ir_whole(m, loc, 0));

    return ir_expr_and(m, loc, in_range, one_bit);
}

/* Both versions of the loop; NULL: it divides by nothing of the kind. */
static ir_stmt *versions_of(ir_module *m, ir_routine *r, const ir_stmt *loop)
{
    const ir_expr *n = !loop->rare && opt_size_of(loop->body) <= MOST_STATEMENTS
                           ? in_list(loop, loop, loop->body)
                           : NULL;

    if (!n || !opt_blocks_are_whole(r->body, loop->body))
        return NULL;
    const divisor d = {
        .m = m, .n = n, .reciprocal = ir_add_var(r, n->loc, RG_PART_NAME, RG_TYPE_FIXED, 0)};
    ir_stmt *products = d.reciprocal ? around(&d, with_products(&d, r, loop)) : NULL,
            *quotients = opt_copy_alone(m, loop);
    ir_expr *test = is_power_of_two(m, loop->loc, (ir_expr *)(uintptr_t)n);

    m->out_of_memory = m->out_of_memory || !d.reciprocal;
    return products && quotients && test ? ir_if(m, loop->loc, test, NULL, products, quotients)
                                         : NULL;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *instead = s->kind == IR_FOR ? versions_of(m, r, s) : NULL;
        if (instead) {
            instead->next = s->next;
            *link = instead;
            continue;
        }
        list_of(m, r, &s->body);
        list_of(m, r, &s->other);
    }
}

void opt_divisors(const opt_site *at)
{
    if (!at->m->wide && at->m->xlen >= at->m->frac + 2)
        list_of(at->m, at->routine, &at->routine->body);
}
