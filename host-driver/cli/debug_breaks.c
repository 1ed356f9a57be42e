/* debug_breaks.c: commands on breakpoints and watches. */
#include "host-driver/cli/debug.h"

#include <stdlib.h>
#include <string.h>

/* Cuts "PLACE if CONDITION"; NULL: there is none. */
static char *cut_condition(char *rest)
{
    const size_t length = strlen(rest);
    char *found = strncmp(rest, "if ", 3) == 0 ? rest : strstr(rest, " if ");
    if (!found && length >= 2 && strcmp(rest + length - 2, "if") == 0
        && (length == 2 || rest[length - 3] == ' '))
        found = rest + length - (length == 2 ? 2 : 3);
    if (!found)
        return NULL;
    char *condition = found + (found == rest && rest[0] == 'i' ? 2 : 3);
    condition += strspn(condition, " ");
    *found = '\0';
    return condition;
}

static bool take_line(dbg *d, const char *text, dbg_stop *stop)
{
    const unsigned long line = strtoul(text, NULL, 10);
    const unsigned with_code =
        line > 100000000 ? 0 : rg_session_line_with_code(d->session, stop->file, (unsigned)line);
    stop->kind = RG_STOP_LINE;
    stop->line = with_code;
    if (with_code == 0)
        return dbg_refuse(d, "line %s has no instructions, and none behind it has", text);
    if (with_code != line)
        fprintf(d->out, "line %s has no instructions: line %u is taken\n", text, with_code);
    return true;
}

static bool is_number(const char *text)
{
    return text[0] && strspn(text, "0123456789") == strlen(text);
}

bool dbg_parse_place(dbg *d, char *text, dbg_stop *stop)
{
    rg_session_spot spot;
    char *colon = strrchr(text, ':');
    if (rg_session_where(d->session, &spot, &d->fault) != RG_OK)
        return false;
    if (!text[0] && spot.line == 0)
        return dbg_refuse(d, "name a line, FILE:LINE, a routine, or *ADDRESS");
    if (text[0] == '*') {
        char *end;
        stop->kind = RG_STOP_ADDRESS;
        const unsigned long address = strtoul(text + 1, &end, 0);
        stop->address = address > UINT32_MAX ? UINT32_MAX : (uint32_t)address;
        return (*end == '\0' && end > text + 1) || dbg_refuse(d, "`%s` is no address", text + 1);
    }
    if (colon && is_number(colon + 1)) {
        *colon = '\0';
        stop->file = strdup(text);
        return stop->file ? take_line(d, colon + 1, stop)
                          : dbg_refuse(d, "the host is out of memory");
    }
    if (is_number(text) || !text[0]) {
        char here[16];
        snprintf(here, sizeof here, "%u", spot.line);
        if (spot.file[0])
            stop->file = strdup(spot.file);
        return take_line(d, text[0] ? text : here, stop);
    }
    stop->kind = RG_STOP_ROUTINE;
    stop->name = strdup(text);
    return stop->name || dbg_refuse(d, "the host is out of memory");
}

static const char *kind_name(rg_stop_kind kind)
{
    static const char *const names[] = {
        [RG_STOP_LINE] = "line",    [RG_STOP_ROUTINE] = "routine",   [RG_STOP_ADDRESS] = "address",
        [RG_STOP_CHANGE] = "watch", [RG_STOP_OVERFLOW] = "overflow", [RG_STOP_READ] = "rwatch",
        [RG_STOP_ACCESS] = "awatch"};
    return names[kind];
}

static void say_one(dbg *d, const dbg_stop *s)
{
    fprintf(d->out, "%u\t", s->number);
    if (s->kind == RG_STOP_LINE)
        fprintf(d->out, "line %s:%u", s->file ? s->file : "*", s->line);
    else if (s->kind == RG_STOP_ROUTINE)
        fprintf(d->out, "routine %s", s->name);
    else if (s->kind == RG_STOP_ADDRESS)
        fprintf(d->out, "address %u", (unsigned)s->address);
    else
        fprintf(d->out, "%s %s", kind_name(s->kind), s->name);
    if (s->condition)
        fprintf(d->out, " if %s", s->condition);
    if (s->hits)
        fprintf(d->out, ", hit %u time%s", s->hits, s->hits == 1 ? "" : "s");
    if (s->ignore)
        fprintf(d->out, ", passes over the next %u", s->ignore);
    fprintf(d->out, "%s%s\n", s->enabled ? "" : ", disabled", s->temporary ? ", once" : "");
}

static json_t *stop_json(const dbg_stop *s)
{
    return json_pack("{s:i, s:s, s:s?, s:i, s:s?, s:s?, s:i, s:b}", "number", (int)s->number,
                     "kind", kind_name(s->kind), "file", s->file, "line", (int)s->line, "name",
                     s->name, "condition", s->condition, "hits", (int)s->hits, "enabled",
                     (int)s->enabled);
}

void dbg_info_stops(dbg *d)
{
    json_t *list = json_array();
    if (d->stops.count == 0)
        fprintf(d->out, "no breakpoints\n");
    for (size_t i = 0; i < d->stops.count; i++) {
        say_one(d, &d->stops.list[i]);
        json_array_append_new(list, stop_json(&d->stops.list[i]));
    }
    json_object_set_new(d->json, "stops", list);
}

static bool has_address(const dbg *d, uint32_t address)
{
    rg_session_word first, word;
    return rg_session_disassemble(d->session, 0, &first) && address >= first.address
           && rg_session_disassemble(d->session, address - first.address, &word);
}

