/* erasures.c: whether a job can reach an instruction that erases a value, and so cannot run
 * backward. */
#include "host-driver/internal.h"

#include "isa/isa.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const rg_object *object;
    bool *reached; /* by routine */
    size_t *waiting, count;
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

/* The first erasing word of a routine, or SIZE_MAX; what it calls is reached. */
static size_t search(walk *w, const rg_routine *routine, unsigned xlen)
{
    for (size_t at = routine->begin; at < routine->end && at < w->object->code_count; at++) {
        rg_instruction in;
        if (w->object->lines[at].role == RG_ROLE_ERASE)
            return at;
        if (!rg_decode_any(w->object->code[at], xlen, &in))
            continue;
        if (in.op == RG_OP_CALL || in.op == RG_OP_UNCALL)
            reach(w, (size_t)((int64_t)at + in.offset));
        for (size_t i = 0;
             (in.op == RG_OP_CALLX || in.op == RG_OP_UNCALLX) && i < w->object->routine_count; i++)
            reach(w, w->object->routines[i].begin); /* to a computed address: to any of them */
    }
    return SIZE_MAX;
}

static rg_result refuse(const rgd_job *job, size_t at, rg_fault *fault)
{
    const rg_object *object = job->device->object;
    const rg_line *line = &object->lines[at];
    rg_fail(fault, RG_BAD_USE, "R0930",
            "`%s` erases values and cannot run backward, nor be differentiated",
            job->routine->name);
    if (fault && line->line > 0 && line->file < object->file_count) {
        snprintf(fault->file, sizeof fault->file, "%s", object->files[line->file]);
        fault->line = line->line;
        fault->column = line->column;
    }
    return RG_BAD_USE;
}

rg_result rg_refuse_erasures(const rgd_job *job, rg_fault *fault)
{
    const rg_object *object = job->device->object;
    walk w = {object, calloc(object->routine_count + 1, sizeof *w.reached),
              calloc(object->routine_count + 1, sizeof *w.waiting), 0};
    size_t found = SIZE_MAX;
    const bool good = w.reached && w.waiting;
    if (good && object->lines)
        reach(&w, job->routine->begin);
    if (good && object->lines && job->forth)
        reach(&w, job->forth->begin);
    while (good && w.count > 0 && found == SIZE_MAX)
        found = search(&w, &object->routines[w.waiting[--w.count]], job->device->xlen);
    free(w.reached);
    free(w.waiting);
    if (!good)
        return rg_no_memory(fault);
    return found == SIZE_MAX ? RG_OK : refuse(job, found, fault);
}
