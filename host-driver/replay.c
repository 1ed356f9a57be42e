/* replay.c: a program that traps is run again as it is written, without the passes of the
 * optimiser. Passes change the order of updates, so that they can trap elsewhere than the program
 * does, or where it does not: what stands in the source is what counts. */
#include "compiler/opt/opt.h"
#include "errors/errors.h"
#include "host-driver/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text)
{
    char *copy = text ? malloc(strlen(text) + 1) : NULL;
    if (copy)
        strcpy(copy, text);
    return copy;
}

void rg_source_free(rg_source *source)
{
    free(source->path);
    free(source->text);
    free(source->routine);
    for (size_t i = 0; source->arguments && i < source->argument_count; i++)
        free((char *)(uintptr_t)source->arguments[i].name);
    free(source->arguments);
    *source = (rg_source){0};
}

bool rg_source_keep(rg_source *source, const char *path, const char *text, const char *routine,
                    const rgc_argument *arguments, size_t count)
{
    rg_source_free(source);
    *source =
        (rg_source){.path = copy_of(path), .text = copy_of(text), .routine = copy_of(routine)};
    source->arguments = calloc(count + 1, sizeof *source->arguments);
    bool good = source->path && (!text || source->text) && (!routine || source->routine)
                && source->arguments;
    for (size_t i = 0; good && i < count; i++) {
        source->arguments[i] = arguments[i];
        source->arguments[i].name = copy_of(arguments[i].name);
        good = source->arguments[i].name != NULL;
        source->argument_count++;
    }
    if (!good)
        rg_source_free(source);
    return good;
}

/* 1: three stages; 2: five. */
static unsigned staged(const rgd_device *device)
{
    return (unsigned)RG_BUS_FIELD(device->config, CONFIG, STAGES);
}

/* A machine with banks, three stages or five has no operands in memory, nor has the core with
 * Float. */
static uint64_t missing_passes(const rgd_device *device)
{
    const bool none = rg_is_float_core(device) || staged(device) != 0
                      || RG_BUS_FIELD(device->config, CONFIG, BANKS) != 0;

    return none ? UINT64_C(1) << OPT_OPERANDS : 0;
}

rgc_result *rg_source_compile(const rgd_device *device, uint64_t passes_off, bool formulas)
{
    const rg_source *source = &device->source;
    rgc_options options = {.xlen = device->xlen,
                           .frac = device->frac,
                           .wide = rg_wide_bits(device),
                           .entry = source->routine,
                           .entry_may_be_missing = true,
                           .arguments = source->arguments,
                           .argument_count = source->argument_count,
                           .open_is_fixed = !source->text || source->routine,
                           .passes_off = passes_off | missing_passes(device),
                           .staged = staged(device),
                           .formulas = formulas,
                           .verify = device->verify,
                           .gradients = device->gradients,
                           .prices = device->choosing ? &device->prices : NULL};
    return source->text
               ? rgc_compile_buffer(source->path, source->text, strlen(source->text), &options)
               : rgc_compile_file(source->path, &options);
}

