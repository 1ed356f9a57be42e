/* session_lines.c: to the beginning of another source line, over or into what is called, out of it.
 *
 * A line begins where the instruction before it, in time, is of another line. Going back, the
 * machine goes on to where the line before begins. */
#include "host-driver/session.h"

#include <string.h>

typedef struct {
    rg_session *s;
    bool over, back;
    const rg_session_stop *stops;
    size_t stop_count;
    rg_fault *fault;
    const rg_line *line; /* that it must leave, or whose beginning it looks for; NULL: any is new */
    bool watching;       /* there are watches among the stops */
    bool moved;          /* back: something of that line was taken back */
    bool done;
} walk;

static bool same_line(const rg_line *a, const rg_line *b)
{
    return a && b && a->file == b->file && a->line == b->line;
}

static const rg_line *line_at(const walk *w, const rg_stand *stand)
{
    return stand->inside ? rg_session_line_of(w->s, stand->offset) : NULL;
}

/* A call of another routine that is about to be made. */
static bool calls(const walk *w, const rg_stand *stand, bool *known)
{
    const rgd_device *device = w->s->device;
    rg_instruction in;
    *known = true;
    if (!stand->inside || stand->jumping
        || !rg_decode_any(device->object->code[stand->offset], device->xlen, &in)
        || (in.op != RG_OP_CALL && in.op != RG_OP_UNCALL))
        return false;
    const int64_t to = (int64_t)stand->offset + in.offset;
    const rg_routine *here = rg_session_routine_of(w->s, stand->offset),
                     *there = to >= 0 ? rg_session_routine_of(w->s, (size_t)to) : NULL;
    if (!there)
        return false;
    bool lines = false;
    for (size_t i = there->begin; i < there->end && !lines; i++)
        lines = rg_session_line_of(w->s, i) != NULL;
    *known = lines;
    return there != here || (size_t)to == there->entry;
}

/* Run until the word behind the call comes next, with the stack as it is here. */
static rg_result over_call(walk *w, const rg_stand *stand)
{
    rg_session *s = w->s;
    rg_until until = {.count = 1};
    bool reached = false;
    rg_result result = rg_core_peek(s->device, RG_WINDOW_REGV, 31, &until.sp, w->fault);
    const uint32_t behind = stand->backward ? stand->pc - 1 : stand->pc + 1;
    until.words = &behind;
    if (result == RG_OK)
        result = rg_session_until(s, w->back, w->stops, w->stop_count, &until, &reached, w->fault);
    w->done = !reached;
    return result == RG_OK ? rg_session_face(s, w->back, w->fault) : result;
}

/* From the dispatcher to the routine of the job, or to the end. */
static rg_result through_dispatcher(walk *w)
{
    rg_session *s = w->s;
    const rg_routine *routine = rg_layout_routine(s->job);
    const uint32_t portal = routine->entry + s->device->base;
    const rg_until until = {.words = &portal, .count = 1, .sp = INT64_MIN};
    bool reached = false;
    rg_result result =
        rg_session_until(s, w->back, w->stops, w->stop_count, &until, &reached, w->fault);
    w->done = !reached;
    w->line = NULL;
    w->moved = false;
    return result == RG_OK ? rg_session_face(s, w->back, w->fault) : result;
}

static rg_result one(walk *w)
{
    rg_session *s = w->s;
    rg_session_look(s);
    rg_result result = w->watching ? rg_session_one(s, w->stops, w->stop_count, &w->done, w->fault)
                                   : rg_session_advance(s, 1, w->fault);
    w->done = result != RG_OK || s->why != RG_SESSION_STEPPED;
    if (rg_handle_stop_wanted(s->device->handle)) {
        rg_handle_stop_done(s->device->handle);
        s->why = RG_SESSION_STOPPED;
        w->done = true;
    }
    return result;
}

/* Whether the instruction comes back from a call: the line of the call is not new. */
static bool comes_back(const walk *w, const rg_stand *stand)
{
    rg_instruction in;
    return stand->inside && stand->jumping
           && rg_decode_any(w->s->device->object->code[stand->offset], w->s->device->xlen, &in)
           && (in.op == RG_OP_CALL || in.op == RG_OP_UNCALL);
}

