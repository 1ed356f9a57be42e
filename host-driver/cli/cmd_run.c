/* cmd_run.c: retrograd run. */
#include "host-driver/cli/cli.h"

#include "compiler/opt/opt.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* After a trap, a stop or the cycle limit: the message, and the way back. */
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
    rg_result result = rg_rollback(job, &back);
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

/* Whether two engines counted the same, the activity aside, which one of them may not count. */
static bool same_counts(const rg_counters *a, const rg_counters *b)
{
    rg_counters x = *a, y = *b;
    x.activity = y.activity = (rg_activity_counts){0};
    x.dispatcher.activity = y.dispatcher.activity = (rg_activity_counts){0};
    return memcmp(&x, &y, sizeof x) == 0;
}

/* Costs by source line of the job that counted them: of the run itself, or of the same run on the
 * engine that can count. */
static rg_result take_lines(const rg_job *counted, cli_report *report, rg_line_cost **lines)
{
    rg_counters here, there;
    size_t count = rg_get_lines(counted, NULL, 0);
    rg_get_counters(report->session->job, &here);
    rg_get_counters(counted, &there);
    if (count == 0 || !same_counts(&here, &there)) {
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

enum { MOST_CYCLES_AGAIN = 20000000 };
static const double fewest_digits = 4;

static void say_digits(const cli_options *options, const rg_digits *digits)
{
    if (digits->value < fewest_digits)
        cli_warning(
            "R0506",
            "%s has about %.1f digits, and its gradients no more: a number on the way "
            "counts %.1e times in it, its last place too. With --float numbers have 53 bits",
            options->grad, digits->value, digits->times);
    if (digits->gradient < fewest_digits)
        cli_warning("R0506",
                    "the gradient by %s has about %.1f digits: with another seed it is "
                    "rounded to other ones. With --float numbers have 53 bits",
                    digits->argument, digits->gradient);
}

/* Run the gradient again with other seeds, on another machine, where that takes no long time. What
 * fails there tells nothing about this run. */
static void judge_digits(const cli_options *options, const cli_session *session)
{
    cli_options quiet = *options;
    cli_session again = {0};
    rg_counters counters;
    rg_digits digits;
    rg_get_counters(session->job, &counters);
    if (!options->grad || counters.cycles > MOST_CYCLES_AGAIN || cli_has_float(session->device))
        return;
    quiet.engine = "fast";
    quiet.trace = NULL;
    quiet.quiet = true;
    quiet.max_cycles = MOST_CYCLES_AGAIN;
    if (cli_session_open(&quiet, &again) == RG_OK
        && rg_believed_digits(session->job, again.job, &digits, NULL) == RG_OK)
        say_digits(options, &digits);
    cli_session_close(&again);
}

/* Whether the program leaves the type of the parameter open. */
static bool is_open(const rgc_result *compiled, const char *routine, const char *parameter)
{
    const size_t length = strcspn(routine, "{ ");
    rg_type_base base;
    const char *name = NULL;
    unsigned rank;
    for (size_t i = 0; i < rgc_routine_count(compiled); i++) {
        const char *own = rgc_routine_name(compiled, i);
        if (strlen(own) != length || strncmp(own, routine, length) != 0)
            continue;
        for (size_t k = 0; k < rgc_parameter_count(compiled, i); k++)
            if (!rgc_parameter(compiled, i, k, &name, &base, &rank) && name
                && strcmp(name, parameter) == 0)
                return true;
    }
    return false;
}

/* The first argument that is an Int because of its value, or NULL. It belongs to the job. */
static const char *integer_by_value(const char *path, const rg_job *job)
{
    const char *found = NULL, *dot = strrchr(path, '.');
    rg_parameter p;
    if (!dot || strcmp(dot, ".rg") != 0)
        return NULL;
    rgc_result *compiled =
        rgc_compile_file(path, &(rgc_options){.open_is_fixed = true, .passes_off = OPT_EVERY});
    for (size_t i = 0; compiled && !found && rg_parameter_at(job, i, &p); i++)
        if (p.number == RG_NUMBER_INT && is_open(compiled, rg_job_routine(job), p.name))
            found = p.name;
    if (compiled)
        rgc_result_free(compiled);
    return found;
}

/* A gradient by nothing: most often numbers without a point have made an argument Int. */
static void say_nothing_active(const cli_options *options, const rg_job *job)
{
    rg_parameter parameter;
    size_t active = 0;
    for (size_t i = 0; options->grad && rg_parameter_at(job, i, &parameter); i++)
        active += parameter.number == RG_NUMBER_FIXED || parameter.number == RG_NUMBER_LOG;
    const char *integers = active == 1 ? integer_by_value(options->words[0], job) : NULL;
    char text[400];
    if (!integers)
        return;
    snprintf(text, sizeof text,
             "no other argument has a gradient: `%s` holds Int, as its values have no point. "
             "Values such "
             "as 1.0 make it Fixed",
             integers);
    cli_remark(text);
}

static bool same_energy(const rg_energy *a, const rg_energy *b)
{
    return a->conventional.total_J == b->conventional.total_J
           && a->adiabatic.total_J == b->adiabatic.total_J
           && a->landauer.total_J == b->landauer.total_J && a->conventional_s == b->conventional_s
           && a->adiabatic_s == b->adiabatic_s && a->same_clock_J == b->same_clock_J;
}

/* A constant of --energy-set that changes nothing: most often the technology lacks the view that it
 * belongs to. One that is set to what the file says is no mistake. */
static void warn_of_constant(const cli_options *options, size_t index, const rg_job *job)
{
    const char *set = options->energy_sets[index], *equals = strchr(set, '=');
    const char *one[] = {set};
    cli_options with = *options, without = *options;
    rg_energy_constant constants[RG_ENERGY_CONSTANTS];
    rg_counters counters;
    rg_energy base, other;
    rg_fault fault;
    bool moved = true;
    with.energy_sets = one;
    with.energy_set_count = 1;
    without.energy_set_count = 0;
    rg_technology *changed = cli_technology(&with), *plain = cli_technology(&without);
    const size_t count = changed ? rg_technology_constants(changed, constants, RG_ENERGY_CONSTANTS)
                                 : 0;
    for (size_t i = 0; equals && i < count; i++)
        if (strncmp(constants[i].name, set, (size_t)(equals - set)) == 0
            && constants[i].name[equals - set] == '\0')
            moved = constants[i].value != constants[i].file_value;
    rg_get_counters(job, &counters);
    const unsigned xlen = rg_job_xlen(job);
    if (moved && changed && plain && rg_energy_of(changed, &counters, xlen, &other, &fault) == RG_OK
        && rg_energy_of(plain, &counters, xlen, &base, &fault) == RG_OK
        && same_energy(&other, &base))
        cli_warning("R0923", "--energy-set %s changes no energy of this run%s", set,
                    base.has_adiabatic ? "" : ": the technology has no adiabatic view");
    rg_technology_close(changed);
    rg_technology_close(plain);
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
    if (energy == RG_OK)
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
        judge_digits(options, session);
        cli_warn_of_digits(session->job, report.digits);
        say_nothing_active(options, session->job);
        for (size_t i = 0; i < options->energy_set_count; i++)
            warn_of_constant(options, i, session->job);
    }
    if (status == RG_OK && result == RG_OK && options->explain && cli_has_float(session->device))
        cli_remark("the energies of a core with Float are not known: there is nothing to explain");
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

/* The types that the arguments of the run have, for parameters that the program leaves open. Those
 * of structs are never open. To be freed; NULL: no memory. */
static rgc_argument *types_of(const rg_job *job, size_t *count)
{
    static const rg_type_base bases[] = {RG_TYPE_INT, RG_TYPE_BOOL, RG_TYPE_FIXED, RG_TYPE_LOG};
    rgc_argument *types = calloc(rg_parameter_count(job) + 1, sizeof *types);
    rg_parameter p;
    *count = 0;
    for (size_t i = 0; types && rg_parameter_at(job, i, &p); i++) {
        const size_t length = strlen(p.name);
        const bool complex = p.levels[0] == 'c' && strlen(p.levels) == 2;
        if (!complex && p.levels[0])
            continue;
        if (complex && strcmp(p.name + length - 3, ".re") != 0)
            continue;
        char *name = strndup(p.name, length - (complex ? 3 : 0));
        if (!name)
            continue;
        types[(*count)++] = (rgc_argument){name, bases[p.number], p.rank, complex, false};
    }
    return types;
}

static void report_table(const cli_options *options, const rg_job *job, rgc_options *settings)
{
    const char *name = options->words[0], *dot = strrchr(name, '.');
    size_t count = 0;
    if (!dot || strcmp(dot, ".rg") != 0)
        return;
    rgc_argument *types = types_of(job, &count);
    settings->entry = options->words[1];
    settings->arguments = types;
    settings->argument_count = count;
    settings->open_is_fixed = true;
    cli_report_passes(name, settings, stderr);
    for (size_t i = 0; i < count; i++)
        free((char *)(uintptr_t)types[i].name);
    free(types);
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
    report_table(options, session->job, &settings);
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

static int run_with(const cli_options *options, const rg_technology *technology)
{
    cli_session session = {0}, counted = {0};
    rg_fault fault;
    const bool fast =
        !options->trace
        && (!options->engine || strcmp(options->engine, "fast") == 0 || cli_is_float(options));
    const bool counts = options->report || options->activity;
    rg_result result = counts && !fast ? open_counted(options, &counted) : RG_OK;
    if (result == RG_OK)
        result = cli_session_open(options, &session);
    if (result == RG_OK && counts && fast
        && (result = rg_count_lines(session.device, true, &fault)) != RG_OK)
        cli_fault(&fault);
    const cli_session *by_line = counts && fast ? &session : &counted;
    int status = result == RG_OK ? run(options, &session, technology, by_line) : (int)result;
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
    if (options->activity && cli_is_float(options)) {
        cli_error("R0951", "the energies of a core with Float are not known, so --activity has "
                           "nothing to price");
        return RG_BAD_USE;
    }
    if (options->explain && options->json) {
        cli_error("R0917", "--explain-energy is for people; keep the report of --json and use "
                           "`retrograd explain-energy RUN.json`");
        return RG_BAD_USE;
    }
    rg_technology *technology = cli_technology(options);
    if (!technology)
        return RG_BAD_USE;
    int status = run_with(options, technology);
    rg_technology_close(technology);
    return cli_signals_status(status);
}
