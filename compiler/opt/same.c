/* same.c: equality of expressions and statements, up to the names of variables. */
#include "compiler/opt/same.h"

#include "compiler/opt/opt_internal.h"

static bool same_var(const opt_naming *names, const ir_var *a, const ir_var *b)
{
    return a && b && names ? names->same(names->with, a, b) : a == b;
}

static bool same_check(const opt_naming *names, const ir_expr *a, const ir_expr *b)
{
    return a->inbounds == b->inbounds || (names && names->any_check);
}

bool opt_alike_expr(const opt_naming *names, const ir_expr *a, const ir_expr *b)
{
    if (!a || !b || (a == b && !names))
        return a == b;
    return a->kind == b->kind && a->type == b->type && same_var(names, a->var, b->var)
           && a->raw == b->raw && a->op == b->op && same_check(names, a, b)
           && opt_alike_expr(names, a->left, b->left) && opt_alike_expr(names, a->right, b->right)
           && opt_alike_expr(names, a->third, b->third);
}

bool opt_alike_place(const opt_naming *names, const ir_place *a, const ir_place *b)
{
    return same_var(names, a->var, b->var) && a->inbounds == b->inbounds
           && opt_alike_expr(names, a->row, b->row) && opt_alike_expr(names, a->column, b->column);
}

bool opt_same_expr(const ir_expr *a, const ir_expr *b) { return opt_alike_expr(NULL, a, b); }

bool opt_same_place(const ir_place *a, const ir_place *b) { return opt_alike_place(NULL, a, b); }

bool opt_alike_args(const opt_naming *names, const ir_stmt *a, const ir_stmt *b)
{
    if (a->arg_count != b->arg_count)
        return false;
    for (size_t i = 0; i < a->arg_count; i++) {
        const ir_arg *x = &a->args[i], *y = &b->args[i];
        if (x->kind != y->kind || !same_var(names, x->array, y->array)
            || !opt_alike_place(names, &x->place, &y->place)
            || !opt_alike_expr(names, x->expr, y->expr))
            return false;
    }
    return true;
}

static bool is_one(const ir_expr *step) { return !step || opt_is_const(step, 1); }

/* What is evaluated before the variable of the statement is there. */
static bool alike_bounds(const opt_naming *names, const ir_stmt *a, const ir_stmt *b)
{
    for (size_t i = 0; i + 1 < RG_MOST_RANK; i++)
        if (!opt_alike_expr(names, a->inner[i], b->inner[i]))
            return false;
    return opt_alike_expr(names, a->first, b->first) && opt_alike_expr(names, a->last, b->last)
           && ((is_one(a->step) && is_one(b->step)) || opt_alike_expr(names, a->step, b->step));
}

bool opt_alike_stmt(const opt_naming *names, const ir_stmt *a, const ir_stmt *b)
{
    const bool opens = b->kind == IR_ALLOC || b->kind == IR_ALLOC_ARRAY || b->kind == IR_FOR;
    const bool closes = b->kind == IR_FREE || b->kind == IR_FREE_ARRAY || b->kind == IR_FOR;

    if (a->kind != b->kind || a->mode != b->mode || a->inverse != b->inverse
        || a->callee != b->callee || a->stack != b->stack || a->unchecked != b->unchecked
        || a->filled != b->filled || a->no_invcheck != b->no_invcheck || a->erase || b->erase
        || !names->comparable(a->kind) || !alike_bounds(names, a, b))
        return false;
    if (opens)
        names->open(names->with, a->var, b->var);
    if (!same_var(names, a->var, b->var) || !opt_alike_place(names, &a->place, &b->place)
        || !opt_alike_place(names, &a->place2, &b->place2)
        || !opt_alike_expr(names, a->expr, b->expr) || !opt_alike_expr(names, a->pre, b->pre)
        || !opt_alike_expr(names, a->post, b->post) || !opt_alike_args(names, a, b)
        || !opt_alike_list(names, a->body, b->body) || !opt_alike_list(names, a->other, b->other))
        return false;
    if (closes && names->close)
        names->close(names->with, a->var, b->var);
    return true;
}

bool opt_alike_list(const opt_naming *names, const ir_stmt *a, const ir_stmt *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (!opt_alike_stmt(names, a, b))
            return false;
    return !a && !b;
}
