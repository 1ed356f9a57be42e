/* cmd_energy.c: retrograd energy: the technologies and what they say. */
#include "host-driver/cli/cli.h"

#include <math.h>
#include <stdlib.h>

rg_technology *cli_technology(const cli_options *options)
{
    rg_fault fault;
    rg_technology *technology = rg_technology_open(options->energy, &fault);
    for (size_t i = 0; technology && i < options->energy_set_count; i++)
        if (rg_technology_set(technology, options->energy_sets[i], &fault) != RG_OK) {
            rg_technology_close(technology);
            technology = NULL;
        }
    if (!technology)
        cli_fault(&fault);
    return technology;
}

rg_technology *cli_optimise_technology(const cli_options *options)
{
    cli_options named = *options;
    named.energy = options->optimise;
    return cli_technology(&named);
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

int cmd_energy(const cli_options *options)
{
    if (options->word_count == 0 && options->energy_set_count == 0)
        return list();
    cli_options named = *options;
    named.energy = options->word_count ? options->words[0] : NULL;
    rg_technology *technology = cli_technology(&named);
    if (!technology)
        return RG_BAD_USE;
    show(technology);
    rg_technology_close(technology);
    return RG_OK;
}
