/* trace.h: the steps that a function of numbers of 128 digits took, as nodes that read each other
 * and constants. Two steps that do the same with the same are one. Private to isa/gen_steps.c. */
#ifndef RG_TRACE_H
#define RG_TRACE_H

#include "isa/num/float/traced.h"

enum rg_step_op {
#define RG_FLOAT_STEP(name, work, operands, function, meaning) RG_STEP_##name,
#include "isa/num/float/steps.def"
    RG_STEP_OPS,
    RG_STEP_INPUT = RG_STEP_OPS /* no step: A, B or the gradient */
};

enum { RG_TRACE_NODES = 256, RG_TRACE_INPUTS = 3 };

/* What a step reads: a node, a constant or nothing; with the opposite sign. */
typedef struct {
    enum { RG_READS_NOTHING, RG_READS_NODE, RG_READS_CONSTANT } kind;
    unsigned node;
    bool turned;
    rg_ext constant;
} rg_trace_operand;

typedef struct {
    enum rg_step_op op;
    rg_trace_operand a, b;
} rg_trace_node;

/* The first nodes are the inputs. `full` says that a step found no room. */
struct rg_trace {
    rg_trace_node nodes[RG_TRACE_NODES];
    unsigned count;
    bool full;
};

/* The inputs alone. */
void rg_trace_begin(rg_trace *trace);
rg_traced rg_trace_input(rg_trace *trace, unsigned input, rg_ext value);
/* The node of x, with a step more where it is one with the opposite sign or a constant. */
unsigned rg_trace_node_of(rg_trace *trace, rg_traced x);
bool rg_trace_equal(const rg_trace *a, const rg_trace *b);

#endif
