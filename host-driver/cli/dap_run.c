/* dap_run.c: requests that let the machine go, and what is heard while it goes. */
#include "host-driver/cli/dap.h"

#include <stdlib.h>
#include <string.h>

/* While the machine runs, requests are read between two slices of its time. */
void dap_look_at_input(void *context, uint64_t cycles)
{
    dap *d = context;
    (void)cycles;
    while (d->running && !d->halting && dap_waits()) {
        json_t *request = dap_read(d);
        if (request)
            dap_handle(d, request);
        d->quit = d->quit || !request;
        d->halting = d->halting || d->quit || d->stops_changed;
        json_decref(request);
    }
    if (d->halting)
        rg_stop(d->cli.device);
}

/* ---- stopping ---- */

void dap_say_stopped(dap *d, const rg_session_spot *spot, const char *reason, unsigned stop)
{
    rg_fault trap;
    json_t *body =
        json_pack("{s:s, s:i, s:b}", "reason", reason, "threadId", 1, "allThreadsStopped", 1);
    d->at_overflow = d->at_overflow && spot->why == RG_SESSION_CHANGED;
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
    if (spot->why == RG_SESSION_ACCESSED && spot->before == spot->after)
        snprintf(text, sizeof text, "%s is used, and is %s\n", stop->name, after);
    else
        snprintf(text, sizeof text, "%s was %s, is %s%s\n", stop->name, before, after,
                 dbg_hidden_change(spot->before, spot->after));
    dap_output(d, "console", text);
}

/* The end of a run of the machine. */
static void stopped(dap *d, const dbg_run_stops *run, const rg_session_spot *spot,
                    const char *reason)
{
    static const char *const reasons[] = {[RG_STOP_LINE] = "breakpoint",
                                          [RG_STOP_ROUTINE] = "function breakpoint",
                                          [RG_STOP_ADDRESS] = "instruction breakpoint",
                                          [RG_STOP_CHANGE] = "data breakpoint",
                                          [RG_STOP_OVERFLOW] = "exception",
                                          [RG_STOP_READ] = "data breakpoint",
                                          [RG_STOP_ACCESS] = "data breakpoint"};
    const dbg_stop *stop = dbg_stop_at(&d->stops, run, spot);
    d->at_overflow = stop && stop->kind == RG_STOP_OVERFLOW;
    if (stop && dbg_stop_watches(stop))
        say_change(d, stop, spot);
    dap_say_stopped(d, spot, stop ? reasons[stop->kind] : reason, stop ? stop->number : 0);
}

typedef enum { GO_RUN, GO_INTO, GO_OVER, GO_OUT, GO_INSTRUCTION } how;

typedef struct {
    dap *d;
    dbg_run_stops stops;
} runs;

static bool accept_stop(void *context, size_t which, const rg_session_spot *spot)
{
    const runs *r = context;
    (void)spot;
    return dap_stop_ends(r->d, &r->d->stops.list[r->stops.which[which]]);
}

static rg_result go_on(dap *d, how kind, bool back, const dbg_run_stops *stops,
                       rg_session_spot *spot, rg_fault *fault)
{
    if (kind == GO_INSTRUCTION)
        return rg_session_go(d->session, back ? -1 : 1, spot, fault);
    if (kind == GO_RUN)
        return rg_session_run(d->session, back, stops->list, stops->count, spot, fault);
    const rg_line_step step = kind == GO_INTO   ? RG_LINE_INTO
                              : kind == GO_OVER ? RG_LINE_OVER
                                                : RG_LINE_OUT;
    return rg_session_line(d->session, step, back, stops->list, stops->count, spot, fault);
}

/* Other breakpoints while it ran: they hold from here on. What is stepped keeps those it had. */
static bool goes_on(const dap *d, how kind, const rg_session_spot *spot)
{
    return spot->why == RG_SESSION_STOPPED && kind == GO_RUN && d->stops_changed && !d->pausing
           && !d->quit;
}

static void go(dap *d, how kind, bool back, const char *reason)
{
    runs r = {.d = d};
    rg_session_spot spot = {0};
    rg_fault fault;
    rg_result result = RG_OK;
    do {
        dbg_run_stops_free(&r.stops);
        dap_follow_data(d);
        if (!dbg_stops_for_run(&d->stops, accept_stop, &r, &r.stops))
            return;
        d->running = true;
        d->halting = d->pausing = d->stops_changed = false;
        result = go_on(d, kind, back, &r.stops, &spot, &fault);
        d->running = false;
    } while (result == RG_OK && goes_on(d, kind, &spot));
    if (result != RG_OK) {
        dap_output(d, "stderr", fault.message);
        dap_output(d, "stderr", "\n");
        if (rg_session_where(d->session, &spot, &fault) == RG_OK)
            dap_say_stopped(d, &spot, "pause", 0);
    } else if (!d->quit && !d->ended) {
        stopped(d, &r.stops, &spot, spot.why == RG_SESSION_STOPPED ? "pause" : reason);
    }
    dbg_run_stops_free(&r.stops);
}

void dap_begin(dap *d)
{
    rg_session_spot spot;
    rg_fault fault;
    if (!d->stop_on_entry)
        go(d, GO_RUN, false, "pause");
    else if (rg_session_line(d->session, RG_LINE_INTO, false, NULL, 0, &spot, &fault) == RG_OK)
        dap_say_stopped(d, &spot, "entry", 0);
}

/* While it runs: it stops soon. */
void dap_pause(dap *d, const json_t *request, const json_t *arguments)
{
    rg_session_spot spot;
    rg_fault fault;
    (void)arguments;
    dap_respond(d, request, NULL);
    if (d->running)
        d->halting = d->pausing = true;
    else if (rg_session_where(d->session, &spot, &fault) == RG_OK)
        dap_say_stopped(d, &spot, "pause", 0);
}

/* What runs is cancelled like a pause; anything else has been answered by now. */
void dap_cancel(dap *d, const json_t *request, const json_t *arguments)
{
    const json_t *of = json_object_get(arguments, "requestId");
    dap_respond(d, request, NULL);
    if (d->running && (!of || json_integer_value(of) == d->run_request))
        d->halting = d->pausing = true;
}

void dap_configuration_done(dap *d, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    if (d->configured) {
        dap_refuse(d, request, "the program has begun already");
        return;
    }
    d->configured = true;
    dap_respond(d, request, NULL);
    dap_begin(d);
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
