/* expand.c: scalars that every iteration of a loop computes, uses and uncomputes become arrays,
 * with an element for each iteration; so do the parts of an update of several operations. Then
 * every statement of the body is a loop of its own, which a stream runs. Iterations are taken in
 * chunks, so that the arrays stay small. Of two loops right within each other both are taken
 * together: the arrays are matrices, and the streams go over both. */
#include "compiler/opt/columns.h"
#include "compiler/opt/expandable.h"
#include "compiler/opt/held.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"
#include "compiler/opt/strides.h"
#include "compiler/opt/versions.h"

#include <stdlib.h>

/* Iterations: of a chunk; so few are left alone, where only parts of updates become arrays, and
 * where an iteration has loops of its own. */
enum {
    MOST_ANCILLAS = 16,
    MOST_MATRICES = 8,
    MOST_PIECES = 48,
    MOST_OUTSIDE = 4,
    CHUNK = 256,
    FEWEST = 16,
    FEWEST_WITH_LOOPS = 6,
    FEWEST_OF_TWO = 4,
    ROWS = 16,
    LONGEST_ROW = 256
}; /* of two loops taken together: of both, of a chunk, of the inner one */

typedef struct {
    const ir_var *scalar, *array;
    bool shared;
    const ir_expr *extent;
} ancilla; /* shared: the array is that of one before. extent: of a vector, whose elements are those
              of a column of the array; NULL: a scalar */

/* trial: pieces are loops over all iterations, to see whether they are streams that may be run one
 * after the other; else they are what is made. */
typedef struct {
    ir_module *m;
    ir_routine *r;
    const ir_stmt *loop,
        *row; /* row: the loop that is its body, where both are taken together, or NULL */
    const ir_stmt *outside[MOST_OUTSIDE]; /* loops of the body that go outside; then NULL */
    const ir_stmt
        *inside; /* a loop of the body that goes outside: the streams stand in it; or NULL */
    const ir_stmt *some, *some_of_row; /* their iterations in which conditions on the loop variables
                                          hold, or NULL: all */
    const ir_expr *low, *high;         /* of the loop variable */
    int64_t rounds;                    /* of both; -1: not known */
    const ir_var *chunk;               /* the loop variable of the chunks, or NULL */
    ancilla list[MOST_ANCILLAS];
    size_t count, used; /* of ancillas; those met in this pass over the body */
    opt_stream pieces[MOST_PIECES];
    size_t piece_count, first_inside; /* first_inside: the first piece of that loop */
    bool up;                          /* the loop goes up */
    bool trial, inner,
        split;    /* inner: a piece has a loop of its own; split: a sum was made in two updates */
    bool vectors; /* an ancilla is one */
    bool deep;    /* a piece is loops around an update that is no stream yet */
    bool around;  /* a piece is loops around a stream */
    ir_stmt *before; /* assertions */
    ir_stmt *held;   /* allocations of invariant indices that are elements; NULL: there is none */
    ir_expr **values;
    opt_versions *versions; /* of a loop around it; NULL: it has none */
    opt_strides strides;    /* that are to be tested */
} expansion;

static ir_expr *whole(const expansion *x, int64_t value)
{
    return ir_whole(x->m, x->loop->loc, value);
}

static ir_expr *op(const expansion *x, unsigned code, const ir_expr *a, const ir_expr *b)
{
    return opt_op(x->m, x->loop->loc, code, a, b);
}

/* ---- ancillas ---- */

static bool is_number(const ir_var *v)
{
    return v->rank == 0
           && (v->base == RG_TYPE_FIXED || v->base == RG_TYPE_INT || v->base == RG_TYPE_LOG);
}

static const ir_stmt *body_of(const expansion *x) { return x->row ? x->row->body : x->loop->body; }

static ir_expr *from_one(const expansion *x, const ir_expr *e, const ir_expr *low)
{
    return op(x, RG_OP_ADD, op(x, RG_OP_SUB, e, low), whole(x, 1));
}

/* The number of this iteration, from 1 on. */
static ir_expr *round_of(const expansion *x)
{
    const ir_loc loc = x->loop->loc;

    return from_one(x, ir_expr_var(x->m, loc, x->loop->var),
                    x->chunk ? ir_expr_var(x->m, loc, x->chunk) : x->low);
}

static const ir_expr *row_low(const expansion *x)
{
    return x->row->step && x->row->step->raw < 0 ? x->row->last : x->row->first;
}

static const ir_expr *row_high(const expansion *x)
{
    return x->row->step && x->row->step->raw < 0 ? x->row->first : x->row->last;
}

