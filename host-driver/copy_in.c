/* copy_in.c: the image of a job on its way into data memory, by the copy engine. */
#include "host-driver/internal.h"

#include <stdlib.h>

enum {
    /* Words between two ranges that are copied with them. More would save clocks, of the control
     * register and until the first words come, but each word costs energy. */
    WORTH_COPYING = 4
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

/* The words that were copied over are put back, so that the machine is as before the job. */
static bool put_back(rgd_device *device, const int64_t *old, size_t count)
{
    rg_fault ignored;
    bool whole = true;
    for (size_t i = 0; i < count; i++)
        whole = rg_bus_poke(device, RG_WINDOW_DMEMV, i, old[i], &ignored) == RG_OK && whole;
    return whole;
}

rg_result rg_copy_in(rgd_job *job, int64_t *image, const int64_t *old, const bool *needed,
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
    rg_engine_share(device->engine, (uint64_t *)image, count);
    for (r = next_range(needed, 0, count); result == RG_OK && r.count > 0;
         r = next_range(needed, r.first + r.count, count)) {
        copied = 0;
        const rg_transfer t = {RG_REG_COPYIN, r.first, r.count, before, all};
        result = rg_transfer_run(job, &t, &copied, fault);
        job->cycles_in += RG_BUS_WRITE_CLOCKS;
        before += copied;
    }
    rg_engine_share(device->engine, NULL, 0);
    if (result != RG_OK) {
        job->rolled_back = put_back(device, old, count);
        device->dirty = device->dirty || !job->rolled_back;
        return result;
    }
    result = rg_bus_read(device, RG_REG_WORDSIN, &job->words_in, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_CYCLESIN, &cycles, fault);
    job->cycles_in += cycles;
    return result;
}
