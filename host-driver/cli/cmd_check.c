/* cmd_check.c: retrograd check. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

typedef struct {
    bool json;
    json_t *lines;
    size_t passed, failed, skipped;
} checking;

static void print_line(const rg_check_line *line)
{
    char where[160] = "";
    if (line->column > 0)
        snprintf(where, sizeof where, "[%zu,%zu]", line->row, line->column);
    else if (line->row > 0)
        snprintf(where, sizeof where, "[%zu]", line->row);
    printf("  %s  ", line->skipped ? "skip" : line->passed ? "ok  " : "FAIL");
    if (strcmp(line->what, "inverse") == 0) {
        printf("inverse restores %s", line->argument);
        if (!line->passed)
            printf(": %.0f words differ", line->got);
    } else if (strcmp(line->what, "gradient") == 0) {
        printf("d %s / d %s%s: %.12g", line->output, line->argument, where, line->got);
    } else {
        printf("dot product of the gradient of %s: %.12g", line->output, line->got);
    }
    if (!line->skipped && strcmp(line->what, "inverse") != 0)
        printf(", differences say %.12g", line->expected);
    if (line->skipped)
        printf(": %s", line->skipped);
    else if (!line->passed)
        printf(", off by %.3g (allowed %.3g)", fabs(line->got - line->expected), line->tolerance);
    printf("\n");
}

static void report_line(void *context, const rg_check_line *line)
{
    checking *c = context;
    if (line->skipped)
        c->skipped++;
    else if (line->passed)
        c->passed++;
    else
        c->failed++;
    if (!c->json) {
        cli_progress_clear();
        print_line(line);
        return;
    }
    json_t *entry = json_pack("{s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:b}", "check", line->what, "output", line->output, "argument",
                              line->argument, "row", (json_int_t)line->row, "column", (json_int_t)line->column, "got", line->got,
                              "tolerance", line->tolerance, "passed", (int)line->passed);
    if (entry)
        json_object_set_new(entry, "expected", isnan(line->expected) ? json_null() : json_real(line->expected));
    json_array_append_new(c->lines, entry);
}

static int finish(const checking *c, const rg_job *job, bool passed)
{
    if (!c->json) {
        printf("%s: %zu checks passed, %zu failed", rg_job_routine(job), c->passed, c->failed);
        printf(c->skipped ? ", %zu skipped\n" : "\n", c->skipped);
    } else {
        json_t *root = json_pack("{s:s, s:b, s:I, s:I, s:I, s:O}", "function", rg_job_routine(job), "passed", (int)passed, "checks",
                                 (json_int_t)c->passed, "failures", (json_int_t)c->failed, "skipped", (json_int_t)c->skipped,
                                 "lines", c->lines);
        int failed = !root || json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0;
        json_decref(root);
        putchar('\n');
        if (failed)
            return RG_BAD_MACHINE;
    }
    if (!passed)
        cli_error("R0926", "%s: %zu checks failed", rg_job_routine(job), c->failed);
    return passed ? RG_OK : RG_TRAPPED;
}

int cmd_check(const cli_options *options)
{
    cli_session session;
    rg_fault fault;
    bool passed = false;
    checking c = {.json = options->json, .lines = json_array()};
    rg_result result = cli_session_open(options, &session);
    int status = (int)result;
    if (result == RG_OK) {
        result = rg_check(session.job, report_line, &c, &passed, &fault);
        if (result == RG_OK) {
            status = finish(&c, session.job, passed);
        } else {
            cli_fault(&fault);
            status = (int)result;
        }
    }
    json_decref(c.lines);
    cli_session_close(&session);
    return cli_signals_status(status);
}