/* The element of this iteration. */
static ir_expr *element(const expansion *x, const ir_var *array)
{
    ir_expr *index = round_of(x);
    ir_expr *i = x->row ? from_one(x, ir_expr_var(x->m, x->loop->loc, x->row->var), row_low(x))
                        : NULL;
    ir_expr *e = index && (i || !x->row) ? ir_expr_elem(x->m, x->loop->loc, array,
                                                        x->row ? i : index, x->row ? index : NULL)
                                         : NULL;

    if (e)
        e->inbounds = true;
    return e;
}

static const ir_var *new_variable(expansion *x, const char *name, rg_type_base base, unsigned rank)
{
    const ir_var *v = ir_add_var(x->r, x->loop->loc, name, base, rank);

    if (!v)
        x->m->out_of_memory = true;
    return v;
}

/* The next ancilla gets an array, the same one in the second pass over the body. scalar NULL: it
 * stands for a part of an expression. Returns the scalar; NULL: there are too many. */
static const ir_var *next_ancilla(expansion *x, const ir_var *scalar, rg_type_base base)
{
    if (x->used == (x->row ? MOST_MATRICES : MOST_ANCILLAS))
        return NULL;
    ancilla *a = &x->list[x->used++];
    if (x->used > x->count) {
        x->count++;
        a->scalar = scalar ? scalar : new_variable(x, "part", base, 0);
        a->array = a->scalar ? new_variable(x, a->scalar->name, base, x->row ? 2 : 1) : NULL;
    }
    return x->m->out_of_memory ? NULL : a->scalar;
}

static const ancilla *find(const expansion *x, const ir_var *scalar)
{
    for (size_t i = 0; i < x->used; i++)
        if (x->list[i].scalar == scalar)
            return &x->list[i];
    return NULL;
}

static const ir_var *array_of(const expansion *x, const ir_var *scalar)
{
    const ancilla *a = find(x, scalar);

    return a ? a->array : NULL;
}

/* ---- pieces ---- */

static void put_places(const expansion *x, ir_stmt *s)
{
    const ir_var *array = s->place.row ? NULL : array_of(x, s->place.var);
    ir_expr *e = array ? element(x, array) : NULL;

    if (e)
        s->place = (ir_place){.var = array,
                              .row = e->left,
                              .column = e->right,
                              .inbounds = true,
                              .loc = s->place.loc};
    for (ir_stmt *b = s->body; b; b = b->next)
        put_places(x, b);
}

/* s, with elements in place of ancillas. */
static ir_stmt *on_elements(expansion *x, const ir_stmt *s)
{
    ir_stmt alone = *s;
    const opt_copier c = {.m = x->m, .values = x->values};

    alone.next = NULL;
    for (size_t i = 0; i < x->used; i++)
        x->values[x->list[i].scalar->id] = x->list[i].extent ? NULL : element(x, x->list[i].array);
    ir_stmt *copy = opt_copy_list(&c, &alone);
    for (size_t i = 0; i < x->used; i++)
        x->values[x->list[i].scalar->id] = NULL;
    if (copy && !x->m->out_of_memory)
        put_places(x, copy);
    for (size_t i = 0; i < x->used && copy; i++)
        if (x->list[i].extent)
            opt_put_in_column(x->m, copy, x->list[i].scalar, x->list[i].array, round_of(x));
    return x->m->out_of_memory ? NULL : copy;
}

static ir_stmt *loop_around(expansion *x, ir_stmt *body)
{
    ir_stmt *row = x->row ? opt_loop_around(x->m, x->some_of_row ? x->some_of_row : x->row, body)
                          : body;
    ir_stmt *loop = opt_loop_around(x->m, x->some ? x->some : x->loop, row);

    if (loop && x->chunk) {
        const ir_loc loc = x->loop->loc;
        ir_expr *rounds = ir_expr_dim(x->m, loc, x->list[0].array, x->list[0].array->rank);
        loop->first = ir_expr_var(x->m, loc, x->chunk);
        loop->step = NULL;
        loop->last = op(x, RG_OP_SUB, op(x, RG_OP_ADD, rounds, loop->first), whole(x, 1));
        loop->runs = !x->some;
        if (row != body) /* tested: both have iterations enough */
            row->runs = !x->some_of_row;
        if (x->some) {
            loop->first = ir_expr_op(x->m, loc, RG_OP_MAX, x->some->first, loop->first);
            loop->last = ir_expr_op(x->m, loc, RG_OP_MIN, x->some->last, loop->last);
        }
    }
    return loop;
}

static bool is_stream(expansion *x, const ir_stmt *s)
{
    opt_stream stream;
    ir_stmt *loop = loop_around(x, on_elements(x, s));

    return loop && opt_nest_of(loop, &stream) && !opt_stream_is_wide(&stream);
}

