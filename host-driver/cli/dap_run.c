/* dap_run.c: launching, and requests that let the machine go. */
#include "host-driver/cli/dap.h"

#include <stdlib.h>
#include <string.h>

/* ---- the launch ---- */

static bool add_word(dap *d, const char *text, const char *more)
{
    char **bigger = realloc(d->words, (d->word_count + 2) * sizeof *bigger);
    char *word = malloc(strlen(text) + strlen(more) + 1);
    if (bigger)
        d->words = bigger;
    if (!bigger || !word) {
        free(word);
        return false;
    }
    strcpy(word, text);
    strcat(word, more);
    d->words[d->word_count++] = word;
    d->words[d->word_count] = NULL;
    return true;
}

/* "arguments" of the launch: {"x": [1, 2]} as --set x=[1,2]. */
static bool add_settings(dap *d, const json_t *settings)
{
    const char *name;
    json_t *value;
    bool good = true;
    json_object_foreach((json_t *)(uintptr_t)settings, name, value)
    {
        char *text = json_is_string(value) ? strdup(json_string_value(value))
                                           : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        char *setting = malloc(strlen(name) + 2);
        if (setting)
            sprintf(setting, "%s=", name);
        good = good && text && setting && add_word(d, "--set", "") && add_word(d, setting, text);
        free(text);
        free(setting);
    }
    return good;
}

static bool add_text(dap *d, const json_t *arguments, const char *key, const char *option)
{
    const char *text = json_string_value(json_object_get(arguments, key));
    return !text || !text[0] || (add_word(d, option, "") && add_word(d, text, ""));
}

static bool command_line(dap *d, const json_t *arguments)
{
    const char *program = json_string_value(json_object_get(arguments, "program"));
    const char *routine = json_string_value(json_object_get(arguments, "function"));
    size_t i;
    json_t *word;
    bool good = add_word(d, "retrograd", "") && add_word(d, "debug", "") && add_word(d, program, "")
                && (!routine || add_word(d, routine, ""))
                && add_settings(d, json_object_get(arguments, "arguments"))
                && add_text(d, arguments, "grad", "--grad")
                && add_text(d, arguments, "engine", "--engine");
    if (good && json_is_true(json_object_get(arguments, "backward")))
        good = add_word(d, "--backward", "");
    if (good && !json_is_true(json_object_get(arguments, "optimise")))
        good = add_word(d, "-O0", "");
    json_array_foreach(json_object_get(arguments, "args"), i, word)
        good = good && json_is_string(word) && add_word(d, json_string_value(word), "");
    return good;
}

/* While the machine runs, a request stops it. */
static void look_at_input(void *context, uint64_t cycles)
{
    const dap *d = context;
    (void)cycles;
    if (dap_waits())
        rg_stop(d->cli.device);
}

/* What the command says on its way goes to standard error, which is the client's console too. */
static const char *open_session(dap *d, const json_t *arguments, rg_fault *fault)
{
    if (!json_is_string(json_object_get(arguments, "program")))
        return "launch wants `program`, the path of a program";
    if (!command_line(d, arguments))
        return "the launch arguments make no sense";
    if (!cli_parse((int)d->word_count, d->words, &d->options))
        return "the launch arguments make no sense: standard error says why";
    d->output_name = strdup(d->options.grad ? d->options.grad : "");
    if (!d->output_name || cli_session_open(&d->options, &d->cli) != RG_OK)
        return "the program cannot be started: standard error says why";
    cli_signals_release();
    if (dbg_recipe(&d->options, d->output_name, &d->recipe, fault) != RG_OK
        || rg_session_open(d->cli.job, &d->recipe, &d->session, fault) != RG_OK)
        return fault->message;
    rg_set_progress(d->cli.device, look_at_input, d);
    return NULL;
}

