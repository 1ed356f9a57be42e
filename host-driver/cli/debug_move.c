/* debug_move.c: commands that let the machine go. */
#include "host-driver/cli/debug.h"

#include <stdlib.h>
#include <string.h>

/* ---- saying where ---- */

static const char *way(const rg_session_spot *spot)
{
    return spot->gradients ? ", backward with gradients" : spot->backward ? ", backward" : "";
}

static void say_line(dbg *d, const rg_session_spot *spot)
{
    char *text = dbg_source_line(spot->file, spot->line);
    if (!spot->in_program)
        fprintf(d->out, "time %llu, in the job dispatcher%s\n", (unsigned long long)spot->time,
                way(spot));
    else
        fprintf(d->out, "time %llu, %s at %s:%u%s\n%u\t%s\n", (unsigned long long)spot->time,
                spot->routine, spot->file[0] ? spot->file : "?", spot->line, way(spot), spot->line,
                text ? text : "");
    free(text);
}

void dbg_say_trap(dbg *d)
{
    rg_fault trap;
    if (!rg_session_trap(d->session, &trap))
        return;
    fprintf(d->out, "trap %s: %s\n", trap.code, trap.message);
    if (trap.help[0])
        fprintf(d->out, "help: %s\n", trap.help);
    json_object_set_new(d->json, "trap",
                        json_pack("{s:s, s:s, s:s}", "code", trap.code, "message", trap.message,
                                  "help", trap.help));
}

void dbg_say_spot(dbg *d, const rg_session_spot *spot)
{
    if (spot->why == RG_SESSION_AT_START)
        fprintf(d->out, "the start: there is nothing before\n");
    if (spot->why == RG_SESSION_AT_END)
        fprintf(d->out, "the end of the run\n");
    if (spot->why == RG_SESSION_STOPPED)
        fprintf(d->out, "stopped\n");
    dbg_say_trap(d);
    say_line(d, spot);
    if (spot->altered)
        fprintf(d->out, "(a variable was set: what lies before is not the past of this run)\n");
    json_object_set_new(d->json, "spot", dbg_spot_json(spot));
    d->frame = 0;
    d->listed = 0;
    dbg_say_displays(d);
}

/* ---- going ---- */

/* The stops of a run. */
typedef struct {
    dbg *d;
    dbg_run_stops stops;
} runs;

/* A stop may be passed over so many times. */
static bool counts(void *context, size_t which, const rg_session_spot *spot)
{
    const runs *r = context;
    dbg_stop *stop = &r->d->stops.list[r->stops.which[which]];
    (void)spot;
    stop->hits++;
    if (stop->ignore == 0)
        return true;
    stop->ignore--;
    return false;
}

static bool prepare(dbg *d, runs *r)
{
    r->d = d;
    return dbg_stops_for_run(&d->stops, counts, r, &r->stops)
           || dbg_refuse(d, "the host is out of memory");
}

static void say_stop(dbg *d, const dbg_stop *stop, const rg_session_spot *spot)
{
    char before[64], after[64];
    json_object_set_new(d->json, "stop", json_integer(stop->number));
    if (spot->why == RG_SESSION_BREAKPOINT) {
        fprintf(d->out, "breakpoint %u\n", stop->number);
    } else if (stop->kind == RG_STOP_OVERFLOW) {
        fprintf(d->out, cli_has_float(d->cli.device)
                            ? "a gradient kept fewer than 30 bits of what was added\n"
                            : "a gradient did not fit\n");
    } else {
        dbg_number(spot->before, before, sizeof before);
        dbg_number(spot->after, after, sizeof after);
        if (spot->why == RG_SESSION_ACCESSED && spot->before == spot->after)
            fprintf(d->out, "watch %u: %s is used, and is %s\n", stop->number, stop->name, after);
        else
            fprintf(d->out, "watch %u: %s was %s, is %s%s\n", stop->number, stop->name, before,
                    after, dbg_hidden_change(spot->before, spot->after));
        json_object_set_new(d->json, "change",
                            json_pack("{s:s, s:f, s:f}", "name", stop->name, "from", spot->before,
                                      "to", spot->after));
    }
}

static bool arrived(dbg *d, rg_result result, runs *r, const rg_session_spot *spot)
{
    const dbg_stop *stop = result == RG_OK ? dbg_stop_at(&d->stops, &r->stops, spot) : NULL;
    if (stop)
        say_stop(d, stop, spot);
    if (result == RG_OK)
        dbg_say_spot(d, spot);
    if (stop && stop->temporary)
        dbg_stop_delete(&d->stops, stop->number);
    dbg_run_stops_free(&r->stops);
    return result == RG_OK;
}

static bool run_to_stop(dbg *d, bool back)
{
    rg_session_spot spot;
    runs r = {0};
    if (!prepare(d, &r))
        return false;
    const rg_result result =
        rg_session_run(d->session, back, r.stops.list, r.stops.count, &spot, &d->fault);
    return arrived(d, result, &r, &spot);
}

