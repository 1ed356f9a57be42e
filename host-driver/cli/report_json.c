/* report_json.c: the report of `run --json`. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

typedef enum { VALUES, RAW, GRADIENTS, TANGENTS, PRODUCT } what;

/* The container, or NULL (and it is freed) when an element could not be added: a report is complete
 * or there is none. */
static json_t *whole(json_t *container, bool failed)
{
    if (!failed)
        return container;
    json_decref(container);
    return NULL;
}

static json_t *number(rg_number kind, double real, int64_t word)
{
    if (kind == RG_NUMBER_INT)
        return json_integer((json_int_t)word);
    if (kind == RG_NUMBER_BOOL)
        return json_boolean(word != 0);
    return isfinite(real) ? json_real(real) : json_null();
}

/* The part with these first indices, from element `at` on: arrays in arrays, the first index
 * outermost. */
static json_t *nested(const rg_parameter *p, rg_number kind, const double *reals,
                      const int64_t *words, unsigned depth, size_t at, size_t stride)
{
    if (depth == p->rank)
        return number(kind, reals[at], words ? words[at] : 0);
    json_t *array = json_array();
    bool failed = !array;
    for (size_t i = 0; !failed && i < p->extents[depth]; i++)
        failed = json_array_append_new(array, nested(p, kind, reals, words, depth + 1,
                                                     at + i * stride, stride * p->extents[depth]))
                 != 0;
    return whole(array, failed);
}

/* The words of numbers that have several each, the highest digits first, in the order of memory. */
static json_t *wide_words(const rg_job *job, const rg_parameter *p, size_t count, size_t each)
{
    int64_t *words = calloc(count * each, sizeof *words);
    json_t *array = words ? json_array() : NULL;
    bool failed = !array;
    if (words)
        rg_get_raw(job, p->name, words, count * each);
    for (size_t i = 0; !failed && i < count; i++) {
        char text[CLI_WIDE_TEXT];
        cli_wide_text(words + i * each, each, text);
        failed = json_array_append_new(array, json_string(text)) != 0;
    }
    free(words);
    return whole(array, failed);
}

static json_t *shaped(const rg_parameter *p, what which, const double *reals, const int64_t *words)
{
    rg_number kind = which == VALUES ? p->number : which == RAW ? RG_NUMBER_INT : RG_NUMBER_FIXED;
    if (p->rank == 0)
        return number(kind, reals[0], words ? words[0] : 0);
    return nested(p, kind, reals, words, 0, 0, 1);
}

/* One argument as JSON; NULL when memory is short. */
static json_t *argument(const rg_job *job, const rg_parameter *p, what which)
{
    size_t count = p->rows * p->columns, room = count ? count : 1;
    const size_t all = which == RAW ? rg_get_raw(job, p->name, NULL, 0) : 0;
    if (all > count)
        return wide_words(job, p, count, all / count);
    double *reals = calloc(room, sizeof *reals);
    int64_t *words = calloc(room, sizeof *words);
    json_t *json = NULL;
    if (reals && words) {
        if (which == VALUES || which == RAW) {
            rg_get(job, p->name, reals, count);
            rg_get_raw(job, p->name, words, count);
        } else if (which == GRADIENTS) {
            rg_get_gradient(job, p->name, reals, count);
        } else if (which == TANGENTS) {
            rg_get_tangent(job, p->name, reals, count);
        } else {
            rg_get_hessian_vector(job, p->name, reals, count);
        }
        json = shaped(p, which, reals, words);
    }
    free(reals);
    free(words);
    return json;
}

/* The parts of one compound argument from parameter i on; count is how many. */
static bool compound(const rg_job *job, json_t *object, size_t i, what which, size_t *count)
{
    char *name = NULL;
    rg_parameter p;
    bool active = which == VALUES;
    *count = cli_group_at(job, i, &name);
    for (size_t k = 0; k < *count && rg_parameter_at(job, i + k, &p); k++)
        active = active || p.active;
    cli_what part = which == VALUES      ? CLI_VALUES
                    : which == GRADIENTS ? CLI_GRADIENTS
                    : which == TANGENTS  ? CLI_TANGENTS
                                         : CLI_PRODUCTS;
    json_t *json = *count && active ? cli_group_json(job, i, *count, part, false) : NULL;
    bool failed = *count == 0 || (active && json_object_set_new(object, name, json) != 0);
    free(name);
    *count = *count ? *count : 1;
    return failed;
}

static json_t *arguments(const cli_report *report, what which)
{
    const rg_job *job = report->session->job;
    json_t *object = json_object();
    rg_parameter p;
    bool failed = !object;
    for (size_t i = 0, n; !failed && rg_parameter_at(job, i, &p); i += n) {
        n = 1;
        if ((which == VALUES || which == RAW || which == GRADIENTS)
            && (!cli_was_copied(job, &p, which == GRADIENTS)
                || cli_saved_in(report->options, p.name, which == GRADIENTS)))
            continue;
        if (*p.levels && which != RAW)
            failed = compound(job, object, i, which, &n);
        else if (which != GRADIENTS || p.active)
            failed = json_object_set_new(object, p.name, argument(job, &p, which)) != 0;
    }
    return whole(object, failed);
}

