/* run.c: requests that let the machine go, and the reports of where it stopped. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "host-driver/gdb/stub.h"

enum { SIGNAL_INT = 2, SIGNAL_TRAP = 5, SIGNAL_ABORT = 6 };

static void say_signal(gdb *g, unsigned signal, const char *more)
{
    char text[96];
    snprintf(text, sizeof text, "T%02xthread:1;%s", signal, more);
    g->reply.count = 0;
    gdb_say(g, text);
}

/* What the machine says of a trap goes to the console of the client. */
static void say_trap(gdb *g)
{
    rg_fault fault;
    char text[sizeof fault.message + sizeof fault.help + 64];
    if (rg_session_trap(g->session, &fault)) {
        snprintf(text, sizeof text, "error[%s]: %s\n", fault.code, fault.message);
        gdb_console(g, text);
    }
    say_signal(g, SIGNAL_ABORT, "");
}

static void say_changed(gdb *g, const gdb_stop *stop)
{
    static const char *const kinds[] = {[2] = "watch", [3] = "rwatch", [4] = "awatch"};
    char text[64];
    snprintf(text, sizeof text, "%s:%" PRIx64 ";", kinds[stop->kind], stop->address);
    say_signal(g, SIGNAL_TRAP, text);
}

void gdb_say_stop(gdb *g)
{
    switch (g->spot.why) {
    case RG_SESSION_AT_START: say_signal(g, SIGNAL_TRAP, "replaylog:begin;"); break;
    case RG_SESSION_AT_END: say_signal(g, SIGNAL_TRAP, "replaylog:end;"); break;
    case RG_SESSION_TRAPPED: say_trap(g); break;
    case RG_SESSION_STOPPED: say_signal(g, SIGNAL_INT, ""); break;
    default: say_signal(g, SIGNAL_TRAP, ""); break;
    }
}

static void failed(gdb *g, const rg_fault *fault)
{
    char text[sizeof fault->message + 64];
    snprintf(text, sizeof text, "error[%s]: %s\n", fault->code, fault->message);
    gdb_console(g, text);
    say_signal(g, SIGNAL_ABORT, "");
}

/* A call has left and not arrived yet: between the two is nothing that the client could show. */
static bool on_its_way(const gdb *g)
{
    return g->spot.landed && g->frame_count > 0 && g->frames[0].address != g->spot.address;
}

static bool one_step(gdb *g, bool back, rg_fault *fault)
{
    rg_session_spot spot;
    do
        if (rg_session_go(g->session, back ? -1 : 1, &spot, fault) != RG_OK
            || !gdb_look_around(g, fault))
            return false;
    while (g->spot.why == RG_SESSION_STEPPED && on_its_way(g));
    return true;
}

/* For this architecture, gdb takes a watchpoint to be hit in front of the instruction that changes
 * the word, and makes that step itself. */
static void before_change(gdb *g, bool back, const gdb_stop *stop)
{
    rg_fault fault;
    if (one_step(g, !back, &fault))
        say_changed(g, stop);
    else
        failed(g, &fault);
}

/* A step, or an end that is reached instead. True: nothing has been said, and one may go on. */
static bool step(gdb *g, bool back)
{
    rg_fault fault;
    gdb_note_watched(g, back);
    if (!one_step(g, back, &fault)) {
        failed(g, &fault);
        return false;
    }
    const gdb_stop *changed = g->spot.why == RG_SESSION_STEPPED ? gdb_changed(g) : NULL;
    if (changed)
        before_change(g, back, changed);
    else if (g->spot.why != RG_SESSION_STEPPED)
        gdb_say_stop(g);
    return !changed && g->spot.why == RG_SESSION_STEPPED;
}

void gdb_step(gdb *g, bool back)
{
    if (step(g, back))
        gdb_say_stop(g);
}

void gdb_step_range(gdb *g, uint64_t from, uint64_t to)
{
    g->interrupted = false;
    do {
        if (!step(g, false))
            return;
        gdb_look(g, 0);
    } while (!g->quit && !g->interrupted && gdb_pc(g) >= from && gdb_pc(g) < to
             && !gdb_stops_at(g, gdb_pc(g)));
    gdb_say_stop(g);
}

void gdb_run(gdb *g, bool back)
{
    rg_session_stop *stops;
    rg_cell *cells;
    size_t *which, count;
    rg_session_spot spot;
    rg_fault fault;
    if (!gdb_stops_for_run(g, &stops, &cells, &which, &count)) {
        gdb_error(g, GDB_TOO_MANY);
        return;
    }
    g->interrupted = false;
    const rg_result result = rg_session_run(g->session, back, stops, count, &spot, &fault);
    if (result != RG_OK || !gdb_look_around(g, &fault))
        failed(g, &fault);
    else if (spot.why == RG_SESSION_CHANGED || spot.why == RG_SESSION_ACCESSED)
        before_change(g, back, &g->stops[which[spot.stop]]);
    else
        gdb_say_stop(g);
    g->interrupted = false;
    free(stops);
    free(cells);
    free(which);
}
