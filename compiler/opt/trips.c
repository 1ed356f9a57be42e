/* trips.c: a bound of a loop that reads elements or may trap, such as n / (2m), and that the loop
 * leaves alone gets a variable of its own around the loop. The passes that make streams ask for
 * bounds that they may compute once more where they like. */
#include "compiler/opt/expandable.h"
#include "compiler/opt/opt_internal.h"

static bool is_plain(const ir_expr *e)
{
    return opt_cannot_trap(e) && !opt_reads_elements(e, NULL);
}

static bool is_update_or_loop(const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE:
    case IR_SWAP:
    case IR_ROT:
    case IR_IROT:
    case IR_HADAMARD:
    case IR_IHADAMARD:
    case IR_FOR:
    case IR_ALLOC:
    case IR_FREE:
    case IR_ROUTINE:
    case IR_UNROUTINE:
    case IR_BLOCK:
    case IR_ASSERT: return true;
    default: return false;
    }
}

static bool is_other(const ir_stmt *s) { return !is_update_or_loop(s); }

/* *bound becomes a variable around the list, which ends in the loop. */
static ir_stmt *with_variable(ir_module *m, ir_routine *r, ir_stmt *loop, ir_expr **bound,
                              ir_stmt *list)
{
    const ir_expr *e = *bound;
    const ir_var *v = ir_add_var(r, e->loc, loop->var->name, RG_TYPE_INT, 0);
    ir_stmt *made = v ? ir_alloc(m, e->loc, v, *bound) : NULL,
            *gone = v ? ir_free(m, e->loc, v, *bound) : NULL;

    m->out_of_memory = m->out_of_memory || !v;
    if (!made || !gone)
        return NULL;
    *bound = ir_expr_var(m, e->loc, v);
    return ir_append(ir_append(made, list), gone);
}

/* The loop, with variables for its bounds around it; NULL: it needs none. */
static ir_stmt *instead_of(ir_module *m, ir_routine *r, ir_stmt *loop)
{
    ir_expr **const bounds[] = {&loop->first, &loop->last};
    ir_stmt *next = loop->next, *list = loop;
    int64_t step;

    if ((is_plain(loop->first) && is_plain(loop->last)) || !ir_constant_step(loop, &step)
        || !opt_leaves_value(loop, loop->first) || !opt_leaves_value(loop, loop->last)
        || opt_any(loop->body, is_other) || !opt_has_array_along(loop->body, loop->var))
        return NULL;
    loop->next = NULL;
    for (size_t i = 0; i < 2 && list; i++)
        if (!is_plain(*bounds[i]))
            list = with_variable(m, r, loop, bounds[i], list);
    if (!list)
        return NULL;
    ir_append(list, next);
    return list;
}

static void list_of(ir_module *m, ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        ir_stmt *s = *link, *instead;
        list_of(m, r, &s->body);
        list_of(m, r, &s->other);
        instead = s->kind == IR_FOR && !s->rare ? instead_of(m, r, s) : NULL;
        if (!instead)
            continue;
        *link = instead;
        while (*link != s)
            link = &(*link)->next;
    }
}

void opt_trips(const opt_site *at) { list_of(at->m, at->routine, &at->routine->body); }
