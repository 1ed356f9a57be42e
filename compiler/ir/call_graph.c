/* call_graph.c: the calls between routines, followed without recursion: a chain of calls may be as
 * long as memory allows. */
#include "call_graph.h"

#include <stdlib.h>

#include "compiler/grow.h"

typedef struct {
    const ir_routine *routine;
    size_t next, end;    /* of its calls: the one to follow now, and where they end */
    size_t reached, low; /* its number in the order of arrival, 0: not reached yet; the least one on
                            the path that it leads back to */
    bool open, calls_itself;
} node;

typedef struct {
    ir_call_graph *out;
    node *nodes; /* by index of the routine */
    size_t call_count, call_capacity;
    size_t *calls; /* indices of callees, routine by routine */
    node **path, **open;
    size_t depth, open_count, arrivals;
} graph;

static bool note_calls(graph *c, const ir_stmt *list)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        if (s->kind == IR_CALL) {
            size_t *bigger = rg_grow(c->calls, c->call_count, &c->call_capacity, sizeof *bigger);
            if (!bigger)
                return false;
            c->calls = bigger;
            c->calls[c->call_count++] = s->callee->index;
            c->out->facts[s->callee->index].called = true;
        }
        if (!note_calls(c, s->body) || !note_calls(c, s->other))
            return false;
    }
    return true;
}

static bool note_routine(graph *c, const ir_routine *r)
{
    node *n = &c->nodes[r->index];

    *n = (node){.routine = r, .next = c->call_count};
    if (!note_calls(c, r->body))
        return false;
    n->end = c->call_count;
    return true;
}

static void reach(graph *c, node *n)
{
    n->reached = n->low = ++c->arrivals;
    n->open = true;
    c->path[c->depth++] = n;
    c->open[c->open_count++] = n;
}

static void lead_back(node *n, size_t to)
{
    if (to < n->low)
        n->low = to;
}

/* All that was reached since n leads back to it. */
static void close(graph *c, const node *n)
{
    const bool several = c->open[c->open_count - 1] != n;
    node *member;

    do {
        member = c->open[--c->open_count];
        member->open = false;
        ir_call_facts *facts = &c->out->facts[member->routine->index];
        facts->recursive = several;
        facts->calls_itself = member->calls_itself && !several;
    } while (member != n);
}

/* Its calls are all followed. */
static void leave(graph *c)
{
    node *n = c->path[--c->depth];

    c->out->order[c->out->count++] = n->routine;
    if (c->depth > 0)
        lead_back(c->path[c->depth - 1], n->low);
    if (n->low == n->reached)
        close(c, n);
}

/* What a routine calls comes before it. */
static void visit(graph *c, const ir_routine *r)
{
    if (!c->nodes[r->index].reached)
        reach(c, &c->nodes[r->index]);
    while (c->depth > 0) {
        node *n = c->path[c->depth - 1];
        if (n->next == n->end) {
            leave(c);
            continue;
        }
        node *callee = &c->nodes[c->calls[n->next++]];
        n->calls_itself = n->calls_itself || callee == n;
        if (!callee->reached)
            reach(c, callee);
        else if (callee->open)
            lead_back(n, callee->reached);
    }
}

static bool survey(graph *c, const ir_module *m)
{
    const ir_routine *r = m->routines;

    for (size_t place = 0; r; r = r->next, place++) {
        c->out->facts[r->index].place = place;
        if (!note_routine(c, r))
            return false;
    }
    for (r = m->routines; r; r = r->next)
        visit(c, r);
    return true;
}

bool ir_survey_calls(const ir_module *m, ir_call_graph *out)
{
    const size_t count = m->routine_count + 1;
    graph c = {.out = out,
               .nodes = calloc(count, sizeof *c.nodes),
               .path = calloc(count, sizeof *c.path),
               .open = calloc(count, sizeof *c.open)};

    *out = (ir_call_graph){.order = calloc(count, sizeof *out->order),
                           .facts = calloc(count, sizeof *out->facts)};
    const bool good = c.nodes && c.path && c.open && out->order && out->facts && survey(&c, m);
    free(c.nodes);
    free(c.calls);
    free(c.path);
    free(c.open);
    if (!good)
        ir_free_calls(out);
    return good;
}

void ir_free_calls(ir_call_graph *calls)
{
    free(calls->order);
    free(calls->facts);
    *calls = (ir_call_graph){0};
}
