/* float_plan.c: steps in the order in which they are needed, value first; a register is free again
 * behind the last step that reads it. */
#include "float_plan.h"

#include <stddef.h>
#include <string.h>

/* Steps from the inputs to what is read. */
static unsigned depth_of(const rg_trace *trace, const rg_trace_operand *x)
{
    if (x->kind != RG_READS_NODE || trace->nodes[x->node].op == RG_STEP_INPUT)
        return 0;
    const unsigned a = depth_of(trace, &trace->nodes[x->node].a),
                   b = depth_of(trace, &trace->nodes[x->node].b);
    return 1 + (a > b ? a : b);
}

/* The longer way first: its numbers in between are gone when the other one begins. */
static void visit(rg_float_plan *plan, bool *seen, unsigned node)
{
    const rg_trace_node *const n = &plan->trace.nodes[node];

    if (seen[node] || n->op == RG_STEP_INPUT)
        return;
    const bool b_first = depth_of(&plan->trace, &n->b) > depth_of(&plan->trace, &n->a);
    const rg_trace_operand *const operands[] = {b_first ? &n->b : &n->a, b_first ? &n->a : &n->b};
    seen[node] = true;
    for (unsigned k = 0; k < 2; k++)
        if (operands[k]->kind == RG_READS_NODE)
            visit(plan, seen, operands[k]->node);
    plan->order[plan->count++] = node;
}

static void put_in_order(rg_float_plan *plan)
{
    bool seen[RG_TRACE_NODES] = {false};

    plan->count = 0;
    for (unsigned i = 0; i < plan->trace.count; i++)
        if (plan->trace.nodes[i].op == RG_STEP_CHECK)
            visit(plan, seen, i);
    for (unsigned k = 0; k < RG_PLAN_OUTCOMES; k++) {
        if (plan->outcome[k] < RG_TRACE_NODES)
            visit(plan, seen, plan->outcome[k]);
        if (k == 0)
            plan->of_value = plan->count;
    }
}

static bool reads(const rg_trace_node *n, unsigned node)
{
    return (n->a.kind == RG_READS_NODE && n->a.node == node)
           || (n->b.kind == RG_READS_NODE && n->b.node == node);
}

static bool read_later(const rg_float_plan *plan, unsigned node, unsigned behind)
{
    for (unsigned i = behind + 1; i < plan->count; i++)
        if (reads(&plan->trace.nodes[plan->order[i]], node))
            return true;
    return false;
}

/* The register of the outcome that this node is, or RG_PLAN_OUTCOMES. */
static unsigned outcome_of(const rg_float_plan *plan, unsigned node)
{
    unsigned k = 0;

    while (k < RG_PLAN_OUTCOMES && plan->outcome[k] != node)
        k++;
    return k;
}

/* What the register of step i may be taken from then on is free. */
static void release(const rg_float_plan *plan, bool *used, unsigned i)
{
    const rg_trace_node *const n = &plan->trace.nodes[plan->order[i]];
    const rg_trace_operand *const operands[] = {&n->a, &n->b};

    for (unsigned k = 0; k < 2; k++) {
        const unsigned node = operands[k]->node, place = plan->place[node];
        if (operands[k]->kind == RG_READS_NODE && place >= RG_PLAN_OUTCOMES
            && place < RG_PLAN_REGISTERS && !read_later(plan, node, i))
            used[place] = false;
    }
}

static bool give_registers(rg_float_plan *plan)
{
    bool used[RG_PLAN_REGISTERS] = {false};

    for (unsigned k = 0; k < RG_TRACE_INPUTS; k++)
        plan->place[k] = (uint8_t)(RG_PLAN_A + k);
    for (unsigned i = 0; i < plan->count; i++) {
        const unsigned node = plan->order[i], outcome = outcome_of(plan, node);
        unsigned place = RG_PLAN_OUTCOMES;
        release(plan, used, i);
        while (place < RG_PLAN_REGISTERS && used[place])
            place++;
        if (outcome < RG_PLAN_OUTCOMES)
            place = outcome;
        if (place == RG_PLAN_REGISTERS)
            return false;
        plan->place[node] = (uint8_t)place;
        used[place] = outcome == RG_PLAN_OUTCOMES && read_later(plan, node, i);
    }
    return true;
}

const char *rg_float_plan_steps(rg_float_plan *plan)
{
    for (unsigned k = 0; k < RG_PLAN_OUTCOMES; k++)
        if (plan->outcome[k] < RG_TRACE_INPUTS)
            return "an outcome is an operand";
        else if (plan->outcome[k] < RG_TRACE_NODES && outcome_of(plan, plan->outcome[k]) != k)
            return "two outcomes are one step";
    memset(plan->place, 0, sizeof plan->place);
    put_in_order(plan);
    return give_registers(plan) ? NULL : "it needs more registers than there are";
}
