/* vanished.c: results of Fixed that are 0, or have few digits, because numbers on the way had few.
 *
 * The job runs once more. There each product, quotient, power or exact sum that was rounded to 0 is
 * one in its last place. In a second run those that were rounded to a few of these are off by one.
 * What is 0 because its terms are, or because they cancel, stays so. */
#include "host-driver/internal.h"

#include <math.h>
#include <string.h>

/* What is disturbed: zeros alone; all numbers of fewer than 13 bits, which is four digits. */
enum { ZEROS = 1, SMALL = 14, TIMES = 8 };

static bool run_disturbed(const rgd_job *job, rgd_job *other, unsigned digits)
{
    rgd_device *device = other->device;
    rg_fault said;
    if (!rg_engine_coarsen(device->engine, digits, device->base,
                           device->base + (uint32_t)device->object->code_count))
        return false;
    const rg_result result = job->command == RG_COMMAND_UNCALL ? rgd_uncall(other, &said)
                                                               : rgd_call(other, &said);
    (void)rg_engine_coarsen(device->engine, 0, 0, 0);
    return result == RG_OK && !other->trapped;
}

static bool has_results(const rg_argument *a)
{
    return a->number == RG_NUMBER_FIXED && a->limbs == 1 && a->result && !a->left && !a->reshaped;
}

static bool is_zero(const rg_argument *a)
{
    for (size_t k = 0; k < a->count; k++)
        if (a->result[k] != 0)
            return false;
    return has_results(a) && a->count > 0;
}

/* Of an array all elements are 0: in many a one some are, and should be. */
static const char *vanished_argument(const rgd_job *job, const rgd_job *other)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i], *b = &other->arguments[i];
        if (is_zero(a) && has_results(b) && a->count == b->count && !is_zero(b))
            return a->param->name;
    }
    return "";
}

static int64_t seeded_word(const rgd_job *job, const rgd_job *other)
{
    const rg_argument *a = &other->arguments[job->seed.in - job->arguments];
    return has_results(a) && job->seed.element < a->count ? a->result[job->seed.element]
                                                          : job->seeded_words[0];
}

static bool has_zero(const rgd_job *job)
{
    for (size_t i = 0; i < job->argument_count; i++)
        if (is_zero(&job->arguments[i]))
            return true;
    return false;
}

static void find_zeros(const rgd_job *job, rgd_job *other, bool seeded, rg_digits *digits)
{
    if (!run_disturbed(job, other, ZEROS))
        return;
    digits->vanished = vanished_argument(job, other);
    if (seeded && job->seeded_words[0] == 0 && seeded_word(job, other) != 0)
        digits->vanished = job->seed.in->param->name;
}

/* The true error of a rounded number is half of one at most. In a small result the errors of a few
 * terms may cancel, so others are tried too. */
static void find_small(const rgd_job *job, rgd_job *other, rg_digits *digits)
{
    const double is = (double)job->seeded_words[0];
    double off = 0;
    for (unsigned i = 0; i < TIMES && off == 0 && (i == 0 || fabs(is) < 1 << SMALL); i++) {
        if (!run_disturbed(job, other, SMALL + i))
            return;
        off = fabs((double)seeded_word(job, other) - is) / 2;
    }
    if (off > 0)
        digits->value = fmax(0, log10(fabs(is) / off));
}

void rg_find_vanished(const rgd_job *job, rgd_job *other, rg_digits *digits)
{
    const bool seeded = job->has_gradients && job->seeded_number == RG_NUMBER_FIXED;
    if (job->jacobian.data || job->hessian.data || job->has_second || job->has_tangents)
        return;
    if (has_zero(job) || (seeded && job->seeded_words[0] == 0))
        find_zeros(job, other, seeded, digits);
    if (seeded && job->seeded_words[0] != 0)
        find_small(job, other, digits);
}
