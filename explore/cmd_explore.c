/* cmd_explore.c: retrograd explore. */
#include "host-driver/cli/cli.h"

#include "explore/export.h"
#include "explore/plan.h"
#include "explore/plot/plot.h"
#include "explore/run.h"
#include "explore/search.h"
#include "explore/table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_PATH = 4096, SAMPLES = 3 };

typedef struct {
    const cli_options *options;
    ex_study study;
    ex_points points;
    ex_store *store;
    char self[LONGEST_PATH], machines[LONGEST_PATH + 32], database[LONGEST_PATH];
    char build[LONGEST_PATH], sources[LONGEST_PATH + 32];
    size_t *pending; /* points without a result, each key once */
    size_t pending_count, unique;
    double measured; /* seconds of the results that are there */
    size_t measured_count;
    ex_plot_request plot;
    bool *seen; /* with --search: the points that it looked at */
    rg_fault fault;
} explorer;

static bool stopped(void) { return cli_signals_status(0) != 0; }

/* Length of the folder that holds the first characters of a path. */
static int parent_of(int length, const char *path)
{
    while (length > 0 && path[--length] != '/')
        ;
    return length;
}

static rg_result places(explorer *e)
{
    ssize_t n = readlink("/proc/self/exe", e->self, sizeof e->self - 1);
    const char *name = e->options->words[0], *slash = strrchr(name, '/'),
               *base = slash ? slash + 1 : name, *dot = strrchr(base, '.');
    if (n <= 0) {
        cli_error("R0942", "the path of this command is not known");
        return RG_BAD_MACHINE;
    }
    e->self[n] = '\0';
    if (e->options->machines)
        snprintf(e->machines, sizeof e->machines, "%.*s", LONGEST_PATH - 1, e->options->machines);
    else
        snprintf(e->machines, sizeof e->machines, "%.*s/../machines",
                 (int)(strrchr(e->self, '/') - e->self), e->self);
    snprintf(e->build, sizeof e->build, "%.*s", parent_of(parent_of((int)n, e->self), e->self),
             e->self);
    if (e->options->sources)
        snprintf(e->sources, sizeof e->sources, "%.*s", LONGEST_PATH - 1, e->options->sources);
    else
        snprintf(e->sources, sizeof e->sources, "%s/..", e->build);
    if (e->options->store)
        snprintf(e->database, sizeof e->database, "%s", e->options->store);
    else
        snprintf(e->database, sizeof e->database, "%.*s.db",
                 (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base)), base);
    return RG_OK;
}

/* Which points have no result, and how long those with one took. */
static rg_result find_pending(explorer *e)
{
    e->pending_count = e->unique = e->measured_count = 0;
    e->measured = 0;
    for (size_t i = 0; i < e->points.count; i++) {
        double seconds;
        bool found;
        if (e->points.items[i].first != i || e->points.items[i].refused)
            continue;
        e->unique++;
        rg_result result =
            ex_store_seconds(e->store, e->points.items[i].key, &seconds, &found, &e->fault);
        if (result != RG_OK)
            return result;
        if (found) {
            e->measured += seconds;
            e->measured_count++;
        } else {
            e->pending[e->pending_count++] = i;
        }
    }
    return RG_OK;
}

static ex_run_options run_options(const explorer *e)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = e->options->jobs ? (size_t)e->options->jobs : cores > 0 ? (size_t)cores : 1;
    return (ex_run_options){.jobs = jobs > EX_MOST_JOBS ? EX_MOST_JOBS : jobs,
                            .timeout = (double)e->options->timeout,
                            .progress = cli_progress_wanted(),
                            .stopped = stopped};
}

/* Objectives are looked at as soon as there is one result: a wrong one should not be found after
 * the last. */
static rg_result check_objectives(explorer *e)
{
    double *values = calloc(e->study.objective_count, sizeof *values);
    rg_result result = values ? RG_OK : ex_no_memory(&e->fault);
    for (size_t i = 0; result == RG_OK && i < e->points.count; i++) {
        ex_result stored;
        bool found, feasible, done = false;
        result = ex_store_get(e->store, e->points.items[i].key, &stored, &found, &e->fault);
        if (result == RG_OK && found && stored.status == RG_OK) {
            result = ex_objectives(&e->study, &e->points.items[i], stored.report, values, &feasible,
                                   &e->fault);
            done = true;
        }
        ex_result_free(&stored);
        if (done)
            break;
    }
    free(values);
    return result;
}

