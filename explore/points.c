/* points.c: the points of a study: every workload with every combination of values, as commands
 * with keys. */
#include "explore/points.h"

#include "explore/hardware.h"
#include "explore/price.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 1000000 };

typedef struct {
    const ex_study *study;
    const ex_places *places;
    json_t *cache;
    rg_fault *fault;
} maker;

/* ---- names */

/* What the axes say of the hardware of a point; NULL where none does, else a setting that says
 * something. */
static const ex_setting *machine_of(const ex_study *study, const ex_point *point,
                                    ex_machine *machine)
{
    const ex_setting *last = NULL;
    *machine = (ex_machine){.given = {false}};
    for (size_t i = 0; i < study->axis_count; i++) {
        const ex_setting *s = &study->axes[i].settings[point->settings[i]];
        if (study->axes[i].kind != EX_MACHINE)
            continue;
        last = s;
        for (unsigned p = 0; p < RG_PARAMETERS; p++)
            if (s->machine.given[p]) {
                machine->given[p] = true;
                machine->identity.of[p] = s->machine.identity.of[p];
            }
    }
    return last;
}

static json_t *machine_json(const ex_study *study, const ex_point *point)
{
    ex_machine machine;
    json_t *json = json_object();
    (void)machine_of(study, point, &machine);
    rg_identity_complete(&machine.identity, machine.given);
    for (unsigned p = 0; json && p < RG_PARAMETERS; p++)
        json_object_set_new(json, rg_parameter_name(p),
                            json_integer((json_int_t)machine.identity.of[p]));
    return json;
}

bool ex_axis_value(const ex_names_of *names, const char *name, ex_value *value)
{
    for (size_t i = 0; i < names->study->axis_count; i++) {
        const ex_axis *axis = &names->study->axes[i];
        const ex_setting *s = &axis->settings[names->point->settings[i]];
        if (strcmp(axis->name, name) != 0)
            continue;
        *value = (ex_value){NULL, s->number};
        if (axis->kind == EX_MACHINE && !ex_names_parameter(axis))
            value->json = machine_json(names->study, names->point);
        else if (axis->kind == EX_FLAG || axis->kind == EX_PASS)
            value->number = strcmp(s->text, "on") == 0;
        else if (isnan(s->number))
            value->number = (double)names->point->settings[i]
                            + 1; /* a word counts as its index in the list */
        return true;
    }
    return false;
}

static bool look_up(void *context, const char *name, ex_value *value)
{
    return ex_axis_value(context, name, value);
}

static rg_result compute(const maker *m, const ex_point *point, const char *text,
                         const yaml_node_t *at, ex_value *value)
{
    ex_names_of names = {m->study, point};
    const ex_scope scope = {look_up, &names, m->study->folder};
    char reason[512];
    size_t where;
    if (!ex_evaluate(text, &scope, value, reason, sizeof reason, &where))
        return ex_fail(&m->study->file, at, "in `%s`, at its character %zu: %s", text, where + 1,
                       reason);
    if (value->json ? json_is_array(value->json) : isfinite(value->number))
        return RG_OK;
    ex_value_free(value);
    return ex_fail(&m->study->file, at, "`%s` is no number here", text);
}

/* The same as --set takes it; malloc'd. */
static rg_result compute_text(const maker *m, const ex_point *point, const ex_argument *a,
                              char **text)
{
    ex_value value;
    char number[40];
    rg_result result = compute(m, point, a->text, a->at, &value);
    if (result != RG_OK)
        return result;
    ex_format(value.number, number, sizeof number);
    *text = value.json ? json_dumps(value.json, JSON_COMPACT | JSON_REAL_PRECISION(17))
                       : strdup(number);
    ex_value_free(&value);
    return *text ? RG_OK : ex_no_memory(m->fault);
}

/* ---- commands */

static bool add(json_t *command, const char *word)
{
    return json_array_append_new(command, json_string(word)) == 0;
}

static bool add_pair(json_t *command, const char *option, const char *name, const char *value,
                     const char *unit)
{
    return add(command, option)
           && json_array_append_new(command, json_sprintf("%s=%s%s", name, value, unit)) == 0;
}

static bool set_by_axis(const ex_study *study, const char *argument)
{
    for (size_t i = 0; i < study->axis_count; i++)
        if (study->axes[i].kind == EX_ARGUMENT && strcmp(study->axes[i].target, argument) == 0)
            return true;
    return false;
}

