/* reached.c: the instructions that a job can reach: those of its routine, and of what that calls.
 */
#include "host-driver/internal.h"

#include "isa/isa.h"

#include <stdlib.h>

typedef struct {
    const rg_object *object;
    bool *reached; /* by routine */
    size_t *waiting, count;
    rg_sought *sought;
} walk;

static void reach(walk *w, size_t offset)
{
    for (size_t i = 0; i < w->object->routine_count; i++)
        if (offset >= w->object->routines[i].begin && offset < w->object->routines[i].end
            && !w->reached[i]) {
            w->reached[i] = true;
            w->waiting[w->count++] = i;
        }
}

/* The first word of a routine that is sought, or SIZE_MAX; what it calls is reached. */
static size_t search(walk *w, const rg_routine *routine)
{
    for (size_t at = routine->begin; at < routine->end && at < w->object->code_count; at++) {
        rg_instruction in;
        if (w->sought(w->object, at))
            return at;
        if (!rg_decode_any(w->object->code[at], w->object->xlen, &in))
            continue;
        if (in.op == RG_OP_CALL || in.op == RG_OP_UNCALL)
            reach(w, (size_t)((int64_t)at + in.offset));
        for (size_t i = 0;
             (in.op == RG_OP_CALLX || in.op == RG_OP_UNCALLX) && i < w->object->routine_count; i++)
            reach(w, w->object->routines[i].begin); /* to a computed address: to any of them */
    }
    return SIZE_MAX;
}

rg_result rg_find_reached(const rgd_job *job, rg_sought *sought, size_t *found, rg_fault *fault)
{
    const rg_object *object = job->device->object;
    walk w = {object, calloc(object->routine_count + 1, sizeof *w.reached),
              calloc(object->routine_count + 1, sizeof *w.waiting), 0, sought};
    const bool good = w.reached && w.waiting;
    *found = SIZE_MAX;
    if (good)
        reach(&w, job->routine->begin);
    if (good && job->forth)
        reach(&w, job->forth->begin);
    while (good && w.count > 0 && *found == SIZE_MAX)
        *found = search(&w, &object->routines[w.waiting[--w.count]]);
    free(w.reached);
    free(w.waiting);
    return good ? RG_OK : rg_no_memory(fault);
}
