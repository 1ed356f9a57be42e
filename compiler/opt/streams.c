/* streams.c: loops are made ready for streams. The branch of a rectifier becomes a maximum. Loop
 * fission splits a loop around several updates if all of them are streams, and if the order of
 * iterations and updates does not matter. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/linear.h"
#include "compiler/opt/parts.h"
#include "compiler/opt/planes.h"
#include "compiler/opt/stream.h"

enum { MOST_PIECES = 12, MOST_ACCESSES = 12, FAR = 1 << 30 };

/* ---- if (x > 0, ~) y += x end ---- */

/* The expression that is tested to be positive, or NULL. */
static ir_expr *tested(const ir_expr *e)
{
    if (e->kind != IR_OP)
        return NULL;
    return e->op == RG_OP_GT && opt_is_const(e->right, 0)  ? e->left
           : e->op == RG_OP_LT && opt_is_const(e->left, 0) ? e->right
                                                           : NULL;
}

/* Element to element of the same index, or scalar to scalar: the target is as much in bounds as
 * what is tested. */
static bool same_shape(const ir_place *y, const ir_expr *x)
{
    return x->kind == IR_VAR ? !y->row && y->var != x->var
                             : x->kind == IR_ELEM && y->row && opt_same_expr(y->row, x->left)
                                   && opt_same_expr(y->column, x->right);
}

/* Where x is 0 both add 0 and hand on no gradient. */
static ir_stmt *rectifier(ir_module *m, const ir_stmt *s)
{
    const ir_stmt *u = s->body;
    ir_expr *x = s->kind == IR_IF && !s->other && u && !u->next && opt_one_condition(s)
                     ? tested(s->pre)
                     : NULL;

    if (!x || !opt_is_sum(u) || !opt_same_expr(u->expr, x) || !same_shape(&u->place, x)
        || (x->type != RG_TYPE_FIXED && x->type != RG_TYPE_INT) || u->place.var->base != x->type)
        return NULL;
    ir_expr *most = ir_expr_op(m, s->loc, x->type == RG_TYPE_FIXED ? RG_OP_FMAX : RG_OP_MAX, x,
                               ir_expr_const(m, s->loc, x->type, 0));
    return most ? ir_update(m, u->loc, u->place, u->mode, most) : NULL;
}

/* An inlined call on elements: an update of them, where it is or becomes a plain one. */
static ir_stmt *on_elements(ir_module *m, const ir_stmt *root, ir_stmt *s)
{
    const ir_stmt *last;
    ir_stmt *list = s->kind == IR_ALLOC ? opt_without_exchanges(m, root, s, &last) : NULL,
            **u = &list;

    while (*u && (*u)->next)
        u = &(*u)->next;
    if (*u && (*u)->kind == IR_IF) {
        *u = rectifier(m, *u);
        list = *u; /* which uses the element in every case */
    }
    if (list)
        s->next = last->next;
    return list;
}

/* ---- may the updates of different iterations swap? ---- */

typedef struct {
    const ir_var *var;
    const ir_expr *row, *column;
    bool written;
} access;
typedef struct {
    access list[MOST_ACCESSES];
    size_t count;
    bool all;
} accesses;

static void add_access(accesses *a, const ir_var *v, const ir_expr *row, const ir_expr *column,
                       bool written)
{
    a->all = a->all && a->count < MOST_ACCESSES;
    if (a->all)
        a->list[a->count++] = (access){v, row, column, written};
}

static void add_elements(accesses *a, const ir_expr *e)
{
    if (!e)
        return;
    if (e->kind == IR_ELEM)
        add_access(a, e->var, e->left, e->right, false);
    add_elements(a, e->left);
    add_elements(a, e->right);
    add_elements(a, e->third);
}

/* Scalars are found by their use. */
static accesses accesses_of(const opt_stream *s)
{
    const ir_stmt *u = s->update;
    accesses a = {.all = true};

    add_access(&a, u->place.var, u->place.row, u->place.column, true);
    add_elements(&a, u->place.row);
    add_elements(&a, u->place.column);
    add_elements(&a, u->expr);
    add_elements(&a, u->first); /* of a product into the accumulator */
    add_elements(&a, u->last);
    return a;
}

