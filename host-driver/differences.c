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
enum { LEFT_OF_ZERO = 1024 };
static const double next_to_nothing = 0.125;

typedef struct {
    double last_place; /* of the job with Fixed */
    rg_difference *worst;
    rg_difference *zero; /* the first argument that is 0 with Fixed alone; NULL: of no interest */
} comparison;

static double digits_of(double is, double should, double size)
{
    const double error = fabs(is - should);
    if (error == 0)
        return all_digits;
    return size > error ? log10(size / error) : 0;
}

static bool is_zero(const comparison *c, double is, double should)
{
    return is <= LEFT_OF_ZERO * c->last_place && should < next_to_nothing * c->last_place;
}

/* A number is judged beside the largest of its array. */
static void judge(const comparison *c, const char *name, size_t element, double is, double should,
                  double size)
{
    const double digits = digits_of(is, should, size);
    if (digits < c->worst->digits)
        *c->worst = (rg_difference){
            .digits = digits, .argument = name, .element = element, .is = is, .should = should};
}

/* An array that is 0 with Fixed, and with Float too small for Fixed. */
static void note_zero(const comparison *c, const rg_argument *a, const rg_difference *largest)
{
    if (c->zero && !c->zero->argument[0] && largest->is == 0 && largest->should != 0) {
        *c->zero = *largest;
        c->zero->argument = a->param->name;
    }
}

static rg_difference largest_of(const rgd_job *job, const rgd_job *other, size_t at,
                                rg_result_bank bank)
{
    const rg_argument *a = &job->arguments[at], *b = &other->arguments[at];
    rg_difference largest = {.argument = ""};
    for (size_t k = 0; k < a->count; k++) {
        const double should = fabs(rg_bank_number(other, b, bank, k));
        largest.is = fmax(largest.is, fabs(rg_bank_number(job, a, bank, k)));
        largest.element = should > largest.should ? k : largest.element;
        largest.should = fmax(largest.should, should);
    }
    return largest;
}

static void compare_array(const comparison *c, const rgd_job *job, const rgd_job *other, size_t at,
                          rg_result_bank bank)
{
    const rg_argument *a = &job->arguments[at], *b = &other->arguments[at];
    const rg_difference largest = largest_of(job, other, at, bank);
    if (is_zero(c, largest.is, largest.should)) {
        note_zero(c, a, &largest);
        return;
    }
    for (size_t k = 0; k < a->count; k++)
        judge(c, a->param->name, k, rg_bank_number(job, a, bank, k),
              rg_bank_number(other, b, bank, k), largest.should);
}

/* What the run left as it was set lost nothing, and what it took back to 0 is 0: with Float it was
 * set to another number. */
static bool is_given(const rg_argument *a)
{
    bool unchanged = true, zero = true, was_set = false;
    for (size_t k = 0; k < a->count; k++) {
        unchanged = unchanged && a->result[k] == rg_started(a)[k];
        zero = zero && a->result[k] == 0;
        was_set = was_set || rg_started(a)[k] != 0;
    }
    return was_set && (unchanged || zero);
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
        if (are_alike(a, b) && rg_bank_words(a, bank) && rg_bank_words(b, bank)
            && (bank != RG_VALUES || !is_given(a)))
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

static void compare(const rgd_job *job, const rgd_job *other, rg_differences *found,
                    rg_difference *zero)
{
    const double last_place = ldexp(1, -(int)job->device->frac);
    const comparison values = {last_place, &found->value, zero},
                     derivatives = {last_place, &found->derivative, NULL};
    compare_bank(&values, job, other, RG_VALUES);
    for (rg_result_bank bank = RG_GRADIENTS; bank < RG_RESULT_BANKS; bank++)
        if (rg_has_bank(job, bank) && rg_has_bank(other, bank))
            compare_bank(&derivatives, job, other, bank);
    compare_matrix(&derivatives, &job->jacobian, &other->jacobian);
    compare_matrix(&derivatives, &job->hessian, &other->hessian);
}

/* Whether a small number of Float is a number, and not what rounding left of terms that cancel:
 * noise behind its digits changes it little. */
static bool has_digits(const rgd_job *job, rgd_job *other, const rg_difference *zero)
{
    enum { NOISE = 10 };
    rg_fault ignored;
    const size_t all = other->device->object->code_count;
    const rg_argument *a = rg_argument_find(other, zero->argument);
    if (!a || !rg_run_with_noise(job, other, NOISE, 0, all, &ignored)
        || !rg_bank_words(a, RG_VALUES) || zero->element >= a->count)
        return false;
    const double noisy = fabs(rg_bank_number(other, a, RG_VALUES, zero->element));
    return fabs(noisy - zero->should) < zero->should / 8;
}

rg_result rgd_compare_with_float(const rgd_job *job, rgd_job *other, rg_differences *found,
                                 rg_fault *fault)
{
    const rg_difference nothing = {.digits = all_digits, .argument = ""};
    rg_difference zero = nothing;
    *found = (rg_differences){nothing, nothing, ""};
    if (!job->ran || job->device->limbs > 1 || other->device->limbs == 1
        || strcmp(other->routine->name, job->routine->name) != 0
        || other->argument_count != job->argument_count)
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_compare_with_float: it takes a job that has run on a machine with "
                       "Fixed, and one of the same routine on a machine with Float");
    const rg_result result = rg_run_again(job, other, fault);
    if (result == RG_OK)
        compare(job, other, found, &zero);
    if (result == RG_OK && zero.argument[0] && has_digits(job, other, &zero))
        found->vanished = zero.argument;
    return result;
}