/* The stream in one iteration of the outer loop. */
static opt_stream in_row(const expansion *x, const opt_stream *stream)
{
    opt_stream s = *stream;

    if (!s.around[0])
        s.loop[1] = NULL;
    for (size_t i = 0; i < OPT_AROUND; i++)
        s.around[i] = i + 1 < OPT_AROUND ? stream->around[i + 1] : NULL;
    opt_set_outermost(&s, x->row);
    return s;
}

/* May all iterations of b follow all iterations of a? */
static bool independent(const expansion *x, const opt_stream *a, const opt_stream *b)
{
    const opt_order order = x->up ? OPT_IN_ORDER : OPT_ANY_ORDER;

    if (!opt_independent(a, b, x->loop, order))
        return false;
    if (!x->row)
        return true;
    const opt_stream row_a = in_row(x, a), row_b = in_row(x, b);
    return opt_independent(&row_a, &row_b, x->row, order);
}

/* In a loop that goes outside, iterations of x->loop are taken in another order, so that none may
 * depend on another. The loops are what they were: s stands in both. */
static bool independent_inside(expansion *x, const ir_stmt *s, opt_stream *stream)
{
    ir_stmt alone = *s;

    alone.next = NULL;
    ir_stmt *both = opt_loop_around(x->m, x->inside, &alone),
            *loops = both ? loop_around(x, on_elements(x, both)) : NULL;
    if (!loops || !opt_loops_of(loops, stream))
        return false;
    opt_set_outermost(stream, x->loop);
    return opt_independent(stream, stream, x->loop, OPT_ANY_ORDER);
}

/* Of a stream that comes next. */
static bool independent_of_all(expansion *x, const opt_stream *stream)
{
    for (size_t i = x->up ? 1 : 0; i <= x->piece_count;
         i++) /* chunks go upwards: with the iterations of a loop that goes down the other way round
               */
        if (!independent(x, i == 0 ? stream : &x->pieces[i - 1], stream))
            return false;
    for (size_t i = x->inside ? x->first_inside : x->piece_count; i < x->piece_count; i++)
        if (!opt_independent(&x->pieces[i], stream, x->loop, OPT_ANY_ORDER)
            || !opt_independent(stream, &x->pieces[i], x->loop, OPT_ANY_ORDER))
            return false;
    return true;
}

/* The loop of one statement. NULL: it is no stream, or not apart from another one. */
static ir_stmt *piece(expansion *x, const ir_stmt *s)
{
    ir_stmt *loop = loop_around(x, on_elements(x, s));

    if (!loop || !x->trial)
        return loop;
    opt_stream *stream = &x->pieces[x->piece_count];
    if (x->piece_count == MOST_PIECES)
        return NULL;
    if (!opt_nest_of(loop, stream)) {
        if (s->kind != IR_FOR || x->inside || !opt_loops_of(loop, stream))
            return NULL;
        x->deep = true;
    }
    if (opt_stream_is_wide(stream))
        return NULL;
    x->around = x->around || stream->around[0];
    x->inner = x->inner || (stream->loop[1] && !x->row) || stream->around[0];
    opt_set_outermost(stream, x->loop);
    if (x->inside && !independent_inside(x, s, stream))
        return NULL;
    stream->positive = x->strides.list;
    if (!independent_of_all(x, stream))
        return NULL;
    x->piece_count++;
    return loop;
}

/* ---- statements ---- */

static bool append(ir_stmt **list, ir_stmt *s)
{
    if (s)
        *list = ir_append(*list, s);
    return s != NULL;
}

static bool update_in_parts(expansion *x, const ir_stmt *u, ir_stmt **out);
static bool statements(expansion *x, const ir_stmt *list, const ir_stmt *end, ir_stmt **out);

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
    const bool good = statements(x, s->body, NULL, &body);
    x->inside = NULL;
    empty.next = empty.body = NULL;
    ir_stmt *loop = good && body ? on_elements(x, &empty) : NULL;
    if (!loop || !opt_cannot_trap(loop->first) || !opt_cannot_trap(loop->last)
        || opt_reads_elements(loop->first, NULL) || opt_reads_elements(loop->last, NULL))
        return false;
    loop->body = body;
    return append(out, loop);
}

/* An update, or a loop around one. */
static bool simple(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    return s->kind == IR_UPDATE && !is_stream(x, s) ? update_in_parts(x, s, out)
                                                    : append(out, piece(x, s));
}

static ir_stmt update_of(const ir_stmt *like, const ir_var *scalar, ir_place place, bool adds,
                         const ir_expr *e)
{
    ir_stmt u = *like;

    u.kind = IR_UPDATE;
    u.next = NULL;
    u.var = NULL;
    u.mode = adds ? RG_MODE_ADD : RG_MODE_SUB;
    u.place = scalar ? ir_place_var(like->loc, scalar) : place;
    u.expr = (ir_expr *)(uintptr_t)e;
    return u;
}

