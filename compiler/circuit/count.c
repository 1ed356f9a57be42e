/* count.c: what a circuit needs, and its run on bits. */
#include "compiler/circuit/circuit.h"

#include <stdlib.h>

enum { T_GATES_OF_TOFFOLI = 7 };

static bool is_nonlinear(uint8_t kind)
{
    return kind == CIRCUIT_TOFFOLI || kind == CIRCUIT_FREDKIN;
}

/* Its lines; a NOT has one three times. */
static void lines_of(const circuit_gate *g, uint32_t lines[3])
{
    lines[0] = g->t;
    lines[1] = g->kind == CIRCUIT_NOT ? g->t : g->a;
    lines[2] = is_nonlinear(g->kind) ? g->b : g->t;
}

/* When a gate is done whose lines were ready at these times. */
static size_t pass(size_t *ready, const uint32_t lines[3], size_t takes)
{
    size_t at = 0;

    for (unsigned i = 0; i < 3; i++)
        at = ready[lines[i]] > at ? ready[lines[i]] : at;
    at += takes;
    for (unsigned i = 0; i < 3; i++)
        ready[lines[i]] = at;
    return at;
}

bool circuit_count(const circuit *c, circuit_counts *counts)
{
    size_t *ready = calloc(2 * c->lines + 1, sizeof *ready);

    *counts = (circuit_counts){.total = c->gate_count};
    if (!ready)
        return false;
    for (size_t i = 0; i < c->gate_count; i++) {
        const circuit_gate *g = &c->gates[i];
        uint32_t lines[3];
        lines_of(g, lines);
        counts->gates[g->kind]++;
        const size_t at = pass(ready, lines, 1);
        const size_t nonlinear = pass(ready + c->lines, lines, is_nonlinear(g->kind));
        counts->depth = at > counts->depth ? at : counts->depth;
        if (nonlinear > counts->toffoli_depth)
            counts->toffoli_depth = nonlinear;
    }
    free(ready);
    counts->toffoli_count = counts->gates[CIRCUIT_TOFFOLI] + counts->gates[CIRCUIT_FREDKIN];
    counts->t_count = T_GATES_OF_TOFFOLI * counts->toffoli_count;
    return true;
}

static void run_gate(const circuit_gate *g, uint64_t *lines)
{
    switch ((circuit_kind)g->kind) {
    case CIRCUIT_NOT: lines[g->t] = ~lines[g->t]; return;
    case CIRCUIT_CNOT: lines[g->t] ^= lines[g->a]; return;
    case CIRCUIT_TOFFOLI: lines[g->t] ^= lines[g->a] & lines[g->b]; return;
    case CIRCUIT_FREDKIN: {
        const uint64_t differ = lines[g->a] & (lines[g->b] ^ lines[g->t]);
        lines[g->b] ^= differ;
        lines[g->t] ^= differ;
        return;
    }
    case CIRCUIT_KINDS: return;
    }
}

void circuit_run(const circuit *c, bool backward, uint64_t *lines)
{
    for (size_t i = 0; i < c->gate_count; i++)
        run_gate(&c->gates[backward ? c->gate_count - 1 - i : i], lines);
}