void dap_close(dap *d)
{
    rg_session_close(d->session);
    d->session = NULL;
    cli_session_close(&d->cli);
    d->cli = (cli_session){0};
    cli_options_free(&d->options);
    d->options = (cli_options){0};
    for (size_t i = 0; i < d->word_count; i++)
        free(d->words[i]);
    free(d->words);
    d->words = NULL;
    d->word_count = 0;
    free(d->output_name);
    d->output_name = NULL;
    free(d->arrays);
    d->arrays = NULL;
    d->array_count = 0;
    dbg_stops_free(&d->stops);
}

void dap_launch(dap *d, const json_t *request, const json_t *arguments)
{
    rg_fault fault = {0};
    if (d->session) {
        dap_refuse(d, request, "a program is being debugged already");
        return;
    }
    const char *why = open_session(d, arguments, &fault);
    if (why) {
        dap_refuse(d, request, why);
        dap_close(d);
        return;
    }
    d->stop_on_entry = json_is_true(json_object_get(arguments, "stopOnEntry"));
    dap_respond(d, request, NULL);
    dap_event(d, "initialized", NULL);
}

/* ---- stopping ---- */

void dap_say_stopped(dap *d, const rg_session_spot *spot, const char *reason, unsigned stop)
{
    rg_fault trap;
    json_t *body =
        json_pack("{s:s, s:i, s:b}", "reason", reason, "threadId", 1, "allThreadsStopped", 1);
    d->array_count = 0;
    if (stop)
        json_object_set_new(body, "hitBreakpointIds", json_pack("[i]", (int)stop));
    if (spot->why == RG_SESSION_TRAPPED && rg_session_trap(d->session, &trap)) {
        json_object_set_new(body, "reason", json_string("exception"));
        json_object_set_new(body, "text", json_string(trap.code));
        json_object_set_new(body, "description", json_string(trap.message));
    } else if (spot->why == RG_SESSION_AT_START || spot->why == RG_SESSION_AT_END) {
        json_object_set_new(body, "description",
                            json_string(spot->why == RG_SESSION_AT_END
                                            ? "the end of the run; step back from here"
                                            : "the start of the run"));
    }
    dap_event(d, "stopped", body);
}

static void say_change(dap *d, const dbg_stop *stop, const rg_session_spot *spot)
{
    char text[400], before[64], after[64];
    dbg_number(spot->before, before, sizeof before);
    dbg_number(spot->after, after, sizeof after);
    snprintf(text, sizeof text, "%s was %s, is %s\n", stop->name, before, after);
    dap_output(d, "console", text);
}

/* The end of a run of the machine; false: it is to go on, a stop did not count. */
static bool stopped(dap *d, const size_t *which, const rg_session_spot *spot, const char *reason)
{
    const bool at_stop = spot->why == RG_SESSION_BREAKPOINT || spot->why == RG_SESSION_CHANGED;
    dbg_stop *stop = at_stop ? &d->stops.list[which[spot->stop]] : NULL;
    if (stop && !dap_stop_ends(d, stop))
        return false;
    if (spot->why == RG_SESSION_CHANGED)
        say_change(d, stop, spot);
    dap_say_stopped(d, spot,
                    !stop                           ? reason
                    : stop->kind == RG_STOP_CHANGE  ? "data breakpoint"
                    : stop->kind == RG_STOP_ROUTINE ? "function breakpoint"
                    : stop->kind == RG_STOP_ADDRESS ? "instruction breakpoint"
                                                    : "breakpoint",
                    stop ? stop->number : 0);
    return true;
}

typedef enum { GO_RUN, GO_INTO, GO_OVER, GO_OUT, GO_INSTRUCTION } how;

/* A request has stopped the machine; false: it was none that ends the run. */
static bool asked(dap *d, const rg_session_spot *spot)
{
    json_t *request = dap_waits() ? dap_read(d) : NULL;
    const char *command = json_string_value(json_object_get(request, "command"));
    const bool cancel = !command || strcmp(command, "cancel") == 0,
               quiet = command && (strcmp(command, "threads") == 0);
    if (!request)
        d->quit = dap_waits();
    else
        dap_handle(d, request);
    if (cancel)
        dap_say_stopped(d, spot, "pause", 0);
    json_decref(request);
    return !quiet;
}

