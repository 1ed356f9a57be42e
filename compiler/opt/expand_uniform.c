/* expand_uniform.c: integers of an iteration that are the same in all of them (uniform), such as a
 * counted index into packed storage. They stay scalars: what counts them runs once for all
 * iterations, and the streams between read them. */
#include "compiler/opt/expansion.h"

/* The loops of the iteration around a statement. */
typedef struct loops {
    const ir_stmt *loop;
    const struct loops *around;
} loops;

static bool is_variable_of(const loops *l, const ir_var *v)
{
    while (l && l->loop->var != v)
        l = l->around;
    return l != NULL;
}

/* The same in all iterations: of constants, variables of these loops, and what the loop that is
 * expanded leaves alone. */
static bool is_alike(const expansion *x, const loops *around, const ir_expr *e)
{
    if (!e || (e->kind == IR_VAR && is_variable_of(around, e->var)))
        return true;
    if (e->kind == IR_ELEM || (!e->left && !opt_stays(x->loop->body, x->loop, e)))
        return false;
    return is_alike(x, around, e->left) && is_alike(x, around, e->right)
           && is_alike(x, around, e->third);
}

static bool changes_alike(const expansion *x, const loops *around, const ir_stmt *list,
                          const ir_var *v);

/* By s, which changes v. */
static bool is_change_alike(const expansion *x, const loops *around, const ir_stmt *s,
                            const ir_var *v)
{
    const loops own = {s, around};

    switch (s->kind) {
    case IR_ALLOC:
    case IR_FREE: return !s->erase && opt_cannot_trap(s->expr) && is_alike(x, around, s->expr);
    case IR_UPDATE:
        return !s->place.row && opt_cannot_trap(s->expr) && is_alike(x, around, s->expr);
    case IR_FOR:
        return s->var != v && is_alike(x, around, s->first) && is_alike(x, around, s->last)
               && changes_alike(x, &own, s->body, v);
    case IR_ROUTINE: return changes_alike(x, around, s->body, v);
    case IR_UNROUTINE: return true; /* its block is looked at */
    default: return false;
    }
}

static bool changes_alike(const expansion *x, const loops *around, const ir_stmt *list,
                          const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (opt_stmt_use(x->loop->body, s, v) & OPT_WRITE && !is_change_alike(x, around, s, v))
            return false;
    return true;
}

static bool reads_in_index(const expansion *x, const ir_expr *e, const ir_var *v)
{
    if (!e || !opt_expr_use(e, v))
        return true;
    if (e->kind == IR_ELEM && e->var != v)
        return !(opt_touch(x->loop->body, x->loop, e->var) & OPT_WRITE);
    return e->kind == IR_OP && reads_in_index(x, e->left, v) && reads_in_index(x, e->right, v)
           && reads_in_index(x, e->third, v);
}

/* Only in indices of arrays that stay: of others one would have to know how it changes, to tell
 * which elements are the same. */
static bool used_in_indices(const expansion *x, const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        for (size_t i = 0; ir_expr_slot(s, i); i++)
            if (!reads_in_index(x, *ir_expr_slot(s, i), v))
                return false;
        for (size_t i = 0; ir_place_slot(s, i); i++)
            if (opt_expr_use(ir_place_slot(s, i)->row, v)
                || opt_expr_use(ir_place_slot(s, i)->column, v))
                return false;
        if (!used_in_indices(x, s->body, v) || !used_in_indices(x, s->other, v))
            return false;
    }
    return true;
}

static bool is_made_in(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if ((s->kind == IR_ALLOC && s->var == v) || is_made_in(s->body, v)
            || is_made_in(s->other, v))
            return true;
    return false;
}

static bool is_uniform(const expansion *x, const ir_var *v)
{
    const ir_stmt *body = x->loop->body;

    return v && v->rank == 0 && v->base == RG_TYPE_INT && !x->row && is_made_in(body, v)
           && changes_alike(x, NULL, body, v) && used_in_indices(x, body, v);
}

bool expand_uniform(const expansion *x, const ir_stmt *s)
{
    if (s->kind == IR_ALLOC || s->kind == IR_FREE)
        return is_uniform(x, s->var);
    if (s->kind == IR_UPDATE)
        return !s->place.row && is_uniform(x, s->place.var);
    if (s->kind != IR_FOR || !s->body)
        return false;
    for (const ir_stmt *b = s->body; b; b = b->next)
        if (!expand_uniform(x, b))
            return false;
    return true;
}
