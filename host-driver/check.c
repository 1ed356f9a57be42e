/* check.c: inverse, gradients against central differences on the machine, dot-product test. */
#include "host-driver/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 16 }; /* of one array that are differentiated one by one */

#define WANTED 1e-6 /* relative error of differences that are good enough */

typedef struct {
    rgd_job *job;
    rg_check_report *report;
    void *context;
    rg_fault *fault;
    bool passed;
    int64_t **before;   /* arguments as the user set them */
    double **gradients; /* of the output at work */
    double **formulas;  /* those of the program's formulas, where it gives derivatives itself */
    const rg_argument *output;
    size_t element; /* of the output */
    double here;    /* its value at the arguments */
} checker;

static bool is_active(const rg_argument *a)
{
    return a->number == RG_NUMBER_FIXED || a->number == RG_NUMBER_LOG;
}

static void tell(checker *c, rg_check_line line)
{
    line.passed = line.skipped || fabs(line.got - line.expected) <= line.tolerance;
    if (line.kink)
        line.passed = line.got >= fmin(line.below, line.above) - line.tolerance
                      && line.got <= fmax(line.below, line.above) + line.tolerance;
    c->passed = c->passed && line.passed;
    if (c->report)
        c->report(c->context, &line);
}

static rg_check_line line_for(const char *what, const rg_argument *output,
                              const rg_argument *argument, size_t element)
{
    rg_check_line line = {.what = what,
                          .output = output ? output->param->name : "",
                          .argument = argument ? argument->param->name : ""};
    if (argument && argument->param->rank > 0) {
        line.row = element % argument->rows + 1;
        line.column = argument->param->rank >= 2 ? element / argument->rows + 1 : 0;
    }
    return line;
}

static void restore_arguments(checker *c)
{
    for (size_t i = 0; i < c->job->argument_count; i++)
        if (c->job->arguments[i].count > 0)
            memcpy(c->job->arguments[i].argument, c->before[i],
                   rg_argument_words(&c->job->arguments[i]) * sizeof(int64_t));
}

/* Call, then uncall what came out: each word must be what it was. */
static rg_result check_inverse(checker *c, bool *changed)
{
    rg_result result = rgd_call(c->job, c->fault);
    if (result != RG_OK)
        return result;
    for (size_t i = 0; i < c->job->argument_count; i++) {
        const rg_argument *a = &c->job->arguments[i];
        changed[i] = a->count > 0
                     && memcmp(a->result, a->argument, rg_argument_words(a) * sizeof *a->result)
                            != 0;
    }
    result = rgd_adopt_results(c->job, c->fault);
    if (result == RG_OK)
        result = rgd_uncall(c->job, c->fault);
    restore_arguments(c);
    if (result != RG_OK)
        return result;
    for (size_t i = 0; i < c->job->argument_count; i++) {
        const rg_argument *a = &c->job->arguments[i];
        rg_check_line line = line_for("inverse", NULL, a, 0);
        line.row = line.column = 0;
        for (size_t k = 0; k < rg_argument_words(a); k++) /* how many words came back wrong */
            line.got += a->result[k] != a->argument[k];
        tell(c, line);
    }
    return RG_OK;
}

/* The number whose word is so much greater; of a Log that is its logarithm, beside the sign. */
static int64_t moved(const rgd_device *device, rg_number number, int64_t word, int64_t by)
{
    const uint64_t sign = number == RG_NUMBER_LOG ? UINT64_C(1) << (device->xlen - 1) : 0,
                   sum = (uint64_t)word + (uint64_t)by;
    return rg_sign_extend(((uint64_t)word & sign) | (sum & ~sign), device->xlen);
}

/* A Float is moved by a part of itself; the largest of a direction likewise. */
enum { FLOAT_STEP = 11, DIRECTION_BITS = 31 };
/* What a gradient of Float may be off, relative. */
#define FLOAT_TOLERANCE 1e-6

static bool is_float(const checker *c) { return c->job->device->limbs > 1; }

static double float_step(double x) { return ldexp(1, (x == 0 ? 0 : ilogb(x)) - FLOAT_STEP); }

static double number_before(const checker *c, size_t i, size_t k)
{
    const rg_argument *a = &c->job->arguments[i];
    return rg_decode_words(c->job->device, a->number, c->before[i] + k * a->limbs);
}

/* What one step along a direction adds to a Float. */
static double float_part(const checker *c, int64_t *const *direction, size_t i, size_t k)
{
    return ldexp((double)direction[i][k], -DIRECTION_BITS) * float_step(number_before(c, i, k));
}

