/* name_parts.c: what the message R0730 would ask of the user: the parts of an expression that is
 * too deep for the registers get names, ancillas that are computed before the statement and
 * uncomputed after it. Parts of an arm that may not be evaluated are named within an `if` of their
 * own. Used only where the code generator has run out of registers. */
#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"

enum { SMALL = 6 };

typedef struct {
    ir_module *m;
    ir_routine *r;
    ir_stmt *before;
    bool changed;
} namer;

static unsigned size_of(const ir_expr *e)
{
    return e ? 1 + size_of(e->left) + size_of(e->right) + size_of(e->third) : 0;
}

static void put(namer *n, ir_stmt *s)
{
    if (s)
        n->before = ir_append(n->before, s);
    else
        n->m->out_of_memory = true;
}

static ir_var *fresh(namer *n, const ir_expr *e)
{
    ir_var *v = ir_add_var(n->r, e->loc, RG_PART_NAME, e->type, 0);

    if (!v)
        n->m->out_of_memory = true;
    n->changed = true;
    return v;
}

static ir_expr *lift(namer *n, ir_expr *e, bool keep);

/* The statements that add e to v. */
static ir_stmt *adding(namer *n, const ir_var *v, ir_expr *e)
{
    namer inner = {.m = n->m, .r = n->r};
    ir_expr *value = lift(&inner, e, true);
    ir_stmt *update = value ? ir_update(n->m, e->loc, ir_place_var(e->loc, v), RG_MODE_ADD, value)
                            : NULL;

    if (!update) {
        n->m->out_of_memory = true;
        return NULL;
    }
    ir_stmt *after = inner.before ? ir_invert(n->m, inner.before) : NULL;
    return ir_append(ir_append(inner.before, update), after);
}

static ir_expr *lift_choice(namer *n, ir_expr *e)
{
    ir_expr *condition = lift(n, e->left, false);
    ir_var *v = fresh(n, e);
    ir_stmt *yes = NULL, *no = NULL;

    if (!v || n->m->out_of_memory)
        return NULL;
    put(n, ir_alloc(n->m, e->loc, v, NULL));
    if (e->kind == IR_SELECT) {
        yes = adding(n, v, e->right);
        no = adding(n, v, e->third);
    } else if (e->kind == IR_AND) {
        yes = adding(n, v, e->right);
    } else {
        yes = adding(n, v, ir_expr_const(n->m, e->loc, RG_TYPE_BOOL, 1));
        no = adding(n, v, e->right);
    }
    if (!n->m->out_of_memory)
        put(n, ir_if(n->m, e->loc, condition, NULL, yes, no));
    return n->m->out_of_memory ? NULL : ir_expr_var(n->m, e->loc, v);
}

/* e with its large parts named; keep: e itself stays as it is. NULL when memory is short. */
static ir_expr *lift(namer *n, ir_expr *e, bool keep)
{
    if (!e || n->m->out_of_memory || size_of(e) <= SMALL)
        return e;
    if (e->kind == IR_SELECT
        || ((e->kind == IR_AND || e->kind == IR_OR) && !opt_cannot_trap(e->right)))
        return lift_choice(n, e);
    ir_expr *copy = opt_copy_node(n->m, e);
    if (!copy)
        return NULL;
    copy->left = lift(n, e->left, false);
    copy->right = lift(n, e->right, false);
    if (keep || n->m->out_of_memory)
        return n->m->out_of_memory ? NULL : copy;
    ir_var *v = fresh(n, e);
    if (v)
        put(n, ir_alloc(n->m, e->loc, v, copy));
    return n->m->out_of_memory ? NULL : ir_expr_var(n->m, e->loc, v);
}

static void lift_place(namer *n, ir_place *p)
{
    p->row = lift(n, p->row, false);
    p->column = lift(n, p->column, false);
}

/* A condition of a loop is evaluated before every iteration and behind the last one. It becomes a
 * variable that has its value there. The variable is computed in front of the loop and at the end
 * of an iteration. It is uncomputed where an iteration begins and behind the loop. */
static void lift_condition(namer *n, ir_stmt *loop, ir_expr **condition)
{
    ir_expr *e = *condition;

    if (n->m->out_of_memory || size_of(e) <= SMALL)
        return;
    const ir_var *v = fresh(n, e);
    ir_stmt *outside = v ? adding(n, v, e) : NULL, *inside = outside ? adding(n, v, e) : NULL,
            *undone = inside ? ir_invert(n->m, inside) : NULL;
    if (!undone)
        return;
    put(n, ir_alloc(n->m, e->loc, v, NULL));
    put(n, outside);
    loop->body = ir_append(ir_append(undone, loop->body), inside);
    *condition = ir_expr_var(n->m, e->loc, v);
}

/* The parts of s that are evaluated once, in front of it and behind it alike; and the conditions of
 * loops. */
static void lift_parts(namer *n, ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE:
    case IR_ROT:
    case IR_IROT:
    case IR_ROL:
    case IR_ROR:
    case IR_SWAP:
    case IR_NEG:
    case IR_ALLOC:
    case IR_FREE:
    case IR_ASSERT:
        s->expr = lift(n, s->expr, true);
        if (s->place.var)
            lift_place(n, &s->place);
        if (s->place2.var)
            lift_place(n, &s->place2);
        break;
    case IR_IF:
        if (opt_one_condition(s)) {
            s->pre = lift(n, s->pre, false);
            s->post = NULL;
        }
        break;
    case IR_CALL:
        for (size_t i = 0; i < s->arg_count; i++)
            if (s->args[i].kind == IR_ARG_EXPR)
                s->args[i].expr = lift(n, s->args[i].expr, true);
        break;
    case IR_FOR:
        s->first = lift(n, s->first, false);
        s->step = lift(n, s->step, false);
        s->last = lift(n, s->last, false);
        break;
    case IR_WHILE:
        lift_condition(n, s, &s->pre);
        lift_condition(n, s, &s->post);
        break;
    default: break;
    }
}

static bool list_of(ir_module *m, ir_routine *r, ir_stmt **list)
{
    bool changed = false;

    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link;
        namer n = {.m = m, .r = r};
        changed |= list_of(m, r, &s->body);
        changed |= list_of(m, r, &s->other);
        lift_parts(&n, s);
        if (!n.before || m->out_of_memory) {
            link = &s->next;
            continue;
        }
        ir_stmt *rest = s->next, *after = ir_invert(m, n.before);
        s->next = NULL;
        link = opt_put_list(link, ir_append(ir_append(n.before, s), after), rest);
        changed = true;
    }
    return changed;
}

bool opt_name_parts(ir_module *m)
{
    bool changed = false;

    for (ir_routine *r = m->routines; r && !m->out_of_memory; r = r->next)
        changed |= list_of(m, r, &r->body);
    return changed && !m->out_of_memory;
}
