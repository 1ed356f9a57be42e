/* expand_parts.c: updates of several operations, each a piece or a part with an ancilla. */
#include "compiler/opt/expansion.h"

bool expand_append(ir_stmt **list, ir_stmt *s)
{
    if (s)
        *list = ir_append(*list, s);
    return s != NULL;
}

ir_stmt expand_update_of(const ir_stmt *like, const ir_var *scalar, ir_place place, bool adds,
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

    for (size_t i = 0; i < x->used && (x->vectors || x->row) && !found; i++)
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
    ir_stmt make = expand_update_of(of->like, p, of->like->place, add, e);

    if (expand_is_stream(x, &make))
        return add_step(x, of, &make);
    if (e->kind != IR_OP)
        return false;
    if (opt_is_addition(e))
        return add_to(x, of, p, add, e->left)
               && add_to(x, of, p, add == (e->op == RG_OP_FADD || e->op == RG_OP_ADD), e->right);
    make.expr = with_parts(x, of, e);
    return make.expr && expand_is_stream(x, &make) && add_step(x, of, &make);
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
        const ir_var *p = part->type == e->type ? expand_next_ancilla(x, NULL, part->type) : NULL;
        *operands[i] = p && add_to(x, of, p, true, part) ? ir_expr_var(x->m, part->loc, p) : NULL;
        if (!*operands[i])
            return NULL;
    }
    return with;
}

static bool run_pieces(expansion *x, const ir_stmt *list, ir_stmt **out)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (!expand_append(out, expand_piece(x, s)))
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
        const ir_stmt a = expand_update_of(u, NULL, u->place, adds(u), e->left);
        const ir_stmt b = expand_update_of(
            u, NULL, u->place, adds(u) == (e->op == RG_OP_FADD || e->op == RG_OP_ADD), e->right);
        x->split = true;
        return expand_simple(x, &a, out) && expand_simple(x, &b, out);
    }
    const ir_expr *with = with_parts(x, &of, e);
    if (!with || !of.makes)
        return false;
    const ir_stmt use = expand_update_of(u, NULL, u->place, adds(u), with);
    return run_pieces(x, of.makes, out) && expand_append(out, expand_piece(x, &use))
           && run_pieces(x, of.takes, out);
}

/* An update, or a loop around one. */
bool expand_simple(expansion *x, const ir_stmt *s, ir_stmt **out)
{
    return s->kind == IR_UPDATE && !expand_is_stream(x, s) ? update_in_parts(x, s, out)
                                                           : expand_append(out, expand_piece(x, s));
}
