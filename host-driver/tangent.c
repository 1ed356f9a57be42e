/* tangent.c: runs with tangents: directional derivatives and Hessian-vector products
 * (docs/reference/tangent.md). */
#include "host-driver/internal.h"
#include "isa/isa.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_EXPONENT = 6, EXPONENT_STEP = 4 };
static const double ln2 = 0.693147180559945309417232121458;

/* One run: the direction in words, and what is differentiated. */
typedef struct {
    const rg_argument *along; /* NULL: the directions set */
    size_t index;
    const rg_argument *of; /* NULL: forward only */
    size_t element;
    int tangent, gradient; /* exponents of the seeds */
    bool overflowed;
} recipe;

double rg_derivative_number(const rgd_job *job, const rg_argument *argument, const int64_t *words,
                            size_t k)
{
    return argument->limbs > 1
               ? rg_decode_words(job->device, RG_NUMBER_FIXED, words + k * argument->limbs)
               : ldexp((double)words[k], -(int)job->device->frac - job->seed_exponent);
}

double rg_tangent_number(const rgd_job *job, const rg_argument *argument, size_t k)
{
    if (argument->limbs == 1)
        return ldexp((double)argument->tangent[k], -(int)job->device->frac - job->tangent_exponent);
    return ldexp(
        rg_decode_words(job->device, RG_NUMBER_FIXED, argument->tangent + k * argument->limbs),
        rg_float_exponent(argument->result + k * argument->limbs) - job->tangent_exponent);
}

bool rg_argument_active(const rg_argument *argument)
{
    return argument->number == RG_NUMBER_FIXED || argument->number == RG_NUMBER_LOG;
}

/* What the stored word of an element changes by along the direction, as a number. */
static double stored_direction(const rgd_job *job, const recipe *r, const rg_argument *argument,
                               size_t k)
{
    if (r->along)
        return r->along == argument && r->index == k ? 1 : 0;
    const double *direction = rg_started_along(argument);
    if (!direction || direction[k] == 0)
        return 0;
    return direction[k]
           / rg_gradient_scale(job->device, argument->number,
                               rg_started(argument) + k * argument->limbs);
}

/* The words of an element's tangent; false where the number does not fit, or a Float would lose
 * digits. */
static bool seed_words(const rgd_job *job, const recipe *r, const rg_argument *argument, size_t k,
                       int64_t *word)
{
    if (argument->limbs > 1)
        return rg_encode_derivative(
            ldexp(stored_direction(job, r, argument, k),
                  r->tangent - rg_float_exponent(rg_started(argument) + k * argument->limbs)),
            word);
    double scaled =
        rint(ldexp(stored_direction(job, r, argument, k), (int)job->device->frac + r->tangent));
    double limit = ldexp(1, (int)job->device->xlen - 1);
    if (!(scaled > -limit && scaled < limit))
        return false;
    *word = (int64_t)scaled;
    return true;
}

/* One word of an element; the bus shows a Float as several. */
static size_t bus_index(const rgd_job *job, const rg_argument *argument, size_t k, unsigned limb)
{
    return (argument->address + k) * job->device->limbs + limb;
}

static rg_result write_element(rgd_job *job, const rg_argument *argument, size_t k,
                               const int64_t *words, bool zero, rg_fault *fault)
{
    rg_result result = RG_OK;
    for (unsigned limb = 0; result == RG_OK && limb < argument->limbs; limb++) {
        const size_t at = bus_index(job, argument, k, limb);
        int64_t old = 0;
        if (zero)
            result = rg_bus_peek(job->device, RG_WINDOW_DMEMT, at, &old, fault);
        if (result == RG_OK && old != words[limb])
            result = rg_bus_poke(job->device, RG_WINDOW_DMEMT, at, words[limb], fault);
    }
    return result;
}

