/* result_banks.c: the numbers that a run leaves, and the same run on another machine. */
#include "host-driver/result_banks.h"

#include <math.h>

bool rg_has_bank(const rgd_job *job, rg_result_bank bank)
{
    switch (bank) {
    case RG_BANK_VALUES: return true;
    case RG_BANK_GRADIENTS: return job->has_gradients;
    case RG_BANK_TANGENTS: return job->has_tangents;
    case RG_BANK_SECOND: return job->has_second;
    case RG_RESULT_BANKS: break;
    }
    return false;
}

const int64_t *rg_bank_words(const rg_argument *argument, rg_result_bank bank)
{
    switch (bank) {
    case RG_BANK_VALUES: return argument->left ? NULL : argument->result;
    case RG_BANK_GRADIENTS: return argument->gradient_left ? NULL : argument->gradient;
    case RG_BANK_TANGENTS: return argument->tangent;
    case RG_BANK_SECOND: return argument->second;
    case RG_RESULT_BANKS: break;
    }
    return NULL;
}

double rg_bank_number(const rgd_job *job, const rg_argument *argument, rg_result_bank bank,
                      size_t k)
{
    switch (bank) {
    case RG_BANK_VALUES:
        return rg_decode_words(job->device, argument->number,
                               argument->result + k * argument->limbs);
    case RG_BANK_GRADIENTS: return rg_derivative_number(job, argument, argument->gradient, k);
    case RG_BANK_TANGENTS: return rg_tangent_number(job, argument, k);
    case RG_BANK_SECOND:
        return ldexp(rg_derivative_number(job, argument, argument->second, k),
                     -job->tangent_exponent);
    case RG_RESULT_BANKS: break;
    }
    return 0;
}

rg_result rg_run_again(const rgd_job *job, rgd_job *other, rg_fault *fault)
{
    const rg_argument *of = job->seed.in ? &other->arguments[job->seed.in - job->arguments] : NULL;
    const size_t rows = of && of->rows ? of->rows : 1, row = job->seed.element % rows + 1,
                 column = job->seed.element / rows + 1;
    other->keep = job->keep;
    if (job->jacobian.data)
        return rgd_jacobian(other, fault);
    if (job->hessian.data && of)
        return rgd_hessian(other, of->param->name, row, column, fault);
    if (job->has_second && of)
        return rgd_hessian_vector(other, of->param->name, row, column, fault);
    if (job->has_tangents)
        return rgd_tangent(other, fault);
    if (job->has_gradients && of)
        return rgd_gradient(other, of->param->name, row, column, fault);
    return job->command == RG_COMMAND_UNCALL ? rgd_uncall(other, fault) : rgd_call(other, fault);
}

bool rg_run_with_noise(const rgd_job *job, rgd_job *other, unsigned bits, size_t first, size_t end,
                       rg_fault *said)
{
    rgd_device *device = other->device;
    *said = (rg_fault){0};
    if (!rg_engine_coarsen(device->engine, bits, device->base + (uint32_t)first,
                           device->base + (uint32_t)end)) {
        rg_fail(said, RG_BAD_USE, "R0932",
                "the engine `%s` cannot put noise behind the digits of numbers: the other job "
                "belongs on the engine `float`",
                rg_engine_name(device->engine));
        return false;
    }
    const rg_result result = rg_run_again(job, other, said);
    (void)rg_engine_coarsen(device->engine, 0, 0, 0);
    return result == RG_OK && !other->trapped;
}
