/* job.c: a routine with its arguments: choosing, setting, reading back. */
#include "host-driver/internal.h"
#include "isa/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rg_number number_of(rg_type_base base)
{
    switch (base) {
    case RG_TYPE_INT: return RG_NUMBER_INT;
    case RG_TYPE_BOOL: return RG_NUMBER_BOOL;
    case RG_TYPE_FIXED: return RG_NUMBER_FIXED;
    case RG_TYPE_LOG: return RG_NUMBER_LOG;
    }
    return RG_NUMBER_INT;
}

size_t rg_routine_count(const rg_device *device)
{
    size_t count = 0;
    for (size_t i = 0; device->object && i < device->object->routine_count; i++)
        count += device->object->routines[i].exported != 0;
    return count;
}

const char *rg_routine_name(const rg_device *device, size_t index)
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

static void list_routines(const rg_device *device, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < rg_routine_count(device) && used < size; i++) {
        int n =
            snprintf(text + used, size - used, "%s%s", i ? ", " : "", rg_routine_name(device, i));
        used += n > 0 ? (size_t)n : 0;
    }
}

static rg_result choose_routine(rg_device *device, const char *name, const rg_routine **routine,
                                rg_fault *fault)
{
    char list[512];
    if (!device->object)
        return rg_fail(fault, RG_BAD_USE, "R0906", "no program is loaded");
    list_routines(device, list, sizeof list);
    if (name) {
        *routine = routine_named(device->object, name);
        if (!*routine)
            return rg_fail(fault, RG_BAD_USE, "R0906",
                           "no routine `%s` with types on all its parameters; there is: %s", name,
                           list[0] ? list : "none");
        return RG_OK;
    }
    *routine = routine_named(device->object, "main");
    if (!*routine && rg_routine_count(device) == 1)
        *routine = routine_named(device->object, rg_routine_name(device, 0));
    if (*routine)
        return RG_OK;
    if (!list[0])
        return rg_fail(fault, RG_BAD_USE, "R0906",
                       "the program has no routine that can be started: type its parameters");
    return rg_fail(fault, RG_BAD_USE, "R0906", "choose a routine: %s", list);
}

static rg_result shape_argument(rg_argument *argument, size_t rows, size_t columns, rg_fault *fault)
{
    size_t count = rows * columns, bytes = (count ? count : 1) * sizeof(int64_t);
    int64_t *words[3] = {malloc(bytes), malloc(bytes), malloc(bytes)};
    if (!words[0] || !words[1] || !words[2]) {
        for (int i = 0; i < 3; i++)
            free(words[i]);
        return rg_no_memory(fault);
    }
    free(argument->argument);
    free(argument->result);
    free(argument->gradient);
    free(argument->direction);
    free(argument->tangent);
    free(argument->second);
    argument->direction = NULL;
    argument->tangent = argument->second = NULL;
    argument->argument = words[0];
    argument->result = words[1];
    argument->gradient = words[2];
    memset(words[0], 0, bytes);
    memset(words[1], 0, bytes);
    memset(words[2], 0, bytes);
    argument->rows = rows;
    argument->columns = columns;
    argument->count = count;
    return RG_OK;
}

static rg_result init_arguments(rg_job *job, rg_fault *fault)
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
        if (argument->param->rank > 0)
            continue;
        rg_result result = shape_argument(argument, 1, 1, fault);
        if (result != RG_OK)
            return result;
        if (argument->param->has_default)
            argument->argument[0] = argument->param->default_raw;
    }
    return RG_OK;
}

rg_job *rg_job_new(rg_device *device, const char *routine, rg_fault *fault)
{
    const rg_routine *chosen = NULL;
    if (choose_routine(device, routine, &chosen, fault) != RG_OK)
        return NULL;
    rg_job *job = calloc(1, sizeof *job);
    if (!job) {
        rg_no_memory(fault);
        return NULL;
    }
    job->device = device;
    job->routine = chosen;
    job->forth = forth_of(device->object, chosen);
    job->seeded_number = RG_NUMBER_FIXED;
    if (init_arguments(job, fault) != RG_OK) {
        rg_job_free(job);
        return NULL;
    }
    return job;
}

void rg_job_free(rg_job *job)
{
    if (!job)
        return;
    for (size_t i = 0; job->arguments && i < job->argument_count; i++) {
        free(job->arguments[i].argument);
        free(job->arguments[i].result);
        free(job->arguments[i].gradient);
        free(job->arguments[i].direction);
        free(job->arguments[i].tangent);
        free(job->arguments[i].second);
    }
    free(job->arguments);
    rg_matrix_clear(&job->jacobian);
    rg_matrix_clear(&job->hessian);
    free(job->ledger);
    free(job->lines);
    free(job->variable_name);
    free(job->output);
    free(job);
}

const char *rg_job_routine(const rg_job *job) { return job->routine->name; }
size_t rg_parameter_count(const rg_job *job) { return job->argument_count; }

bool rg_parameter_at(const rg_job *job, size_t index, rg_parameter *parameter)
{
    if (index >= job->argument_count)
        return false;
    const rg_argument *argument = &job->arguments[index];
    *parameter = (rg_parameter){
        .name = argument->param->name,
        .number = argument->number,
        .rank = argument->param->rank,
        .rows = argument->rows,
        .columns = argument->columns,
        .keyword = argument->param->keyword != 0,
        .set = argument->set,
        .levels = argument->param->levels ? argument->param->levels : "",
        .active = argument->number == RG_NUMBER_FIXED || argument->number == RG_NUMBER_LOG,
    };
    return true;
}