static rg_result add_arguments(const maker *m, const ex_point *point, const char *option,
                               const ex_argument *arguments, size_t count)
{
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && i < count; i++) {
        const ex_argument *a = &arguments[i];
        char *text = NULL;
        if (strcmp(option, "--set") == 0 && set_by_axis(m->study, a->name))
            continue;
        result = a->computed ? compute_text(m, point, a, &text) : RG_OK;
        if (result == RG_OK
            && !add_pair(point->command, option, a->name, text ? text : a->text, a->unit))
            result = ex_no_memory(m->fault);
        free(text);
    }
    return result;
}

static bool add_setting(json_t *command, const ex_axis *axis, const ex_setting *s)
{
    switch (axis->kind) {
    case EX_ARGUMENT: return add_pair(command, "--set", axis->target, s->text, "");
    case EX_CONSTANT: return add_pair(command, "--energy-set", axis->target, s->text, axis->unit);
    case EX_OPTION: return add(command, axis->target) && add(command, s->text);
    case EX_FLAG: return strcmp(s->text, "on") != 0 || add(command, axis->target);
    case EX_PASS:
        return strcmp(s->text, "off") != 0
               || (add(command, "--no-pass") && add(command, axis->target));
    case EX_MACHINE:
    case EX_COMMAND:
    case EX_PARAMETER: return true;
    }
    return true;
}

/* The command itself: that of the axis of machines or commands, else this one. */
static char *program_of(const maker *m, const ex_point *point)
{
    ex_machine machine;
    const ex_setting *said = machine_of(m->study, point, &machine);
    if (said) {
        if (ex_check_machine(m->study, &machine, said->at) != RG_OK)
            return NULL;
        rg_identity_complete(&machine.identity, machine.given);
        return ex_machine_command(m->places, &machine.identity, m->cache, m->fault);
    }
    for (size_t i = 0; i < m->study->axis_count; i++)
        if (m->study->axes[i].kind == EX_COMMAND)
            return strdup(m->study->axes[i].settings[point->settings[i]].text);
    return strdup(m->places->self);
}

bool ex_names_clock(const json_t *command)
{
    const char *before = "";
    size_t i;
    json_t *word;
    json_array_foreach(command, i, word)
    {
        if (strcmp(before, "--energy-set") == 0
            && strncmp(json_string_value(word), "clock_period=", 13) == 0)
            return true;
        before = json_string_value(word);
    }
    return false;
}

/* The clock of the machine is its longest path, unless the study gives one, which may not be
 * shorter. */
static rg_result set_clock(const maker *m, ex_point *point)
{
    const double path = ex_hardware_path(point->hardware), slack = 1e-9;
    char text[64];
    if (!ex_names_clock(point->command)) {
        snprintf(text, sizeof text, "clock_period=%.9gs", path);
        return add(point->command, "--energy-set") && add(point->command, text)
                   ? RG_OK
                   : ex_no_memory(m->fault);
    }
    const double clock = ex_clock_of(point);
    if (m->study->hardware == EX_ANY_CLOCK || isnan(clock) || clock >= path * (1 - slack))
        return RG_OK; /* the command says what is wrong with a clock that is none */
    char why[200];
    snprintf(why, sizeof why,
             "a clock of %.4g ns is shorter than the longest path of the machine, %.4g ns; "
             "hardware: {clock: any} allows it",
             clock * 1e9, path * 1e9);
    point->refused = strdup(why);
    return point->refused ? RG_OK : ex_no_memory(m->fault);
}

