/* say.c: messages on standard error, for people or for tools. */
#include "host-driver/cli/cli.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A property of the process, as standard error is: decided once, before the first message. */
static bool as_json;

void cli_messages_json(void) { as_json = true; }
bool cli_wants_json(void) { return as_json; }

/* Text may come from file names and damaged sources: what is no UTF-8 becomes question marks. */
static json_t *text_json(const char *text)
{
    json_t *json = json_string(text);
    char *copy = json ? NULL : strdup(text);
    for (char *p = copy; p && *p; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    if (copy)
        json = json_string(copy);
    free(copy);
    return json;
}

static json_t *file_json(const char *file)
{
    return file && file[0] ? text_json(file) : json_null();
}

static json_t *place_json(const char *file, unsigned line, unsigned column, const char *message)
{
    return json_pack("{s:o, s:i, s:i, s:i, s:o}", "file", file_json(file), "line", (int)line,
                     "column", (int)column, "length", line > 0 && column > 0 ? 1 : 0, "message",
                     text_json(message));
}

/* Takes place and notes. help: "" where there is none. */
static void say_json(const char *severity, const char *code, json_t *place, json_t *notes,
                     const char *help)
{
    json_t *root = json_pack("{s:s, s:s, s:i}", "severity", severity, "code", code,
                             "schema_version", RG_SCHEMA_VERSION);
    if (!root || !place || !notes || json_object_update(root, place) != 0
        || json_object_set(root, "notes", notes) != 0
        || json_object_set_new(root, "help", help[0] ? json_string(help) : json_null()) != 0
        || json_object_set_new(root, "fixes", json_array()) != 0 /* the compiler alone has some */
        || json_dumpf(root, stderr, 0) != 0)
        fputs("{\"severity\": \"error\", \"code\": \"R0904\", \"message\": \"the host is out of "
              "memory\"}",
              stderr);
    fputc('\n', stderr);
    json_decref(root);
    json_decref(place);
    json_decref(notes);
}

static void say(const char *severity, const char *code, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, list);
    cli_progress_clear();
    if (as_json)
        say_json(severity, code, place_json(NULL, 0, 0, text ? text : format), json_array(), "");
    else
        fprintf(stderr, "retrograd: %s[%s]: %s\n", severity, code, text ? text : format);
    free(text);
}

void cli_error(const char *code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say("error", code, format, list);
    va_end(list);
}

void cli_warning(const char *code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say("warning", code, format, list);
    va_end(list);
}

void cli_remark(const char *text)
{
    if (as_json)
        say_json("note", "", place_json(NULL, 0, 0, text), json_array(), "");
    else
        fprintf(stderr, "  note: %s\n", text);
}

/* Print line number `wanted` of the file and a caret below column; silently nothing when it cannot
 * be read. */
static void show_source(const char *path, unsigned wanted, unsigned column)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    unsigned at = 0;
    while (file && fgets(line, sizeof line, file)) {
        size_t length = strlen(line);
        bool whole = length > 0 && line[length - 1] == '\n';
        if (++at == wanted) {
            line[strcspn(line, "\r\n")] = '\0';
            fprintf(stderr, "%5u | %s\n", wanted, line);
            if (column > 0) {
                fprintf(stderr, "      | ");
                unsigned passed = 1; /* columns count characters, not bytes */
                for (const char *p = line; *p && passed < column; p++)
                    if (((unsigned char)p[1] & 0xc0) != 0x80) {
                        fputc(*p == '\t' ? '\t' : ' ', stderr);
                        passed++;
                    }
                fprintf(stderr, "^\n");
            }
            break;
        }
        while (!whole && fgets(line, sizeof line, file))
            whole = strchr(line, '\n') != NULL;
    }
    if (file)
        fclose(file);
}

static void show_help(const rg_fault *fault)
{
    if (fault->help[0])
        fprintf(stderr, "    help: %s\n", fault->help);
}

