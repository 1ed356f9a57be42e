/* copy_in.c: the image of a job on its way into data memory, by the copy engine. */
#include "host-driver/internal.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    /* Words between two ranges that are copied with them. More would save clocks, of the control
     * registers and until the first words come, but each word costs energy. */
    WORTH_COPYING = 4,
    CONTROL_WRITES = 2, /* of a transfer */
    SLICE = 1 << 12,    /* clocks between two looks at the request to stop */
    IDLE_LIMIT = 1000
};

typedef struct {
    size_t first, count;
} range;

/* The next words that have to come from the host, at `from` or behind. Count 0: there are none. */
static range next_range(const bool *needed, size_t from, size_t end)
{
    while (from < end && !needed[from])
        from++;
    size_t last = from;
    for (size_t i = from; i < end && i - last <= WORTH_COPYING; i++)
        last = needed[i] ? i + 1 : last;
    return (range){from, last - from};
}

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
            return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                           "the machine does not finish a copy of arguments");
        if (!*stopped && rg_handle_stop_wanted(device->handle)) {
            *stopped = true;
            result = rg_bus_write(device, RG_REG_CONTROL, RG_CONTROL_STOP, fault);
        }
    }
    return result;
}

/* Why a transfer ended early. `copied` and `all` are words of the job. */
static rg_result ended_early(const rgd_job *job, bool stopped, uint64_t status, uint64_t copied,
                             uint64_t all, rg_fault *fault)
{
    if (stopped) {
        rg_handle_stop_done(job->device->handle);
        return rg_fail(fault, RG_BAD_MACHINE, "R0925",
                       "%s was stopped when %" PRIu64 " of its %" PRIu64 " words were copied in",
                       job->routine->name, copied, all);
    }
    return rg_fail(
        fault, RG_BAD_MACHINE, "R0946",
        "the host's memory %s when %" PRIu64 " of the %" PRIu64 " words of %s were copied in",
        RG_BUS_FIELD(status, STATUS, COPY_RESPONSE) == RG_BUS_DECERR ? "had no more words"
                                                                     : "answered with an error",
        copied, all, job->routine->name);
}

/* One transfer; *copied: its words that arrived. */
static rg_result copy_range(rgd_job *job, range r, uint64_t before, uint64_t all, uint64_t *copied,
                            rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t status = 0;
    bool stopped = false;
    rg_result result =
        rg_bus_write(device, RG_REG_COPYHOST, (uint64_t)r.first * sizeof(int64_t), fault);
    if (result == RG_OK)
        result = rg_bus_write(device, RG_REG_COPYIN,
                              (uint64_t)r.count << RG_COPYIN_COUNT_FIRST | (uint64_t)r.first,
                              fault);
    if (result == RG_OK)
        result = await_copy(device, &status, &stopped, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_COPIED, copied, fault);
    if (result == RG_OK && *copied < r.count)
        result = ended_early(job, stopped, status, before + *copied, all, fault);
    job->cycles_in += CONTROL_WRITES * RG_BUS_WRITE_CLOCKS;
    return result;
}

/* The words that were copied over are put back, so that the machine is as before the job. */
static bool put_back(rgd_device *device, const int64_t *old, size_t count)
{
    rg_fault ignored;
    bool whole = true;
    for (size_t i = 0; i < count; i++)
        whole = rg_core_poke(device, RG_WINDOW_DMEMV, i, old[i], &ignored) == RG_OK && whole;
    return whole;
}

rg_result rg_copy_in(rgd_job *job, const int64_t *image, const int64_t *old, const bool *needed,
                     size_t count, rg_fault *fault)
{
    rgd_device *device = job->device;
    uint64_t all = 0, before = 0, copied = 0, cycles = 0;
    rg_result result = RG_OK;
    range r;
    job->cycles_in = 0;
    for (r = next_range(needed, 0, count); r.count > 0;
         r = next_range(needed, r.first + r.count, count))
        all += r.count;
    rg_engine_share(device->engine, (const uint64_t *)image, count);
    for (r = next_range(needed, 0, count); result == RG_OK && r.count > 0;
         r = next_range(needed, r.first + r.count, count)) {
        copied = 0;
        result = copy_range(job, r, before, all, &copied, fault);
        before += copied;
    }
    rg_engine_share(device->engine, NULL, 0);
    if (result != RG_OK) {
        device->dirty = !put_back(device, old, count) || device->dirty;
        return result;
    }
    result = rg_bus_read(device, RG_REG_WORDSIN, &job->words_in, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_CYCLESIN, &cycles, fault);
    job->cycles_in += cycles;
    return result;
}