static json_t *direction(uint64_t cycles, uint64_t program, const uint64_t *counts)
{
    uint64_t total = 0;
    for (unsigned i = 0; i < RG_COUNTER_CLASSES; i++)
        total += counts[i];
    return json_pack("{s:I, s:I, s:I, s:o}", "instructions", (json_int_t)total, "cycles",
                     (json_int_t)cycles, "program_cycles", (json_int_t)program, "by_class",
                     cli_classes_json(counts));
}

static json_t *counters(const rg_job *job)
{
    rg_counters c;
    uint64_t both[RG_COUNTER_CLASSES];
    rg_get_counters(job, &c);
    for (unsigned i = 0; i < RG_COUNTER_CLASSES; i++)
        both[i] = c.forward[i] + c.backward[i];
    return json_pack(
        "{s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
        "s:I, s:I, s:I, s:o}",
        "cycles", (json_int_t)c.cycles, "instructions", (json_int_t)c.instructions, "forward",
        direction(c.cycles_forward, c.program_forward, c.forward), "backward",
        direction(c.cycles_backward, c.program_backward, c.backward), "by_class",
        cli_classes_json(both), "in_gradient_mode", cli_classes_json(c.gradient), "in_tangent_mode",
        cli_classes_json(c.tangent), "by_mode", cli_modes_json(c.by_mode), "memory_reads",
        (json_int_t)c.memory_reads, "memory_writes", (json_int_t)c.memory_writes, "gradient_reads",
        (json_int_t)c.gradient_reads, "gradient_writes", (json_int_t)c.gradient_writes,
        "tangent_reads", (json_int_t)c.tangent_reads, "tangent_writes",
        (json_int_t)c.tangent_writes, "words_copied_in", (json_int_t)c.words_copied_in,
        "cycles_copied_in", (json_int_t)c.cycles_copied_in, "words_copied_out",
        (json_int_t)c.words_copied_out, "cycles_copied_out", (json_int_t)c.cycles_copied_out,
        "bits_copied_out", (json_int_t)c.bits_copied_out, "bits_erased",
        (json_int_t)(c.bits_erased_gradient + c.bits_erased_host), "dispatcher",
        cli_dispatched_json(&c.dispatcher));
}

/* With the activity, of all and of the dispatcher, where energies are by it. */
/* Of a machine that counts no more. */
static json_t *few_counters(const rg_job *job)
{
    rg_counters c;
    rg_get_counters(job, &c);
    return json_pack("{s:I, s:I, s:I}", "cycles", (json_int_t)c.cycles, "instructions",
                     (json_int_t)c.instructions, "bits_erased", (json_int_t)c.bits_erased_gradient);
}

static json_t *counters_of(const cli_report *report)
{
    if (!rg_device_counts(report->session->device))
        return few_counters(report->session->job);
    json_t *object = counters(report->session->job), *dispatcher;
    rg_counters c;
    if (!object || !report->options->activity)
        return object;
    rg_get_counters(report->session->job, &c);
    dispatcher = json_object_get(object, "dispatcher");
    if (json_object_set_new(object, "activity", cli_activity_json(&c.activity)) == 0
        && json_object_set_new(dispatcher, "activity", cli_activity_json(&c.dispatcher.activity))
               == 0)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *last_changes(const rg_job *job)
{
    rg_last_change changes[RG_LAST_CHANGES];
    size_t count = rg_get_last_changes(job, changes, RG_LAST_CHANGES);
    json_t *array = json_array();
    bool failed = !array;
    for (size_t i = 0; !failed && i < count; i++) {
        const rg_last_change *c = &changes[i];
        failed = json_array_append_new(
                     array, json_pack("{s:s, s:i, s:i, s:s, s:s, s:o, s:o, s:I, s:b}", "file",
                                      c->file, "line", (int)c->line, "column", (int)c->column,
                                      "routine", c->routine, "variable", c->variable, "before",
                                      number(RG_NUMBER_FIXED, c->before, 0), "after",
                                      number(RG_NUMBER_FIXED, c->after, 0), "steps",
                                      (json_int_t)c->steps, "allocation", (int)c->allocation))
                 != 0;
    }
    return whole(array, failed);
}

static json_t *trap(const rg_job *job, const rg_trap_report *t)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:s?, s:o, s:b, s:i, s:o}", "cause",
                     t->cause, "code", t->code, "file", t->file, "line", (int)t->line, "column",
                     (int)t->column, "routine", t->routine, "variable", t->variable, "message",
                     t->message, "help", t->help[0] ? t->help : NULL, "value",
                     number(RG_NUMBER_FIXED, t->value, 0), "backward", (int)t->backward, "address",
                     (int)t->address, "last_changes", last_changes(job));
}