static rg_result move_float(checker *c, size_t i, size_t k, double by)
{
    rg_argument *a = &c->job->arguments[i];
    return rg_encode_argument(c->job->device, a, number_before(c, i, k) + by,
                              a->argument + k * a->limbs, a->param->name, c->fault);
}

/* The output with every active argument moved by `steps` times its direction; direction NULL: only
 * one word moves. */
static rg_result output_at(checker *c, rg_argument *one, size_t element, int64_t *const *direction,
                           int64_t steps, double *value)
{
    rg_result result = RG_OK;
    for (size_t i = 0; i < c->job->argument_count; i++) {
        rg_argument *a = &c->job->arguments[i];
        for (size_t k = 0; direction && is_active(a) && k < a->count; k++)
            if (a->limbs > 1 && result == RG_OK)
                result = move_float(c, i, k, (double)steps * float_part(c, direction, i, k));
            else if (a->limbs == 1)
                a->argument[k] =
                    moved(c->job->device, a->number, c->before[i][k], steps * direction[i][k]);
    }
    const size_t at = one ? (size_t)(one - c->job->arguments) : 0;
    if (one && one->limbs > 1)
        result =
            move_float(c, at, element, (double)steps * float_step(number_before(c, at, element)));
    else if (one)
        one->argument[element] = moved(c->job->device, one->number, one->argument[element], steps);
    if (result == RG_OK)
        result = rgd_call(c->job, c->fault);
    if (result == RG_OK)
        *value = rg_decode_words(c->job->device, c->output->number,
                                 c->output->result + c->element * c->output->limbs);
    restore_arguments(c);
    return result;
}

typedef struct {
    double derivative,
        error;           /* error: what the two steps disagree by, and the rounding of results */
    const char *skipped; /* NULL, or why there is no derivative */
    bool kink;
    double below, above; /* the slopes on both sides of it */
} slope;

/* At a kink the slopes of both sides differ by the same amount for any step. f: the values at +h,
 * -h, +2h and -2h, less that in between. */
static bool find_kink(const double f[4], double unit, double noise, slope *out)
{
    const double above[] = {f[0] / unit, f[2] / unit / 2},
                 below[] = {-f[1] / unit, -f[3] / unit / 2}, near = above[0] - below[0],
                 far = above[1] - below[1], apart = 2 * near - far;
    out->above = 2 * above[0] - above[1];
    out->below = 2 * below[0] - below[1];
    out->kink = fabs(near - far) <= fabs(apart) / 4
                && fabs(apart) > fmax(1e-3, noise) * (1 + fabs(out->above) + fabs(out->below));
    return out->kink;
}

/* The same of Float: central differences with a step that is a part of the argument. */
static rg_result difference_of_floats(checker *c, rg_argument *one, size_t element,
                                      int64_t *const *direction, slope *out)
{
    static const int64_t steps[4] = {1, -1, 2, -2};
    const size_t at = one ? (size_t)(one - c->job->arguments) : 0;
    const double unit = one ? float_step(number_before(c, at, element)) : 1;
    double f[4] = {0}, most = fabs(c->here);
    *out = (slope){0};
    for (int i = 0; i < 4; i++) {
        rg_result result = output_at(c, one, element, direction, steps[i], &f[i]);
        if (result == RG_TRAPPED) {
            *out = (slope){.derivative = NAN, .skipped = "a neighbour traps"};
            return RG_OK;
        }
        if (result != RG_OK)
            return result;
        most = fmax(most, fabs(f[i]));
    }
    const double near = (f[0] - f[1]) / 2, far = (f[2] - f[3]) / 4, apart = fabs(near - far) / unit;
    const double rounding = ldexp(most, -52) / unit; /* of doubles */
    out->derivative = (4 * near - far) / 3 / unit;
    out->error = apart / 16 + rounding;
    out->above = (2 * (f[0] - c->here) - (f[2] - c->here) / 2) / unit;
    out->below = (2 * (c->here - f[1]) - (c->here - f[3]) / 2) / unit;
    const double jump = fabs(out->above - out->below), size = fabs(out->above) + fabs(out->below);
    out->kink = jump > size / 1000 + 32 * rounding && apart < jump / 1000 + 32 * rounding;
    if (!out->kink && apart > fabs(out->derivative) / 1000 + 32 * rounding)
        *out = (slope){.derivative = NAN, .skipped = "the function jumps or bends too much here"};
    return RG_OK;
}

