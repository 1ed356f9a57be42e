/* streams.c: loops are made ready for streams: the branch of a rectifier becomes a maximum, and a loop around several updates is split
 * into one loop for each where all of them are streams and the order of rounds and updates does not matter. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/linear.h"
#include "compiler/opt/parts.h"
#include "compiler/opt/stream.h"

enum { MOST_PIECES = 12, FAR = 1 << 30 };

/* ---- if (x > 0, ~) y += x end ---- */

/* The expression that is tested to be positive, or NULL. */
static ir_expr *tested(const ir_expr *e)
{
    if (e->kind != IR_OP)
        return NULL;
    return e->op == RG_OP_GT && opt_is_const(e->right, 0) ? e->left : e->op == RG_OP_LT && opt_is_const(e->left, 0) ? e->right : NULL;
}

/* Element to element of the same index, or scalar to scalar: the target is as much in bounds as what is tested. */
static bool same_shape(const ir_place *y, const ir_expr *x)
{
    return x->kind == IR_VAR ? !y->row && y->var != x->var
                             : x->kind == IR_ELEM && y->row && opt_same_expr(y->row, x->left) && opt_same_expr(y->column, x->right);
}

/* Where x is 0 both add 0 and hand on no gradient. */
static ir_stmt *rectifier(ir_module *m, const ir_stmt *s)
{
    const ir_stmt *u = s->body;
    ir_expr *x = s->kind == IR_IF && !s->other && u && !u->next && opt_one_condition(s) ? tested(s->pre) : NULL;

    if (!x || !opt_is_sum(u) || !opt_same_expr(u->expr, x)
        || !same_shape(&u->place, x) || (x->type != RG_TYPE_FIXED && x->type != RG_TYPE_INT) || u->place.var->base != x->type)
        return NULL;
    ir_expr *most = ir_expr_op(m, s->loc, x->type == RG_TYPE_FIXED ? RG_OP_FMAX : RG_OP_MAX, x, ir_expr_const(m, s->loc, x->type, 0));
    return most ? ir_update(m, u->loc, u->place, u->mode, most) : NULL;
}

/* An inlined call on elements: an update of them, where it is or becomes a plain one. */
static ir_stmt *on_elements(ir_module *m, ir_stmt *s)
{
    const ir_stmt *last;
    ir_stmt *u = s->kind == IR_ALLOC ? opt_without_exchanges(m, s, &last) : NULL;

    if (u && u->kind == IR_IF)
        u = rectifier(m, u);
    if (u)
        s->next = last->next;
    return u;
}

/* ---- may the updates of different rounds change places? ---- */

typedef struct { const ir_var *var; const ir_expr *row, *column; bool written; } access;
typedef struct { access list[3]; size_t count; } accesses;

static void add_access(accesses *a, const ir_var *v, const ir_expr *row, const ir_expr *column, bool written)
{
    a->list[a->count++] = (access){v, row, column, written};
}

/* Scalars in an operand that is no element are found by their use. */
static accesses accesses_of(const opt_stream *s)
{
    accesses a = {.count = 0};
    const ir_expr *operands[] = {s->a, s->b};

    add_access(&a, s->update->place.var, s->update->place.row, s->update->place.column, true);
    for (size_t i = 0; i < 2; i++)
        if (operands[i] && operands[i]->kind == IR_ELEM)
            add_access(&a, operands[i]->var, operands[i]->left, operands[i]->right, false);
    return a;
}

/* Different in different rounds of the loop: a sum with the loop variable and things that stay. */
static bool tells_rounds(const ir_expr *index, const ir_var *v, const ir_var *inner)
{
    opt_linear sum = opt_linear_of(index);
    bool found = false;

    if (inner && opt_expr_use(index, inner))
        return false;
    for (size_t i = 0; i < sum.count; i++)
        found = found || opt_is_var(sum.term[i], v);
    for (size_t i = 0; i < sum.count; i++)
        if (!opt_is_var(sum.term[i], v) && opt_expr_use(sum.term[i], v))
            return false;
    return sum.exact && found;
}

static const ir_var *inner_variable(const opt_stream *s, const ir_stmt *loop) { return s->loop[1] == loop ? s->loop[0]->var : NULL; }

/* Is the index of x in a round of a loop that goes up that of y in a later one, if it is that at all? Both grow by the same in each round. */
static bool only_later(const ir_expr *x, const ir_expr *y, const ir_var *v)
{
    opt_linear sum = opt_linear_of(x);
    int64_t by = 0;

    for (size_t i = 0; i < sum.count; i++)
        if (opt_is_var(sum.term[i], v))
            by = sum.k[i];
    opt_linear_add(&sum, y, -1);
    return sum.exact && sum.count == 0 && (by > 0 ? sum.c >= 0 && sum.c < FAR : by < 0 && sum.c <= 0 && sum.c > -FAR);
}