static bool adds(const ir_stmt *u) { return u->mode == RG_MODE_ADD; }

/* By a loop variable. By an ancilla, only beside vectors, which are long: elsewhere loops of few
 * iterations would lose the registers that streams for many of them take. */
static bool varies(const expansion *x, const ir_expr *e)
{
    bool found = opt_expr_use(e, x->loop->var) || (x->row && opt_expr_use(e, x->row->var));

    for (size_t i = 0; i < x->used && x->vectors && !found; i++)
        found = opt_expr_use(e, x->list[i].scalar) != 0;
    return found;
}

/* A part that needs an ancilla. */
static bool is_part(const expansion *x, const ir_expr *e)
{
    return e && e->kind == IR_OP && varies(x, e);
}

/* Statements that make the parts of an update, and those that take them back, the last one first:
 * each part stays until the update is done, so that no function is computed more than twice. */
typedef struct {
    const ir_stmt *like;
    ir_stmt *makes, *takes;
} parts;

static ir_expr *with_parts(expansion *x, parts *of, const ir_expr *e);

static bool add_step(expansion *x, parts *of, const ir_stmt *make)
{
    ir_stmt *m = opt_copy_alone(x->m, make), *t = opt_copy_alone(x->m, make);

    if (!m || !t)
        return false;
    t->mode = make->mode == RG_MODE_ADD ? RG_MODE_SUB : RG_MODE_ADD;
    t->next = of->takes;
    of->takes = t;
    of->makes = ir_append(of->makes, m);
    return true;
}

static bool add_to(expansion *x, parts *of, const ir_var *p, bool add, const ir_expr *e)
{
    ir_stmt make = update_of(of->like, p, of->like->place, add, e);

    if (is_stream(x, &make))
        return add_step(x, of, &make);
    if (e->kind != IR_OP)
        return false;
    if (opt_is_addition(e))
        return add_to(x, of, p, add, e->left)
               && add_to(x, of, p, add == (e->op == RG_OP_FADD || e->op == RG_OP_ADD), e->right);
    make.expr = with_parts(x, of, e);
    return make.expr && is_stream(x, &make) && add_step(x, of, &make);
}

/* e, which is f(a, b), with ancillas in place of those of a and b that are parts. */
static ir_expr *with_parts(expansion *x, parts *of, const ir_expr *e)
{
    ir_expr *with = opt_copy_node(x->m, e);
    ir_expr **const operands[] = {with ? &with->left : NULL, with ? &with->right : NULL};
    const bool same = e->left && e->right && opt_same_expr(e->left, e->right);

    for (size_t i = 0; with && i < 2; i++) {
        ir_expr *part = *operands[i];
        if (!is_part(x, part))
            continue;
        if (i == 1 && same) {
            with->right = with->left;
            continue;
        }
        const ir_var *p = part->type == e->type ? next_ancilla(x, NULL, part->type) : NULL;
        *operands[i] = p && add_to(x, of, p, true, part) ? ir_expr_var(x->m, part->loc, p) : NULL;
        if (!*operands[i])
            return NULL;
    }
    return with;
}

static bool run_pieces(expansion *x, const ir_stmt *list, ir_stmt **out)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (!append(out, piece(x, s)))
            return false;
    return true;
}

/* t += a + b is t += a, t += b: sums are exact. t += f(a, b) with a part a is p += a, t += f(p, b),
 * p -= a. */
static bool update_in_parts(expansion *x, const ir_stmt *u, ir_stmt **out)
{
    const ir_expr *e = u->expr;
    parts of = {.like = u};

    if ((u->mode != RG_MODE_ADD && u->mode != RG_MODE_SUB) || e->kind != IR_OP)
        return false;
    if (opt_is_addition(e)) {
        const ir_stmt a = update_of(u, NULL, u->place, adds(u), e->left);
        const ir_stmt b = update_of(
            u, NULL, u->place, adds(u) == (e->op == RG_OP_FADD || e->op == RG_OP_ADD), e->right);
        x->split = true;
        return simple(x, &a, out) && simple(x, &b, out);
    }
    const ir_expr *with = with_parts(x, &of, e);
    if (!with || !of.makes)
        return false;
    const ir_stmt use = update_of(u, NULL, u->place, adds(u), with);
    return run_pieces(x, of.makes, out) && append(out, piece(x, &use))
           && run_pieces(x, of.takes, out);
}

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

    if (!v || !array_of(x, v))
        return NULL;
    for (const ir_stmt *other = list; other; other = other->next)
        uses += opt_stmt_use(body_of(x), other, v) != 0;
    return uses == 4 ? v : NULL; /* made, grown, shrunk, taken back */
}