/* Derivative by the stored words: central differences with steps h and 2h, extrapolated. */
static rg_result difference_at(checker *c, rg_argument *one, size_t element,
                               int64_t *const *direction, int log2_step, slope *out)
{
    *out = (slope){0};
    const int frac = (int)c->job->device->frac;
    const int64_t h = INT64_C(1) << log2_step;
    double f[4] = {0};
    static const int64_t steps[4] = {1, -1, 2, -2};
    for (int i = 0; i < 4; i++) {
        rg_result result =
            output_at(c, one, element, direction, direction ? steps[i] : steps[i] * h, &f[i]);
        if (result == RG_TRAPPED) {
            *out = (slope){.derivative = NAN, .skipped = "a neighbour traps"};
            return RG_OK;
        }
        if (result != RG_OK)
            return result;
    }
    double near = (f[0] - f[1]) / 2, far = (f[2] - f[3]) / 4, unit = ldexp(1, log2_step - frac),
           apart = fabs(near - far) / unit;
    out->derivative = (4 * near - far) / 3 / unit;
    out->error = apart + ldexp(1, -log2_step); /* both results are rounded to half a word */
    double noise = ldexp(32, -log2_step);      /* of rounding, magnified by 1 / h */
    for (int i = 0; i < 4; i++)
        f[i] -= c->here;
    if (find_kink(f, unit, noise, out))
        return RG_OK;
    if (apart > fmax(1e-3, noise) * (1 + fabs(out->derivative)))
        *out = (slope){.derivative = NAN, .skipped = "the function jumps or bends too much here"};
    return RG_OK;
}

/* A small derivative by a large argument needs a longer step: as long as digits are missing, and
 * the step stays small beside the argument, steps of 16 times the length are tried. The best one
 * counts. */
static rg_result difference(checker *c, rg_argument *one, size_t element, int64_t *const *direction,
                            slope *out)
{
    if (is_float(c))
        return difference_of_floats(c, one, element, direction, out);
    const int frac = (int)c->job->device->frac;
    int step = frac - frac / 4;
    rg_result result = difference_at(c, one, element, direction, step, out);
    if (!one || one->number != RG_NUMBER_FIXED)
        return result;
    const double argument = fabs((double)c->before[one - c->job->arguments][element]);
    for (step += 4; result == RG_OK && !out->skipped && !out->kink
                    && out->error > WANTED * fabs(out->derivative) && ldexp(8, step) <= argument;
         step += 4) {
        slope longer;
        result = difference_at(c, one, element, direction, step, &longer);
        if (result != RG_OK || longer.skipped || longer.kink || longer.error >= out->error)
            break;
        *out = longer;
    }
    return result;
}

/* Decimal digits in which two numbers agree, one of them known up to `error`. */
static double digits(double apart, double error, double of)
{
    const double relative = fmax(apart, error) / fabs(of);
    return relative > 0 && relative < 1 ? fmin(-log10(relative), 15) : relative >= 1 ? 0 : 15;
}

/* Compare by digits: `size` is what the rounding of the gradient is judged beside. Differences
 * without a digit judge nothing, unless the gradient is far from them. */
static void judge(const checker *c, rg_check_line *line, const slope *s, double scale, double size)
{
    const int frac = (int)c->job->device->frac;
    const double error = s->error / fabs(scale), apart = fabs(line->got - s->derivative / scale),
                 relative = is_float(c) ? FLOAT_TOLERANCE : fmax(1e-4, ldexp(4, -frac / 2));
    line->expected = s->derivative / scale;
    line->skipped = s->skipped;
    if (s->skipped)
        return;
    line->tolerance = 4 * error + relative * size
                      + (is_float(c) ? 0 : ldexp(4, -frac) / fabs(scale));
    line->certain = digits(0, error, line->expected);
    line->digits = digits(apart, error, line->expected);
    line->kink = s->kink;
    line->below = s->below / scale;
    line->above = s->above / scale;
    if (s->kink) {
        line->tolerance += relative * fmax(fabs(line->below), fabs(line->above));
        return;
    }
    if (line->expected == 0 && line->got == 0)
        line->skipped = "the result does not move: nothing is compared";
    else if (error >= fabs(line->expected) / 2 && apart <= line->tolerance)
        line->skipped = "the differences have no digits here";
}