/* Does it change within an iteration of the loop? */
static bool varies_within(const opt_stream *s, const ir_stmt *loop, const ir_expr *e)
{
    for (size_t i = 0; i < 2; i++)
        if (s->loop[i] && s->loop[i] != loop && opt_expr_use(e, s->loop[i]->var))
            return true;
    for (size_t i = 0; i < OPT_AROUND && s->around[i]; i++)
        if (s->around[i] != loop && opt_expr_use(e, s->around[i]->var))
            return true;
    return false;
}

static bool is_positive(const opt_stream *s, const ir_expr *e)
{
    for (const ir_expr *const *p = s->positive; p && *p; p++)
        if (opt_same_expr(*p, e))
            return true;
    return false;
}

static int64_t growth(const opt_stream *s, const ir_stmt *loop, const opt_linear *sum);

/* Of a product of a sum and a positive stride: 0 where it is none. */
static int64_t growth_of_product(const opt_stream *s, const ir_stmt *loop, const ir_expr *e)
{
    if (e->kind != IR_OP || e->op != RG_OP_MUL)
        return 0;
    const bool left = is_positive(s, e->right);
    if (!left && !is_positive(s, e->left))
        return 0;
    const opt_linear sum = opt_linear_of(left ? e->left : e->right);
    return growth(s, loop, &sum);
}

/* What the sum grows by from one value of the loop variable to the next, a positive stride aside:
 * the sign is that of the growth. 0: it does not grow, or not by the same each time. */
static int64_t growth(const opt_stream *s, const ir_stmt *loop, const opt_linear *sum)
{
    int64_t by = 0;

    for (size_t i = 0; i < sum->count; i++) {
        if (!opt_expr_use(sum->term[i], loop->var))
            continue;
        const int64_t one =
            opt_is_var(sum->term[i], loop->var) ? 1 : growth_of_product(s, loop, sum->term[i]);
        if (by != 0 || one == 0)
            return 0;
        by = sum->k[i] > 0 ? one : -one;
    }
    return sum->exact ? by : 0;
}

/* Different in different iterations of the loop: a sum with the loop variable and things that stay.
 */
static bool tells_rounds(const opt_stream *s, const ir_stmt *loop, const ir_expr *index)
{
    const opt_linear sum = opt_linear_of(index);

    return !varies_within(s, loop, index) && growth(s, loop, &sum) != 0;
}

/* Is the index of x in one iteration of s that of y in a later one, if it is that at all? Both grow
 * by the same in each iteration. strictly: not in the same iteration. */
static bool only_later(const opt_stream *s, const ir_expr *x, const ir_expr *y, const ir_stmt *loop,
                       bool strictly)
{
    opt_linear sum = opt_linear_of(x);
    const int64_t by = growth(s, loop, &sum);
    int64_t step;

    opt_linear_add(&sum, y, -1);
    if (!sum.exact || sum.count > 0 || sum.c <= -FAR || sum.c >= FAR || by == 0
        || !ir_constant_step(loop, &step) || step == 0)
        return false;
    return sum.c == 0 ? !strictly : (sum.c > 0) == ((by > 0) == (step > 0));
}

enum { ALL_LOOPS = OPT_AROUND + 3 };

/* From the innermost one on; then NULL. */
static void loops_of(const opt_stream *s, const ir_stmt *loops[ALL_LOOPS])
{
    size_t count = 0, around = 0;

    for (size_t i = 0; i < 2 && s->loop[i]; i++)
        loops[count++] = s->loop[i];
    while (around < OPT_AROUND && s->around[around])
        around++;
    while (around > 0)
        loops[count++] = s->around[--around];
    loops[count] = NULL;
}

/* Indices of the array that are never the same, in whatever iterations. */
static bool differ(const opt_stream *s, const opt_stream *t, const ir_var *array, const ir_expr *x,
                   const ir_expr *y)
{
    const ir_stmt *of_x[ALL_LOOPS], *of_y[ALL_LOOPS];

    loops_of(s, of_x);
    loops_of(t, of_y);
    return opt_beyond(x, of_x, y, of_y) || opt_beyond(y, of_y, x, of_x)
           || opt_planes_beyond(array, x, of_x, y, of_y)
           || opt_planes_beyond(array, y, of_y, x, of_x);
}