static bool make_ancilla(expansion *x, const ir_stmt *list, const ir_stmt *s)
{
    const ir_var *from = grown(x, list, s);

    if (array_of(x, s->var) || !next_ancilla(x, s->var, s->var->base))
        return false;
    if (from)
        x->list[x->used - 1] =
            (ancilla){.scalar = s->var, .array = array_of(x, from), .shared = true};
    return true;
}

static bool allocation(expansion *x, const ir_stmt *list, const ir_stmt *s, ir_stmt **out)
{
    if (!is_number(s->var) || s->erase || (s->kind == IR_ALLOC && !make_ancilla(x, list, s))
        || !array_of(x, s->var))
        return false;
    const bool shared = find(x, s->var)->shared, alloc = s->kind == IR_ALLOC;
    if (shared && grown(x, list, s) == NULL)
        return false;
    const bool less = shared && (s->expr->op == RG_OP_FSUB || s->expr->op == RG_OP_SUB);
    const ir_stmt u =
        update_of(s, s->var, s->place, alloc != less, shared ? s->expr->right : s->expr);
    return opt_is_zero(s->expr) || simple(x, &u, out);
}

/* Of a vector. Nothing is left of it, for the matrix stands around all. */
static bool vector_allocation(expansion *x, const ir_stmt *s)
{
    const ancilla *known = find(x, s->var);

    if (x->row || s->erase || !opt_may_be_column(x->loop, s))
        return false;
    if (s->kind == IR_FREE_ARRAY)
        return known && known->extent && opt_same_expr(known->extent, s->first);
    if (known || x->used == MOST_ANCILLAS)
        return false;
    ancilla *a = &x->list[x->used++];
    if (x->used > x->count) {
        x->count++;
        *a = (ancilla){.scalar = s->var,
                       .array = new_variable(x, s->var->name, s->var->base, 2),
                       .extent = s->first};
    }
    x->vectors = true;
    return !x->m->out_of_memory;
}

/* @routine, what stands between, ~@routine. Sets *s to the last of them. */
static bool block(expansion *x, const ir_stmt **s, ir_stmt **out)
{
    const ir_stmt *b = *s, *undo = b->next;
    ir_stmt *body = NULL;

    while (undo && !(undo->kind == IR_UNROUTINE && undo->routine_id == b->routine_id))
        undo = undo->next;
    if (!undo || opt_count_undone(body_of(x), b->routine_id) != 1
        || !statements(x, b->body, NULL, &body))
        return false;
    *s = undo;
    if (!body)
        return statements(x, b->next, undo, out);
    return append(out, ir_routine_block(x->m, b->loc, b->routine_id, body))
           && statements(x, b->next, undo, out)
           && append(out, ir_unroutine(x->m, undo->loc, b->routine_id));
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
    return above && below && of_a.expr && of_b.expr && simple(x, &of_a, out)
           && simple(x, &of_b, out);
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
        const bool good = statements(x, less->body, NULL, out);
        *some[i] = before;
        return good;
    }
    return false;
}

static bool inner_loop(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    const size_t pieces = x->piece_count, used = x->used;
    size_t n = 0;

    while (n < MOST_OUTSIDE && x->outside[n] && x->outside[n] != s)
        n++;
    const bool known = n < MOST_OUTSIDE && x->outside[n] == s;
    if (!known && simple(x, s, out))
        return true;
    if (n == MOST_OUTSIDE)
        return false;
    x->outside[n] = s;
    x->piece_count = pieces;
    x->used = used;
    return goes_outside(x, s, out);
}

static bool statements(expansion *x, const ir_stmt *list, const ir_stmt *end, ir_stmt **out)
{
    for (const ir_stmt *s = list; s != end; s = s->next) {
        bool good = false;
        switch (s->kind) {
        case IR_UPDATE: good = simple(x, s, out); break;
        case IR_FOR: good = inner_loop(x, s, out); break;
        case IR_ALLOC:
        case IR_FREE: good = allocation(x, list, s, out); break;
        case IR_ALLOC_ARRAY:
        case IR_FREE_ARRAY: good = vector_allocation(x, s); break;
        case IR_ROUTINE: good = block(x, &s, out); break;
        case IR_ASSERT: good = assertion(x, s); break;
        case IR_IF: good = branches(x, s, out) || narrowed(x, s, out); break;
        default: break;
        }
        if (!good || x->m->out_of_memory)
            return false;
    }
    return true;
}

/* ---- the loop ---- */

