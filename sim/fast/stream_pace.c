/* stream_pace.c: how long the elements of a stream take: lanes do groups of them in one clock,
 * several function units have some under way at once (docs/explanation/streams.md). */
#include "isa/banks.h"
#include <string.h>

#include "sim/fast/stages.h"
#include "sim/fast/streams.h"
#include "sim/fast/tangent.h"

enum {
#define RG_BANKED(last) LAST_WAITS = last,
#include "isa/timing.def"
};

void rg_paced(rg_pacer *p, const rg_machine *m, const rg_decoded *d, const rg_stream *s)
{
    const bool derives = rg_gradient_mode(m) && d->info->kind != RG_KIND_INT;

    p->lanes = rg_stream_lanes(m, d);
    const bool staged = rg_in_stage(m, d) && !d->in.indexed;

    p->units = staged ? rg_stage_latency(m) : rg_function_units(m, d);
    p->overlaps = p->units > 1 || staged;
    p->each = rg_element_cycles(m, d);
    p->one_row = s->n == 1;
    p->target = s->of[0].used;
    p->two = s->of[1].used;
    p->by_memory = s->of[2].used;
    p->shares = derives
                && (p->overlaps || (p->two && p->by_memory && d->info->ga[0] && d->info->gb[0]));
    p->banks = m->config.core.banks;
    p->gives = derives && p->two && p->by_memory;
    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        p->indexed[i] = s->of[i].indexed;
    p->begun = false;
    p->pending = 0;
    p->turns = p->number = p->waited = 0;
    p->count = 0;
}

bool rg_paced_singly(const rg_pacer *p) { return p->lanes == 1 && !p->overlaps && !p->banks; }

/* ---- lanes ---- */

/* One row, nothing found, and no element reads what another one writes (rg_stream_lanes.v). */
static bool is_group(const rg_pacer *p)
{
    for (unsigned i = 0; i < p->lanes; i++) {
        if (!p->plain[i] || (!p->one_row && p->at[i].i != p->at[0].i))
            return false;
        for (unsigned k = 0; k < p->lanes; k++)
            if ((p->target && p->two && p->at[i].at[0] == p->at[k].at[1])
                || (p->target && p->by_memory && p->at[i].at[0] == p->at[k].at[2])
                || (p->shares && p->at[i].at[1] == p->at[k].at[2]))
                return false;
    }
    return true;
}

/* An element more: it waits for others, makes a group with them, or is done alone. */
static void join(rg_pacer *p, const rg_position *at, bool plain)
{
    p->at[p->count] = *at;
    p->plain[p->count++] = plain;
    if (p->count < p->lanes)
        return;
    p->turns++;
    if (is_group(p)) {
        p->count = 0;
        return;
    }
    p->count--;
    for (unsigned i = 0; i < p->count; i++) {
        p->at[i] = p->at[i + 1];
        p->plain[i] = p->plain[i + 1];
    }
}

/* ---- function units, and the stage of functions of one clock ---- */

/* The element at x reads what the one at y writes (rg_stream_issue.v). */
static bool meets(const rg_pacer *p, const rg_position *x, const rg_position *y)
{
    return p->target
           && ((p->two && (x->at[1] == y->at[0] || (p->shares && x->at[0] == y->at[1])))
               || (p->by_memory && (x->at[2] == y->at[0] || (p->shares && x->at[0] == y->at[2]))));
}

/* An element starts in the clock after the one before; when its unit has finished; and in the clock
 * after the commit of the last one whose words it reads. */
static void start(rg_pacer *p, const rg_position *at)
{
    const uint64_t latency = p->each - 1, held = p->number < p->units ? p->number : p->units;
    uint64_t clock = p->number ? p->start[(p->number - 1) % p->units] + 1 : 0;

    if (held == p->units && p->start[p->number % p->units] + latency > clock)
        clock = p->start[p->number % p->units] + latency;
    for (uint64_t i = 1; i <= held; i++) {
        const uint64_t other = (p->number - i) % p->units;
        if (p->start[other] + latency + 1 > clock && meets(p, at, &p->at[other]))
            clock = p->start[other] + latency + 1;
    }
    p->at[p->number % p->units] = *at;
    p->start[p->number++ % p->units] = clock;
}

/* ---- banks ---- */

/* Clocks beyond the first for these accesses: of different words in one bank, the most. */
static unsigned more(const int64_t *words, const bool *asked, unsigned banks)
{
    unsigned most = 1;

    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++) {
        unsigned same = asked[i] ? 1 : 0;
        for (unsigned k = 0; k < i && same; k++)
            if (asked[k] && words[k] == words[i])
                same = 0; /* counted with the one before */
            else if (asked[k]
                     && rg_bank_of((uint64_t)words[k], banks)
                            == rg_bank_of((uint64_t)words[i], banks)
                     && !(k == 1 && asked[0] && words[0] == words[1]))
                same++;
        most = same > most ? same : most;
    }
    return most - 1;
}

static void wait_for_banks(rg_pacer *p, const rg_position *at, const int64_t *words)
{
    const bool used[RG_STREAM_OPERANDS] = {p->target, p->two, p->by_memory};
    const bool writes[RG_STREAM_OPERANDS] = {false, p->gives, p->gives};
    const bool by_index = p->indexed[0] || p->indexed[1] || p->indexed[2];
    bool asked[RG_STREAM_OPERANDS];
    unsigned reads;

    for (unsigned i = 0; i < RG_STREAM_OPERANDS; i++)
        asked[i] = used[i] && (by_index || !p->begun || p->before[i] != words[i]);
    reads = by_index ? more(at->at, p->indexed, p->banks) : more(words, asked, p->banks);
    p->waited += reads > p->pending ? reads : p->pending;
    p->waited += by_index ? more(words, used, p->banks) : 0;
    p->pending = more(words, writes, p->banks);
    p->begun = true;
    memcpy(p->before, words, sizeof p->before);
}

uint64_t rg_paced_end(const rg_pacer *p) { return p->pending ? LAST_WAITS : 0; }

void rg_paced_turn(rg_pacer *p)
{
    p->begun = false;
    p->pending = 0;
    p->waited = 0;
}

void rg_pace_undone(rg_pacer *p, const rg_position *at, const int64_t *words)
{
    if (p->banks)
        wait_for_banks(p, at, words);
}

void rg_pace(rg_pacer *p, const rg_position *at, const int64_t *words, bool plain)
{
    if (p->banks)
        wait_for_banks(p, at, words);
    if (p->overlaps)
        start(p, at);
    else
        join(p, at, plain);
}

uint64_t rg_paced_clocks(const rg_pacer *p)
{
    if (p->overlaps)
        return p->number ? p->start[(p->number - 1) % p->units] + p->each : 0;
    return (p->turns + p->count) * p->each + p->waited;
}
