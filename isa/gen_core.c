/* gen_core.c: a core description of FuseSoC (CAPI2) for rg_top. */
#include "gen_bus.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *form, *values, *value, *what;
} parameter;

static const parameter parameters[] = {
#define RG_PARAMETER(variable, parameter, shift, bits, form, values, pipelined, multicycle, what)  \
    {#parameter, #form, values, pipelined, what},
#include "machine.def"
};

enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

/* The default as rg_top takes it: a number, or the index of a word among the values. */
static unsigned long default_of(const parameter *p)
{
    const char *at = strstr(p->values, p->value);
    unsigned long index = 0;

    if (strcmp(p->form, "WORD") != 0)
        return strtoul(p->value, NULL, 10);
    for (const char *c = p->values; at && c < at; c++)
        index += *c == ' ';
    return index;
}

static void write_parameters(void)
{
    printf("parameters:\n");
    for (size_t i = 0; i < PARAMETERS; i++)
        printf("  %s:\n    datatype: int\n    paramtype: vlogparam\n    default: %lu\n"
               "    description: \"%s\"\n",
               parameters[i].name, default_of(&parameters[i]), parameters[i].what);
}

static bool ends(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* A bench stands under tests/; what ends in .vh is included by others. */
static void write_files(const char *name, char **files, int count, bool benches)
{
    printf("  %s:\n    file_type: systemVerilogSource\n    files:\n", name);
    for (int i = 0; i < count; i++) {
        if ((strncmp(files[i], "tests/", 6) == 0) != benches)
            continue;
        if (ends(files[i], ".vlt"))
            printf("      - %s: {file_type: vlt}\n", files[i]);
        else
            printf("      - %s%s\n", files[i],
                   ends(files[i], ".vh") ? ": {is_include_file: true}" : "");
    }
}

static void write_target(const char *name, const char *filesets, const char *top, const char *tool)
{
    printf("  %s:\n    filesets: [%s]\n    toplevel: %s\n", name, filesets, top);
    if (tool)
        printf("    default_tool: %s\n", tool);
}

void rg_gen_core(const char *version, char **files, int count)
{
    printf("CAPI=2:\n# Generated from isa/machine.def and the list of the sources; edit those.\n"
           "name: retrograd:core:rg_top:%s\n"
           "description: Reversible co-processor with a gradient mode\nfilesets:\n",
           version);
    write_files("rtl", files, count, false);
    write_files("benches", files, count, true);
    printf("targets:\n");
    write_target("default", "rtl", "rg_top", NULL);
    printf("    parameters: [");
    for (size_t i = 0; i < PARAMETERS; i++)
        printf("%s%s", i ? ", " : "", parameters[i].name);
    printf("]\n");
    write_target("lint", "rtl", "rg_top", "verilator");
    printf("    tools:\n      verilator: {mode: lint-only}\n");
    write_target("reset", "rtl, benches", "reset", "icarus");
    write_target("cycle_limit", "rtl, benches", "cycle_limit", "icarus");
    write_parameters();
}
