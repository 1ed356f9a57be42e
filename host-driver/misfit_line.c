/* misfit_line.c: when no seed makes a gradient fit, where is the first one that does not?
 *
 * The job runs once more, some instructions at a time. Behind the instructions among which a
 * gradient did not fit the machine turns, and takes them back one by one. The first misfit of the
 * sweep is the last one that is met. */
#include "host-driver/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_AT_ONCE = 1024 };

static rg_result run_steps(rgd_job *job, uint64_t steps, rg_copied *copied, uint64_t *status,
                           uint64_t *misfits, rg_fault *fault)
{
    rg_result result = rg_bus_write(job->device, RG_REG_STEPS, steps, fault);
    if (result == RG_OK)
        result = rg_job_run(job, copied, status, false, fault);
    return result == RG_OK ? rg_bus_read(job->device, RG_REG_GRADOVFALL, misfits, fault) : result;
}

/* Up to the first steps with a misfit; *left: how many there are, 0 when the run ended without. */
static rg_result run_to_misfit(rgd_job *job, uint64_t *left, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_copied copied = {0};
    uint64_t before = 0, misfits = 0, status = RG_STATUS_STEPS;
    rg_result result = rg_bus_read(device, RG_REG_GRADOVFALL, &before, fault);
    misfits = before;
    while (result == RG_OK && misfits == before && (status & RG_STATUS_STEPS)
           && !rg_handle_stop_wanted(device->handle))
        result = run_steps(job, STEPS_AT_ONCE, &copied, &status, &misfits, fault);
    free(copied.words);
    *left = misfits - before;
    return result;
}

/* Take back until `left` misfits have been met; *pc: the instruction of the last one. */
static rg_result take_back(rgd_job *job, uint64_t left, uint64_t *pc, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_copied copied = {0};
    uint64_t before = 0, misfits = 0, status = RG_STATUS_STEPS;
    rg_result result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_GRADOVFALL, &before, fault);
    misfits = before;
    while (result == RG_OK && misfits - before < left && (status & RG_STATUS_STEPS)) {
        result = rg_bus_read(device, RG_REG_PC, pc, fault);
        if (result == RG_OK)
            result = run_steps(job, 1, &copied, &status, &misfits, fault);
    }
    free(copied.words);
    return result;
}

static void tell(rgd_device *device, uint64_t pc, rg_fault *fault)
{
    const rg_object *object = device->object;
    char operation[120] = "", loop[120] = "";
    if (pc < device->base || pc - device->base >= object->code_count || !object->lines)
        return;
    const rg_line *line = &object->lines[pc - device->base];
    if (line->line == 0 || line->file >= object->file_count)
        return;
    snprintf(fault->file, sizeof fault->file, "%s", object->files[line->file]);
    fault->line = line->line;
    fault->column = line->column;
    rg_say_operation(device, (size_t)pc - device->base, operation, sizeof operation);
    rg_loop_text(device, (size_t)pc - device->base, loop, sizeof loop);
    const size_t used = strlen(fault->message);
    snprintf(fault->message + used, sizeof fault->message - used, "; the first is met %s%s%s",
             operation[0] ? "at " : "here", operation, loop);
}

void rg_say_misfit_line(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_fault own; /* a failure here does not hide the first one */
    uint64_t left = 0, pc = 0;
    rg_result result = rg_run_start(job, RG_COMMAND_GRADIENT, &own);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_CYCLELIMIT, 0, &own);
    if (result == RG_OK)
        result = run_to_misfit(job, &left, &own);
    if (result == RG_OK && left > 0)
        result = take_back(job, left, &pc, &own);
    if (result == RG_OK && left > 0)
        tell(device, pc, fault);
    (void)rg_bus_write(device, RG_REG_STEPS, 0, &own);
    (void)rg_bus_write(device, RG_REG_CYCLELIMIT, device->cycle_limit, &own);
    device->dirty = true;
    device->standing = NULL;
}
