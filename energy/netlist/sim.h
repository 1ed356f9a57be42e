/* sim.h: a netlist simulated for 64 machines at once, one a bit, and the capacitance that each
 * switches. */
#ifndef RG_GATESIM_H
#define RG_GATESIM_H

#include "energy/netlist/netlist.h"

enum { RG_LANES = 64 };

typedef struct rg_gatesim rg_gatesim;

/* All nets 0. NULL when memory is short. The netlist must outlive it. */
rg_gatesim *rg_gatesim_new(const rg_netlist *netlist);
void rg_gatesim_free(rg_gatesim *sim);

/* The value of a net in all lanes. */
uint64_t rg_gatesim_net(const rg_gatesim *sim, uint32_t net);
/* Set an input, the output of a macro, or the state of a flip-flop (its net Q). */
void rg_gatesim_set(rg_gatesim *sim, uint32_t net, uint64_t lanes);

/* All nets of one lane to 0, as rg_gatesim_new leaves them: the lane forgets what ran in it. */
void rg_gatesim_clear(rg_gatesim *sim, unsigned lane);

/* A port of at most 64 bits as a number, in one lane. */
uint64_t rg_gatesim_get_port(const rg_gatesim *sim, const rg_netport *port, unsigned lane);
void rg_gatesim_set_port(rg_gatesim *sim, const rg_netport *port, unsigned lane, uint64_t value);

/* Let the gates settle; nothing is counted. */
void rg_gatesim_evaluate(rg_gatesim *sim);
/* Let the gates settle, then add to switched[lane * unit_count + unit], in fF, the capacitance of
 * every net that is not what it was when last settled, for the lanes that count. No glitches: each
 * net changes at most once (zero delay). Adds to inputs, laid out likewise, how many bits changed
 * of what a unit's gates start from: its ports, registers and
 * memories. NULL: not asked for. */
void rg_gatesim_settle(rg_gatesim *sim, uint64_t counting, double *switched, double *inputs);
/* The rising edge: flip-flops take their inputs; adds the capacitance of clock pins, gates and
 * tree, charged and discharged. */
void rg_gatesim_clock(rg_gatesim *sim, uint64_t counting, double *switched);

/* What the clock of flip-flops without enable, and the pins of clock gates, switch in every cycle
 * whatever is done in it, in one unit, fF. */
double rg_gatesim_idle_clock_ff(const rg_gatesim *sim, size_t unit);

#endif
