/* device.c: opening a machine, its self-test, loading programs. */
#include "host-driver/internal.h"
#include "host-driver/waves.h"

#include "compiler/asm/asm.h"
#include "compiler/rgc.h"
#include "compiler/special.h"
#include "energy/energy.h"
#include "isa/board.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_TEXT = 1 << 26 };

/* The image for a machine with these bits of Float. That of a board has no numbers in it, and runs
 * with any FRAC. */
static rg_firmware firmware_of(const rgd_device *device)
{
    const unsigned wide = rg_wide_bits(device);
    if (device->xlen == RG_BOARD_XLEN)
        return (rg_firmware){.xlen = RG_BOARD_XLEN,
                             .frac = device->frac,
                             .words = rg_firmware_board_words,
                             .count = rg_firmware_board_count,
                             .jobs = rg_firmware_board_jobs,
                             .between = rg_firmware_board_between};
    if (wide != RG_FIRMWARE_FLOAT && wide != 0)
        return (rg_firmware){64,
                             RG_FIRMWARE_FLOAT_FRAC,
                             wide,
                             rg_firmware_float_words,
                             rg_firmware_float_count,
                             rg_firmware_float_selftest,
                             rg_firmware_float_pass,
                             rg_firmware_float_jobs,
                             rg_firmware_float_between};
    return (rg_firmware){RG_FIRMWARE_XLEN,  RG_FIRMWARE_FRAC,  RG_FIRMWARE_FLOAT,
                         rg_firmware_words, rg_firmware_count, rg_firmware_selftest,
                         rg_firmware_pass,  rg_firmware_jobs,  rg_firmware_between};
}

/* Whether it counts: all machines do, but for boards. */
static rg_result find_counters(rgd_device *device, rg_fault *fault)
{
    uint64_t count;
    device->counts = device->xlen != RG_BOARD_XLEN
                     || rg_engine_read(device->engine, RG_REG_MEMREADS, &count) == RG_BUS_OKAY;
    return device->counts || !rg_engine_refused(device->engine)
               ? RG_OK
               : rg_bus_read(device, RG_REG_MEMREADS, &count, fault);
}

static rg_result read_configuration(rgd_device *device, rg_fault *fault)
{
    uint64_t id, config;
    rg_result result = rg_bus_read(device, RG_REG_ID, &id, fault);
    if (result == RG_OK)
        result = rg_bus_read(device, RG_REG_CONFIG, &config, fault);
    if (result != RG_OK)
        return result;
    if (id != (UINT64_C(0x52475244) << 32 | 1))
        return rg_fail(fault, RG_BAD_MACHINE, "R0903",
                       "this is not a Retrograd machine of interface version 1 (ID 0x%llx)",
                       (unsigned long long)id);
    device->config = config;
    device->xlen = (unsigned)RG_BUS_FIELD(config, CONFIG, XLEN);
    device->frac = (unsigned)RG_BUS_FIELD(config, CONFIG, FRAC);
    device->limbs = RG_BUS_FIELD(config, CONFIG, FLOAT) ? 4 : 1;
    device->words = (size_t)1 << RG_BUS_FIELD(config, CONFIG, DMEM_LOG2);
    device->code_words = (size_t)1 << RG_BUS_FIELD(config, CONFIG, IMEM_LOG2);
    device->tangents = RG_BUS_FIELD(config, CONFIG, TANGENTS) != 0;
    device->firmware = firmware_of(device);
    const rg_firmware *firmware = &device->firmware;
    if (rg_wide_bits(device) != firmware->wide)
        return rg_fail(fault, RG_BAD_MACHINE, "R0920",
                       "engine `%s` has no Float, and this is the driver of a machine with Float",
                       rg_engine_name(device->engine));
    if ((result = find_counters(device, fault)) != RG_OK)
        return result;
    if (device->xlen != firmware->xlen || device->frac != firmware->frac)
        return rg_fail(fault, RG_BAD_MACHINE, "R0920",
                       "the machine is Q%u.%u, its firmware was built for Q%u.%u",
                       device->xlen - 1 - device->frac, device->frac,
                       firmware->xlen - 1 - firmware->frac, firmware->frac);
    return RG_OK;
}

