/* nests.c: loops within loops around one update change places: those of few rounds go outside, so that the streams within are long. */
#include "compiler/opt/opt_internal.h"
#include "compiler/opt/stream.h"

enum { MOST_DEPTH = 6, FEW_ROUNDS = 8, STREAMED = 2 };

typedef struct { const ir_stmt *loop[MOST_DEPTH], *update; size_t depth; } nest;

static nest nest_of(const ir_stmt *s)
{
    nest n = {.depth = 0};

    while (s->kind == IR_FOR && s->body && !s->body->next && n.depth < MOST_DEPTH) {
        n.loop[n.depth++] = s;
        s = s->body;
    }
    n.update = s;
    return n;
}

/* The same in all rounds of all loops, whatever is added. */
static bool bound_stays(const nest *n, const ir_expr *e)
{
    if (!e)
        return true;
    for (size_t i = 0; i < n->depth; i++)
        if (opt_expr_use(e, n->loop[i]->var))
            return false;
    return opt_cannot_trap(e) && !(n->update->place.var->rank == 0 && opt_expr_use(e, n->update->place.var));
}

/* Sums commute as long as none of what is added depends on them. */
static bool any_order_will_do(const nest *n)
{
    const ir_stmt *u = n->update;

    if (!opt_is_sum(u))
        return false;
    const ir_var *target = u->place.var;
    if (target->rank == 0 ? opt_expr_use(u->expr, target) != 0
                          : opt_reads_elements(u->expr, target) || opt_reads_elements(u->place.row, NULL) || opt_reads_elements(u->place.column, NULL))
        return false;
    for (size_t i = 0; i < n->depth; i++) {
        const ir_stmt *l = n->loop[i];
        int64_t step;
        if (target == l->var || !ir_constant_step(l, &step) || !bound_stays(n, l->first) || !bound_stays(n, l->last))
            return false;
    }
    return true;
}

static bool few(const ir_stmt *loop)
{
    const int64_t rounds = opt_constant_rounds(loop);

    return rounds >= 0 && rounds <= FEW_ROUNDS;
}

/* Loops of few rounds first, else as they are; false where that changes nothing. */
static bool reorder(nest *n)
{
    const nest before = *n;
    size_t count = 0;
    bool changed = false;

    for (unsigned many = 0; many < 2; many++)
        for (size_t i = 0; i < before.depth; i++)
            if (few(before.loop[i]) != (many == 1))
                n->loop[count++] = before.loop[i];
    for (size_t i = 0; i < n->depth; i++)
        changed = changed || n->loop[i] != before.loop[i];
    return changed && !few(n->loop[n->depth - STREAMED]);
}

static ir_stmt *build(ir_module *m, const nest *n, const ir_stmt *next)
{
    ir_stmt *inside = (ir_stmt *)(uintptr_t)n->update;

    for (size_t i = n->depth; i-- > 0;)
        inside = opt_loop_around(m, n->loop[i], inside);
    if (inside)
        inside->next = (ir_stmt *)(uintptr_t)next;
    return inside;
}

static bool streams_within(const ir_stmt *s, size_t depth)
{
    opt_stream stream;

    while (depth-- > STREAMED)
        s = s->body;
    return opt_stream_of(s, &stream);
}

void opt_nests(ir_module *m, ir_stmt **list)
{
    for (ir_stmt **link = list; *link && !m->out_of_memory; link = &(*link)->next) {
        nest n = nest_of(*link);
        if (n.depth > STREAMED && any_order_will_do(&n) && reorder(&n)) {
            ir_stmt *instead = build(m, &n, (*link)->next);
            if (instead && streams_within(instead, n.depth))
                *link = instead;
        }
        opt_nests(m, &(*link)->body);
        opt_nests(m, &(*link)->other);
    }
}
