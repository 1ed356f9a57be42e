/* cmd_build.c: retrograd build and retrograd disasm. */
#include "host-driver/cli/cli.h"

#include "compiler/asm/asm.h"
#include "compiler/circuit/circuit.h"
#include "compiler/rgc.h"
#include "energy/energy.h"
#include "compiler/special.h"
#include "firmware_image.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file that is renamed into place is written without interruption; a pipe may have no reader. */
static bool takes_a_place(const char *path)
{
    return path && strcmp(path, "-") != 0 && !rg_special_file(path);
}

static const char *const forms[] = {"obj",  "asm",  "ir",      "inverse", "graph", "unf",
                                    "qasm", "real", "verilog", "gates",   "c"};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* Sources that the compiler made of others stand in no file. */
static bool spares_sources(const cli_options *options, const rgc_result *compiled)
{
    for (size_t i = 0; i < rgc_source_count(compiled); i++)
        if (!rgc_source_is_made(compiled, i)
            && !cli_outputs_spare(options, rgc_source_path(compiled, i)))
            return false;
    return true;
}

/* What is written as text: an object as assembly, or the reversible representation of what was
 * compiled. */
typedef struct {
    const rg_object *object;
    rgc_result *compiled; /* NULL: assembly */
    bool inverse, graph, svg, unary, c, runtime_text;
    const char *runtime, *guard; /* of C: the header to include, the guard of a header; or NULL */
    const circuit *circuit;      /* NULL: none */
    const char *form;            /* of the circuit */
    bool json;
} listing;

static int write_listing(const listing *what, FILE *out)
{
    if (what->circuit)
        return cli_write_circuit(what->circuit, what->form, what->json, out);
    if (what->compiled && what->c)
        return what->runtime_text
                   ? rgc_print_c_runtime(out)
                   : rgc_print_c(what->compiled, out, NULL, what->runtime, what->guard);
    if (what->compiled && what->graph)
        return rgc_print_graph(what->compiled, out, what->svg);
    if (what->compiled && what->unary)
        return rgc_print_unary(what->compiled, out);
    if (what->compiled && what->inverse)
        return rgc_print_source(what->compiled, out, true);
    return what->compiled ? rgc_print_ir(what->compiled, out, false)
                          : rg_disassemble(what->object, out);
}

/* errno says why; opened: the path is one that can be written to. */
static int not_written(const char *path, bool opened)
{
    const int status = opened || rg_lacks_room(errno) ? RG_BAD_MACHINE : RG_BAD_USE;
    cli_error("R0905", "cannot write %s: %s", path, strerror(errno));
    return status;
}

/* A device or a pipe is written to as it is. */
static int write_special(const listing *what, const char *path)
{
    FILE *file = fopen(path, "w");
    bool good = file && write_listing(what, file) == 0;
    if (file && fclose(file) != 0)
        good = false;
    return good ? RG_OK : not_written(path, file != NULL);
}

/* Write through a temporary file that is renamed into place; "-" or NULL is standard output. */
static int write_text(const listing *what, const char *path)
{
    if (!path || strcmp(path, "-") == 0) {
        if (write_listing(what, stdout) == 0)
            return RG_OK;
        cli_error("R0905", "cannot write to standard output");
        return RG_BAD_MACHINE;
    }
    if (rg_special_file(path))
        return write_special(what, path);
    size_t size = strlen(path) + 6;
    char *part = malloc(size);
    if (!part) {
        cli_error("R0904", "the host is out of memory");
        return RG_BAD_MACHINE;
    }
    snprintf(part, size, "%s.part", path);
    FILE *file = fopen(part, "w");
    bool good = file && write_listing(what, file) == 0;
    if (file && fclose(file) != 0)
        good = false;
    if (good && !rg_rename_flushed(part, path))
        good = false;
    int status = good ? RG_OK : not_written(path, file != NULL);
    if (!good && file)
        unlink(part);
    free(part);
    return status;
}

