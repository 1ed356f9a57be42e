/* float_digits.c: how many digits the results of a machine with Float have.
 *
 * Each number has all of its digits, but they may be those of rounding alone: what a product in
 * place leaves in its helper is divided by the next factors, and grows. So the same job runs once
 * more, with noise in the last ten bits of every number that is rounded. Its errors are 2^10 times
 * as large, so what the two runs differ by shows the error of the first. Noises may cancel, so
 * where there is a difference a third run decides too. Where the digits went is found by halves:
 * the instructions of one half alone have noise, and the half that costs more digits is searched
 * on. */
#include "host-driver/result_banks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bits of noise. The estimate gives SPARE of them away: errors are seldom of one size. */
enum { COARSER = 10, COARSEST = 17, SPARE = 3 };
static const double all_digits = 99, /* a difference that would tell nothing of so many digits: */
    more_than_double = 20;
static const rg_float_digits nothing_found = {.value = {.digits = 99, .argument = ""},
                                              .derivative = {.digits = 99, .argument = ""}};
/* What is rounding alone, or nearly, is a zero where it is so much smaller than the largest number.
 */
static const double alone = 4, zero_below = 0x1p-80;
/* But one whose error is some units of the last place, in a run where a result kept few digits, is
 * small and no zero: what is left of a difference is larger than that. Units of values, and of
 * derivatives, which have twice the bits. */
enum { UNITS = 8 };
/* A smaller part of a number that was set is not known of it. */
static const double last_place = 0x1p-53;

/* Numbers of one kind in two runs. */
typedef struct {
    const rgd_job *fine, *coarse;
    int coarser;   /* bits */
    double most;   /* the largest magnitude in the first */
    double unsure; /* what is not known of the argument that is judged */
    bool by_word;  /* the bits of a word count too */
    double units;  /* an error below that is one of the last place; 0: no result is small */
    rg_number_digits *worst;
} comparison;

/* In such a run a number that was made has no digits behind the last place of the word. */
static double digits_of_word(const comparison *c, double fine)
{
    const double half_a_unit = ldexp(c->units, -UNITS - 1);
    return c->by_word && c->units > 0 && c->unsure == 0 && fine != 0
               ? log10(fabs(fine) / half_a_unit)
               : all_digits;
}

static double digits_of(const comparison *c, double fine, double error)
{
    const double digits = error <= c->unsure   ? all_digits
                          : fabs(fine) > error ? log10(fabs(fine) / error)
                                               : 0;
    const bool zero = error >= c->units && fmax(fabs(fine), error) < zero_below * c->most;
    return digits < alone && zero ? all_digits : fmin(digits, digits_of_word(c, fine));
}

static void measure(comparison *c, double number) { c->most = fmax(c->most, fabs(number)); }

static void judge(comparison *c, const char *name, size_t element, double fine, double coarse)
{
    const double digits = digits_of(c, fine, ldexp(fabs(fine - coarse), SPARE - c->coarser));
    if (!(digits < c->worst->digits))
        return;
    c->worst->digits = digits;
    c->worst->argument = name;
    c->worst->element = element;
}

/* What is taken back to 0 from what an argument was set to has no digits to lose. */
static double unsure_of(const rgd_job *job, const rg_argument *a, rg_result_bank from)
{
    double most = 0;
    for (size_t k = 0; from == RG_BANK_VALUES && k < a->count; k++)
        most =
            fmax(most, fabs(rg_decode_words(job->device, a->number, rg_started(a) + k * a->limbs)));
    return most * last_place;
}

/* A zero beside other numbers of its array is not judged: in many arrays some are, and should be.
 */
static bool all_zero(const rgd_job *job, const rg_argument *a, rg_result_bank from)
{
    for (size_t k = 0; k < a->count; k++)
        if (rg_bank_number(job, a, from, k) != 0)
            return false;
    return true;
}

static bool are_compared(const rg_argument *a, const rg_argument *b, rg_result_bank from)
{
    return a->limbs > 1 && a->number == RG_NUMBER_FIXED && a->count == b->count
           && rg_bank_words(a, from) && rg_bank_words(b, from) && !a->reshaped && !b->reshaped;
}

static void compare_bank(comparison *c, rg_result_bank from)
{
    for (int judging = 0; judging < 2; judging++) /* first what is the largest */
        for (size_t i = 0; i < c->fine->argument_count; i++) {
            const rg_argument *a = &c->fine->arguments[i], *b = &c->coarse->arguments[i];
            if (!are_compared(a, b, from))
                continue;
            c->unsure = unsure_of(c->fine, a, from);
            const bool zeros = judging && all_zero(c->fine, a, from);
            for (size_t k = 0; k < a->count; k++) {
                const double fine = rg_bank_number(c->fine, a, from, k);
                if (judging && (zeros || fine != 0))
                    judge(c, a->param->name, k, fine, rg_bank_number(c->coarse, b, from, k));
                else if (!judging)
                    measure(c, fine);
            }
        }
}

