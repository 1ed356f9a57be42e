/* where.c: the line, and the loop, in which a run was stopped. */
#include "host-driver/internal.h"
#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

/* The word at which the loop ends that starts at the word `at`, or 0. */
static size_t end_of_loop(const rgd_device *device, size_t at)
{
    const rg_object *object = device->object;
    rg_instruction in;
    if (!rg_decode_any(object->code[at], device->xlen, &in) || in.offset <= 0)
        return 0;
    const bool head = in.op == RG_OP_FORTOP
                      || (object->lines[at].role == RG_ROLE_WHILE_POST
                          && rg_op_lookup(in.op)->class == RG_CLASS_BRANCH);
    return head ? at + (size_t)in.offset : 0;
}

/* The first word of the innermost loop around the word, from `from` on downward; false: there is
 * none in its routine. */
static bool innermost_loop(const rgd_device *device, size_t offset, size_t from, size_t *head)
{
    const rg_object *object = device->object;
    size_t begin = 0;
    for (size_t i = 0; i < object->routine_count; i++)
        if (offset >= object->routines[i].begin && offset < object->routines[i].end)
            begin = object->routines[i].begin;
    for (size_t at = from; at-- > begin;)
        if (end_of_loop(device, at) >= offset && object->lines[at].line > 0) {
            *head = at;
            return true;
        }
    return false;
}

/* Whether a register of the loop at the head is in memory, or in another one, at the offset: it is
 * lent to a loop within (lent.c), or its variable lives in memory. */
static bool is_away(const rgd_device *device, size_t head, size_t offset, unsigned r)
{
    bool away = false;
    rg_instruction in;
    for (size_t at = head + 1; at < offset; at++)
        if (rg_decode_any(device->object->code[at], device->xlen, &in)
            && ((in.op == RG_OP_EXCH && in.d == r)
                || (in.op == RG_OP_SWAP && (in.d == r || in.a == r))))
            away = !away;
    return away;
}

/* The iterations that a counted loop has done and will do, from its registers. A counter that lives
 * in memory, and loops that the optimiser has cut in two, tell nothing. */
static bool iterations(rgd_device *device, size_t offset, size_t head, int64_t *done, int64_t *all)
{
    const rg_object *object = device->object;
    rg_instruction top;
    size_t outer = 0;
    if (offset <= head || !rg_decode_any(object->code[head], device->xlen, &top)
        || top.op != RG_OP_FORTOP || head + 1 >= object->code_count
        || is_away(device, head, offset, top.d) || is_away(device, head, offset, top.a))
        return false;
    if (innermost_loop(device, offset, head, &outer)
        && object->lines[outer].line == object->lines[head].line)
        return false;
    return rg_core_peek(device, RG_WINDOW_REGV, top.d, done, NULL) == RG_OK
           && rg_core_peek(device, RG_WINDOW_REGV, top.a, all, NULL) == RG_OK && *done >= 0
           && *done < *all;
}

void rg_loop_text(rgd_device *device, size_t offset, char *text, size_t size)
{
    const rg_object *object = device->object;
    size_t head;
    int64_t done, all;
    text[0] = '\0';
    if (!object->lines || offset >= object->code_count
        || !innermost_loop(device, offset, offset + 1, &head))
        return;
    const unsigned line = (unsigned)object->lines[head].line;
    if (iterations(device, offset, head, &done, &all))
        snprintf(text, size, ", in iteration %lld of %lld of the loop of line %u",
                 (long long)done + 1, (long long)all, line);
    else
        snprintf(text, size, ", in the loop of line %u", line);
}

bool rg_place_of(const rg_object *object, size_t offset, rg_fault *fault)
{
    const rg_line *line = object->lines ? &object->lines[offset] : NULL;
    if (!fault || !line || line->line == 0 || line->file >= object->file_count)
        return false;
    snprintf(fault->file, sizeof fault->file, "%s", object->files[line->file]);
    fault->line = line->line;
    fault->column = line->column;
    return true;
}

void rg_where(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    const rg_object *object = device->object;
    uint64_t pc = 0;
    char loop[120];
    if (!fault || !object->lines || rg_bus_read(job->device, RG_REG_PC, &pc, NULL) != RG_OK
        || pc < device->base || pc - device->base >= object->code_count)
        return;
    const size_t offset = (size_t)pc - device->base;
    const char *routine = rg_routine_at(object, offset);
    if (!rg_place_of(object, offset, fault))
        return;
    const size_t used = strlen(fault->message), room = sizeof fault->message - used;
    const bool other = strcmp(routine, job->routine->name) != 0 && routine[0];
    rg_loop_text(device, offset, loop, sizeof loop);
    snprintf(fault->message + used, room, ": it was here%s%s%s", other ? ", in " : "",
             other ? routine : "", loop);
}
