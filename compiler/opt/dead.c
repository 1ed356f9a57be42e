/* dead.c: routines that nothing reaches, statements that do nothing, branches on a constant, loops
 * of one iteration. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

#include <stdlib.h>

/* ---- routines ---- */

static bool is_called(const ir_module *m, const ir_routine *callee)
{
    for (const ir_routine *r = m->routines; r; r = r->next)
        if (r != callee && opt_count_calls(r->body, callee))
            return true;
    return false;
}

void opt_dead_routines(ir_module *m)
{
    for (bool again = true; again;) {
        again = false;
        for (ir_routine **link = &m->routines; *link;) {
            if ((*link)->exported || (*link)->forth || is_called(m, *link)) {
                m->last = *link;
                link = &(*link)->next;
            } else {
                *link = (*link)->next;
                again = true;
            }
        }
    }
}

/* ---- statements ---- */

static bool does_nothing(const ir_stmt *s)
{
    switch (s->kind) {
    case IR_UPDATE:
        return !s->place.row && s->place.var->base != RG_TYPE_LOG && opt_is_const(s->expr, 0);
    case IR_IF: return !s->body && !s->other && !s->post && opt_cannot_trap(s->pre);
    case IR_FOR:
        return !s->body && (!s->step || (s->step->kind == IR_CONST && s->step->raw != 0))
               && opt_cannot_trap(s->first) && opt_cannot_trap(s->last);
    case IR_BLOCK: return !s->body;
    case IR_ASSERT: return s->expr->kind == IR_CONST && s->expr->raw != 0;
    default: return false;
    }
}

/* Where both conditions are the same constant. */
static bool decided(const ir_stmt *s, bool *yes)
{
    if (s->kind != IR_IF || s->pre->kind != IR_CONST)
        return false;
    *yes = s->pre->raw != 0;
    return !s->post || (s->post->kind == IR_CONST && (s->post->raw != 0) == *yes);
}

/* Blocks must stay where their ~@routine finds them. */
static bool has_blocks(const ir_stmt *list) { return opt_block_ids(list) > 0; }

/* ---- loops of one iteration ---- */

static bool runs_once(const ir_routine *r, const ir_stmt *s)
{
    return s->kind == IR_FOR && s->body && opt_constant_rounds(s) == 1
           && !(opt_list_use(r->body, s->body, s->var) & OPT_WRITE) && !has_blocks(s->body);
}

/* The body with the only value of the loop variable; NULL when memory is short. */
static ir_stmt *only_round(ir_module *m, const ir_routine *r, const ir_stmt *s)
{
    ir_expr **values = calloc(r->var_count + 1, sizeof *values);
    ir_stmt *body = NULL;

    if (values) {
        values[s->var->id] = s->first;
        body = opt_copy_list(&(opt_copier){.m = m, .values = values}, s->body);
    }
    free(values);
    m->out_of_memory = m->out_of_memory || !body;
    return m->out_of_memory ? NULL : body;
}

static void list_of(ir_module *m, const ir_routine *r, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory;) {
        ir_stmt *s = *link;
        bool yes = false;
        list_of(m, r, &s->body);
        list_of(m, r, &s->other);
        if (decided(s, &yes) && !has_blocks(yes ? s->other : s->body)) {
            *link = ir_append(yes ? s->body : s->other, s->next);
        } else if (does_nothing(s)) {
            *link = s->next;
        } else if (runs_once(r, s)) {
            ir_stmt *body = only_round(m, r, s);
            if (body)
                *link = ir_append(body, s->next);
        } else {
            link = &s->next;
        }
    }
}

void opt_dead_code(ir_module *m, ir_routine *r) { list_of(m, r, &r->body); }
