/* gate_units.h: operands on the lines of a function unit, and its results beside those of the
 * reference arithmetic. */
#ifndef GATE_UNITS_H
#define GATE_UNITS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "isa/isa.h"
#include "sim/gates/unit.h"

enum { LANES = 64 };

static inline int64_t wrapped(uint64_t v, unsigned xlen)
{
    return (int64_t)(v << (64 - xlen)) >> (64 - xlen);
}

static inline void put(uint64_t *lines, uint32_t at, unsigned count, unsigned lane, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        lines[at + i] |= (value >> i & 1) << lane;
}

static inline uint64_t get(const uint64_t *lines, uint32_t at, unsigned count, unsigned lane)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (lines[at + i] >> lane & 1) << i;
    return value;
}

/* Two words, the low one first. */
static inline rg_wide join(int64_t low, int64_t high, unsigned xlen)
{
    const uint64_t mask = xlen == 64 ? UINT64_MAX : (UINT64_C(1) << xlen) - 1;
    return (rg_wide)high * ((rg_wide)1 << xlen) + (rg_wide)((uint64_t)low & mask);
}

static inline void split(rg_wide w, unsigned xlen, int64_t words[2])
{
    words[0] = wrapped((uint64_t)w, xlen);
    words[1] = (int64_t)(w >> xlen);
}

static inline int64_t word_of(const rg_num_config *c, const uint64_t *lines, uint32_t at,
                              unsigned lane)
{
    return wrapped(get(lines, at, c->xlen, lane), c->xlen);
}

/* Those in `more`. */
static inline bool same_new_words(const rg_num_config *c, unsigned op, const rg_num_out *out,
                                  const uint64_t *lines, const gn_unit_ports *p, unsigned lane)
{
    int64_t expected[GN_MORE_WORDS] = {0}, pair[2];

    switch (rg_op_lookup(op)->format) {
    case RG_FMT_R3:
    case RG_FMT_R2X:
        expected[GN_NEW_A] = out->a2;
        expected[GN_NEW_GD] = out->gy2;
        expected[GN_NEW_GA] = out->ga2;
        break;
    case RG_FMT_W:
        split(out->product, c->xlen, pair);
        expected[GN_HIGH] = pair[1];
        break;
    case RG_FMT_MD:
        split(out->w2, c->xlen, expected + GN_NEW_W);
        expected[GN_NEW_GD] = out->gy2;
        split(out->gw2, c->xlen, expected + GN_NEW_GW);
        break;
    default: break;
    }
    for (uint32_t i = 0; i < GN_MORE_WORDS; i++)
        if (word_of(c, lines, p->more + i * c->xlen, lane) != expected[i])
            return false;
    return true;
}

/* Whether a lane has the reference's results; of a trap only its cause counts. */
static inline bool same_results(const rg_num_config *c, const rg_num_in *in, const uint64_t *lines,
                                const gn_unit_ports *p, unsigned lane)
{
    rg_num_out out;

    rg_num_eval(c, in, &out);
    const int64_t f = gn_is_in_place(in->op) ? out.y2 : out.f;
    return get(lines, p->trap, 4, lane) == out.trap
           && (out.trap
               || (word_of(c, lines, p->f, lane) == f
                   && get(lines, p->value_ovf, 1, lane) == out.value_ovf
                   && word_of(c, lines, p->da, lane) == out.da
                   && word_of(c, lines, p->db, lane) == out.db
                   && get(lines, p->grad_ovf, GN_OVERFLOW_LINES, lane) == out.grad_ovf
                   && same_new_words(c, in->op, &out, lines, p, lane)));
}

static inline void print_operands(const rg_num_config *c, const rg_num_in *in)
{
    print_message("%s%s a %lld b %lld y %lld gy %lld xlen %u differs\n",
                  rg_op_lookup(in->op)->mnemonic, in->grad ? ".grad" : "", (long long)in->a,
                  (long long)in->b, (long long)in->y, (long long)in->gy, c->xlen);
}

static inline void enter(uint64_t *lines, const gn_unit_ports *p, const rg_num_config *c,
                         const rg_num_in *in, unsigned lane)
{
    int64_t w[2], gw[2];

    split(in->w, c->xlen, w);
    split(in->gw, c->xlen, gw);
    if (in->op == RG_OP_WMAC)
        gw[0] = in->gy;
    put(lines, p->a, c->xlen, lane, (uint64_t)in->a);
    put(lines, p->b, c->xlen, lane, (uint64_t)in->b);
    put(lines, p->y, c->xlen, lane, (uint64_t)in->y);
    put(lines, p->gy, c->xlen, lane, (uint64_t)in->gy);
    put(lines, p->ga, c->xlen, lane, (uint64_t)in->ga);
    for (uint32_t i = 0; i < 2; i++) {
        put(lines, p->w + i * c->xlen, c->xlen, lane, (uint64_t)w[i]);
        put(lines, p->gw + i * c->xlen, c->xlen, lane, (uint64_t)gw[i]);
    }
    put(lines, p->wrap, 1, lane, in->wrap);
    put(lines, p->inverse, 1, lane, in->inverse);
}

#endif
