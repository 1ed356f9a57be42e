/* between.c: a gradient job halts between its sweeps. The run goes on from there, in either
 * direction, as if it had not; and no run ends in front of that halt, but behind it. */
#include "host-driver/internal.h"

enum { WRITES = 2 }; /* of the bus, to go on */

/* What is left of the steps that the run may take; a halt is none. */
static rg_result fewer_steps(rgd_device *device, uint64_t steps, uint64_t before, rg_fault *fault)
{
    uint64_t retired = 0;
    if (steps == 0)
        return RG_OK;
    rg_result result = rg_bus_read(device, RG_REG_RETIRED, &retired, fault);
    return result == RG_OK ? rg_bus_write(device, RG_REG_STEPS, steps - (retired - before), fault)
                           : result;
}

static rg_result go_on(rgd_job *job, bool backward, bool results, rg_fault *fault)
{
    const uint64_t at = rg_layout_between(job);
    rg_result result = RG_OK;
    if (results && !backward) {
        result = rg_copy_out(job, false, fault);
        job->bus_cycles_out += (uint64_t)WRITES * RG_BUS_WRITE_CLOCKS;
        if (result == RG_OK)
            result = rg_seed_foreseen(job, fault);
    }
    return result == RG_OK ? rg_bus_write(job->device, RG_REG_PC, backward ? at - 1 : at + 1, fault)
                           : result;
}

rg_result rg_job_between(const rgd_job *job, uint64_t status, bool *between, rg_fault *fault)
{
    uint64_t pc = 0;
    *between = false;
    if (job->command != RG_COMMAND_GRADIENT)
        return RG_OK;
    rg_result result = rg_bus_read(job->device, RG_REG_PC, &pc, fault);
    *between = result == RG_OK && pc == rg_layout_between(job)
               && (status & RG_STATUS_HALTED || !(status & RG_STATUS_BACKWARD));
    return result;
}

rg_result rg_job_run(rgd_job *job, rg_copied *copied, uint64_t *status, bool results,
                     rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t steps = 0, before = 0;
    bool between = false, passed = false;
    rg_result result = RG_OK;
    if (job->command == RG_COMMAND_GRADIENT)
        result = rg_bus_read(device, RG_REG_STEPS, &steps, fault);
    if (result == RG_OK && steps != 0)
        result = rg_bus_read(device, RG_REG_RETIRED, &before, fault);
    do {
        if (result == RG_OK)
            result = rg_dispatch_run(device, copied, status, fault);
        if (result == RG_OK)
            result = rg_job_between(job, *status, &between, fault);
        if (result == RG_OK && between)
            result = go_on(job, *status & RG_STATUS_BACKWARD, results, fault);
        if (result == RG_OK && between)
            result = fewer_steps(device, steps, before, fault);
        passed = passed || between;
    } while (result == RG_OK && between && (*status & RG_STATUS_HALTED));
    if (result == RG_OK && passed && steps != 0)
        result = rg_bus_write(device, RG_REG_STEPS, steps, fault);
    return result;
}
