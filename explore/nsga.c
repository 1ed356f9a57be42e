/* nsga.c: ranks and crowding of a population, as NSGA-II has them. */
#include "explore/nsga.h"

#include <math.h>
#include <stdlib.h>

/* Constrained domination: who violates less is better; only of equals do the objectives count. */
static bool dominates(const ex_population *p, size_t a, size_t b)
{
    const double *x = p->values + a * p->n, *y = p->values + b * p->n;
    bool better = false;
    if (p->violation[a] != p->violation[b])
        return p->violation[a] < p->violation[b];
    for (size_t k = 0; k < p->n; k++) {
        if (!(x[k] <= y[k]))
            return false;
        better = better || x[k] < y[k];
    }
    return better;
}

bool ex_nsga_ranks(const ex_population *p, size_t *rank)
{
    size_t *above = calloc(p->count + 1, sizeof *above), left = p->count;
    if (!above)
        return false;
    for (size_t i = 0; i < p->count; i++) {
        rank[i] = SIZE_MAX;
        for (size_t j = 0; j < p->count; j++)
            above[i] += dominates(p, j, i);
    }
    for (size_t r = 0; left > 0; r++) {
        for (size_t i = 0; i < p->count; i++)
            if (rank[i] == SIZE_MAX && above[i] == 0) {
                rank[i] = r;
                left--;
            }
        for (size_t i = 0; i < p->count; i++)
            for (size_t j = 0; rank[i] == r && j < p->count; j++)
                above[j] -= rank[j] == SIZE_MAX && dominates(p, i, j);
    }
    free(above);
    return true;
}

static void sort_by(const ex_population *p, size_t *members, size_t count, size_t k)
{
    for (size_t i = 1; i < count; i++) {
        const size_t member = members[i];
        const double value = p->values[member * p->n + k];
        size_t j = i;
        for (; j > 0 && p->values[members[j - 1] * p->n + k] > value; j--)
            members[j] = members[j - 1];
        members[j] = member;
    }
}

static void crowd(const ex_population *p, size_t *members, size_t count, double *crowding)
{
    for (size_t k = 0; k < p->n; k++) {
        sort_by(p, members, count, k);
        const double low = p->values[members[0] * p->n + k],
                     span = p->values[members[count - 1] * p->n + k] - low;
        crowding[members[0]] = crowding[members[count - 1]] = INFINITY;
        for (size_t i = 1; span > 0 && i + 1 < count; i++)
            crowding[members[i]] +=
                (p->values[members[i + 1] * p->n + k] - p->values[members[i - 1] * p->n + k])
                / span;
    }
}

bool ex_nsga_crowding(const ex_population *p, const size_t *rank, double *crowding)
{
    size_t *members = calloc(p->count + 1, sizeof *members), most = 0;
    if (!members)
        return false;
    for (size_t i = 0; i < p->count; i++) {
        crowding[i] = 0;
        most = rank[i] > most ? rank[i] : most;
    }
    for (size_t r = 0; r <= most; r++) {
        size_t count = 0;
        for (size_t i = 0; i < p->count; i++)
            if (rank[i] == r)
                members[count++] = i;
        if (count > 0)
            crowd(p, members, count, crowding);
    }
    free(members);
    return true;
}

bool ex_nsga_before(const size_t *rank, const double *crowding, size_t a, size_t b)
{
    return rank[a] != rank[b] ? rank[a] < rank[b] : crowding[a] > crowding[b];
}

uint64_t ex_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

size_t ex_random_below(uint64_t *state, size_t bound) { return (size_t)(ex_random(state) % bound); }