static json_t *booked(const char *cause, const char *file, unsigned line, uint64_t bits)
{
    return json_pack("{s:s, s:s, s:i, s:I}", "cause", cause, "file", file, "line", (int)line,
                     "bits", (json_int_t)bits);
}

/* Every erased bit: by instructions of a line, then by the host. */
static json_t *ledger(const rg_job *job)
{
    rg_counters c;
    size_t count = rg_get_ledger(job, NULL, 0);
    rg_ledger_line *lines = calloc(count ? count : 1, sizeof *lines);
    json_t *array = json_array();
    bool failed = !lines || !array;
    rg_get_counters(job, &c);
    count = lines ? rg_get_ledger(job, lines, count) : 0;
    for (size_t i = 0; !failed && i < count; i++)
        failed =
            json_array_append_new(
                array, booked(lines[i].cause, lines[i].file, lines[i].line, lines[i].bits))
                != 0
            || (lines[i].forbidden
                && json_object_set_new(json_array_get(array, i), "forbidden", json_true()) != 0);
    if (!failed && c.bits_erased_host > 0)
        failed = json_array_append_new(array, booked("host write", "", 0, c.bits_erased_host)) != 0;
    free(lines);
    return whole(array, failed);
}

/* Every bit copied out: printed by a line where lines were counted; what remains left with the job.
 */
static json_t *copies(const cli_report *report)
{
    rg_counters c;
    json_t *array = json_array();
    bool failed = !array;
    rg_get_counters(report->session->job, &c);
    for (size_t i = 0; !failed && i < report->line_count; i++) {
        const rg_line_cost *line = &report->lines[i];
        if (line->counters.bits_copied_out == 0 || line->line == 0)
            continue;
        c.bits_copied_out -= line->counters.bits_copied_out;
        failed = json_array_append_new(array, booked("printed", line->file, line->line,
                                                     line->counters.bits_copied_out))
                 != 0;
    }
    if (!failed && c.bits_copied_out > 0)
        failed = json_array_append_new(
                     array, booked(report->lines ? "results and gradients" : "all copies", "", 0,
                                   c.bits_copied_out))
                 != 0;
    return whole(array, failed);
}

static json_t *names(char *const *list, size_t count)
{
    json_t *array = json_array();
    bool failed = !array;
    for (size_t i = 0; !failed && i < count; i++)
        failed = json_array_append_new(array, json_string(list[i])) != 0;
    return whole(array, failed);
}

static json_t *entries(const rg_matrix *matrix)
{
    json_t *array = json_array();
    bool failed = !array;
    for (size_t i = 0; !failed && i < matrix->rows; i++) {
        json_t *row = json_array();
        failed = !row;
        for (size_t j = 0; !failed && j < matrix->columns; j++)
            failed = json_array_append_new(
                         row, number(RG_NUMBER_FIXED, matrix->data[i * matrix->columns + j], 0))
                     != 0;
        failed |= json_array_append_new(array, row) != 0;
    }
    return whole(array, failed);
}

/* What the run derived beyond a gradient; true when memory is short. */
static bool derivatives(const cli_report *report, json_t *root)
{
    const rg_job *job = report->session->job;
    const rg_matrix *jacobian = rg_get_jacobian(job), *hessian = rg_get_hessian(job);
    bool failed = false;
    if (jacobian)
        failed |=
            json_object_set_new(root, "jacobian",
                                json_pack("{s:o, s:o, s:o}", "rows",
                                          names(jacobian->row_names, jacobian->rows), "columns",
                                          names(jacobian->column_names, jacobian->columns),
                                          "matrix", entries(jacobian)))
            != 0;
    if (hessian)
        failed |= json_object_set_new(root, "hessian",
                                      json_pack("{s:o, s:o}", "names",
                                                names(hessian->row_names, hessian->rows), "matrix",
                                                entries(hessian)))
                  != 0;
    if (rg_has_tangents(job))
        failed |= json_object_set_new(root, "tangents", arguments(report, TANGENTS)) != 0;
    if (rg_has_hessian_vector(job))
        failed |= json_object_set_new(root, "hessian_vector", arguments(report, PRODUCT)) != 0;
    return failed;
}

/* Files by argument; NULL when memory is short. */
static json_t *files_of(const cli_setting *list, size_t count)
{
    json_t *object = json_object();
    bool failed = !object;
    for (size_t i = 0; !failed && i < count; i++)
        failed = json_object_set_new(object, list[i].name, json_string(list[i].value)) != 0;
    return whole(object, failed);
}

