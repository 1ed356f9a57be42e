/* copies.c: an ancilla that is computed before one update, or before a loop around one, and
 * uncomputed after it. What it was computed from is read instead, if the loop around that is then a
 * stream. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_COPIES = 6 };

/* Ancillas in the order of their allocations; `middle` uses them, `last` is the last statement of
 * the group. */
typedef struct {
    const ir_stmt *list[MOST_COPIES], *middle, *last;
    size_t count;
} copies;

/* ---- what they are ---- */

static bool is_copy(const ir_stmt *s)
{
    return s && s->kind == IR_ALLOC && s->var->rank == 0 && s->expr && s->expr->kind != IR_CONST;
}

static const ir_stmt *take_allocations(copies *c, const ir_stmt *s)
{
    for (; is_copy(s) && c->count < MOST_COPIES; s = s->next)
        c->list[c->count++] = s;
    return s;
}

static bool in_block(const ir_stmt *root, const ir_stmt *s, copies *c)
{
    c->middle = opt_between_halves(root, s);
    c->last = c->middle ? c->middle->next : NULL;
    return c->middle && !take_allocations(c, s->body) && c->count > 0;
}

static bool in_line(const ir_stmt *s, copies *c)
{
    c->middle = take_allocations(c, s);
    c->last = c->middle;
    for (size_t i = c->count; c->last && i-- > 0;) {
        c->last = c->last->next;
        if (!c->last || c->last->kind != IR_FREE || c->last->erase
            || c->last->var != c->list[i]->var || !opt_same_expr(c->last->expr, c->list[i]->expr))
            return false;
    }
    return c->last && c->count > 0;
}

/* ---- may they be read where they come from? ---- */

static const ir_stmt *update_of(const ir_stmt *s)
{
    const ir_stmt *u = s->kind == IR_FOR && s->body && !s->body->next ? s->body : s;

    return u->kind == IR_UPDATE ? u : NULL;
}

static bool steady(const copies *c, const ir_stmt *update)
{
    const ir_var *target = update->place.var;

    for (size_t i = 0; i < c->count; i++)
        if (target == c->list[i]->var
            || (update->place.row ? opt_reads_elements(c->list[i]->expr, target)
                                  : opt_expr_use(c->list[i]->expr, target) != 0))
            return false;
    return true;
}

static ir_expr *put(ir_module *m, const copies *c, ir_expr *e)
{
    for (size_t i = c->count; e && i-- > 0;)
        e = opt_put_one(m, e, c->list[i]->var, c->list[i]->expr);
    return e;
}

static ir_stmt *without(ir_module *m, const copies *c, const ir_stmt *s)
{
    ir_stmt *copy = opt_copy_alone(m, s);

    if (!copy)
        return NULL;
    copy->place.row = put(m, c, s->place.row);
    copy->place.column = put(m, c, s->place.column);
    copy->expr = put(m, c, s->expr);
    copy->first = put(m, c, s->first);
    copy->last = put(m, c, s->last);
    copy->body = s->body ? without(m, c, s->body) : NULL;
    return m->out_of_memory ? NULL : copy;
}

static bool is_stream(const ir_stmt *loop, ir_stmt *body)
{
    ir_stmt around = *loop;
    opt_stream stream;

    around.body = body;
    return opt_stream_of(&around, &stream);
}

void opt_copies(ir_module *m, const ir_stmt *root, ir_stmt *loop)
{
    for (ir_stmt **link = &loop->body; *link && !m->out_of_memory; link = &(*link)->next) {
        copies c = {.count = 0};
        const bool found = (*link)->kind == IR_ROUTINE ? in_block(root, *link, &c)
                                                       : is_copy(*link) && in_line(*link, &c);
        const ir_stmt *update = found ? update_of(c.middle) : NULL;
        ir_stmt *instead = update && steady(&c, update) ? without(m, &c, c.middle) : NULL;
        if (!instead || !is_stream(loop, instead))
            continue;
        instead->next = c.last->next;
        *link = instead;
    }
}
