/* cmd_energy.c: retrograd energy: the technologies and what they say. */
#include "host-driver/cli/cli.h"

#include "energy/energy.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

rg_technology *cli_technology(const cli_options *options)
{
    return cli_technology_for(options, NULL);
}

rg_technology *cli_technology_for(const cli_options *options, const rg_identity *machine)
{
    rg_fault fault;
    const char *name = options->activity && !options->energy ? "45nm-gates" : options->energy;
    rg_technology *technology = rg_technology_open_for(name, machine, &fault);
    if (technology && options->activity && rg_technology_by_activity(technology, &fault) != RG_OK) {
        rg_technology_close(technology);
        technology = NULL;
    }
    for (size_t i = 0; technology && i < options->energy_set_count; i++)
        if (rg_technology_set(technology, options->energy_sets[i], &fault) != RG_OK) {
            rg_technology_close(technology);
            technology = NULL;
        }
    if (!technology)
        cli_fault(&fault);
    return technology;
}

rg_technology *cli_optimise_technology(const cli_options *options, const rg_identity *machine)
{
    cli_options named = *options;
    named.energy = options->optimise;
    return cli_technology_for(&named, machine);
}

static int list(void)
{
    rg_fault fault;
    for (size_t i = 0; rg_technology_builtin(i); i++) {
        rg_technology *technology = rg_technology_open(rg_technology_builtin(i), &fault);
        if (!technology) {
            cli_fault(&fault);
            return RG_BAD_MACHINE;
        }
        printf("%-24s %s\n%-24s %s\n", rg_technology_builtin(i), rg_technology_name(technology), "",
               rg_technology_about(technology));
        rg_technology_close(technology);
    }
    return RG_OK;
}

static void show(const rg_technology *technology)
{
    rg_energy_constant constants[RG_ENERGY_CONSTANTS];
    size_t count = rg_technology_constants(technology, constants, RG_ENERGY_CONSTANTS);
    printf("%s\n", rg_technology_name(technology));
    if (rg_technology_about(technology)[0])
        printf("%s\n", rg_technology_about(technology));
    printf("law of the adiabatic view: %s\n", rg_technology_law(technology));
    if (rg_technology_table(technology)[0])
        printf("operations: %s\n", rg_technology_table(technology));
    for (size_t i = 0; i < count; i++) {
        const rg_energy_constant *c = &constants[i];
        printf("  %-19s %.10g %s%s  %s\n", c->name, c->value, c->unit,
               c->overridden ? "  OVERRIDDEN" : "", c->source);
        if (c->low < c->high)
            printf("  %-19s assumed, between %.10g and %.10g %s\n", "", c->low, c->high, c->unit);
        if (c->overridden && !isnan(c->file_value))
            printf("  %-19s the file says %.10g %s\n", "", c->file_value, c->unit);
    }
}

json_t *cli_report_load(const char *path)
{
    json_error_t error;
    FILE *file = fopen(path, "rb"); /* a pipe of a shell too */
    json_t *report = file ? json_loadf(file, 0, &error) : NULL;
    if (!file)
        cli_error("R0905", "cannot read the report %s: %s", path, strerror(errno));
    else if (!report)
        cli_error("R0905", "cannot read the report %s: line %d: %s", path, error.line, error.text);
    if (file)
        fclose(file);
    return report;
}

/* Counts of the run in a report, for the actions of the technology. */
static int count_actions(const rg_technology *technology, const char *path)
{
    rg_fault fault;
    json_t *report = cli_report_load(path);
    const json_t *energy = json_object_get(report, "energy");
    const json_int_t bits = json_integer_value(json_object_get(energy, "word_bits"));
    rg_result result = RG_BAD_USE;
    if (report && bits <= 0)
        cli_error("R0905", "%s is not a report of `retrograd run --json`: it has no energy", path);
    else if (report) {
        const rg_counters counters = cli_counters_of(report);
        result = rg_action_counts_write(technology, &counters, (unsigned)bits, stdout, &fault);
        if (result != RG_OK)
            cli_fault(&fault);
    }
    json_decref(report);
    return (int)result;
}

/* As the options ask. */
static int write_out(const rg_technology *technology, const cli_options *options)
{
    rg_fault fault;
    if (options->counts)
        return count_actions(technology, options->counts);
    if (options->ert)
        return (int)rg_ert_write(technology, stdout, &fault);
    show(technology);
    return RG_OK;
}

int cmd_energy(const cli_options *options)
{
    if (options->word_count == 0 && options->energy_set_count == 0 && !options->ert
        && !options->counts)
        return list();
    cli_options named = *options;
    named.energy = options->word_count ? options->words[0] : NULL;
    rg_technology *technology = cli_technology(&named);
    if (!technology)
        return RG_BAD_USE;
    const int status = write_out(technology, options);
    rg_technology_close(technology);
    return status;
}