/* Write the seeds (or zeros); fits becomes false where one does not fit. */
static rg_result write_tangents(rgd_job *job, const recipe *r, bool zero, bool *fits,
                                rg_fault *fault)
{
    job->device->tangents_used = true;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *argument = &job->arguments[i];
        for (size_t k = 0; rg_argument_active(argument) && k < argument->count; k++) {
            int64_t words[RG_MOST_WORDS] = {0};
            if (!zero && !seed_words(job, r, argument, k, words)) {
                *fits = false;
                return RG_OK;
            }
            const rg_result result = write_element(job, argument, k, words, zero, fault);
            if (result != RG_OK)
                return result;
        }
    }
    return RG_OK;
}

/* Copy a bank's words of the active arguments out; zero: and leave 0 there. */
static rg_result read_bank(rgd_job *job, uint32_t window, bool second, bool zero, rg_fault *fault)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        rg_argument *argument = &job->arguments[i];
        int64_t **to = second ? &argument->second : &argument->tangent;
        const size_t words = argument->count * argument->limbs;
        if (!rg_argument_active(argument) || words == 0)
            continue;
        if (!*to && !(*to = calloc(words, sizeof **to)))
            return rg_no_memory(fault);
        job->counters.bits_copied_out += (uint64_t)words * job->device->xlen;
        for (size_t k = 0; k < words; k++) {
            const size_t at =
                bus_index(job, argument, k / argument->limbs, (unsigned)(k % argument->limbs));
            const rg_result result = rg_bus_peek(job->device, window, at, &(*to)[k], fault);
            if (result != RG_OK)
                return result;
        }
        for (size_t k = 0; zero && k < words; k++) {
            const size_t at =
                bus_index(job, argument, k / argument->limbs, (unsigned)(k % argument->limbs));
            const rg_result result = (*to)[k] == 0 ? RG_OK
                                                   : rg_bus_poke(job->device, window, at, 0, fault);
            if (result != RG_OK)
                return result;
        }
    }
    return RG_OK;
}

/* Whether a tangent is its seed again. */
static rg_result compare_element(rgd_job *job, const recipe *r, const rg_argument *argument,
                                 size_t k, bool *equal, rg_fault *fault)
{
    int64_t seed[RG_MOST_WORDS] = {0}, word;
    *equal = *equal && seed_words(job, r, argument, k, seed);
    for (unsigned limb = 0; limb < argument->limbs; limb++) {
        const rg_result result = rg_bus_peek(job->device, RG_WINDOW_DMEMT,
                                             bus_index(job, argument, k, limb), &word, fault);
        if (result != RG_OK)
            return result;
        *equal = *equal && word == seed[limb];
    }
    return RG_OK;
}

/* After the way back: the tangents of the arguments are the seeds, those of the registers 0. */
static rg_result compare_tangents(rgd_job *job, const recipe *r, bool *equal, rg_fault *fault)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *argument = &job->arguments[i];
        for (size_t k = 0; rg_argument_active(argument) && k < argument->count; k++) {
            const rg_result result = compare_element(job, r, argument, k, equal, fault);
            if (result != RG_OK)
                return result;
        }
    }
    for (size_t i = 0; i < 32; i++) {
        int64_t word;
        rg_result result = rg_core_peek(job->device, RG_WINDOW_REGT, i, &word, fault);
        if (result != RG_OK)
            return result;
        *equal = *equal && word == 0;
    }
    return RG_OK;
}

/* Turn and run to the start; the counters go on. */
static rg_result run_back(rgd_job *job, rg_fault *fault)
{
    uint64_t status = 0;
    rg_result result = rg_bus_write(job->device, RG_REG_CONTROL, RG_CONTROL_TURN, fault);
    if (result == RG_OK)
        result = rg_job_run(job, NULL, &status, false, fault);
    const rg_counters way_there = job->counters;
    if (result == RG_OK)
        result = rg_core_counters(job->device, &job->counters, fault);
    job->counters.bits_copied_out = way_there.bits_copied_out;
    job->counters.bits_erased_host += job->bits_erased_loading;
    rg_run_count_copies(job);
    if (result == RG_OK)
        rg_activity_collect(job);
    if (result == RG_OK)
        result = rg_lines_collect_back(job, fault);
    if (result != RG_OK || ((status & RG_STATUS_HALTED) && (status & RG_STATUS_BACKWARD)))
        return result;
    job->device->dirty = true;
    return rg_fail(fault, RG_BAD_MACHINE, "R0924",
                   "the machine did not find the way back to the start (status 0x%llx)",
                   (unsigned long long)status);
}

