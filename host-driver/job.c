/* job.c: a routine with its arguments: choosing, setting, reading back. */
#include "host-driver/internal.h"
#include "compiler/digits.h"
#include "errors/errors.h"
#include "isa/isa.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 128 };

/* Of an argument whose rows may come in tiles: so many words have sizes of their own. */
#define MOST_WORDS_IN_TILES (SIZE_MAX / 64)

static rg_number number_of(rg_type_base base)
{
    switch (base) {
    case RG_TYPE_INT: return RG_NUMBER_INT;
    case RG_TYPE_BOOL: return RG_NUMBER_BOOL;
    case RG_TYPE_NARROW:
    case RG_TYPE_FIXED: return RG_NUMBER_FIXED;
    case RG_TYPE_LOG: return RG_NUMBER_LOG;
    }
    return RG_NUMBER_INT;
}

size_t rgd_routine_count(const rgd_device *device)
{
    size_t count = 0;
    for (size_t i = 0; device->object && i < device->object->routine_count; i++)
        count += device->object->routines[i].exported != 0;
    return count;
}

const char *rgd_routine_name(const rgd_device *device, size_t index)
{
    for (size_t i = 0; device->object && i < device->object->routine_count; i++)
        if (device->object->routines[i].exported && index-- == 0)
            return device->object->routines[i].name;
    return NULL;
}

static const rg_routine *routine_named(const rg_object *object, const char *name)
{
    for (size_t i = 0; i < object->routine_count; i++)
        if (object->routines[i].exported && strcmp(object->routines[i].name, name) == 0)
            return &object->routines[i];
    return NULL;
}

/* The routine that a gradient runs instead, as far as it takes the same arguments. */
static const rg_routine *forth_of(const rg_object *object, const rg_routine *routine)
{
    const size_t length = strlen(routine->name);
    for (size_t i = 0; i < object->routine_count; i++) {
        const rg_routine *other = &object->routines[i];
        bool same = !other->exported && strncmp(other->name, routine->name, length) == 0
                    && strcmp(other->name + length, RG_FORTH) == 0
                    && other->param_count == routine->param_count;
        for (size_t p = 0; same && p < routine->param_count; p++)
            same = other->params[p].base == routine->params[p].base
                   && other->params[p].rank == routine->params[p].rank;
        if (same)
            return other;
    }
    return NULL;
}

bool rg_job_bind(rgd_job *job)
{
    const rg_object *object = job->device->object;
    if (object && job->routine >= object->routines
        && job->routine < object->routines + object->routine_count)
        return true;
    const rg_routine *routine = object ? routine_named(object, job->routine->name) : NULL;
    if (!routine || routine->param_count != job->routine->param_count)
        return false;
    job->routine = routine;
    job->forth = forth_of(object, routine);
    return true;
}

static void list_routines(const rgd_device *device, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < rgd_routine_count(device) && used < size; i++) {
        int n =
            snprintf(text + used, size - used, "%s%s", i ? ", " : "", rgd_routine_name(device, i));
        used += n > 0 ? (size_t)n : 0;
    }
}

static rg_result no_routine(const rgd_device *device, const char *name, const char *list,
                            rg_fault *fault)
{
    const size_t count = rgd_routine_count(device);
    const char **names = calloc(count + 1, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i] = rgd_routine_name(device, i);
    const char *near = names ? rg_suggest(name, names, count) : NULL;
    rg_result result =
        rg_fail(fault, RG_BAD_USE, "R0906",
                near ? "no routine `%s` with types on all its parameters; did you mean `%s`?"
                     : "no routine `%s` with types on all its parameters; there is: %s",
                name,
                near      ? near
                : list[0] ? list
                          : "none");
    free(names);
    return result;
}

static rg_result choose_routine(rgd_device *device, const char *name, const rg_routine **routine,
                                rg_fault *fault)
{
    char list[512];
    if (!device->object)
        return rg_fail(fault, RG_BAD_USE, "R0906", "no program is loaded");
    list_routines(device, list, sizeof list);
    if (name) {
        *routine = routine_named(device->object, name);
        return *routine ? RG_OK : no_routine(device, name, list, fault);
    }
    *routine = routine_named(device->object, "main");
    if (!*routine && rgd_routine_count(device) == 1)
        *routine = routine_named(device->object, rgd_routine_name(device, 0));
    if (!*routine && device->meant)
        *routine = routine_named(device->object, device->meant);
    if (*routine)
        return RG_OK;
    if (!list[0])
        return rg_fail(fault, RG_BAD_USE, "R0906",
                       "the program has no routine that can be started: type its parameters");
    return rg_fail(fault, RG_BAD_USE, "R0906", "choose a routine: %s", list);
}

