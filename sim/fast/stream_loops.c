/* stream_loops.c: loops over the elements of streams of sums and products in value mode and in
 * gradient mode; whatever is not ordinary is left before anything has changed. */
#include "sim/fast/streams.h"

/* What the loops need of the machine; op, xlen and gradients are constants where `loop` is called.
 */
typedef struct {
    int64_t *memory, *gradients;
    bool minus;
    int64_t b; /* where it stands in the word */
    unsigned frac;
} scene;

/* f of an element; false where it does not fit. */
static inline __attribute__((always_inline)) bool value_of(unsigned op, int64_t a, int64_t b,
                                                           unsigned frac, unsigned xlen, int64_t *f)
{
    switch (op) {
    case RG_OP_FMUL: return !rg_product(a, b, frac, xlen, f);
    case RG_OP_FADD: return !rg_sum(a, b, false, xlen, f);
    case RG_OP_FSUB: return !rg_sum(a, b, true, xlen, f);
    default: *f = b; return true; /* FMOV */
    }
}

/* The shares of A and B for the cotangent g; false where one does not fit. */
static inline __attribute__((always_inline)) bool shares_of(unsigned op, int64_t a, int64_t b,
                                                            int64_t g, unsigned frac, unsigned xlen,
                                                            int64_t *da, int64_t *db)
{
    if (op == RG_OP_FMUL)
        return !rg_product(g, b, frac, xlen, da) && !rg_product(g, a, frac, xlen, db);
    *da = g;
    *db = g;
    return op != RG_OP_FSUB || !rg_sum(0, g, true, xlen, db);
}

static inline __attribute__((always_inline)) bool element(const scene *c, const rg_stream *s,
                                                          const rg_position *p, unsigned op,
                                                          unsigned xlen, bool derives)
{
    const bool two = op != RG_OP_FMOV, by_memory = s->of[2].used;
    const int64_t at = p->at[0], at_a = p->at[1], at_b = p->at[2];
    int64_t f, sum, da = 0, db = 0, ga = 0, gb = 0;

    if ((two && at == at_a) || (by_memory && at == at_b))
        return false;
    const int64_t a = two ? c->memory[at_a] : 0, b = by_memory ? c->memory[at_b] : c->b;
    if (!value_of(op, a, b, c->frac, xlen, &f) || rg_sum(c->memory[at], f, c->minus, xlen, &sum))
        return false;
    if (derives) {
        if (two && by_memory && at_a == at_b)
            return false;
        if (!shares_of(op, a, b, c->gradients[at], c->frac, xlen, &da, &db))
            return false;
        if ((two && rg_sum(c->gradients[at_a], da, !c->minus, xlen, &ga))
            || (by_memory && rg_sum(c->gradients[at_b], db, !c->minus, xlen, &gb)))
            return false;
        if (two)
            c->gradients[at_a] = ga;
        if (by_memory)
            c->gradients[at_b] = gb;
    }
    c->memory[at] = sum;
    return true;
}

static inline __attribute__((always_inline)) uint64_t loop(const scene *c, const rg_stream *s,
                                                           rg_position *p, uint64_t total,
                                                           bool backward, unsigned op,
                                                           unsigned xlen, bool derives)
{
    const int64_t sign = backward ? -1 : 1;
    uint64_t done = 0;

    while (done < total) {
        const int64_t left = backward ? p->k : s->n - 1 - p->k; /* to the end of this row */
        for (int64_t i = 0; i < left; i++) {
            if (!element(c, s, p, op, xlen, derives))
                return done;
            done++;
            p->k += sign;
            for (unsigned o = 0; o < RG_STREAM_OPERANDS; o++)
                p->at[o] += sign * s->of[o].inner;
        }
        if (!element(c, s, p, op, xlen, derives))
            return done;
        done++;
        rg_stream_move(s, p, backward);
    }
    return done;
}

#define LOOPS(op, name)                                                                            \
    static uint64_t name(const scene *c, const rg_stream *s, rg_position *p, uint64_t total,       \
                         bool backward, unsigned xlen, bool derives)                               \
    {                                                                                              \
        if (xlen == 64)                                                                            \
            return derives ? loop(c, s, p, total, backward, RG_OP_##op, 64, true)                  \
                           : loop(c, s, p, total, backward, RG_OP_##op, 64, false);                \
        return derives ? loop(c, s, p, total, backward, RG_OP_##op, 32, true)                      \
                       : loop(c, s, p, total, backward, RG_OP_##op, 32, false);                    \
    }
LOOPS(FMUL, products)
LOOPS(FADD, sums)
LOOPS(FSUB, differences)
LOOPS(FMOV, copies)
#undef LOOPS

uint64_t rg_stream_ahead(rg_machine *m, const rg_decoded *d, const rg_stream *s, rg_position *p,
                         uint64_t total)
{
    const unsigned xlen = m->config.num.xlen;
    const scene c = {m->m, m->gm, (d->in.mode == RG_MODE_SUB) != m->backward, d->b_value,
                     m->config.num.frac};

    if (d->in.indexed || (m->mode & ~(unsigned)RG_WITH_GRADIENT) != 0 || (xlen != 64 && xlen != 32)
        || c.frac == 0 || m->upper)
        return 0;
    switch (d->in.op) {
    case RG_OP_FMUL: return products(&c, s, p, total, m->backward, xlen, rg_gradient_mode(m));
    case RG_OP_FADD: return sums(&c, s, p, total, m->backward, xlen, rg_gradient_mode(m));
    case RG_OP_FSUB: return differences(&c, s, p, total, m->backward, xlen, rg_gradient_mode(m));
    case RG_OP_FMOV: return copies(&c, s, p, total, m->backward, xlen, rg_gradient_mode(m));
    default: return 0;
    }
}
