/* transfer.c: the copy engine as the driver uses it: one transfer, and why it ended early. */
#include "host-driver/internal.h"

#include <inttypes.h>

enum {
    SLICE = 1 << 12, /* clocks between two looks at the request to stop */
    IDLE_LIMIT = 1000
};

/* Until the copy has ended; stopped: because the caller asked for it. */
static rg_result await_copy(rgd_device *device, uint64_t *status, bool *stopped, rg_fault *fault)
{
    rg_result result = RG_OK;
    for (unsigned idle = 0; result == RG_OK;) {
        const uint64_t cycles = rg_engine_run(device->engine, SLICE);
        result = rg_bus_read(device, RG_REG_STATUS, status, fault);
        if (result != RG_OK || !(*status & RG_STATUS_COPYING))
            break;
        idle = cycles ? 0 : idle + 1;
        if (idle > IDLE_LIMIT)
            return rg_fail(fault, RG_BAD_MACHINE, "R0903", "the machine does not finish a copy");
        if (!*stopped && rg_handle_stop_wanted(device->handle)) {
            *stopped = true;
            result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_STOP, fault);
        }
    }
    return result;
}

static rg_result ended_early(const rgd_job *job, const rg_transfer *t, bool stopped,
                             uint64_t status, uint64_t copied, rg_fault *fault)
{
    const char *way = t->reg == RG_REG_COPYIN ? "in" : "out";
    if (stopped) {
        rg_handle_stop_done(job->device->handle);
        return rg_fail(fault, RG_BAD_MACHINE, "R0925",
                       "%s was stopped when %" PRIu64 " of its %" PRIu64 " words were copied %s",
                       job->routine->name, t->before + copied, t->all, way);
    }
    return rg_fail(
        fault, RG_BAD_MACHINE, "R0946",
        "the host's memory %s when %" PRIu64 " of the %" PRIu64 " words of %s were copied %s",
        RG_BUS_FIELD(status, STATUS, COPY_RESPONSE) == RG_BUS_DECERR ? "had no more words"
                                                                     : "answered with an error",
        t->before + copied, t->all, job->routine->name, way);
}

rg_result rg_transfer_run(rgd_job *job, const rg_transfer *t, uint64_t *copied, rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t status = 0;
    bool stopped = false;
    rg_result result = rg_bus_write(
        device, t->reg, (uint64_t)t->count << RG_COPYIN_COUNT_FIRST | (uint64_t)t->first, fault);
    if (result == RG_OK)
        result = await_copy(device, &status, &stopped, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_COPIED, copied, fault);
    if (result == RG_OK && *copied < t->count)
        result = ended_early(job, t, stopped, status, *copied, fault);
    return result;
}
