/* products.c: partial products are counted by the ones of their operands. */
#include "energy/netlist/products.h"

#include <stdlib.h>

typedef struct {
    uint64_t a, b;
} operands;
typedef struct {
    const rg_netport *on, *a, *b;
    uint64_t busy; /* lanes whose operands are not 0 */
    operands last[RG_LANES];
} multiplier;

struct rg_products {
    size_t count;
    multiplier *multipliers;
};

rg_products *rg_products_new(const rg_netlist *netlist)
{
    rg_products *p = calloc(1, sizeof *p);
    multiplier *list = calloc(netlist->multiplier_count + 1, sizeof *list);
    bool good = p && list;
    for (size_t i = 0; good && i < netlist->multiplier_count; i++) {
        const rg_macro *m = &netlist->multipliers[i];
        list[i].on = rg_macro_port(m, "on");
        list[i].a = rg_macro_port(m, "a");
        list[i].b = rg_macro_port(m, "b");
        good = list[i].on && list[i].a && list[i].b;
    }
    if (good) {
        *p = (rg_products){netlist->multiplier_count, list};
        return p;
    }
    free(list);
    free(p);
    return NULL;
}

void rg_products_free(rg_products *p)
{
    if (p)
        free(p->multipliers);
    free(p);
}

void rg_products_clear(rg_products *p, unsigned lane)
{
    for (size_t i = 0; i < p->count; i++) {
        p->multipliers[i].last[lane] = (operands){0};
        p->multipliers[i].busy &= ~(UINT64_C(1) << lane);
    }
}

static uint64_t ones(uint64_t word) { return (uint64_t)__builtin_popcountll(word); }

/* Of all pairs of a bit of A and a bit of B those that are 1 before and not now, or now and not
 * before. */
static uint64_t difference(operands x, operands y)
{
    return ones(x.a) * ones(x.b) + ones(y.a) * ones(y.b) - 2 * ones(x.a & y.a) * ones(x.b & y.b);
}

void rg_products_look(rg_products *p, const rg_gatesim *sim, uint64_t counting, uint64_t *changed)
{
    for (size_t i = 0; i < p->count; i++) {
        multiplier *m = &p->multipliers[i];
        const uint64_t on = rg_gatesim_net(sim, m->on->nets[0]);
        for (uint64_t lanes = on | m->busy; lanes; lanes &= lanes - 1) {
            const unsigned lane = (unsigned)__builtin_ctzll(lanes);
            operands now = {0};
            if (on >> lane & 1)
                now = (operands){rg_gatesim_get_port(sim, m->a, lane),
                                 rg_gatesim_get_port(sim, m->b, lane)};
            if (counting >> lane & 1)
                changed[lane] += difference(m->last[lane], now);
            m->last[lane] = now;
        }
        m->busy = on;
    }
}
