/* stream_pace.c: how long the elements of a stream take: lanes do groups of them in one clock,
 * several function units have some under way at once (docs/explanation/streams.md). */
#include "sim/fast/stream_pace.h"

#include "sim/fast/stages.h"
#include "sim/fast/tangent.h"

enum {
#define RG_BANKED(last) LAST_WAITS = last,
#include "isa/timing.def"
};

void rg_paced(rg_pacer *p, const rg_machine *m, const rg_decoded *d, const rg_stream *s)
{
    const bool staged = rg_in_stage(m, d) && !d->in.indexed;

    *p = (rg_pacer){.stream = s,
                    .backward = m->backward,
                    .lanes = rg_stream_lanes(m, d),
                    .units = staged ? rg_stage_latency(m) : rg_function_units(m, d),
                    .each = rg_element_cycles(m, d),
                    .one_row = s->n == 1,
                    .target = s->of[0].used,
                    .two = s->of[1].used,
                    .by_memory = s->of[2].used,
                    .derives = rg_gradient_mode(m) && d->info->kind != RG_KIND_INT,
                    .banks = m->config.core.banks,
                    .apart = !m->config.core.pipelined};
    p->overlaps = p->units > 1 || staged;
    p->crossed = p->derives && p->two && p->by_memory && d->info->ga[0] && d->info->gb[0];
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        p->indexed[i] = s->of[i].indexed;
}

bool rg_paced_singly(const rg_pacer *p) { return p->lanes == 1 && !p->overlaps && !p->banks; }

/* One row, nothing found, and no element reads what another one writes (rg_stream_lanes.v). */
static bool is_group(const rg_pacer *p)
{
    for (unsigned i = 0; i < p->lanes; i++) {
        if (!p->plain[i] || (!p->one_row && p->at[i].i != p->at[0].i))
            return false;
        for (unsigned k = 0; k < p->lanes; k++)
            if ((p->target && p->two && p->at[i].at[0] == p->at[k].at[1])
                || (p->target && p->by_memory && p->at[i].at[0] == p->at[k].at[2])
                || (p->crossed && p->at[i].at[1] == p->at[k].at[2]))
                return false;
    }
    return true;
}

/* The core evaluates an element, or a group. */
static void take_turn(rg_pacer *p, const rg_position *at, const int64_t *words, bool group)
{
    p->turns++;
    if (p->banks)
        rg_wait_for_banks(p, at, words, group);
}

/* An element more: it waits for others, makes a group with them, or is done alone. */
static void join(rg_pacer *p, const rg_position *at, const int64_t *words, bool plain)
{
    p->at[p->count] = *at;
    p->plain[p->count++] = plain;
    if (p->count < p->lanes)
        return;
    const bool group = p->lanes > 1 && is_group(p);
    take_turn(p, &p->at[0], p->lanes > 1 ? p->at[0].at : words, group);
    p->count = group ? 0 : p->count - 1;
    for (unsigned i = 0; i < p->count; i++) {
        p->at[i] = p->at[i + 1];
        p->plain[i] = p->plain[i + 1];
    }
}

void rg_pace(rg_pacer *p, const rg_position *at, const int64_t *words, bool plain)
{
    if (p->overlaps)
        rg_overlap_element(p, at);
    else
        join(p, at, words, plain);
}

uint64_t rg_paced_clocks(rg_pacer *p)
{
    if (p->overlaps)
        return rg_overlap_clocks(p);
    for (unsigned i = 0; i < p->count; i++)
        take_turn(p, &p->at[i], p->at[i].at, false);
    p->count = 0;
    return p->turns * p->each + p->waited;
}

uint64_t rg_paced_end(const rg_pacer *p)
{
    const unsigned pending = p->overlaps ? rg_overlap_last(p) : p->pending;

    return pending ? LAST_WAITS + pending - 1 : 0;
}

void rg_paced_turn(rg_pacer *p)
{
    p->undoes = true;
    p->begun = false;
    p->pending = 0;
    p->waited = 0;
}

void rg_pace_undone(rg_pacer *p, const rg_position *at, const int64_t *words)
{
    if (p->banks)
        rg_wait_for_banks(p, at, words, false);
}
