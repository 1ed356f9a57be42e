/* index_checks.c: an element that a statement of the program uses in every case has its index
 * checked, whether anything is added to it or not. Where a pass moves the use into a loop or a
 * branch, the check stays outside: it is an update by 0, which the code generator takes for that.
 */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

static const ir_stmt *loop_of(const ir_stmt *list, const ir_var *v)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_FOR && s->var == v)
            return s;
        const ir_stmt *inner = loop_of(s->body, v);
        if (!inner)
            inner = loop_of(s->other, v);
        if (inner)
            return inner;
    }
    return NULL;
}

static bool is_one(const ir_expr *e) { return e->kind == IR_CONST && e->raw == 1; }

static bool is_target(const ir_stmt *s, const ir_var *v)
{
    for (size_t i = 0; ir_place_slot(s, i); i++)
        if (ir_place_slot(s, i)->var == v)
            return true;
    return s->kind == IR_FOR && s->var == v;
}

/* What the variable is made with wherever it is made, and keeps; NULL: several values. */
static bool note_value(const ir_stmt *list, const ir_var *v, const ir_expr **value)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const bool made = s->kind == IR_ALLOC && s->var == v;
        if (is_target(s, v) || (made && (!s->expr || (*value && !opt_same_expr(*value, s->expr)))))
            return false;
        *value = made ? s->expr : *value;
        if (!note_value(s->body, v, value) || !note_value(s->other, v, value))
            return false;
    }
    return true;
}

/* The extent, or a variable that is one: `n <- length(x)`. */
static bool is_extent(const ir_stmt *root, const ir_expr *e, const ir_var *array, int64_t dim)
{
    const ir_expr *value = NULL;

    if (e->kind == IR_VAR && !e->var->rank && note_value(root, e->var, &value) && value
        && !opt_resizes(root, root, array))
        e = value;
    return e->kind == IR_DIM && e->var == array && e->raw == dim;
}

bool opt_goes_along(const ir_stmt *root, const ir_expr *index, const ir_var *array, int64_t dim)
{
    const ir_stmt *loop = index->kind == IR_VAR ? loop_of(root, index->var) : NULL;
    int64_t step;

    if (!loop || !ir_constant_step(loop, &step))
        return false;
    return step > 0 ? is_one(loop->first) && is_extent(root, loop->last, array, dim)
                    : is_one(loop->last) && is_extent(root, loop->first, array, dim);
}

static bool within(const ir_stmt *root, const ir_place *p)
{
    return !p->row || p->inbounds
           || (opt_goes_along(root, p->row, p->var, 1)
               && (!p->column || opt_goes_along(root, p->column, p->var, 2)));
}

/* Its updates are carried out at least once. */
static bool surely_runs(const ir_stmt *s)
{
    return s
           && (s->kind == IR_FOR ? opt_constant_rounds(s) > 0 && surely_runs(s->body)
                                 : s->kind == IR_UPDATE || s->kind == IR_ALLOC);
}

ir_stmt *opt_with_index_check(ir_module *m, const ir_stmt *root, const ir_place *p, ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next)
        if (surely_runs(s))
            return list;
    if (within(root, p))
        return list;
    ir_expr *zero = ir_expr_const(m, p->loc, p->var->base, 0);
    ir_stmt *check = zero ? ir_update(m, p->loc, *p, RG_MODE_ADD, zero) : NULL;
    return check ? ir_append(check, list) : NULL;
}