/* Accesses x and y of s and t: is there no dependence between different iterations of the loop? If
 * the second goes first, there must be none within one iteration either. In an order, x may have
 * the word in the earlier iteration. */
static bool apart(const opt_stream *s, const opt_stream *t, const access *x, const access *y,
                  const ir_stmt *loop, opt_order order)
{
    const ir_expr *const pairs[2][2] = {{x->row, y->row}, {x->column, y->column}};
    const bool strictly = order == OPT_SECOND_FIRST;

    for (size_t i = 0; i < 2; i++) {
        const ir_expr *a = pairs[i][0], *b = pairs[i][1];
        if (a && b
            && (differ(s, t, x->var, a, b)
                || (tells_rounds(s, loop, a) && tells_rounds(t, loop, b)
                    && ((opt_same_expr(a, b) && !strictly)
                        || (order != OPT_ANY_ORDER && only_later(s, a, b, loop, strictly))))))
            return true;
    }
    return false;
}

static bool bounds_use(const ir_stmt *loop, const ir_var *v)
{
    return loop && (opt_expr_use(loop->first, v) || opt_expr_use(loop->last, v));
}

bool opt_independent(const opt_stream *x, const opt_stream *y, const ir_stmt *loop, opt_order order)
{
    const accesses a = accesses_of(x), b = accesses_of(y);

    if (!a.all || !b.all)
        return false;
    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++) {
            const access *p = &a.list[i], *q = &b.list[k];
            if (p->var == q->var && p->written != q->written && !apart(x, y, p, q, loop, order))
                return false;
        }
    const opt_stream *const both[2] = {x, y};
    for (size_t i = 0; i < 2; i++) {
        const ir_var *changed = both[i]->update->place.var;
        const opt_stream *other = both[1 - i];
        if (changed->rank > 0)
            continue;
        if (opt_expr_use(other->update->expr, changed)
            || opt_place_use(&other->update->place, changed) & OPT_READ)
            return false;
        for (size_t n = 0; n < OPT_AROUND; n++)
            if ((n < 2 && bounds_use(other->loop[n], changed))
                || bounds_use(other->around[n], changed))
                return false;
    }
    return true;
}

void opt_set_outermost(opt_stream *stream, const ir_stmt *loop)
{
    if (stream->around[0])
        stream->around[0] = loop;
    else
        stream->loop[stream->loop[1] != NULL] = loop;
}

static bool plain_around(const ir_stmt *loop, const ir_stmt *update)
{
    int64_t step;

    return ir_constant_step(loop, &step) && step != 0 && opt_cannot_trap(loop->first)
           && opt_cannot_trap(loop->last) && !opt_reads_elements(loop->first, NULL)
           && !opt_reads_elements(loop->last, NULL)
           && !(update->place.var->rank == 0 && bounds_use(loop, update->place.var));
}

bool opt_nest_of(const ir_stmt *loop, opt_stream *stream)
{
    const ir_stmt *around[OPT_AROUND] = {NULL};
    size_t count = 0;

    for (; !opt_stream_of(loop, stream); loop = loop->body) {
        if (loop->kind != IR_FOR || !loop->body || loop->body->next || loop->body->kind != IR_FOR
            || count == OPT_AROUND)
            return false;
        around[count++] = loop;
    }
    for (size_t i = 0; i < count; i++)
        if (opt_stream_is_wide(stream) || !plain_around(around[i], stream->update))
            return false;
        else
            stream->around[i] = around[i];
    return true;
}

static bool has_plain_indices(const ir_expr *e)
{
    if (!e)
        return true;
    if (e->kind == IR_ELEM)
        return !opt_reads_elements(e->left, NULL) && !opt_reads_elements(e->right, NULL);
    return has_plain_indices(e->left) && has_plain_indices(e->right) && has_plain_indices(e->third);
}

