/* copy_out.c: results and gradients on their way out of data memory, by the copy engine. */
#include "host-driver/internal.h"

#include <stdlib.h>

/* What is copied out of the arguments from number *i on that stand one behind the other; *i is then
 * the first of the others. Count 0: there are no more. */
static rg_transfer next_range(const rgd_job *job, size_t *i, bool gradients)
{
    rg_transfer t = {.reg = gradients ? RG_REG_COPYOUTG : RG_REG_COPYOUT};
    for (; *i < job->argument_count; ++*i) {
        const rg_argument *argument = &job->arguments[*i];
        if (!rg_layout_listed(job, argument, gradients))
            continue;
        const size_t step = job->device->limbs;
        if (t.count > 0 && t.first + t.count != argument->address * step)
            break;
        t.first = t.count > 0 ? t.first : argument->address * step;
        t.count += argument->count * step;
    }
    return t;
}

static rg_result copy_all(rgd_job *job, bool gradients, rg_fault *fault)
{
    rg_result result = RG_OK;
    uint64_t all = 0, before = 0, copied = 0;
    size_t i = 0;
    for (rg_transfer t = next_range(job, &i, gradients); t.count > 0;
         t = next_range(job, &i, gradients))
        all += t.count;
    i = 0;
    for (rg_transfer t = next_range(job, &i, gradients); result == RG_OK && t.count > 0;
         t = next_range(job, &i, gradients)) {
        t.before = before;
        t.all = all;
        result = rg_transfer_run(job, &t, &copied, fault);
        before += copied;
        job->bus_cycles_out += RG_BUS_WRITE_CLOCKS;
    }
    return result;
}

rg_result rg_copy_out(rgd_job *job, bool gradients, rg_fault *fault)
{
    const size_t count = job->layout.end * job->device->limbs;
    int64_t *words = calloc(count, sizeof *words);
    if (!words)
        return rg_no_memory(fault);
    rg_engine_share(job->device->engine, (uint64_t *)words, count);
    const rg_result result = copy_all(job, gradients, fault);
    rg_engine_share(job->device->engine, NULL, 0);
    if (result == RG_OK)
        rg_layout_unpack(job, words, gradients);
    free(words);
    return result;
}