/* The points are run: a signal ends that, and what has a result is kept. */
static rg_result run_points(explorer *e, const size_t *indices, size_t count,
                            const ex_run_options *options, ex_run_count *counted)
{
    cli_signals_work(true);
    rg_result result = ex_run(&e->points, indices, count, e->store, options, counted, &e->fault);
    cli_signals_work(false);
    return result;
}

/* Run the first, the middle and the last of what is to do, one at a time; their results count. */
static rg_result sample(explorer *e)
{
    const size_t n = e->pending_count;
    const size_t chosen[SAMPLES] = {e->pending[0], e->pending[n / 2], e->pending[n ? n - 1 : 0]};
    ex_run_options options = run_options(e);
    ex_run_count counted;
    options.jobs = 1;
    options.progress = false;
    cli_progress_say("measuring sample points");
    rg_result result =
        n == 0 ? RG_OK : run_points(e, chosen, n < SAMPLES ? 1 : SAMPLES, &options, &counted);
    cli_progress_clear();
    if (result == RG_OK)
        result = find_pending(e);
    return result == RG_OK ? check_objectives(e) : result;
}

static ex_plan plan_of(const explorer *e)
{
    return (ex_plan){.study = &e->study,
                     .points = &e->points,
                     .store = e->database,
                     .unique = e->unique,
                     .pending = e->pending_count,
                     .jobs = run_options(e).jobs,
                     .measured = e->measured_count,
                     .seconds = e->measured};
}

static int show_plan(const explorer *e)
{
    const ex_plan plan = plan_of(e);
    if (!e->options->json) {
        ex_plan_text(&plan, stdout);
        return RG_OK;
    }
    if (ex_plan_json(&plan, stdout) == 0)
        return RG_OK;
    cli_error("R0905", "cannot write the plan");
    return RG_BAD_MACHINE;
}

/* Not one point was taken: the fault is in the study. */
static bool all_refused(const ex_table *table)
{
    size_t refused = 0;
    for (size_t i = 0; table->rows && i < table->points->count; i++)
        refused += table->rows[i].state == EX_REFUSED;
    return refused > 0 && refused == table->points->count;
}

/* Points whose operations no table of their own core prices. */
static void say_other_cores(const ex_table *table)
{
    char text[240];
    size_t others = 0;
    for (size_t i = 0; i < table->points->count; i++)
        others += table->rows[i].other_core;
    snprintf(text, sizeof text,
             "%zu of %zu points have operations priced by the table of another core than theirs: "
             "energy.operation_core and energy.machine_core of their reports say which",
             others, table->points->count);
    if (others > 0)
        cli_remark(text);
}

/* Machines that differ, with one clock for all: that of the technology, or of the study. */
static void say_one_clock(const ex_table *table)
{
    if (table->machines && table->study->hardware == EX_NO_HARDWARE)
        cli_remark("machines of several kinds are timed by a clock that is not their own; "
                   "hardware: {clock: own} times each by its longest path");
}

/* What the table is of: all points, or those that the search looked at. items is to be freed. */
static rg_result points_shown(explorer *e, ex_points *shown)
{
    *shown = e->points;
    shown->items = calloc(e->points.count + 1, sizeof *shown->items);
    if (!shown->items)
        return ex_no_memory(&e->fault);
    shown->count = 0;
    for (size_t i = 0; i < e->points.count; i++)
        if (!e->seen || e->seen[i])
            shown->items[shown->count++] = e->points.items[i];
    return RG_OK;
}

static int report(explorer *e)
{
    ex_table table = {0};
    ex_points shown;
    rg_result result = points_shown(e, &shown);
    if (result == RG_OK)
        result = ex_table_make(&e->study, &shown, e->store, &table, &e->fault);
    int failed = 0;
    bool refused = result == RG_OK && all_refused(&table);
    if (result == RG_OK && e->options->plot && !stopped())
        result = ex_plot(&table, &e->plot, &e->fault);
    if (result == RG_OK)
        failed = e->options->json  ? ex_report_json(&table, stdout)
                 : e->options->csv ? ex_report_csv(&table, stdout)
                                   : ex_report_text(&table, stdout);
    else
        cli_fault(&e->fault);
    if (result == RG_OK)
        say_other_cores(&table);
    if (result == RG_OK)
        say_one_clock(&table);
    ex_table_free(&table);
    free(shown.items);
    if (failed)
        cli_error("R0905", "cannot write the table");
    if (refused && !failed)
        cli_error("R0940",
                  "every point of the study is refused; the table shows one with its reason");
    return result != RG_OK ? (int)result : failed ? RG_BAD_MACHINE : refused ? RG_BAD_USE : RG_OK;
}

