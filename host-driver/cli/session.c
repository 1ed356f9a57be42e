/* session.c: opening the device, the program and the job that the command line asks for. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const engines[] = {"board", "fast",      "fast16",  "float", "gates",
                                      "rtl",   "rtl-float", "systemc", "trace"};
enum { ENGINES = sizeof engines / sizeof engines[0] };

/* The engine of that name with Float: itself where it has it; NULL: there is none. */
static const char *with_float(const char *engine)
{
    if (strcmp(engine, "float") == 0 || strcmp(engine, "rtl-float") == 0)
        return engine;
    return strcmp(engine, "fast") == 0 ? "float" : strcmp(engine, "rtl") == 0 ? "rtl-float" : NULL;
}

bool cli_is_float(const cli_options *options)
{
    return options->with_float
           || (options->engine && with_float(options->engine) == options->engine);
}

bool cli_is_float_core(const cli_options *options)
{
    const char *engine = options->engine ? options->engine : "";
    return strcmp(engine, "rtl-float") == 0 || (options->with_float && strcmp(engine, "rtl") == 0);
}

/* The engine by name; waveforms need the variant of rtl that can write them. */
static const char *choose_engine(const cli_options *options)
{
    const char *engine = options->engine ? options->engine : options->trace ? "rtl" : "fast";
    bool known = false;
    for (size_t i = 0; i < ENGINES; i++)
        known = known || strcmp(engines[i], engine) == 0;
    if (!known) {
        const char *near = rg_suggest(engine, engines, ENGINES);
        cli_error("R0901", "there is no engine `%s`%s%s%s", engine, near ? "; did you mean " : "",
                  near ? near : "",
                  near ? "?"
                       : "; there are board, fast, fast16, float, gates, rtl, rtl-float and "
                         "systemc");
        return NULL;
    }
    if (options->with_float && !with_float(engine)) {
        cli_error("R0916", "--float is the engine `float` or `rtl-float`, and not `%s`", engine);
        return NULL;
    }
    if (options->trace && options->with_float) {
        cli_error("R0916", "--trace shows the signals of the core with Fixed: leave out --float "
                           "or --trace");
        return NULL;
    }
    engine = options->with_float ? with_float(engine) : engine;
    if (!options->trace)
        return engine;
    if (strcmp(engine, "rtl") != 0 && strcmp(engine, "trace") != 0) {
        cli_error("R0916", "--trace needs --engine rtl: %s has no signals to record", engine);
        return NULL;
    }
    return "trace";
}

static rg_result report_fault(const cli_options *options, const rg_fault *fault)
{
    if (!options->silent)
        cli_fault(fault);
    return fault->result;
}

/* The values of --set, read before the program is compiled: they settle types that the program
 * leaves open. */
typedef struct {
    cli_value *values;
    size_t count;
    cli_known known;
} settings;

static void free_settings(settings *set)
{
    for (size_t i = 0; i < set->count; i++)
        cli_value_free(&set->values[i]);
    free(set->values);
    cli_known_free(&set->known);
}

bool cli_differentiates(const cli_options *o)
{
    return o->grad || o->hessian || o->hvp || o->jacobian || o->direction_count > 0
           || strcmp(o->command, "check") == 0;
}

/* What a value tells of its argument. That of a struct or a tuple tells nothing about its type. */
static bool know(settings *set, const cli_options *options, const char *name, const cli_value *v)
{
    const bool differentiated = cli_differentiates(options);
    if (!v->reals)
        return cli_know_parts(&set->known, name, differentiated, v->json);
    rg_known_argument known = {.name = name,
                               .rank = v->rank,
                               .complex = v->imags != NULL,
                               .differentiated = differentiated,
                               /* as complex numbers are used, their parts are Fixed */
                               .number = v->imags                    ? RG_NUMBER_FIXED
                                         : v->integers && v->boolean ? RG_NUMBER_BOOL
                                         : v->integers               ? RG_NUMBER_INT
                                                                     : RG_NUMBER_FIXED,
                               .counted = v->rank == 0 && v->integers,
                               .sized = !v->table};
    known.whole = known.counted ? v->integers[0] : 0;
    memcpy(known.extents, v->extents, sizeof known.extents);
    return cli_know(&set->known, &known);
}

