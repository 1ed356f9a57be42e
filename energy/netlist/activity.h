/* activity.h: what instructions of a netlist's lanes switch by the words of the architecture
 * (isa/activity.def): the reference engine runs beside each lane. */
#ifndef RG_GATE_ACTIVITY_H
#define RG_GATE_ACTIVITY_H

#include "energy/netlist/core.h"

typedef struct rg_gate_activity rg_gate_activity;

/* NULL when memory is short. */
rg_gate_activity *rg_gate_activity_new(void);
void rg_gate_activity_free(rg_gate_activity *activity);
/* The lane begins a segment. False when memory is short. */
bool rg_gate_activity_start(rg_gate_activity *activity, unsigned lane, const rg_segment *segment);
/* One instruction of it: sets elements and activity of the step. */
void rg_gate_activity_step(rg_gate_activity *activity, unsigned lane, rg_gate_step *step);

#endif