static void say_stopped(size_t left)
{
    char text[160];
    snprintf(text, sizeof text,
             "stopped with %zu points to be run; the same command goes on from here", left);
    cli_remark(text);
}

static int run_pending(explorer *e)
{
    ex_run_options options = run_options(e);
    ex_run_count counted = {0};
    rg_result result =
        e->pending_count ? run_points(e, e->pending, e->pending_count, &options, &counted) : RG_OK;
    if (result != RG_OK) {
        cli_fault(&e->fault);
        return (int)result;
    }
    int status = report(e);
    if (stopped())
        say_stopped(e->pending_count - counted.done + counted.failed);
    if (counted.failed && status == RG_OK) {
        cli_error("R0942", "%zu of %zu points gave no result; the first: %s", counted.failed,
                  e->pending_count, counted.first_failure);
        status = RG_BAD_MACHINE;
    }
    return status;
}

static bool has_result(explorer *e, size_t point, rg_result *result)
{
    double seconds;
    bool found = false;
    *result = ex_store_seconds(e->store, e->points.items[point].key, &seconds, &found, &e->fault);
    return found;
}

/* Runs those of the points that have no result; the first with a key stands for all. */
static rg_result run_some(void *context, const size_t *indices, size_t count)
{
    explorer *e = context;
    ex_run_options options = run_options(e);
    ex_run_count counted = {0};
    size_t *todo = calloc(count + 1, sizeof *todo), n = 0;
    rg_result result = todo ? RG_OK : ex_no_memory(&e->fault);
    for (size_t i = 0; result == RG_OK && i < count; i++)
        if (!e->points.items[indices[i]].refused && !has_result(e, indices[i], &result)
            && result == RG_OK)
            todo[n++] = indices[i];
    if (result == RG_OK && n > 0)
        result = run_points(e, todo, n, &options, &counted);
    if (counted.failed)
        cli_error("R0942", "%zu of %zu points gave no result; the first: %s", counted.failed, n,
                  counted.first_failure);
    free(todo);
    return result == RG_OK && counted.failed ? RG_BAD_MACHINE : result;
}

static int search(explorer *e)
{
    const ex_search_request request = {&e->study,
                                       &e->points,
                                       e->store,
                                       (size_t)e->options->budget_points,
                                       e->options->seed ? e->options->seed : 1,
                                       run_some,
                                       stopped,
                                       e};
    e->fault.result = RG_OK;
    e->seen = calloc(e->points.count + 1, sizeof *e->seen);
    rg_result result = e->seen ? ex_search(&request, e->seen, &e->fault) : ex_no_memory(&e->fault);
    if (result != RG_OK) {
        if (e->fault.result != RG_OK)
            cli_fault(&e->fault);
        return (int)result;
    }
    return report(e);
}

static int export_points(explorer *e)
{
    bool slurm = strcmp(e->options->export, "slurm") == 0;
    if (!slurm && strcmp(e->options->export, "parallel") != 0) {
        cli_error("R0917", "--export is parallel or slurm, not `%s`", e->options->export);
        return RG_BAD_USE;
    }
    if (!e->options->output) {
        cli_error("R0917", "--export needs -o FOLDER");
        return RG_BAD_USE;
    }
    if (e->pending_count == 0) {
        printf("nothing to export: every point has its result in %s\n", e->database);
        return RG_OK;
    }
    cli_signals_hold();
    rg_result result = ex_export(&e->points, e->pending, e->pending_count, e->options->output,
                                 slurm ? EX_SLURM : EX_PARALLEL, &e->fault);
    cli_signals_let();
    if (result != RG_OK) {
        cli_fault(&e->fault);
        return (int)result;
    }
    printf("%zu commands in %s/jobs. ", e->pending_count, e->options->output);
    printf(slurm ? "Run `cd %s && sbatch array.sh`,\n" : "Run `%s/run.sh`,\n", e->options->output);
    printf("then `retrograd explore %s --store %s --merge %s`.\n", e->options->words[0],
           e->database, e->options->output);
    return RG_OK;
}

