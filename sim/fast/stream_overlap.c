/* stream_overlap.c: elements under way at once, in several function units or in the stage of
 * functions of one clock, clock by clock (rg_stream_issue.v). */
#include "sim/fast/stream_pace.h"

static uint64_t latency(const rg_pacer *p) { return p->each - 1; }

/* The element at x reads what the one at y writes. */
static bool meets(const rg_pacer *p, const rg_position *x, const rg_position *y)
{
    return p->target
           && ((p->two && (x->at[1] == y->at[0] || (p->derives && x->at[0] == y->at[1])))
               || (p->by_memory && (x->at[2] == y->at[0] || (p->derives && x->at[0] == y->at[2]))));
}

/* What an element that starts reads: its operands, and the gradient of its target. */
static void read_front(const rg_pacer *p, const rg_position *at, rg_asked *values,
                       rg_asked *gradients)
{
    rg_ask(values, p->two, at->at[1]);
    rg_ask(values, p->by_memory, at->at[2]);
    rg_ask(gradients, p->derives && p->target, at->at[0]);
}

/* What an element that is committed next reads: the words that it changes. */
static void read_back(const rg_pacer *p, const rg_position *at, rg_asked *values,
                      rg_asked *gradients)
{
    rg_ask(values, p->target, at->at[0]);
    rg_ask(gradients, p->derives && p->two, at->at[1]);
    rg_ask(gradients, p->derives && p->by_memory, at->at[2]);
}

/* The clock before the first: the first element is read. */
static void begin(rg_pacer *p, const rg_position *at)
{
    rg_overlap *o = &p->under_way;
    rg_asked values = {0}, gradients = {0};

    read_front(p, at, &values, &gradients);
    read_back(p, at, &values, &gradients);
    *o = (rg_overlap){.clock = rg_memory_waits(p, &values, &gradients),
                      .total = (uint64_t)p->stream->n * (uint64_t)p->stream->m,
                      .read = 1,
                      .loaded = true,
                      .front = *at,
                      .back = *at};
}

/* The next element may be read: none that is not committed by then writes what it reads. */
static bool may_read(const rg_pacer *p, const rg_position *next)
{
    const rg_overlap *o = &p->under_way;

    if (o->loaded && meets(p, next, &o->front))
        return false;
    for (uint64_t i = o->committed; i < o->started; i++)
        if (meets(p, next, &o->at[i % p->units]))
            return false;
    return true;
}

/* An element writes the words that it read last. */
unsigned rg_overlap_last(const rg_pacer *p)
{
    rg_asked values = {0}, gradients = {0};

    read_back(p, &p->under_way.back, &values, &gradients);
    return rg_memory_waits(p, &values, &gradients);
}

/* A clock in which nothing waits; `commits`: the oldest element is written. False where nothing
 * happens. */
static bool pass(rg_pacer *p, bool commits)
{
    rg_overlap *o = &p->under_way;
    rg_asked values = {0}, gradients = {0};
    rg_position next = o->front;
    unsigned written = 0;

    if (commits) {
        written = rg_overlap_last(p);
        if (++o->committed < o->total) {
            rg_stream_move(p->stream, &o->back, p->backward);
            read_back(p, &o->back, &values, &gradients);
        }
    }
    const bool starts = o->loaded && o->started - o->committed < p->units;
    bool reads = o->read < o->total && (starts || !o->loaded);
    if (reads) {
        rg_stream_move(p->stream, &next, p->backward);
        reads = may_read(p, &next);
    }
    if (starts) {
        o->at[o->started % p->units] = o->front;
        o->start[o->started++ % p->units] = o->clock;
        o->loaded = false;
    }
    if (reads) {
        read_front(p, &next, &values, &gradients);
        o->front = next;
        o->loaded = true;
        o->read++;
    }
    const unsigned read = rg_memory_waits(p, &values, &gradients);
    o->clock += 1 + (read > written ? read : written);
    return starts || reads;
}

/* To the clock in which the oldest element is done. */
static void wait_for_oldest(rg_pacer *p)
{
    rg_overlap *o = &p->under_way;

    for (;;) {
        const uint64_t done = o->start[o->committed % p->units] + latency(p);
        if (o->started > o->committed && o->clock >= done)
            return;
        if (!pass(p, false) && o->started > o->committed && o->clock < done)
            o->clock = done;
    }
}

void rg_overlap_element(rg_pacer *p, const rg_position *at)
{
    if (p->under_way.read == 0)
        begin(p, at);
    else
        (void)pass(p, true);
    wait_for_oldest(p);
}

uint64_t rg_overlap_clocks(const rg_pacer *p)
{
    return p->under_way.read ? p->under_way.clock + 1 : 0;
}