static int write_object(const rg_object *object, const char *path)
{
    char error[512];
    if (!path) {
        cli_error("R0917", "`retrograd build` writes an object: say where with -o FILE.elf");
        return RG_BAD_USE;
    }
    errno = 0;
    if (rg_object_write(object, path, error, sizeof error) == 0)
        return RG_OK;
    const bool full = rg_lacks_room(errno);
    cli_said(error);
    return full ? RG_BAD_MACHINE : RG_BAD_USE;
}

static bool known_form(const char *form)
{
    for (size_t i = 0; i < FORMS; i++)
        if (strcmp(form, forms[i]) == 0)
            return true;
    const char *near = rg_suggest(form, forms, FORMS);
    cli_error(
        "R0917", "--emit=%s is unknown%s%s%s", form,
        near ? "; did you mean "
             : ": there are obj, asm, c, ir, inverse, graph, unf, qasm, real, verilog and gates",
        near ? near : "", near ? "?" : "");
    return false;
}

/* A program that erases has no inverse. Reported before anything of it is written. */
static bool has_inverse(const rgc_result *compiled, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *scratch = open_memstream(&text, &size);
    const int printed = scratch ? rgc_print_source(compiled, scratch, true) : -1;
    if (scratch)
        fclose(scratch);
    free(text);
    if (printed == RGC_NO_INVERSE)
        cli_error("R0930", "`%s` erases values and has no inverse", path);
    return printed != RGC_NO_INVERSE;
}

