/* leftover.c: what a routine leaves in the accumulator, which no argument carries out: an ancilla
 * that was never freed. */
#include "host-driver/internal.h"

#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

/* Words that change the accumulator; a program without any leaves it as it was. */
static bool changes_accumulator(const rg_object *object)
{
    for (size_t i = 0; i < object->code_count; i++) {
        unsigned op = object->code[i] >> 25;
        if (op == RG_OP_WMAC || op == RG_OP_MULDIV || op == RG_OP_WXCH)
            return true;
    }
    return false;
}

/* The end of the routine, as a trap there would be reported. */
static void tell(rgd_job *job, int64_t low)
{
    const rg_object *object = job->device->object;
    rg_trap_report *trap = &job->trap;
    memset(trap, 0, sizeof *trap);
    trap->cause = "BANK";
    trap->code = "R0816";
    trap->file = "";
    trap->routine = job->routine->name;
    trap->variable = "accumulator";
    trap->address = job->device->base + job->routine->entry;
    trap->word = low;
    trap->value = (double)low;
    if (object->lines && job->routine->entry < object->code_count) {
        const rg_line *line = &object->lines[job->routine->entry];
        if (line->line > 0 && line->file < object->file_count) {
            trap->file = object->files[line->file];
            trap->line = line->line;
            trap->column = line->column;
        }
    }
    snprintf(trap->message, sizeof trap->message,
             "%s left something in the accumulator: remainders of MULDIV that no bank took over, "
             "or products that were not subtracted again",
             trap->routine);
}

rg_result rg_check_leftover(rgd_job *job, rg_fault *fault)
{
    int64_t low = 0, high = 0;
    if (!changes_accumulator(job->device->object))
        return RG_OK;
    rg_result result = rg_core_peek(job->device, RG_REG_WLO, 0, &low, fault);
    if (result == RG_OK)
        result = rg_core_peek(job->device, RG_REG_WHI, 0, &high, fault);
    if (result != RG_OK || (low == 0 && high == 0))
        return result;
    job->trapped = job->device->dirty = true;
    job->ran = false;
    tell(job, low);
    return rg_trap_fault(&job->trap, fault);
}
