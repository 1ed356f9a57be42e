/* cmd_run.c: retrograd run. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef rg_result derivative(rg_job *job, const char *name, size_t row, size_t column,
                             rg_fault *fault);

/* What option asks for, of the element that text names. */
static rg_result of_element(rg_job *job, const char *option, const char *text, derivative *take,
                            rg_fault *fault)
{
    size_t row, column;
    char *name = malloc(strlen(text) + 1);
    if (!name)
        return cli_bad_value(fault, "R0904", NULL, 0, text, "the host is out of memory");
    rg_result result = RG_OK;
    if (!cli_parse_element(job, text, name, &row, &column)) {
        char what[160];
        if (!cli_say_extents(job, text, what, sizeof what))
            snprintf(what, sizeof what, "%s wants NAME, NAME[i] or NAME[i,j]", option);
        result = cli_bad_value(fault, "R0913", NULL, 0, text, what);
    }
    if (result == RG_OK && rg_parameter_find(job, name) < 0 && cli_is_compound(job, name))
        result = cli_bad_value(fault, "R0913", NULL, 0, name,
                               "it has several parts, and one number is differentiated: name one, "
                               "such as z.re or t.1");
    if (result == RG_OK)
        result = take(job, name, row, column, fault);
    free(name);
    return result;
}

static rg_result derive(const cli_options *options, rg_job *job, rg_fault *fault)
{
    rg_result result = cli_directions_set(options, job, fault);
    if (result != RG_OK)
        return result;
    rg_keep_gradients(job, options->keep);
    if (options->grad)
        return of_element(job, "--grad", options->grad, rg_gradient, fault);
    if (options->hessian)
        return of_element(job, "--hessian", options->hessian, rg_hessian, fault);
    if (options->hvp)
        return of_element(job, "--hvp", options->hvp, rg_hessian_vector, fault);
    if (options->jacobian)
        return rg_jacobian(job, fault);
    return rg_tangent(job, fault);
}

/* How many derivatives the command line asks for; --tangent belongs to --hvp where both stand. */
static int derivatives(const cli_options *options)
{
    bool along = options->direction_count > 0 && !options->hvp;
    return (options->grad != NULL) + (options->hessian != NULL) + (options->hvp != NULL)
           + options->jacobian + along;
}

/* The way back. Where the line of a board is lost, as soon as it is there again. */
static rg_result roll_back(rg_job *job, const rg_device *device, rg_fault *back)
{
    enum { LOOKS = 100 }; /* a fifth of a second each, and what the line takes to be given up */
    const struct timespec pause = {0, 200000000};
    rg_result result = rg_rollback(job, back);
    if (result != RG_OK && rg_device_away(device))
        cli_remark("the machine can be run back as soon as its line is there again");
    for (int i = 0; i < LOOKS && result != RG_OK && rg_device_away(device); i++) {
        if (cli_signals_status(0) != 0 || nanosleep(&pause, NULL) != 0)
            break;
        result = rg_rollback(job, back);
    }
    return result;
}

/* After a trap, a stop, the cycle limit or a lost line: the message, and the way back. */
static void way_back(const rg_fault *fault, cli_report *report)
{
    rg_fault back;
    rg_last_change changes[RG_LAST_CHANGES];
    rg_job *job = report->session->job;
    cli_progress_say("running back to the last change");
    cli_signals_work(true);
    rg_result searched = rg_find_last_change(job, &back);
    cli_signals_work(false);
    cli_trap(fault, rg_get_trap(job), changes, rg_get_last_changes(job, changes, RG_LAST_CHANGES));
    if (searched != RG_OK)
        cli_fault(&back);
    cli_signals_work(true);
    rg_result result = roll_back(job, report->session->device, &back);
    cli_signals_work(false);
    report->rolled_back = result == RG_OK;
    if (report->rolled_back)
        cli_remark("the machine was run back to its start; every bit is what it was");
    else
        cli_fault(&back);
}