static rg_result make_command(const maker *m, ex_point *point)
{
    const ex_workload *w = &m->study->workloads[point->workload];
    memset(m->fault, 0, sizeof *m->fault);
    char *program = program_of(m, point);
    if (!program)
        return m->fault->result != RG_OK ? m->fault->result : ex_no_memory(m->fault);
    if (m->study->hardware != EX_NO_HARDWARE) {
        point->hardware = ex_hardware(m->places, program, m->cache, m->fault);
        if (!point->hardware) {
            free(program);
            return m->fault->result;
        }
    }
    point->command = json_array();
    bool good = add(point->command, program) && add(point->command, "run")
                && add(point->command, w->program)
                && (!w->routine || add(point->command, w->routine));
    free(program);
    for (size_t i = 0; good && i < w->option_count; i++)
        good = add(point->command, w->options[i]);
    rg_result result = good ? add_arguments(m, point, "--set", w->arguments, w->argument_count)
                            : ex_no_memory(m->fault);
    if (result == RG_OK)
        result = add_arguments(m, point, "--tangent", w->directions, w->direction_count);
    if (result == RG_OK)
        result = add_arguments(m, point, "--energy-set", w->constants, w->constant_count);
    for (size_t i = 0; result == RG_OK && i < m->study->axis_count; i++) {
        const ex_axis *axis = &m->study->axes[i];
        if (!add_setting(point->command, axis, &axis->settings[point->settings[i]]))
            result = ex_no_memory(m->fault);
    }
    if (result == RG_OK && m->study->hardware != EX_NO_HARDWARE)
        result = set_clock(m, point);
    return result != RG_OK || add(point->command, "--json") ? result : ex_no_memory(m->fault);
}

/* ---- keys */

static rg_result unreadable(const maker *m, const char *path)
{
    memset(m->fault, 0, sizeof *m->fault);
    m->fault->result = RG_BAD_USE;
    snprintf(m->fault->code, sizeof m->fault->code, "R0905");
    snprintf(m->fault->message, sizeof m->fault->message,
             "%s, which a point of the study needs, cannot be read: %s", path, strerror(errno));
    return RG_BAD_USE;
}

/* A word of the command: files stand for their contents. */
static rg_result add_word(const maker *m, ex_digest *digest, const char *before, const char *word)
{
    const char *at = strstr(word, "=@"), *hex;
    if (strcmp(before, "--energy") == 0 && strpbrk(word, "./")) {
        hex = ex_digest_technology(m->cache, word);
        if (!hex)
            return unreadable(m, word);
        ex_digest_text(digest, "technology", hex);
    } else if ((strcmp(before, "--set") == 0 || strcmp(before, "--tangent") == 0) && at) {
        hex = ex_digest_file(m->cache, at + 2);
        if (!hex)
            return unreadable(m, at + 2);
        ex_digest_add(digest, "file of", word, (size_t)(at - word));
        ex_digest_text(digest, "values", hex);
    } else {
        ex_digest_text(digest, "word", word);
    }
    return RG_OK;
}

/* A word that changes what a run is priced by, and nothing else. */
static bool is_of_energy(const char *before, const char *word)
{
    const char *const options[] = {"--energy", "--energy-set"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(before, options[i]) == 0 || strcmp(word, options[i]) == 0)
            return true;
    return false;
}

/* An option that makes more of the energies than figures of the report, or is written in another
 * way than the words above. */
static bool needs_energy(const char *word)
{
    return strcmp(word, "--optimise") == 0 || strncmp(word, "--optimise=", 11) == 0
           || strcmp(word, "--report") == 0 || strncmp(word, "--energy=", 9) == 0
           || strncmp(word, "--energy-set=", 13) == 0;
}

/* Whether commands of other builds are run, which may price in another way. */
static bool of_commands(const ex_study *study)
{
    for (size_t i = 0; i < study->axis_count; i++)
        if (study->axes[i].kind == EX_COMMAND)
            return true;
    return false;
}

static rg_result make_key(const maker *m, ex_point *point)
{
    enum { COMMAND, RUN, PROGRAM, REST };
    ex_digest digest, run;
    ex_machine machine;
    ex_digest_begin(&digest);
    const char *command = json_string_value(json_array_get(point->command, COMMAND)),
               *program = json_string_value(json_array_get(point->command, PROGRAM));
    const char *hex = ex_digest_file(m->cache, command), *slash = strrchr(program, '/');
    if (!hex)
        return unreadable(m, command);
    ex_digest_text(&digest, "command", hex);
    if (machine_of(m->study, point, &machine)) { /* else what the command holds tells it */
        char name[RG_IDENTITY_TEXT];
        rg_identity_complete(&machine.identity, machine.given);
        if (!rg_identity_name(&machine.identity, name, sizeof name))
            return ex_no_memory(m->fault);
        ex_digest_text(&digest, "machine", name);
    }
    hex = ex_digest_program(m->cache, program);
    if (!hex)
        return unreadable(m, program);
    ex_digest_text(&digest, "program", hex);
    ex_digest_text(&digest, "name", slash ? slash + 1 : program); /* reports name the file */
    rg_result result = RG_OK;
    const char *before = "";
    run = digest;
    point->priced = !of_commands(m->study);
    for (size_t i = REST; result == RG_OK && i < json_array_size(point->command); i++) {
        const char *word = json_string_value(json_array_get(point->command, i));
        result = add_word(m, &digest, before, word);
        if (result == RG_OK && !is_of_energy(before, word))
            result = add_word(m, &run, before, word);
        point->priced = point->priced && !needs_energy(word);
        before = word;
    }
    ex_digest_end(&digest, point->key);
    ex_digest_end(&run, point->run);
    return result;
}

