/* dap_stops.c: breakpoints of all kinds. */
#include "host-driver/cli/dap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of a request replace all of that kind. file NULL: of any file. */
static void drop(dap *d, rg_stop_kind kind, const char *file)
{
    for (size_t i = d->stops.count; i-- > 0;) {
        const dbg_stop *s = &d->stops.list[i];
        const bool same = kind == RG_STOP_CHANGE ? dbg_stop_watches(s) : s->kind == kind;
        if (same && (!file || (s->file && strcmp(s->file, file) == 0)))
            dbg_stop_delete(&d->stops, s->number);
    }
}

/* What belongs to every kind: condition, hit count, log message. */
static void take_extras(dbg_stop *stop, const json_t *from)
{
    const char *condition = json_string_value(json_object_get(from, "condition")),
               *hits = json_string_value(json_object_get(from, "hitCondition")),
               *log = json_string_value(json_object_get(from, "logMessage"));
    stop->condition = condition && condition[0] ? strdup(condition) : NULL;
    stop->log = log && log[0] ? strdup(log) : NULL;
    stop->hit_condition = hits && hits[0] ? strdup(hits) : NULL;
}

/* In any of the routines that are being run. */
static bool finds(dap *d, const char *text, rg_fault *fault)
{
    const size_t frames = rg_session_frames(d->session, NULL, 0);
    rg_session_value value;
    rg_fault own;
    for (size_t i = 0; i < frames || i == 0; i++)
        if (rg_session_evaluate(d->session, i, text, &value, i == 0 ? fault : &own) == RG_OK)
            return true;
    return false;
}

static json_t *data_json(const dbg_stop *stop, const char *why)
{
    json_t *one = json_pack("{s:i, s:b}", "id", (int)stop->number, "verified", (int)stop->known);
    if (!stop->known)
        json_object_set_new(one, "message", dbg_text(why));
    return one;
}

static json_t *verified(dap *d, const dbg_stop *stop)
{
    rg_fault fault = {0};
    if (dbg_stop_watches(stop) && (!stop->name || !finds(d, stop->name, &fault)))
        return data_json(stop, fault.message);
    json_t *one = json_pack("{s:i, s:b}", "id", (int)stop->number, "verified", 1);
    if (stop->kind == RG_STOP_LINE)
        json_object_set_new(one, "line", json_integer(dap_line(d, stop->line)));
    return one;
}

static json_t *unverified(const char *why)
{
    return json_pack("{s:b, s:o}", "verified", 0, "message", dbg_text(why));
}

void dap_set_breakpoints(dap *d, const json_t *request, const json_t *arguments)
{
    const json_t *list = json_object_get(arguments, "breakpoints");
    json_t *answer = json_array(), *source = json_object_get(arguments, "source");
    const char *path = json_string_value(json_object_get(source, "path"));
    size_t i;
    json_t *item;
    path = path ? path : "";
    drop(d, RG_STOP_LINE, path);
    d->stops_changed = true;
    json_array_foreach(list, i, item)
    {
        const unsigned line = dap_line_from(d, json_integer_value(json_object_get(item, "line")));
        const unsigned with_code = line ? rg_session_line_with_code(d->session, path, line) : 0;
        dbg_stop *stop = with_code ? dbg_stop_add(&d->stops, RG_STOP_LINE) : NULL;
        if (!stop) {
            json_array_append_new(answer, unverified("no line from here on has instructions"));
            continue;
        }
        stop->file = strdup(path);
        stop->line = with_code;
        take_extras(stop, item);
        json_array_append_new(answer, verified(d, stop));
    }
    dap_respond(d, request, json_pack("{s:o}", "breakpoints", answer));
}

static bool has_routine(const dap *d, const char *name)
{
    rg_session_word word;
    for (size_t i = 0; rg_session_disassemble(d->session, i, &word); i++) {
        const size_t length = strcspn(word.routine, "{ ");
        if (strcmp(word.routine, name) == 0
            || (strlen(name) == length && strncmp(word.routine, name, length) == 0))
            return true;
    }
    return false;
}

/* What one item of a request asks for; NULL: it cannot be, and *why says so. */
typedef dbg_stop *one_stop(dap *d, const json_t *item, const char **why);