static void compare_matrix(comparison *c, const rg_matrix *fine, const rg_matrix *coarse)
{
    if (!fine->data || !coarse->data || fine->rows != coarse->rows
        || fine->columns != coarse->columns)
        return;
    const size_t count = fine->rows * fine->columns;
    for (size_t i = 0; i < count; i++)
        measure(c, fine->data[i]);
    for (size_t i = 0; i < count; i++)
        judge(c, fine->column_names[i % fine->columns], 0, fine->data[i], coarse->data[i]);
}

/* Some units of the last place, behind which a value has no digits. */
static double units(const rgd_job *job, uint64_t few, bool derivative)
{
    const int bits = 64 * (int)job->device->limbs, places = bits == 128 ? 80 : bits / 2;
    return few > 0 ? ldexp(1, UNITS - places - (derivative ? bits / 2 : 0)) : 0;
}

/* A number below 1 is a zero beside 1 at least: the last place of a wide word is there. */
static void compare(const rgd_job *fine, const rgd_job *coarse, int coarser, bool by_word,
                    rg_float_digits *found)
{
    const rg_few_digits few = fine->few;
    comparison values = {.fine = fine,
                         .coarse = coarse,
                         .coarser = coarser,
                         .most = 1,
                         .by_word = by_word,
                         .units = units(fine, few.values, false),
                         .worst = &found->value};
    comparison derivatives = values;
    derivatives.by_word = false;
    derivatives.units = units(fine, few.gradients, true);
    derivatives.worst = &found->derivative;
    compare_bank(&values, RG_BANK_VALUES);
    for (rg_result_bank of = RG_BANK_GRADIENTS; of < RG_RESULT_BANKS; of++)
        if (rg_has_bank(fine, of) && rg_has_bank(coarse, of))
            compare_bank(&derivatives, of);
    compare_matrix(&derivatives, &fine->jacobian, &coarse->jacobian);
    compare_matrix(&derivatives, &fine->hessian, &coarse->hessian);
}

static double fewest(const rg_float_digits *found)
{
    return fmin(found->value.digits, found->derivative.digits);
}

/* Digits that are left where that half alone has noise; a run that does not end has none. */
static double digits_with(const rgd_job *job, rgd_job *other, size_t first, size_t end)
{
    rg_float_digits found = nothing_found;
    rg_fault ignored;
    if (!rg_run_with_noise(job, other, COARSEST, first, end, &ignored))
        return -1;
    compare(job, other, COARSEST, false, &found);
    return fewest(&found);
}

static void find_line(const rgd_job *job, rgd_job *other, rg_float_digits *found)
{
    const rg_object *object = other->device->object;
    size_t first = 0, end = object->code_count;
    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        const double before = digits_with(job, other, first, middle),
                     behind = digits_with(job, other, middle, end);
        if (fmin(before, behind) >= all_digits)
            return; /* noise changes nothing: the number ends with its word */
        if (before <= behind)
            end = middle;
        else
            first = middle;
    }
    const rg_line *line = object->lines && first < object->code_count ? &object->lines[first]
                                                                      : NULL;
    if (!line || line->line == 0 || line->file >= object->file_count)
        return;
    snprintf(found->file, sizeof found->file, "%s", object->files[line->file]);
    found->line = line->line;
    found->column = line->column;
}

rg_result rgd_find_float_digits(const rgd_job *job, rgd_job *other, double enough,
                                rg_float_digits *found, rg_fault *fault)
{
    static const unsigned coarser[] = {COARSER, COARSEST};
    *found = nothing_found;
    if (!job->ran || other->device == job->device || job->device->limbs == 1
        || other->device->limbs != job->device->limbs
        || strcmp(other->routine->name, job->routine->name) != 0
        || other->argument_count != job->argument_count)
        return rg_fail(fault, RG_BAD_USE, "R0932",
                       "rg_find_float_digits: it takes a job that has run on a machine with Float, "
                       "and another of the same routine on another such machine");
    const size_t all = other->device->object->code_count;
    for (size_t i = 0; i < 2 && (i == 0 || fewest(found) < more_than_double); i++) {
        if (!rg_run_with_noise(job, other, coarser[i], 0, all, &found->fault)) {
            found->stopped = i == 0;
            break;
        }
        compare(job, other, (int)coarser[i], true, found);
    }
    if (fewest(found) < enough)
        find_line(job, other, found);
    return RG_OK;
}
