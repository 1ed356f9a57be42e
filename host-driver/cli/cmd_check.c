/* cmd_check.c: retrograd check. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* With fewer digits that agree it is said how many the differences have at all. */
enum { FEW_DIGITS = 7 };

typedef struct {
    bool json;
    json_t *lines, *defaults;
    size_t passed, failed, skipped;
    size_t compared; /* gradients, those that differences say nothing about included */
} checking;

static void print_line(const rg_check_line *line)
{
    char where[160] = "";
    if (line->column > 0)
        snprintf(where, sizeof where, "[%zu,%zu]", line->row, line->column);
    else if (line->row > 0)
        snprintf(where, sizeof where, "[%zu]", line->row);
    printf("  %s  ", line->skipped ? "skip" : line->passed ? "ok  " : "FAIL");
    if (strcmp(line->what, "erased") == 0) {
        if (line->passed)
            printf("the gradient of %s erases nothing where @assert_reversible stands\n",
                   line->output);
        else
            printf("the gradient of %s erases %.0f bits where @assert_reversible stands, first in "
                   "line %zu; with --keep-gradients freed "
                   "ancillas drop none\n",
                   line->output, line->got, line->row);
        return;
    }
    if (strcmp(line->what, "inverse") == 0) {
        printf("inverse restores %s", line->argument);
        if (!line->passed)
            printf(": %.0f words differ", line->got);
    } else if (strcmp(line->what, "gradient") == 0 || strcmp(line->what, "formula") == 0) {
        printf("d %s / d %s%s: %.12g", line->output, line->argument, where, line->got);
    } else {
        printf("dot product of the gradient of %s: %.12g", line->output, line->got);
    }
    if (line->kink) {
        printf(": a kink: the slope is %.9g below and %.9g above, and the gradient is %s\n",
               line->below, line->above,
               !line->passed ? "not between them" : "one of them or between them");
        return;
    }
    const bool formula = strcmp(line->what, "formula") == 0;
    if (!line->skipped && strcmp(line->what, "inverse") != 0)
        printf(formula ? ", its formula gives %.12g" : ", differences say %.12g", line->expected);
    if (line->skipped)
        printf(": %s", line->skipped);
    else if (!line->passed)
        printf(", off by %.3g (allowed %.3g)", fabs(line->got - line->expected), line->tolerance);
    if (!line->skipped && strcmp(line->what, "inverse") != 0) {
        printf(floor(line->digits) == 1 ? ": %.0f digit agrees" : ": %.0f digits agree",
               floor(line->digits));
        if ((!line->passed || line->digits < FEW_DIGITS) && !formula)
            printf(", of %.0f that the differences have", floor(line->certain));
    }
    printf("\n");
}

static void report_line(void *context, const rg_check_line *line)
{
    checking *c = context;
    c->compared += strcmp(line->what, "gradient") == 0;
    if (line->skipped)
        c->skipped++;
    else if (line->passed)
        c->passed++;
    else
        c->failed++;
    if (!c->json) {
        cli_signals_work(false); /* who reads it may keep it waiting */
        cli_progress_clear();
        print_line(line);
        cli_signals_work(true);
        return;
    }
    json_t *entry = json_pack("{s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:b}", "check", line->what,
                              "output", line->output, "argument", line->argument, "row",
                              (json_int_t)line->row, "column", (json_int_t)line->column, "got",
                              line->got, "tolerance", line->tolerance, "passed", (int)line->passed);
    if (entry && !line->skipped && strcmp(line->what, "inverse") != 0) {
        json_object_set_new(entry, "digits", json_real(line->digits));
        json_object_set_new(entry, "digits_of_differences", json_real(line->certain));
    }
    if (entry && line->kink)
        json_object_set_new(entry, "slopes", json_pack("[f, f]", line->below, line->above));
    if (entry)
        json_object_set_new(entry, "expected",
                            isnan(line->expected) ? json_null() : json_real(line->expected));
    json_array_append_new(c->lines, entry);
}

static int finish(const checking *c, const rg_job *job, bool passed)
{
    if (!c->json) {
        printf("%s: %zu checks passed, %zu failed", rg_job_routine(job), c->passed, c->failed);
        printf(c->skipped ? ", %zu skipped\n" : "\n", c->skipped);
        if (c->compared == 0)
            printf(
                "  the call changes no argument with a gradient here: no gradient was compared\n");
    } else {
        json_t *root = json_pack("{s:i, s:s, s:b, s:I, s:I, s:I, s:O, s:O}", "schema_version",
                                 RG_SCHEMA_VERSION, "function", rg_job_routine(job), "passed",
                                 (int)passed, "checks", (json_int_t)c->passed, "failures",
                                 (json_int_t)c->failed, "skipped", (json_int_t)c->skipped,
                                 "defaults", c->defaults, "lines", c->lines);
        int failed = !root
                     || json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0;
        json_decref(root);
        putchar('\n');
        if (failed)
            return RG_BAD_MACHINE;
    }
    if (!passed)
        cli_error("R0926", "%s: %zu checks failed", rg_job_routine(job), c->failed);
    return passed ? RG_OK : RG_TRAPPED;
}

enum { DEFAULT_LENGTH = 3 };

static bool is_result(const rg_parameter *p)
{
    const size_t length = strlen(p->name);
    return p->rank == 0 && length > 0 && p->name[length - 1] == '!';
}

/* What an argument that was not set is checked at: scalar results (their name ends in !) start at
 * zero, other numbers lie apart and away from zero, where derivatives tend to be special. */
