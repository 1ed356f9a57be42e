/* debug_commands.c: finding the command of a line, and saying what it has to say. */
#include "host-driver/cli/debug.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool quit(dbg *d, char *rest)
{
    (void)rest;
    d->quit = true;
    return true;
}

static bool source(dbg *d, char *rest);

/* The first whose name begins with what was typed is meant; what has an abbreviation of its own
 * stands first. */
static const struct {
    const char *name;
    dbg_command *run;
} commands[] = {
    {"s", dbg_step},
    {"n", dbg_next},
    {"c", dbg_continue},
    {"b", dbg_break},
    {"p", dbg_print},
    {"l", dbg_list},
    {"r", dbg_run},
    {"q", quit},
    {"h", dbg_help},
    {"d", dbg_delete},
    {"f", dbg_frame},
    {"u", dbg_until},
    {"i", dbg_info},
    {"w", dbg_watch},
    {"rs", dbg_reverse_step},
    {"rn", dbg_reverse_next},
    {"rc", dbg_reverse_continue},
    {"si", dbg_stepi},
    {"rsi", dbg_reverse_stepi},
    {"bt", dbg_backtrace},
    {"fin", dbg_finish},
    {"tb", dbg_tbreak},
    {"x", dbg_examine},
    {"where", dbg_backtrace},
    {"advance", dbg_until},
    {"awatch", dbg_awatch},
    {"backtrace", dbg_backtrace},
    {"break", dbg_break},
    {"cause", dbg_cause},
    {"condition", dbg_condition},
    {"continue", dbg_continue},
    {"delete", dbg_delete},
    {"disable", dbg_disable},
    {"disassemble", dbg_disassemble},
    {"display", dbg_display},
    {"down", dbg_down},
    {"enable", dbg_enable},
    {"finish", dbg_finish},
    {"frame", dbg_frame},
    {"goto", dbg_goto},
    {"help", dbg_help},
    {"ignore", dbg_ignore},
    {"info", dbg_info},
    {"last", dbg_last},
    {"list", dbg_list},
    {"next", dbg_next},
    {"next-change", dbg_next_change},
    {"overflow", dbg_to_overflow},
    {"print", dbg_print},
    {"quit", quit},
    {"exit", quit},
    {"reverse-continue", dbg_reverse_continue},
    {"reverse-finish", dbg_reverse_finish},
    {"reverse-next", dbg_reverse_next},
    {"reverse-step", dbg_reverse_step},
    {"reverse-stepi", dbg_reverse_stepi},
    {"run", dbg_run},
    {"rwatch", dbg_rwatch},
    {"set", dbg_set},
    {"source", source},
    {"start", dbg_start},
    {"step", dbg_step},
    {"stepi", dbg_stepi},
    {"tbreak", dbg_tbreak},
    {"trap", dbg_to_trap},
    {"undisplay", dbg_undisplay},
    {"until", dbg_until},
    {"up", dbg_up},
    {"watch", dbg_watch},
    {"why", dbg_why},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

const char *dbg_command_name(size_t index)
{
    return index < COMMANDS ? commands[index].name : NULL;
}

bool dbg_refuse(dbg *d, const char *format, ...)
{
    va_list args;
    memset(&d->fault, 0, sizeof d->fault);
    d->fault.result = RG_BAD_USE;
    strcpy(d->fault.code, "R0944");
    va_start(args, format);
    vsnprintf(d->fault.message, sizeof d->fault.message, format, args);
    va_end(args);
    return false;
}

static dbg_command *find(const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, word) == 0)
            return commands[i].run;
    for (size_t i = 0; length > 1 && i < COMMANDS; i++)
        if (strncmp(commands[i].name, word, length) == 0)
            return commands[i].run;
    return NULL;
}

static bool source(dbg *d, char *rest)
{
    char *line = NULL;
    size_t room = 0;
    FILE *in = d->depth < DBG_SCRIPTS_DEEP ? fopen(rest, "r") : NULL;
    if (!in)
        return dbg_refuse(d, "%s cannot be read", rest);
    FILE *out = d->out;
    json_t *json = d->json;
    bool good = true;
    fflush(out);
    d->depth++;
    while (good && !d->quit && getline(&line, &room, in) >= 0)
        good = dbg_run_line(d, line);
    d->depth--;
    d->out = out;
    d->json = json;
    free(line);
    fclose(in);
    return good || dbg_refuse(d, "%s: a command of it failed", rest);
}

static void answer(dbg *d, const char *word, bool good, const char *text)
{
    if (!d->options->json) {
        fputs(text, stdout);
        if (!good)
            printf("error[%s]: %s\n", d->fault.code, d->fault.message);
        fflush(stdout);
        return;
    }
    json_object_set_new(d->json, "command", dbg_text(word));
    json_object_set_new(d->json, "ok", json_boolean(good));
    json_object_set_new(d->json, "text", dbg_text(text));
    if (!good)
        json_object_set_new(
            d->json, "error",
            json_pack("{s:s, s:o}", "code", d->fault.code, "message", dbg_text(d->fault.message)));
    json_dumpf(d->json, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
}

static bool run(dbg *d, char *word, char *rest)
{
    char *text = NULL;
    size_t size = 0;
    dbg_command *command = find(word);
    d->out = open_memstream(&text, &size);
    d->json = json_pack("{s:i}", "schema_version", RG_SCHEMA_VERSION);
    bool good = d->out && d->json;
    memset(&d->fault, 0, sizeof d->fault);
    if (good)
        good = command ? command(d, rest)
                       : dbg_refuse(d, "there is no command `%s`: see help", word);
    if (d->out)
        fclose(d->out);
    d->out = NULL;
    answer(d, word, good, text ? text : "");
    json_decref(d->json);
    d->json = NULL;
    free(text);
    return good;
}

/* "x/4 70" is x with /4 70. */
static char *split(char *line)
{
    size_t length = strcspn(line, " \t/");
    char *rest = line + length;
    if (*rest == '\0' || *rest == '/')
        return rest;
    *rest++ = '\0';
    return rest + strspn(rest, " \t");
}

bool dbg_run_line(dbg *d, const char *line)
{
    char *copy = strdup(line + strspn(line, " \t"));
    bool good = true;
    if (!copy)
        return false;
    for (size_t end = strlen(copy); end > 0 && strchr(" \t\r\n", copy[end - 1]);)
        copy[--end] = '\0';
    if (copy[0] && copy[0] != '#') {
        char *rest = split(copy), word[64];
        const size_t length = rest[0] == '/' ? (size_t)(rest - copy) : strlen(copy);
        snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), copy);
        good = run(d, word, rest);
    }
    free(copy);
    return good;
}
