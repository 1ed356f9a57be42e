/* expand_statements.c: the body of the loop, one statement after another. */
#include "compiler/opt/columns.h"
#include "compiler/opt/expansion.h"

/* Of an ancilla that is made as the sum of another one and something, where that other one is used
 * for nothing else: it grows to the sum. */
static const ir_var *grown(const expansion *x, const ir_stmt *list, const ir_stmt *s)
{
    const ir_expr *e = s->expr;
    const ir_var *v = e && opt_is_addition(e) && e->left->kind == IR_VAR
                              && e->left->type == s->var->base
                          ? e->left->var
                          : NULL;
    unsigned uses = 0;

    if (!v || !expand_array_of(x, v))
        return NULL;
    for (const ir_stmt *other = list; other; other = other->next)
        uses += opt_stmt_use(expand_body_of(x), other, v) != 0;
    return uses == 4 ? v : NULL; /* made, grown, shrunk, taken back */
}

static bool make_ancilla(expansion *x, const ir_stmt *list, const ir_stmt *s)
{
    const ir_var *from = grown(x, list, s);

    if (expand_array_of(x, s->var) || !expand_next_ancilla(x, s->var, s->var->base))
        return false;
    if (from)
        x->list[x->used - 1] =
            (expand_ancilla){.scalar = s->var, .array = expand_array_of(x, from), .shared = true};
    return true;
}

static bool allocation(expansion *x, const ir_stmt *list, const ir_stmt *s, ir_stmt **out)
{
    if (!expand_is_number(s->var) || s->erase || (s->kind == IR_ALLOC && !make_ancilla(x, list, s))
        || !expand_array_of(x, s->var))
        return false;
    const bool shared = expand_find(x, s->var)->shared, alloc = s->kind == IR_ALLOC;
    if (shared && grown(x, list, s) == NULL)
        return false;
    const bool less = shared && (s->expr->op == RG_OP_FSUB || s->expr->op == RG_OP_SUB);
    const ir_stmt u =
        expand_update_of(s, s->var, s->place, alloc != less, shared ? s->expr->right : s->expr);
    return opt_is_zero(s->expr) || expand_simple(x, &u, out);
}

/* Of a vector. Nothing is left of it, for the matrix stands around all. */
static bool vector_allocation(expansion *x, const ir_stmt *s)
{
    const expand_ancilla *known = expand_find(x, s->var);

    if (x->row || s->erase || !opt_may_be_column(x->loop, s))
        return false;
    if (s->kind == IR_FREE_ARRAY)
        return known && known->extent && opt_same_expr(known->extent, s->first);
    if (known || x->used == MOST_ANCILLAS)
        return false;
    expand_ancilla *a = &x->list[x->used++];
    if (x->used > x->count) {
        x->count++;
        *a = (expand_ancilla){.scalar = s->var,
                              .array = expand_variable(x, s->var->name, s->var->base, 2),
                              .extent = s->first,
                              .row = x->rows && s->filled};
    }
    x->vectors = true;
    return !x->m->out_of_memory;
}

/* @routine, what stands between, ~@routine. Sets *s to the last of them. */
static bool block(expansion *x, const ir_stmt **s, ir_stmt **out)
{
    const ir_stmt *b = *s, *undo = opt_undone_in_list(expand_body_of(x), b);
    ir_stmt *body = NULL;

    if (!undo || !expand_statements(x, b->body, NULL, &body))
        return false;
    *s = undo;
    if (!body)
        return expand_statements(x, b->next, undo, out);
    return expand_append(out, ir_routine_block(x->m, b->loc, b->routine_id, body))
           && expand_statements(x, b->next, undo, out)
           && expand_append(out, ir_unroutine(x->m, undo->loc, b->routine_id));
}

/* Of a condition on the sign: what is tested; for_positive: it holds for positive numbers,
 * for_zero: for 0. NULL: it is another one. */
