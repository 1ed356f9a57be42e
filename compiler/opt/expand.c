/* expand.c: scalars that every round of a loop computes, uses and uncomputes become arrays, with an element for each round; so do the parts of
 * an update of several operations. Then every statement of the body is a loop of its own, which a stream runs. Rounds are taken in chunks, so that
 * the arrays stay small. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

#include <stdlib.h>

/* Rounds: of a chunk; so few are left alone, where only parts of updates become arrays, and where a round has loops of its own. */
enum { MOST_ANCILLAS = 8, MOST_PIECES = 24, CHUNK = 256, FEWEST = 16, FEWEST_WITH_LOOPS = 6 };

typedef struct { const ir_var *scalar, *array; } ancilla;

/* trial: pieces are loops over all rounds, to see whether they are streams that may be run one after the other; else they are what is made. */
typedef struct {
    ir_module *m;
    ir_routine *r;
    const ir_stmt *loop;
    const ir_expr *low, *high;  /* of the loop variable */
    int64_t rounds;             /* -1: not known */
    const ir_var *chunk;        /* the loop variable of the chunks, or NULL */
    ancilla list[MOST_ANCILLAS];
    size_t count, used;         /* of ancillas; those met in this pass over the body */
    opt_stream pieces[MOST_PIECES];
    size_t piece_count;
    bool up;                    /* the loop goes up */
    bool trial, inner, split;   /* inner: a piece has a loop of its own; split: a sum was made in two updates */
    ir_stmt *before;            /* assertions */
    ir_expr **values;
} expansion;

static ir_expr *whole(const expansion *x, int64_t value) { return ir_whole(x->m, x->loop->loc, value); }

static ir_expr *op(const expansion *x, unsigned code, const ir_expr *a, const ir_expr *b)
{
    return opt_op(x->m, x->loop->loc, code, a, b);
}

/* ---- ancillas ---- */

static bool is_number(const ir_var *v) { return v->rank == 0 && (v->base == RG_TYPE_FIXED || v->base == RG_TYPE_INT || v->base == RG_TYPE_LOG); }

