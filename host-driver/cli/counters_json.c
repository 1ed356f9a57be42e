/* counters_json.c: the counters of a run, as its report has them. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <string.h>

uint64_t cli_count_in(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

json_t *cli_classes_json(const uint64_t *counts)
{
    json_t *object = json_object();
    bool failed = !object;
    for (unsigned i = 0; !failed && rg_counter_class(i); i++)
        failed =
            json_object_set_new(object, rg_counter_class(i), json_integer((json_int_t)counts[i]))
            != 0;
    if (!failed)
        return object;
    json_decref(object);
    return NULL;
}

static void read_classes(const json_t *object, uint64_t *counts)
{
    for (unsigned i = 0; rg_counter_class(i); i++)
        counts[i] = cli_count_in(object, rg_counter_class(i));
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
            bits += cli_count_in(entry, "bits");
    }
    return bits;
}

rg_counters cli_counters_in(const json_t *from)
{
    rg_counters c = {.cycles = cli_count_in(from, "cycles"),
                     .instructions = cli_count_in(from, "instructions"),
                     .memory_reads = cli_count_in(from, "memory_reads"),
                     .memory_writes = cli_count_in(from, "memory_writes"),
                     .gradient_reads = cli_count_in(from, "gradient_reads"),
                     .gradient_writes = cli_count_in(from, "gradient_writes"),
                     .tangent_reads = cli_count_in(from, "tangent_reads"),
                     .tangent_writes = cli_count_in(from, "tangent_writes"),
                     .words_copied_in = cli_count_in(from, "words_copied_in"),
                     .cycles_copied_in = cli_count_in(from, "cycles_copied_in"),
                     .words_copied_out = cli_count_in(from, "words_copied_out"),
                     .cycles_copied_out = cli_count_in(from, "cycles_copied_out"),
                     .bits_copied_out = cli_count_in(from, "bits_copied_out")};
    read_modes(json_object_get(from, "by_mode"), &c);
    return c;
}

rg_counters cli_counters_of(const json_t *report)
{
    const json_t *from = json_object_get(report, "counters");
    rg_counters c = cli_counters_in(from);
    c.bits_erased_host = erased_by_host(json_object_get(report, "ledger"));
    c.bits_erased_gradient = cli_count_in(from, "bits_erased") - c.bits_erased_host;
    return c;
}