static void go(dap *d, how kind, bool back, const char *reason)
{
    rg_session_stop *stops;
    size_t *which, count;
    rg_session_spot spot;
    rg_fault fault;
    rg_result result = RG_OK;
    bool done = false;
    if (!dbg_stops_for_run(&d->stops, &stops, &which, &count))
        return;
    for (bool first = true; result == RG_OK && !done; first = false) {
        if (kind == GO_INSTRUCTION)
            result = rg_session_go(d->session, back ? -1 : 1, &spot, &fault);
        else if (kind == GO_RUN || !first)
            result = rg_session_run(d->session, back, stops, count, &spot, &fault);
        else
            result = rg_session_line(d->session,
                                     kind == GO_INTO   ? RG_LINE_INTO
                                     : kind == GO_OVER ? RG_LINE_OVER
                                                       : RG_LINE_OUT,
                                     back, stops, count, &spot, &fault);
        if (result == RG_OK && spot.why == RG_SESSION_STOPPED)
            done = asked(d, &spot);
        else
            done = result == RG_OK && stopped(d, which, &spot, reason);
    }
    if (result != RG_OK) {
        dap_output(d, "stderr", fault.message);
        dap_output(d, "stderr", "\n");
        if (rg_session_where(d->session, &spot, &fault) == RG_OK)
            dap_say_stopped(d, &spot, "pause", 0);
    }
    free(stops);
    free(which);
}

void dap_configuration_done(dap *d, const json_t *request, const json_t *arguments)
{
    rg_session_spot spot;
    rg_fault fault;
    (void)arguments;
    dap_respond(d, request, NULL);
    d->configured = true;
    if (!d->stop_on_entry)
        go(d, GO_RUN, false, "pause");
    else if (rg_session_line(d->session, RG_LINE_INTO, false, NULL, 0, &spot, &fault) == RG_OK)
        dap_say_stopped(d, &spot, "entry", 0);
}

void dap_continue(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, json_pack("{s:b}", "allThreadsContinued", 1));
    go(d, GO_RUN, false, "pause");
}

void dap_reverse_continue(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, NULL);
    go(d, GO_RUN, true, "pause");
}

static bool by_instruction(const json_t *arguments)
{
    const char *granularity = json_string_value(json_object_get(arguments, "granularity"));
    return granularity && strcmp(granularity, "instruction") == 0;
}

void dap_next(dap *d, const json_t *request, const json_t *arguments)
{
    dap_respond(d, request, NULL);
    go(d, by_instruction(arguments) ? GO_INSTRUCTION : GO_OVER, false, "step");
}

void dap_step_in(dap *d, const json_t *request, const json_t *arguments)
{
    dap_respond(d, request, NULL);
    go(d, by_instruction(arguments) ? GO_INSTRUCTION : GO_INTO, false, "step");
}

void dap_step_out(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    dap_respond(d, request, NULL);
    go(d, GO_OUT, false, "step");
}

void dap_step_back(dap *d, const json_t *request, const json_t *arguments)
{
    dap_respond(d, request, NULL);
    go(d, by_instruction(arguments) ? GO_INSTRUCTION : GO_OVER, true, "step");
}

void dap_restart(dap *d, const json_t *request, const json_t *arguments)
{
    rg_session_spot spot;
    rg_fault fault;
    (void)arguments;
    if (rg_session_go_to(d->session, 0, &spot, &fault) != RG_OK) {
        dap_refuse(d, request, fault.message);
        return;
    }
    dap_respond(d, request, NULL);
    if (d->stop_on_entry
        && rg_session_line(d->session, RG_LINE_INTO, false, NULL, 0, &spot, &fault) == RG_OK)
        dap_say_stopped(d, &spot, "entry", 0);
    else
        go(d, GO_RUN, false, "pause");
}