/* The element of this round. */
static ir_expr *element(const expansion *x, const ir_var *array)
{
    ir_expr *j = ir_expr_var(x->m, x->loop->loc, x->loop->var);
    ir_expr *index = x->chunk ? j : op(x, RG_OP_ADD, op(x, RG_OP_SUB, j, x->low), whole(x, 1));
    ir_expr *e = index ? ir_expr_elem(x->m, x->loop->loc, array, index, NULL) : NULL;

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

/* The next ancilla gets an array, the same one in the second pass over the body. scalar NULL: it stands for a part of an expression.
 * Returns the scalar; NULL: there are too many. */
static const ir_var *next_ancilla(expansion *x, const ir_var *scalar, rg_type_base base)
{
    if (x->used == MOST_ANCILLAS)
        return NULL;
    ancilla *a = &x->list[x->used++];
    if (x->used > x->count) {
        x->count++;
        a->scalar = scalar ? scalar : new_variable(x, "part", base, 0);
        a->array = a->scalar ? new_variable(x, a->scalar->name, base, 1) : NULL;
    }
    return x->m->out_of_memory ? NULL : a->scalar;
}

static const ir_var *array_of(const expansion *x, const ir_var *scalar)
{
    for (size_t i = 0; i < x->used; i++)
        if (x->list[i].scalar == scalar)
            return x->list[i].array;
    return NULL;
}

/* ---- pieces ---- */

static void put_places(const expansion *x, ir_stmt *s)
{
    const ir_var *array = s->place.row ? NULL : array_of(x, s->place.var);
    ir_expr *e = array ? element(x, array) : NULL;

    if (e)
        s->place = (ir_place){.var = array, .row = e->left, .inbounds = true, .loc = s->place.loc};
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
        x->values[x->list[i].scalar->id] = element(x, x->list[i].array);
    ir_expr *j = x->chunk ? ir_expr_var(x->m, x->loop->loc, x->loop->var) : NULL;
    if (j)
        x->values[x->loop->var->id] = op(x, RG_OP_ADD, j, op(x, RG_OP_SUB, ir_expr_var(x->m, x->loop->loc, x->chunk), whole(x, 1)));
    ir_stmt *copy = opt_copy_list(&c, &alone);
    for (size_t i = 0; i < x->used; i++)
        x->values[x->list[i].scalar->id] = NULL;
    x->values[x->loop->var->id] = NULL;
    if (copy && !x->m->out_of_memory)
        put_places(x, copy);
    return x->m->out_of_memory ? NULL : copy;
}

static ir_stmt *loop_around(expansion *x, ir_stmt *body)
{
    ir_stmt *loop = opt_loop_around(x->m, x->loop, body);

    if (loop && x->chunk) {
        loop->first = whole(x, 1);
        loop->step = NULL;
        loop->last = ir_expr_dim(x->m, x->loop->loc, x->list[0].array, 1);
    }
    return loop;
}

static bool is_stream(expansion *x, const ir_stmt *s)
{
    opt_stream stream;
    ir_stmt *loop = loop_around(x, on_elements(x, s));

    return loop && opt_nest_of(loop, &stream) && !opt_stream_is_wide(&stream);
}

/* The loop of one statement. NULL: it is no stream, or not apart from another one. */
static ir_stmt *piece(expansion *x, const ir_stmt *s)
{
    ir_stmt *loop = loop_around(x, on_elements(x, s));

    if (!loop || !x->trial)
        return loop;
    opt_stream *stream = &x->pieces[x->piece_count];
    if (x->piece_count == MOST_PIECES || !opt_nest_of(loop, stream) || opt_stream_is_wide(stream))
        return NULL;
    x->inner = x->inner || stream->loop[1] || stream->around[0];
    opt_set_outermost(stream, x->loop);
    for (size_t i = x->up ? 1 : 0; i <= x->piece_count; i++) /* chunks go upwards: with the rounds of a loop that goes down the other way round */
        if (!opt_independent(i == 0 ? stream : &x->pieces[i - 1], stream, x->loop, x->up))
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

/* An update, or a loop around one. */
static bool simple(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    return s->kind == IR_UPDATE && !is_stream(x, s) ? update_in_parts(x, s, out) : append(out, piece(x, s));
}

static ir_stmt update_of(const ir_stmt *like, const ir_var *scalar, ir_place place, bool adds, const ir_expr *e)
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

static bool is_sum(const ir_expr *e) { return e->kind == IR_OP && (e->op == RG_OP_FADD || e->op == RG_OP_FSUB || e->op == RG_OP_ADD || e->op == RG_OP_SUB); }

static bool adds(const ir_stmt *u) { return u->mode == RG_MODE_ADD; }

/* A part that needs an ancilla. */
static bool is_part(const expansion *x, const ir_expr *e) { return e && e->kind == IR_OP && opt_expr_use(e, x->loop->var); }

/* t += a + b is t += a, t += b: sums are exact. t += f(a, b) with a part a is p += a, t += f(p, b), p -= a. */
static bool update_in_parts(expansion *x, const ir_stmt *u, ir_stmt **out)
{
    const ir_expr *e = u->expr;

    if ((u->mode != RG_MODE_ADD && u->mode != RG_MODE_SUB) || e->kind != IR_OP)
        return false;
    if (is_sum(e) && e->right) {
        const ir_stmt a = update_of(u, NULL, u->place, adds(u), e->left);
        const ir_stmt b = update_of(u, NULL, u->place, adds(u) == (e->op == RG_OP_FADD || e->op == RG_OP_ADD), e->right);
        x->split = true;
        return simple(x, &a, out) && simple(x, &b, out);
    }
    const ir_expr *part = is_part(x, e->left) ? e->left : is_part(x, e->right) ? e->right : NULL;
    const ir_var *p = part && e->type == part->type ? next_ancilla(x, NULL, part->type) : NULL;
    ir_expr *word = p ? ir_expr_var(x->m, part->loc, p) : NULL, *with = p ? ir_arena_alloc(x->m, sizeof *with) : NULL;
    if (!word || !with)
        return false;
    *with = *e;
    with->left = opt_same_expr(e->left, part) ? word : e->left;
    with->right = opt_same_expr(e->right, part) ? word : e->right;
    const ir_stmt make = update_of(u, p, u->place, true, part), take = update_of(u, p, u->place, false, part), use = update_of(u, NULL, u->place, adds(u), with);
    return simple(x, &make, out) && simple(x, &use, out) && simple(x, &take, out);
}

static bool statements(expansion *x, const ir_stmt *list, const ir_stmt *end, ir_stmt **out);

static bool allocation(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    if (!is_number(s->var) || s->erase)
        return false;
    if (s->kind == IR_ALLOC && (array_of(x, s->var) || !next_ancilla(x, s->var, s->var->base)))
        return false;
    if (!array_of(x, s->var))
        return false;
    const ir_stmt u = update_of(s, s->var, s->place, s->kind == IR_ALLOC, s->expr);
    return opt_is_zero(s->expr) || simple(x, &u, out);
}

/* @routine, what stands between, ~@routine. Sets *s to the last of them. */
static bool block(expansion *x, const ir_stmt **s, ir_stmt **out)
{
    const ir_stmt *b = *s, *undo = b->next;
    ir_stmt *body = NULL;

    while (undo && !(undo->kind == IR_UNROUTINE && undo->routine_id == b->routine_id))
        undo = undo->next;
    if (!undo || opt_count_undone(x->loop->body, b->routine_id) != 1 || !statements(x, b->body, NULL, &body))
        return false;
    *s = undo;
    if (!body)
        return statements(x, b->next, undo, out);
    return append(out, ir_routine_block(x->m, b->loc, b->routine_id, body)) && statements(x, b->next, undo, out)
        && append(out, ir_unroutine(x->m, undo->loc, b->routine_id));
}

/* Of a condition on the sign: what is tested; for_positive: it holds for positive numbers, for_zero: for 0. NULL: it is another one. */
static ir_expr *signed_by(const ir_expr *e, bool *for_positive, bool *for_zero)
{
    if (e->kind != IR_OP || (e->op != RG_OP_GT && e->op != RG_OP_GE && e->op != RG_OP_LT && e->op != RG_OP_LE))
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
    if (e->kind != IR_OP || (e->op != RG_OP_FMUL && e->op != RG_OP_MUL) || opt_same_expr(e->left, v) == opt_same_expr(e->right, v))
        return NULL;
    ir_expr *copy = opt_copy_node(x->m, e);
    if (copy)
        *(opt_same_expr(e->left, v) ? &copy->left : &copy->right) = value;
    return copy;
}

/* if (v > 0, ~) t += a v else t += b v is t += a max(v, 0), t += b min(0, v): the operand that is taken at 0 has the gradient. */
static bool branches(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    const ir_stmt *a = s->body, *b = s->other;
    bool for_positive, for_zero;
    ir_expr *v = opt_one_condition(s) ? signed_by(s->pre, &for_positive, &for_zero) : NULL;

    if (!v || (v->type != RG_TYPE_FIXED && v->type != RG_TYPE_INT) || !a || a->next || !b || b->next || !opt_is_sum(a) || !opt_is_sum(b)
        || !opt_same_place(&a->place, &b->place) || a->expr->type != v->type || b->expr->type != v->type)
        return false;
    const bool fixed = v->type == RG_TYPE_FIXED, zero_is_positive = for_positive == for_zero;
    ir_expr *zero = ir_expr_const(x->m, s->loc, v->type, 0);
    ir_expr *above = ir_expr_op(x->m, s->loc, fixed ? RG_OP_FMAX : RG_OP_MAX, zero_is_positive ? zero : v, zero_is_positive ? v : zero);
    ir_expr *below = ir_expr_op(x->m, s->loc, fixed ? RG_OP_FMIN : RG_OP_MIN, zero_is_positive ? v : zero, zero_is_positive ? zero : v);
    ir_stmt of_a = *a, of_b = *b;
    of_a.expr = with_value(x, a->expr, v, for_positive ? above : below);
    of_b.expr = with_value(x, b->expr, v, for_positive ? below : above);
    of_a.next = of_b.next = NULL;
    return above && below && of_a.expr && of_b.expr && simple(x, &of_a, out) && simple(x, &of_b, out);
}

static bool assertion(expansion *x, const ir_stmt *s)
{
    ir_stmt *copy = opt_made_once(x->m, x->loop->body, x->loop, s);

    if (copy && x->trial)
        x->before = ir_append(x->before, copy);
    return copy != NULL;
}

static bool statements(expansion *x, const ir_stmt *list, const ir_stmt *end, ir_stmt **out)
{
    for (const ir_stmt *s = list; s != end; s = s->next) {
        bool good = false;
        switch (s->kind) {
        case IR_UPDATE: case IR_FOR: good = simple(x, s, out); break;
        case IR_ALLOC: case IR_FREE: good = allocation(x, s, out); break;
        case IR_ROUTINE: good = block(x, &s, out); break;
        case IR_ASSERT: good = assertion(x, s); break;
        case IR_IF: good = branches(x, s, out); break;
        default: break;
        }
        if (!good || x->m->out_of_memory)
            return false;
    }
    return true;
}

/* ---- the loop ---- */

/* Arrays of n elements around the list. */
static ir_stmt *with_arrays(expansion *x, ir_stmt *list, ir_expr *n)
{
    for (size_t i = 0; i < x->count && n; i++) {
        const ir_var *v = x->list[i].array;
        ir_stmt *alloc = ir_array(x->m, x->loop->loc, v, false, n, NULL), *end = ir_array(x->m, x->loop->loc, v, true, n, NULL);
        if (alloc && end)
            alloc->filled = end->filled = true;
        if (!alloc || !end)
            return NULL;
        list = ir_append(ir_append(alloc, list), end);
    }
    return list;
}

static ir_stmt *in_chunks(expansion *x)
{
    ir_module *m = x->m;
    const ir_loc loc = x->loop->loc;
    ir_var *c = ir_add_var(x->r, loc, x->loop->var->name, RG_TYPE_INT, 0), *n = ir_add_var(x->r, loc, "rounds", RG_TYPE_INT, 0);
    ir_stmt *list = NULL;

    if (!c || !n)
        return NULL;
    x->chunk = c;
    ir_expr *left = op(x, RG_OP_ADD, op(x, RG_OP_SUB, x->high, ir_expr_var(m, loc, c)), whole(x, 1)), *most = whole(x, CHUNK);
    ir_expr *rounds = left && most ? ir_expr_op(m, loc, RG_OP_MIN, left, most) : NULL;
    if (!rounds || !statements(x, x->loop->body, NULL, &list))
        return NULL;
    list = with_arrays(x, list, ir_expr_var(m, loc, n));
    ir_stmt *alloc = ir_alloc(m, loc, n, rounds), *end = ir_free(m, loc, n, rounds);
    if (!list || !alloc || !end)
        return NULL;
    return ir_for(m, loc, c, (ir_expr *)(uintptr_t)x->low, most, (ir_expr *)(uintptr_t)x->high, ir_append(ir_append(alloc, list), end));
}

static int64_t fewest(const expansion *x) { return x->count == 0 ? 1 : x->inner ? FEWEST_WITH_LOOPS : FEWEST; }

/* The list where there are rounds enough, else the loop as it was. */
static ir_stmt *where_worth_it(expansion *x, const ir_stmt *original, ir_stmt *list)
{
    ir_expr *distance = op(x, RG_OP_SUB, x->high, x->low), *least = whole(x, fewest(x) - 1);
    ir_stmt *otherwise = opt_copy_alone(x->m, original);

    return distance && least && otherwise && list ? ir_if(x->m, x->loop->loc, ir_expr_op(x->m, x->loop->loc, RG_OP_GE, distance, least), NULL, list, otherwise) : NULL;
}

/* Half of what it would run or more are functions: they take the clocks of their unit in streams as well, and the arrays cost code. */
static bool mostly_functions(const expansion *x)
{
    size_t functions = 0;

    for (size_t i = 0; i < x->piece_count; i++) {
        const unsigned class = rg_op_lookup(x->pieces[i].op)->class;
        functions += class == RG_CLASS_ELEM || class == RG_CLASS_DIV;
    }
    return !x->inner && 2 * functions >= x->piece_count;
}

/* Loops without loops of their own, of rounds that are not known, are often short where they run often: there the test and the registers that the
 * arrays want cost more than streams bring. */
static bool profitable(const expansion *x, bool often)
{
    if (x->count == 0)
        return x->split || x->before;
    if (mostly_functions(x))
        return false;
    return x->rounds >= 0 ? x->rounds >= fewest(x) : x->inner || !often;
}

/* often: it stands in a loop, or in a routine that is called. */
static ir_stmt *expanded(expansion *x, const ir_stmt *original, bool often)
{
    ir_stmt *list = NULL;

    x->trial = true;
    if (!statements(x, x->loop->body, NULL, &list) || !list || !profitable(x, often))
        return NULL;
    if (x->count > 0 && x->rounds >= 0 && x->rounds <= CHUNK) {
        list = with_arrays(x, list, whole(x, x->rounds));
    } else if (x->count > 0) {
        x->trial = false;
        x->used = 0;
        list = in_chunks(x);
        if (x->rounds < 0)
            list = where_worth_it(x, original, list);
    }
    return list && !x->m->out_of_memory ? ir_append(x->before, list) : NULL;
}

static bool plain_bounds(const ir_stmt *loop)
{
    int64_t step;

    return ir_constant_step(loop, &step) && (step == 1 || step == -1) && opt_cannot_trap(loop->first)
        && opt_cannot_trap(loop->last) && !opt_reads_elements(loop->first, NULL) && !opt_reads_elements(loop->last, NULL)
        && opt_stays(loop->body, loop, loop->first) && opt_stays(loop->body, loop, loop->last);
}

/* A copy of the loop, with blocks of its own. On elements, where calls that were inlined exchange them into ancillas. */
static const ir_stmt *copy_of(ir_module *m, const ir_routine *r, const ir_stmt *loop)
{
    const opt_copier c = {.m = m, .first_block = opt_block_ids(r->body)};
    ir_stmt *body = opt_copy_list(&c, loop->body);

    if (body)
        opt_elements_in_place(m, &body);
    return opt_loop_around(m, loop, body);
}

static bool reads_along(const ir_expr *e, const ir_var *v)
{
    return e && ((e->kind == IR_ELEM && (opt_expr_use(e->left, v) || opt_expr_use(e->right, v))) || reads_along(e->left, v) || reads_along(e->right, v)
                 || reads_along(e->third, v));
}

/* Is there an array of the program along which the rounds go? Without one all rounds do the same, or what no stream can. */
static bool has_array_along(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_place_slot(s, i); i++) {
            const ir_place *p = ir_place_slot(s, i);
            if (p->var && (opt_expr_use(p->row, v) || opt_expr_use(p->column, v)))
                return true;
        }
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            if (reads_along(*ir_expr_slot(s, i), v))
                return true;
        if (has_array_along(s->body, v) || has_array_along(s->other, v))
            return true;
    }
    return false;
}