static bool count_of(dbg *d, const char *rest, uint64_t *count)
{
    char *end;
    *count = 1;
    if (!rest[0])
        return true;
    *count = strtoull(rest, &end, 10);
    return (*end == '\0' && rest[0] >= '0' && rest[0] <= '9')
           || dbg_refuse(d, "a number is wanted, not `%s`", rest);
}

static bool lines(dbg *d, const char *rest, rg_line_step how, bool back)
{
    rg_session_spot spot;
    uint64_t count;
    runs r = {0};
    rg_result result = RG_OK;
    if (!count_of(d, rest, &count) || !prepare(d, &r))
        return false;
    if (count == 0)
        result = rg_session_where(d->session, &spot, &d->fault);
    for (; count > 0 && result == RG_OK; count--) {
        result =
            rg_session_line(d->session, how, back, r.stops.list, r.stops.count, &spot, &d->fault);
        if (result == RG_OK && spot.why != RG_SESSION_STEPPED)
            break;
    }
    return arrived(d, result, &r, &spot);
}

static bool instructions(dbg *d, const char *rest, bool back)
{
    rg_session_spot spot;
    uint64_t count;
    if (!count_of(d, rest, &count))
        return false;
    if (count > INT64_MAX)
        return dbg_refuse(d, "that is too many");
    if (rg_session_go(d->session, back ? -(int64_t)count : (int64_t)count, &spot, &d->fault)
        != RG_OK)
        return false;
    dbg_say_spot(d, &spot);
    return true;
}

bool dbg_step(dbg *d, char *rest) { return lines(d, rest, RG_LINE_INTO, false); }
bool dbg_reverse_step(dbg *d, char *rest) { return lines(d, rest, RG_LINE_INTO, true); }
bool dbg_next(dbg *d, char *rest) { return lines(d, rest, RG_LINE_OVER, false); }
bool dbg_reverse_next(dbg *d, char *rest) { return lines(d, rest, RG_LINE_OVER, true); }
bool dbg_finish(dbg *d, char *rest) { return lines(d, rest, RG_LINE_OUT, false); }
bool dbg_reverse_finish(dbg *d, char *rest) { return lines(d, rest, RG_LINE_OUT, true); }
bool dbg_stepi(dbg *d, char *rest) { return instructions(d, rest, false); }
bool dbg_reverse_stepi(dbg *d, char *rest) { return instructions(d, rest, true); }

bool dbg_continue(dbg *d, char *rest)
{
    uint64_t count;
    if (!count_of(d, rest, &count))
        return false;
    for (; count > 1; count--)
        if (!run_to_stop(d, false))
            return false;
    return run_to_stop(d, false);
}

bool dbg_reverse_continue(dbg *d, char *rest)
{
    (void)rest;
    return run_to_stop(d, true);
}

static bool go_to(dbg *d, uint64_t time)
{
    rg_session_spot spot;
    if (rg_session_go_to(d->session, time, &spot, &d->fault) != RG_OK)
        return false;
    dbg_say_spot(d, &spot);
    return true;
}

bool dbg_run(dbg *d, char *rest)
{
    rg_session_spot spot;
    (void)rest;
    return rg_session_go_to(d->session, 0, &spot, &d->fault) == RG_OK && run_to_stop(d, false);
}

bool dbg_start(dbg *d, char *rest)
{
    rg_session_spot spot;
    (void)rest;
    if (rg_session_go_to(d->session, 0, &spot, &d->fault) != RG_OK
        || rg_session_line(d->session, RG_LINE_INTO, false, NULL, 0, &spot, &d->fault) != RG_OK)
        return false;
    dbg_say_spot(d, &spot);
    return true;
}

bool dbg_goto(dbg *d, char *rest)
{
    rg_session_value value;
    rg_session_spot spot;
    if (strcmp(rest, "start") == 0)
        return go_to(d, 0);
    if (strcmp(rest, "end") == 0) {
        if (rg_session_run(d->session, false, NULL, 0, &spot, &d->fault) != RG_OK)
            return false;
        dbg_say_spot(d, &spot);
        return true;
    }
    if (!rest[0])
        return dbg_refuse(d, "goto wants a time, start or end");
    if (rg_session_evaluate(d->session, d->frame, rest, &value, &d->fault) != RG_OK)
        return false;
    if (!(value.value >= 0 && value.value < 9e18))
        return dbg_refuse(d, "there is no such time");
    return go_to(d, (uint64_t)value.value);
}

bool dbg_until(dbg *d, char *rest)
{
    dbg_stop place = {0};
    rg_session_spot spot;
    if (!dbg_parse_place(d, rest, &place))
        return false;
    const rg_session_stop stop = {.kind = place.kind,
                                  .file = place.file,
                                  .line = place.line,
                                  .name = place.name,
                                  .address = place.address};
    const rg_result result = rg_session_run(d->session, false, &stop, 1, &spot, &d->fault);
    free(place.file);
    free(place.name);
    if (result == RG_OK)
        dbg_say_spot(d, &spot);
    return result == RG_OK;
}
