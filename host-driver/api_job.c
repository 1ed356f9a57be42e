/* api_job.c: the functions of retrograd.h that make, set and run a job. */
#include "host-driver/api.h"

#include <string.h>

static rgd_job *use_named(rg_job *handle, const char *name, const char *function, rg_fault *fault)
{
    return rg_given(name, "name", function, fault) ? rg_use_job(handle, function, fault) : NULL;
}

/* What needs nothing but the job. */
static rg_result with_job(rg_job *handle, rg_result (*work)(rgd_job *, rg_fault *),
                          const char *function, rg_fault *fault)
{
    rgd_job *job = rg_use_job(handle, function, fault);
    return job ? rg_end_use(job->device, work(job, fault)) : RG_BAD_USE;
}

/* The same after a run that stopped, perhaps in a tile. */
static rg_result where_it_stands(rg_job *handle, rg_result (*work)(rgd_job *, rg_fault *),
                                 const char *function, rg_fault *fault)
{
    rgd_job *job = rg_use_job(handle, function, fault);
    return job ? rg_end_use(job->device, rg_in_tile(job, work, fault)) : RG_BAD_USE;
}

rg_job *rg_job_new(rg_device *handle, const char *routine, rg_fault *fault)
{
    rgd_device *device = rg_use_device(handle, __func__, fault);
    if (!device)
        return NULL;
    rgd_job *job = rgd_job_new(device, routine, fault);
    rg_end_use(device, RG_OK);
    return job ? job->handle : NULL;
}

rg_result rg_job_free(rg_job *handle)
{
    if (!handle)
        return RG_OK;
    rgd_job *job = rg_use_job(handle, __func__, NULL);
    if (!job)
        return RG_BAD_USE;
    rgd_device *device = job->device;
    rgd_job_free(job);
    return rg_end_use(device, RG_OK);
}

/* The end of work that needed every result; choosy: as it was before. */
static rg_result end_with_all(rgd_job *job, bool choosy, rg_result result)
{
    job->choosy = choosy;
    return rg_end_use(job->device, result);
}

/* The job, which copies out whatever it changes until end_with_all. */
static rgd_job *use_with_all(const rg_job *handle, bool *choosy, const char *function,
                             rg_fault *fault)
{
    rgd_job *job = rg_use_untiled(handle, function, fault);
    if (job) {
        *choosy = job->choosy;
        job->choosy = false;
    }
    return job;
}

rg_result rg_set_number(rg_job *handle, const char *name, double value, rg_fault *fault)
{
    rgd_job *job = use_named(handle, name, __func__, fault);
    return job ? rg_end_use(job->device, rgd_set_number(job, name, value, fault)) : RG_BAD_USE;
}

rg_result rg_set_integer(rg_job *handle, const char *name, int64_t value, rg_fault *fault)
{
    rgd_job *job = use_named(handle, name, __func__, fault);
    return job ? rg_end_use(job->device, rgd_set_integer(job, name, value, fault)) : RG_BAD_USE;
}

/* The job, when there is data for rows by columns elements. */
static rgd_job *use_with_data(const rg_job *handle, const char *name, const void *data, size_t rows,
                              size_t columns, const char *function, rg_fault *fault)
{
    if (!rg_given(name, "name", function, fault))
        return NULL;
    if (!data && rows != 0 && columns != 0) {
        rg_misuse(fault, function, "data is NULL, and argument %s is to get %zu by %zu elements",
                  name, rows, columns);
        return NULL;
    }
    return rg_use_job(handle, function, fault);
}

rg_result rg_set_extents(rg_job *handle, const char *name, const size_t *extents, unsigned rank,
                         rg_fault *fault)
{
    rgd_job *job = use_with_data(handle, name, extents, rank, 1, __func__, fault);
    return job ? rg_end_use(job->device, rgd_set_extents(job, name, extents, rank, fault))
               : RG_BAD_USE;
}

rg_result rg_set_array(rg_job *handle, const char *name, const double *data, size_t rows,
                       size_t columns, rg_fault *fault)
{
    rgd_job *job = use_with_data(handle, name, data, rows, columns, __func__, fault);
    return job ? rg_end_use(job->device, rgd_set_array(job, name, data, rows, columns, fault))
               : RG_BAD_USE;
}

rg_result rg_set_integers(rg_job *handle, const char *name, const int64_t *data, size_t rows,
                          size_t columns, rg_fault *fault)
{
    rgd_job *job = use_with_data(handle, name, data, rows, columns, __func__, fault);
    return job ? rg_end_use(job->device, rgd_set_integers(job, name, data, rows, columns, fault))
               : RG_BAD_USE;
}