static void say_text(const rg_fault *fault)
{
    if (fault->file[0] == '\0') {
        fprintf(stderr, "retrograd: error[%s]: %s\n", fault->code, fault->message);
        show_help(fault);
        return;
    }
    fprintf(stderr, "%s:", fault->file);
    if (fault->line > 0)
        fprintf(stderr, "%u:", fault->line);
    if (fault->line > 0 && fault->column > 0)
        fprintf(stderr, "%u:", fault->column);
    fprintf(stderr, " error[%s]: %s\n", fault->code, fault->message);
    if (fault->line > 0)
        show_source(fault->file, fault->line, fault->column);
    show_help(fault);
}

static void describe_change(const rg_last_change *c, bool first, bool pair, char *text, size_t size)
{
    const char *quote = c->variable[0] ? "`" : "",
               *name = c->variable[0] ? c->variable : "the word";
    const char *what = !first          ? ", which it reads, was changed here in between"
                       : pair          ? " is computed and uncomputed here, which no longer cancels"
                       : c->allocation ? " was allocated here, and has not changed since"
                                       : " was last changed here";
    snprintf(text, size, "%s%s%s%s, from %.10g to %.10g, %llu instruction%s before the trap", quote,
             name, quote, what, c->before, c->after, (unsigned long long)c->steps,
             c->steps == 1 ? "" : "s");
}

/* Whether the word was another variable's of the same routine when it was changed: a ↔ b hands
 * words over. Elements and parts belong to what they are of. */
static bool came_over(const rg_trap_report *trap, const rg_last_change *c)
{
    const char *to = trap ? trap->variable : "", *from = c->variable;
    const size_t length = strcspn(to, ".["), other = strcspn(from, ".[");
    return length > 0 && other > 0 && strcmp(trap->routine, c->routine) == 0
           && (length != other || strncmp(to, from, length) != 0);
}

void cli_trap(const rg_fault *fault, const rg_trap_report *trap, const rg_last_change *changes,
              size_t count)
{
    char text[512];
    json_t *notes = as_json ? json_array() : NULL;
    cli_progress_clear();
    if (!as_json)
        say_text(fault);
    for (size_t i = 0; i < count; i++) {
        const rg_last_change *c = &changes[i];
        describe_change(c, i == 0, count > 1, text, sizeof text);
        if (i == 0 && came_over(trap, c)) {
            const size_t used = strlen(text);
            snprintf(text + used, sizeof text - used,
                     "; an exchange has brought that word to `%s` since", trap->variable);
        }
        if (as_json) {
            json_array_append_new(notes, place_json(c->file, c->line, c->column, text));
            continue;
        }
        fprintf(stderr, "%s:%u:%u: note: %s\n", c->file, c->line, c->column, text);
        show_source(c->file, c->line, c->column);
    }
    if (as_json)
        say_json("error", fault->code,
                 place_json(fault->file, fault->line, fault->column, fault->message), notes,
                 fault->help);
}

void cli_fault(const rg_fault *fault) { cli_trap(fault, NULL, NULL, 0); }

void cli_said(const char *said)
{
    const char *mark = strstr(said, ": error["), *close = mark ? strstr(mark, "]: ") : NULL;
    rg_fault fault = {.result = RG_BAD_USE};
    if (!as_json || !close) {
        if (as_json)
            say_json("error", "R0905", place_json(NULL, 0, 0, said), json_array(), "");
        else
            fprintf(stderr, "%s\n", said);
        return;
    }
    snprintf(fault.code, sizeof fault.code, "%.*s", (int)(close - mark - 8), mark + 8);
    snprintf(fault.file, sizeof fault.file, "%.*s", (int)(mark - said), said);
    snprintf(fault.message, sizeof fault.message, "%s", close + 3);
    char *colon = strchr(fault.file, ':');
    if (colon && sscanf(colon, ":%u:%u", &fault.line, &fault.column) >= 1)
        *colon = '\0';
    cli_fault(&fault);
}

void cli_diagnostics(const rg_device *device)
{
    fputs(as_json ? rg_diagnostics_json(device) : rg_diagnostics(device), stderr);
}