void rg_argument_forget_start(rg_argument *argument)
{
    free(argument->started);
    free(argument->along);
    argument->started = NULL;
    argument->along = NULL;
    argument->redirected = argument->reshaped = false;
}

static void clear_argument(rg_argument *argument)
{
    rg_argument_forget_start(argument);
    free(argument->argument);
    free(argument->result);
    free(argument->gradient);
    free(argument->direction);
    free(argument->tangent);
    free(argument->second);
    argument->argument = argument->result = argument->gradient = NULL;
    argument->direction = NULL;
    argument->tangent = argument->second = NULL;
}

/* Whether there is a run whose results, or whose way back, can still be asked for. */
static bool has_last_run(const rgd_job *job) { return job->ran || job->trapped || job->unfinished; }

rg_result rg_argument_take(rgd_job *job, rg_argument *argument, int64_t *words, size_t rows,
                           size_t columns, rg_fault *fault)
{
    const size_t count = rows * columns, room = count ? count * argument->limbs : 1;
    if (argument->argument && argument->rows == rows && argument->columns == columns) {
        if (has_last_run(job) && !argument->started)
            argument->started = argument->argument;
        else
            free(argument->argument);
        argument->argument = words;
        rg_shape_argument(argument);
        return RG_OK;
    }
    int64_t *result = calloc(room, sizeof *result), *gradient = calloc(room, sizeof *gradient);
    if (!result || !gradient) {
        free(result);
        free(gradient);
        free(words);
        return rg_no_memory(fault);
    }
    clear_argument(argument);
    argument->argument = words;
    argument->result = result;
    argument->gradient = gradient;
    argument->rows = rows;
    argument->columns = columns;
    argument->count = count;
    rg_shape_argument(argument);
    argument->reshaped = true;
    return RG_OK;
}

static rg_result init_arguments(rgd_job *job, rg_fault *fault)
{
    const rg_routine *routine = job->routine;
    job->argument_count = routine->param_count;
    job->arguments = calloc(routine->param_count + 1, sizeof *job->arguments);
    if (!job->arguments)
        return rg_no_memory(fault);
    for (size_t i = 0; i < routine->param_count; i++) {
        rg_argument *argument = &job->arguments[i];
        argument->param = &routine->params[i];
        argument->number = number_of(routine->params[i].base);
        argument->limbs = rg_words_of(job->device, argument->number);
        const bool stack = rg_is_global_stack(argument->param);
        argument->set = stack; /* it starts empty */
        if (argument->param->rank > 0 && !stack)
            continue;
        const size_t count = stack ? 1 + RG_GLOBAL_STACK_ROOM : 1;
        int64_t *word = calloc(count * argument->limbs, sizeof *word);
        if (!word)
            return rg_no_memory(fault);
        rg_result result = RG_OK;
        if (argument->param->has_default && argument->limbs > 1)
            result = rg_encode_argument(
                job->device, argument,
                rg_decode_number(job->device, argument->number, argument->param->default_raw), word,
                argument->param->name, fault);
        else if (argument->param->has_default)
            *word = argument->param->default_raw;
        if (result == RG_OK)
            result = rg_argument_take(job, argument, word, count, 1, fault);
        else
            free(word);
        if (result != RG_OK)
            return result;
    }
    return RG_OK;
}

static void free_job(rgd_job *job)
{
    for (size_t i = 0; job->arguments && i < job->argument_count; i++)
        clear_argument(&job->arguments[i]);
    free(job->arguments);
    rg_matrix_clear(&job->jacobian);
    rg_matrix_clear(&job->hessian);
    rg_tiles_free(job);
    free(job->ledger);
    free(job->lines);
    free(job->variable_name);
    free(job->output);
    free(job);
}

