/* activity.c: gradients spread from the parameters along updates, exchanges and calls, until
 * nothing is added. */
#include "compiler/ir/activity.h"

#include <stdlib.h>

typedef struct {
    bool *active;
    bool accumulator; /* something active was added to it */
    bool grown;
} spread;

static bool reads(const spread *s, const ir_expr *e)
{
    if (!e || !rg_type_has_gradient(e->type))
        return false;
    if (e->kind == IR_VAR || e->kind == IR_ELEM)
        return s->active[e->var->id];
    if (e->kind == IR_SELECT)
        return reads(s, e->right) || reads(s, e->third);
    return reads(s, e->left) || reads(s, e->right) || reads(s, e->third);
}

static void mark(spread *s, const ir_var *var)
{
    if (!var || !rg_type_has_gradient(var->base) || s->active[var->id])
        return;
    s->active[var->id] = s->grown = true;
}

static bool is_active(const spread *s, const ir_var *var) { return var && s->active[var->id]; }

static void call(spread *s, const ir_stmt *st)
{
    bool any = false;
    for (size_t i = 0; i < st->arg_count; i++) {
        const ir_arg *a = &st->args[i];
        any = any || is_active(s, a->place.var) || is_active(s, a->array) || reads(s, a->expr);
    }
    for (size_t i = 0; any && i < st->arg_count; i++) {
        mark(s, st->args[i].place.var);
        mark(s, st->args[i].array);
    }
}

/* What a statement changes becomes active with what it reads. */
static void statement(spread *s, const ir_stmt *st)
{
    bool any = is_active(s, st->place.var) || is_active(s, st->place2.var);
    for (size_t i = 0; ir_expr_slot(st, i); i++)
        any = any || reads(s, *ir_expr_slot(st, i));
    switch (st->kind) {
    case IR_CALL: call(s, st); return;
    case IR_IF:
    case IR_WHILE:
    case IR_FOR:
    case IR_ASSERT:
    case IR_PRINT: return;
    case IR_MAC:
    case IR_IMAC: s->accumulator = s->accumulator || any; return;
    case IR_READ: any = any || s->accumulator; break;
    case IR_ALLOC:
    case IR_FREE:
    case IR_PUSH:
    case IR_POP: any = any || is_active(s, st->var); break;
    default: break;
    }
    if (!any)
        return;
    mark(s, st->place.var);
    mark(s, st->place2.var);
    if (st->kind == IR_ALLOC || st->kind == IR_PUSH || st->kind == IR_POP)
        mark(s, st->var);
}

static void list(spread *s, const ir_stmt *st)
{
    for (; st; st = st->next) {
        statement(s, st);
        list(s, st->body);
        list(s, st->other);
    }
}

bool *ir_active_vars(const ir_routine *routine)
{
    spread s = {.active = calloc(routine->var_count + 1, sizeof *s.active)};
    if (!s.active)
        return NULL;
    for (size_t i = 0; i < routine->param_count; i++)
        s.active[i] = !routine->vars[i]->keyword && rg_type_has_gradient(routine->vars[i]->base);
    do {
        s.grown = false;
        list(&s, routine->body);
    } while (s.grown);
    return s.active;
}