static rg_result no_memory(rg_fault *fault)
{
    return cli_bad_value(fault, "R0904", NULL, 0, "--set", "the host is out of memory");
}

static rg_result read_settings(const cli_options *options, settings *set, rg_fault *fault)
{
    size_t room = options->setting_count ? options->setting_count : 1;
    *set = (settings){.values = calloc(room, sizeof *set->values)};
    if (!set->values)
        return no_memory(fault);
    for (size_t i = 0; i < options->setting_count; i++) {
        const cli_setting *setting = &options->settings[i];
        cli_value *v = &set->values[i];
        set->count = i + 1;
        rg_result result = cli_value_parse(setting->name, setting->value, v, fault);
        if (result != RG_OK)
            return result;
        if (v->vanished && !options->quiet)
            cli_warning("R0505", "argument %s: %s becomes 0: a double has no numbers below %.3g",
                        setting->name, v->json || v->table ? "a number in it" : setting->value,
                        0x1p-1074);
        if (!know(set, options, setting->name, v))
            return no_memory(fault);
    }
    return RG_OK;
}

static rg_result load(const cli_options *options, const settings *set, rg_device *device)
{
    rg_fault fault;
    cli_progress_say("compiling");
    rg_result result = cli_load_for(options, &set->known, device, &fault);
    cli_progress_clear();
    if ((result != RG_OK || !options->quiet) && !options->silent)
        cli_diagnostics(device);
    if (result != RG_OK && rg_diagnostics(device)[0] == '\0')
        (void)report_fault(options, &fault);
    return result;
}

static rg_result set_arguments(const cli_options *options, const settings *set, rg_job *job)
{
    for (size_t i = 0; i < options->setting_count; i++) {
        const cli_setting *setting = &options->settings[i];
        rg_fault fault;
        if (cli_value_set(job, setting->name, &set->values[i], &fault) != RG_OK)
            return report_fault(options, &fault);
    }
    return RG_OK;
}

static void warn_of_losses(const rg_device *device, const rg_job *job)
{
    const bool wide = cli_has_float(device); /* 128 bits of 256 are behind the point */
    const unsigned frac = wide ? 128 : rg_device_frac(device),
                   bits = wide ? 127 : rg_device_xlen(device) - 1 - frac;
    const char *more = wide ? "" : "; --float keeps more";
    rg_loss loss;
    for (size_t i = 0; i < rg_parameter_count(job); i++) {
        char where[80] = "", what[240];
        if (!rg_lost_digits(job, i, &loss))
            continue;
        rg_parameter p;
        if (rg_parameter_at(job, i, &p))
            rg_element_text(p.extents, p.rank, loss.element, where, sizeof where);
        if (loss.bits == 0)
            snprintf(what, sizeof what, "%.6g becomes 0: Q%u.%u keeps nothing below %.3g%s",
                     loss.given, bits, frac, ldexp(1, -(int)frac - 1), more);
        else
            snprintf(what, sizeof what,
                     "%.6g is kept as %.6g: Q%u.%u has %u bit%s for it, %.1f decimal digits%s",
                     loss.given, loss.kept, bits, frac, loss.bits, loss.bits == 1 ? "" : "s",
                     loss.digits, more);
        if (loss.count > 1)
            cli_warning("R0505", "argument %s%s: %s (the worst of %zu elements)", loss.name, where,
                        what, loss.count);
        else
            cli_warning("R0505", "argument %s%s: %s", loss.name, where, what);
    }
}

/* The program and the job, with its arguments. */
static rg_result prepare(const cli_options *options, cli_session *session)
{
    rg_fault fault;
    settings set;
    rg_result result = read_settings(options, &set, &fault);
    if (result != RG_OK)
        report_fault(options, &fault);
    if (result == RG_OK)
        result = load(options, &set, session->device);
    if (result == RG_OK && !(session->job = rg_job_new(session->device, options->words[1], &fault)))
        result = report_fault(options, &fault);
    if (result == RG_OK)
        result = set_arguments(options, &set, session->job);
    if (result == RG_OK && !options->quiet)
        warn_of_losses(session->device, session->job);
    free_settings(&set);
    return result;
}