static int report_out(const cli_report *report)
{
    int failed = report->options->json ? cli_report_json(report, stdout)
                                       : cli_report_text(report, stdout);
    if (failed)
        cli_error("R0905", "cannot write the report");
    return failed ? RG_BAD_MACHINE : RG_OK;
}

static rg_result start(const cli_options *options, rg_job *job, rg_fault *fault)
{
    rg_result result =
        options->out_count > 0 ? rg_want(job, options->outs, options->out_count, fault) : RG_OK;
    if (result == RG_OK && options->tile)
        result = rg_tile(job, options->tile, options->tile_rows, fault);
    if (result != RG_OK)
        return result;
    cli_signals_work(true);
    result = derivatives(options) > 0 ? derive(options, job, fault)
             : options->backward      ? rg_uncall(job, fault)
                                      : rg_call(job, fault);
    cli_signals_work(false);
    return result;
}

/* Costs by source line of the job that counted them: of the run itself, or of the same run on the
 * engine that can count. */
static rg_result take_lines(const rg_job *counted, cli_report *report, rg_line_cost **lines)
{
    rg_fault fault;
    rg_job *job = report->session->job;
    size_t count = rg_get_lines(counted, NULL, 0);
    if (count == 0 || (job != counted && rg_take_activity(job, counted, &fault) != RG_OK)) {
        cli_remark("no costs by source line: the engine that counts them did not run the same "
                   "instructions");
        return RG_OK;
    }
    *lines = calloc(count, sizeof **lines);
    if (!*lines) {
        cli_error("R0904", "the host is out of memory");
        return RG_BAD_MACHINE;
    }
    report->line_count = rg_get_lines(counted, *lines, count);
    report->lines = *lines;
    return RG_OK;
}

static int explain(const cli_report *report)
{
    struct json_t *energy = cli_energy_json(report);
    int status = RG_BAD_MACHINE;
    if (energy)
        status = cli_explain_energy(stdout, energy, report->options->explain);
    else
        cli_error("R0904", "the host is out of memory");
    json_decref(energy);
    return status;
}

static int run(const cli_options *options, const cli_session *session,
               const rg_technology *technology, const cli_session *counted)
{
    rg_fault fault;
    rg_line_cost *lines = NULL;
    cli_report report = {.options = options, .session = session, .technology = technology};
    rg_result result = cli_saves_good(options, session->job);
    if (result != RG_OK)
        return (int)result;
    result = start(options, session->job, &fault);
    if (!options->json && rg_get_output(session->job)[0]) {
        cli_progress_clear();
        fputs(rg_get_output(session->job), stdout);
        fflush(stdout); /* before what is said on stderr */
    }
    if (result == RG_TRAPPED || rg_unfinished(session->job)) {
        cli_progress_clear();
        way_back(&fault, &report);
    } else if (result != RG_OK) {
        cli_progress_clear();
        cli_fault(&fault);
    }
    if (result == RG_OK && rg_ran_as_written(session->job))
        cli_remark("the optimised program traps, the program as written does not: this is the run "
                   "without passes (-O0). A pass may have reordered sums that overflow on the way, "
                   "or taken memory for arrays of its own");
    cli_signals_work(true);
    rg_result trace = rg_trace_close(session->device, &fault);
    cli_signals_work(false);
    cli_progress_clear();
    if (trace != RG_OK)
        cli_fault(&fault);
    if (result == RG_BAD_USE || result == RG_BAD_MACHINE)
        return (int)result;
    if (trace != RG_OK)
        return (int)trace;
    rg_counters counters;
    rg_result energy = options->activity && counted->job != session->job
                           ? rg_take_activity(session->job, counted->job, &fault)
                           : RG_OK;
    rg_get_counters(session->job, &counters);
    if (energy == RG_OK && rg_device_xlen(session->device) >= 32)
        energy =
            rg_energy_of(technology, &counters, rg_job_xlen(session->job), &report.energy, &fault);
    if (energy != RG_OK) {
        cli_fault(&fault);
        return (int)energy;
    }
    rg_float_digits digits;
    if (result == RG_OK && cli_find_digits(options, session, &digits))
        report.digits = &digits;
    energy = options->report ? take_lines(counted->job, &report, &lines) : RG_OK;
    cli_options unsaved = *options;
    const rg_result saved = result == RG_OK ? cli_save(options, session->job) : RG_OK;
    if (saved != RG_OK) { /* then the report has the values, which would be lost */
        unsaved.save_count = unsaved.save_gradient_count = 0;
        report.options = &unsaved;
    }
    int status = energy != RG_OK                    ? (int)energy
                 : options->json || result == RG_OK ? report_out(&report)
                                                    : RG_OK;
    if (status == RG_OK)
        status = (int)saved;
    if (status == RG_OK && result == RG_OK) {
        cli_judge_digits(options, session);
        cli_warn_of_digits(session->job, report.digits);
        cli_say_nothing_active(options, session->job);
        const rg_identity machine = rg_identity_of(rg_device_config(session->device));
        cli_warn_of_constants(options, session->job, &machine);
        cli_say_other_core(technology);
    }
    if (status == RG_OK && result == RG_OK && options->explain && !cli_has_energy(session->device))
        cli_remark(cli_has_float(session->device)
                       ? "the energies of a core with Float are not known: there is nothing to "
                         "explain"
                       : "the energies of a board are not known: there is nothing to explain");
    else if (status == RG_OK && result == RG_OK && options->explain)
        status = explain(&report);
    free(lines);
    if (status == RG_OK && result == RG_OK && rg_check_ledger(session->job, &fault) != RG_OK) {
        cli_fault(&fault);
        status = RG_TRAPPED;
    }
    if (status == RG_OK && result == RG_OK && derivatives(options) > 0
        && !rg_restored(session->job)) {
        cli_error("R0924", "the backward sweep did not give back every bit");
        return RG_BAD_MACHINE;
    }
    return status != RG_OK ? status : (int)result;
}