static rg_result self_test(rgd_device *device, rg_fault *fault)
{
    rg_copied copied = {0};
    uint64_t status = 0;
    rg_result result = rg_core_stand(device, device->firmware.selftest, fault);
    if (result == RG_OK)
        result = rg_core_run(device, &copied, &status, fault);
    bool passed = result == RG_OK && status & RG_STATUS_HALTED
                  && copied.count == RG_FIRMWARE_PASS_COUNT;
    for (size_t i = 0; passed && i < copied.count; i++)
        passed = (uint64_t)copied.words[i] == device->firmware.pass;
    free(copied.words);
    if (result != RG_OK || passed)
        return result;
    uint64_t pc = 0;
    result =
        rg_bus_read(device, status & RG_STATUS_TRAPPED ? RG_REG_TRAPPC : RG_REG_PC, &pc, fault);
    if (result != RG_OK)
        return result;
    return rg_fail(fault, RG_BAD_MACHINE, "R0902",
                   "the power-on self-test failed at instruction %llu (status 0x%llx)",
                   (unsigned long long)pc, (unsigned long long)status);
}

static bool has_self_test(const rgd_device *device)
{
    return device->xlen != RG_BOARD_XLEN && !rg_engine_is_partial(device->engine);
}

rgd_device *rgd_device_open(const char *engine, rg_fault *fault)
{
    rgd_device *device = calloc(1, sizeof *device);
    if (!device) {
        rg_no_memory(fault);
        return NULL;
    }
    device->gradients = true;
    device->engine = rgd_engine_open(engine, fault);
    if (!device->engine) {
        rgd_device_close(device);
        return NULL;
    }
    rg_result result = read_configuration(device, fault);
    device->dirty = !device->counts; /* a board is as it was left, and may still run */
    if (result == RG_OK && device->dirty)
        rg_engine_reset(device->engine);
    if (result == RG_OK)
        result = rg_core_load(device, device->firmware.words, device->firmware.count, 0, fault);
    device->base = device->firmware.count;
    if (result == RG_OK && has_self_test(device))
        result = self_test(device, fault); /* it runs every instruction */
    if (result == RG_OK && !(device->handle = rg_handle_open(RG_HANDLE_DEVICE, device)))
        result = rg_no_memory(fault);
    if (result == RG_OK)
        return device;
    rgd_device_close(device);
    return NULL;
}

/* What a program left in the device: the jobs are freed before. */
static void free_shapes(rgd_device *device)
{
    for (size_t i = 0; i < device->shape_count; i++)
        free((char *)(uintptr_t)device->shapes[i].name);
    free(device->shapes);
    free(device->shaped);
    device->shapes = NULL;
    device->shaped = NULL;
    device->shape_count = 0;
}

static void free_program(rgd_device *device)
{
    free_shapes(device);
    rg_object_free(device->loaded);
    rg_object_free(device->plain);
    rg_source_free(&device->source);
    free(device->diagnostics);
    free(device->diagnostics_json);
    free(device->choices);
    free(device->inverse);
    free(device->meant);
    device->object = device->loaded = device->plain = NULL;
    device->no_plain = false;
    device->diagnostics = device->diagnostics_json = device->choices = NULL;
    device->inverse = device->meant = NULL;
}

void rgd_device_close(rgd_device *device)
{
    rg_jobs_free(device, RG_HANDLE_DEVICE_CLOSED);
    rg_handle_close(RG_HANDLE_DEVICE, device->handle, RG_HANDLE_CLOSED);
    rgd_trace_close(device, NULL);
    if (device->engine)
        rg_engine_close(device->engine);
    free_program(device);
    free(device);
}

rg_result rgd_set_energy_choice(rgd_device *device, const rgd_technology *technology,
                                uint64_t budget, uint64_t rounds, bool may_erase, rg_fault *fault)
{
    device->choosing = false;
    if (!technology)
        return RG_OK;
    if (rg_refuse_float(device, "energies that the compiler could choose by", fault) != RG_OK)
        return RG_BAD_USE;
    rg_result result =
        rgd_energy_prices(technology, device->xlen, device->frac, &device->prices, fault);
    device->prices.budget = budget;
    device->prices.rounds = rounds;
    device->prices.may_erase = may_erase;
    device->choosing = result == RG_OK;
    return result;
}

