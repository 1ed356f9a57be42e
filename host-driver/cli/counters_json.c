/* counters_json.c: the counters of a run, as its report has them. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <string.h>

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

rg_counters cli_counters_of(const json_t *report)
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
