/* api_device.c: the functions of retrograd.h for a device and the program on it. */
#include "host-driver/api.h"

#include "compiler/opt/opt.h"
#include "errors/errors.h"

#include <string.h>

rg_device *rg_device_open(const char *engine, rg_fault *fault)
{
    rgd_device *device =
        rg_given(engine, "engine", __func__, fault) ? rgd_device_open(engine, fault) : NULL;
    return device ? device->handle : NULL;
}

rg_result rg_device_close(rg_device *handle)
{
    if (!handle)
        return RG_OK;
    rgd_device *device = rg_use_device(handle, __func__, NULL);
    if (!device)
        return RG_BAD_USE;
    rgd_device_close(device);
    return RG_OK;
}

const char *rg_device_engine(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? rg_engine_name(device->engine) : "";
}

unsigned rg_device_xlen(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? device->xlen : 0;
}

unsigned rg_device_frac(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? device->frac : 0;
}

size_t rg_device_words(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? device->words : 0;
}

uint64_t rg_device_config(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? device->config : 0;
}

unsigned rg_device_float(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? rg_wide_bits(device) : 0;
}

bool rg_device_counts(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device && device->counts;
}

bool rg_device_away(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device && rg_engine_is_away(device->engine);
}

rg_result rg_set_progress(rg_device *handle, rg_progress *progress, void *context)
{
    rgd_device *device = rg_use_device(handle, __func__, NULL);
    if (!device)
        return RG_BAD_USE;
    device->progress = progress;
    device->progress_context = context;
    return rg_end_use(device, RG_OK);
}

rg_result rg_set_cycle_limit(rg_device *handle, uint64_t cycles)
{
    rgd_device *device = rg_use_device(handle, __func__, NULL);
    if (!device)
        return RG_BAD_USE;
    device->cycle_limit = cycles;
    return rg_end_use(device, RG_OK);
}

const char *rg_pass_name(size_t index)
{
    return index < OPT_PASS_COUNT ? opt_name((unsigned)index) : NULL;
}

static rg_result no_such_pass(const char *function, const char *name, rg_fault *fault)
{
    const char *names[OPT_PASS_COUNT];
    for (unsigned i = 0; i < OPT_PASS_COUNT; i++)
        names[i] = opt_name(i);
    const char *near = rg_suggest(name, names, OPT_PASS_COUNT);
    return rg_misuse(fault, function,
                     near ? "there is no pass `%s`; did you mean `%s`?"
                          : "there is no pass `%s`; rg_pass_name lists them",
                     name, near);
}

rg_result rg_set_passes_off(rg_device *handle, const char *const *names, size_t count,
                            rg_fault *fault)
{
    opt_set off = 0;
    if (count > 0 && !rg_given(names, "names", __func__, fault))
        return RG_BAD_USE;
    for (size_t i = 0; i < count; i++) {
        if (!rg_given(names[i], "a name", __func__, fault))
            return RG_BAD_USE;
        const unsigned pass = opt_find(names[i]);
        if (strcmp(names[i], "all") == 0)
            off = OPT_EVERY;
        else if (pass < OPT_PASS_COUNT)
            off |= UINT64_C(1) << pass;
        else
            return no_such_pass(__func__, names[i], fault);
    }
    rgd_device *device = rg_use_device(handle, __func__, fault);
    if (!device)
        return RG_BAD_USE;
    device->passes_off = off;
    return rg_end_use(device, RG_OK);
}

rg_result rg_set_gradients(rg_device *handle, bool gradients)
{
    rgd_device *device = rg_use_device(handle, __func__, NULL);
    if (!device)
        return RG_BAD_USE;
    device->gradients = gradients;
    return rg_end_use(device, RG_OK);
}

rg_result rg_set_verify(rg_device *handle, bool verify)
{
    rgd_device *device = rg_use_device(handle, __func__, NULL);
    if (!device)
        return RG_BAD_USE;
    device->verify = verify;
    return rg_end_use(device, RG_OK);
}

rg_result rg_set_energy_choice(rg_device *handle, const rg_technology *technology, uint64_t budget,
                               uint64_t rounds, bool may_erase, rg_fault *fault)
{
    const rgd_technology *by = technology ? rg_see_technology(technology, __func__, fault) : NULL;
    rgd_device *device = by || !technology ? rg_use_device(handle, __func__, fault) : NULL;
    return device ? rg_end_use(device,
                               rgd_set_energy_choice(device, by, budget, rounds, may_erase, fault))
                  : RG_BAD_USE;
}

const char *rg_energy_choices(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device && device->choices ? device->choices : "";
}

void rg_stop(rg_device *handle) { rg_handle_stop(handle); }

rg_result rg_trace_open(rg_device *handle, const char *path, rg_fault *fault)
{
    rgd_device *device =
        rg_given(path, "path", __func__, fault) ? rg_use_device(handle, __func__, fault) : NULL;
    return device ? rg_end_use(device, rgd_trace_open(device, path, fault)) : RG_BAD_USE;
}

