/* net.c: gates, lines and temporaries. */
#include "sim/gates/net.h"

#include <stdlib.h>

void gn_init(gn_net *n, uint32_t lines) { *n = (gn_net){.lines = lines}; }

void gn_free(gn_net *n)
{
    free(n->gates);
    free(n->spare);
    free(n->temps);
    *n = (gn_net){0};
}

/* Room for one more word; false when memory is short. */
static bool room(uint32_t **stack, size_t count, size_t *capacity)
{
    if (count < *capacity)
        return true;
    const size_t wanted = *capacity ? 2 * *capacity : 256;
    uint32_t *bigger = realloc(*stack, wanted * sizeof *bigger);
    if (!bigger)
        return false;
    *stack = bigger;
    *capacity = wanted;
    return true;
}

uint32_t gn_temp(gn_net *n)
{
    if (!room(&n->temps, n->temp_count, &n->temp_capacity)) {
        n->failed = true;
        return 0;
    }
    const uint32_t line = n->spare_count > 0 ? n->spare[--n->spare_count] : n->lines++;
    n->temps[n->temp_count++] = line;
    return line;
}

static void give_back(gn_net *n, uint32_t line)
{
    if (!room(&n->spare, n->spare_count, &n->spare_capacity))
        n->failed = true;
    else
        n->spare[n->spare_count++] = line;
}

static void gate(gn_net *n, gn_gate g)
{
    if (n->count == n->capacity) {
        const size_t wanted = n->capacity ? 2 * n->capacity : 4096;
        gn_gate *bigger = n->failed ? NULL : realloc(n->gates, wanted * sizeof *bigger);
        if (!bigger) {
            n->failed = true;
            return;
        }
        n->gates = bigger;
        n->capacity = wanted;
    }
    n->gates[n->count++] = g;
}

void gn_append(gn_net *n, gn_gate g) { gate(n, g); }

void gn_not(gn_net *n, uint32_t t) { gate(n, (gn_gate){GN_NOT, t, t, t}); }

void gn_cnot(gn_net *n, gn_bit a, uint32_t t)
{
    if (a == GN_ZERO)
        return;
    if (!gn_is_constant(a))
        gate(n, (gn_gate){GN_CNOT, gn_line(a), t, t});
    if (a & 1)
        gn_not(n, t);
}

/* (1 + a)(1 + b) = 1 + a + b + ab: negated controls need no gate on their own lines. */
void gn_toffoli(gn_net *n, gn_bit a, gn_bit b, uint32_t t)
{
    if (a == GN_ZERO || b == GN_ZERO || a == (b ^ 1))
        return;
    if (a == GN_ONE || a == b || b == GN_ONE) {
        gn_cnot(n, a == GN_ONE ? b : a, t);
        return;
    }
    gate(n, (gn_gate){GN_TOFFOLI, gn_line(a), gn_line(b), t});
    if (b & 1)
        gn_cnot(n, a & ~(gn_bit)1, t);
    if (a & 1)
        gn_cnot(n, b, t);
}

void gn_fredkin(gn_net *n, gn_bit control, uint32_t x, uint32_t y)
{
    if (control == GN_ZERO || x == y)
        return;
    if (control == GN_ONE) {
        gn_cnot(n, gn_of_line(x), y);
        gn_cnot(n, gn_of_line(y), x);
        gn_cnot(n, gn_of_line(x), y);
        return;
    }
    if (control & 1)
        gn_not(n, gn_line(control));
    gate(n, (gn_gate){GN_FREDKIN, gn_line(control), x, y});
    if (control & 1)
        gn_not(n, gn_line(control));
}

void gn_peres(gn_net *n, uint32_t a, uint32_t b, uint32_t t)
{
    gate(n, (gn_gate){GN_PERES, a, b, t});
}

static gn_gate inverse(gn_gate g)
{
    if (g.kind == GN_PERES || g.kind == GN_PERES_INVERSE)
        g.kind = g.kind == GN_PERES ? GN_PERES_INVERSE : GN_PERES;
    return g;
}

gn_mark gn_here(const gn_net *n) { return (gn_mark){n->count, n->temp_count}; }

void gn_turn(gn_net *n, gn_mark from)
{
    for (size_t i = from.gate, k = n->count; i < k; i++) {
        k--;
        const gn_gate other = inverse(n->gates[i]);
        n->gates[i] = inverse(n->gates[k]);
        n->gates[k] = other;
    }
}

void gn_reverse(gn_net *n, gn_mark from, gn_mark to)
{
    for (size_t i = to.gate; i-- > from.gate && !n->failed;)
        gate(n, inverse(n->gates[i]));
}

void gn_undo(gn_net *n, gn_mark from, gn_mark to)
{
    gn_reverse(n, from, to);
    while (n->temp_count > from.temp)
        give_back(n, n->temps[--n->temp_count]);
}

static inline void run_gate(const gn_gate *g, gn_kind kind, uint64_t *lines)
{
    switch (kind) {
    case GN_NOT: lines[g->t] = ~lines[g->t]; return;
    case GN_CNOT: lines[g->t] ^= lines[g->a]; return;
    case GN_TOFFOLI: lines[g->t] ^= lines[g->a] & lines[g->b]; return;
    case GN_FREDKIN: {
        const uint64_t differ = lines[g->a] & (lines[g->b] ^ lines[g->t]);
        lines[g->b] ^= differ;
        lines[g->t] ^= differ;
        return;
    }
    case GN_PERES:
        lines[g->t] ^= lines[g->a] & lines[g->b];
        lines[g->b] ^= lines[g->a];
        return;
    case GN_PERES_INVERSE:
        lines[g->b] ^= lines[g->a];
        lines[g->t] ^= lines[g->a] & lines[g->b];
        return;
    case GN_KINDS: return;
    }
}

void gn_run(const gn_net *n, size_t first, size_t last, bool backward, uint64_t *lines)
{
    const gn_gate *gates = n->gates;

    if (backward)
        for (size_t i = last; i-- > first;)
            run_gate(&gates[i], (gn_kind)inverse(gates[i]).kind, lines);
    else
        for (size_t i = first; i < last; i++)
            run_gate(&gates[i], (gn_kind)gates[i].kind, lines);
}
