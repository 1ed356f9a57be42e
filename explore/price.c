/* price.c: constants of energy applied to stored counters, without running the program again. */
#include "explore/price.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/cli/cli.h"

/* ---- counters, as the report has them */

static uint64_t count(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

static void read_classes(const json_t *object, uint64_t *counts)
{
    for (unsigned i = 0; rg_counter_class(i); i++)
        counts[i] = count(object, rg_counter_class(i));
}

static void read_modes(const json_t *modes, rg_counters *c)
{
    static const char *const names[] = {"value", "gradient", "tangent", "both"};
    for (size_t m = 0; m < sizeof names / sizeof names[0]; m++) {
        const json_t *mode = json_object_get(modes, names[m]);
        read_classes(json_object_get(mode, "forward"), c->by_mode[m][0]);
        read_classes(json_object_get(mode, "backward"), c->by_mode[m][1]);
    }
}

/* What the host erased stands in the ledger by its cause. */
static uint64_t erased_by_host(const json_t *ledger)
{
    size_t i;
    const json_t *entry;
    uint64_t bits = 0;
    json_array_foreach(ledger, i, entry)
    {
        const char *cause = json_string_value(json_object_get(entry, "cause"));
        if (cause && strcmp(cause, "host write") == 0)
            bits += count(entry, "bits");
    }
    return bits;
}

static rg_counters counters_of(const json_t *report)
{
    const json_t *from = json_object_get(report, "counters");
    rg_counters c = {.cycles = count(from, "cycles"),
                     .instructions = count(from, "instructions"),
                     .memory_reads = count(from, "memory_reads"),
                     .memory_writes = count(from, "memory_writes"),
                     .gradient_reads = count(from, "gradient_reads"),
                     .gradient_writes = count(from, "gradient_writes"),
                     .tangent_reads = count(from, "tangent_reads"),
                     .tangent_writes = count(from, "tangent_writes"),
                     .words_copied_in = count(from, "words_copied_in"),
                     .cycles_copied_in = count(from, "cycles_copied_in"),
                     .words_copied_out = count(from, "words_copied_out"),
                     .cycles_copied_out = count(from, "cycles_copied_out"),
                     .bits_copied_out = count(from, "bits_copied_out")};
    c.bits_erased_host = erased_by_host(json_object_get(report, "ledger"));
    c.bits_erased_gradient = count(from, "bits_erased") - c.bits_erased_host;
    read_modes(json_object_get(from, "by_mode"), &c);
    return c;
}

/* ---- the technology of the command */

static rg_technology *technology_of(const ex_point *point)
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
    rg_technology *technology = rg_technology_open(name, &fault);
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
    rg_technology *technology = technology_of(point);
    const rg_counters counters = counters_of(report);
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
    rg_technology *technology = technology_of(point);
    double clock = NAN;
    const size_t count =
        technology ? rg_technology_constants(technology, constants, RG_ENERGY_CONSTANTS) : 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(constants[i].name, "clock_period") == 0)
            clock = constants[i].value;
    rg_technology_close(technology);
    return clock;
}