/* Zeros for the arrays that the value of a function goes to, where their extents are known. */
static rg_result shape_results(rgd_job *job, rg_fault *fault)
{
    const rgd_device *device = job->device;
    const bool shaped = device->shaped && strcmp(device->shaped, job->routine->name) == 0;
    for (size_t i = 0; shaped && i < device->shape_count; i++) {
        const rgc_shape *s = &device->shapes[i];
        rg_argument *argument = rg_argument_find(job, s->name);
        if (!argument || argument->param->rank != s->rank)
            continue;
        const size_t rows = s->extents[0], columns = rg_all_columns(s->extents, s->rank);
        if (s->rank > 2)
            memcpy(argument->announced, s->extents, sizeof argument->announced);
        if (rows > RG_MOST_DATA_WORDS || columns > RG_MOST_DATA_WORDS
            || (columns > 0 && rows > RG_MOST_DATA_WORDS / columns))
            continue; /* said where it is laid out */
        const size_t count = rows * columns;
        int64_t *words = calloc((count ? count : 1) * argument->limbs, sizeof *words);
        if (!words)
            return rg_no_memory(fault);
        if (rg_argument_take(job, argument, words, rows, columns, fault) != RG_OK)
            return RG_BAD_MACHINE;
    }
    return RG_OK;
}

rgd_job *rgd_job_new(rgd_device *device, const char *routine, rg_fault *fault)
{
    const rg_routine *chosen = NULL;
    if (choose_routine(device, routine, &chosen, fault) != RG_OK)
        return NULL;
    rgd_job *job = calloc(1, sizeof *job);
    if (!job) {
        rg_no_memory(fault);
        return NULL;
    }
    job->device = device;
    job->routine = chosen;
    job->forth = forth_of(device->object, chosen);
    job->seeded_number = RG_NUMBER_FIXED;
    bool good = rg_refuse_missing(job, fault) == RG_OK && init_arguments(job, fault) == RG_OK
                && shape_results(job, fault) == RG_OK;
    if (good && !(job->handle = rg_handle_open(RG_HANDLE_JOB, job))) {
        rg_no_memory(fault);
        good = false;
    }
    if (!good) {
        free_job(job);
        return NULL;
    }
    job->next = device->jobs;
    device->jobs = job;
    return job;
}

/* Out of the list of its device, and away. */
static void remove_job(rgd_job *job, rg_handle_state how)
{
    rgd_job **at = &job->device->jobs;
    while (*at && *at != job)
        at = &(*at)->next;
    if (*at)
        *at = job->next;
    if (job->device->standing == job)
        job->device->standing = NULL;
    if (job->device->placed == job)
        job->device->placed = NULL;
    rg_handle_close(RG_HANDLE_JOB, job->handle, how);
    free_job(job);
}

void rgd_job_free(rgd_job *job) { remove_job(job, RG_HANDLE_CLOSED); }

void rg_jobs_free(rgd_device *device, rg_handle_state how)
{
    while (device->jobs)
        remove_job(device->jobs, how);
}

static const int64_t *results_of(const rgd_job *job, const rg_argument *argument)
{
    return argument && job->ran && !argument->reshaped && !argument->left ? argument->result : NULL;
}

/* The elements among the words of an argument, or of its result. */
static size_t elements_of(const rg_argument *argument, const int64_t **words)
{
    if (!rg_is_global_stack(argument->param))
        return argument->count;
    return (size_t) * (*words)++;
}

/* How many there are before and after the run, whichever is more. */
static size_t rows_of(const rgd_job *job, const rg_argument *argument)
{
    const int64_t *words = argument->argument, *results = results_of(job, argument);
    if (!rg_is_global_stack(argument->param))
        return argument->rows;
    const size_t before = elements_of(argument, &words),
                 after = results ? elements_of(argument, &results) : 0;
    return before > after ? before : after;
}

bool rgd_parameter_at(const rgd_job *job, size_t index, rg_parameter *parameter)
{
    if (index >= job->argument_count)
        return false;
    const rg_argument *argument = &job->arguments[index];
    *parameter = (rg_parameter){
        .name = argument->param->name,
        .number = argument->number,
        .rank = argument->param->rank,
        .rows = rows_of(job, argument),
        .columns = argument->columns,
        .extents = {rows_of(job, argument), argument->extents[1], argument->extents[2],
                    argument->extents[3]},
        .keyword = argument->param->keyword != 0,
        .set = argument->set,
        .levels = argument->param->levels ? argument->param->levels : "",
        .active = argument->number == RG_NUMBER_FIXED || argument->number == RG_NUMBER_LOG,
        .is_float = argument->limbs > 1 && argument->number == RG_NUMBER_FIXED
                    && !rg_is_narrow(argument),
    };
    return true;
}

int rgd_parameter_find(const rgd_job *job, const char *name)
{
    for (size_t i = 0; i < job->argument_count; i++)
        if (strcmp(job->arguments[i].param->name, name) == 0)
            return (int)i;
    return -1;
}