/* The name of a waveform that is not yet complete, to be freed; NULL when memory is short. */
static char *trace_part(const char *path)
{
    size_t size = strlen(path) + sizeof ".part";
    char *part = malloc(size);
    if (part)
        snprintf(part, size, "%s.part", path);
    return part;
}

/* Why there can be no waveform at `path`, which grows at `part`. */
static const char *why_no_trace(const char *path, const char *part)
{
    if (rg_special_file(path))
        return "it is a device or a pipe";
    FILE *file = fopen(part, "wb");
    if (!file)
        return strerror(errno);
    fclose(file);
    remove(part);
    return "the writer of waveforms has refused it";
}

rg_result rgd_trace_open(rgd_device *device, const char *path, rg_fault *fault)
{
    rg_result result = rgd_trace_close(device, fault);
    if (result != RG_OK)
        return result;
    char *part = trace_part(path);
    device->trace_path = malloc(strlen(path) + 1);
    device->waves = rg_waves_new(device);
    bool opened = part && device->trace_path && device->waves && !rg_special_file(path)
                  && rg_engine_trace_open(device->engine, part, rg_waves_notes(device->waves));
    if (!part || !device->trace_path || !device->waves)
        result = rg_no_memory(fault);
    else if (!opened)
        result = rg_fail(fault, RG_BAD_USE, "R0916",
                         "engine `%s` cannot write a waveform to %s: %s",
                         rg_engine_name(device->engine), path, why_no_trace(path, part));
    if (opened) {
        strcpy(device->trace_path, path); /* room: see above */
    } else {
        free(device->trace_path);
        device->trace_path = NULL;
        rg_waves_free(device->waves);
        device->waves = NULL;
    }
    free(part);
    return result;
}

rg_result rgd_trace_close(rgd_device *device, rg_fault *fault)
{
    rg_result result = RG_OK;
    if (!device->trace_path)
        return RG_OK;
    rg_engine_trace_close(device->engine);
    char *part = trace_part(device->trace_path);
    if (!part)
        result = rg_no_memory(fault);
    else if (!rg_waveform_whole(part)) {
        remove(part);
        result = rg_fail(fault, RG_BAD_MACHINE, "R0905",
                         "cannot write %s: the waveform is not whole; is the disk full?",
                         device->trace_path);
    } else if (!rg_rename_flushed(part, device->trace_path)
               || !rg_waves_save(device->waves, device->trace_path))
        result = rg_fail(fault, RG_BAD_MACHINE, "R0905", "cannot write %s: %s", device->trace_path,
                         strerror(errno));
    free(part);
    free(device->trace_path);
    device->trace_path = NULL;
    rg_waves_free(device->waves);
    device->waves = NULL;
    return result;
}

/* Take over an object. It is freed with the device, or here when it does not fit. */
static rg_result adopt(rgd_device *device, rg_object *object, rg_fault *fault)
{
    rg_result result = RG_OK;
    if (object->wide != rg_wide_bits(device))
        result = rg_fail(fault, RG_BAD_USE, "R0920",
                         "the program was compiled for a machine with FLOAT=%s, this one has "
                         "FLOAT=%s: %s",
                         object->wide ? "256" : "none", device->limbs > 1 ? "256" : "none",
                         object->wide ? "run it with --float, or the engine `float`"
                                      : "run it without --float");
    else if (object->xlen != device->xlen || object->frac != device->frac)
        result = rg_fail(fault, RG_BAD_USE, "R0920",
                         "the program was compiled for Q%u.%u, the machine is Q%u.%u",
                         object->xlen - 1 - object->frac, object->frac,
                         device->xlen - 1 - device->frac, device->frac);
    if (result == RG_OK)
        result = rg_core_load(device, object->code, object->code_count, device->base, fault);
    if (result != RG_OK) {
        rg_object_free(object);
        return result;
    }
    device->object = device->loaded = object;
    return RG_OK;
}

