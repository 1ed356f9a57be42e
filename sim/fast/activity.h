/* activity.h: what an instruction switches besides itself (isa/activity.def), counted where costs
 * by address are. Internal to sim/fast. */
#ifndef RG_FAST_ACTIVITY_H
#define RG_FAST_ACTIVITY_H

#include "sim/fast/exec.h"

enum { RG_PORTS = 3, RG_PORT_WORDS = 4 };

/* The words of three operands: value, gradient, tangent, tangent of the gradient. */
typedef struct {
    int64_t of[RG_PORTS][RG_PORT_WORDS];
} rg_port_words;

typedef struct rg_activity {
    rg_port_words registers, memory;             /* what their ports showed last */
    int64_t *read[2 * RG_PORTS * RG_PORT_WORDS]; /* words that were read */
    int64_t was[2 * RG_PORTS * RG_PORT_WORDS];   /* as they were */
    size_t read_count;
    uint32_t word; /* of the instruction before */
    unsigned op;
    rg_num_activity products;
    uint64_t term[RG_ACTIVITY_COUNT]; /* of the step under way */
} rg_activity;

/* A step begins. */
void rg_activity_begin(rg_machine *m, const rg_decoded *d);
/* It has retired: what it switched is added to `sums`; elements and clocks are those of the step.
 */
void rg_activity_end(rg_machine *m, uint64_t elements, uint64_t clocks, uint64_t *sums);

#endif
