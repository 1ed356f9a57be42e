/* count.c: what a range of gates costs. */
#include "sim/gates/net.h"

#include <stdlib.h>

enum { T_GATES_OF_TOFFOLI = 7 };

static bool is_nonlinear(uint32_t kind) { return kind != GN_NOT && kind != GN_CNOT; }

/* When a gate is done whose lines were ready at these times. */
static size_t pass(size_t *ready, const gn_gate *g, size_t takes)
{
    const uint32_t lines[3] = {g->a, g->b, g->t};
    size_t at = 0;

    for (unsigned i = 0; i < 3; i++)
        at = ready[lines[i]] > at ? ready[lines[i]] : at;
    at += takes;
    for (unsigned i = 0; i < 3; i++)
        ready[lines[i]] = at;
    return at;
}

bool gn_count(const gn_net *n, size_t first, size_t last, gn_counts *counts)
{
    size_t *ready = calloc(2 * (size_t)n->lines + 1, sizeof *ready);

    *counts = (gn_counts){.total = last - first};
    if (!ready)
        return false;
    for (size_t i = first; i < last; i++) {
        const gn_gate *g = &n->gates[i];
        counts->gates[g->kind]++;
        const size_t at = pass(ready, g, 1);
        const size_t nonlinear = pass(ready + n->lines, g, is_nonlinear(g->kind));
        counts->depth = at > counts->depth ? at : counts->depth;
        if (nonlinear > counts->toffoli_depth)
            counts->toffoli_depth = nonlinear;
    }
    free(ready);
    for (uint32_t kind = 0; kind < GN_KINDS; kind++)
        counts->toffoli_count += is_nonlinear(kind) ? counts->gates[kind] : 0;
    counts->t_count = T_GATES_OF_TOFFOLI * counts->toffoli_count;
    return true;
}

bool gn_is_reversible(const gn_net *n)
{
    for (size_t i = 0; i < n->count; i++) {
        const gn_gate *g = &n->gates[i];
        const bool inside = g->a < n->lines && g->b < n->lines && g->t < n->lines;
        const bool one = g->kind == GN_NOT || g->a != g->t;
        const bool two = !is_nonlinear(g->kind) || (g->b != g->t && g->a != g->b);
        if (g->kind >= GN_KINDS || !inside || !one || !two)
            return false;
    }
    return true;
}
