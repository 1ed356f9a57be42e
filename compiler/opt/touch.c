/* touch.c: what a statement reads and changes, parameters of what it calls included: loop variables
 * aside, which are dead outside of their loops, and extents, which stay unless something is pushed
 * or popped. */
#include "compiler/opt/opt_internal.h"

enum { DEEPEST_CALL = 4 };

static unsigned touch_list(const ir_stmt *root, const ir_stmt *list, const ir_var *v,
                           unsigned depth);

static bool reads(const ir_expr *e, const ir_var *v)
{
    return e
           && ((e->var == v && e->kind != IR_DIM) || reads(e->left, v) || reads(e->right, v)
               || reads(e->third, v));
}

static unsigned touch_place(const ir_place *p, const ir_var *v)
{
    return (p->var == v ? OPT_WRITE : 0u)
           | (reads(p->row, v) || reads(p->column, v) ? OPT_READ : 0u);
}

static bool callee_writes(const ir_stmt *call, size_t i, unsigned depth)
{
    const ir_routine *callee = call->callee;

    return depth >= DEEPEST_CALL || i >= callee->param_count
           || touch_list(callee->body, callee->body, callee->vars[i], depth + 1) & OPT_WRITE;
}

static unsigned touch_arg(const ir_stmt *call, size_t i, const ir_var *v, unsigned depth)
{
    const ir_arg *a = &call->args[i];
    const unsigned passed = a->array == v ? OPT_WRITE : touch_place(&a->place, v);

    return passed & OPT_WRITE ? OPT_READ | (callee_writes(call, i, depth) ? OPT_WRITE : 0u)
                              : passed;
}

static unsigned touch(const ir_stmt *root, const ir_stmt *s, const ir_var *v, unsigned depth)
{
    const bool names = s->kind == IR_ASSERT || s->kind == IR_FOR;
    unsigned use = touch_place(&s->place, v) | touch_place(&s->place2, v)
                   | (s->var == v && !names ? (s->kind == IR_LEAVE ? OPT_READ : OPT_WRITE) : 0u);
    bool found = false;

    if (s->kind == IR_FOR && s->var == v)
        return 0;
    if (s->kind == IR_UNROUTINE) {
        const ir_stmt *body = ir_block_body(root, s->routine_id, &found);
        return found ? touch_list(root, body, v, depth) : OPT_READ | OPT_WRITE;
    }
    for (size_t i = 0; ir_expr_slot(s, i); i++)
        use |= reads(*ir_expr_slot(s, i), v) ? OPT_READ : 0u;
    for (size_t i = 0; i < s->arg_count; i++)
        use |= touch_arg(s, i, v, depth);
    return use | touch_list(root, s->body, v, depth) | touch_list(root, s->other, v, depth);
}

static unsigned touch_list(const ir_stmt *root, const ir_stmt *list, const ir_var *v,
                           unsigned depth)
{
    unsigned use = 0;

    for (const ir_stmt *s = list; s; s = s->next)
        use |= touch(root, s, v, depth);
    return use;
}

/* May it push or pop elements? */
static bool resizes(const ir_stmt *root, const ir_stmt *list, const ir_var *array, unsigned depth)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        bool found = false;
        if (s->kind == IR_UNROUTINE
            && resizes(root, ir_block_body(root, s->routine_id, &found), array, depth))
            return true;
        if (s->var == array && (s->kind == IR_PUSH || s->kind == IR_POP))
            return true;
        for (size_t i = 0; i < s->arg_count; i++)
            if (s->args[i].array == array
                && (depth >= DEEPEST_CALL || i >= s->callee->param_count
                    || resizes(s->callee->body, s->callee->body, s->callee->vars[i], depth + 1)))
                return true;
        if (resizes(root, s->body, array, depth) || resizes(root, s->other, array, depth))
            return true;
    }
    return false;
}

/* Does it use the accumulator, whose state is no variable's? */
static bool uses_accumulator(const ir_stmt *root, const ir_stmt *list, unsigned depth)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        bool found = false;
        switch (s->kind) {
        case IR_MULDIV:
        case IR_IMULDIV:
        case IR_MAC:
        case IR_IMAC:
        case IR_READ:
        case IR_BANK: return true;
        case IR_CALL:
            if (depth >= DEEPEST_CALL
                || uses_accumulator(s->callee->body, s->callee->body, depth + 1))
                return true;
            break;
        case IR_UNROUTINE:
            if (uses_accumulator(root, ir_block_body(root, s->routine_id, &found), depth))
                return true;
            break;
        default: break;
        }
        if (uses_accumulator(root, s->body, depth) || uses_accumulator(root, s->other, depth))
            return true;
    }
    return false;
}

unsigned opt_touch(const ir_stmt *root, const ir_stmt *s, const ir_var *v)
{
    return touch(root, s, v, 0);
}

bool opt_may_resize(const ir_stmt *root, const ir_stmt *s, const ir_var *array)
{
    ir_stmt alone = *s;

    alone.next = NULL;
    return resizes(root, &alone, array, 0);
}

bool opt_one_uses_accumulator(const ir_stmt *root, const ir_stmt *s)
{
    ir_stmt alone = *s;

    alone.next = NULL;
    return uses_accumulator(root, &alone, 0);
}
