/* core.h: the core's netlist with its memories: runs segments in the 64 lanes and tells what each
 * retired instruction switched. */
#ifndef RG_GATECORE_H
#define RG_GATECORE_H

#include "energy/netlist/memories.h"
#include "energy/netlist/segment.h"
#include "energy/netlist/sim.h"

typedef struct rg_gatecore rg_gatecore;

/* An instruction that retired: switched[unit] in fF since the one before; op = RG_OP_LIMIT for what
 * follows the last one of a segment (a halt, a trap) and came to no retirement. */
typedef struct {
    unsigned op, mode; /* opcode; MODE before the step */
    bool backward;
    uint64_t cycles;
    const double *switched;
    const double *inputs;                 /* bits that changed of what each unit starts from */
    size_t units;                         /* entries of switched and inputs */
    uint64_t reads, writes;               /* words of data memory, all banks */
    uint64_t fetches;                     /* reads of instruction memory */
    uint64_t elements;                    /* 1, or those of a stream */
    uint64_t activity[RG_ACTIVITY_COUNT]; /* as the reference engine counts it */
} rg_gate_step;
typedef void rg_gate_listener(void *context, size_t segment, const rg_gate_step *step);

/* The netlist of rg_core in a word format; NULL with a line in message where a port or memory is
 * not found. */
rg_gatecore *rg_gatecore_new(const rg_netlist *netlist, unsigned xlen, char *message, size_t size);
void rg_gatecore_free(rg_gatecore *core);

/* rg_gatesim_idle_clock_ff of its netlist. */
double rg_gatecore_idle_clock_ff(const rg_gatecore *core, size_t unit);

typedef struct {
    uint64_t cycles, retired, lane_cycles;
    size_t compared;
} rg_gate_work;
/* Run all segments to their end, and compare the state that each leaves with the reference engine
 * "fast" after as many instructions. Segments of one name that stand together are a run. They
 * follow each other in one lane, and what no reset clears stays from one to the next, as in the
 * machine. Every run begins with all nets at 0, so what it switches does not depend on other runs.
 * It ends with the first retirement after most_cycles. False with a line in message at the first
 * difference. */
bool rg_gatecore_run(rg_gatecore *core, const rg_segment *segments, size_t count,
                     uint64_t most_cycles, rg_gate_listener *listener, void *context,
                     rg_gate_work *work, char *message, size_t size);

#endif
