/* how_often.c: how often each routine runs for one call of the program by the host. */
#include "compiler/opt/opt_internal.h"

#include <stdlib.h>

static void note_calls(const ir_stmt *list, const ir_routine *caller, bool in_loops,
                       opt_how_often *often)
{
    for (const ir_stmt *s = list; s; s = s->next) {
        const bool loop = s->kind == IR_FOR || s->kind == IR_WHILE;
        if (s->kind == IR_CALL && (in_loops || s->callee == caller))
            often[s->callee->index] = OPT_IN_LOOPS;
        else if (s->kind == IR_CALL && often[s->callee->index] == OPT_ONCE)
            often[s->callee->index] = OPT_CALLED;
        note_calls(s->body, caller, in_loops || loop, often);
        note_calls(s->other, caller, in_loops, often);
    }
}

opt_how_often *opt_calls_of(ir_module *m)
{
    opt_how_often *often = calloc(m->routine_count + 1, sizeof *often);

    m->out_of_memory = m->out_of_memory || !often;
    for (unsigned scan = 0; often && scan < 2; scan++)
        for (const ir_routine *r = m->routines; r; r = r->next)
            note_calls(r->body, r, scan > 0 && often[r->index] != OPT_ONCE, often);
    return often;
}
