/* dead.c: routines that nothing reaches, statements that do nothing, branches on a constant, loops
 * of one iteration. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

#include <stdlib.h>

/* ---- routines ---- */

typedef struct {
    size_t *calls; /* by index of the routine: those by others that stay */
    const ir_routine **dead;
    size_t count;
} unused;

static bool is_needed(const ir_routine *r, const unused *u)
{
    return r->exported || r->forth || u->calls[r->index] > 0;
}

static void count_calls(const ir_stmt *list, const ir_routine *caller, unused *u)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL && s->callee != caller)
            u->calls[s->callee->index]++;
        count_calls(s->body, caller, u);
        count_calls(s->other, caller, u);
    }
}

/* The caller is dead: so is what it alone has called. */
static void take_calls(const ir_stmt *list, const ir_routine *caller, unused *u)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL && s->callee != caller && --u->calls[s->callee->index] == 0
            && !is_needed(s->callee, u))
            u->dead[u->count++] = s->callee;
        take_calls(s->body, caller, u);
        take_calls(s->other, caller, u);
    }
}

static void find_unused(const ir_module *m, unused *u)
{
    for (const ir_routine *r = m->routines; r; r = r->next)
        count_calls(r->body, r, u);
    for (const ir_routine *r = m->routines; r; r = r->next)
        if (!is_needed(r, u))
            u->dead[u->count++] = r;
    for (size_t i = 0; i < u->count; i++)
        take_calls(u->dead[i]->body, u->dead[i], u);
}

void opt_dead_routines(const opt_site *at)
{
    ir_module *m = at->m;
    unused u = {.calls = calloc(m->routine_count + 1, sizeof *u.calls),
                .dead = calloc(m->routine_count + 1, sizeof *u.dead)};

    if (u.calls && u.dead)
        find_unused(m, &u);
    else
        m->out_of_memory = true;
    for (ir_routine **link = &m->routines; *link && !m->out_of_memory;) {
        if (is_needed(*link, &u)) {
            m->last = *link;
            link = &(*link)->next;
        } else {
            *link = (*link)->next;
        }
    }
    free(u.calls);
    free(u.dead);
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
static bool has_blocks(const ir_stmt *list) { return ir_block_ids(list) > 0; }

/* ---- loops of one iteration ---- */

/* From a value to the same one, which the body leaves alone. */
static bool from_to_itself(const ir_routine *r, const ir_stmt *s)
{
    int64_t step;

    return ir_constant_step(s, &step) && step != 0 && opt_same_expr(s->first, s->last)
           && opt_cannot_trap(s->first) && !opt_reads_elements(s->first, NULL)
           && opt_stays(r->body, s, s->first);
}

static bool runs_once(const ir_routine *r, const ir_stmt *s)
{
    return s->kind == IR_FOR && s->body && (opt_constant_rounds(s) == 1 || from_to_itself(r, s))
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

void opt_dead_code(const opt_site *at) { list_of(at->m, at->routine, &at->routine->body); }