rg_result rg_set_raw(rg_job *handle, const char *name, const int64_t *words, size_t rows,
                     size_t columns, rg_fault *fault)
{
    rgd_job *job = use_with_data(handle, name, words, rows, columns, __func__, fault);
    return job ? rg_end_use(job->device, rgd_set_raw(job, name, words, rows, columns, fault))
               : RG_BAD_USE;
}

rg_result rg_set_direction(rg_job *handle, const char *name, const double *data, size_t count,
                           rg_fault *fault)
{
    rgd_job *job = use_named(handle, name, __func__, fault);
    return job ? rg_end_use(job->device, rgd_set_direction(job, name, data, count, fault))
               : RG_BAD_USE;
}

rg_result rg_call(rg_job *handle, rg_fault *fault)
{
    return with_job(handle, rgd_call, __func__, fault);
}

rg_result rg_uncall(rg_job *handle, rg_fault *fault)
{
    return with_job(handle, rgd_uncall, __func__, fault);
}

static rg_result adopt(rgd_job *job, const char *function)
{
    rg_fault fault;
    if (!job->ran || job->trapped)
        return rg_misuse(NULL, function, "no run of %s has ended with results that it could adopt",
                         job->routine->name);
    for (size_t i = 0; i < job->argument_count; i++)
        if (job->arguments[i].reshaped)
            return rg_misuse(NULL, function,
                             "argument %s was given another shape since the run of %s",
                             job->arguments[i].param->name, job->routine->name);
    for (size_t i = 0; i < job->argument_count; i++)
        if (job->arguments[i].left)
            return rg_misuse(NULL, function,
                             "the run of %s changed %s and did not copy it out: name it in rg_want",
                             job->routine->name, job->arguments[i].param->name);
    return rgd_adopt_results(job, &fault);
}

rg_result rg_adopt_results(rg_job *handle)
{
    rgd_job *job = rg_use_job(handle, __func__, NULL);
    return job ? rg_end_use(job->device, adopt(job, __func__)) : RG_BAD_USE;
}

rg_result rg_want(rg_job *handle, const char *const *names, size_t count, rg_fault *fault)
{
    if (count > 0 && !rg_given(names, "names", __func__, fault))
        return RG_BAD_USE;
    for (size_t i = 0; i < count; i++)
        if (!rg_given(names[i], "a name", __func__, fault))
            return RG_BAD_USE;
    rgd_job *job = rg_use_job(handle, __func__, fault);
    return job ? rg_end_use(job->device, rgd_want(job, names, count, fault)) : RG_BAD_USE;
}

rg_result rg_tile(rg_job *handle, const char *name, size_t rows, rg_fault *fault)
{
    rgd_job *job = use_named(handle, name, __func__, fault);
    return job ? rg_end_use(job->device, rgd_tile(job, name, rows, fault)) : RG_BAD_USE;
}

bool rg_get_tile(const rg_job *handle, rg_tile_place *place)
{
    const rgd_job *job =
        rg_given(place, "place", __func__, NULL) ? rg_see_job(handle, __func__, NULL) : NULL;
    return job && rgd_get_tile(job, place);
}

rg_result rg_hold(rg_job *handle, bool hold)
{
    rgd_job *job = rg_use_job(handle, __func__, NULL);
    if (!job)
        return RG_BAD_USE;
    job->hold = hold;
    return rg_end_use(job->device, RG_OK);
}

rg_result rg_gradient(rg_job *handle, const char *name, size_t row, size_t column, rg_fault *fault)
{
    rgd_job *job = use_named(handle, name, __func__, fault);
    return job ? rg_end_use(job->device, rgd_gradient(job, name, row, column, fault)) : RG_BAD_USE;
}

rg_result rg_keep_gradients(rg_job *handle, bool keep)
{
    rgd_job *job = rg_use_job(handle, __func__, NULL);
    if (!job)
        return RG_BAD_USE;
    job->keep = keep;
    return rg_end_use(job->device, RG_OK);
}

rg_result rg_tangent(rg_job *handle, rg_fault *fault)
{
    rgd_job *job = rg_use_untiled(handle, __func__, fault);
    return job ? rg_end_use(job->device, rgd_tangent(job, fault)) : RG_BAD_USE;
}