/* Files that the program includes are known once it is compiled. */
static rg_result spare_sources(const cli_options *options, const rg_device *device)
{
    const char *path;
    for (size_t i = 0; (path = rg_source_file(device, i)); i++)
        if (!cli_outputs_spare(options, path))
            return RG_BAD_USE;
    return RG_OK;
}

/* --optimise energy: a run that goes backward leaves nothing to be erased. */
static rg_result set_choice(const cli_options *options, rg_device *device)
{
    rg_fault fault;
    if (!options->optimise)
        return RG_OK;
    const rg_identity machine = rg_identity_of(rg_device_config(device));
    rg_technology *technology = cli_optimise_technology(options, &machine);
    if (!technology)
        return RG_BAD_USE;
    const bool forward = !options->backward && !options->grad && !options->hessian && !options->hvp
                         && !options->jacobian && options->direction_count == 0;
    rg_result result = rg_set_energy_choice(device, technology,
                                            options->budgeted ? options->budget : UINT64_MAX,
                                            options->rounds, forward, &fault);
    rg_technology_close(technology);
    return result == RG_OK ? RG_OK : report_fault(options, &fault);
}

static rg_result set_passes(const cli_options *options, rg_device *device)
{
    rg_fault fault;
    const char *names[OPT_PASS_COUNT];
    unsigned count = opt_names(options->passes_off, names);
    rg_result result = rg_set_passes_off(device, names, count, &fault);
    return result == RG_OK ? RG_OK : report_fault(options, &fault);
}

/* Only a board has a line, and it needs one. */
static bool suits_line(const cli_options *options, const char *engine)
{
    const bool board = strcmp(engine, "board") == 0;
    if (board == (options->tty != NULL))
        return true;
    if (board)
        cli_error("R0956", "--engine board needs the line that the board is at, such as --tty "
                           "/dev/ttyUSB0");
    else
        cli_error("R0917",
                  "--tty is the line of a board: it goes with --engine board, and not `%s`",
                  engine);
    return false;
}

static rg_device *open_device(const cli_options *options, const char *engine, rg_fault *fault)
{
    if (!options->tty)
        return rg_device_open(engine, fault);
    const size_t size = strlen(options->tty) + sizeof "board:";
    char *name = malloc(size);
    if (!name) {
        (void)cli_bad_value(fault, "R0904", NULL, 0, options->tty, "the host is out of memory");
        return NULL;
    }
    snprintf(name, size, "board:%s", options->tty);
    rg_device *device = rg_device_open(name, fault);
    free(name);
    return device;
}

rg_result cli_session_open(const cli_options *options, cli_session *session)
{
    rg_fault fault;
    *session = (cli_session){0};
    const char *engine = choose_engine(options);
    if (!engine || !suits_line(options, engine))
        return RG_BAD_USE;
    cli_progress_say("starting the machine: power-on self-test");
    session->device = open_device(options, engine, &fault);
    cli_progress_clear();
    if (!session->device)
        return report_fault(options, &fault);
    cli_signals_catch(session->device);
    cli_signals_waveform(options->trace);
    if (cli_progress_wanted())
        rg_set_progress(session->device, cli_progress, session);
    rg_set_cycle_limit(session->device, options->max_cycles);
    rg_set_verify(session->device, options->verify);
    rg_set_gradients(session->device,
                     options->grad || options->hessian || options->hvp || options->jacobian);
    rg_result result = set_passes(options, session->device);
    if (result == RG_OK)
        result = set_choice(options, session->device);
    if (result == RG_OK)
        result = prepare(options, session);
    if (result == RG_OK)
        result = spare_sources(options, session->device);
    if (result == RG_OK && options->trace
        && rg_trace_open(session->device, options->trace, &fault) != RG_OK)
        return report_fault(options, &fault);
    return result;
}

void cli_session_close(cli_session *session)
{
    cli_signals_release();
    rg_job_free(session->job);
    rg_device_close(session->device);
    cli_signals_waveform(NULL);
}

const char *cli_engine_name(const rg_device *device)
{
    const char *name = rg_device_engine(device);
    return strcmp(name, "trace") == 0 ? "rtl" : strcmp(name, "float") == 0 ? "fast" : name;
}