/* --report: what the passes do, and how much the way back costs. On standard error, so that --json
 * stays readable. */
static rg_result report_optimiser(const cli_options *options, const cli_session *session)
{
    rg_fault fault;
    rg_profile profile;
    rgc_options settings = {.xlen = rg_device_xlen(session->device),
                            .frac = rg_device_frac(session->device),
                            .wide = cli_has_float(session->device) ? CLI_FLOAT_BITS : 0,
                            .passes_off = options->passes_off};
    fputs(rg_energy_choices(session->device), stderr);
    cli_report_passes_of(options, session->job, &settings);
    if (options->tile) /* it takes all rows together, which may not fit */
        return RG_OK;
    cli_signals_work(true);
    rg_result profiled = rg_profile_call(session->job, &profile, &fault);
    cli_signals_work(false);
    if (profiled != RG_OK) {
        cli_fault(&fault);
        return fault.result;
    }
    if (profile.needed)
        fprintf(stderr, "uncomputing level: log2(%llu executed / %llu needed) = %.2f\n",
                (unsigned long long)profile.executed, (unsigned long long)profile.needed,
                log2((double)profile.executed / (double)profile.needed));
    return RG_OK;
}

/* --report or --activity on another engine than fast: the same job on fast, which can count by
 * instruction. It has the same counters, which is checked. */
static rg_result open_counted(const cli_options *options, cli_session *counted)
{
    cli_options quiet = *options;
    rg_fault fault;
    quiet.engine = "fast";
    quiet.trace = NULL;
    quiet.quiet = true;
    rg_result result = cli_session_open(&quiet, counted);
    if (result == RG_OK && (result = rg_count_lines(counted->device, true, &fault)) != RG_OK)
        cli_fault(&fault);
    if (result == RG_OK && start(options, counted->job, &fault) != RG_OK
        && cli_signals_status(0) != 0) {
        cli_fault(&fault); /* else it is said by the run itself, which a signal leaves out */
        result = RG_BAD_MACHINE;
    }
    return result;
}