/* FNV-1a over all files that were read. */
uint64_t rg_source_hash(const rgc_result *compiled)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < rgc_source_count(compiled); i++) {
        size_t size = 0;
        const char *text = rgc_source_text(compiled, i, &size);
        for (size_t k = 0; text && !rgc_source_is_made(compiled, i) && k < size; k++)
            hash = (hash ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* The program without passes, made once; NULL where it cannot be, or the files have changed. */
static rg_object *plain_object(rgd_device *device)
{
    if (device->plain || device->no_plain || !device->source.path
        || device->passes_off == OPT_EVERY)
        return device->plain;
    rgc_result *compiled = rg_source_compile(device, OPT_EVERY, false);
    if (compiled && rg_source_hash(compiled) == device->source.hash)
        device->plain = rgc_take_object(compiled);
    rgc_result_free(compiled);
    device->no_plain = !device->plain;
    return device->plain;
}

/* Put this object into the machine, and the job's routine with it. */
static bool switch_to(rgd_job *job, rg_object *object)
{
    rgd_device *device = job->device;
    rg_object *before = device->object;
    if (rg_core_load(device, object->code, object->code_count, device->base, NULL) != RG_OK)
        return false;
    device->object = object;
    if (rg_job_bind(job))
        return true;
    device->object = before;
    return false;
}

rg_result rg_replay_end(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    job->as_written = false;
    if (device->object == device->loaded)
        return rg_job_bind(job) ? RG_OK
                                : rg_fail(fault, RG_BAD_USE, "R0906",
                                          "the program of this job is no longer loaded");
    return switch_to(job, device->loaded)
               ? RG_OK
               : rg_fail(fault, RG_BAD_MACHINE, "R0903", "the program cannot be loaded again");
}

bool rg_replay_begin(rgd_job *job, rg_result result, rg_replay *kept, const rg_fault *fault)
{
    rgd_device *device = job->device;
    if (result != RG_TRAPPED || !job->trapped || job->as_written || device->trace_path
        || rg_has_erased(job) || !plain_object(device))
        return false;
    *kept = (rg_replay){.trap = job->trap, .has_fault = fault != NULL};
    if (fault)
        kept->fault = *fault;
    const bool turned = job->turned;
    if (rgd_rollback(job, NULL) == RG_OK && switch_to(job, device->plain)) {
        job->as_written = true;
        return true;
    }
    job->trapped = true; /* the caller hears of the trap, and finds the machine at its start */
    job->turned = turned;
    (void)switch_to(job, device->loaded);
    return false;
}

rg_result rg_replay_result(rgd_job *job, rg_result result, const rg_replay *kept, rg_fault *fault)
{
    if (result == RG_OK || result == RG_TRAPPED || !kept->has_fault
        || rg_error_about(fault->code) == RG_ABOUT_STOP)
        return result;
    *fault = kept->fault;
    job->trap = kept->trap;
    job->trapped = true;
    return RG_TRAPPED;
}

bool rgd_ran_as_written(const rgd_job *job) { return job->as_written; }

rg_result rgd_source_routines(const rgd_device *device, rg_routine_seen *seen, void *context,
                              rg_fault *fault)
{
    if (!device->source.path)
        return RG_OK;
    rgc_result *compiled = rg_source_compile(device, device->passes_off, false);
    if (!compiled)
        return rg_no_memory(fault);
    for (size_t i = 0; i < rgc_routine_count(compiled); i++) {
        const char *routine = rgc_routine_name(compiled, i);
        seen(context, routine, NULL);
        for (size_t k = 0; k < rgc_parameter_count(compiled, i); k++) {
            const char *name;
            rg_type_base base;
            unsigned rank;
            (void)rgc_parameter(compiled, i, k, &name, &base, &rank); /* the type may be open */
            seen(context, routine, name);
        }
    }
    rgc_result_free(compiled);
    return RG_OK;
}

/* The compiled source put down backward; NULL where memory is short. *printed: see
 * rgc_print_source. */
static char *inverse_of(const rgc_result *compiled, int *printed)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    *printed = stream ? rgc_print_source(compiled, stream, true) : -1;
    if (stream && fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

/* Why the source, which could be loaded, has no inverse. */
static rg_result no_inverse(const rgd_device *device, const rgc_result *compiled, int printed,
                            rg_fault *fault)
{
    if (printed == RGC_NO_INVERSE)
        return rg_fail(fault, RG_BAD_USE, "R0930", "`%s` erases values and has no inverse",
                       device->source.path);
    return rg_first_error(compiled, fault) == RG_OK ? rg_no_memory(fault) : RG_BAD_USE;
}

rg_result rgd_source_inverse(rgd_device *device, rg_fault *fault)
{
    int printed = -1;
    rgc_result *compiled = rg_source_compile(device, device->passes_off, false);
    if (!compiled)
        return rg_no_memory(fault);
    char *text = inverse_of(compiled, &printed);
    const rg_result result = text && printed == 0 ? RG_OK
                                                  : no_inverse(device, compiled, printed, fault);
    rgc_result_free(compiled);
    free(device->inverse);
    device->inverse = result == RG_OK ? text : NULL;
    if (result != RG_OK)
        free(text);
    return result;
}

rg_object *rg_formulas(rgd_device *device)
{
    if (!device->source.path)
        return NULL;
    rgc_result *compiled = rg_source_compile(device, device->passes_off, true);
    rg_object *made = compiled && rgc_has_primitives(compiled)
                              && rg_source_hash(compiled) == device->source.hash
                          ? rgc_take_object(compiled)
                          : NULL;
    rgc_result_free(compiled);
    return made;
}

rg_result rg_exchange_formulas(rgd_job *job, rg_fault *fault)
{
    rgd_device *device = job->device;
    rg_object *other = device->loaded;
    device->loaded = device->formulas;
    device->formulas = other;
    return switch_to(job, device->loaded)
               ? RG_OK
               : rg_fail(fault, RG_BAD_MACHINE, "R0903", "the program cannot be loaded again");
}