static rg_result place(rgd_job *job, const recipe *r, bool *fits, rg_fault *fault)
{
    if (rg_refuse_erasures(job, fault) != RG_OK)
        return RG_BAD_USE;
    job->seed = (rg_seed){0};
    if (r->of)
        job->seed =
            (rg_seed){r->of, r->element, INT64_C(1) << ((int)job->device->frac + r->gradient), 0};
    if (r->of && r->of->limbs > 1)
        job->seed = (rg_seed){r->of, r->element, 1, rg_float_places / 64};
    rg_result result = rg_run_start(job, r->of ? RG_COMMAND_GRADIENT : RG_COMMAND_CALL, fault);
    if (result == RG_OK)
        result = write_tangents(job, r, false, fits, fault);
    if (result == RG_OK)
        result = rg_bus_write(job->device, RG_REG_MODE, RG_WITH_TANGENT, fault);
    return result;
}

/* From the end of the sweeps to the restored machine. */
static rg_result finish(rgd_job *job, recipe *r, rg_fault *fault)
{
    uint64_t overflows = 0;
    bool equal = true;
    rg_result result = rg_bus_read(job->device, RG_REG_GRADOVFALL, &overflows, fault);
    r->overflowed = overflows != 0 && job->device->limbs == 1; /* of Float one traps */
    if (result == RG_OK)
        result = read_bank(job, r->of ? RG_WINDOW_DMEMTG : RG_WINDOW_DMEMT, r->of != NULL,
                           r->of != NULL, fault);
    if (result == RG_OK && !r->of)
        result = run_back(job, fault);
    if (result == RG_OK)
        result = compare_tangents(job, r, &equal, fault);
    if (result == RG_OK)
        result = write_tangents(job, r, true, &equal, fault);
    if (result == RG_OK)
        result = rg_check_restored(job, fault);
    job->restored = job->restored && equal;
    if (result == RG_OK && !job->restored)
        job->device->dirty = true;
    return result;
}

static rg_result attempt(rgd_job *job, recipe *r, rg_fault *fault)
{
    rg_copied copied = {0};
    bool fits = true;
    rg_result result = place(job, r, &fits, fault);
    r->overflowed = !fits;
    if (result != RG_OK || !fits) {
        job->device->dirty = true;
        return result;
    }
    result = rg_run_sweep(job, &copied, fault);
    if (result == RG_OK)
        result = rg_run_take(job, &copied, fault);
    free(copied.words);
    if (result == RG_OK)
        result = finish(job, r, fault);
    if (result == RG_OK && !r->overflowed) {
        job->has_gradients = job->has_second = r->of != NULL;
        job->has_tangents = r->of == NULL;
        job->tangent_exponent = r->tangent;
        job->seed_exponent = r->gradient;
    }
    return result;
}

/* The exponent with which all components of the direction have their digits in the words of
 * tangents of Float, which count units of the size of what they belong to: 0 wherever that serves.
 */
static int float_exponent(const rgd_job *job, const recipe *r)
{
    enum { MOST = 126, LEAST = -75 };
    int most = LEAST, least = MOST;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        for (size_t k = 0; a->limbs > 1 && rg_argument_active(a) && k < a->count; k++) {
            const double x = stored_direction(job, r, a, k);
            const int exponent =
                x == 0 ? 0 : ilogb(x) - rg_float_exponent(rg_started(a) + k * a->limbs);
            most = x != 0 && exponent > most ? exponent : most;
            least = x != 0 && exponent < least ? exponent : least;
        }
    }
    return most > MOST ? MOST - most : least < LEAST ? LEAST - least : 0;
}

