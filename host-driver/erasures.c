/* erasures.c: whether a job can reach an instruction that erases a value, and so cannot run
 * backward. */
#include "host-driver/internal.h"

static bool erases(const rg_object *object, size_t at)
{
    return object->lines && object->lines[at].role == RG_ROLE_ERASE;
}

rg_result rg_refuse_erasures(const rgd_job *job, rg_fault *fault)
{
    size_t found;
    rg_result result = rg_find_reached(job, erases, &found, fault);
    if (result != RG_OK || found == SIZE_MAX)
        return result;
    rg_fail(fault, RG_BAD_USE, "R0930",
            "`%s` erases values and cannot run backward, nor be differentiated",
            job->routine->name);
    (void)rg_place_of(job->device->object, found, fault);
    return RG_BAD_USE;
}
