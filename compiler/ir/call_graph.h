/* call_graph.h: which routines of a module are called, in what order their callees come first, and
 * which of them recur. */
#ifndef RG_CALL_GRAPH_H
#define RG_CALL_GRAPH_H

#include "compiler/ir/ir.h"

typedef struct {
    size_t place; /* of the routine in the list of the module */
    bool called;
    bool calls_itself; /* and is not called again by what it calls */
    bool recursive;    /* through other routines */
} ir_call_facts;

typedef struct {
    size_t count;
    const ir_routine **order; /* what a routine calls comes before it, recursion aside */
    ir_call_facts *facts;     /* by index of the routine */
} ir_call_graph;

/* False: memory is short, and there is nothing to free. */
bool ir_survey_calls(const ir_module *m, ir_call_graph *out);
void ir_free_calls(ir_call_graph *calls);

#endif
