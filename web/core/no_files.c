/* no_files.c: what the page does not offer: object files, emitted C, circuits, boards at serial
 * lines, and explorations, which start other processes. */
#include "compiler/circuit/circuit.h"
#include "compiler/emit_c/emit_c.h"
#include "compiler/object.h"
#include "host-driver/cli/cli.h"
#include "sim/board/engine.h"

#include <stdio.h>
#include <string.h>

int rg_object_write(const rg_object *object, const char *path, char *error, size_t size)
{
    (void)object;
    snprintf(error, size, "%s: error[R0905]: the page writes no object files", path);
    return -1;
}

rg_object *rg_object_read(const char *path, char *error, size_t size)
{
    snprintf(error, size, "%s: error[R0905]: the page reads no object files", path);
    return NULL;
}

emit_c_result emit_c_module(ir_module *m, const emit_c_options *options, FILE *out,
                            ir_diagnostic *why)
{
    (void)m;
    (void)options;
    (void)out;
    *why = (ir_diagnostic){.code = "R0736", .text = "the page emits no C"};
    return EMIT_C_REFUSED;
}

int emit_c_runtime_text(FILE *out)
{
    (void)out;
    return -1;
}

circuit_result circuit_make(const ir_module *m, const ir_routine *r, const circuit_options *options,
                            circuit *out, ir_diagnostic *why)
{
    (void)m;
    (void)r;
    (void)options;
    (void)out;
    *why = (ir_diagnostic){.code = "R0737", .text = "the page makes no circuits"};
    return CIRCUIT_REFUSED;
}

void circuit_free(circuit *c) { (void)c; }

bool cli_is_circuit(const char *form)
{
    return strcmp(form, "qasm") == 0 || strcmp(form, "real") == 0 || strcmp(form, "verilog") == 0
           || strcmp(form, "gates") == 0;
}

bool cli_fits_circuit(const cli_options *options, const char *form)
{
    (void)options;
    if (cli_is_circuit(form))
        cli_error("R0901", "the page makes no circuits");
    return !cli_is_circuit(form);
}

int cli_make_circuit(const cli_options *options, rgc_result *compiled, circuit *out)
{
    (void)options;
    (void)compiled;
    (void)out;
    return RG_BAD_USE;
}

int cli_write_circuit(const circuit *c, const char *form, bool json, FILE *out)
{
    (void)c;
    (void)form;
    (void)json;
    (void)out;
    return -1;
}

int cmd_explore(const cli_options *options)
{
    (void)options;
    cli_error("R0901", "the page has no explorations, which start other processes");
    return RG_BAD_USE;
}

int cmd_debug(const cli_options *options)
{
    (void)options;
    cli_error("R0901", "the page has no debugger on a command line: it has a slider of time");
    return RG_BAD_USE;
}

int cmd_dap(const cli_options *options) { return cmd_debug(options); }

int cmd_gdbserver(const cli_options *options) { return cmd_debug(options); }

int cmd_fmt(const cli_options *options)
{
    (void)options;
    cli_error("R0901",
              "the page has no formatter and no language server: its editor says what is wrong");
    return RG_BAD_USE;
}

int cmd_lsp(const cli_options *options) { return cmd_fmt(options); }

/* The page holds its engines. */
rg_engine *rg_board_engine_open(const char *path, char *why, size_t size)
{
    snprintf(why, size, "the page has no serial line %s", path);
    return NULL;
}

rg_engine *rg_engine_load(const char *name, const char *path, bool *loaded, char *why, size_t size)
{
    (void)name;
    (void)path;
    *loaded = size > 0;
    why[0] = '\0';
    return NULL;
}

int cmd_help(const cli_options *options)
{
    (void)options;
    cli_error("R0901", "the page has no help of the command: docs/reference/driver.md has it");
    return RG_BAD_USE;
}
