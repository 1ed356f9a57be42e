/* baselines_report.c: the report of `retrograd baselines`: counters as JSON, prices, and text. */
#include "host-driver/cli/cli.h"

#include "host-driver/baselines.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static json_t *whole(json_t *container, bool failed)
{
    if (!failed)
        return container;
    json_decref(container);
    return NULL;
}

/* Operations by class; those in gradient mode are told apart. */
static json_t *by_mode(const rg_counters *c)
{
    return json_pack(
        "{s:{s:o, s:o}, s:{s:o, s:o}}", "value", "forward", cli_classes_json(c->by_mode[0][0]),
        "backward", cli_classes_json(c->by_mode[0][1]), "gradient", "forward",
        cli_classes_json(c->by_mode[1][0]), "backward", cli_classes_json(c->by_mode[1][1]));
}

static json_t *counters(const rg_counters *c)
{
    return json_pack(
        "{s:I, s:I, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "cycles",
        (json_int_t)c->cycles, "instructions", (json_int_t)c->instructions, "by_mode", by_mode(c),
        "memory_reads", (json_int_t)c->memory_reads, "memory_writes", (json_int_t)c->memory_writes,
        "gradient_reads", (json_int_t)c->gradient_reads, "gradient_writes",
        (json_int_t)c->gradient_writes, "words_copied_in", (json_int_t)c->words_copied_in,
        "cycles_copied_in", (json_int_t)c->cycles_copied_in, "words_copied_out",
        (json_int_t)c->words_copied_out, "cycles_copied_out", (json_int_t)c->cycles_copied_out,
        "bits_copied_out", (json_int_t)c->bits_copied_out, "bits_erased",
        (json_int_t)c->bits_erased_gradient, "bits_erased_host", (json_int_t)c->bits_erased_host,
        "dispatcher", cli_dispatched_json(&c->dispatcher));
}

static json_t *machine(const rg_baseline *b)
{
    return json_pack("{s:o, s:{s:I, s:I, s:I, s:I, s:I}}", "counters", counters(&b->counters),
                     "words", "values", (json_int_t)b->values, "gradients",
                     (json_int_t)b->gradients, "tape", (json_int_t)b->tape, "states",
                     (json_int_t)b->states, "all",
                     (json_int_t)(b->values + b->gradients + b->tape + b->states));
}

static json_t *machines(const rg_baselines *all)
{
    json_t *object = json_object();
    bool failed = !object;
    const unsigned count = all->differentiated ? RG_BASELINES : RG_BASELINE_TAPED;
    for (unsigned i = 0; !failed && i < count; i++)
        failed = json_object_set_new(object, rg_baseline_names[i], machine(&all->of[i])) != 0;
    return whole(object, failed);
}

static json_t *assumptions(void)
{
    json_t *array = json_array();
    bool failed = !array;
    for (size_t i = 0; !failed && rg_baseline_assumption(i); i++)
        failed = json_array_append_new(array, json_string(rg_baseline_assumption(i))) != 0;
    return whole(array, failed);
}

json_t *cli_baselines_json(const cli_session *session, const char *of, const rg_baselines *all)
{
    const rg_identity machine = rg_identity_of(rg_device_config(session->device));
    char variables[RG_IDENTITY_TEXT];
    if (!rg_identity_variables(&machine, variables, sizeof variables))
        return NULL;
    return json_pack("{s:i, s:s, s:s, s:s, s:o, s:i, s:I, s:I, s:I, s:I, s:I, s:o, s:{s:o}, s:o}",
                     "schema_version", RG_SCHEMA_VERSION, "function", rg_job_routine(session->job),
                     "engine", cli_engine_name(session->device), "machine", variables,
                     "gradient_of", of ? json_string(of) : json_null(), "word_bits",
                     (int)rg_device_xlen(session->device), "executed", (json_int_t)all->executed,
                     "needed", (json_int_t)all->needed, "stretches", (json_int_t)all->stretches,
                     "checkpoints", (json_int_t)all->slots, "stretches_again",
                     (json_int_t)all->forward_stretches, "machines", machines(all), "common",
                     "counters", counters(&all->common), "assumptions", assumptions());
}

/* ---- prices ---- */