static rg_result check_element(checker *c, size_t index, size_t element)
{
    rg_argument *a = &c->job->arguments[index];
    rg_check_line line = line_for("gradient", c->output, a, element);
    slope s;
    rg_result result = difference(c, a, element, NULL, &s);
    if (result != RG_OK)
        return result;
    const double scale =
        is_float(c) ? 1 : rg_gradient_scale(c->job->device, a->number, a->argument + element);
    line.got = c->gradients[index][element];
    judge(c, &line, &s, scale, fabs(s.derivative / scale));
    tell(c, line);
    return RG_OK;
}

/* The derivative that the program gives, beside that of its formulas. A formula that rounds has
 * none: it is 0. */
static void check_formula(checker *c, size_t index, size_t element)
{
    const int frac = (int)c->job->device->frac;
    const rg_argument *a = &c->job->arguments[index];
    rg_check_line line = line_for("formula", c->output, a, element);
    line.got = c->gradients[index][element];
    line.expected = c->formulas[index][element];
    if (line.got == line.expected && c->output == a)
        return; /* what the result held before */
    line.tolerance = is_float(c)
                         ? FLOAT_TOLERANCE * fabs(line.expected)
                         : fmax(1e-4, ldexp(4, -frac / 2)) * fabs(line.expected) + ldexp(64, -frac);
    line.certain = digits(0, 0, line.expected);
    line.digits = digits(fabs(line.got - line.expected), ldexp(1, -frac), line.expected);
    if (line.expected == 0)
        line.skipped = line.got == 0 ? "both are 0" : "the formula has no gradient of its own";
    tell(c, line);
}

static int64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int64_t)(*state >> 33);
}

/* <gradient, v> against the difference along v, for one pseudo-random v over every active word but
 * keywords, which as a rule steer the program. */
static rg_result check_dot(checker *c)
{
    const rgd_job *job = c->job;
    const int frac = (int)job->device->frac;
    const int bits = is_float(c) ? DIRECTION_BITS : frac - frac / 4;
    const int64_t h = INT64_C(1) << bits;
    uint64_t state = 2020;
    double size = 0;
    rg_check_line line = line_for("dot product", c->output, NULL, 0);
    int64_t **direction = calloc(job->argument_count + 1, sizeof *direction);
    bool memory = direction != NULL;
    for (size_t i = 0; memory && i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        direction[i] = calloc(a->count ? a->count : 1, sizeof **direction);
        memory = direction[i] != NULL;
        for (size_t k = 0; memory && is_active(a) && !a->param->keyword && k < a->count; k++) {
            direction[i][k] = next_random(&state) % (2 * h + 1) - h;
            const double part = c->gradients[i][k]
                                * (a->limbs > 1
                                       ? float_part(c, direction, i, k)
                                       : rg_gradient_scale(job->device, a->number, a->argument + k)
                                             * ldexp((double)direction[i][k], -bits));
            line.got += part;
            size += fabs(part);
        }
    }
    slope s;
    rg_result result = memory ? difference(c, NULL, 0, direction, &s) : rg_no_memory(c->fault);
    for (size_t i = 0; direction && i < job->argument_count; i++)
        free(direction[i]);
    free(direction);
    if (result != RG_OK)
        return result;
    judge(c, &line, &s, 1, size);
    tell(c, line);
    return RG_OK;
}

static rg_result take_gradients(checker *c, double **gradients)
{
    const rg_argument *o = c->output;
    size_t row = o->param->rank ? c->element % o->rows + 1 : 0,
           column = o->param->rank ? c->element / o->rows + 1 : 0;
    rg_result result = rgd_gradient(c->job, o->param->name, row, column, c->fault);
    if (result == RG_OK && !c->job->restored)
        return rg_fail(c->fault, RG_BAD_MACHINE, "R0924",
                       "the backward sweep did not give back every bit");
    for (size_t i = 0; result == RG_OK && i < c->job->argument_count; i++)
        rgd_get_gradient(c->job, c->job->arguments[i].param->name, gradients[i],
                         c->job->arguments[i].count);
    return result;
}

static bool asserts_reversible(const rg_object *object)
{
    for (size_t i = 0; object->lines && i < object->code_count; i++)
        if (object->lines[i].reversible)
            return true;
    return false;
}

/* Bits that the last run erased in routines with @assert_reversible. */
static void check_ledger(checker *c)
{
    rg_check_line line = line_for("erased", c->output, NULL, 0);
    if (!asserts_reversible(c->job->device->object))
        return;
    for (size_t i = 0; i < c->job->ledger_count; i++) {
        if (!c->job->ledger[i].forbidden)
            continue;
        line.row = line.row ? line.row : c->job->ledger[i].line;
        line.got += (double)c->job->ledger[i].bits;
    }
    tell(c, line);
}