rg_result rg_hessian_vector(rg_job *handle, const char *name, size_t row, size_t column,
                            rg_fault *fault)
{
    rgd_job *job = rg_given(name, "name", __func__, fault) ? rg_use_untiled(handle, __func__, fault)
                                                           : NULL;
    return job ? rg_end_use(job->device, rgd_hessian_vector(job, name, row, column, fault))
               : RG_BAD_USE;
}

rg_result rg_jacobian(rg_job *handle, rg_fault *fault)
{
    bool choosy = false;
    rgd_job *job = use_with_all(handle, &choosy, __func__, fault);
    return job ? end_with_all(job, choosy, rgd_jacobian(job, fault)) : RG_BAD_USE;
}

rg_result rg_hessian(rg_job *handle, const char *name, size_t row, size_t column, rg_fault *fault)
{
    bool choosy = false;
    rgd_job *job = rg_given(name, "name", __func__, fault)
                       ? use_with_all(handle, &choosy, __func__, fault)
                       : NULL;
    return job ? end_with_all(job, choosy, rgd_hessian(job, name, row, column, fault)) : RG_BAD_USE;
}

rg_result rg_profile_call(rg_job *handle, rg_profile *profile, rg_fault *fault)
{
    rgd_job *job = rg_given(profile, "profile", __func__, fault)
                       ? rg_use_untiled(handle, __func__, fault)
                       : NULL;
    return job ? rg_end_use(job->device, rgd_profile_call(job, profile, fault)) : RG_BAD_USE;
}

rg_result rg_believed_digits(const rg_job *handle, rg_job *other, rg_digits *digits,
                             rg_fault *fault)
{
    const rgd_job *job =
        rg_given(digits, "digits", __func__, fault) ? rg_see_job(handle, __func__, fault) : NULL;
    bool choosy = false;
    rgd_job *again = job ? use_with_all(other, &choosy, __func__, fault) : NULL;
    return again ? end_with_all(again, choosy, rgd_believed_digits(job, again, digits, fault))
                 : RG_BAD_USE;
}

rg_result rg_find_float_digits(const rg_job *handle, rg_job *other, double enough,
                               rg_float_digits *found, rg_fault *fault)
{
    const rgd_job *job =
        rg_given(found, "found", __func__, fault) ? rg_see_job(handle, __func__, fault) : NULL;
    bool choosy = false;
    rgd_job *again = job ? use_with_all(other, &choosy, __func__, fault) : NULL;
    return again ? end_with_all(again, choosy,
                                rgd_find_float_digits(job, again, enough, found, fault))
                 : RG_BAD_USE;
}

rg_result rg_compare_with_float(const rg_job *handle, rg_job *other, rg_differences *found,
                                rg_fault *fault)
{
    const rgd_job *job =
        rg_given(found, "found", __func__, fault) ? rg_see_job(handle, __func__, fault) : NULL;
    bool choosy = false;
    rgd_job *again = job ? use_with_all(other, &choosy, __func__, fault) : NULL;
    return again ? end_with_all(again, choosy, rgd_compare_with_float(job, again, found, fault))
                 : RG_BAD_USE;
}

rg_result rg_find_last_change(rg_job *handle, rg_fault *fault)
{
    return where_it_stands(handle, rgd_find_last_change, __func__, fault);
}

rg_result rg_rollback(rg_job *handle, rg_fault *fault)
{
    return where_it_stands(handle, rgd_rollback, __func__, fault);
}

static void nobody_listens(void *context, const rg_check_line *line)
{
    (void)context;
    (void)line;
}

rg_result rg_check(rg_job *handle, rg_check_report *report, void *context, bool *passed,
                   rg_fault *fault)
{
    bool choosy = false;
    rgd_job *job = rg_given(passed, "passed", __func__, fault)
                       ? use_with_all(handle, &choosy, __func__, fault)
                       : NULL;
    return job ? end_with_all(
               job, choosy,
               rgd_check(job, report ? report : nobody_listens, context, passed, fault))
               : RG_BAD_USE;
}

rg_result rg_check_inverse(rg_job *handle, rg_check_report *report, void *context, bool *passed,
                           rg_fault *fault)
{
    bool choosy = false;
    rgd_job *job = rg_given(passed, "passed", __func__, fault)
                       ? use_with_all(handle, &choosy, __func__, fault)
                       : NULL;
    return job ? end_with_all(
               job, choosy,
               rgd_check_inverse(job, report ? report : nobody_listens, context, passed, fault))
               : RG_BAD_USE;
}
