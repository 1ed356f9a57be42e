/* differences.c: results of Fixed beside those of the same run with Float.
 *
 * A run with Float has wide sums and functions of 53 bits, so it tells what Fixed lost, whatever
 * took it: small numbers, terms that cancel, constants that keep few digits. Where both have next
 * to nothing, Float may have no more than what rounding left of terms that cancel. A second run
 * with noise behind the digits tells such a zero from a small number. */
#include "host-driver/result_banks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double all_digits = 99;
/* In last places of Fixed: what rounding leaves of a zero at most, and a number of Float that Fixed
 * has no place for. */
enum { LEFT_OF_ZERO = 1024 };
static const double next_to_nothing = 0.125;
/* Bits of noise, and the banks in which small numbers are told from zeros: values and gradients. */
enum { NOISE = 10, SMALL_BANKS = 2 };

typedef struct {
    const rgd_job *job;
    rgd_job *other;
    double last_place; /* of the job with Fixed */
    rg_differences *found;
    rg_difference *small; /* the largest element of what may be a zero, by bank and argument */
} comparison;

static double digits_of(double is, double should, double size)
{
    const double error = fabs(is - should);
    if (error == 0)
        return all_digits;
    return size > error ? log10(size / error) : 0;
}

/* A number is judged beside the largest of its array. */
static void judge(rg_difference *worst, rg_difference number, double size)
{
    number.digits = digits_of(number.is, number.should, size);
    if (number.digits < worst->digits)
        *worst = number;
}

static rg_difference *worst_of(const comparison *c, rg_result_bank bank)
{
    return bank == RG_BANK_VALUES ? &c->found->value : &c->found->derivative;
}

static rg_difference *small_of(const comparison *c, rg_result_bank bank, size_t at)
{
    return bank <= RG_BANK_GRADIENTS ? &c->small[bank * c->job->argument_count + at] : NULL;
}

static rg_difference number_of(const comparison *c, rg_result_bank bank, size_t at, size_t k)
{
    const rg_argument *a = &c->job->arguments[at], *b = &c->other->arguments[at];
    return (rg_difference){.argument = a->param->name,
                           .element = k,
                           .is = rg_bank_number(c->job, a, bank, k),
                           .should = rg_bank_number(c->other, b, bank, k)};
}

static bool is_small(const comparison *c, double is, double should)
{
    return is <= LEFT_OF_ZERO * c->last_place && should < next_to_nothing * c->last_place;
}

static void compare_array(const comparison *c, rg_result_bank bank, size_t at)
{
    const size_t count = c->job->arguments[at].count;
    rg_difference largest = {.argument = ""};
    double is = 0;
    for (size_t k = 0; k < count; k++) {
        const rg_difference number = number_of(c, bank, at, k);
        is = fmax(is, fabs(number.is));
        if (k == 0 || fabs(number.should) > fabs(largest.should))
            largest = number;
    }
    const double most = fabs(largest.should);
    rg_difference *small = small_of(c, bank, at);
    if (small && is_small(c, is, most))
        *small = largest;
    for (size_t k = 0; k < count && !is_small(c, is, most); k++)
        judge(worst_of(c, bank), number_of(c, bank, at, k), most);
}

static bool is_unchanged(const rg_argument *a)
{
    return memcmp(a->result, rg_started(a), rg_argument_words(a) * sizeof *a->result) == 0;
}

/* What the run left as it was set lost nothing. What it took back next to 0 is 0: with Float it was
 * set to another number. */
static bool is_given(const rg_argument *a, const rg_argument *b)
{
    bool zero = true, was_set = false;
    for (size_t k = 0; k < a->count; k++) {
        zero = zero && a->result[k] >= -LEFT_OF_ZERO && a->result[k] <= LEFT_OF_ZERO;
        was_set = was_set || rg_started(a)[k] != 0;
    }
    return is_unchanged(b) || (was_set && (zero || is_unchanged(a)));
}

