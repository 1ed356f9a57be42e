/* believed.c: how many digits of a gradient can be believed.
 *
 * Two things take digits away without a trap. Gradients are rounded on the way back, and later
 * factors can make that error large: the same sweep with a smaller seed rounds 2^SHIFT times
 * coarser, so the difference of the two shows the error. And numbers are rounded on the way there:
 * one that counts A times in the result moves it by A / 2 last places. Where the first seeds did
 * not fit, some gradient was large, and the largest seed that fits says how large. */
#include "host-driver/internal.h"

#include <math.h>
#include <string.h>

#include "errors/errors.h"

/* The finer of two sweeps is off by about 2^-SHIFT of what they differ by. The estimate gives half
 * of that gain away. */
enum { SHIFT = 7 };
static const double all_digits = 99, gain = 16;

static double digits_of(double size, double error)
{
    if (error <= 0)
        return all_digits;
    return size > error ? log10(size / error) : 0;
}

static double scaled(const rgd_job *job, int64_t word)
{
    return ldexp((double)word, -(int)job->device->frac - job->seed_exponent);
}

/* Of all elements the largest, and the largest difference. Gradients of Log are judged by their
 * words too. */
static void compare(const rgd_job *job, const rgd_job *coarse, size_t index, double *size,
                    double *difference)
{
    const rg_argument *a = &job->arguments[index], *b = &coarse->arguments[index];
    *size = *difference = 0;
    if (!rg_argument_active(a) || !a->gradient || !b->gradient || a->count != b->count
        || a->gradient_left)
        return;
    for (size_t k = 0; k < a->count; k++) {
        const double x = scaled(job, a->gradient[k]), y = scaled(coarse, b->gradient[k]);
        *size = fmax(*size, fabs(x));
        *difference = fmax(*difference, fabs(x - y));
    }
}

/* A difference below the last place of the format is no loss: no value has more. */
static void judge_gradients(const rgd_job *job, const rgd_job *coarse, rg_digits *digits)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        double size, difference;
        compare(job, coarse, i, &size, &difference);
        const double error = difference / gain, found = digits_of(size, error);
        if (error > ldexp(1, -(int)job->device->frac) && found < digits->gradient) {
            digits->gradient = found;
            digits->argument = job->arguments[i].param->name;
        }
    }
}

/* A gradient that fits with no seed (R0921) does not fit with this one. */
static rg_result with_seed(const rgd_job *job, rgd_job *other, int exponent, bool *fits,
                           rg_fault *fault)
{
    const size_t index = (size_t)(job->seed.in - job->arguments);
    rg_fault said = {0};
    const rg_result result =
        rg_gradient_from(other, &other->arguments[index], job->seed.element, exponent, &said);
    const bool none_fits = result != RG_OK && rg_error_about(said.code) == RG_ABOUT_SEED;
    *fits = result == RG_OK && other->attempts == 1;
    if (result != RG_OK && !none_fits && fault)
        *fault = said;
    return none_fits ? RG_OK : result;
}

/* A seed that is too large, or of which it is likely: where the results had chosen the first one,
 * no larger one was tried. */
static int likely_too_large(const rgd_job *job)
{
    return job->foresight == RG_FORESIGHT_HAS ? rg_usual_seed(job->device)
                                              : job->seed_exponent + RG_SEED_STEP;
}

/* The exponent of the smallest seed that does not fit, between that of the run and the one above;
 * that of the run, where it is not there. */
static rg_result too_large(const rgd_job *job, rgd_job *other, int *exponent, rg_fault *fault)
{
    int low = job->seed_exponent, middle = likely_too_large(job);
    bool fits = false;
    *exponent = middle;
    if (job->foresight == RG_FORESIGHT_HAS) {
        const rg_result result = with_seed(job, other, middle, &fits, fault);
        if (fits)
            *exponent = low;
        if (result != RG_OK)
            return result;
    }
    while (*exponent - low > 1) {
        middle = low + (*exponent - low) / 2;
        const rg_result result = with_seed(job, other, middle, &fits, fault);
        if (result != RG_OK)
            return result;
        if (fits)
            low = middle;
        else
            *exponent = middle;
    }
    return RG_OK;
}

static double largest_gradient(const rgd_job *job)
{
    double most = 0;
    for (size_t i = 0; i < job->argument_count; i++) {
        double size, difference;
        compare(job, job, i, &size, &difference);
        most = fmax(most, size);
    }
    return most;
}

/* Arguments are what they are: where one of them counts as much, nothing on the way is to blame. */
static void judge_value(const rgd_job *job, int exponent, rg_digits *digits)
{
    const rgd_device *device = job->device;
    const double times = ldexp(1, (int)(device->xlen - 1 - device->frac) - exponent),
                 value = fabs(rg_decode_number(device, RG_NUMBER_FIXED, job->seeded_words[0]));
    if (largest_gradient(job) >= times / 2)
        return;
    const double found = digits_of(value, times * ldexp(1, -(int)device->frac - 1));
    if (found > digits->value + 1) /* both are estimates, and this one says what it comes from */
        return;
    digits->times = times;
    digits->value = found;
}

/* Not where the usual seed was tried last, because the results had chosen one that was too small.
 */
static bool has_smaller_seed(const rgd_job *job)
{
    return (job->attempts > 1 || job->foresight == RG_FORESIGHT_HAS)
           && job->seed_exponent < rg_usual_seed(job->device);
}

static rg_result judge_gradient(const rgd_job *job, rgd_job *other, rg_digits *digits,
                                rg_fault *fault)
{
    bool fits = false;
    rg_result result = with_seed(job, other, job->seed_exponent - SHIFT, &fits, fault);
    if (result == RG_OK && fits)
        judge_gradients(job, other, digits);
    if (result == RG_OK && has_smaller_seed(job) && job->seeded_number == RG_NUMBER_FIXED) {
        int exponent;
        result = too_large(job, other, &exponent, fault);
        if (result == RG_OK && exponent > job->seed_exponent)
            judge_value(job, exponent, digits);
    }
    return result;
}

rg_result rgd_believed_digits(const rgd_job *job, rgd_job *other, rg_digits *digits,
                              rg_fault *fault)
{
    *digits =
        (rg_digits){.gradient = all_digits, .value = all_digits, .argument = "", .vanished = ""};
    if (job->device->limbs > 1)
        return RG_OK;
    if (!job->ran || other->device == job->device || other->device->xlen != job->device->xlen
        || other->device->frac != job->device->frac
        || strcmp(other->routine->name, job->routine->name) != 0
        || other->argument_count != job->argument_count)
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_believed_digits: it takes a job that has run, and another of the "
                       "same routine on another device of the same format");
    rg_find_vanished(job, other, digits);
    return job->has_gradients ? judge_gradient(job, other, digits, fault) : RG_OK;
}