/* Two accesses that never meet in different rounds of the loop; or, where it goes up, only such that x has the word in the earlier round. */
static bool apart(const access *x, const access *y, const ir_stmt *loop, const ir_var *inner_x, const ir_var *inner_y)
{
    const ir_expr *const pairs[2][2] = {{x->row, y->row}, {x->column, y->column}};
    const ir_var *v = loop->var;
    int64_t step;

    for (size_t i = 0; i < 2; i++)
        if (pairs[i][0] && pairs[i][1] && tells_rounds(pairs[i][0], v, inner_x) && tells_rounds(pairs[i][1], v, inner_y)
            && (opt_same_expr(pairs[i][0], pairs[i][1]) || (ir_constant_step(loop, &step) && step > 0 && only_later(pairs[i][0], pairs[i][1], v))))
            return true;
    return false;
}

bool opt_independent(const opt_stream *x, const opt_stream *y, const ir_stmt *loop)
{
    const accesses a = accesses_of(x), b = accesses_of(y);

    for (size_t i = 0; i < a.count; i++)
        for (size_t k = 0; k < b.count; k++) {
            const access *p = &a.list[i], *q = &b.list[k];
            if (p->var == q->var && p->written != q->written && !apart(p, q, loop, inner_variable(x, loop), inner_variable(y, loop)))
                return false;
        }
    const opt_stream *const both[2] = {x, y};
    for (size_t i = 0; i < 2; i++) {
        const ir_var *changed = both[i]->update->place.var;
        const opt_stream *other = both[1 - i];
        if (changed->rank == 0 && (opt_expr_use(other->update->expr, changed) || opt_place_use(&other->update->place, changed) & OPT_READ))
            return false;
        for (size_t n = 0; changed->rank == 0 && n < 2 && other->loop[n]; n++)
            if (opt_expr_use(other->loop[n]->first, changed) || opt_expr_use(other->loop[n]->last, changed))
                return false;
    }
    return true;
}

/* ---- splitting ---- */

ir_stmt *opt_made_once(ir_module *m, const ir_stmt *root, const ir_stmt *loop, const ir_stmt *s)
{
    const int64_t rounds = opt_constant_rounds(loop);
    ir_stmt *copy = opt_copy_alone(m, s);
    int64_t step;

    if (!copy || rounds == 0 || !opt_cannot_trap(s->expr) || !opt_stays(root, loop, s->expr) || !ir_constant_step(loop, &step))
        return NULL;
    if (rounds > 0)
        return copy;
    if (!opt_cannot_trap(loop->first) || !opt_cannot_trap(loop->last))
        return NULL;
    return ir_if(m, s->loc, ir_expr_op(m, s->loc, step > 0 ? RG_OP_LE : RG_OP_GE, loop->first, loop->last), NULL, copy, NULL);
}

/* The loops that the loop is split into, behind the assertions that it makes, or NULL. */
static ir_stmt *split(ir_module *m, const ir_stmt *root, const ir_stmt *loop)
{
    opt_stream streams[MOST_PIECES];
    ir_stmt *list = NULL, *before = NULL;
    size_t count = 0;
    bool narrowed = false;

    for (const ir_stmt *s = loop->body; s; s = s->next) {
        if (s->kind == IR_ASSERT) {
            ir_stmt *assertion = opt_made_once(m, root, loop, s);
            if (!assertion)
                return NULL;
            before = ir_append(before, assertion);
            continue;
        }
        if (count == MOST_PIECES || (s->kind != IR_UPDATE && s->kind != IR_FOR && s->kind != IR_IF))
            return NULL;
        ir_stmt *alone = s->kind == IR_IF ? opt_narrowed(m, root, loop, s) : opt_loop_around(m, loop, opt_copy_alone(m, s));
        narrowed = narrowed || s->kind == IR_IF;
        if (!alone || !opt_stream_of(alone, &streams[count]) || opt_stream_is_wide(&streams[count]))
            return NULL;
        streams[count].loop[streams[count].loop[1] != NULL] = loop; /* where it stands now */
        for (size_t i = 0; i < count; i++)
            if (!opt_independent(&streams[i], &streams[count], loop))
                return NULL;
        count++;
        list = ir_append(list, alone);
    }
    return count > 1 || (count > 0 && (before || narrowed)) ? ir_append(before, list) : NULL;
}

/* What the statement becomes, or NULL. */
static ir_stmt *instead_of(ir_module *m, const ir_stmt *root, ir_stmt *s, bool inlined)
{
    if (s->kind == IR_IF)
        return rectifier(m, s);
    if (!inlined)
        return NULL;
    return s->kind == IR_ALLOC ? on_elements(m, s) : s->kind == IR_FOR && s->body && (s->body->next || s->body->kind == IR_IF) ? split(m, root, s) : NULL;
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

void opt_streams(ir_module *m, ir_routine *r)
{
    visit(m, r->body, &r->body, true);
    opt_parts(m, r->body, &r->body);
    visit(m, r->body, &r->body, true);
    opt_nests(m, &r->body);
}

void opt_rectifiers(ir_module *m, ir_routine *r) { visit(m, r->body, &r->body, false); }
