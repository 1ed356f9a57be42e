/* control_dependence.c: post-dominators of the words of a program, and the branches that decide
 * each of them.
 *
 * One graph holds all routines. A call goes on behind itself. Backward all edges are turned round,
 * so that the landings decide. The post-dominators are found by the iteration of Cooper, Harvey and
 * Kennedy (A simple, fast dominance algorithm, 2001). */
#include "host-driver/control_dependence.h"

#include <stdlib.h>

enum { MOST_EDGES = 2 };

typedef struct {
    uint32_t *first, *to; /* successors of node n: to[first[n]] up to to[first[n + 1]] */
} graph;

typedef struct {
    size_t words; /* node `words` is the end */
    graph ahead, behind;
    uint32_t *order,
        *number; /* nodes as a search back from the end leaves them, and the index of each there */
    size_t ordered;
    uint32_t *dominator; /* UINT32_MAX: the end is not reached */
} search;

typedef struct {
    uint32_t from, to;
} edge;

static bool always_jumps(const rg_instruction *in) { return in->op == RG_OP_BRAS; }

static bool may_jump(const rg_instruction *in)
{
    const rg_op_info *info = rg_op_lookup(in->op);
    return info && (info->format == RG_FMT_BR || info->format == RG_FMT_BI)
           && !rg_is_landing(in->op);
}

/* The top of the ring that a routine is: whoever comes to it forward leaves. */
static bool leaves(const rg_instruction *code, size_t count, size_t at)
{
    return code[at].op == RG_OP_HALT
           || (code[at].op == RG_OP_BRAL && at + 1 < count && code[at + 1].op == RG_OP_PORTAL);
}

static size_t edges_of(const rg_instruction *code, size_t count, size_t at, edge out[MOST_EDGES])
{
    size_t edges = 0;
    const int64_t target = (int64_t)at + code[at].offset;
    const bool jumps = always_jumps(&code[at]) || may_jump(&code[at]);

    if (leaves(code, count, at))
        return 0;
    if (!always_jumps(&code[at]) && at + 1 < count)
        out[edges++] = (edge){(uint32_t)at, (uint32_t)at + 1};
    if (jumps && target >= 0 && (size_t)target < count)
        out[edges++] = (edge){(uint32_t)at, (uint32_t)target};
    return edges;
}

/* Edges from node to node, by where they come from. */
static bool make_graph(const edge *edges, size_t count, size_t nodes, bool turned, graph *out)
{
    out->first = calloc(nodes + 2, sizeof *out->first);
    out->to = malloc((count + 1) * sizeof *out->to);
    if (!out->first || !out->to)
        return false;
    for (size_t i = 0; i < count; i++)
        out->first[(turned ? edges[i].to : edges[i].from) + 2]++;
    for (size_t n = 2; n < nodes + 2; n++)
        out->first[n] += out->first[n - 1];
    for (size_t i = 0; i < count; i++) {
        const uint32_t from = turned ? edges[i].to : edges[i].from;
        out->to[out->first[from + 1]++] = turned ? edges[i].from : edges[i].to;
    }
    return true;
}

static bool list_edges(const rg_instruction *code, size_t count, bool backward, edge **out,
                       size_t *edges)
{
    edge *list = malloc((count * (MOST_EDGES + 1) + 1) * sizeof *list);
    bool *goes_on = calloc(count + 1, sizeof *goes_on);
    size_t n = 0;

    if (!list || !goes_on) {
        free(list);
        free(goes_on);
        return false;
    }
    for (size_t at = 0; at < count; at++)
        n += edges_of(code, count, at, list + n);
    for (size_t i = 0; i < n; i++) {
        if (backward)
            list[i] = (edge){list[i].to, list[i].from};
        goes_on[list[i].from] = true;
    }
    for (size_t at = 0; at < count; at++)
        if (!goes_on[at])
            list[n++] = (edge){(uint32_t)at, (uint32_t)count};
    free(goes_on);
    *out = list;
    *edges = n;
    return true;
}

