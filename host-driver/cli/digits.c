/* digits.c: how many digits the results of a machine with Float have, found by other runs. */
#include "host-driver/cli/cli.h"

/* Of a run that is repeated, and of one that is repeated 20 times to find the line. */
enum { MOST_CYCLES_AGAIN = 20000000, MOST_CYCLES_FOR_LINE = 2000000 };
/* The counters of results with few digits begin there too. */
static const double enough_digits = 9;

static bool find(const cli_options *options, const rg_job *job, uint64_t cycles,
                 const cli_session *again, rg_float_digits *digits)
{
    rg_fault fault;
    if (cli_directions_set(options, again->job, &fault) != RG_OK)
        return false;
    cli_progress_say("counting digits");
    cli_signals_work(true);
    const rg_result result = rg_find_float_digits(
        job, again->job, cycles > MOST_CYCLES_FOR_LINE ? 0 : enough_digits, digits, &fault);
    cli_signals_work(false);
    cli_progress_clear();
    return result == RG_OK && cli_signals_status(0) == 0;
}

bool cli_find_digits(const cli_options *options, const cli_session *session,
                     rg_float_digits *digits)
{
    cli_options quiet = *options;
    cli_session again = {0};
    rg_counters counters;
    rg_get_counters(session->job, &counters);
    if (options->tile || !cli_has_float(session->device))
        return false;
    if (counters.cycles > MOST_CYCLES_AGAIN) {
        cli_remark("how many digits the results have was not looked at: that takes a second run, "
                   "and this one was long");
        return false;
    }
    quiet.quiet = true;
    quiet.engine = "float"; /* the core has no noise */
    quiet.with_float = true;
    quiet.max_cycles = 2 * (uint64_t)MOST_CYCLES_AGAIN;
    const bool found = cli_session_open(&quiet, &again) == RG_OK
                       && find(options, session->job, counters.cycles, &again, digits);
    cli_session_close(&again);
    cli_signals_catch(session->device);
    return found;
}

/* A 0 that is warned of vanished, and all of its array with it. */
static bool is_zero(const rg_job *job, const rg_number_digits *worst)
{
    double first;
    return rg_get(job, worst->argument, &first, 1) > 0 && first == 0;
}

static void warn(const char *of, const rg_job *job, const rg_number_digits *worst,
                 const rg_float_digits *digits)
{
    char where[80] = "", at[320] = "";
    rg_parameter p;
    const int index = rg_parameter_find(job, worst->argument);
    if (worst->digits >= enough_digits)
        return;
    if (index >= 0 && rg_parameter_at(job, (size_t)index, &p) && p.rank > 0)
        rg_element_text(p.extents, p.rank, worst->element, where, sizeof where);
    if (digits->line > 0)
        snprintf(at, sizeof at, ", most of all at %s:%u:%u", digits->file, digits->line,
                 digits->column);
    if (worst == &digits->value && is_zero(job, worst)) {
        cli_warning("R0506",
                    "%s is 0 because numbers on the way to it are too small, and became 0%s",
                    worst->argument, at);
        return;
    }
    cli_warning("R0506",
                "%s%s%s has about %.1f digits: rounding on the way grew that large in it%s", of,
                worst->argument, where, worst->digits, at);
}

void cli_warn_of_digits(const rg_job *job, const rg_float_digits *digits)
{
    if (!digits)
        return;
    if (digits->stopped)
        cli_warning("R0506",
                    "it is not known how many digits the results have: with noise behind them the "
                    "run ends otherwise. %s:%u:%u: %s, %s",
                    digits->fault.file, digits->fault.line, digits->fault.column,
                    digits->fault.code, digits->fault.message);
    warn("", job, &digits->value, digits);
    warn("the derivative by ", job, &digits->derivative, digits);
}