rg_argument *rg_argument_find(const rgd_job *job, const char *name)
{
    int index = rgd_parameter_find(job, name);
    return index < 0 ? NULL : &job->arguments[index];
}

/* The compound whose part the parameter is, or the parameter itself: what a user may have meant. */
static size_t shown_length(const char *name, const char *given)
{
    return strchr(given, '.') ? strlen(name) : strcspn(name, ".");
}

rg_result rg_no_argument(const rgd_job *job, const char *name, rg_fault *fault)
{
    const size_t count = job->routine->param_count;
    char *names = calloc(count + 1, NAME_ROOM), list[512] = "";
    const char **candidates = calloc(count + 1, sizeof *candidates);
    rg_result result = RG_OK;
    size_t used = 0, shown = 0;
    for (size_t i = 0; names && candidates && i < count; i++) {
        char *to = names + shown * NAME_ROOM;
        const char *full = job->routine->params[i].name;
        snprintf(to, NAME_ROOM, "%.*s", (int)shown_length(full, name), full);
        if (shown > 0 && strcmp(to, candidates[shown - 1]) == 0)
            continue;
        candidates[shown++] = to;
        int n = snprintf(list + used, sizeof list - used, "%s%s", shown > 1 ? ", " : "", to);
        used = n > 0 && used + (size_t)n < sizeof list ? used + (size_t)n : used;
    }
    const char *near = candidates ? rg_suggest(name, candidates, shown) : NULL;
    if (near)
        result = rg_fail(fault, RG_BAD_USE, "R0907", "%s has no argument `%s`; did you mean `%s`?",
                         job->routine->name, name, near);
    else
        result = rg_fail(fault, RG_BAD_USE, "R0907", "%s has no argument `%s`; it has: %s",
                         job->routine->name, name, list[0] ? list : "none");
    free(candidates);
    free(names);
    return result;
}

rg_result rg_no_derivative(const rg_argument *argument, const char *name, const char *what,
                           rg_fault *fault)
{
    const bool integer = argument->number == RG_NUMBER_INT;
    return rg_fail(fault, RG_BAD_USE, "R0913", "argument %s is %s: only Fixed and Log have %s%s",
                   name, integer ? "an Int" : "a Bool", what,
                   integer ? ". Where the program leaves its type open, values with a point, such "
                             "as 1.0, make it Fixed"
                           : "");
}

/* Find the argument and see whether data of this shape suits it. */
static rg_result find_for(rgd_job *job, const char *name, size_t rows, size_t columns, bool scalar,
                          rg_argument **found, rg_fault *fault)
{
    rg_argument *argument = rg_argument_find(job, name);
    if (!argument)
        return rg_no_argument(job, name, fault);
    unsigned rank = argument->param->rank;
    if (scalar != (rank == 0))
        return rg_fail(fault, RG_BAD_USE, "R0908", "argument %s is a %s, not %s", name,
                       rank == 0   ? "scalar"
                       : rank == 1 ? "vector"
                       : rank == 2 ? "matrix"
                                   : "array of more dimensions",
                       scalar ? "a single number" : "an array");
    if (rank == 0 && (rows != 1 || columns != 1))
        return rg_fail(fault, RG_BAD_USE, "R0909", "argument %s is a scalar", name);
    if (rank == 1 && columns != 1)
        return rg_fail(fault, RG_BAD_USE, "R0909",
                       "argument %s is a vector; %zu columns were given", name, columns);
    const size_t most = argument->param->tile ? MOST_WORDS_IN_TILES : RG_MOST_DATA_WORDS;
    if (rows > most || columns > most || (columns != 0 && rows > most / columns))
        return rg_fail(fault, RG_BAD_USE, "R0912",
                       "argument %s: %zu by %zu elements are more than any data memory holds", name,
                       rows, columns);
    *found = argument;
    return rg_check_shape(argument, name, rows, columns, fault);
}

/* What an argument is set from: one of the three. */
typedef struct {
    const double *reals;
    const int64_t *integers, *words;
} source;

static rg_result encode(const rgd_job *job, const rg_argument *argument, const char *name,
                        const source *from, size_t i, int64_t *to, rg_fault *fault)
{
    if (from->reals)
        return rg_encode_argument(job->device, argument, from->reals[i], to, name, fault);
    if (from->integers && argument->limbs > 1)
        return rg_encode_argument(job->device, argument, (double)from->integers[i], to, name,
                                  fault);
    for (unsigned k = 0; argument->limbs > 1 && k < argument->limbs; k++)
        to[k] = from->words[i * argument->limbs + k];
    if (argument->limbs > 1)
        return rg_is_narrow(argument) ? rg_check_narrow(job->device, to, name, fault) : RG_OK;
    if (from->integers)
        return rg_encode_integer(job->device, argument->number, from->integers[i], to, name, fault);
    *to = rg_sign_extend((uint64_t)from->words[i], job->device->xlen);
    return RG_OK;
}

