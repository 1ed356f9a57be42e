/* reverse.c: events of five models taken back, by emitted handlers or (-DHAND) by handlers written
 * by hand. reverse MODEL EVENTS prints a sum of the state after forth and back, which is that
 * before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models.c"

enum { PLACES = 64, CELLS = 256 };

/* ---- the state of all models, and an event ---- */

typedef struct {
    int64_t a[CELLS], b[CELLS], c[CELLS], x, y, z;
} state;
typedef struct {
    int64_t at, to, amount, now, then;
} event;

/* ---- written by hand ---- */

static void phold_back(state *s, const event *e)
{
    s->c[e->at - 1] = (int64_t)(((uint64_t)s->c[e->at - 1] - UINT64_C(1442695040888963407))
                                * UINT64_C(0xc097ef87329e28a5));
    s->b[e->at - 1] -= e->amount * e->amount;
    s->a[e->at - 1]--;
}

static void queue_back(state *s, const event *e)
{
    if (e->now < e->then) {
        s->x--;
        s->z -= e->then - e->now;
    } else {
        s->y--;
    }
}

static void epidemic_back(state *s, const event *e)
{
    s->b[e->at - 1] ^= e->amount << 32;
    s->b[e->to - 1] -= e->amount;
    s->a[e->to - 1] += e->amount;
}

static void network_back(state *s, const event *e)
{
    s->x -= e->amount / 64 + 1;
    s->b[e->at - 1] -= e->amount;
    s->a[e->at - 1]--;
}

static void automaton_back(state *s, const event *e)
{
    (void)e;
    for (int64_t i = CELLS - 2; i >= 1; i--)
        s->a[i] ^= s->b[i - 1] ^ (s->b[i] | s->b[i + 1]);
}

/* ---- the emitted ones ---- */

static rg_array over(int64_t *words, int64_t count)
{
    return (rg_array){.v = words, .rows = count, .columns = 1};
}

#define ARRAYS rg_array a = over(s->a, PLACES), b = over(s->b, PLACES)

static void phold_emitted(rg_state *rg, state *s, const event *e, int back)
{
    const size_t at = (size_t)e->at - 1;
    if (back)
        phold_undo(rg, &s->a[at], &s->b[at], &s->c[at], &e->amount);
    else if (phold(rg, &s->a[at], &s->b[at], &s->c[at], &e->amount))
        abort();
}

static void queue_emitted(rg_state *rg, state *s, const event *e, int back)
{
    if (back)
        arrive_undo(rg, &s->x, &s->y, &s->z, &e->now, &e->then);
    else if (arrive(rg, &s->x, &s->y, &s->z, &e->now, &e->then))
        abort();
}

static void epidemic_emitted(rg_state *rg, state *s, const event *e, int back)
{
    ARRAYS;
    if (back)
        contact_undo(rg, &a, &b, &e->at, &e->to, &e->amount);
    else if (contact(rg, &a, &b, &e->at, &e->to, &e->amount))
        abort();
}

static void network_emitted(rg_state *rg, state *s, const event *e, int back)
{
    ARRAYS;
    if (back)
        route_undo(rg, &a, &b, &e->at, &e->amount, &s->x);
    else if (route(rg, &a, &b, &e->at, &e->amount, &s->x))
        abort();
}

static void automaton_emitted(rg_state *rg, state *s, const event *e, int back)
{
    rg_array next = over(s->a, CELLS), cells = over(s->b, CELLS);
    (void)e;
    if (back)
        automaton_undo(rg, &next, &cells);
    else if (automaton(rg, &next, &cells))
        abort();
}

/* ---- forth and back ---- */

static event event_at(size_t i)
{
    const uint64_t r = (i + 1) * UINT64_C(6364136223846793005);
    return (event){(int64_t)(r >> 58) % PLACES + 1, (int64_t)(r >> 52) % PLACES + 1,
                   (int64_t)(r >> 40) % 4096, (int64_t)(r >> 33) % 128, (int64_t)(r >> 20) % 128};
}

#ifdef HAND
#define BACK(model) model##_back(s, &events[i])
#else
#define BACK(model) model##_emitted(rg, s, &events[i], 1)
#endif
#define RUN(model)                                                                                 \
    static void run_##model(rg_state *rg, state *s, const event *events, size_t count, int back)   \
    {                                                                                              \
        (void)rg;                                                                                  \
        for (size_t i = 0; i < count && !back; i++)                                                \
            model##_emitted(rg, s, &events[i], 0);                                                 \
        for (size_t i = count; i-- > 0 && back;)                                                   \
            BACK(model);                                                                           \
    }
RUN(phold)
RUN(queue)
RUN(epidemic)
RUN(network)
RUN(automaton)

int main(int argc, char **argv)
{
    static void (*const models[])(rg_state *, state *, const event *, size_t, int) = {
        run_phold, run_queue, run_epidemic, run_network, run_automaton};
    const size_t model = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    const size_t count = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000;
    event *events = calloc(count + 1, sizeof *events);
    static state s, before;
    rg_state rg = {0};

    if (!events || model >= sizeof models / sizeof models[0])
        return 2;
    for (size_t i = 0; i < count; i++)
        events[i] = event_at(i);
    for (size_t i = 0; i < CELLS; i++)
        s.a[i] = s.b[i] = s.c[i] = (int64_t)(i * i);
    before = s;
    models[model](&rg, &s, events, count, 0);
    const bool changed = memcmp(&s, &before, sizeof s) != 0;
    models[model](&rg, &s, events, argc > 3 ? 0 : count, 1);
    puts(changed && memcmp(&s, &before, sizeof s) == 0 ? "restored" : "not restored");
    free(events);
    (void)phold_back, (void)queue_back, (void)epidemic_back, (void)network_back,
        (void)automaton_back;
    return 0;
}
