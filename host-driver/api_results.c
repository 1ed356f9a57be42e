/* api_results.c: the functions of retrograd.h that read a job: its arguments, and what its last run
 * gave. They may be called while the device is at work. */
#include "host-driver/api.h"

#include <string.h>

const char *rg_job_routine(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->routine->name : "";
}

unsigned rg_job_xlen(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->device->xlen : 0;
}

size_t rg_parameter_count(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->argument_count : 0;
}

bool rg_parameter_at(const rg_job *handle, size_t index, rg_parameter *parameter)
{
    const rgd_job *job = rg_given(parameter, "parameter", __func__, NULL)
                             ? rg_see_job(handle, __func__, NULL)
                             : NULL;
    return job && rgd_parameter_at(job, index, parameter);
}

bool rg_ran_as_written(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rgd_ran_as_written(job);
}

bool rg_lost_digits(const rg_job *handle, size_t index, rg_loss *loss)
{
    const rgd_job *job = rg_given(loss, "loss", __func__, NULL) ? rg_see_job(handle, __func__, NULL)
                                                                : NULL;
    return job && rgd_lost_digits(job, index, loss);
}

int rg_parameter_find(const rg_job *handle, const char *name)
{
    const rgd_job *job = rg_given(name, "name", __func__, NULL) ? rg_see_job(handle, __func__, NULL)
                                                                : NULL;
    return job ? rgd_parameter_find(job, name) : -1;
}

/* count, and a word on why it is 0 where there was no such run. */
static size_t of_run(size_t count, bool there, const rgd_job *job, const char *what,
                     const char *function)
{
    if (!there)
        rg_misuse(NULL, function, "there are no %s: the last call for %s has not given any", what,
                  job->routine->name);
    return count;
}

size_t rg_get(const rg_job *handle, const char *name, double *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_readable(job, name, out, capacity, __func__)
               ? of_run(rgd_get(job, name, out, capacity), job->ran, job, "results", __func__)
               : 0;
}

size_t rg_get_raw(const rg_job *handle, const char *name, int64_t *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_readable(job, name, out, capacity, __func__)
               ? of_run(rgd_get_raw(job, name, out, capacity), job->ran, job, "results", __func__)
               : 0;
}

size_t rg_get_argument(const rg_job *handle, const char *name, double *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_readable(job, name, out, capacity, __func__)
               ? rgd_get_argument(job, name, out, capacity)
               : 0;
}

size_t rg_get_argument_raw(const rg_job *handle, const char *name, int64_t *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_readable(job, name, out, capacity, __func__)
               ? rgd_get_argument_raw(job, name, out, capacity)
               : 0;
}

size_t rg_get_gradient(const rg_job *handle, const char *name, double *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_readable(job, name, out, capacity, __func__)
               ? of_run(rgd_get_gradient(job, name, out, capacity), job->has_gradients, job,
                        "gradients", __func__)
               : 0;
}

size_t rg_get_tangent(const rg_job *handle, const char *name, double *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_readable(job, name, out, capacity, __func__)
               ? of_run(rgd_get_tangent(job, name, out, capacity), job->has_tangents, job,
                        "tangents", __func__)
               : 0;
}

size_t rg_get_hessian_vector(const rg_job *handle, const char *name, double *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_readable(job, name, out, capacity, __func__)
               ? of_run(rgd_get_hessian_vector(job, name, out, capacity), job->has_second, job,
                        "products with a Hessian", __func__)
               : 0;
}

const rg_matrix *rg_get_jacobian(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->jacobian.data ? &job->jacobian : NULL;
}

const rg_matrix *rg_get_hessian(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->hessian.data ? &job->hessian : NULL;
}

bool rg_has_gradients(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->has_gradients;
}

bool rg_has_tangents(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->has_tangents;
}

bool rg_has_hessian_vector(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->has_second;
}

int rg_tangent_exponent(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->tangent_exponent : 0;
}

int rg_seed_exponent(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->seed_exponent : 0;
}

unsigned rg_attempts(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->attempts : 0;
}

size_t rg_kept_gradients(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->kept : 0;
}

bool rg_restored(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->restored;
}

bool rg_unfinished(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->unfinished;
}

const char *rg_get_output(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->output ? job->output : "";
}

void rg_get_counters(const rg_job *handle, rg_counters *counters)
{
    if (!rg_given(counters, "counters", __func__, NULL))
        return;
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    if (job)
        *counters = job->counters;
    else
        *counters = (rg_counters){0};
}

rg_result rg_take_activity(rg_job *handle, const rg_job *counted, rg_fault *fault)
{
    rgd_job *job = rg_use_job(handle, __func__, fault);
    const rgd_job *from = job ? rg_see_job(counted, __func__, fault) : NULL;
    return from ? rgd_take_activity(job, from, fault) : RG_BAD_USE;
}

rg_few_digits rg_get_few_digits(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->few : (rg_few_digits){0, 0};
}

size_t rg_peak_words(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job ? job->peak : 0;
}

rg_result rg_check_ledger(const rg_job *handle, rg_fault *fault)
{
    const rgd_job *job = rg_see_job(handle, __func__, fault);
    return job ? rgd_check_ledger(job, fault) : RG_BAD_USE;
}

size_t rg_get_ledger(const rg_job *handle, rg_ledger_line *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_room(out, capacity, __func__) ? rgd_get_ledger(job, out, capacity) : 0;
}

size_t rg_get_lines(const rg_job *handle, rg_line_cost *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_room(out, capacity, __func__) ? rgd_get_lines(job, out, capacity) : 0;
}

const rg_trap_report *rg_get_trap(const rg_job *handle)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && job->trapped ? &job->trap : NULL;
}

size_t rg_get_last_changes(const rg_job *handle, rg_last_change *out, size_t capacity)
{
    const rgd_job *job = rg_see_job(handle, __func__, NULL);
    return job && rg_room(out, capacity, __func__) ? rgd_get_last_changes(job, out, capacity) : 0;
}
