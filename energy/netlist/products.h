/* products.h: how much of the partial products changes in the multipliers of a netlist. */
#ifndef RG_GATE_PRODUCTS_H
#define RG_GATE_PRODUCTS_H

#include "energy/netlist/sim.h"

typedef struct rg_products rg_products;

/* NULL when memory is short, or a multiplier lacks a port. */
rg_products *rg_products_new(const rg_netlist *netlist);
void rg_products_free(rg_products *products);
/* The operands of a lane to 0, with its nets. */
void rg_products_clear(rg_products *products, unsigned lane);
/* Looks at the settled nets: adds to changed[lane], for the lanes that count, the bits a[i] b[j]
 * that are not what they were, over all multipliers. They are 0 while one is off. */
void rg_products_look(rg_products *products, const rg_gatesim *sim, uint64_t counting,
                      uint64_t *changed);

#endif