static rg_result set_default(rg_job *job, const rg_parameter *p, size_t index, rg_fault *fault)
{
    size_t rows = p->rank ? DEFAULT_LENGTH : 1, columns = p->rank == 2 ? DEFAULT_LENGTH : 1;
    bool result = is_result(p);
    double values[DEFAULT_LENGTH * DEFAULT_LENGTH];
    for (size_t i = 0; i < rows * columns; i++) {
        double number = 0.625 + 0.125 * (double)(index % 4) + 0.21875 * (double)i;
        values[i] = result                        ? (p->number == RG_NUMBER_LOG ? 1 : 0)
                    : p->number == RG_NUMBER_BOOL ? 1
                    : p->number == RG_NUMBER_INT  ? 2 + (double)i
                                                  : number;
    }
    return p->rank == 0 ? rg_set_number(job, p->name, values[0], fault)
                        : rg_set_array(job, p->name, values, rows, columns, fault);
}

static void say_default(const rg_job *job, const rg_parameter *p, checking *c)
{
    double values[DEFAULT_LENGTH * DEFAULT_LENGTH] = {0};
    size_t count = rg_get_argument(job, p->name, values, DEFAULT_LENGTH * DEFAULT_LENGTH);
    if (c->json) {
        json_t *list = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(list, json_real(values[i]));
        json_object_set_new(c->defaults, p->name, p->rank == 0 ? json_real(values[0]) : list);
        if (p->rank == 0)
            json_decref(list);
        return;
    }
    printf("  not set, so checked at  %s = %s", p->name, p->rank ? "[" : "");
    for (size_t i = 0; i < count; i++)
        printf("%s%.10g", i ? ", " : "", values[i]);
    printf("%s\n", p->rank == 2 ? "] (3 by 3, by columns)" : p->rank ? "]" : "");
}

/* Scalar results whose start was not given: they are checked at a second one. */
enum { MOST_RESULTS = 64 };
typedef struct {
    size_t count, index[MOST_RESULTS];
} results;

static rg_result set_defaults(rg_job *job, checking *c, results *open, rg_fault *fault)
{
    rg_parameter p;
    rg_result result = RG_OK;
    for (size_t i = 0; result == RG_OK && rg_parameter_at(job, i, &p); i++)
        if (!p.set && !p.keyword) {
            if (is_result(&p) && open->count < MOST_RESULTS)
                open->index[open->count++] = i;
            result = set_default(job, &p, i, fault);
            if (result == RG_OK)
                say_default(job, &p, c);
        }
    return result;
}

static rg_result set_other_start(rg_job *job, const results *open, rg_fault *fault)
{
    rg_result result = RG_OK;
    for (size_t k = 0; result == RG_OK && k < open->count; k++) {
        rg_parameter p;
        if (!rg_parameter_at(job, open->index[k], &p))
            continue;
        double other = p.number == RG_NUMBER_BOOL  ? 1
                       : p.number == RG_NUMBER_INT ? 3 + (double)k
                                                   : 1.40625 + 0.125 * (double)k;
        result = rg_set_number(job, p.name, other, fault);
    }
    return result;
}

static void say_other_start(const rg_job *job, const results *open, const char *what, bool json)
{
    for (size_t k = 0; !json && k < open->count; k++) {
        rg_parameter p;
        double value = 0;
        if (rg_parameter_at(job, open->index[k], &p) && rg_get_argument(job, p.name, &value, 1))
            printf("  %s  %s = %.10g\n", what, p.name, value);
    }
}

/* Results that start at 0 hide an ancilla that is dirty by what was there, so inverse is checked
 * with another start too. A routine that asserts its start is not meant for any other. */
static rg_result check_other_start(rg_job *job, checking *c, const results *open, bool *passed,
                                   rg_fault *fault)
{
    bool good = false;
    if (open->count == 0)
        return RG_OK;
    rg_result result = set_other_start(job, open, fault);
    if (result != RG_OK)
        return result;
    say_other_start(job, open, "again, with", c->json);
    cli_signals_work(true);
    result = rg_check_inverse(job, report_line, c, &good, fault);
    cli_signals_work(false);
    if (result == RG_TRAPPED && strcmp(rg_get_trap(job)->cause, "ASSERT") == 0) {
        report_line(c, &(rg_check_line){.what = "inverse",
                                        .output = "",
                                        .argument = "what starts there",
                                        .passed = true,
                                        .skipped = "an assertion asks for another start"});
        return RG_OK;
    }
    if (result == RG_TRAPPED) {
        size_t used = strlen(fault->message);
        snprintf(fault->message + used, sizeof fault->message - used,
                 " (with the results at another start than 0; if this one must start there, "
                 "assert it, or set it with --set)");
    }
    *passed = *passed && good;
    return result;
}

static rg_result run_checks(rg_job *job, checking *c, const results *open, bool *passed,
                            rg_fault *fault)
{
    cli_signals_work(true);
    rg_result result = rg_check(job, report_line, c, passed, fault);
    cli_signals_work(false);
    return result == RG_OK ? check_other_start(job, c, open, passed, fault) : result;
}

int cmd_check(const cli_options *options)
{
    cli_session session;
    rg_fault fault;
    bool passed = false;
    checking c = {.json = options->json, .lines = json_array(), .defaults = json_object()};
    rg_result result = cli_session_open(options, &session);
    int status = (int)result;
    if (result == RG_OK) {
        rg_keep_gradients(session.job, options->keep);
        results open = {0};
        result = set_defaults(session.job, &c, &open, &fault);
        if (result == RG_OK)
            result = run_checks(session.job, &c, &open, &passed, &fault);
        if (result == RG_OK) {
            status = finish(&c, session.job, passed);
        } else {
            cli_fault(&fault);
            status = (int)result;
        }
    }
    json_decref(c.lines);
    json_decref(c.defaults);
    cli_session_close(&session);
    return cli_signals_status(status);
}