static ir_expr *width(const expansion *x)
{
    return x->row ? from_one(x, row_high(x), row_low(x)) : NULL;
}

/* Arrays with elements for n iterations around the list. */
static ir_stmt *with_arrays(expansion *x, ir_stmt *list, ir_expr *n)
{
    for (size_t i = 0; i < x->count && n; i++) {
        const ir_var *v = x->list[i].array;
        ir_expr *extent = (ir_expr *)(uintptr_t)x->list[i].extent;
        ir_expr *first = x->row   ? width(x)
                         : extent ? extent
                                  : n,
                *last = x->row || extent ? n : NULL;
        if (x->list[i].shared)
            continue;
        ir_stmt *alloc = ir_array(x->m, x->loop->loc, v, false, first, last),
                *end = ir_array(x->m, x->loop->loc, v, true, first, last);
        if (alloc && end)
            alloc->filled = end->filled = !extent;
        if (!alloc || !end)
            return NULL;
        list = ir_append(ir_append(alloc, list), end);
    }
    return list;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list, opt_how_often often,
                    opt_versions *versions);

/* Loops around updates that stand alone now, and are no streams yet. */
static void go_deeper(expansion *x, ir_stmt **list, opt_how_often often)
{
    if (!x->deep || !*list)
        return;
    opt_shared_parts(x->m, x->r, list, false);
    list_of(x->m, x->r, list, often, NULL);
}

static int64_t chunk_of(const expansion *x) { return x->row || x->vectors ? ROWS : CHUNK; }

static ir_stmt *in_chunks(expansion *x)
{
    ir_module *m = x->m;
    const ir_loc loc = x->loop->loc;
    ir_var *c = ir_add_var(x->r, loc, x->loop->var->name, RG_TYPE_INT, 0),
           *n = ir_add_var(x->r, loc, "rounds", RG_TYPE_INT, 0);
    ir_stmt *list = NULL;

    if (!c || !n)
        return NULL;
    x->chunk = c;
    ir_expr *left = from_one(x, x->high, ir_expr_var(m, loc, c)), *most = whole(x, chunk_of(x));
    ir_expr *rounds = left && most ? ir_expr_op(m, loc, RG_OP_MIN, left, most) : NULL;
    if (!rounds || !statements(x, body_of(x), NULL, &list))
        return NULL;
    go_deeper(x, &list, OPT_IN_LOOPS);
    list = with_arrays(x, list, ir_expr_var(m, loc, n));
    ir_stmt *alloc = ir_alloc(m, loc, n, rounds), *end = ir_free(m, loc, n, rounds);
    if (!list || !alloc || !end)
        return NULL;
    return ir_for(m, loc, c, (ir_expr *)(uintptr_t)x->low, most, (ir_expr *)(uintptr_t)x->high,
                  ir_append(ir_append(alloc, list), end));
}

static int64_t fewest(const expansion *x)
{
    if (x->count == 0)
        return x->strides.test ? FEWEST_OF_TWO : 1;
    return x->inner || x->vectors ? FEWEST_WITH_LOOPS : FEWEST;
}

static ir_expr *at_least(const expansion *x, ir_expr *e, int64_t least)
{
    return ir_expr_op(x->m, x->loop->loc, RG_OP_GE, e, whole(x, least));
}

/* Iterations enough of both loops, and a row that is not too long for the memory. It has one
 * iteration at least, and so has the outer loop then. */
static ir_expr *two_are_worth_it(const expansion *x)
{
    const ir_loc loc = x->loop->loc;
    ir_expr *both = ir_expr_op(x->m, loc, RG_OP_MUL, from_one(x, x->high, x->low), width(x)),
            *fits = ir_expr_op(x->m, loc, RG_OP_MIN, op(x, RG_OP_SUB, width(x), whole(x, 1)),
                               op(x, RG_OP_SUB, whole(x, LONGEST_ROW), width(x)));

    return ir_expr_and(x->m, loc, at_least(x, both, FEWEST), at_least(x, fits, 0));
}

/* As a column of so many iterations fits in memory. */
static ir_expr *is_short(const expansion *x, const ir_expr *extent)
{
    return ir_expr_op(x->m, x->loop->loc, RG_OP_LE, (ir_expr *)(uintptr_t)extent,
                      whole(x, LONGEST_ROW));
}

static ir_expr *is_worth_it(const expansion *x)
{
    ir_expr *enough = x->row ? two_are_worth_it(x)
                             : at_least(x, op(x, RG_OP_SUB, x->high, x->low), fewest(x) - 1);

    for (size_t i = 0; i < x->count; i++)
        if (x->list[i].extent)
            enough = ir_expr_and(x->m, x->loop->loc, enough, is_short(x, x->list[i].extent));
    return x->strides.test ? ir_expr_and(x->m, x->loop->loc, enough, x->strides.test) : enough;
}