static ir_expr *signed_by(const ir_expr *e, bool *for_positive, bool *for_zero)
{
    if (e->kind != IR_OP
        || (e->op != RG_OP_GT && e->op != RG_OP_GE && e->op != RG_OP_LT && e->op != RG_OP_LE))
        return NULL;
    const bool right = opt_is_const(e->right, 0), greater = e->op == RG_OP_GT || e->op == RG_OP_GE;
    *for_positive = greater == right;
    *for_zero = e->op == RG_OP_GE || e->op == RG_OP_LE;
    return right ? e->left : opt_is_const(e->left, 0) ? e->right : NULL;
}

/* e, which is v or a multiple of it, with the value in place of v; NULL: it is neither. */
static ir_expr *with_value(const expansion *x, const ir_expr *e, const ir_expr *v, ir_expr *value)
{
    if (opt_same_expr(e, v))
        return value;
    if (e->kind != IR_OP || (e->op != RG_OP_FMUL && e->op != RG_OP_MUL)
        || opt_same_expr(e->left, v) == opt_same_expr(e->right, v))
        return NULL;
    ir_expr *copy = opt_copy_node(x->m, e);
    if (copy)
        *(opt_same_expr(e->left, v) ? &copy->left : &copy->right) = value;
    return copy;
}

/* if (v > 0, ~) t += a v else t += b v is t += a max(v, 0), t += b min(0, v): the operand that is
 * taken at 0 has the gradient. */
static bool branches(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    const ir_stmt *a = s->body, *b = s->other;
    bool for_positive, for_zero;
    ir_expr *v = opt_one_condition(s) ? signed_by(s->pre, &for_positive, &for_zero) : NULL;

    if (!v || (v->type != RG_TYPE_FIXED && v->type != RG_TYPE_INT) || !a || a->next || !b || b->next
        || !opt_is_sum(a) || !opt_is_sum(b) || !opt_same_place(&a->place, &b->place)
        || a->expr->type != v->type || b->expr->type != v->type)
        return false;
    const bool fixed = v->type == RG_TYPE_FIXED, zero_is_positive = for_positive == for_zero;
    ir_expr *zero = ir_expr_const(x->m, s->loc, v->type, 0);
    ir_expr *above = ir_expr_op(x->m, s->loc, fixed ? RG_OP_FMAX : RG_OP_MAX,
                                zero_is_positive ? zero : v, zero_is_positive ? v : zero);
    ir_expr *below = ir_expr_op(x->m, s->loc, fixed ? RG_OP_FMIN : RG_OP_MIN,
                                zero_is_positive ? v : zero, zero_is_positive ? zero : v);
    ir_stmt of_a = *a, of_b = *b;
    of_a.expr = with_value(x, a->expr, v, for_positive ? above : below);
    of_b.expr = with_value(x, b->expr, v, for_positive ? below : above);
    of_a.next = of_b.next = NULL;
    return above && below && of_a.expr && of_b.expr && expand_simple(x, &of_a, out)
           && expand_simple(x, &of_b, out);
}

static bool assertion(expansion *x, const ir_stmt *s)
{
    ir_stmt *copy = x->row ? NULL : opt_made_once(x->m, x->loop->body, x->loop, s);

    if (copy && x->trial)
        x->before = ir_append(x->before, copy);
    return copy != NULL;
}

/* Its bounds follow neither loop: those of a chunk count from 1. */
static bool is_fixed(const expansion *x, const ir_stmt *l)
{
    for (size_t i = 0; i < 2; i++) {
        const ir_stmt *other = i == 0 ? x->loop : x->row;
        if (other && (opt_expr_use(l->first, other->var) || opt_expr_use(l->last, other->var)))
            return false;
    }
    return true;
}