/* ---- all of them */

/* Whether all conditions hold, if *keep is still true. */
static rg_result wanted(const maker *m, const ex_point *point, const ex_condition *where,
                        size_t count, bool *keep)
{
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && *keep && i < count; i++) {
        ex_value value = {NULL, 0};
        result = compute(m, point, where[i].text, where[i].at, &value);
        *keep = value.number != 0;
        ex_value_free(&value);
    }
    return result;
}

static rg_result add_point(maker *m, ex_points *points, size_t workload, const size_t *settings,
                           json_t *keys)
{
    bool keep = true;
    const ex_workload *w = &m->study->workloads[workload];
    ex_point *p = &points->items[points->count];
    size_t size = (m->study->axis_count + 1) * sizeof *settings;
    *p = (ex_point){.workload = workload, .settings = malloc(size), .first = points->count};
    if (!p->settings)
        return ex_no_memory(m->fault);
    memcpy(p->settings, settings, size);
    points->count++;
    rg_result result = wanted(m, p, m->study->where, m->study->where_count, &keep);
    if (result == RG_OK)
        result = wanted(m, p, w->where, w->where_count, &keep);
    if (result == RG_OK && !keep) {
        points->count--;
        free(p->settings);
        return RG_OK;
    }
    if (result == RG_OK)
        result = make_command(m, p);
    if (result == RG_OK)
        result = make_key(m, p);
    const json_t *first = json_object_get(keys, p->key);
    if (first)
        p->first = (size_t)json_integer_value(first);
    else if (result == RG_OK
             && json_object_set_new(keys, p->key, json_integer((json_int_t)p->first)) != 0)
        return ex_no_memory(m->fault);
    return result;
}

/* Settings are counted up like digits, the last axis fastest. */
static bool next(const ex_study *study, size_t *settings)
{
    for (size_t i = study->axis_count; i-- > 0;) {
        if (++settings[i] < study->axes[i].count)
            return true;
        settings[i] = 0;
    }
    return false;
}

rg_result ex_points_make(const ex_study *study, const ex_places *places, ex_points *points,
                         rg_fault *fault)
{
    *points = (ex_points){.combinations = study->workload_count};
    for (size_t i = 0; i < study->axis_count; i++)
        points->combinations = points->combinations > MOST_POINTS
                                   ? points->combinations
                                   : points->combinations * study->axes[i].count;
    if (points->combinations > MOST_POINTS)
        return ex_fail(&study->file, NULL, "the study has more than %d points", (int)MOST_POINTS);
    maker m = {study, places, json_object(), fault};
    json_t *keys = json_object();
    size_t *settings = calloc(study->axis_count + 1, sizeof *settings);
    points->items = calloc(points->combinations + 1, sizeof *points->items);
    rg_result result = m.cache && keys && settings && points->items ? RG_OK : ex_no_memory(fault);
    for (size_t w = 0; result == RG_OK && w < study->workload_count; w++)
        do
            result = add_point(&m, points, w, settings, keys);
        while (result == RG_OK && next(study, settings));
    if (result == RG_OK && points->count == 0)
        result =
            ex_fail(&study->file, NULL, "`where` leaves no point of %zu", points->combinations);
    points->files = m.cache;
    json_decref(keys);
    free(settings);
    return result;
}

void ex_points_free(ex_points *points)
{
    for (size_t i = 0; i < points->count; i++) {
        free(points->items[i].settings);
        free(points->items[i].refused);
        json_decref(points->items[i].command);
    }
    json_decref(points->files);
    free(points->items);
    *points = (ex_points){0};
}
