/* invariants.c: a function whose operands a loop leaves alone is computed once before the loop, and
 * uncomputed behind it (loop-invariant code motion): sqrt(var[c] + eps) in a loop over i. A
 * function takes the clocks of a stream of several elements. */
#include "compiler/hidden.h"
#include "compiler/opt/expandable.h"
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_INVARIANTS = 4 };

static bool is_invariant(const ir_stmt *loop, const ir_expr *e)
{
    return e->kind == IR_OP && opt_is_function(e->op) && rg_type_has_gradient(e->type)
           && opt_leaves_value(loop, e);
}

/* The first one in what each iteration evaluates; NULL: there is none. */
static const ir_expr *in_expr(const ir_stmt *loop, const ir_expr *e)
{
    if (!e || e->kind != IR_OP)
        return NULL;
    if (is_invariant(loop, e))
        return e;
    const ir_expr *left = in_expr(loop, e->left);
    return left ? left : in_expr(loop, e->right);
}

static const ir_expr *in_list(const ir_stmt *loop, const ir_stmt *list)
{
    const ir_expr *e = NULL;

    for (const ir_stmt *s = list; s && !e; s = s->next) {
        if (s->kind == IR_ROUTINE)
            e = in_list(loop, s->body);
        else if (s->kind == IR_UPDATE || s->kind == IR_ALLOC)
            e = in_expr(loop, s->expr);
    }
    return e;
}

static void put_in_list(ir_module *m, ir_stmt *list, const ir_expr *what, const ir_var *v)
{
    for (ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_ROUTINE)
            put_in_list(m, s->body, what, v);
        else if (s->kind == IR_UPDATE || s->kind == IR_ALLOC || s->kind == IR_FREE)
            opt_put_variable_in(m, s, what, v);
    }
}

/* What is made where the loop runs: a function may trap. */
static ir_stmt *where_it_runs(ir_module *m, const ir_stmt *loop, ir_stmt *list)
{
    const bool down = loop->step && loop->step->raw < 0;

    return opt_constant_rounds(loop) > 0
               ? list
               : ir_if(m, loop->loc,
                       ir_expr_op(m, loop->loc, RG_OP_LE, down ? loop->last : loop->first,
                                  down ? loop->first : loop->last),
                       NULL, list, NULL);
}

/* Bounds that a test may evaluate once more. */
static bool may_be_tested(const ir_stmt *loop)
{
    int64_t step;

    return loop->kind == IR_FOR && !loop->rare && ir_constant_step(loop, &step) && step != 0
           && opt_cannot_trap(loop->first) && opt_cannot_trap(loop->last)
           && opt_stays(loop->body, loop, loop->first) && opt_stays(loop->body, loop, loop->last)
           && !opt_reads_elements(loop->first, NULL) && !opt_reads_elements(loop->last, NULL);
}

/* The loop with invariants before it; NULL: it has none. */
static ir_stmt *moved(ir_module *m, ir_routine *r, ir_stmt *loop)
{
    ir_stmt *made = NULL, *gone = NULL;
    const ir_expr *e = may_be_tested(loop) ? in_list(loop, loop->body) : NULL;

    for (size_t n = 0; e && n < MOST_INVARIANTS; n++, e = in_list(loop, loop->body)) {
        ir_expr *value = (ir_expr *)(uintptr_t)e;
        const ir_var *v = ir_add_var(r, e->loc, RG_PART_NAME, e->type, 0);
        ir_stmt *alloc = v ? ir_alloc(m, e->loc, v, value) : NULL,
                *end = v ? ir_free(m, e->loc, v, value) : NULL;
        if (!alloc || !end) {
            m->out_of_memory = true;
            return NULL;
        }
        put_in_list(m, loop->body, value, v);
        made = ir_append(made, alloc);
        end->next = gone;
        gone = end;
    }
    ir_stmt *copy = made ? opt_copy_alone(m, loop) : NULL;
    return copy ? where_it_runs(m, loop, ir_append(ir_append(made, copy), gone)) : NULL;
}

void opt_invariants(ir_module *m, ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link;
        opt_invariants(m, r, &s->body);
        opt_invariants(m, r, &s->other);
        ir_stmt *instead = moved(m, r, s);
        link = instead ? opt_put_list(link, instead, s->next) : &s->next;
    }
}