/* A name as part of a macro's. */
static void make_guard(const char *name, char *guard, size_t size)
{
    snprintf(guard, size, "RG_EMITTED_%s_H", name);
    for (char *c = guard; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
}

/* FILE.c, FILE.h that declares its functions, and beside them rg_runtime.h, which both include. On
 * standard output, and into a device, all of it is one text. */
static int write_c(rgc_result *compiled, const char *path)
{
    listing what = {.compiled = compiled, .c = true};
    if (!takes_a_place(path))
        return write_text(&what, path);
    const size_t length = strlen(path), room = length + sizeof "rg_runtime.h";
    const bool dotted = length > 2 && strcmp(path + length - 2, ".c") == 0;
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char guard[128], *header = malloc(room), *runtime = malloc(room);
    if (!header || !runtime) {
        free(header);
        free(runtime);
        cli_error("R0904", "the host is out of memory");
        return RG_BAD_MACHINE;
    }
    snprintf(header, room, "%.*s", (int)(dotted ? length - 2 : length), path);
    make_guard(header + folder, guard, sizeof guard);
    strcat(header, ".h");
    snprintf(runtime, room, "%.*srg_runtime.h", (int)folder, path);
    what.runtime = "rg_runtime.h";
    int status = write_text(&what, path);
    what.guard = guard;
    if (status == RG_OK)
        status = write_text(&what, header);
    what.runtime_text = true;
    if (status == RG_OK)
        status = write_text(&what, runtime);
    free(header);
    free(runtime);
    return status;
}

/* What cannot be put in C is one of the diagnostics, before anything is written. */
static void try_c(rgc_result *compiled)
{
    char *text = NULL;
    size_t size = 0;
    FILE *scratch = open_memstream(&text, &size);
    if (scratch) {
        (void)rgc_print_c(compiled, scratch, NULL, "rg_runtime.h", NULL);
        fclose(scratch);
    }
    free(text);
}

static int emit(const cli_options *options, rgc_result *compiled, const char *form,
                const circuit *made)
{
    listing what = {.object = rgc_object(compiled)};
    if (cli_is_circuit(form)) {
        what.circuit = made;
        what.form = form;
        what.json = options->json;
        return write_text(&what, options->output);
    }
    if (strcmp(form, "c") == 0)
        return write_c(compiled, options->output);
    if (strcmp(form, "obj") == 0)
        return write_object(what.object, options->output);
    if (strcmp(form, "asm") != 0)
        what.compiled = compiled;
    what.inverse = strcmp(form, "inverse") == 0;
    if (what.inverse && !has_inverse(compiled, options->words[0]))
        return RG_BAD_USE;
    what.graph = strcmp(form, "graph") == 0;
    what.unary = strcmp(form, "unf") == 0;
    size_t length = options->output ? strlen(options->output) : 0;
    what.svg = length > 4 && strcmp(options->output + length - 4, ".svg") == 0;
    return write_text(&what, options->output);
}

/* What an object is built for is not known: it may erase, and then runs forward only. */
static rg_result find_prices(const cli_options *options, opt_prices *prices)
{
    rg_fault fault;
    rg_technology *technology = cli_optimise_technology(options, NULL);
    if (!technology)
        return RG_BAD_USE;
    rg_result result =
        rg_energy_prices(technology, RG_FIRMWARE_XLEN, RG_FIRMWARE_FRAC, prices, &fault);
    prices->rounds = options->rounds;
    if (options->budgeted)
        prices->budget = options->budget;
    if (result != RG_OK)
        cli_fault(&fault);
    rg_technology_close(technology);
    return result;
}

/* After a pass there is no object yet. */
static bool shows_steps(const cli_options *options, const char *form)
{
    const bool good = options->last_step == 0 || (strcmp(form, "ir") == 0 && !options->report);

    if (!good)
        cli_error("R0917", "--after=PASS shows what a pass leaves: it goes with --emit=ir");
    return good;
}

int cmd_build(const cli_options *options)
{
    const char *form = options->emit ? options->emit : "obj";
    if (!known_form(form) || !shows_steps(options, form) || !cli_fits_circuit(options, form))
        return RG_BAD_USE;
    const bool wide = cli_is_float(options) && !RG_FIRMWARE_FLOAT;
    rgc_options settings = {.xlen = wide ? 64 : RG_FIRMWARE_XLEN,
                            .frac = wide ? RG_FIRMWARE_FLOAT_FRAC : RG_FIRMWARE_FRAC,
                            .wide = wide ? CLI_FLOAT_BITS : RG_FIRMWARE_FLOAT,
                            .passes_off = options->passes_off,
                            .first_step = options->first_step,
                            .last_step = options->last_step,
                            .verify = options->verify,
                            .gradients = options->gradients};
    opt_prices prices;
    if (options->optimise) {
        rg_result priced = find_prices(options, &prices);
        if (priced != RG_OK)
            return (int)priced;
        settings.prices = &prices;
    }
    rgc_result *compiled = rgc_compile_file(options->words[0], &settings);
    if (!compiled) {
        cli_error("R0904", "the host is out of memory");
        return RG_BAD_MACHINE;
    }
    if (strcmp(form, "c") == 0)
        try_c(compiled);
    circuit made = {0};
    const int circuit_status = cli_is_circuit(form) && rgc_error_total(compiled) == 0
                                   ? cli_make_circuit(options, compiled, &made)
                                   : RG_OK;
    (cli_wants_json() ? rgc_render_json : rgc_render_text)(compiled, stderr);
    if (takes_a_place(options->output))
        cli_signals_hold();
    bool only_report = options->report && !options->emit && !options->output;
    int status = rgc_error_total(compiled) > 0 || !spares_sources(options, compiled) ? RG_BAD_USE
                 : circuit_status != RG_OK || only_report ? circuit_status
                                                          : emit(options, compiled, form, &made);
    circuit_free(&made);
    cli_signals_let();
    if (status == RG_OK && options->report && options->optimise)
        printf("uncompute, keep or erase, by energy:%s\n", options->optimise);
    if (status == RG_OK && options->report)
        rgc_print_choices(compiled, stdout);
    rgc_result_free(compiled);
    if (status == RG_OK && options->report)
        status = cli_report_passes(options->words[0], &settings, stdout);
    return status;
}

int cmd_disasm(const cli_options *options)
{
    char error[512];
    rg_object *object = rg_object_read(options->words[0], error, sizeof error);
    if (!object) {
        cli_said(error);
        return RG_BAD_USE;
    }
    if (takes_a_place(options->output))
        cli_signals_hold();
    int status = write_text(&(listing){.object = object}, options->output);
    cli_signals_let();
    rg_object_free(object);
    return status;
}