/* The list where there are iterations enough, else the loop as it was. */
static ir_stmt *where_worth_it(expansion *x, const ir_stmt *original, ir_stmt *list)
{
    ir_expr *test = is_worth_it(x);
    ir_stmt *otherwise = opt_copy_alone(x->m, original);

    if (otherwise)
        otherwise->brief = true;
    return test && otherwise && list ? ir_if(x->m, x->loop->loc, test, NULL, list, otherwise)
                                     : NULL;
}

/* Half of what it would run or more are functions: they take the clocks of their unit in streams as
 * well, and the arrays cost code. */
static bool mostly_functions(const expansion *x)
{
    size_t functions = 0;

    for (size_t i = 0; i < x->piece_count; i++) {
        const rg_op_info *info = x->pieces[i].a ? rg_op_lookup(x->pieces[i].op) : NULL;
        functions += info && (info->class == RG_CLASS_ELEM || info->class == RG_CLASS_DIV);
    }
    return !x->inner && 2 * functions >= x->piece_count;
}

/* Loops with an unknown trip count and without loops of their own are often short if they run
 * often. Then the test and the registers that the arrays want cost more than streams bring, unless
 * they replace a branch. */
static bool profitable(const expansion *x, opt_how_often often)
{
    if (x->count == 0)
        return (x->strides.test && !x->deep && !x->around) || x->split || x->before
               || (x->deep && x->piece_count > 1);
    if (mostly_functions(x))
        return false;
    return x->rounds >= 0 ? x->rounds >= fewest(x)
                          : x->inner || x->row || often == OPT_ONCE
                                || (often == OPT_CALLED && x->loop->body->kind == IR_IF);
}

/* The indices that are held are made before the list, and taken back behind it. */
static ir_stmt *with_indices(expansion *x, ir_stmt *list)
{
    ir_stmt *gone = x->held && list ? ir_invert(x->m, x->held) : NULL;

    if (!x->held || !list)
        return list;
    return gone ? ir_append(ir_append(x->held, list), gone) : NULL;
}

/* often: it stands in a loop, or in a routine that is called. */
static ir_stmt *expanded(expansion *x, const ir_stmt *original, opt_how_often often)
{
    ir_stmt *list = NULL;
    bool tested = false;

    x->trial = true;
    if (!statements(x, body_of(x), NULL, &list) || !list)
        return NULL;
    const bool wants = x->strides.test || x->vectors || (x->count > 0 && x->rounds < 0);
    if ((wants && opt_version_fails(x->versions, is_worth_it(x)))
        || (x->held && !wants && x->rounds <= 0))
        return NULL;
    if (x->versions && wants && profitable(x, OPT_ONCE))
        tested = opt_version_needs(x->m, x->versions, is_worth_it(x));
    if (!tested && !profitable(x, often))
        return NULL;
    if (x->count > 0 && x->rounds >= 0 && x->rounds <= chunk_of(x)) {
        go_deeper(x, &list, OPT_IN_LOOPS);
        list = with_arrays(x, list, whole(x, x->rounds));
    } else if (x->count > 0) {
        x->trial = false;
        x->used = 0;
        list = in_chunks(x);
    }
    if (x->count == 0)
        go_deeper(x, &list, often);
    list = with_indices(x, list);
    if (wants && !tested)
        list = where_worth_it(x, original, list);
    return list && !x->m->out_of_memory ? ir_append(x->before, list) : NULL;
}

/* A copy of the loop, with blocks of its own and whole expressions. On elements, where calls that
 * were inlined exchange them into ancillas. */
static ir_stmt *copy_of(ir_module *m, ir_routine *r, const ir_stmt *loop, bool two)
{
    const opt_copier c = {.m = m, .first_block = ir_block_ids(r->body)};
    ir_stmt *body = opt_copy_list(&c, loop->body);

    if (body) {
        ir_stmt **list = two ? &body->body : &body;
        opt_wholes(m, &body, true);
        opt_elements_in_place(m, list);
        opt_common_parts(m, r, list);
    }
    return opt_loop_around(m, loop, body);
}

static int64_t rounds_of(const ir_stmt *loop, const ir_stmt *row)
{
    const int64_t outer = opt_constant_rounds(loop), inner = row ? opt_constant_rounds(row) : 1;

    return outer < 0 || inner < 0 || outer > LONGEST_ROW || inner > LONGEST_ROW ? (row ? -1 : outer)
                                                                                : outer * inner;
}