rg_result rg_first_error(const rgc_result *compiled, rg_fault *fault)
{
    for (size_t i = 0; i < rgc_diagnostic_count(compiled); i++) {
        const rgc_diagnostic *diagnostic = rgc_diagnostic_at(compiled, i);
        if (diagnostic->severity != RGC_ERROR)
            continue;
        rg_fail(fault, RG_BAD_USE, diagnostic->code, "%s",
                diagnostic->at.message ? diagnostic->at.message : "");
        if (fault) {
            snprintf(fault->file, sizeof fault->file, "%s",
                     diagnostic->at.file ? diagnostic->at.file : "");
            fault->line = diagnostic->at.line;
            fault->column = diagnostic->at.column;
        }
        return RG_BAD_USE;
    }
    return RG_OK;
}

/* Keep the diagnostics as text; the first error also fills the fault. */
static rg_result keep_diagnostics(rgd_device *device, const rgc_result *compiled, rg_fault *fault)
{
    size_t size = 0;
    FILE *stream = open_memstream(&device->diagnostics, &size);
    if (!stream)
        return rg_no_memory(fault);
    rgc_render_text(compiled, stream);
    if (fclose(stream) != 0 || !(stream = open_memstream(&device->diagnostics_json, &size)))
        return rg_no_memory(fault);
    rgc_render_json(compiled, stream);
    if (fclose(stream) != 0 || !(stream = open_memstream(&device->choices, &size)))
        return rg_no_memory(fault);
    rgc_print_choices(compiled, stream);
    if (fclose(stream) != 0)
        return rg_no_memory(fault);
    return rg_first_error(compiled, fault);
}

static void unload(rgd_device *device)
{
    rg_jobs_free(device, RG_HANDLE_UNLOADED);
    free_program(device);
}

/* False when memory is out. */
static bool keep_shapes(rgd_device *device, const rgc_result *compiled)
{
    const rgc_shape *shapes;
    size_t count;
    const char *routine = rgc_shaped(compiled, &shapes, &count);
    free_shapes(device);
    if (!routine || count == 0)
        return true;
    device->shaped = strdup(routine);
    device->shapes = calloc(count, sizeof *device->shapes);
    bool good = device->shaped && device->shapes;
    for (size_t i = 0; good && i < count; i++) {
        device->shapes[i] = shapes[i];
        device->shapes[i].name = strdup(shapes[i].name);
        device->shape_count++;
        good = device->shapes[i].name != NULL;
    }
    return good;
}

static rg_result take_compiled(rgd_device *device, rgc_result *compiled, rg_fault *fault)
{
    if (!compiled)
        return rg_no_memory(fault);
    rg_result result = keep_diagnostics(device, compiled, fault);
    device->source.hash = rg_source_hash(compiled);
    const char *meant = rgc_default_routine(compiled);
    if (meant && !(device->meant = strdup(meant)))
        result = rg_no_memory(fault);
    if (!keep_shapes(device, compiled))
        result = rg_no_memory(fault);
    rg_object *object = rgc_take_object(compiled);
    rgc_result_free(compiled);
    if (result == RG_OK && !object)
        result = rg_fail(fault, RG_BAD_MACHINE, "R0904",
                         "the compiler ended without a program and without an error");
    if (result == RG_OK)
        return adopt(device, object, fault);
    rg_object_free(object);
    return result;
}

static bool ends_in(const char *path, const char *suffix)
{
    size_t length = strlen(path), tail = strlen(suffix);
    return length >= tail && strcmp(path + length - tail, suffix) == 0;
}

