/* differences.c: results of Fixed beside those of the same run with Float.
 *
 * A run with Float has wide sums and functions of 53 bits, so it tells what Fixed lost, whatever
 * took it: small numbers, terms that cancel, constants that keep few digits. */
#include "host-driver/result_banks.h"

#include <math.h>
#include <string.h>

static const double all_digits = 99;
/* In last places of Fixed: a number so small, where Float has next to nothing, is a zero. What
 * rounding leaves of terms that cancel is no more. */
enum { LEFT_OF_ZERO = 16 };
static const double next_to_nothing = 0.125;

typedef struct {
    double last_place; /* of the job with Fixed */
    rg_difference *worst;
} comparison;

static double digits_of(double is, double should, double size)
{
    const double error = fabs(is - should);
    if (error == 0)
        return all_digits;
    return size > error ? log10(size / error) : 0;
}

/* Numbers of one kind: each is judged beside the largest of them. */
static bool is_zero(const comparison *c, double is, double should)
{
    return fabs(is) <= LEFT_OF_ZERO * c->last_place && should < next_to_nothing * c->last_place;
}

static void judge(const comparison *c, const char *name, size_t element, double is, double should,
                  double size)
{
    const double digits = digits_of(is, should, size);
    if (digits < c->worst->digits)
        *c->worst = (rg_difference){
            .digits = digits, .argument = name, .element = element, .is = is, .should = should};
}

static void compare_array(const comparison *c, const rgd_job *job, const rgd_job *other, size_t at,
                          rg_result_bank bank)
{
    const rg_argument *a = &job->arguments[at], *b = &other->arguments[at];
    double most = 0, largest = 0;
    for (size_t k = 0; k < a->count; k++) {
        largest = fmax(largest, fabs(rg_bank_number(job, a, bank, k)));
        most = fmax(most, fabs(rg_bank_number(other, b, bank, k)));
    }
    for (size_t k = 0; k < a->count && !is_zero(c, largest, most); k++)
        judge(c, a->param->name, k, rg_bank_number(job, a, bank, k),
              rg_bank_number(other, b, bank, k), most);
}

static bool are_alike(const rg_argument *a, const rg_argument *b)
{
    return a->number == RG_NUMBER_FIXED && b->number == RG_NUMBER_FIXED && a->count == b->count
           && strcmp(a->param->name, b->param->name) == 0 && !a->reshaped && !b->reshaped;
}

static void compare_bank(const comparison *c, const rgd_job *job, const rgd_job *other,
                         rg_result_bank bank)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i], *b = &other->arguments[i];
        if (are_alike(a, b) && rg_bank_words(a, bank) && rg_bank_words(b, bank))
            compare_array(c, job, other, i, bank);
    }
}

static void compare_matrix(const comparison *c, const rg_matrix *is, const rg_matrix *should)
{
    double most = 0, largest = 0;
    if (!is->data || !should->data || is->rows != should->rows || is->columns != should->columns)
        return;
    const size_t count = is->rows * is->columns;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs(is->data[i]));
        most = fmax(most, fabs(should->data[i]));
    }
    for (size_t i = 0; i < count && !is_zero(c, largest, most); i++)
        judge(c, is->column_names[i % is->columns], 0, is->data[i], should->data[i], most);
}

static void compare(const rgd_job *job, const rgd_job *other, rg_differences *found)
{
    const double last_place = ldexp(1, -(int)job->device->frac);
    const comparison values = {last_place, &found->value},
                     derivatives = {last_place, &found->derivative};
    compare_bank(&values, job, other, RG_VALUES);
    for (rg_result_bank bank = RG_GRADIENTS; bank < RG_RESULT_BANKS; bank++)
        if (rg_has_bank(job, bank) && rg_has_bank(other, bank))
            compare_bank(&derivatives, job, other, bank);
    compare_matrix(&derivatives, &job->jacobian, &other->jacobian);
    compare_matrix(&derivatives, &job->hessian, &other->hessian);
}

rg_result rgd_compare_with_float(const rgd_job *job, rgd_job *other, rg_differences *found,
                                 rg_fault *fault)
{
    const rg_difference nothing = {.digits = all_digits, .argument = ""};
    *found = (rg_differences){nothing, nothing};
    if (!job->ran || job->device->limbs > 1 || other->device->limbs == 1
        || strcmp(other->routine->name, job->routine->name) != 0
        || other->argument_count != job->argument_count)
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_compare_with_float: it takes a job that has run on a machine with "
                       "Fixed, and one of the same routine on a machine with Float");
    const rg_result result = rg_run_again(job, other, fault);
    if (result == RG_OK)
        compare(job, other, found);
    return result;
}