/* All of one kind anew. */
static void set_stops(dap *d, const json_t *request, const json_t *list, rg_stop_kind kind,
                      one_stop *take)
{
    json_t *answer = json_array(), *item;
    size_t i;
    drop(d, kind, NULL);
    d->stops_changed = true;
    json_array_foreach((json_t *)(uintptr_t)list, i, item)
    {
        const char *why = "";
        dbg_stop *stop = take(d, item, &why);
        if (stop)
            take_extras(stop, item);
        json_array_append_new(answer, stop ? verified(d, stop) : unverified(why));
    }
    dap_respond(d, request, json_pack("{s:o}", "breakpoints", answer));
}

static dbg_stop *take_routine(dap *d, const json_t *item, const char **why)
{
    const char *name = json_string_value(json_object_get(item, "name"));
    dbg_stop *stop = name && has_routine(d, name) ? dbg_stop_add(&d->stops, RG_STOP_ROUTINE) : NULL;
    if (stop)
        stop->name = strdup(name);
    *why = "no such routine is in the machine";
    return stop;
}

void dap_set_function_breakpoints(dap *d, const json_t *request, const json_t *arguments)
{
    set_stops(d, request, json_object_get(arguments, "breakpoints"), RG_STOP_ROUTINE, take_routine);
}

static dbg_stop *take_address(dap *d, const json_t *item, const char **why)
{
    rg_session_word first, word;
    const char *text = json_string_value(json_object_get(item, "instructionReference"));
    const json_int_t address = (text ? dap_bounded(strtol(text, NULL, 0)) : -1)
                               + dap_bounded(json_integer_value(json_object_get(item, "offset")))
                                     / 4;
    const bool there =
        rg_session_disassemble(d->session, 0, &first) && address >= (json_int_t)first.address
        && rg_session_disassemble(d->session, (size_t)(address - (json_int_t)first.address), &word);
    dbg_stop *stop = there ? dbg_stop_add(&d->stops, RG_STOP_ADDRESS) : NULL;
    if (stop)
        stop->address = (uint32_t)address;
    *why = "the program has no such address";
    return stop;
}

void dap_set_instruction_breakpoints(dap *d, const json_t *request, const json_t *arguments)
{
    set_stops(d, request, json_object_get(arguments, "breakpoints"), RG_STOP_ADDRESS, take_address);
}

/* The element of an array whose container the client names, or a variable. */
void dap_data_breakpoint_info(dap *d, const json_t *request, const json_t *arguments)
{
    const char *name = json_string_value(json_object_get(arguments, "name"));
    const json_int_t reference =
        json_integer_value(json_object_get(arguments, "variablesReference"));
    char id[300] = "", text[400];
    rg_session_value value;
    rg_fault fault;
    size_t frame = (size_t)json_integer_value(json_object_get(arguments, "frameId"));
    frame = frame >= DAP_FRAME ? frame - DAP_FRAME : 0;
    if (name && reference >= DAP_ARRAYS && (size_t)(reference - DAP_ARRAYS) / 2 < d->array_count) {
        const dap_array *a = &d->arrays[(reference - DAP_ARRAYS) / 2];
        const bool gradient = (reference - DAP_ARRAYS) % 2;
        snprintf(id, sizeof id, name[0] == '[' ? "%s%s%.100s%s" : "%s%.0s%.100s%s",
                 gradient ? "grad(" : "", a->name, name, gradient ? ")" : "");
    } else if (name) {
        snprintf(id, sizeof id, "%.250s", name);
        if (reference >= DAP_FRAME && reference < DAP_ARRAYS)
            frame = (size_t)(reference - DAP_FRAME) / 2;
    }
    if (!id[0] || rg_session_evaluate(d->session, frame, id, &value, &fault) != RG_OK) {
        dap_respond(d, request,
                    json_pack("{s:n, s:o}", "dataId", "description",
                              dbg_text(id[0] ? fault.message : "name a variable")));
        return;
    }
    snprintf(text, sizeof text, "%s", id);
    dap_respond(d, request,
                json_pack("{s:s, s:s, s:[s, s, s], s:b}", "dataId", id, "description", text,
                          "accessTypes", "write", "read", "readWrite", "canPersist", 1));
}

/* A variable that is nowhere now cannot be watched; it may be there at a later run. */
void dap_follow_data(dap *d)
{
    for (size_t i = 0; i < d->stops.count; i++) {
        dbg_stop *stop = &d->stops.list[i];
        rg_fault fault = {0};
        if (!dbg_stop_watches(stop))
            continue;
        const bool known = stop->name && finds(d, stop->name, &fault);
        if (known != stop->known) {
            stop->known = known;
            dap_event(d, "breakpoint",
                      json_pack("{s:s, s:o}", "reason", "changed", "breakpoint",
                                data_json(stop, fault.message)));
        }
        stop->enabled = known;
    }
}