static int merge(explorer *e)
{
    size_t merged;
    rg_result result = ex_merge(&e->points, e->pending, e->pending_count, e->options->merge,
                                e->store, &merged, &e->fault);
    if (result == RG_OK && merged < e->pending_count) {
        char text[256];
        snprintf(text, sizeof text, "%zu results taken from %.100s; %zu points still have none",
                 merged, e->options->merge, e->pending_count - merged);
        cli_remark(text);
    }
    if (result != RG_OK) {
        cli_fault(&e->fault);
        return (int)result;
    }
    return report(e);
}

static int act(explorer *e)
{
    const cli_options *options = e->options;
    if (options->export)
        return export_points(e);
    if (options->merge)
        return merge(e);
    if (options->search)
        return search(e);
    rg_result result = sample(e);
    if (result != RG_OK) {
        cli_fault(&e->fault);
        return (int)result;
    }
    if (stopped()) {
        say_stopped(e->pending_count);
        return RG_OK; /* the status becomes that of the signal */
    }
    if (options->plan)
        return show_plan(e);
    if (cli_progress_wanted()) {
        const ex_plan plan = plan_of(e);
        ex_plan_text(&plan, stderr);
    }
    return run_pending(e);
}

static rg_result spare_programs(const explorer *e)
{
    for (size_t i = 0; i < e->study.workload_count; i++)
        if (!cli_outputs_spare(e->options, e->study.workloads[i].program))
            return RG_BAD_USE;
    return RG_OK;
}

static rg_result prepare(explorer *e)
{
    rg_result result = ex_study_load(&e->study, e->options->words[0], &e->fault);
    const ex_places where = {e->self, e->machines, e->build, e->sources};
    if (result == RG_OK && spare_programs(e) != RG_OK)
        return RG_BAD_USE;
    if (result == RG_OK && e->options->plot)
        result =
            ex_plot_parse(&e->study, e->options->plot, e->options->output, &e->plot, &e->fault);
    if (result == RG_OK)
        result = ex_points_make(&e->study, &where, &e->points, &e->fault);
    if (result == RG_OK)
        result = ex_store_open(e->database, &e->store, &e->fault);
    e->pending = calloc(e->points.count + 1, sizeof *e->pending);
    if (result == RG_OK)
        result = e->pending ? find_pending(e) : ex_no_memory(&e->fault);
    if (result != RG_OK)
        cli_fault(&e->fault);
    return result;
}

static int explore(explorer *e)
{
    cli_signals_catch(NULL);
    rg_result result = places(e);
    if (result == RG_OK)
        result = prepare(e);
    int status = result == RG_OK ? act(e) : (int)result;
    cli_signals_release();
    ex_store_close(e->store);
    ex_points_free(&e->points);
    ex_study_free(&e->study);
    free(e->pending);
    free(e->seen);
    return cli_signals_status(status);
}

/* What is wrong with the options together; NULL for nothing. */
static const char *misfit(const cli_options *o)
{
    if (o->json && o->csv)
        return "choose one of --json and --csv";
    if (o->plan + (o->export != NULL) + (o->merge != NULL) + o->search > 1)
        return "choose one of --plan, --export, --merge and --search";
    if (o->search != (o->budget_points != 0))
        return "--search and --budget N go together";
    if (o->seed && !o->search)
        return "--seed is of --search";
    if (o->plot && (o->plan || o->export))
        return "choose one of --plot, --plan and --export";
    if (o->plot && !o->output)
        return "--plot needs -o FILE.svg, FILE.pdf or FILE.html";
    return NULL;
}

int cmd_explore(const cli_options *options)
{
    const char *wrong = misfit(options);
    if (wrong) {
        cli_error("R0917", "%s", wrong);
        return RG_BAD_USE;
    }
    explorer *e = calloc(1, sizeof *e);
    if (!e) {
        cli_error("R0904", "the host is out of memory");
        return RG_BAD_MACHINE;
    }
    e->options = options;
    int status = explore(e);
    free(e);
    return status;
}