/* What --save and --save-gradient wrote, and where. True when memory is short. */
static bool saved(const cli_options *o, json_t *root)
{
    return o->save_count + o->save_gradient_count > 0
           && json_object_set_new(root, "saved",
                                  json_pack("{s:o, s:o}", "values",
                                            files_of(o->saves, o->save_count), "gradients",
                                            files_of(o->save_gradients, o->save_gradient_count)))
                  != 0;
}

/* True when memory is short. */
static bool tiles(const rg_job *job, json_t *root)
{
    rg_tile_place t;
    return rg_get_tile(job, &t)
           && json_object_set_new(root, "tiles",
                                  json_pack("{s:s, s:I, s:I}", "argument", t.argument, "rows",
                                            (json_int_t)t.rows, "count", (json_int_t)t.tiles))
                  != 0;
}

/* Fixed or Float, of each number of a program that has both; null: there is one kind. NULL
 * when memory is short. */
static json_t *kinds(const rg_job *job)
{
    json_t *object = json_object();
    rg_parameter p;
    bool fixed = false, failed = !object;
    for (size_t i = 0; !failed && rg_parameter_at(job, i, &p); i++) {
        if (p.number != RG_NUMBER_FIXED)
            continue;
        fixed = fixed || !p.is_float;
        failed = json_object_set_new(object, p.name, json_string(p.is_float ? "Float" : "Fixed"))
                 != 0;
    }
    if (fixed || failed)
        return whole(object, failed);
    json_decref(object);
    return json_null();
}

/* False when memory was out. */
static bool set_kinds(const cli_report *report, json_t *root)
{
    json_t *object = cli_has_float(report->session->device) ? kinds(report->session->job)
                                                            : json_null();
    return json_is_null(object) || json_object_set_new(root, "kinds", object) == 0;
}

int cli_report_json(const cli_report *report, FILE *out)
{
    const rg_job *job = report->session->job;
    const rg_trap_report *t = rg_get_trap(job);
    json_t *root = json_pack("{s:i, s:s, s:s, s:s}", "schema_version", RG_SCHEMA_VERSION,
                             "function", rg_job_routine(job), "engine",
                             cli_engine_name(report->session->device), "status", t ? "trap" : "ok");
    if (!root)
        return -1;
    bool failed = !set_kinds(report, root);
    if (!t)
        failed |= json_object_set_new(root, "values", arguments(report, VALUES)) != 0;
    if (!t && report->options->raw)
        failed |= json_object_set_new(root, "raw", arguments(report, RAW)) != 0;
    if (rg_get_output(job)[0])
        failed |= json_object_set_new(root, "output", json_string(rg_get_output(job))) != 0;
    if (rg_has_gradients(job)) {
        failed |= json_object_set_new(root, "gradients", arguments(report, GRADIENTS)) != 0;
        failed |= json_object_set_new(root, "seed_exponent", json_integer(rg_seed_exponent(job)))
                  != 0;
        failed |= json_object_set_new(root, "attempts", json_integer((json_int_t)rg_attempts(job)))
                  != 0;
    }
    if (report->options->keep && rg_has_gradients(job))
        failed |= json_object_set_new(root, "kept_gradients",
                                      json_integer((json_int_t)rg_kept_gradients(job)))
                  != 0;
    bool derived = rg_has_gradients(job) || rg_has_tangents(job) || rg_get_jacobian(job)
                   || rg_get_hessian(job);
    failed |= !t && derivatives(report, root);
    if (t || derived)
        failed |= json_object_set_new(root, "restored",
                                      json_boolean(t ? report->rolled_back : rg_restored(job)))
                  != 0;
    failed |= !t && saved(report->options, root);
    failed |= tiles(job, root);
    failed |= json_object_set_new(root, "counters", counters_of(report)) != 0;
    if (rg_peak_words(job))
        failed |=
            json_object_set_new(root, "peak_words", json_integer((json_int_t)rg_peak_words(job)))
            != 0;
    failed |= json_object_set_new(root, "ledger", ledger(job)) != 0;
    failed |= json_object_set_new(root, "copies", copies(report)) != 0;
    const rg_few_digits few = rg_get_few_digits(job);
    if (cli_has_energy(report->session->device))
        failed |= json_object_set_new(root, "energy", cli_energy_json(report)) != 0;
    if (cli_has_float(report->session->device))
        failed |= json_object_set_new(root, "digits", cli_digits_json(report->digits)) != 0
                  || json_object_set_new(root, "few_digits",
                                         json_pack("{s:I, s:I}", "values", (json_int_t)few.values,
                                                   "gradients", (json_int_t)few.gradients))
                         != 0;
    if (t)
        failed |= json_object_set_new(root, "trap", trap(job, t)) != 0;
    failed |= json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0;
    json_decref(root);
    return failed || fputc('\n', out) == EOF ? -1 : 0;
}
