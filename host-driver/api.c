/* api.c: handles looked up, and wrong calls refused. */
#include "host-driver/api.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What functions without a fault have to say; every thread has its own. */
static _Thread_local char last_misuse[512];

const char *rg_last_misuse(void) { return last_misuse; }

rg_result rg_misuse(rg_fault *fault, const char *function, const char *format, ...)
{
    va_list list;
    int used = snprintf(last_misuse, sizeof last_misuse, "%s: ", function);
    va_start(list, format);
    vsnprintf(last_misuse + used, sizeof last_misuse - (size_t)used, format, list);
    va_end(list);
    return rg_fail(fault, RG_BAD_USE, "R0932", "%s", last_misuse);
}

bool rg_given(const void *pointer, const char *what, const char *function, rg_fault *fault)
{
    if (!pointer)
        rg_misuse(fault, function, "%s is NULL", what);
    return pointer != NULL;
}

static const struct {
    const char *what, *from;
} kinds[] = {
    [RG_HANDLE_DEVICE] = {"device", "rg_device_open"},
    [RG_HANDLE_JOB] = {"job", "rg_job_new"},
    [RG_HANDLE_TECHNOLOGY] = {"technology", "rg_technology_open"},
};

static void *see(rg_handle_kind kind, const void *handle, const char *function, rg_fault *fault)
{
    rg_handle_state state;
    void *object = rg_handle_object(kind, handle, &state);
    const char *what = kinds[kind].what, *from = kinds[kind].from;
    switch (state) {
    case RG_HANDLE_LIVE: return object;
    case RG_HANDLE_NULL:
        rg_misuse(fault, function, "the %s is NULL: take one from %s, and look at its fault", what,
                  from);
        break;
    case RG_HANDLE_UNKNOWN:
        rg_misuse(fault, function, "this is no %s: take one from %s", what, from);
        break;
    case RG_HANDLE_CLOSED:
        rg_misuse(fault, function, "the %s was %s before", what,
                  kind == RG_HANDLE_JOB ? "freed" : "closed");
        break;
    case RG_HANDLE_DEVICE_CLOSED:
        rg_misuse(fault, function, "the job is gone: its device was closed");
        break;
    case RG_HANDLE_UNLOADED:
        rg_misuse(fault, function,
                  "the job is gone: its device has loaded a program since it was made; make one "
                  "for that with rg_job_new");
        break;
    }
    return NULL;
}

rgd_device *rg_see_device(const rg_device *handle, const char *function, rg_fault *fault)
{
    return see(RG_HANDLE_DEVICE, handle, function, fault);
}

rgd_job *rg_see_job(const rg_job *handle, const char *function, rg_fault *fault)
{
    return see(RG_HANDLE_JOB, handle, function, fault);
}

rgd_technology *rg_see_technology(const rg_technology *handle, const char *function,
                                  rg_fault *fault)
{
    return see(RG_HANDLE_TECHNOLOGY, handle, function, fault);
}

static bool take(rgd_device *device, const char *function, rg_fault *fault)
{
    if (!atomic_exchange(&device->busy, true))
        return true;
    rg_misuse(fault, function,
              "the device is at work in another call: a progress or report function, a signal "
              "handler or another thread may read and call rg_stop, nothing else");
    return false;
}

rgd_device *rg_use_device(const rg_device *handle, const char *function, rg_fault *fault)
{
    rgd_device *device = rg_see_device(handle, function, fault);
    return device && take(device, function, fault) ? device : NULL;
}

rgd_job *rg_use_job(const rg_job *handle, const char *function, rg_fault *fault)
{
    rgd_job *job = rg_see_job(handle, function, fault);
    return job && take(job->device, function, fault) ? job : NULL;
}

rgd_job *rg_use_untiled(const rg_job *handle, const char *function, rg_fault *fault)
{
    rgd_job *job = rg_use_job(handle, function, fault);
    if (!job || job->tiles.rows == 0)
        return job;
    rg_fail(fault, RG_BAD_USE, "R0918",
            "%s: the rows of %s come in tiles, and this version calls, uncalls and takes gradients "
            "in tiles, nothing else: rg_tile with 0 rows ends them",
            function, job->arguments[job->tiles.named].param->name);
    rg_end_use(job->device, RG_OK);
    return NULL;
}

rg_result rg_end_use(rgd_device *device, rg_result result)
{
    atomic_store(&device->busy, false);
    return result;
}

bool rg_room(const void *out, size_t capacity, const char *function)
{
    if (capacity == 0 || out)
        return true;
    rg_misuse(NULL, function, "out is NULL, and there is to be room for %zu elements", capacity);
    return false;
}

bool rg_readable(const rgd_job *job, const char *name, const void *out, size_t capacity,
                 const char *function)
{
    if (!rg_given(name, "name", function, NULL) || !rg_room(out, capacity, function))
        return false;
    if (rgd_parameter_find(job, name) >= 0)
        return true;
    rg_misuse(NULL, function, "%s has no argument `%s`", job->routine->name, name);
    return false;
}
