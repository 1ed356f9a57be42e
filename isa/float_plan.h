/* float_plan.h: a traced function as a micro-program: its steps in order, and the register of each.
 * Private to isa/gen_steps.c. */
#ifndef RG_FLOAT_PLAN_H
#define RG_FLOAT_PLAN_H

#include "trace.h"

/* Registers, then the other things that a step reads. The first three registers hold the outcome at
 * the end: the value, and the shares of A and of B. */
enum {
    RG_PLAN_OUTCOMES = 3,
    RG_PLAN_REGISTERS = 12,
    RG_PLAN_A = RG_PLAN_REGISTERS, /* A, B and the gradient of the target */
    RG_PLAN_CONSTANT = RG_PLAN_A + RG_TRACE_INPUTS
};

typedef struct {
    rg_trace trace;
    unsigned outcome[RG_PLAN_OUTCOMES]; /* nodes; RG_TRACE_NODES where there is none */
    unsigned order[RG_TRACE_NODES], count, of_value;
    uint8_t place[RG_TRACE_NODES]; /* register or input */
} rg_float_plan;

/* Order and registers for the trace and the outcomes; what is wrong, or NULL. */
const char *rg_float_plan_steps(rg_float_plan *plan);

#endif