static rg_counters read_counters(const json_t *from)
{
    rg_counters c = cli_counters_in(from);
    c.bits_erased_gradient = cli_count_in(from, "bits_erased");
    c.bits_erased_host = cli_count_in(from, "bits_erased_host");
    return c;
}

static int price(json_t *machine, const rg_technology *technology, unsigned xlen)
{
    const rg_counters c = read_counters(json_object_get(machine, "counters"));
    rg_energy energy;
    rg_fault fault;
    if (rg_energy_of(technology, &c, xlen, &energy, &fault) != RG_OK) {
        cli_fault(&fault);
        return RG_BAD_USE;
    }
    json_t *priced = cli_priced_json(technology, &c, xlen);
    return priced && json_object_set_new(machine, "energy", priced) == 0 ? RG_OK : RG_BAD_MACHINE;
}

int cli_baselines_price(json_t *report, const rg_technology *technology)
{
    const char *name;
    json_t *machine;
    const unsigned xlen = (unsigned)cli_count_in(report, "word_bits");
    int status = price(json_object_get(report, "common"), technology, xlen);
    json_object_foreach(json_object_get(report, "machines"), name, machine)
    {
        if (status == RG_OK)
            status = price(machine, technology, xlen);
    }
    if (status == RG_OK
        && json_object_set_new(report, "technology", json_string(rg_technology_name(technology)))
               != 0)
        status = RG_BAD_MACHINE;
    return status;
}

/* ---- text ---- */

static void print_joules(FILE *out, const json_t *value)
{
    if (json_is_number(value))
        fprintf(out, " %10.3e", json_number_value(value));
    else
        fprintf(out, " %10s", "-");
}

static void print_machine(FILE *out, const json_t *machines, const char *name, const char *shown)
{
    const json_t *machine = json_object_get(machines, name),
                 *words = json_object_get(machine, "words"),
                 *c = json_object_get(machine, "counters"),
                 *energy = json_object_get(machine, "energy");
    const uint64_t moved = cli_count_in(c, "memory_reads") + cli_count_in(c, "memory_writes")
                           + cli_count_in(c, "gradient_reads") + cli_count_in(c, "gradient_writes");
    fprintf(out, "    %-14s %10llu %10llu %10llu", shown,
            (unsigned long long)cli_count_in(c, "instructions"),
            (unsigned long long)cli_count_in(c, "cycles"), (unsigned long long)moved);
    if (words)
        fprintf(out, " %10llu", (unsigned long long)cli_count_in(words, "all"));
    else
        fprintf(out, " %10s", "");
    print_joules(out, json_object_get(energy, "conventional_J"));
    print_joules(out, json_object_get(energy, "adiabatic_J"));
    print_joules(out, json_object_get(energy, "landauer_J"));
    fputc('\n', out);
}

void cli_baselines_print(const json_t *report, FILE *out)
{
    const json_t *machines = json_object_get(report, "machines"), *text;
    const char *of = json_string_value(json_object_get(report, "gradient_of"));
    size_t i;
    fprintf(out, "%s by %s\n", json_string_value(json_object_get(report, "function")),
            json_string_value(json_object_get(report, "technology")));
    fprintf(out, "    %-14s %10s %10s %10s %10s %10s %10s %10s\n", "", "instruct.", "cycles",
            "moved", "words", "J conv.", "J adiab.", "J Landauer");
    fprintf(out, "  value\n");
    print_machine(out, machines, "irreversible", "overwriting");
    print_machine(out, machines, "reversible", "reversible");
    print_machine(out, report, "common", "of it, common");
    if (of) {
        fprintf(out, "  gradient of %s\n", of);
        print_machine(out, machines, "taped", "tape");
        print_machine(out, machines, "checkpointed", "checkpoints");
        print_machine(out, machines, "reversible_gradient", "reversible");
        fprintf(out, "  checkpoints: %llu states, %llu stretches, %llu run once more\n",
                (unsigned long long)cli_count_in(report, "checkpoints"),
                (unsigned long long)cli_count_in(report, "stretches"),
                (unsigned long long)cli_count_in(report, "stretches_again"));
    }
    fprintf(out, "  assumptions\n");
    json_array_foreach(json_object_get(report, "assumptions"), i, text)
        fprintf(out, "    %s\n", json_string_value(text));
}