rg_result rg_trace_close(rg_device *handle, rg_fault *fault)
{
    rgd_device *device = rg_use_device(handle, __func__, fault);
    return device ? rg_end_use(device, rgd_trace_close(device, fault)) : RG_BAD_USE;
}

rg_result rg_load(rg_device *handle, const char *path, rg_fault *fault)
{
    rgd_device *device =
        rg_given(path, "path", __func__, fault) ? rg_use_device(handle, __func__, fault) : NULL;
    return device ? rg_end_use(device, rgd_load_for(device, path, NULL, NULL, 0, fault))
                  : RG_BAD_USE;
}

/* What is known of arguments must be what a program can have. */
static bool known_right(const rg_known_argument *arguments, size_t count, const char *function,
                        rg_fault *fault)
{
    if (count > 0 && !rg_given(arguments, "arguments", function, fault))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!rg_given(arguments[i].name, "the name of an argument", function, fault))
            return false;
        const bool number = (unsigned)arguments[i].number <= RG_NUMBER_LOG;
        if (number && arguments[i].rank <= RG_MOST_DIMENSIONS)
            continue;
        rg_misuse(fault, function, "argument %s: %s %u does not exist", arguments[i].name,
                  number ? "rank" : "kind of number",
                  number ? arguments[i].rank : (unsigned)arguments[i].number);
        return false;
    }
    return true;
}

rg_result rg_load_for(rg_device *handle, const char *path, const char *routine,
                      const rg_known_argument *arguments, size_t count, rg_fault *fault)
{
    if (!rg_given(path, "path", __func__, fault) || !known_right(arguments, count, __func__, fault))
        return RG_BAD_USE;
    rgd_device *device = rg_use_device(handle, __func__, fault);
    return device ? rg_end_use(device, rgd_load_for(device, path, routine, arguments, count, fault))
                  : RG_BAD_USE;
}

rg_result rg_load_text(rg_device *handle, const char *name, const char *text, rg_fault *fault)
{
    if (!rg_given(name, "name", __func__, fault) || !rg_given(text, "text", __func__, fault))
        return RG_BAD_USE;
    rgd_device *device = rg_use_device(handle, __func__, fault);
    return device ? rg_end_use(device, rgd_load_text(device, name, text, NULL, NULL, 0, fault))
                  : RG_BAD_USE;
}

rg_result rg_load_text_for(rg_device *handle, const char *name, const char *text,
                           const char *routine, const rg_known_argument *arguments, size_t count,
                           rg_fault *fault)
{
    if (!rg_given(name, "name", __func__, fault) || !rg_given(text, "text", __func__, fault)
        || !known_right(arguments, count, __func__, fault))
        return RG_BAD_USE;
    rgd_device *device = rg_use_device(handle, __func__, fault);
    return device ? rg_end_use(device,
                               rgd_load_text(device, name, text, routine, arguments, count, fault))
                  : RG_BAD_USE;
}

rg_result rg_source_routines(rg_device *handle, rg_routine_seen *seen, void *context,
                             rg_fault *fault)
{
    rgd_device *device = seen ? rg_use_device(handle, __func__, fault) : NULL;
    if (!seen)
        return rg_misuse(fault, __func__, "seen is NULL");
    return device ? rg_end_use(device, rgd_source_routines(device, seen, context, fault))
                  : RG_BAD_USE;
}

const char *rg_source_file(const rg_device *handle, size_t index)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    const bool source = device && device->source.path && device->loaded;
    return source && index < device->loaded->file_count ? device->loaded->files[index] : NULL;
}

const char *rg_source_inverse(rg_device *handle, rg_fault *fault)
{
    rgd_device *device = rg_use_device(handle, __func__, fault);
    if (!device)
        return NULL;
    const rg_result result =
        device->source.path
            ? rgd_source_inverse(device, fault)
            : rg_misuse(fault, __func__, "no source was loaded, so none can be inverted");
    return rg_end_use(device, result) == RG_OK ? device->inverse : NULL;
}

const char *rg_diagnostics(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device && device->diagnostics ? device->diagnostics : "";
}

const char *rg_diagnostics_json(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device && device->diagnostics_json ? device->diagnostics_json : "";
}

size_t rg_routine_count(const rg_device *handle)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? rgd_routine_count(device) : 0;
}

const char *rg_routine_name(const rg_device *handle, size_t index)
{
    const rgd_device *device = rg_see_device(handle, __func__, NULL);
    return device ? rgd_routine_name(device, index) : NULL;
}

rg_result rg_count_lines(rg_device *handle, bool on, rg_fault *fault)
{
    rgd_device *device = rg_use_device(handle, __func__, fault);
    return device ? rg_end_use(device, rgd_count_lines(device, on, fault)) : RG_BAD_USE;
}