/* Bits behind the point of a number. */
static unsigned places_of(const rgd_device *device, const rg_argument *argument)
{
    return device->limbs > 1 && !rg_is_narrow(argument) ? rg_float_places : device->frac;
}

/* A number of Float that the routine only reads is a float word, which has all digits down to the
 * smallest normal double. */
static bool loses(const rg_argument *argument, double real, unsigned frac, double scale)
{
    if (argument->limbs > 1 && argument->param->kept && !rg_is_narrow(argument))
        return real != 0 && fabs(real) < DBL_MIN;
    return rg_loses_digits(real, frac, scale);
}

/* An element of an array keeps enough when it does beside the largest. */
static void count_losses(rg_argument *argument, const double *reals, unsigned frac)
{
    double scale = 0, most = 0;
    argument->lossy = 0;
    if (argument->number != RG_NUMBER_FIXED || !reals)
        return;
    for (size_t i = 0; argument->param->rank > 0 && i < argument->count; i++)
        scale = fmax(scale, fabs(reals[i]));
    for (size_t i = 0; i < argument->count; i++) {
        const double off = fabs(rg_keep_digits(reals[i], frac).kept - reals[i]);
        if (!loses(argument, reals[i], frac, scale))
            continue;
        argument->lossy++;
        if (off <= most)
            continue;
        most = off;
        argument->worst = i;
        argument->worst_given = reals[i];
    }
}

bool rgd_lost_digits(const rgd_job *job, size_t index, rg_loss *loss)
{
    if (index >= job->argument_count || job->arguments[index].lossy == 0)
        return false;
    const rg_argument *a = &job->arguments[index];
    const rg_kept k = rg_keep_digits(a->worst_given, places_of(job->device, a));
    *loss = (rg_loss){.name = a->param->name,
                      .count = a->lossy,
                      .row = a->param->rank > 0 ? a->worst % a->rows + 1 : 0,
                      .column = a->param->rank >= 2 ? a->worst / a->rows + 1 : 0,
                      .element = a->worst,
                      .given = a->worst_given,
                      .kept = k.kept,
                      .bits = k.bits,
                      .digits = k.digits};
    return true;
}

/* The same fault with the element in the place of the whole array. */
static rg_result refuse_element(const rgd_job *job, const rg_argument *argument, const char *name,
                                const source *from, size_t i, size_t rows, size_t columns,
                                rg_fault *fault)
{
    const unsigned rank = argument->param->rank;
    size_t extents[RG_MOST_RANK] = {rows, columns};
    char where[96] = "", element[256];
    int64_t unused[RG_MOST_WORDS];
    if (rank > 2)
        memcpy(extents, argument->announced, sizeof extents);
    rg_element_text(extents, rank, i, where, sizeof where);
    snprintf(element, sizeof element, "%.120s%s", name, where);
    return encode(job, argument, element, from, i, unused, fault);
}

/* All or nothing: an argument whose data has a fault stays as it was. */
static rg_result store(rgd_job *job, const char *name, const source *from, size_t rows,
                       size_t columns, bool scalar, rg_fault *fault)
{
    rg_argument *argument = NULL;
    rg_result result = find_for(job, name, rows, columns, scalar, &argument, fault);
    if (result != RG_OK)
        return result;
    const size_t count = rows * columns;
    const bool stack = rg_is_global_stack(argument->param);
    if (stack && count > RG_GLOBAL_STACK_ROOM)
        return rg_fail(fault, RG_BAD_USE, "R0909", "%s has room for %d words, and %zu are given",
                       name, RG_GLOBAL_STACK_ROOM, count);
    const size_t room = stack ? 1 + RG_GLOBAL_STACK_ROOM : count ? count : 1;
    int64_t *words = calloc(room * argument->limbs, sizeof *words);
    if (!words)
        return rg_no_memory(fault);
    for (size_t i = 0; result == RG_OK && i < count; i++) {
        result = encode(job, argument, name, from, i, &words[(i + stack) * argument->limbs], fault);
        if (result != RG_OK && !scalar)
            result = refuse_element(job, argument, name, from, i, rows, columns, fault);
    }
    if (stack) {
        words[0] = (int64_t)count;
        rows = 1 + RG_GLOBAL_STACK_ROOM;
    }
    if (result != RG_OK) {
        free(words);
        return result;
    }
    result = rg_argument_take(job, argument, words, rows, columns, fault);
    if (result != RG_OK)
        return result;
    argument->set = true;
    count_losses(argument, from->reals, places_of(job->device, argument));
    return RG_OK;
}