/* Depth first from the end, against the edges, without recursion. */
static bool put_in_order(search *s)
{
    const size_t nodes = s->words + 1;
    uint32_t *stack = malloc(nodes * sizeof *stack), *next = malloc(nodes * sizeof *next);
    size_t depth = 0;

    s->order = malloc(nodes * sizeof *s->order);
    s->number = malloc(nodes * sizeof *s->number);
    if (!stack || !next || !s->order || !s->number) {
        free(stack);
        free(next);
        return false;
    }
    for (size_t n = 0; n < nodes; n++) {
        s->number[n] = UINT32_MAX;
        next[n] = s->behind.first[n];
    }
    stack[depth++] = (uint32_t)s->words;
    s->number[s->words] = 0;
    while (depth > 0) {
        const uint32_t node = stack[depth - 1];
        if (next[node] == s->behind.first[node + 1]) {
            s->order[s->ordered++] = node;
            depth--;
            continue;
        }
        const uint32_t to = s->behind.to[next[node]++];
        if (s->number[to] == UINT32_MAX) {
            s->number[to] = 0;
            stack[depth++] = to;
        }
    }
    for (size_t i = 0; i < s->ordered; i++)
        s->number[s->order[i]] = (uint32_t)i;
    free(stack);
    free(next);
    return true;
}

static uint32_t meet(const search *s, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (s->number[a] < s->number[b])
            a = s->dominator[a];
        while (s->number[b] < s->number[a])
            b = s->dominator[b];
    }
    return a;
}

static uint32_t dominator_of(const search *s, uint32_t node)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t e = s->ahead.first[node]; e < s->ahead.first[node + 1]; e++) {
        const uint32_t to = s->ahead.to[e];
        if (s->dominator[to] != UINT32_MAX)
            found = found == UINT32_MAX ? to : meet(s, found, to);
    }
    return found;
}

static bool find_dominators(search *s)
{
    bool changed = true;

    s->dominator = malloc((s->words + 1) * sizeof *s->dominator);
    if (!s->dominator)
        return false;
    for (size_t n = 0; n <= s->words; n++)
        s->dominator[n] = UINT32_MAX;
    s->dominator[s->words] = (uint32_t)s->words;
    while (changed) {
        changed = false;
        for (size_t i = s->ordered - 1; i-- > 0;) {
            const uint32_t node = s->order[i], found = dominator_of(s, node);
            changed = changed || found != s->dominator[node];
            s->dominator[node] = found;
        }
    }
    return true;
}

/* Calls `see` with each word that a branch decides. */
static void visit(const search *s, void (*see)(void *context, uint32_t word, uint32_t decider),
                  void *context)
{
    for (uint32_t from = 0; from < s->words; from++) {
        if (s->dominator[from] == UINT32_MAX || s->ahead.first[from + 1] - s->ahead.first[from] < 2)
            continue;
        for (uint32_t e = s->ahead.first[from]; e < s->ahead.first[from + 1]; e++)
            for (uint32_t word = s->ahead.to[e];
                 word != s->dominator[from] && word < s->words && s->dominator[word] != UINT32_MAX;
                 word = s->dominator[word])
                see(context, word, from);
    }
}

static void count_word(void *context, uint32_t word, uint32_t decider)
{
    rg_control_dependence *d = context;
    (void)decider;
    d->first[word + 2]++;
}

static void put_word(void *context, uint32_t word, uint32_t decider)
{
    rg_control_dependence *d = context;
    d->deciders[d->first[word + 1]++] = decider;
}

static bool collect(const search *s, rg_control_dependence *out)
{
    out->first = calloc(s->words + 3, sizeof *out->first);
    if (!out->first)
        return false;
    visit(s, count_word, out);
    for (size_t n = 2; n < s->words + 3; n++)
        out->first[n] += out->first[n - 1];
    out->deciders = malloc(((size_t)out->first[s->words + 2] + 1) * sizeof *out->deciders);
    if (!out->deciders)
        return false;
    visit(s, put_word, out);
    return true;
}

static void free_graph(graph *g)
{
    free(g->first);
    free(g->to);
}

bool rg_control_dependence_make(const rg_instruction *code, size_t count, bool backward,
                                rg_control_dependence *out)
{
    search s = {.words = count};
    edge *edges = NULL;
    size_t edge_count = 0;

    *out = (rg_control_dependence){0};
    bool made = list_edges(code, count, backward, &edges, &edge_count)
                && make_graph(edges, edge_count, count + 1, false, &s.ahead)
                && make_graph(edges, edge_count, count + 1, true, &s.behind) && put_in_order(&s)
                && find_dominators(&s) && collect(&s, out);
    free(edges);
    free_graph(&s.ahead);
    free_graph(&s.behind);
    free(s.order);
    free(s.number);
    free(s.dominator);
    if (!made)
        rg_control_dependence_free(out);
    return made;
}

void rg_control_dependence_free(rg_control_dependence *d)
{
    free(d->first);
    free(d->deciders);
    *d = (rg_control_dependence){0};
}
