/* netlist_impl.h: between the reader of netlists and what it computes once they are read. */
#ifndef RG_NETLIST_IMPL_H
#define RG_NETLIST_IMPL_H

#include "energy/netlist/netlist.h"

/* Capacitances, units of nets, order of gates. False when memory is short or gates drive themselves
 * in a ring. */
bool rg_netlist_finish(rg_netlist *netlist);

#endif
