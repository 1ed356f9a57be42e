/* counters_json.c: the counters of a run, as its report has them. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <string.h>

enum { MODES = 4 };
static const char *const mode_names[MODES] = {"value", "gradient", "tangent", "both"};

uint64_t cli_count_in(const json_t *object, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(object, name));
}

static json_t *named_counts(const char *(*name)(unsigned index), const uint64_t *counts)
{
    json_t *object = json_object();
    bool failed = !object;
    for (unsigned i = 0; !failed && name(i); i++)
        failed = json_object_set_new(object, name(i), json_integer((json_int_t)counts[i])) != 0;
    if (!failed)
        return object;
    json_decref(object);
    return NULL;
}

json_t *cli_classes_json(const uint64_t *counts) { return named_counts(rg_counter_class, counts); }

json_t *cli_modes_json(uint64_t (*counts)[2][RG_COUNTER_CLASSES])
{
    json_t *object = json_object();
    bool failed = !object;
    for (size_t mode = 0; !failed && mode < MODES; mode++)
        failed = json_object_set_new(object, mode_names[mode],
                                     json_pack("{s:o, s:o}", "forward",
                                               cli_classes_json(counts[mode][0]), "backward",
                                               cli_classes_json(counts[mode][1])))
                 != 0;
    if (!failed)
        return object;
    json_decref(object);
    return NULL;
}

/* By mode and direction; NULL where memory is short. */
static json_t *operations_json(const uint64_t operations[4][2])
{
    json_t *object = json_object();
    bool failed = !object;
    for (size_t mode = 0; !failed && mode < MODES; mode++)
        failed =
            json_object_set_new(object, mode_names[mode],
                                json_pack("{s:I, s:I}", "forward", (json_int_t)operations[mode][0],
                                          "backward", (json_int_t)operations[mode][1]))
            != 0;
    if (!failed)
        return object;
    json_decref(object);
    return NULL;
}

static bool is_zero(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)bytes)[i])
            return false;
    return true;
}

json_t *cli_activity_json(const rg_activity_counts *counts)
{
    json_t *object = json_object();
    bool failed = !object;
    for (unsigned g = 0; !failed && rg_activity_group_at(g); g++)
        if (!is_zero(counts->operations[g], sizeof counts->operations[g]))
            failed = json_object_set_new(
                         object, rg_activity_group_at(g),
                         json_pack("{s:o, s:o, s:o}", "operations",
                                   operations_json(counts->operations[g]), "without_tangents",
                                   named_counts(rg_activity_term_at, counts->terms[g][0]),
                                   "with_tangents",
                                   named_counts(rg_activity_term_at, counts->terms[g][1])))
                     != 0;
    if (!failed)
        return object;
    json_decref(object);
    return NULL;
}

json_t *cli_dispatched_json(const rg_dispatched *d)
{
    rg_dispatched copy = *d; /* its modes are no const array to C17 */
    return json_pack("{s:I, s:I, s:o, s:I, s:I, s:I, s:I, s:I, s:I}", "cycles",
                     (json_int_t)d->cycles, "instructions", (json_int_t)d->instructions, "by_mode",
                     cli_modes_json(copy.by_mode), "memory_reads", (json_int_t)d->memory_reads,
                     "memory_writes", (json_int_t)d->memory_writes, "gradient_reads",
                     (json_int_t)d->gradient_reads, "gradient_writes",
                     (json_int_t)d->gradient_writes, "tangent_reads", (json_int_t)d->tangent_reads,
                     "tangent_writes", (json_int_t)d->tangent_writes);
}

static void read_classes(const json_t *object, uint64_t *counts)
{
    for (unsigned i = 0; rg_counter_class(i); i++)
        counts[i] = cli_count_in(object, rg_counter_class(i));
}

static void read_modes(const json_t *modes, uint64_t to[4][2][RG_COUNTER_CLASSES])
{
    for (size_t m = 0; m < MODES; m++) {
        const json_t *mode = json_object_get(modes, mode_names[m]);
        read_classes(json_object_get(mode, "forward"), to[m][0]);
        read_classes(json_object_get(mode, "backward"), to[m][1]);
    }
}

/* Nothing where an object has none: counts of a machine without a dispatcher. */
static rg_dispatched dispatched_in(const json_t *from)
{
    rg_dispatched d = {.cycles = cli_count_in(from, "cycles"),
                       .instructions = cli_count_in(from, "instructions"),
                       .memory_reads = cli_count_in(from, "memory_reads"),
                       .memory_writes = cli_count_in(from, "memory_writes"),
                       .gradient_reads = cli_count_in(from, "gradient_reads"),
                       .gradient_writes = cli_count_in(from, "gradient_writes"),
                       .tangent_reads = cli_count_in(from, "tangent_reads"),
                       .tangent_writes = cli_count_in(from, "tangent_writes")};
    read_modes(json_object_get(from, "by_mode"), d.by_mode);
    return d;
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
    read_modes(json_object_get(from, "by_mode"), c.by_mode);
    c.dispatcher = dispatched_in(json_object_get(from, "dispatcher"));
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
