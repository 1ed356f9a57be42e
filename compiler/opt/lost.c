/* lost.c: changes that a call would lose. */
#include "compiler/opt/lost.h"

#include "compiler/hidden.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/same.h"

enum { DEEPEST_CALL = 8 };

static const ir_stmt *lasting_change(const ir_stmt *root, const ir_stmt *list, const ir_var *v,
                                     unsigned depth);

/* A part of a large expression has a name of its own each time that it is computed: such
 * expressions cannot be compared. */
static bool holds_part(const ir_expr *e)
{
    return e
           && ((e->var && rg_hidden_of(e->var->name) == RG_HIDDEN_PART) || holds_part(e->left)
               || holds_part(e->right) || holds_part(e->third));
}

static bool opposite(const ir_stmt *a, const ir_stmt *b)
{
    if (a->kind != b->kind || a == b)
        return false;
    if (a->kind == IR_CALL)
        return a->callee == b->callee && a->inverse != b->inverse && opt_alike_args(NULL, a, b);
    const bool modes = a->mode == RG_MODE_XOR ? b->mode == RG_MODE_XOR
                                              : b->mode != RG_MODE_XOR && a->mode != b->mode;
    return modes && opt_same_place(&a->place, &b->place)
           && (opt_same_expr(a->expr, b->expr) || holds_part(a->expr) || holds_part(b->expr));
}

static bool has_opposite(const ir_stmt *list, const ir_stmt *change)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (opposite(s, change) || has_opposite(s->body, change) || has_opposite(s->other, change))
            return true;
    return false;
}

/* Which parameter of a called routine takes the variable; its count: none. */
static size_t taken_by(const ir_stmt *call, const ir_var *v)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (call->args[i].kind == IR_ARG_PLACE && call->args[i].place.var == v)
            return i;
    return call->arg_count;
}

static bool changes(const ir_stmt *s, const ir_var *v, unsigned depth)
{
    if (s->kind == IR_UPDATE)
        return s->place.var == v;
    if (s->kind != IR_CALL || depth >= DEEPEST_CALL)
        return false;
    const ir_routine *callee = s->callee;
    const size_t i = taken_by(s, v);
    return i < s->arg_count && i < callee->param_count
           && lasting_change(callee->body, callee->body, callee->vars[i], depth + 1);
}

/* The first change of v in the list that nothing in the routine takes back. A block of @routine is
 * always taken back. */
static const ir_stmt *lasting_change(const ir_stmt *root, const ir_stmt *list, const ir_var *v,
                                     unsigned depth)
{
    const ir_stmt *found = NULL;
    for (const ir_stmt *s = list; s && !found; s = s->next) {
        if (s->kind == IR_ROUTINE)
            continue;
        if (changes(s, v, depth) && !has_opposite(root, s))
            return s;
        found = lasting_change(root, s->body, v, depth);
        found = found ? found : lasting_change(root, s->other, v, depth);
    }
    return found;
}

static void look_at_call(const ir_stmt *call, void (*tell)(void *, const opt_lost *), void *context)
{
    const ir_routine *callee = call->callee;
    for (size_t i = 0; i < call->arg_count && i < callee->param_count; i++) {
        /* `@const x` promises that x comes back, which the machine checks. */
        if (call->args[i].kind != IR_ARG_EXPR || call->args[i].expr->kind == IR_VAR)
            continue;
        const ir_stmt *change = lasting_change(callee->body, callee->body, callee->vars[i], 0);
        if (change)
            tell(context, &(opt_lost){&call->args[i], callee, callee->vars[i], change->loc});
    }
}

static void look(const ir_stmt *list, void (*tell)(void *, const opt_lost *), void *context)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL)
            look_at_call(s, tell, context);
        look(s->body, tell, context);
        look(s->other, tell, context);
    }
}

void opt_find_lost(const ir_module *m, void (*tell)(void *context, const opt_lost *lost),
                   void *context)
{
    for (const ir_routine *r = m->routines; r; r = r->next)
        look(r->body, tell, context);
}