/* A trap always stops: nothing can go on behind it. */
static dbg_stop *take_filter(dap *d, const json_t *item, const char **why)
{
    *why = "there is no such filter";
    return json_is_string(item) && strcmp(json_string_value(item), "overflow") == 0
               ? dbg_stop_add(&d->stops, RG_STOP_OVERFLOW)
               : NULL;
}

void dap_set_exception_breakpoints(dap *d, const json_t *request, const json_t *arguments)
{
    set_stops(d, request, json_object_get(arguments, "filters"), RG_STOP_OVERFLOW, take_filter);
}

static dbg_stop *take_data(dap *d, const json_t *item, const char **why)
{
    rg_fault ignored;
    const char *id = json_string_value(json_object_get(item, "dataId"));
    const char *access = json_string_value(json_object_get(item, "accessType"));
    const rg_stop_kind kind = access && strcmp(access, "read") == 0        ? RG_STOP_READ
                              : access && strcmp(access, "readWrite") == 0 ? RG_STOP_ACCESS
                                                                           : RG_STOP_CHANGE;
    dbg_stop *stop = id && id[0] ? dbg_stop_add(&d->stops, kind) : NULL;
    *why = "dataId is missing";
    if (stop) {
        stop->name = strdup(id);
        stop->known = finds(d, id, &ignored);
    }
    return stop;
}

void dap_set_data_breakpoints(dap *d, const json_t *request, const json_t *arguments)
{
    set_stops(d, request, json_object_get(arguments, "breakpoints"), RG_STOP_CHANGE, take_data);
}

void dap_breakpoint_locations(dap *d, const json_t *request, const json_t *arguments)
{
    const char *path =
        json_string_value(json_object_get(json_object_get(arguments, "source"), "path"));
    const unsigned line = dap_line_from(d, json_integer_value(json_object_get(arguments, "line")));
    unsigned last = dap_line_from(d, json_integer_value(json_object_get(arguments, "endLine")));
    json_t *list = json_array();
    last = last < line ? line : last > line + 10000 ? line + 10000 : last;
    for (unsigned at = line; path && at > 0 && at <= last; at++)
        if (rg_session_line_with_code(d->session, path, at) == at)
            json_array_append_new(list, json_pack("{s:i}", "line", dap_line(d, at)));
    dap_respond(d, request, json_pack("{s:o}", "breakpoints", list));
}

/* ---- counting and logging ---- */

/* "5": the fifth; ">= 5", "> 5", "% 3" and so on. */
static bool counts(const dbg_stop *stop)
{
    const char *text = stop->hit_condition;
    if (!text)
        return true;
    while (isspace((unsigned char)*text))
        text++;
    const char *number = text + strspn(text, "<>=% ");
    const unsigned long n = strtoul(number, NULL, 10), hits = stop->hits;
    if (text[0] == '>')
        return text[1] == '=' ? hits >= n : hits > n;
    if (text[0] == '<')
        return text[1] == '=' ? hits <= n : hits < n;
    if (text[0] == '%')
        return n > 0 && hits % n == 0;
    return hits == n;
}

/* {EXPRESSION} in the message is its value. */
static void write_log(dap *d, const char *message)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (const char *at = message; out && *at;) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        char expression[200];
        rg_session_value value;
        rg_fault fault;
        if (!end || (size_t)(end - at) > sizeof expression) {
            fputc(*at++, out);
            continue;
        }
        snprintf(expression, sizeof expression, "%.*s", (int)(end - at - 1), at + 1);
        if (rg_session_evaluate(d->session, 0, expression, &value, &fault) == RG_OK)
            dbg_value_text(d->session, 0, &value, false, out);
        else
            fprintf(out, "(%s)", fault.message);
        at = end + 1;
    }
    if (out) {
        fputc('\n', out);
        fclose(out);
    }
    if (text)
        dap_output(d, "console", text);
    free(text);
}

bool dap_stop_ends(dap *d, dbg_stop *stop)
{
    stop->hits++;
    if (!counts(stop))
        return false;
    if (!stop->log)
        return true;
    write_log(d, stop->log);
    return false;
}
