/* cmd_baselines.c: retrograd baselines: a program on machines that overwrite, beside this one. */
#include "host-driver/cli/cli.h"

#include "host-driver/baselines.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { STRETCHES = 32, CHECKPOINTS = 4 };

/* The element that --grad names; its name is freed by the caller. */
static rg_result element_of(const cli_options *options, const rg_job *job, char **name,
                            rg_baseline_gradient *gradient, rg_fault *fault)
{
    *name = malloc(strlen(options->grad) + 1);
    if (!*name)
        return cli_bad_value(fault, "R0904", NULL, 0, options->grad, "the host is out of memory");
    gradient->name = *name;
    if (!cli_parse_element(job, options->grad, *name, &gradient->row, &gradient->column))
        return cli_bad_value(fault, "R0913", NULL, 0, options->grad,
                             "--grad wants NAME, NAME[i] or NAME[i,j]");
    return RG_OK;
}

/* differentiated: the same program, compiled for gradients; without a job where none is asked for.
 */
static json_t *measure(const cli_options *options, const cli_session *session,
                       const cli_session *differentiated, int *status)
{
    rg_baselines all;
    rg_fault fault;
    char *name = NULL;
    rg_baseline_gradient gradient = {
        .job = differentiated->job,
        .stretches = options->stretches ? options->stretches : STRETCHES,
        .slots = options->checkpoints ? options->checkpoints : CHECKPOINTS};
    rg_result result =
        options->grad ? element_of(options, differentiated->job, &name, &gradient, &fault) : RG_OK;
    cli_signals_work(true);
    if (result == RG_OK)
        result = rg_baselines_of(session->job, options->grad ? &gradient : NULL, &all, &fault);
    cli_signals_work(false);
    free(name);
    *status = (int)result;
    if (result != RG_OK) {
        cli_fault(&fault);
        return NULL;
    }
    json_t *report = cli_baselines_json(session, options->grad, &all);
    *status = report ? RG_OK : RG_BAD_MACHINE;
    return report;
}

/* The program runs; NULL after a message. */
static json_t *run(const cli_options *options, int *status)
{
    cli_session session = {0}, differentiated = {0};
    cli_options plain = *options, again = *options;
    json_t *report = NULL;
    plain.grad = NULL;
    again.quiet = true; /* what the compiler remarks was said */
    *status = (int)cli_session_open(&plain, &session);
    if (*status == RG_OK && options->grad) {
        *status = (int)cli_session_open(&again, &differentiated);
        cli_signals_catch(session.device); /* which works longest */
    }
    if (*status == RG_OK)
        report = measure(options, &session, &differentiated, status);
    cli_session_close(&differentiated);
    cli_session_close(&session);
    return report;
}

/* A report of --json, whose counters are priced once more. */
static json_t *read_report(const char *path, int *status)
{
    json_error_t error;
    json_t *report = json_load_file(path, 0, &error);
    *status = RG_OK;
    if (report && json_is_object(json_object_get(report, "machines"))
        && json_is_object(json_object_get(report, "common")))
        return report;
    if (report)
        cli_error("R0904", "%s is no report of `retrograd baselines --json`", path);
    else
        cli_error("R0904", "%s:%d:%d: %s", path, error.line, error.column, error.text);
    json_decref(report);
    *status = RG_BAD_USE;
    return NULL;
}

static bool is_report(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".json") == 0;
}

static bool fit(const cli_options *options)
{
    const bool report = is_report(options->words[0]);
    if (report
        && (options->grad || options->setting_count || options->stretches || options->checkpoints
            || options->word_count > 1)) {
        cli_error("R0917",
                  "%s is a report: it takes no more than --energy, --energy-set and "
                  "--json; the program does not run again",
                  options->words[0]);
        return false;
    }
    if (!options->grad && (options->stretches || options->checkpoints)) {
        cli_error("R0917", "--checkpoints and --stretches go with --grad NAME");
        return false;
    }
    return true;
}

/* With the table of the machine's core. A report that does not say its machine is priced as any. */
static rg_technology *technology_of(const cli_options *options, const json_t *report)
{
    rg_identity machine;
    const char *variables = json_string_value(json_object_get(report, "machine"));
    const bool known = variables && rg_identity_read(variables, &machine);
    return cli_technology_for(options, known ? &machine : NULL);
}

int cmd_baselines(const cli_options *options)
{
    int status = RG_OK;
    if (!fit(options))
        return RG_BAD_USE;
    rg_technology *technology = cli_technology(options); /* what is wrong with it is said at once */
    if (!technology)
        return RG_BAD_USE;
    rg_technology_close(technology);
    json_t *report = is_report(options->words[0]) ? read_report(options->words[0], &status)
                                                  : run(options, &status);
    technology = report ? technology_of(options, report) : NULL;
    if (technology) {
        status = cli_baselines_price(report, technology);
        if (status == RG_OK && options->json
            && (json_dumpf(report, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0
                || putchar('\n') == EOF))
            status = RG_BAD_MACHINE;
        else if (status == RG_OK && !options->json)
            cli_baselines_print(report, stdout);
        cli_say_other_core(technology);
    } else if (report)
        status = RG_BAD_USE;
    json_decref(report);
    rg_technology_close(technology);
    return cli_signals_status(status);
}