/* The exponent that brings the greatest component of the direction near 2^FIRST_EXPONENT. */
static int first_exponent(const rgd_job *job, const recipe *r)
{
    if (job->device->limbs > 1)
        return float_exponent(job, r);
    double greatest = 0;
    for (size_t i = 0; i < job->argument_count; i++) {
        const rg_argument *argument = &job->arguments[i];
        for (size_t k = 0; rg_argument_active(argument) && k < argument->count; k++)
            greatest = fmax(greatest, fabs(stored_direction(job, r, argument, k)));
    }
    int room = (int)job->device->xlen - 3 - (int)job->device->frac,
        first = room < FIRST_EXPONENT ? room : FIRST_EXPONENT;
    return greatest > 0 && isfinite(greatest) ? first - ilogb(greatest) : first;
}

static rg_result need_lanes(const rgd_device *device, rg_fault *fault)
{
    return device->tangents ? RG_OK
                            : rg_fail(fault, RG_BAD_USE, "R0927",
                                      "the machine behind engine `%s` has no tangent lanes",
                                      rg_engine_name(device->engine));
}

static rg_result does_not_fit(const rgd_job *job, rg_fault *fault)
{
    const rgd_device *device = job->device;
    const rg_misfit misfit = {RG_MISFIT_GRADIENT, 0};
    if (device->limbs > 1)
        return rg_fail(fault, RG_BAD_USE, "R0921",
                       "the components of the direction of %s span more than the 200 binary digits "
                       "of a tangent, beside the size of their arguments: differentiate along its "
                       "large and its small components one after the other, and add",
                       job->routine->name);
    return rg_fail_misfit(fault, RG_BAD_MACHINE, "R0921", device, misfit,
                          "the derivatives of %s do not fit in Q%u.%u with any seed",
                          job->routine->name, device->xlen - 1 - device->frac, device->frac);
}

rg_result rg_tangent_start(rgd_job *job, int *exponent, rg_fault *fault)
{
    recipe r = {0};
    rg_result result = need_lanes(job->device, fault);
    bool fits = false;
    r.tangent = first_exponent(job, &r);
    for (int down = 0; down < (int)job->device->frac && result == RG_OK && !fits;
         down += EXPONENT_STEP, r.tangent -= EXPONENT_STEP) {
        fits = true;
        *exponent = r.tangent;
        result = place(job, &r, &fits, fault);
    }
    return result != RG_OK || fits ? result : does_not_fit(job, fault);
}

static rg_result derivatives(rgd_job *job, const rg_argument *along, size_t index,
                             const rg_argument *of, size_t element, rg_fault *fault)
{
    const rgd_device *device = job->device;
    if (need_lanes(device, fault) != RG_OK)
        return RG_BAD_USE;
    recipe r = {.along = along, .index = index, .of = of, .element = element};
    int first = first_exponent(job, &r), room = (int)device->xlen - 3 - (int)device->frac;
    rg_costs costs = {0};
    rg_result result = RG_BAD_MACHINE;
    job->attempts = 0;
    job->foresight = RG_FORESIGHT_NONE;
    r.overflowed = true;
    for (int down = 0; down < (int)device->frac && r.overflowed; down += EXPONENT_STEP) {
        r.tangent = first - down;
        r.gradient = device->limbs > 1 ? 0 : (room < FIRST_EXPONENT ? room : FIRST_EXPONENT) - down;
        if (r.gradient < -(int)device->frac || (down > 0 && device->limbs > 1))
            break;
        result = attempt(job, &r, fault);
        job->attempts++;
        if (!rg_costs_add(&costs, job))
            result = rg_no_memory(fault);
        if (result != RG_OK)
            break;
    }
    rg_costs_close(&costs, job);
    if (result != RG_OK)
        return result;
    if (r.overflowed)
        return does_not_fit(job, fault);
    job->seeded_number = of ? of->number : RG_NUMBER_FIXED;
    rg_keep_seeded(job, of, element);
    return RG_OK;
}

