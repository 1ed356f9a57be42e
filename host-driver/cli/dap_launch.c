/* dap_launch.c: launching a program, starting it again, closing it. */
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
static bool add_settings(dap *d, const char *option, const json_t *settings)
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
        good = good && text && setting && add_word(d, option, "") && add_word(d, setting, text);
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
                && add_settings(d, "--set", json_object_get(arguments, "arguments"))
                && add_settings(d, "--tangent", json_object_get(arguments, "tangent"))
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

static void show_text(void *context, const char *text) { dap_output(context, "stdout", text); }

static rg_result open_recipe(dap *d, rg_fault *fault)
{
    rg_result result = rg_session_open(d->cli.job, &d->recipe, &d->session, fault);
    if (result != RG_OK)
        return result;
    rg_session_on_text(d->session, show_text, d);
    rg_set_progress(d->cli.device, dap_look_at_input, d);
    return RG_OK;
}

/* What the command says on its way goes to standard error, which is the client's console too. */
static const char *open_session(dap *d, const json_t *arguments, rg_fault *fault)
{
    if (!json_is_string(json_object_get(arguments, "program")))
        return "launch wants `program`, the path of a program";
    if (!command_line(d, arguments))
        return "the launch arguments make no sense";
    if (!cli_parse((int)d->word_count, d->words, &d->options) || !cli_choose_numbers(&d->options))
        return "the launch arguments make no sense: standard error says why";
    d->output_name = strdup(d->options.grad ? d->options.grad : "");
    if (!d->output_name || cli_session_open(&d->options, &d->cli) != RG_OK)
        return "the program cannot be started: standard error says why";
    cli_signals_release();
    if (dbg_recipe(&d->options, d->cli.job, d->output_name, &d->recipe, fault) != RG_OK
        || open_recipe(d, fault) != RG_OK)
        return fault->message;
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
    d->configured = d->running = d->ended = d->at_overflow = false;
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

/* From the start, with the values of the launch, whatever was set since. */
void dap_restart(dap *d, const json_t *request, const json_t *arguments)
{
    rg_fault fault;
    (void)arguments;
    rg_session_close(d->session);
    d->session = NULL;
    if (open_recipe(d, &fault) != RG_OK) {
        dap_refuse(d, request, fault.message);
        return;
    }
    dap_respond(d, request, NULL);
    dap_begin(d);
}
