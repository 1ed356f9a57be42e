/* cmd_info.c: retrograd explain and version. */
#include "host-driver/cli/cli.h"

#include "errors/errors.h"
#include "firmware_image.h"
#include "isa/machine.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static int version_json(void)
{
    rg_fault fault;
    rg_device *device = rg_device_open("fast", &fault);
    if (!device) {
        cli_fault(&fault);
        return (int)fault.result;
    }
    const rg_identity machine = rg_identity_of(rg_device_config(device));
    char name[RG_IDENTITY_TEXT];
    (void)rg_identity_name(&machine, name, sizeof name);
    printf("{\"schema_version\": %d, \"version\": \"%s\", \"machine\": \"%s\"", RG_SCHEMA_VERSION,
           RETROGRAD_VERSION, name);
    for (unsigned p = 0; p < RG_PARAMETERS; p++) {
        char value[RG_PARAMETER_TEXT];
        const char *quote = rg_parameter_is_word(p) ? "\"" : "";
        rg_parameter_write(p, machine.of[p], value);
        printf(", \"");
        for (const char *c = rg_parameter_name(p); *c; c++)
            putchar(tolower((unsigned char)*c));
        printf("\": %s%s%s", quote, value, quote);
    }
    printf("}\n");
    rg_device_close(device);
    return RG_OK;
}

int cmd_version(const cli_options *options)
{
    if (options->json)
        return version_json();
    printf("retrograd %s, Q%d.%d\n", RETROGRAD_VERSION, RG_FIRMWARE_XLEN - 1 - RG_FIRMWARE_FRAC,
           RG_FIRMWARE_FRAC);
    return RG_OK;
}

static json_t *error_json(const rg_error_info *info)
{
    return json_pack("{s:i, s:s, s:s, s:s, s:s?, s:s?, s:s?}", "schema_version", RG_SCHEMA_VERSION,
                     "code", info->code, "title", info->title, "explanation", info->explain,
                     "example", info->example, "corrected", info->corrected, "what_to_do",
                     info->instead);
}

/* One code, or NULL for all of them. */
static int explain_json(const rg_error_info *only)
{
    json_t *json = only ? error_json(only) : json_array();
    int status = json ? RG_OK : RG_BAD_MACHINE;
    for (size_t i = 0; !only && i < rg_error_count(); i++)
        if (json_array_append_new(json, error_json(rg_error_at(i))) != 0)
            status = RG_BAD_MACHINE;
    if (status != RG_OK || json_dumpf(json, stdout, JSON_INDENT(2)) != 0) {
        cli_error("R0904", "the codes cannot be listed: the host is out of memory");
        status = RG_BAD_MACHINE;
    }
    putchar('\n');
    json_decref(json);
    return status;
}

static void list_codes(void)
{
    for (size_t i = 0; i < rg_error_count(); i++)
        printf("%s  %s\n", rg_error_at(i)->code, rg_error_at(i)->title);
}

static void explain_text(const rg_error_info *info)
{
    printf("%s: %s\n\n%s\n", info->code, info->title, info->explain);
    if (info->example)
        printf("\nExample:\n\n%s\nCorrected:\n\n%s", info->example, info->corrected);
    else
        printf("\nWhat to do:\n\n%s\n", info->instead);
}

static int unknown_code(const char *code)
{
    const char **codes = calloc(rg_error_count() + 1, sizeof *codes);
    for (size_t i = 0; codes && i < rg_error_count(); i++)
        codes[i] = rg_error_at(i)->code;
    const char *near = codes ? rg_suggest(code, codes, rg_error_count()) : NULL;
    cli_error("R0917", "there is no error code `%s`%s%s%s", code, near ? "; did you mean " : "",
              near ? near : "", near ? "?" : "; `retrograd explain` lists them");
    free(codes);
    return RG_BAD_USE;
}

int cmd_explain(const cli_options *options)
{
    char code[16];
    if (options->word_count == 0 && options->json)
        return explain_json(NULL);
    if (options->word_count == 0) {
        list_codes();
        return RG_OK;
    }
    snprintf(code, sizeof code, "%s", options->words[0]);
    code[0] = (char)toupper((unsigned char)code[0]);
    const rg_error_info *info = rg_error_lookup(code);
    if (!info)
        return unknown_code(options->words[0]);
    if (options->json)
        return explain_json(info);
    explain_text(info);
    return RG_OK;
}