bool opt_loops_of(const ir_stmt *s, opt_stream *loops)
{
    opt_stream found = {.loop = {NULL}};
    const ir_stmt *list[OPT_AROUND + 2];
    size_t depth = 0;

    for (; s->kind == IR_FOR && s->body && !s->body->next; s = s->body) {
        if (depth == OPT_AROUND + 2)
            return false;
        list[depth++] = s;
    }
    if (depth == 0 || !opt_is_sum(s) || opt_reads_elements(s->place.row, NULL)
        || opt_reads_elements(s->place.column, NULL) || !has_plain_indices(s->expr))
        return false;
    found.update = s;
    for (size_t i = 0; i < depth; i++) {
        if (!plain_around(list[i], s))
            return false;
        if (i + 2 >= depth)
            found.loop[depth - 1 - i] = list[i];
        else
            found.around[i] = list[i];
    }
    *loops = found;
    return true;
}

/* ---- splitting ---- */

ir_stmt *opt_made_once(ir_module *m, const ir_stmt *root, const ir_stmt *loop, const ir_stmt *s)
{
    const int64_t rounds = opt_constant_rounds(loop);
    ir_stmt *copy = opt_copy_alone(m, s);
    int64_t step;

    if (!copy || rounds == 0 || !opt_cannot_trap(s->expr) || !opt_stays(root, loop, s->expr)
        || !ir_constant_step(loop, &step))
        return NULL;
    if (rounds > 0)
        return copy;
    if (!opt_cannot_trap(loop->first) || !opt_cannot_trap(loop->last))
        return NULL;
    return ir_if(m, s->loc,
                 ir_expr_op(m, s->loc, step > 0 ? RG_OP_LE : RG_OP_GE, loop->first, loop->last),
                 NULL, copy, NULL);
}

/* The loops that a loop is split into, in their order. */
typedef struct {
    ir_module *m;
    const ir_stmt *root, *loop;
    opt_stream stream[MOST_PIECES];
    ir_stmt *piece[MOST_PIECES], *before; /* before: assertions */
    size_t count;
    bool changed,
        whole; /* it is more than the loop itself; one piece at least is a stream as a whole */
} pieces;

/* Behind as many of those that are there as possible. */
static bool take_place(pieces *p, ir_stmt *piece, opt_stream stream)
{
    size_t at = p->count;

    opt_set_outermost(&stream, p->loop); /* where it stands now */
    p->whole = p->whole || !stream.around[0];
    for (;; at--) {
        bool good = true;
        for (size_t i = 0; i < p->count && good; i++)
            good = i < at ? opt_independent(&p->stream[i], &stream, p->loop, OPT_IN_ORDER)
                          : opt_independent(&stream, &p->stream[i], p->loop, OPT_SECOND_FIRST);
        if (good)
            break;
        if (at == 0)
            return false;
    }
    for (size_t i = p->count++; i > at; i--) {
        p->stream[i] = p->stream[i - 1];
        p->piece[i] = p->piece[i - 1];
    }
    p->stream[at] = stream;
    p->piece[at] = piece;
    return true;
}

static bool add_piece(pieces *p, ir_stmt *piece)
{
    opt_stream stream;

    return piece && p->count < MOST_PIECES
           && (opt_nest_of(piece, &stream) || opt_indexed_stream_of(piece, &stream))
           && !opt_stream_is_wide(&stream) && take_place(p, piece, stream);
}

/* An update; sums are exact, so t += a + b is t += a, t += b. */
static bool add_update(pieces *p, const ir_stmt *u, enum rg_mode mode, ir_expr *e)
{
    ir_stmt *alone = ir_update(p->m, u->loc, u->place, mode, e),
            *piece = alone ? opt_loop_around(p->m, p->loop, alone) : NULL;
    opt_stream stream;

    if (!piece || opt_stream_of(piece, &stream) || !opt_is_addition(e))
        return add_piece(p, piece);
    const bool takes = e->op == RG_OP_FSUB || e->op == RG_OP_SUB;
    p->changed = true;
    return add_update(p, u, mode, e->left)
           && add_update(p, u, (mode == RG_MODE_ADD) != takes ? RG_MODE_ADD : RG_MODE_SUB,
                         e->right);
}

static ir_stmt *branch_of(pieces *p, const ir_stmt *s, unsigned op, ir_stmt *body)
{
    ir_expr *condition = opt_copy_node(p->m, s->pre);

    if (!condition || !body)
        return NULL;
    condition->op = op;
    return ir_if(p->m, s->loc, condition, NULL, body, NULL);
}

