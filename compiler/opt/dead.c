/* dead.c: routines that nothing reaches, statements that do nothing, branches on a constant. */
#include "compiler/opt/opt_internal.h"

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
            if ((*link)->exported || is_called(m, *link)) {
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
    case IR_UPDATE: return !s->place.row && s->place.var->base != RG_TYPE_LOG && s->expr->kind == IR_CONST && s->expr->raw == 0;
    case IR_IF: return !s->body && !s->other && !s->post && opt_cannot_trap(s->pre);
    case IR_FOR: return !s->body && (!s->step || (s->step->kind == IR_CONST && s->step->raw != 0)) && opt_cannot_trap(s->first) && opt_cannot_trap(s->last);
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

static void list_of(ir_stmt **list)
{
    for (ir_stmt **link = list; *link;) {
        ir_stmt *s = *link;
        bool yes = false;
        list_of(&s->body);
        list_of(&s->other);
        if (decided(s, &yes) && !has_blocks(yes ? s->other : s->body)) {
            *link = ir_append(yes ? s->body : s->other, s->next);
        } else if (does_nothing(s)) {
            *link = s->next;
        } else {
            link = &s->next;
        }
    }
}

void opt_dead_code(ir_module *m, ir_routine *r)
{
    (void)m;
    list_of(&r->body);
}
