/* run.c: running the points of a study that have no result yet, several at a time. */
#include "explore/run.h"

#include "explore/price.h"
#include "explore/process.h"
#include "host-driver/cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

typedef struct {
    const ex_points *points;
    const ex_run_options *options;
    ex_store *store;
    ex_run_count *counted;
    rg_fault *fault;
    ex_process *processes;
    size_t *which; /* index of the point of each process */
    size_t running;
    double began;
    ex_result like; /* the last result that others were priced by, and its run */
    char like_run[EX_DIGEST];
} pool;

void ex_format_time(double seconds, char *text, size_t size)
{
    if (seconds < 10)
        snprintf(text, size, "%.1f s", seconds);
    else if (seconds < 100)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, size, "%.0f min %.0f s", floor(seconds / 60), fmod(seconds, 60));
    else
        snprintf(text, size, "%.0f h %.0f min", floor(seconds / 3600), fmod(seconds, 3600) / 60);
}

static size_t quoted_size(const char *word)
{
    size_t n = 3;
    for (; *word; word++)
        n += *word == '\'' ? 4 : 1;
    return n;
}

char *ex_shell_line(const json_t *command)
{
    size_t size = 1, i;
    json_t *word;
    json_array_foreach(command, i, word) size += quoted_size(json_string_value(word));
    char *line = malloc(size), *p = line;
    if (!line)
        return NULL;
    json_array_foreach(command, i, word)
    {
        const char *w = json_string_value(word);
        bool plain =
            *w
            && w[strspn(w,
                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%")]
                   == '\0';
        if (i > 0)
            *p++ = ' ';
        if (!plain)
            *p++ = '\'';
        for (; *w; w++)
            if (*w == '\'') {
                memcpy(p, "'\\''", 4);
                p += 4;
            } else {
                *p++ = *w;
            }
        if (!plain)
            *p++ = '\'';
    }
    *p = '\0';
    return line;
}

bool ex_is_result(int status, const char *report)
{
    if (status != RG_OK && status != RG_TRAPPED && status != RG_BAD_USE)
        return false;
    json_t *json = report ? json_loads(report, 0, NULL) : NULL;
    bool object = json_is_object(json);
    json_decref(json);
    return object || status != RG_OK;
}

static rg_result start(pool *p, size_t index)
{
    const json_t *command = p->points->items[index].command;
    size_t n = json_array_size(command);
    const char **words = calloc(n + 1, sizeof *words);
    if (!words)
        return ex_no_memory(p->fault);
    for (size_t i = 0; i < n; i++)
        words[i] = json_string_value(json_array_get(command, i));
    bool started = ex_process_start(&p->processes[p->running], words);
    free(words);
    if (!started) {
        memset(p->fault, 0, sizeof *p->fault);
        p->fault->result = RG_BAD_MACHINE;
        snprintf(p->fault->code, sizeof p->fault->code, "R0942");
        snprintf(p->fault->message, sizeof p->fault->message, "no process can be started: %s",
                 strerror(errno));
        return RG_BAD_MACHINE;
    }
    p->which[p->running++] = index;
    return RG_OK;
}

static void count_failure(pool *p, size_t index, int status, const char *said)
{
    char *line = ex_shell_line(p->points->items[index].command);
    if (p->counted->failed++ == 0)
        snprintf(p->counted->first_failure, sizeof p->counted->first_failure,
                 "%s: exit status %d%s%s", line ? line : "a point", status,
                 said && *said ? ": " : "", said ? said : "");
    free(line);
}

static rg_result finish(pool *p, size_t slot, int status)
{
    ex_process *process = &p->processes[slot];
    const size_t index = p->which[slot];
    const ex_point *point = &p->points->items[index];
    const char *report = process->output.data && process->output.size ? process->output.data : NULL;
    const char *said = process->errors.data ? process->errors.data : "";
    rg_result result = RG_OK;
    if (!ex_digest_unchanged(p->points->files)) {
        count_failure(p, index, status,
                      "a file that the study is made of was changed meanwhile, so the result "
                      "belongs to no key; run the study again");
    } else if (!process->lost && ex_is_result(status, report)) {
        char *line = ex_shell_line(point->command);
        result = line ? ex_store_put(p->store, point->key, point->run, status,
                                     ex_now() - process->began, report, status ? said : "", line,
                                     p->fault)
                      : ex_no_memory(p->fault);
        free(line);
    } else {
        count_failure(p, index, status, said);
    }
    p->counted->done++;
    ex_process_free(process);
    p->running--;
    p->processes[slot] = p->processes[p->running];
    p->which[slot] = p->which[p->running];
    return result;
}

static void show(const pool *p, size_t total)
{
    char left[48], line[160];
    double passed = ex_now() - p->began;
    if (!p->options->progress)
        return;
    ex_format_time(p->counted->done
                       ? passed / (double)p->counted->done * (double)(total - p->counted->done)
                       : 0,
                   left, sizeof left);
    snprintf(line, sizeof line, "%zu of %zu points, %zu running%s%s%s", p->counted->done, total,
             p->running, p->counted->done ? ", about " : "", p->counted->done ? left : "",
             p->counted->done ? " left" : "");
    cli_progress_say(line);
}

/* End what has taken too long. */
static void limit(pool *p)
{
    for (size_t i = 0; i < p->running && p->options->timeout > 0; i++)
        if (ex_now() - p->processes[i].began > p->options->timeout)
            ex_process_kill(&p->processes[i]);
}

/* total: for the progress, how many points are to be done. */
static rg_result work(pool *p, const size_t *indices, size_t count, size_t total)
{
    rg_result result = RG_OK;
    size_t next = 0;
    bool stopped = false;
    while (result == RG_OK && (p->running > 0 || (next < count && !stopped))) {
        stopped = stopped || (p->options->stopped && p->options->stopped());
        if (stopped)
            break;
        while (result == RG_OK && next < count && p->running < p->options->jobs)
            result = start(p, indices[next++]);
        show(p, total);
        ex_process_read(p->processes, p->running, 250);
        limit(p);
        for (size_t slot = p->running; result == RG_OK && slot-- > 0;) {
            int status;
            if (ex_process_ended(&p->processes[slot], &status))
                result = finish(p, slot, status);
        }
    }
    return result;
}

/* ---- points of one run */

/* A result of the run; its report is NULL where there is none. */
static rg_result find_like(pool *p, const ex_point *point)
{
    bool found;
    if (p->like.report && strcmp(p->like_run, point->run) == 0)
        return RG_OK;
    ex_result_free(&p->like);
    memcpy(p->like_run, point->run, sizeof p->like_run);
    return ex_store_of_run(p->store, point->run, &p->like, &found, p->fault);
}

/* Stores the energy of the point, from a result of the same run; *done where that could be. */
static rg_result price(pool *p, size_t index, bool *done)
{
    const ex_point *point = &p->points->items[index];
    *done = false;
    if (!point->priced)
        return RG_OK;
    const double began = ex_now();
    rg_result result = find_like(p, point);
    char *text = result == RG_OK && p->like.report ? ex_price(point, p->like.report) : NULL;
    char *line = text ? ex_shell_line(point->command) : NULL;
    if (line) {
        result = ex_store_put(p->store, point->key, point->run, RG_OK, ex_now() - began, text, "",
                              line, p->fault);
        *done = result == RG_OK;
    }
    free(line);
    free(text);
    return result;
}

/* Prices what can be priced, in one transaction; moves the rest to the front of indices. */
static rg_result price_all(pool *p, size_t *indices, size_t *count)
{
    size_t left = 0;
    rg_result result = *count ? ex_store_begin(p->store, p->fault) : RG_OK;
    for (size_t i = 0; i < *count; i++) {
        bool done = false;
        if (result == RG_OK && !(p->options->stopped && p->options->stopped()))
            result = price(p, indices[i], &done);
        p->counted->done += done;
        if (!done)
            indices[left++] = indices[i];
    }
    if (*count) {
        const rg_result ended = ex_store_end(p->store, p->fault);
        result = result == RG_OK ? ended : result;
    }
    *count = left;
    return result;
}

/* One of each run goes to the front; *runs is how many. Points that are not priced are runs of
 * their own. */
static rg_result choose_runs(pool *p, size_t *indices, size_t count, size_t *runs)
{
    json_t *known = json_object();
    bool good = known != NULL;
    *runs = 0;
    for (size_t i = 0; good && i < count; i++) {
        const ex_point *point = &p->points->items[indices[i]];
        if (point->priced && json_object_get(known, point->run))
            continue;
        good = json_object_set_new(known, point->run, json_true()) == 0;
        const size_t index = indices[i];
        indices[i] = indices[*runs];
        indices[(*runs)++] = index;
    }
    json_decref(known);
    return good ? RG_OK : ex_no_memory(p->fault);
}

/* What has a result of its run is priced. One point of each other run is run, and the rest priced
 * by it; what could not be priced is run too. */
static rg_result run_and_price(pool *p, size_t *indices, size_t count)
{
    size_t runs = 0;
    rg_result result = price_all(p, indices, &count);
    if (result == RG_OK)
        result = choose_runs(p, indices, count, &runs);
    if (result == RG_OK)
        result = work(p, indices, runs, count);
    if (result != RG_OK || (p->options->stopped && p->options->stopped()))
        return result;
    count -= runs;
    result = price_all(p, indices + runs, &count);
    return result == RG_OK ? work(p, indices + runs, count, count) : result;
}

rg_result ex_run(const ex_points *points, const size_t *indices, size_t count, ex_store *store,
                 const ex_run_options *options, ex_run_count *counted, rg_fault *fault)
{
    pool p = {.points = points,
              .options = options,
              .store = store,
              .counted = counted,
              .fault = fault,
              .began = ex_now()};
    *counted = (ex_run_count){0};
    p.processes = calloc(options->jobs, sizeof *p.processes);
    p.which = calloc(options->jobs, sizeof *p.which);
    size_t *todo = calloc(count + 1, sizeof *todo);
    for (size_t i = 0; todo && i < count; i++)
        todo[i] = indices[i];
    rg_result result = p.processes && p.which && todo ? run_and_price(&p, todo, count)
                                                      : ex_no_memory(fault);
    free(todo);
    ex_result_free(&p.like);
    for (size_t i = 0; i < p.running; i++)
        ex_process_free(&p.processes[i]); /* what was running is lost, and runs next time */
    if (options->progress)
        cli_progress_clear();
    free(p.processes);
    free(p.which);
    return result;
}