/* What is not there is said now and not when the machine is to run. */
static bool is_there(dbg *d, const dbg_stop *stop)
{
    rg_session_word word;
    if (stop->kind == RG_STOP_ADDRESS)
        return has_address(d, stop->address)
               || dbg_refuse(d, "the program has no instruction at %u", (unsigned)stop->address);
    bool any = stop->kind != RG_STOP_ROUTINE;
    for (size_t i = 0; !any && rg_session_disassemble(d->session, i, &word); i++) {
        const size_t length = strcspn(word.routine, "{ ");
        any = strcmp(word.routine, stop->name) == 0
              || (strlen(stop->name) == length && strncmp(word.routine, stop->name, length) == 0);
    }
    return any
           || dbg_refuse(d,
                         "there is no routine %s in the machine: it may have been put into those "
                         "that call it (-O0 keeps it)",
                         stop->name);
}

static bool add(dbg *d, char *rest, bool temporary)
{
    dbg_stop place = {0};
    char *condition = cut_condition(rest);
    if (condition && !condition[0])
        return dbg_refuse(d, "a condition is missing behind `if`");
    if (!dbg_parse_place(d, rest, &place) || !is_there(d, &place)) {
        free(place.file);
        free(place.name);
        return false;
    }
    dbg_stop *stop = dbg_stop_add(&d->stops, place.kind);
    if (!stop)
        return dbg_refuse(d, "the host is out of memory");
    stop->file = place.file;
    stop->name = place.name;
    stop->line = place.line;
    stop->address = place.address;
    stop->temporary = temporary;
    stop->condition = condition && condition[0] ? strdup(condition) : NULL;
    fprintf(d->out, "breakpoint ");
    say_one(d, stop);
    json_object_set_new(d->json, "stop", stop_json(stop));
    return true;
}

bool dbg_break(dbg *d, char *rest) { return add(d, rest, false); }
bool dbg_tbreak(dbg *d, char *rest) { return add(d, rest, true); }

static bool watch(dbg *d, char *rest, rg_stop_kind kind)
{
    rg_session_value value;
    char *condition = cut_condition(rest);
    if (condition && !condition[0])
        return dbg_refuse(d, "a condition is missing behind `if`");
    if (!rest[0])
        return dbg_refuse(d, "%s wants a variable, an element, or grad(...) of one",
                          kind_name(kind));
    const bool there = rg_session_evaluate(d->session, d->frame, rest, &value, &d->fault) == RG_OK;
    if (!there && rg_error_about(d->fault.code) != RG_ABOUT_PLACE)
        return false;
    const bool slope = strncmp(rest, "grad(", 5) == 0 || strncmp(rest, "tangent(", 8) == 0;
    if (there && !value.name[0] && !slope)
        return dbg_refuse(d, "`%s` is no variable, no element, and no grad(...) of one", rest);
    dbg_stop *stop = dbg_stop_add(&d->stops, kind);
    if (!stop)
        return dbg_refuse(d, "the host is out of memory");
    stop->name = strdup(rest);
    stop->condition = condition && condition[0] ? strdup(condition) : NULL;
    say_one(d, stop);
    json_object_set_new(d->json, "stop", stop_json(stop));
    return true;
}

bool dbg_watch(dbg *d, char *rest) { return watch(d, rest, RG_STOP_CHANGE); }
bool dbg_rwatch(dbg *d, char *rest) { return watch(d, rest, RG_STOP_READ); }
bool dbg_awatch(dbg *d, char *rest) { return watch(d, rest, RG_STOP_ACCESS); }

static dbg_stop *numbered(dbg *d, char *rest, char **behind)
{
    const unsigned long number = strtoul(rest, behind, 10);
    dbg_stop *stop = dbg_stop_numbered(&d->stops, (unsigned)number);
    if (!stop)
        dbg_refuse(d, "there is no breakpoint %s", rest);
    while (**behind == ' ')
        (*behind)++;
    return stop;
}

bool dbg_delete(dbg *d, char *rest)
{
    char *behind;
    if (!rest[0]) {
        dbg_stops_free(&d->stops);
        return true;
    }
    const dbg_stop *stop = numbered(d, rest, &behind);
    if (stop)
        dbg_stop_delete(&d->stops, stop->number);
    return stop != NULL;
}

static bool switch_stops(dbg *d, char *rest, bool on)
{
    char *behind;
    for (size_t i = 0; !rest[0] && i < d->stops.count; i++)
        d->stops.list[i].enabled = on;
    dbg_stop *stop = rest[0] ? numbered(d, rest, &behind) : NULL;
    if (stop)
        stop->enabled = on;
    return stop || !rest[0];
}

bool dbg_enable(dbg *d, char *rest) { return switch_stops(d, rest, true); }
bool dbg_disable(dbg *d, char *rest) { return switch_stops(d, rest, false); }

bool dbg_condition(dbg *d, char *rest)
{
    char *behind;
    dbg_stop *stop = numbered(d, rest, &behind);
    if (!stop)
        return false;
    free(stop->condition);
    stop->condition = behind[0] ? strdup(behind) : NULL;
    return true;
}

bool dbg_ignore(dbg *d, char *rest)
{
    char *behind;
    dbg_stop *stop = numbered(d, rest, &behind);
    if (!stop)
        return false;
    stop->ignore = (unsigned)strtoul(behind, NULL, 10);
    return true;
}