rg_result rgd_set_number(rgd_job *job, const char *name, double value, rg_fault *fault)
{
    return store(job, name, &(source){.reals = &value}, 1, 1, true, fault);
}

rg_result rgd_set_integer(rgd_job *job, const char *name, int64_t value, rg_fault *fault)
{
    return store(job, name, &(source){.integers = &value}, 1, 1, true, fault);
}

rg_result rgd_set_array(rgd_job *job, const char *name, const double *data, size_t rows,
                        size_t columns, rg_fault *fault)
{
    return store(job, name, &(source){.reals = data}, rows, columns, false, fault);
}

rg_result rgd_set_integers(rgd_job *job, const char *name, const int64_t *data, size_t rows,
                           size_t columns, rg_fault *fault)
{
    return store(job, name, &(source){.integers = data}, rows, columns, false, fault);
}

rg_result rgd_set_raw(rgd_job *job, const char *name, const int64_t *words, size_t rows,
                      size_t columns, rg_fault *fault)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return store(job, name, &(source){.words = words}, rows, columns,
                 argument && argument->param->rank == 0, fault);
}

rg_result rgd_adopt_results(rgd_job *job, rg_fault *fault)
{
    for (size_t i = 0; i < job->argument_count; i++) {
        rg_argument *argument = &job->arguments[i];
        const size_t count = argument->count;
        if (count == 0 || argument->reshaped)
            continue;
        int64_t *words = malloc(rg_argument_words(argument) * sizeof *words);
        if (!words)
            return rg_no_memory(fault);
        memcpy(words, argument->result, rg_argument_words(argument) * sizeof *words);
        rg_argument_take(job, argument, words, argument->rows, argument->columns, fault);
    }
    return RG_OK;
}

/* Whether the name is that of the argument, or of the compound that it is a part of. */
bool rg_is_part_of(const char *argument, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(argument, name, length) == 0
           && (argument[length] == '\0' || argument[length] == '.');
}

rg_result rgd_want(rgd_job *job, const char *const *names, size_t count, rg_fault *fault)
{
    for (size_t n = 0; n < count; n++) {
        bool found = false;
        for (size_t i = 0; i < job->argument_count; i++)
            found = found || rg_is_part_of(job->arguments[i].param->name, names[n]);
        if (!found)
            return rg_no_argument(job, names[n], fault);
    }
    job->choosy = names != NULL;
    for (size_t i = 0; i < job->argument_count; i++) {
        job->arguments[i].wanted = false;
        for (size_t n = 0; n < count; n++)
            job->arguments[i].wanted = job->arguments[i].wanted
                                       || rg_is_part_of(job->arguments[i].param->name, names[n]);
    }
    return RG_OK;
}

static size_t get_numbers(const rgd_job *job, const rg_argument *argument, const int64_t *words,
                          double *out, size_t capacity)
{
    if (!argument || !words)
        return 0;
    const size_t count = elements_of(argument, &words);
    for (size_t i = 0; i < count && i < capacity; i++)
        out[i] = rg_decode_words(job->device, argument->number, words + i * argument->limbs);
    return count;
}

static size_t get_words(const rg_argument *argument, const int64_t *words, int64_t *out,
                        size_t capacity)
{
    if (!argument || !words)
        return 0;
    const size_t count = elements_of(argument, &words) * argument->limbs;
    for (size_t i = 0; i < count && i < capacity; i++)
        out[i] = words[i];
    return count;
}

size_t rgd_get(const rgd_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_numbers(job, argument, results_of(job, argument), out, capacity);
}

size_t rgd_get_raw(const rgd_job *job, const char *name, int64_t *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_words(argument, results_of(job, argument), out, capacity);
}

size_t rgd_get_argument(const rgd_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_numbers(job, argument, argument ? argument->argument : NULL, out, capacity);
}

size_t rgd_get_argument_raw(const rgd_job *job, const char *name, int64_t *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_words(argument, argument ? argument->argument : NULL, out, capacity);
}