static unsigned opposite(unsigned op)
{
    switch (op) {
    case RG_OP_LT: return RG_OP_GE;
    case RG_OP_GE: return RG_OP_LT;
    case RG_OP_GT: return RG_OP_LE;
    case RG_OP_LE: return RG_OP_GT;
    case RG_OP_EQ: return RG_OP_NE;
    case RG_OP_NE: return RG_OP_EQ;
    default: return 0;
    }
}

/* A branch on the loop variable is a loop over the iterations in which it is taken, or two. */
static bool add_branch(pieces *p, const ir_stmt *s)
{
    ir_stmt *narrowed = opt_narrowed(p->m, p->root, p->loop, s);

    p->changed = true;
    if (narrowed)
        return add_piece(p, narrowed);
    if (s->pre->kind != IR_OP || !opposite(s->pre->op) || !opt_one_condition(s))
        return false;
    if (s->other) {
        const ir_stmt *yes = branch_of(p, s, s->pre->op, s->body),
                      *no = branch_of(p, s, opposite(s->pre->op), s->other);
        return yes && no && add_branch(p, yes) && add_branch(p, no);
    }
    if (s->pre->op != RG_OP_NE)
        return false;
    const ir_stmt *less = branch_of(p, s, RG_OP_LT, s->body),
                  *more = branch_of(p, s, RG_OP_GT, s->body);
    return less && more && add_branch(p, less) && add_branch(p, more);
}

static bool add_statement(pieces *p, const ir_stmt *s)
{
    switch (s->kind) {
    case IR_ASSERT: {
        ir_stmt *assertion = opt_made_once(p->m, p->root, p->loop, s);
        p->before = ir_append(p->before, assertion);
        p->changed = true;
        return assertion != NULL;
    }
    case IR_UPDATE:
        return opt_is_sum(s)
                   ? add_update(p, s, s->mode, s->expr)
                   : add_piece(p, opt_loop_around(p->m, p->loop, opt_copy_alone(p->m, s)));
    case IR_FOR: return add_piece(p, opt_loop_around(p->m, p->loop, opt_copy_alone(p->m, s)));
    case IR_IF: return add_branch(p, s);
    default: return false;
    }
}

/* The loops that the loop is split into, behind the assertions that it makes, or NULL. */
static ir_stmt *split(ir_module *m, const ir_stmt *root, const ir_stmt *loop)
{
    pieces p = {.m = m, .root = root, .loop = loop};
    ir_stmt *list = NULL;

    for (const ir_stmt *s = loop->body; s; s = s->next)
        if (!add_statement(&p, s))
            return NULL;
    for (size_t i = 0; i < p.count; i++)
        list = ir_append(list, p.piece[i]);
    return p.whole && (p.count > 1 || p.changed) ? ir_append(p.before, list) : NULL;
}

/* What the statement becomes, or NULL. */
static ir_stmt *instead_of(ir_module *m, const ir_stmt *root, ir_stmt *s, bool inlined)
{
    if (s->kind == IR_IF)
        return rectifier(m, s);
    if (!inlined)
        return NULL;
    return s->kind == IR_ALLOC ? on_elements(m, root, s)
           : s->kind == IR_FOR && s->body
                   && (s->body->next || s->body->kind == IR_IF || s->body->kind == IR_UPDATE)
               ? split(m, root, s)
               : NULL;
}

static void visit(ir_module *m, const ir_stmt *root, ir_stmt **list, bool inlined)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link;
        visit(m, root, &s->body, inlined);
        visit(m, root, &s->other, inlined);
        if (inlined && s->kind == IR_FOR)
            opt_copies(m, root, s);
        ir_stmt *instead = instead_of(m, root, s, inlined);
        link = instead ? opt_put_list(link, instead, s->next) : &s->next;
    }
}

void opt_streams(const opt_site *at)
{
    ir_module *m = at->m;
    ir_routine *r = at->routine;

    visit(m, r->body, &r->body, true);
    opt_parts(m, r->body, &r->body);
    visit(m, r->body, &r->body, true);
    opt_nests(m, &r->body);
}

void opt_rectifiers(ir_module *m, ir_routine *r) { visit(m, r->body, &r->body, false); }
