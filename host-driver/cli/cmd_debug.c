/* cmd_debug.c: retrograd debug: a run on which one goes to either side. */
#include "host-driver/cli/debug.h"

#include <editline/readline.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A signal handler and a completion have no argument to take these from. */
static _Atomic(rg_device *) running;

static void interrupt(int number)
{
    rg_device *device = atomic_load(&running);
    (void)number;
    if (device)
        rg_stop(device);
}

static char *complete_command(const char *text, int state)
{
    static size_t next; /* as the library asks for: one after the other */
    const char *name;
    next = state == 0 ? 0 : next;
    while ((name = dbg_command_name(next))) {
        next++;
        if (strncmp(name, text, strlen(text)) == 0 && strlen(name) > 2)
            return strdup(name);
    }
    return NULL;
}

static char **complete(const char *text, int start, int end)
{
    (void)end;
    return start == 0 ? rl_completion_matches(text, complete_command) : NULL;
}

/* An empty line repeats the command before, at a terminal. */
static bool from_terminal(dbg *d)
{
    char *last = NULL;
    rl_attempted_completion_function = complete;
    using_history();
    while (!d->quit) {
        char *line = readline("(retrograd) ");
        if (!line)
            break;
        if (line[0]) {
            add_history(line);
            free(last);
            last = strdup(line);
        }
        if (last)
            (void)dbg_run_line(d, last);
        free(line);
    }
    free(last);
    return true;
}

static bool from_pipe(dbg *d)
{
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    while (!d->quit && getline(&line, &room, stdin) >= 0)
        good = dbg_run_line(d, line) && good;
    free(line);
    return good && !ferror(stdin);
}

/* The seed that did not fit is the one to look for the overflow with. */
static void take_seed(dbg *d)
{
    rg_fault fault;
    if (d->recipe.output && d->options->at && strcmp(d->options->at, "trap") != 0
        && rg_gradient(d->cli.job, d->recipe.output, d->recipe.row, d->recipe.column, &fault)
               != RG_OK)
        d->recipe.seed_exponent = rg_seed_exponent(d->cli.job);
}

static bool scripts(dbg *d)
{
    bool good = true;
    if (d->options->at)
        good = dbg_run_line(d, d->options->at);
    for (size_t i = 0; good && i < d->options->script_count && !d->quit; i++) {
        char *line = malloc(strlen(d->options->scripts[i]) + sizeof "source ");
        if (!line)
            return false;
        sprintf(line, "source %s", d->options->scripts[i]);
        good = dbg_run_line(d, line);
        free(line);
    }
    return good;
}

/* What the program prints. */
static void show_text(void *context, const char *text)
{
    dbg *d = context;
    json_t *all = json_object_get(d->json, "printed");
    fputs(text, d->out);
    if (!all)
        json_object_set_new(d->json, "printed", all = json_array());
    json_array_append_new(all, json_string(text));
}

static int debug(dbg *d)
{
    rg_fault fault;
    rg_result result = dbg_recipe(d->options, d->cli.job, d->output_name, &d->recipe, &fault);
    if (result == RG_OK) {
        take_seed(d);
        result = rg_session_open(d->cli.job, &d->recipe, &d->session, &fault);
    }
    if (result != RG_OK) {
        cli_fault(&fault);
        return (int)result;
    }
    rg_session_on_text(d->session, show_text, d);
    cli_signals_release();
    atomic_store(&running, d->cli.device);
    signal(SIGINT, interrupt);
    bool good = scripts(d);
    if (d->options->script_count == 0 && !d->quit)
        good = isatty(STDIN_FILENO) && !d->options->json ? from_terminal(d) : from_pipe(d);
    atomic_store(&running, NULL);
    return good ? RG_OK : RG_BAD_USE;
}

int cmd_debug(const cli_options *options)
{
    dbg d = {.options = options};
    if (options->grad && options->backward) {
        cli_error("R0918", "derivatives together with --backward are not in this version");
        return RG_BAD_USE;
    }
    d.output_name = strdup(options->grad ? options->grad : "");
    rg_result result = d.output_name ? cli_session_open(options, &d.cli) : RG_BAD_MACHINE;
    int status = result == RG_OK ? debug(&d) : (int)result;
    rg_session_close(d.session);
    dbg_stops_free(&d.stops);
    for (size_t i = 0; i < d.display_count; i++)
        free(d.displays[i]);
    free(d.output_name);
    cli_session_close(&d.cli);
    return status;
}
