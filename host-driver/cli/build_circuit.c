/* build_circuit.c: what `retrograd build` does with --emit=qasm, real, verilog and gates. */
#include "host-driver/cli/cli.h"

#include "compiler/circuit/circuit.h"
#include "compiler/rgc.h"
#include "firmware_image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool cli_is_circuit(const char *form)
{
    return strcmp(form, "qasm") == 0 || strcmp(form, "real") == 0 || strcmp(form, "verilog") == 0
           || strcmp(form, "gates") == 0;
}

bool cli_fits_circuit(const cli_options *options, const char *form)
{
    const bool circuit = cli_is_circuit(form);

    if (circuit && options->bits && (options->bits < 2 || options->bits > RG_FIRMWARE_XLEN)) {
        cli_error("R0917", "--bits wants a whole number from 2 to %u, not `%llu`",
                  (unsigned)RG_FIRMWARE_XLEN, (unsigned long long)options->bits);
        return false;
    }
    if (options->json && strcmp(form, "gates") != 0) {
        cli_error("R0917", "--json goes with --emit=gates");
        return false;
    }
    if (circuit && options->report) {
        cli_error("R0917", "--report is about code of the machine: a circuit has --emit=gates");
        return false;
    }
    if (!circuit && (options->word_count > 1 || options->bits || options->size_count > 0)) {
        cli_error("R0917", "%s goes with --emit=qasm, real, verilog or gates",
                  options->bits         ? "--bits"
                  : options->size_count ? "--size"
                                        : "FUNCTION");
        return false;
    }
    return true;
}

/* N, or extents with commas between them. */
static bool parse_size(const cli_setting *setting, circuit_size *size)
{
    const char *at = setting->value;

    *size = (circuit_size){.name = setting->name};
    for (bool more = true; more && *at >= '0' && *at <= '9' && size->rank < RG_MOST_RANK;) {
        char *end;
        errno = 0;
        size->extents[size->rank++] = strtoull(at, &end, 10);
        more = *end == ',' && errno == 0;
        at = more ? end + 1 : end;
        if (*at == '\0' && !more && errno == 0)
            return true;
    }
    cli_error("R0917", "--size wants NAME=N or NAME=ROWS,COLUMNS, not `%s=%s`", setting->name,
              setting->value);
    return false;
}

int cli_make_circuit(const cli_options *options, rgc_result *compiled, circuit *out)
{
    circuit_size *sizes = calloc(options->size_count + 1, sizeof *sizes);
    bool good = true;

    *out = (circuit){0};
    if (!sizes) {
        cli_error("R0904", "the host is out of memory");
        return RG_BAD_MACHINE;
    }
    for (size_t i = 0; i < options->size_count && good; i++)
        good = parse_size(&options->sizes[i], &sizes[i]);
    const circuit_options wanted = {.routine = options->word_count > 1 ? options->words[1] : NULL,
                                    .bits = (unsigned)options->bits,
                                    .sizes = sizes,
                                    .size_count = options->size_count};
    const int made = good ? rgc_make_circuit(compiled, &wanted, out) : RGC_NO_CIRCUIT;
    free(sizes);
    if (made == -1 && rgc_error_total(compiled) == 0) {
        cli_error("R0904", "the host is out of memory");
        return RG_BAD_MACHINE;
    }
    return made == 0 ? RG_OK : RG_BAD_USE;
}

int cli_write_circuit(const circuit *c, const char *form, bool json, FILE *out)
{
    if (strcmp(form, "qasm") == 0)
        return circuit_write_qasm(c, out);
    if (strcmp(form, "real") == 0)
        return circuit_write_real(c, out);
    if (strcmp(form, "verilog") == 0)
        return circuit_write_verilog(c, out);
    return json ? circuit_write_json(c, out) : circuit_write_text(c, out);
}
