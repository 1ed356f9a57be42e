/* price.c: constants of energy applied to stored counters, without running the program again. */
#include "explore/price.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy/energy.h"
#include "host-driver/cli/cli.h"

/* ---- the technology of the command */

/* machine: whose energies are wanted, or NULL for any. */
static rg_technology *technology_of(const ex_point *point, const rg_identity *machine)
{
    const char *name = NULL, *before = "";
    size_t i;
    json_t *item;
    rg_fault fault;
    json_array_foreach(point->command, i, item)
    {
        if (strcmp(before, "--energy") == 0)
            name = json_string_value(item);
        before = json_string_value(item);
    }
    rg_technology *technology = rg_technology_open_for(name, machine, &fault);
    before = "";
    json_array_foreach(point->command, i, item)
    {
        const char *word = json_string_value(item);
        if (technology && strcmp(before, "--energy-set") == 0
            && rg_technology_set(technology, word, &fault) != RG_OK) {
            rg_technology_close(technology);
            technology = NULL;
        }
        before = word;
    }
    return technology;
}

char *ex_price(const ex_point *point, const json_t *report)
{
    const json_t *energy = json_object_get(report, "energy");
    const json_int_t bits = json_integer_value(json_object_get(energy, "word_bits"));
    if (!energy || bits <= 0 || json_object_get(energy, "lines"))
        return NULL;
    /* a report that does not say its core is of no use: the program runs again */
    const json_t *core = json_object_get(energy, "machine_core");
    rg_identity machine;
    if (!json_is_string(core) || !rg_identity_read(json_string_value(core), &machine))
        return NULL;
    machine.of[RG_PARAMETER_XLEN] = (unsigned)bits;
    rg_technology *technology = technology_of(point, &machine);
    const rg_counters counters = cli_counters_of(report);
    json_t *priced = technology ? cli_priced_json(technology, &counters, (unsigned)bits) : NULL;
    json_t *whole = priced ? json_copy((json_t *)(uintptr_t)report) : NULL;
    char *text = NULL;
    if (whole && json_object_set(whole, "energy", priced) == 0)
        text = json_dumps(whole, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(whole);
    json_decref(priced);
    rg_technology_close(technology);
    return text;
}

double ex_clock_of(const ex_point *point)
{
    rg_energy_constant constants[RG_ENERGY_CONSTANTS];
    rg_technology *technology = technology_of(point, NULL);
    double clock = NAN;
    const size_t count =
        technology ? rg_technology_constants(technology, constants, RG_ENERGY_CONSTANTS) : 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(constants[i].name, "clock_period") == 0)
            clock = constants[i].value;
    rg_technology_close(technology);
    return clock;
}