/* Where its strides are variables, or its row's, they are tested. */
static bool with_strides(expansion *x, ir_stmt *loop)
{
    return opt_add_strides(x->m, loop, loop, &x->strides)
           && (!x->row || opt_add_strides(x->m, loop, loop->body, &x->strides))
           && x->strides.count > 0;
}

/* two: with the loop that is its body. tested: with strides that are tested, of which there must
 * be one. */
static ir_stmt *attempt(ir_module *m, ir_routine *r, const ir_stmt *original, opt_how_often often,
                        opt_versions *versions, bool two, bool tested)
{
    ir_stmt *list = NULL, *loop = copy_of(m, r, original, two);

    if (!loop || !opt_plain_bounds(loop))
        return NULL;
    const bool up = !loop->step || loop->step->raw == 1;
    const size_t count = r->var_count + 2 * MOST_ANCILLAS + 2;
    expansion x = {.m = m,
                   .r = r,
                   .loop = loop,
                   .up = up,
                   .low = up ? loop->first : loop->last,
                   .high = up ? loop->last : loop->first,
                   .row = two ? loop->body : NULL,
                   .versions = versions};
    x.rounds = rounds_of(loop, x.row);
    opt_hold_indices(m, r, loop, &x.held);
    if (tested && !with_strides(&x, loop))
        return NULL;
    x.values = calloc(count, sizeof *x.values);
    if (x.values)
        list = expanded(&x, original, often);
    else
        m->out_of_memory = true;
    free(x.values);
    return list;
}

static ir_stmt *expansion_of(ir_module *m, ir_routine *r, const ir_stmt *original,
                             opt_how_often often, opt_versions *versions, bool two)
{
    opt_stream stream;

    if (!opt_has_array_along(original->body, original->var) || opt_stream_of(original, &stream)
        || (two && !opt_are_two(original)))
        return NULL;
    ir_stmt *list = attempt(m, r, original, often, versions, two, false);
    return list || m->out_of_memory ? list : attempt(m, r, original, often, versions, two, true);
}

/* The bodies of a loop: as they are, and where all loops that need a test pass it. */
static void bodies_of(ir_module *m, ir_routine *r, ir_stmt *s, const ir_expr *fails,
                      ir_stmt **otherwise)
{
    opt_versions versions = {.around = s, .fails = fails}, second = {.fails = fails};
    const opt_copier c = {.m = m, .first_block = ir_block_ids(r->body)};
    ir_stmt *body = opt_copy_list(&c, s->body);

    if (!body)
        return;
    list_of(m, r, &body, OPT_IN_LOOPS, &versions);
    if (!versions.test) {
        s->body = body;
        return;
    }
    second.fails = versions.test;
    list_of(m, r, &s->body, OPT_IN_LOOPS, &second);
    ir_stmt *fast = opt_loop_around(m, s, body), *slow = opt_copy_alone(m, s);
    *otherwise = fast && slow ? ir_if(m, s->loc, versions.test, NULL, fast, slow) : NULL;
}

static ir_stmt *within(ir_module *m, ir_routine *r, ir_stmt *s, opt_how_often often,
                       opt_versions *versions)
{
    const bool loop = s->kind == IR_FOR || s->kind == IR_WHILE;
    ir_stmt *instead = NULL;

    if ((!versions || !versions->around) && opt_may_have_versions(s)
        && (s->kind != IR_FOR || !expansion_of(m, r, s, often, NULL, false))) {
        bodies_of(m, r, s, versions ? versions->fails : NULL, &instead);
        return instead;
    }
    list_of(m, r, &s->body, loop ? OPT_IN_LOOPS : often, versions);
    list_of(m, r, &s->other, often, versions);
    return NULL;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list, opt_how_often often,
                    opt_versions *versions)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *instead = NULL;
        opt_stream stream;
        const bool may = s->kind == IR_FOR && !s->rare;
        if (may && opt_nest_of(s, &stream))
            continue;
        if (may)
            instead = expansion_of(m, r, s, often, versions, true);
        if (!instead)
            instead = within(m, r, s, often, versions);
        if (!instead && may)
            instead = expansion_of(m, r, s, often, versions, false);
        if (!instead)
            continue;
        ir_stmt *last = instead;
        while (last->next)
            last = last->next;
        last->next = s->next;
        *link = instead;
        while (*link != last)
            link = &(*link)->next;
    }
}

/* ---- the pass ---- */

void opt_expand(const opt_site *at)
{
    ir_routine *r = at->routine;
    const opt_how_often *often = opt_off(at->off, OPT_STREAMS) ? NULL : opt_calls(at);

    if (!often)
        return;
    opt_shared_parts(at->m, r, &r->body, false);
    list_of(at->m, r, &r->body, often[r->index], NULL);
    opt_shared_parts(at->m, r, &r->body, true);
}