int rg_parameter_find(const rg_job *job, const char *name)
{
    for (size_t i = 0; i < job->argument_count; i++)
        if (strcmp(job->arguments[i].param->name, name) == 0)
            return (int)i;
    return -1;
}

rg_argument *rg_argument_find(const rg_job *job, const char *name)
{
    int index = rg_parameter_find(job, name);
    return index < 0 ? NULL : &job->arguments[index];
}

/* Find the argument and give it the shape of the data about to be set. */
static rg_result prepare(rg_job *job, const char *name, size_t rows, size_t columns, bool scalar,
                         rg_argument **found, rg_fault *fault)
{
    rg_argument *argument = rg_argument_find(job, name);
    if (!argument)
        return rg_fail(fault, RG_BAD_USE, "R0907", "%s has no argument `%s`", job->routine->name,
                       name);
    unsigned rank = argument->param->rank;
    if (scalar != (rank == 0))
        return rg_fail(fault, RG_BAD_USE, "R0908", "argument %s is a %s, not %s", name,
                       rank == 0   ? "scalar"
                       : rank == 1 ? "vector"
                                   : "matrix",
                       scalar ? "a single number" : "an array");
    if (rank == 1 && columns != 1)
        return rg_fail(fault, RG_BAD_USE, "R0909",
                       "argument %s is a vector; %zu columns were given", name, columns);
    if (columns != 0 && rows > RG_MOST_DATA_WORDS / columns)
        return rg_fail(fault, RG_BAD_USE, "R0912",
                       "argument %s: %zu by %zu elements are more than any data memory holds", name,
                       rows, columns);
    *found = argument;
    if (argument->argument && argument->rows == rows && argument->columns == columns)
        return RG_OK;
    return shape_argument(argument, rows, columns, fault);
}

static rg_result store(rg_job *job, const char *name, const double *reals, const int64_t *integers,
                       size_t rows, size_t columns, bool scalar, rg_fault *fault)
{
    rg_argument *argument;
    rg_result result = prepare(job, name, rows, columns, scalar, &argument, fault);
    for (size_t i = 0; result == RG_OK && i < argument->count; i++) {
        int64_t *to = &argument->argument[i];
        result =
            reals ? rg_encode_number(job->device, argument->number, reals[i], to, name, fault)
                  : rg_encode_integer(job->device, argument->number, integers[i], to, name, fault);
    }
    if (result == RG_OK)
        argument->set = true;
    return result;
}

rg_result rg_set_number(rg_job *job, const char *name, double value, rg_fault *fault)
{
    return store(job, name, &value, NULL, 1, 1, true, fault);
}

rg_result rg_set_integer(rg_job *job, const char *name, int64_t value, rg_fault *fault)
{
    return store(job, name, NULL, &value, 1, 1, true, fault);
}

rg_result rg_set_array(rg_job *job, const char *name, const double *data, size_t rows,
                       size_t columns, rg_fault *fault)
{
    static const double nothing;
    return store(job, name, data ? data : &nothing, NULL, data ? rows : 0, columns, false, fault);
}

rg_result rg_set_integers(rg_job *job, const char *name, const int64_t *data, size_t rows,
                          size_t columns, rg_fault *fault)
{
    static const int64_t nothing;
    return store(job, name, NULL, data ? data : &nothing, data ? rows : 0, columns, false, fault);
}

rg_result rg_set_raw(rg_job *job, const char *name, const int64_t *words, size_t rows,
                     size_t columns, rg_fault *fault)
{
    rg_argument *argument = rg_argument_find(job, name);
    rg_result result =
        prepare(job, name, rows, columns, argument && argument->param->rank == 0, &argument, fault);
    if (result != RG_OK)
        return result;
    if (argument->param->rank == 0 && (rows != 1 || columns != 1))
        return rg_fail(fault, RG_BAD_USE, "R0909", "argument %s is a scalar", name);
    for (size_t i = 0; i < argument->count; i++)
        argument->argument[i] = rg_sign_extend((uint64_t)words[i], job->device->xlen);
    argument->set = true;
    return RG_OK;
}

void rg_adopt_results(rg_job *job)
{
    if (!job->ran || job->trapped)
        return;
    for (size_t i = 0; i < job->argument_count; i++)
        if (job->arguments[i].count > 0)
            memcpy(job->arguments[i].argument, job->arguments[i].result,
                   job->arguments[i].count * sizeof(int64_t));
}

static size_t get_numbers(const rg_job *job, const rg_argument *argument, const int64_t *words,
                          double *out, size_t capacity)
{
    if (!argument || !words)
        return 0;
    for (size_t i = 0; i < argument->count && i < capacity; i++)
        out[i] = rg_decode_number(job->device, argument->number, words[i]);
    return argument->count;
}

static size_t get_words(const rg_argument *argument, const int64_t *words, int64_t *out,
                        size_t capacity)
{
    if (!argument || !words)
        return 0;
    for (size_t i = 0; i < argument->count && i < capacity; i++)
        out[i] = words[i];
    return argument->count;
}

size_t rg_get(const rg_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_numbers(job, argument, argument && job->ran ? argument->result : NULL, out,
                       capacity);
}

size_t rg_get_raw(const rg_job *job, const char *name, int64_t *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_words(argument, argument && job->ran ? argument->result : NULL, out, capacity);
}

size_t rg_get_argument(const rg_job *job, const char *name, double *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_numbers(job, argument, argument ? argument->argument : NULL, out, capacity);
}

size_t rg_get_argument_raw(const rg_job *job, const char *name, int64_t *out, size_t capacity)
{
    const rg_argument *argument = rg_argument_find(job, name);
    return get_words(argument, argument ? argument->argument : NULL, out, capacity);
}

unsigned rg_job_xlen(const rg_job *job) { return job->device->xlen; }