rg_result rg_tangent_run(rgd_job *job, const rg_argument *along, size_t index,
                         const rg_argument *of, size_t element, rg_fault *fault)
{
    rg_replay kept;
    rg_fault own;
    rg_fault *said = fault ? fault : &own;
    rg_result result = rg_replay_end(job, said);
    if (result == RG_OK)
        result = derivatives(job, along, index, of, element, said);
    return rg_replay_begin(job, result, &kept, said) ? rg_replay_result(
               job, derivatives(job, along, index, of, element, said), &kept, said)
                                                     : result;
}

rg_result rgd_set_direction(rgd_job *job, const char *name, const double *data, size_t count,
                            rg_fault *fault)
{
    rg_argument *argument = rg_argument_find(job, name);
    if (!argument)
        return rg_no_argument(job, name, fault);
    if (!rg_argument_active(argument))
        return rg_no_derivative(argument, name, "tangents", fault);
    if (data && (!argument->argument || count != argument->count))
        return rg_fail(fault, RG_BAD_USE, "R0909",
                       "argument %s has %zu elements, its direction %zu", name, argument->count,
                       count);
    for (size_t k = 0; data && k < count; k++)
        if (!isfinite(data[k]))
            return rg_fail(fault, RG_BAD_USE, "R0910",
                           "argument %s: a direction has no infinities and no NaN", name);
    double *copy = data ? malloc((count ? count : 1) * sizeof *copy) : NULL;
    if (data && !copy)
        return rg_no_memory(fault);
    if (copy)
        memcpy(copy, data, count * sizeof *copy);
    if (argument->redirected || !job->ran)
        free(argument->direction);
    else
        argument->along = argument->direction;
    argument->redirected = job->ran;
    argument->direction = copy;
    return RG_OK;
}

rg_result rgd_tangent(rgd_job *job, rg_fault *fault)
{
    return rg_tangent_run(job, NULL, 0, NULL, 0, fault);
}

rg_result rgd_hessian_vector(rgd_job *job, const char *name, size_t row, size_t column,
                             rg_fault *fault)
{
    const rg_argument *of = NULL;
    size_t element = 0;
    rg_result result = rg_find_element(job, name, row, column, &of, &element, fault);
    return result == RG_OK ? rg_tangent_run(job, NULL, 0, of, element, fault) : result;
}

size_t rgd_get_tangent(const rgd_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    if (!argument || !job->has_tangents || !argument->tangent || argument->reshaped)
        return 0;
    for (size_t i = 0; i < argument->count && i < capacity; i++)
        out[i] = rg_tangent_number(job, argument, i)
                 * rg_gradient_scale(job->device, argument->number,
                                     argument->result + i * argument->limbs);
    return argument->count;
}

size_t rgd_get_hessian_vector(const rgd_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    const rgd_device *device = job->device;
    if (!argument || !job->has_second || !argument->second || argument->reshaped)
        return 0;
    recipe r = {.along = NULL};
    bool of_log = job->seeded_number == RG_NUMBER_LOG, by_log = argument->number == RG_NUMBER_LOG;
    /* d along the direction, of the seeded result's own word. */
    double slope = 0;
    for (size_t i = 0; of_log && i < job->argument_count; i++) {
        const rg_argument *a = &job->arguments[i];
        for (size_t k = 0; rg_argument_active(a) && k < a->count; k++)
            slope += rg_derivative_number(job, a, a->gradient, k) * stored_direction(job, &r, a, k);
    }
    for (size_t i = 0; i < argument->count && i < capacity; i++) {
        double g = rg_derivative_number(job, argument, argument->gradient, i);
        double h =
            ldexp(rg_derivative_number(job, argument, argument->second, i), -job->tangent_exponent);
        /* Of a Log result the logarithm was differentiated; with respect to a Log argument, its
         * logarithm. */
        if (of_log)
            h += ln2 * g * slope;
        if (by_log)
            h -= ln2 * g * stored_direction(job, &r, argument, i);
        out[i] = rg_gradient_decode(device, h, job->seeded_number, job->seeded_words,
                                    argument->number, rg_started(argument) + i * argument->limbs);
    }
    return argument->count;
}
