/* treeverse.c: the plan by dynamic programming, and its execution. */
#include "energy/treeverse.h"

#include <stdlib.h>

bool rg_treeverse_plan(rg_treeverse *p, size_t steps, size_t slots)
{
    const size_t width = steps + 1;
    *p = (rg_treeverse){.steps = steps,
                        .slots = slots,
                        .split = calloc((slots + 1) * width, sizeof *p->split),
                        .cost = calloc((slots + 1) * width, sizeof *p->cost)};
    for (size_t s = 0; p->split && p->cost && s <= slots; s++)
        for (size_t l = 2; l < width; l++) {
            uint64_t *best = &p->cost[s * width + l];
            *best = s == 0 ? l * (l - 1) / 2 : UINT64_MAX;
            for (size_t m = 1; s > 0 && m < l; m++) {
                const uint64_t cost = m + p->cost[(s - 1) * width + l - m] + p->cost[s * width + m];
                if (cost < *best) {
                    *best = cost;
                    p->split[s * width + l] = (uint32_t)m;
                }
            }
        }
    return p->split && p->cost;
}

void rg_treeverse_free(rg_treeverse *p)
{
    free(p->split);
    free(p->cost);
    *p = (rg_treeverse){0};
}

uint64_t rg_treeverse_cost(const rg_treeverse *p)
{
    return p->cost[p->slots * (p->steps + 1) + p->steps];
}

typedef struct {
    const rg_treeverse *plan;
    bool (*act)(void *context, rg_treeverse_act what, size_t step);
    void *context;
    size_t at; /* the state before this step is at hand; SIZE_MAX: none that is of use */
} run;

static bool go_to(run *r, size_t kept, size_t step)
{
    if (r->at != kept && !r->act(r->context, RG_TREEVERSE_RESTORE, kept))
        return false;
    for (r->at = kept; r->at < step; r->at++)
        if (!r->act(r->context, RG_TREEVERSE_ADVANCE, r->at))
            return false;
    return true;
}

/* The steps from `begin`, whose state is kept, `length` of them, from the last to the first. */
static bool reverse(run *r, size_t begin, size_t length, size_t slots)
{
    while (length > 1 && slots > 0) {
        const size_t by = r->plan->split[slots * (r->plan->steps + 1) + length];
        if (!go_to(r, begin, begin + by) || !r->act(r->context, RG_TREEVERSE_KEEP, begin + by)
            || !reverse(r, begin + by, length - by, slots - 1))
            return false;
        length = by;
    }
    for (size_t i = length; i-- > 0;) {
        if (!go_to(r, begin, begin + i) || !r->act(r->context, RG_TREEVERSE_REVERSE, begin + i))
            return false;
        r->at = SIZE_MAX;
    }
    return true;
}

bool rg_treeverse_run(const rg_treeverse *plan,
                      bool (*act)(void *context, rg_treeverse_act what, size_t step), void *context)
{
    run r = {plan, act, context, 0};
    return reverse(&r, 0, plan->steps, plan->slots);
}
