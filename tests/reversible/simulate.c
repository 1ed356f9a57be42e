// Figures of a reversible netlist, and its simulation on 64 inputs at once.
#include <stdlib.h>
#include <string.h>

#include "tests/reversible/netlist.h"

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

bool rv_figures(const struct rv_netlist *n, struct rv_figures *f)
{
    uint32_t *depth = calloc(n->wires, sizeof *depth), *toffoli = calloc(n->wires, sizeof *toffoli);
    memset(f, 0, sizeof *f);
    bool good = depth != NULL && toffoli != NULL;
    for (uint32_t i = 0; good && i < n->gates; i++) {
        const struct rv_gate *g = &n->gate[i];
        const struct rv_kind *kind = &n->kind[g->kind];
        uint32_t d = 0, t = 0;
        for (unsigned k = 0; k < kind->lines; k++) {
            d = larger(d, depth[g->in[k]]);
            t = larger(t, toffoli[g->in[k]]);
        }
        d += 1;
        t += kind->nonlinear ? 1 : 0;
        for (unsigned k = 0; k < kind->lines; k++) {
            depth[g->out[k]] = d;
            toffoli[g->out[k]] = t;
        }
        f->depth = larger(f->depth, d);
        f->toffoli_depth = larger(f->toffoli_depth, t);
        f->gates[kind->function]++;
        f->total++;
    }
    for (uint32_t i = 0; i < n->ports; i++) {
        if (n->port[i].output)
            continue;
        f->lines += n->port[i].width;
        if (n->port[i].ancilla)
            f->ancillas += n->port[i].width;
    }
    free(depth);
    free(toffoli);
    return good;
}

uint32_t rv_free_bits(const struct rv_netlist *n)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < n->ports; i++)
        if (!n->port[i].output && !n->port[i].ancilla)
            bits += n->port[i].width;
    return bits;
}

uint64_t *rv_state(const struct rv_netlist *n) { return calloc(n->wires, sizeof(uint64_t)); }

void rv_set(uint64_t *state, const struct rv_port *port, const uint64_t value[64])
{
    for (uint32_t i = 0; i < port->width && i < 64; i++) {
        uint64_t word = 0;
        for (unsigned run = 0; run < 64; run++)
            word |= ((value[run] >> i) & 1) << run;
        state[port->wire[i]] = word;
    }
}

void rv_get(const uint64_t *state, const struct rv_port *port, uint64_t value[64])
{
    for (unsigned run = 0; run < 64; run++) {
        value[run] = 0;
        for (uint32_t i = 0; i < port->width && i < 64; i++)
            value[run] |= ((state[port->wire[i]] >> run) & 1) << i;
    }
}

// Output of one line from its algebraic normal form.
static uint64_t evaluate(uint16_t anf, unsigned lines, const uint64_t in[])
{
    uint64_t result = 0;
    for (unsigned s = 0; s < 1u << lines; s++) {
        if (!((anf >> s) & 1))
            continue;
        uint64_t product = ~UINT64_C(0);
        for (unsigned k = 0; k < lines; k++)
            if ((s >> k) & 1)
                product &= in[k];
        result ^= product;
    }
    return result;
}

void rv_run(const struct rv_netlist *n, uint64_t *state)
{
    for (uint32_t i = 0; i < n->gates; i++) {
        const struct rv_gate *g = &n->gate[i];
        const struct rv_kind *kind = &n->kind[g->kind];
        uint64_t in[RV_LINES];
        for (unsigned k = 0; k < kind->lines; k++)
            in[k] = state[g->in[k]];
        for (unsigned k = 0; k < kind->lines; k++)
            state[g->out[k]] = evaluate(kind->anf[k], kind->lines, in);
    }
}

uint64_t rv_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

// Word of input bit `bit` in block `block` when all inputs are counted through.
static uint64_t counted(uint32_t bit, uint64_t block)
{
    static const uint64_t LOW[6] = {0xAAAAAAAAAAAAAAAAu, 0xCCCCCCCCCCCCCCCCu, 0xF0F0F0F0F0F0F0F0u,
                                    0xFF00FF00FF00FF00u, 0xFFFF0000FFFF0000u, 0xFFFFFFFF00000000u};
    if (bit < 6)
        return LOW[bit];
    return ((block >> (bit - 6)) & 1) ? ~UINT64_C(0) : 0;
}

static bool ancillas_zero(const struct rv_netlist *n, const uint64_t *state, FILE *errors)
{
    for (uint32_t i = 0; i < n->ports; i++) {
        const struct rv_port *p = &n->port[i];
        if (!p->output || strncmp(p->name, "ancilla", 7) != 0)
            continue;
        for (uint32_t b = 0; b < p->width; b++) {
            if (state[p->wire[b]] == 0)
                continue;
            fprintf(errors, "ancilla %s[%u] does not return to zero\n", p->name, b);
            return false;
        }
    }
    return true;
}

bool rv_ancillas_clean(const struct rv_netlist *n, unsigned exhaustive_bits, unsigned blocks,
                       bool *exhaustive, FILE *errors)
{
    uint32_t bits = rv_free_bits(n);
    uint64_t count = blocks, seed = UINT64_C(0x9E3779B97F4A7C15);
    *exhaustive = bits <= exhaustive_bits && bits < 48;
    if (*exhaustive)
        count = bits > 6 ? UINT64_C(1) << (bits - 6) : 1;
    uint64_t *state = rv_state(n);
    bool clean = state != NULL;
    for (uint64_t block = 0; clean && block < count; block++) {
        uint32_t bit = 0;
        for (uint32_t i = 0; i < n->ports; i++) {
            const struct rv_port *p = &n->port[i];
            if (p->output)
                continue;
            for (uint32_t b = 0; b < p->width; b++) {
                uint64_t word = 0;
                if (!p->ancilla)
                    word = *exhaustive ? counted(bit++, block) : rv_random(&seed);
                state[p->wire[b]] = word;
            }
        }
        rv_run(n, state);
        clean = ancillas_zero(n, state, errors);
    }
    free(state);
    return clean;
}