static rg_result take_formulas(checker *c)
{
    if (!c->job->device->formulas)
        return RG_OK;
    rg_fault first = {0};
    rg_result result = rg_exchange_formulas(c->job, c->fault);
    if (result == RG_OK)
        result = take_gradients(c, c->formulas);
    if (result != RG_OK)
        first = *c->fault;
    const rg_result back = rg_exchange_formulas(c->job, c->fault);
    if (result != RG_OK)
        *c->fault = first;
    return result == RG_OK ? back : result;
}

static rg_result check_output(checker *c, const rg_argument *output)
{
    c->output = output;
    c->element = 0;
    while (c->element + 1 < output->count
           && memcmp(output->result + c->element * output->limbs,
                     output->argument + c->element * output->limbs,
                     output->limbs * sizeof *output->result)
                  == 0)
        c->element++; /* the first element that the call changes */
    rg_result result = take_formulas(c);
    if (result == RG_OK)
        result = take_gradients(c, c->gradients);
    if (result == RG_OK)
        check_ledger(c);
    if (result == RG_OK)
        result = output_at(c, NULL, 0, NULL, 0, &c->here);
    for (size_t i = 0; result == RG_OK && i < c->job->argument_count; i++) {
        const rg_argument *a = &c->job->arguments[i];
        size_t stride = a->count > MOST_ELEMENTS ? a->count / MOST_ELEMENTS : 1;
        for (size_t k = 0; result == RG_OK && is_active(a) && k < a->count; k += stride)
            result = check_element(c, i, k);
        for (size_t k = 0;
             result == RG_OK && c->job->device->formulas && is_active(a) && k < a->count;
             k += stride)
            check_formula(c, i, k);
    }
    return result == RG_OK ? check_dot(c) : result;
}

static bool allocate(checker *c, bool **changed)
{
    const rgd_job *job = c->job;
    c->before = calloc(job->argument_count + 1, sizeof *c->before);
    c->gradients = calloc(job->argument_count + 1, sizeof *c->gradients);
    c->formulas = calloc(job->argument_count + 1, sizeof *c->formulas);
    *changed = calloc(job->argument_count + 1, sizeof **changed);
    if (!c->before || !c->gradients || !c->formulas || !*changed)
        return false;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        c->before[i] = calloc(a->count ? rg_argument_words(a) : 1, sizeof **c->before);
        c->gradients[i] = calloc(a->count ? a->count : 1, sizeof **c->gradients);
        c->formulas[i] = calloc(a->count ? a->count : 1, sizeof **c->formulas);
        if (!c->before[i] || !c->gradients[i] || !c->formulas[i])
            return false;
        if (a->count > 0)
            memcpy(c->before[i], a->argument, rg_argument_words(a) * sizeof **c->before);
    }
    return true;
}

static void release(checker *c, bool *changed)
{
    for (size_t i = 0; i < c->job->argument_count; i++) {
        if (c->before)
            free(c->before[i]);
        if (c->gradients)
            free(c->gradients[i]);
        if (c->formulas)
            free(c->formulas[i]);
    }
    free(c->formulas);
    free(c->before);
    free(c->gradients);
    free(changed);
}

rg_result rgd_check_inverse(rgd_job *job, rg_check_report *report, void *context, bool *passed,
                            rg_fault *fault)
{
    checker c = {.job = job, .report = report, .context = context, .fault = fault, .passed = true};
    bool *changed = NULL;
    rg_result result = allocate(&c, &changed) ? check_inverse(&c, changed) : rg_no_memory(fault);

    release(&c, changed);
    *passed = result == RG_OK && c.passed;
    return result;
}

rg_result rgd_check(rgd_job *job, rg_check_report *report, void *context, bool *passed,
                    rg_fault *fault)
{
    checker c = {.job = job, .report = report, .context = context, .fault = fault, .passed = true};
    bool *changed = NULL;
    rg_result result = allocate(&c, &changed) ? check_inverse(&c, changed) : rg_no_memory(fault);
    if (result == RG_OK)
        job->device->formulas = rg_formulas(job->device);
    for (size_t i = 0; result == RG_OK && i < job->argument_count; i++) {
        if (!changed[i] || !is_active(&job->arguments[i]))
            continue;
        result = rgd_call(job, fault); /* the results tell which element changes */
        if (result == RG_OK)
            result = check_output(&c, &job->arguments[i]);
    }
    rg_object_free(job->device->formulas);
    job->device->formulas = NULL;
    release(&c, changed);
    *passed = result == RG_OK && c.passed;
    return result;
}
