/* memories.h: the memories of the core, which are not synthesised: contents for each lane, and the
 * register files' capacitance. */
#ifndef RG_GATE_MEMORIES_H
#define RG_GATE_MEMORIES_H

#include "energy/netlist/sim.h"

typedef struct rg_memories rg_memories;

/* What an access to a register file of 32 words switches, fF, by the model of
 * docs/reference/characterise.md.
 */
double rg_register_read_ff(unsigned xlen);
double rg_register_write_ff(unsigned xlen);

/* Finds rg_mem, rg_data and rg_operands among the macros. NULL when memory is short. */
rg_memories *rg_memories_new(const rg_netlist *netlist, unsigned xlen);
void rg_memories_free(rg_memories *memories);

/* The word behind a bus address (windows of registers, memory, code) in one lane; NULL when there
 * is none. */
uint64_t *rg_memories_word(rg_memories *memories, unsigned lane, uint32_t address);
/* All words of a lane to 0. */
void rg_memories_clear(rg_memories *memories, unsigned lane);

/* Whether registers are read in the clock itself (the pipelined core), through the bypass of what
 * is written at its end. */
bool rg_memories_are_seen(const rg_memories *memories);
/* Puts their values on the nets, for the gates to settle again. The writes do not depend on what is
 * read, so once is enough. */
void rg_memories_look(const rg_memories *memories, rg_gatesim *sim, uint64_t counting);

/* Accesses that the settled nets ask for at this edge: looked up and written now, and put on the
 * outputs by rg_memories_apply after the flip-flops. Adds register files' capacitance to switched;
 * counts for each lane words of data memory and code. */
typedef struct {
    uint64_t reads[RG_LANES], writes[RG_LANES], value_writes[RG_LANES], fetches[RG_LANES];
} rg_memory_traffic;
void rg_memories_access(rg_memories *memories, const rg_gatesim *sim, uint64_t counting,
                        double *switched, rg_memory_traffic *traffic);
void rg_memories_apply(rg_memories *memories, rg_gatesim *sim);

#endif
