/* hardware.c: area, path and memories of a variant, by `make hardware` of the sources. */
#include "explore/hardware.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "explore/process.h"
#include "host-driver/cli/cli.h"

enum { FIXED_WORDS = 12, VARIABLE = 2 * RG_PARAMETER_TEXT };

static const json_t *fail(rg_fault *fault, const char *command, const char *why)
{
    memset(fault, 0, sizeof *fault);
    fault->result = RG_BAD_USE;
    snprintf(fault->code, sizeof fault->code, "R0949");
    snprintf(fault->message, sizeof fault->message, "the hardware of %s is not known: %s", command,
             why);
    return NULL;
}

/* What the command says it was built for: NAME=VALUE of one parameter. */
static bool variable_of(const json_t *version, unsigned parameter, char text[VARIABLE])
{
    char key[RG_PARAMETER_TEXT];
    size_t n = 0;
    const char *name = rg_parameter_name(parameter);
    for (; name[n] && n + 1 < sizeof key; n++)
        key[n] = (char)tolower((unsigned char)name[n]);
    key[n] = '\0';
    const json_t *value = json_object_get(version, key);
    if (json_is_string(value))
        snprintf(text, VARIABLE, "%s=%s", name, json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, VARIABLE, "%s=%lld", name, (long long)json_integer_value(value));
    else
        return false;
    return true;
}

static json_t *output_json(const char *const *words)
{
    char *text = NULL;
    json_t *json = ex_process_output(words, &text) ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return json;
}

/* The last line of what make printed is the path. */
static char *last_line(char *text)
{
    size_t end = strlen(text);
    while (end > 0 && text[end - 1] == '\n')
        text[--end] = '\0';
    char *line = strrchr(text, '\n');
    return line ? line + 1 : text;
}

static json_t *made(const ex_places *places, char variables[RG_PARAMETERS][VARIABLE])
{
    char build[4200];
    const char *words[FIXED_WORDS + RG_PARAMETERS] = {
        "/usr/bin/env", "-u", "MAKEFLAGS", "make", "-s", "-C", places->sources, "hardware"};
    size_t n = 8;
    char *text = NULL;
    json_t *json = NULL;
    snprintf(build, sizeof build, "BUILD=%s", places->build);
    words[n++] = build;
    for (unsigned p = 0; p < RG_PARAMETERS; p++)
        words[n++] = variables[p];
    if (ex_process_output(words, &text)) {
        const char *path = last_line(text);
        char whole[8400];
        snprintf(whole, sizeof whole, "%s%s%s", path[0] == '/' ? "" : places->sources,
                 path[0] == '/' ? "" : "/", path);
        json = json_load_file(whole, 0, NULL);
    }
    free(text);
    return json;
}

static json_int_t integer(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* The report of synth-report as fields of a point. */
static json_t *fields_of(const json_t *report)
{
    json_int_t bits = 0, reads = 0, writes = 0;
    size_t i;
    const json_t *memory;
    json_array_foreach(json_object_get(report, "not_synthesised"), i, memory)
    {
        bits += integer(memory, "words") * integer(memory, "width");
        reads += integer(memory, "reads");
        writes += integer(memory, "writes");
    }
    const double path = json_number_value(json_object_get(report, "delay_ps")) * 1e-12;
    return json_pack("{s:I, s:I, s:O?, s:f, s:I, s:I, s:I, s:I}", "cells", integer(report, "cells"),
                     "flip_flops", integer(report, "flip_flops"), "area_um2",
                     json_object_get(report, "area_um2"), "path_s", path, "levels",
                     integer(report, "levels"), "memory_bits", bits, "read_ports", reads,
                     "write_ports", writes);
}

static json_t *find(const ex_places *places, const char *command, rg_fault *fault)
{
    const char *const ask[] = {command, "version", "--json", NULL};
    char variables[RG_PARAMETERS][VARIABLE];
    json_t *version = output_json(ask);
    bool known = version != NULL;
    for (unsigned p = 0; known && p < RG_PARAMETERS; p++)
        known = variable_of(version, p, variables[p]);
    json_decref(version);
    if (!known) {
        fail(fault, command, "it does not say which machine it was built for");
        return NULL;
    }
    if (cli_progress_wanted())
        cli_progress_say("synthesising a variant, minutes if it is new");
    json_t *report = made(places, variables);
    cli_progress_clear();
    if (!report) {
        char why[2048] = "";
        size_t used =
            (size_t)snprintf(why, sizeof why, "`make -C %.1000s hardware", places->sources);
        for (unsigned p = 0; p < RG_PARAMETERS && used < sizeof why; p++)
            used += (size_t)snprintf(why + used, sizeof why - used, " %s", variables[p]);
        if (used < sizeof why)
            snprintf(why + used, sizeof why - used, "` fails");
        fail(fault, command, why);
        return NULL;
    }
    json_t *fields = fields_of(report);
    json_decref(report);
    if (!fields)
        ex_no_memory(fault);
    return fields;
}

const json_t *ex_hardware(const ex_places *places, const char *command, json_t *cache,
                          rg_fault *fault)
{
    json_t *known = json_object_get(cache, "hardware");
    if (!known) {
        known = json_object();
        if (json_object_set_new(cache, "hardware", known) != 0) {
            ex_no_memory(fault);
            return NULL;
        }
    }
    const json_t *there = json_object_get(known, command);
    if (there)
        return there;
    json_t *fields = find(places, command, fault);
    if (fields && json_object_set_new(known, command, fields) != 0) {
        ex_no_memory(fault);
        return NULL;
    }
    return fields;
}

double ex_hardware_path(const json_t *hardware)
{
    return json_number_value(json_object_get(hardware, "path_s"));
}