/* Forward: before the next instruction. */
static void judge_forward(walk *w, const rg_stand *stand)
{
    const rg_line *line = line_at(w, stand);
    if (comes_back(w, stand))
        w->line = line ? line : w->line;
    else if (line && !stand->jumping && !same_line(line, w->line))
        w->done = true;
}

/* A word at the beginning or the end of a routine that makes or drops its frame: the lines of the
 * routine are on one side of it. Rings of blocks stand behind. */
static bool is_border(const walk *w, const rg_stand *stand)
{
    const rgd_device *device = w->s->device;
    const rg_routine *r = stand->inside ? rg_session_routine_of(w->s, stand->offset) : NULL;
    rg_instruction top;
    if (!r || rg_session_line_of(w->s, stand->offset)
        || !rg_decode_any(device->object->code[r->begin], device->xlen, &top) || top.offset <= 0)
        return false;
    size_t first = r->begin, last = r->begin + (size_t)top.offset;
    if (stand->offset > last)
        return false;
    while (first < last && !rg_session_line_of(w->s, first))
        first++;
    while (last > first && !rg_session_line_of(w->s, last))
        last--;
    return stand->offset < first || stand->offset > last;
}

/* Back: before the next instruction is taken back. */
static void judge_back(walk *w, const rg_stand *stand)
{
    const rg_line *line = line_at(w, stand);
    if (w->moved && (line ? !same_line(line, w->line) : is_border(w, stand))) {
        w->done = true;
        return;
    }
    if (line && !stand->jumping) {
        w->line = line;
        w->moved = true;
    }
}

static rg_result step(walk *w)
{
    rg_stand stand;
    bool known = true;
    rg_result result = rg_session_stand(w->s, &stand, w->fault);
    if (result != RG_OK)
        return result;
    if (w->back) {
        judge_back(w, &stand);
        if (w->done)
            return RG_OK;
    }
    const bool call = calls(w, &stand, &known);
    if (!stand.inside)
        return through_dispatcher(w);
    if (call && (w->over || !known)) {
        result = over_call(w, &stand);
    } else {
        result = one(w);
        if (call && result == RG_OK) { /* everything in there is new */
            w->line = NULL;
            w->moved = false;
        }
    }
    if (result != RG_OK || w->done || w->back)
        return result;
    result = rg_session_stand(w->s, &stand, w->fault);
    if (result == RG_OK)
        judge_forward(w, &stand);
    return result;
}

rg_result rg_session_next(rg_session *s, bool over, bool back, const rg_session_stop *stops,
                          size_t count, rg_fault *fault)
{
    walk w = {
        .s = s, .over = over, .back = back, .stops = stops, .stop_count = count, .fault = fault};
    rg_stand stand;
    s->why = RG_SESSION_STEPPED;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_session_stand(s, &stand, fault);
    if (result == RG_OK && !back)
        w.line = line_at(&w, &stand);
    if (result == RG_OK)
        result = rg_session_face(s, back, fault);
    for (size_t i = 0; i < count; i++)
        w.watching = w.watching || rg_session_is_watch(&stops[i]);
    while (result == RG_OK && !w.done)
        result = step(&w);
    return result == RG_OK && s->why == RG_SESSION_STEPPED
               ? rg_session_stops_here(s, stops, count, fault)
               : result;
}

rg_result rg_session_out(rg_session *s, bool back, const rg_session_stop *stops, size_t count,
                         rg_fault *fault)
{
    rg_frame frames[2];
    bool reached = false;
    rg_result result = rg_session_face(s, false, fault);
    const size_t depth = result == RG_OK ? rg_session_unwind(s, frames, 2) : 0;
    if (result != RG_OK)
        return result;
    if (depth == 0 || frames[0].call < 0)
        return rg_fail(fault, RG_BAD_USE, "R0945",
                       "there is no way out: where this routine was called from is not known here");
    /* Whichever way the caller runs: the words beside the call. */
    const uint32_t call = (uint32_t)frames[0].call, words[] = {call + 1, call - 1};
    const rg_until until = {.words = words, .count = 2, .sp = frames[0].entry_sp};
    return rg_session_until(s, back, stops, count, &until, &reached, fault);
}