static ir_stmt *expansion_of(ir_module *m, ir_routine *r, const ir_stmt *original, bool often)
{
    opt_stream stream;
    ir_stmt *list = NULL;
    const ir_stmt *loop = has_array_along(original->body, original->var) && !opt_stream_of(original, &stream) ? copy_of(m, r, original) : NULL;

    if (!loop || !plain_bounds(loop))
        return NULL;
    const bool up = !loop->step || loop->step->raw == 1;
    const size_t count = r->var_count + 2 * MOST_ANCILLAS + 2;
    expansion x = {.m = m, .r = r, .loop = loop, .up = up, .low = up ? loop->first : loop->last, .high = up ? loop->last : loop->first, .rounds = opt_constant_rounds(loop)};
    x.values = calloc(count, sizeof *x.values);
    if (x.values)
        list = expanded(&x, original, often);
    else
        m->out_of_memory = true;
    free(x.values);
    return list;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list, bool often)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link;
        list_of(m, r, &s->body, often || s->kind == IR_FOR || s->kind == IR_WHILE);
        list_of(m, r, &s->other, often);
        ir_stmt *instead = s->kind == IR_FOR ? expansion_of(m, r, s, often) : NULL;
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

void opt_expand(ir_module *m, ir_routine *r)
{
    bool called = false;

    for (const ir_routine *other = m->routines; other; other = other->next)
        called = called || opt_count_calls(other->body, r) > 0;
    list_of(m, r, &r->body, called);
}