static bool are_alike(const rg_argument *a, const rg_argument *b)
{
    return a->number == RG_NUMBER_FIXED && b->number == RG_NUMBER_FIXED && a->count == b->count
           && strcmp(a->param->name, b->param->name) == 0 && !a->reshaped && !b->reshaped;
}

static bool is_compared(const comparison *c, rg_result_bank bank, size_t at)
{
    const rg_argument *a = &c->job->arguments[at], *b = &c->other->arguments[at];
    return are_alike(a, b) && rg_bank_words(a, bank) && rg_bank_words(b, bank)
           && (bank != RG_BANK_VALUES || !is_given(a, b));
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
    for (size_t i = 0; i < count && !is_small(c, largest, most); i++)
        judge(&c->found->derivative,
              (rg_difference){.argument = is->column_names[i % is->columns],
                              .is = is->data[i],
                              .should = should->data[i]},
              most);
}

static void compare(const comparison *c)
{
    for (rg_result_bank bank = RG_BANK_VALUES; bank < RG_RESULT_BANKS; bank++)
        for (size_t i = 0; i < c->job->argument_count; i++)
            if (rg_has_bank(c->job, bank) && rg_has_bank(c->other, bank) && is_compared(c, bank, i))
                compare_array(c, bank, i);
    compare_matrix(c, &c->job->jacobian, &c->other->jacobian);
    compare_matrix(c, &c->job->hessian, &c->other->hessian);
}

/* A derivative has a seed, so rounding leaves less of a zero than the last place of a value. */
static bool is_left_over(const comparison *c, const rg_difference *number)
{
    return number->is != 0 && fabs(number->is) < c->last_place;
}

/* The other job has run with noise: a number that this changed much has no digits. */
static void judge_small(const comparison *c, rg_result_bank bank, size_t at)
{
    const rg_difference *number = small_of(c, bank, at);
    const rg_argument *b = &c->other->arguments[at];
    if (number->should == 0 || !rg_bank_words(b, bank) || number->element >= b->count
        || (bank != RG_BANK_VALUES && is_left_over(c, number)))
        return;
    const double noisy = rg_bank_number(c->other, b, bank, number->element);
    if (fabs(noisy - number->should) < fabs(number->should) / 8)
        judge(worst_of(c, bank), *number, fabs(number->should));
    else if (bank == RG_BANK_VALUES && number->is == 0)
        c->found->cancelled = number->argument;
}

static void compare_small(const comparison *c)
{
    rg_fault ignored;
    bool any = false;
    for (size_t i = 0; i < SMALL_BANKS * c->job->argument_count; i++)
        any = any || c->small[i].should != 0;
    if (!any
        || !rg_run_with_noise(c->job, c->other, NOISE, 0, c->other->device->object->code_count,
                              &ignored))
        return;
    for (size_t i = 0; i < c->job->argument_count; i++)
        for (rg_result_bank bank = RG_BANK_VALUES; bank <= RG_BANK_GRADIENTS; bank++)
            judge_small(c, bank, i);
}

rg_result rgd_compare_with_float(const rgd_job *job, rgd_job *other, rg_differences *found,
                                 rg_fault *fault)
{
    const rg_difference nothing = {.digits = all_digits, .argument = ""};
    *found = (rg_differences){nothing, nothing, ""};
    if (!job->ran || job->device->limbs > 1 || other->device->limbs == 1
        || strcmp(other->routine->name, job->routine->name) != 0
        || other->argument_count != job->argument_count)
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_compare_with_float: it takes a job that has run on a machine with "
                       "Fixed, and one of the same routine on a machine with Float");
    rg_difference *small = calloc(SMALL_BANKS * (job->argument_count + 1), sizeof *small);
    if (!small)
        return rg_fail(fault, RG_BAD_MACHINE, "R0904", "the host is out of memory");
    const comparison c = {job, other, ldexp(1, -(int)job->device->frac), found, small};
    const rg_result result = rg_run_again(job, other, fault);
    if (result == RG_OK) {
        compare(&c);
        compare_small(&c);
    }
    free(small);
    return result;
}
