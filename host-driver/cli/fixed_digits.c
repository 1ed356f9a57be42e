/* fixed_digits.c: how many digits the results of a machine with Fixed have, found by a run with
 * Float. Where that does not run, other runs with Fixed estimate it. */
#include "host-driver/cli/cli.h"

#include <math.h>
#include <string.h>

/* Of a run that is repeated. Words of 32 bits have few digits by choice. */
enum { MOST_CYCLES_AGAIN = 20000000, LEAST_BITS = 64 };
static const double fewest_digits = 4;

static void say_vanished(const char *of, const char *argument)
{
    cli_warning("R0506",
                "%s%s is 0 because numbers on the way to it are too small, and became 0. With "
                "--float they reach down to 1e-38",
                of, argument);
}

static void say_value(const cli_options *options, const rg_digits *digits)
{
    if (digits->times == 0)
        cli_warning("R0506",
                    "%s has about %.1f digits: numbers on the way to it are so small that they "
                    "keep few. With --float numbers have 53 bits",
                    options->grad, digits->value);
    else
        cli_warning(
            "R0506",
            "%s has about %.1f digits, and its gradients no more: a number on the way "
            "counts %.1e times in it, its last place too. With --float numbers have 53 bits",
            options->grad, digits->value, digits->times);
}

static void say_gradient(const rg_digits *digits)
{
    cli_warning("R0506",
                "the gradient by %s has about %.1f digits: with another seed it is rounded to "
                "other ones. With --float numbers have 53 bits",
                digits->argument, digits->gradient);
}

static void say_difference(const char *of, const cli_session *session, const rg_difference *worst)
{
    const rg_job *job = session->job;
    const int frac = (int)rg_device_frac(session->device);
    char where[80] = "";
    rg_parameter p;
    const int index = rg_parameter_find(job, worst->argument);
    if (worst->is == 0 && fabs(worst->should) < ldexp(0.5, -frac)) {
        say_vanished(of, worst->argument);
        return;
    }
    if (index >= 0 && rg_parameter_at(job, (size_t)index, &p) && p.rank > 0)
        rg_element_text(p.extents, p.rank, worst->element, where, sizeof where);
    cli_warning("R0506", "%s%s%s has about %.1f digits: it is %.6g, and with --float %.6g", of,
                worst->argument, where, worst->digits, worst->is, worst->should);
}

static bool is_seeded(const cli_options *options, const char *argument)
{
    return options->grad && argument[0] && strncmp(options->grad, argument, strlen(argument)) == 0;
}

/* What no run with Float has confirmed. A 0 has no digits, and its gradients have none either. */
static void say_estimate(const cli_options *options, const rg_digits *estimate)
{
    if (estimate->vanished[0])
        say_vanished("", estimate->vanished);
    if (is_seeded(options, estimate->vanished))
        return;
    if (estimate->value < fewest_digits)
        say_value(options, estimate);
    if (estimate->gradient < fewest_digits)
        say_gradient(estimate);
}

/* The estimates know what is to blame for what differs from Float. */
static void say_differences(const cli_options *options, const cli_session *session,
                            const rg_digits *estimate, const rg_differences *found)
{
    const bool value = found->value.digits < fewest_digits,
               vanished = estimate->vanished[0]
                          && strcmp(estimate->vanished, found->cancelled) != 0,
               blamed = value && estimate->value < fewest_digits;
    const char *zero = vanished ? estimate->vanished : "";
    if (vanished)
        say_vanished("", zero);
    if (is_seeded(options, zero))
        return;
    if (blamed)
        say_value(options, estimate);
    else if (value && strcmp(zero, found->value.argument) != 0)
        say_difference("", session, &found->value);
    if (found->derivative.digits >= fewest_digits
        || (found->value.is == 0 && is_seeded(options, found->value.argument))
        || (blamed && estimate->times > 0))
        return;
    if (estimate->gradient < fewest_digits)
        say_gradient(estimate);
    else
        say_difference("the derivative by ", session, &found->derivative);
}

static bool has_zero(const rg_job *job)
{
    rg_parameter p;
    double first;
    for (size_t i = 0; rg_parameter_at(job, i, &p); i++)
        if (p.number == RG_NUMBER_FIXED && rg_get(job, p.name, &first, 1) > 0 && first == 0)
            return true;
    return false;
}

/* The options of a run that is there to be compared. */
static cli_options of_other(const cli_options *options)
{
    cli_options other = *options;
    other.engine = NULL;
    other.trace = NULL;
    other.quiet = other.silent = true;
    other.max_cycles = 2 * (uint64_t)MOST_CYCLES_AGAIN;
    return other;
}

static bool compare_with_float(const cli_options *options, const cli_session *session,
                               rg_differences *found)
{
    cli_options other = of_other(options);
    cli_session again = {0};
    rg_fault fault;
    if (rg_device_xlen(session->device) < LEAST_BITS)
        return false;
    other.with_float = true;
    cli_progress_say("comparing with Float");
    const bool known = cli_session_open(&other, &again) == RG_OK
                       && cli_directions_set(&other, again.job, &fault) == RG_OK
                       && rg_compare_with_float(session->job, again.job, found, &fault) == RG_OK
                       && !rg_unfinished(again.job);
    cli_progress_clear();
    cli_session_close(&again);
    return known;
}

static bool estimate(const cli_options *options, const cli_session *session, rg_digits *digits)
{
    const cli_options other = of_other(options);
    cli_session again = {0};
    const bool known = cli_session_open(&other, &again) == RG_OK
                       && rg_believed_digits(session->job, again.job, digits, NULL) == RG_OK;
    cli_session_close(&again);
    return known;
}

void cli_judge_digits(const cli_options *options, const cli_session *session)
{
    rg_counters counters;
    rg_digits estimated;
    rg_differences found;
    rg_get_counters(session->job, &counters);
    if (options->tile || counters.cycles > MOST_CYCLES_AGAIN
        || !cli_has_energy(session->device)) /* on a board nearly all numbers have few */
        return;
    const bool known = compare_with_float(options, session, &found);
    const bool few =
        known && (found.value.digits < fewest_digits || found.derivative.digits < fewest_digits);
    if (!few && !has_zero(session->job) && (known || !options->grad))
        return;
    if (!estimate(options, session, &estimated))
        estimated = (rg_digits){.gradient = 99, .value = 99, .argument = "", .vanished = ""};
    if (known)
        say_differences(options, session, &estimated, &found);
    else
        say_estimate(options, &estimated);
}
