/* cut.c: the step cut where it meets what is not of it, for proofs. Work lines stand for registers,
 * and a word for memory. Free words are what the unit gives and takes back. */
#include "sim/gates/tool/cut.h"

static uint32_t moved(const gn_cut *c, uint32_t line)
{
    return line < c->kept ? line : line + c->inserted;
}

/* Gates of the step, but those first .. last - 1. */
static void copy(gn_cut *c, const gn_step *s, size_t from, size_t to, size_t first, size_t last)
{
    for (size_t i = from; i < to; i++) {
        gn_gate g = s->net.gates[i];
        if (i >= first && i < last)
            continue;
        g.a = moved(c, g.a);
        g.b = moved(c, g.b);
        g.t = moved(c, g.t);
        gn_append(&c->net, g);
    }
}

/* Where access is 1, the word of memory and its gradient are exchanged with lines. */
static void memory(gn_cut *c, const gn_lines *at, uint32_t x)
{
    for (uint32_t i = 0; i < x; i++) {
        gn_fredkin(&c->net, gn_of_line(at->access), c->memory + i, at->m + i);
        gn_fredkin(&c->net, gn_of_line(at->access), c->memory + x + i, at->gm + i);
    }
}

/* Where `where` is 1, the lines and the top of the stack are exchanged. */
static void stack(gn_cut *c, const gn_lines *at, uint32_t where, uint32_t x)
{
    for (uint32_t i = 0; i < x; i++)
        gn_fredkin(&c->net, gn_of_line(where), c->top + i, at->kept + i);
}

/* What a unit would add to its lines, by exclusive or. */
static void unit(gn_cut *c, uint32_t from, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        gn_cnot(&c->net, gn_of_line(from + i), first + i);
}

bool gn_make_cut(gn_cut *c, const gn_step *s)
{
    const gn_lines *at = &s->at;
    const uint32_t x = s->num.xlen, results = at->lines - at->unit.f;
    const size_t end = s->closing + s->opened - s->decoded,
                 first = end - (s->exchanged - s->decoded);

    *c = (gn_cut){.kept = at->lines, .inserted = 3 * x + 2 * results, .memory = at->lines};
    c->top = c->memory + 2 * x;
    c->given = c->top + x;
    c->taken = c->given + results;
    c->results = results;
    gn_init(&c->net, s->net.lines + c->inserted);
    copy(c, s, 0, s->opened, s->decoded, s->exchanged);
    memory(c, at, x);
    stack(c, at, at->pop, x);
    copy(c, s, s->opened, s->recalled, 0, 0);
    unit(c, c->given, at->unit.f, results);
    copy(c, s, s->recalled, s->committed, 0, 0);
    unit(c, c->taken, at->unit.f, results);
    copy(c, s, s->committed, s->released, 0, 0);
    memory(c, at, x);
    stack(c, at, at->push, x);
    copy(c, s, s->released, s->net.count, first, end);
    return !c->net.failed;
}