/* A condition on one of the loop variables: the iterations of that loop in which it holds. */
static bool narrowed(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    const ir_stmt *const loops[] = {x->loop, x->row};
    const ir_stmt **const some[] = {&x->some, &x->some_of_row};

    for (size_t i = 0; i < 2 && loops[i] && x->up; i++) {
        const ir_stmt *before = *some[i],
                      *less = opt_narrowed(x->m, x->loop->body, before ? before : loops[i], s);
        if (!less || !is_fixed(x, less))
            continue;
        *some[i] = less;
        const bool good = expand_statements(x, less->body, NULL, out);
        *some[i] = before;
        return good;
    }
    return false;
}

/* A loop of the body goes outside, and has loops of the iterations in it (interchange). Its bounds
 * are the same for all of them. */
static bool goes_outside(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    ir_stmt *body = NULL, empty = *s;
    int64_t step;

    if (x->row || x->inside || !x->vectors || !ir_constant_step(s, &step) || step == 0
        || opt_expr_use(s->first, x->loop->var) || opt_expr_use(s->last, x->loop->var))
        return false;
    x->inside = s;
    x->first_inside = x->piece_count;
    const bool good = expand_statements(x, s->body, NULL, &body);
    x->inside = NULL;
    empty.next = empty.body = NULL;
    ir_stmt *loop = good && body ? expand_on_elements(x, &empty) : NULL;
    if (!loop || !opt_cannot_trap(loop->first) || !opt_cannot_trap(loop->last)
        || opt_reads_elements(loop->first, NULL) || opt_reads_elements(loop->last, NULL))
        return false;
    loop->body = body;
    return expand_append(out, loop);
}

static bool inner_loop(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    const size_t pieces = x->piece_count, used = x->used;
    size_t n = 0;

    while (n < MOST_OUTSIDE && x->outside[n] && x->outside[n] != s)
        n++;
    const bool known = n < MOST_OUTSIDE && x->outside[n] == s;
    if (!known && expand_simple(x, s, out))
        return true;
    if (n == MOST_OUTSIDE)
        return false;
    x->outside[n] = s;
    x->piece_count = pieces;
    x->used = used;
    return goes_outside(x, s, out);
}

/* Once for all iterations. */
static bool uniform(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    const opt_copier c = {.m = x->m};
    ir_stmt alone = *s;

    alone.next = NULL;
    return expand_append(out, opt_copy_list(&c, &alone));
}

/* What one statement becomes; a block is taken up to its ~@routine. */
static bool statement(expansion *x, const ir_stmt *list, const ir_stmt **s, ir_stmt **out)
{
    if (expand_uniform(x, *s))
        return uniform(x, *s, out);
    switch ((*s)->kind) {
    case IR_UPDATE: return expand_simple(x, *s, out);
    case IR_FOR: return inner_loop(x, *s, out);
    case IR_ALLOC:
    case IR_FREE: return allocation(x, list, *s, out);
    case IR_ALLOC_ARRAY:
    case IR_FREE_ARRAY: return vector_allocation(x, *s);
    case IR_ROUTINE: return block(x, s, out);
    case IR_ASSERT: return assertion(x, *s);
    case IR_IF: return branches(x, *s, out) || narrowed(x, *s, out);
    default: return false;
    }
}

/* What was met in vain is forgotten. */
static bool tried(expansion *x, const ir_stmt *list, const ir_stmt **s, const ir_stmt *end,
                  ir_stmt **out)
{
    const size_t pieces = x->piece_count, used = x->used;
    ir_stmt *made = NULL;

    if (statement(x, list, s, &made)) {
        *out = ir_append(*out, made);
        return true;
    }
    x->piece_count = pieces;
    x->used = used;
    return expand_rest(x, s, end, out);
}

bool expand_statements(expansion *x, const ir_stmt *list, const ir_stmt *end, ir_stmt **out)
{
    for (const ir_stmt *s = list; s != end; s = s->next)
        if (!tried(x, list, &s, end, out) || x->m->out_of_memory)
            return false;
    return true;
}