/* The whole file as text; NULL with a fault. */
static char *read_text(const char *path, size_t *size, rg_fault *fault)
{
    FILE *file = rg_open_to_read(path);
    char *text = NULL;
    bool good = file && fseek(file, 0, SEEK_END) == 0;
    long length = good ? ftell(file) : -1;
    if (length >= 0 && length < LARGEST_TEXT && fseek(file, 0, SEEK_SET) == 0)
        text = malloc((size_t)length + 1);
    *size = text ? fread(text, 1, (size_t)length, file) : 0;
    if (text && ferror(file)) {
        free(text);
        text = NULL;
    }
    if (!text)
        rg_fail(fault, RG_BAD_USE, "R0905", "cannot read %s: %s", path,
                errno ? rg_why_unread() : "it is no file of text");
    else
        text[*size] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* A fault from a message of the object reader or the assembler: "file[:line:column]: error[CODE]:
 * text". */
static rg_result fail_as_said(rg_fault *fault, const char *said)
{
    const char *mark = strstr(said, ": error["), *close = mark ? strstr(mark, "]: ") : NULL;
    unsigned line = 0, column = 0;
    if (!close)
        return rg_fail(fault, RG_BAD_USE, "R0905", "%s", said);
    int code = (int)(close - mark - 8), place = (int)(mark - said);
    rg_fail(fault, RG_BAD_USE, "R0905", "%s", close + 3);
    if (!fault)
        return RG_BAD_USE;
    snprintf(fault->code, sizeof fault->code, "%.*s", code, mark + 8);
    snprintf(fault->file, sizeof fault->file, "%.*s", place, said);
    char *colon = strchr(fault->file, ':');
    if (colon && sscanf(colon, ":%u:%u", &line, &column) >= 1) {
        *colon = '\0';
        fault->line = line;
        fault->column = column;
    }
    return RG_BAD_USE;
}

static rg_result load_assembly(rgd_device *device, const char *path, rg_fault *fault)
{
    char error[1024] = "";
    size_t size;
    errno = 0;
    char *text = read_text(path, &size, fault);
    if (!text)
        return RG_BAD_USE;
    rg_object *object =
        rg_assemble(text, size, path, device->xlen, device->frac, error, sizeof error);
    free(text);
    if (object) {
        object->wide = rg_wide_bits(device); /* it is assembled for this machine */
        return adopt(device, object, fault);
    }
    return fail_as_said(fault, error);
}

static rg_type_base base_of(rg_number number)
{
    return number == RG_NUMBER_INT    ? RG_TYPE_INT
           : number == RG_NUMBER_BOOL ? RG_TYPE_BOOL
           : number == RG_NUMBER_LOG  ? RG_TYPE_LOG
                                      : RG_TYPE_FIXED;
}

static rgc_argument known_argument(const rg_known_argument *a)
{
    rgc_argument known = {.name = a->name,
                          .base = base_of(a->number),
                          .rank = a->rank,
                          .complex = a->complex,
                          .differentiated = a->differentiated,
                          .counted = a->counted,
                          .sized = a->sized,
                          .whole = a->whole};
    memcpy(known.extents, a->extents, sizeof known.extents);
    return known;
}

/* text is NULL for a file. */
static rg_result compile_for(rgd_device *device, const char *path, const char *text,
                             const char *routine, const rg_known_argument *arguments, size_t count,
                             rg_fault *fault)
{
    rgc_argument *known = calloc(count + 1, sizeof *known);
    if (!known)
        return rg_no_memory(fault);
    for (size_t i = 0; i < count; i++)
        known[i] = known_argument(&arguments[i]);
    const bool kept = rg_source_keep(&device->source, path, text, routine, known, count);
    rg_result result =
        kept ? take_compiled(device, rg_source_compile(device, device->passes_off, false), fault)
             : rg_no_memory(fault);
    free(known);
    return result;
}

rg_result rgd_load_for(rgd_device *device, const char *path, const char *routine,
                       const rg_known_argument *arguments, size_t count, rg_fault *fault)
{
    char error[512] = "";
    unload(device);
    if (ends_in(path, ".s"))
        return load_assembly(device, path, fault);
    if (ends_in(path, ".rg") || ends_in(path, ".jl"))
        return compile_for(device, path, NULL, routine, arguments, count, fault);
    rg_object *object = rg_object_read(path, error, sizeof error);
    if (!object)
        return fail_as_said(fault, error);
    return adopt(device, object, fault);
}

rg_result rgd_load_text(rgd_device *device, const char *name, const char *text, const char *routine,
                        const rg_known_argument *arguments, size_t count, rg_fault *fault)
{
    unload(device);
    return compile_for(device, name, text, routine, arguments, count, fault);
}