static int run_with(const cli_options *options)
{
    cli_session session = {0}, counted = {0};
    rg_fault fault;
    const bool fast = !options->trace
                      && (!options->engine || strcmp(options->engine, "fast") == 0
                          || strcmp(options->engine, "fast16") == 0
                          || strcmp(options->engine, "float") == 0);
    const bool counts = options->report || options->activity;
    rg_result result = counts && !fast ? open_counted(options, &counted) : RG_OK;
    if (result == RG_OK)
        result = cli_session_open(options, &session);
    if (result == RG_OK && counts && fast
        && (result = rg_count_lines(session.device, true, &fault)) != RG_OK)
        cli_fault(&fault);
    const cli_session *by_line = counts && fast ? &session : &counted;
    rg_technology *technology = NULL;
    if (result == RG_OK) {
        const rg_identity machine = rg_identity_of(rg_device_config(session.device));
        technology = cli_technology_for(options, &machine);
        result = technology ? RG_OK : RG_BAD_USE;
    }
    int status = result == RG_OK ? run(options, &session, technology, by_line) : (int)result;
    rg_technology_close(technology);
    if (status == RG_OK && options->report) /* at the end: it leaves another state behind, which the
                                               host has to erase */
        status = (int)report_optimiser(options, by_line);
    cli_session_close(&session);
    cli_session_close(&counted);
    return status;
}

int cmd_run(const cli_options *options)
{
    if (derivatives(options) > 0 && options->backward) {
        cli_error("R0918", "derivatives together with --backward are not in this version");
        return RG_BAD_USE;
    }
    if (derivatives(options) > 1) {
        cli_error("R0917", "choose one of --grad, --hessian, --hvp, --jacobian and --tangent "
                           "(--hvp takes its direction from --tangent)");
        return RG_BAD_USE;
    }
    if (options->hvp && options->direction_count == 0) {
        cli_error("R0917",
                  "--hvp %s is a product with a direction: give one with --tangent NAME=VALUE",
                  options->hvp);
        return RG_BAD_USE;
    }
    if (options->keep && !options->grad) {
        cli_error(
            "R0917",
            "--keep-gradients needs --grad NAME: without a gradient pass there is nothing to keep");
        return RG_BAD_USE;
    }
    for (size_t i = 0; i < options->out_count; i++)
        if (strchr(options->outs[i], '.')) {
            cli_error("R0917", "--out takes a whole argument, not the component %s",
                      options->outs[i]);
            return RG_BAD_USE;
        }
    if (options->out_count > 0 && derivatives(options) > 0 && !options->grad) {
        cli_error("R0917",
                  "--out goes with --grad, or with a run without derivatives: matrices and "
                  "tangents need every argument");
        return RG_BAD_USE;
    }
    if (options->tile && derivatives(options) > 0 && !options->grad) {
        cli_error("R0917", "--tile goes with --grad, or with a run without derivatives: matrices "
                           "and tangents take all rows together");
        return RG_BAD_USE;
    }
    if ((options->report || options->activity) && options->tty) {
        cli_error("R0955", "the engine `board` has no counters for %s",
                  options->report ? "--report" : "--activity");
        return RG_BAD_USE;
    }
    if (options->activity && cli_is_float(options)) {
        cli_error("R0951", "the energies of a core with Float are not known, so --activity has "
                           "nothing to price");
        return RG_BAD_USE;
    }
    if (options->report && cli_is_float_core(options)) {
        cli_error("R0951", "the engine `rtl-float` does not count by line, so --report has nothing "
                           "to show");
        return RG_BAD_USE;
    }
    if (options->explain && options->json) {
        cli_error("R0917", "--explain-energy is for people; keep the report of --json and use "
                           "`retrograd explain-energy RUN.json`");
        return RG_BAD_USE;
    }
    rg_technology *any = cli_technology(options); /* what is wrong with it is said at once */
    if (!any)
        return RG_BAD_USE;
    rg_technology_close(any);
    return cli_signals_status(run_with(options));
}
