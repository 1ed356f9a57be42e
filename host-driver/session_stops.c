/* session_stops.c: runs that end at a line, a routine, a change of a word, an overflow.
 *
 * A halt stands for each instruction to stop at while the machine runs, so that it runs as fast as
 * ever. Words are watched by the engine, or else by going one instruction at a time. Run backward,
 * the machine stops behind the instruction, in time; it then takes back one more. */
#include "host-driver/session.h"
#include "host-driver/session_cells.h"
#include "isa/accesses.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_A_STOP = -1 };

/* A word that a halt stands for. backward: only where the machine would run it backward, forward in
 * time; 2: either way. */
typedef struct {
    uint32_t address, word;
    int stop; /* index, or NOT_A_STOP: one of those of rg_until */
    unsigned backward;
    rg_stop_way way; /* exact: see rg_session_stop */
    bool landed;
} halt;

/* A watched word, and of a gradient or tangent the value that it is of. */
typedef struct {
    rg_held word, value;
    unsigned bank;
} seen;

typedef struct {
    rg_session *s;
    const rg_session_stop *stops;
    size_t stop_count;
    const rg_until *until;
    halt *halts;
    size_t count, capacity;
    uint32_t watched[RG_ENGINE_WATCHES];
    seen before[RG_ENGINE_WATCHES], was[RG_ENGINE_WATCHES];
    rg_number number[RG_ENGINE_WATCHES];
    int64_t plus[RG_ENGINE_WATCHES];
    size_t watch_stop[RG_ENGINE_WATCHES];
    size_t watches;
    bool reads;     /* some of them are stopped at where they are read */
    bool by_engine; /* it can watch, and sees all that is asked for */
    rg_fault *fault;
} hunt;

/* ---- where halts go ---- */

static rg_result add_halt(hunt *h, uint32_t address, int stop, unsigned backward)
{
    if (h->count == h->capacity) {
        const size_t capacity = h->capacity ? 2 * h->capacity : 64;
        halt *bigger = realloc(h->halts, capacity * sizeof *bigger);
        if (!bigger)
            return rg_no_memory(h->fault);
        h->halts = bigger;
        h->capacity = capacity;
    }
    h->halts[h->count++] = (halt){.address = address, .stop = stop, .backward = backward};
    return RG_OK;
}

/* The file of the line table, or its last part. */
static bool same_file(const char *have, const char *want)
{
    if (!want || strcmp(have, want) == 0)
        return true;
    const char *a = strrchr(have, '/'), *b = strrchr(want, '/');
    return strcmp(a ? a + 1 : have, b ? b + 1 : want) == 0;
}

static bool on_line(const rg_session *s, size_t offset, const char *file, unsigned line)
{
    const rg_object *object = s->device->object;
    const rg_line *at = rg_session_line_of(s, offset);
    return at && at->line == line && same_file(object->files[at->file], file);
}

unsigned rg_session_line_with_code(const rg_session *s, const char *file, unsigned line)
{
    unsigned best = 0;
    for (size_t i = 0; s && i < s->device->object->code_count; i++) {
        const rg_line *at = rg_session_line_of(s, i);
        if (at && at->line >= line && (best == 0 || at->line < best)
            && same_file(s->device->object->files[at->file], file))
            best = at->line;
    }
    return best;
}

/* The first word of each run of words of the line for a machine that runs forward, the last one for
 * one that runs backward. */
static rg_result halt_at_line(hunt *h, size_t index)
{
    const rg_session_stop *stop = &h->stops[index];
    const rgd_device *device = h->s->device;
    const size_t count = device->object->code_count;
    rg_result result = RG_OK;
    bool any = false;
    for (size_t i = 0; i < count && result == RG_OK; i++) {
        if (!on_line(h->s, i, stop->file, stop->line))
            continue;
        any = true;
        const bool first = i == 0 || !on_line(h->s, i - 1, stop->file, stop->line),
                   last = i + 1 == count || !on_line(h->s, i + 1, stop->file, stop->line);
        if (first || last)
            result = add_halt(h, device->base + (uint32_t)i, (int)index,
                              first && last ? 2
                              : last        ? 1
                                            : 0);
    }
    return result != RG_OK || any
               ? result
               : rg_fail(h->fault, RG_BAD_USE, "R0944", "line %u has no instructions", stop->line);
}

static rg_result halt_at_routine(hunt *h, size_t index)
{
    const rgd_device *device = h->s->device;
    const char *name = h->stops[index].name;
    rg_result result = RG_OK;
    bool any = false;
    for (size_t i = 0; name && i < device->object->routine_count && result == RG_OK; i++) {
        const rg_routine *r = &device->object->routines[i];
        const size_t length = strcspn(r->name, "{ ");
        if (strcmp(r->name, name) != 0
            && (strlen(name) != length || strncmp(r->name, name, length)))
            continue;
        any = true;
        result = add_halt(h, device->base + r->entry + 1, (int)index, 0);
        if (result == RG_OK && r->end - r->entry > 1)
            result = add_halt(h, device->base + r->end - 2, (int)index, 1);
    }
    return result != RG_OK || any ? result
                                  : rg_fail(h->fault, RG_BAD_USE, "R0944",
                                            "there is no routine %s in the machine: it may have "
                                            "been put into those that call it",
                                            name ? name : "");
}

static rg_result halt_at_address(hunt *h, size_t index)
{
    const rg_session_stop *stop = &h->stops[index];
    const rgd_device *device = h->s->device;
    if (stop->address >= device->base + device->object->code_count)
        return rg_fail(h->fault, RG_BAD_USE, "R0944", "the program has no instruction at %u",
                       (unsigned)stop->address);
    rg_result result = add_halt(h, stop->address, (int)index, 2);
    if (result == RG_OK) {
        h->halts[h->count - 1].way = stop->way;
        h->halts[h->count - 1].landed = stop->landed;
    }
    return result;
}

/* ---- what is watched ---- */

/* What is stopped at: see rg_session_access; 0: a change. */
static unsigned wanted_access(const rg_session_stop *stop)
{
    return stop->kind == RG_STOP_READ     ? RG_READS
           : stop->kind == RG_STOP_ACCESS ? RG_READS | RG_UPDATES
                                          : 0;
}

static rg_result watch_address(hunt *h, uint32_t address, size_t stop, const rg_found *of)
{
    if (h->watches == RG_ENGINE_WATCHES)
        return rg_fail(h->fault, RG_BAD_USE, "R0944",
                       "more than %d words are watched: watch elements of the array",
                       RG_ENGINE_WATCHES);
    h->reads = h->reads || wanted_access(&h->stops[stop]) != 0;
    h->watch_stop[h->watches] = stop;
    h->number[h->watches] = of->number;
    h->plus[h->watches] = of->plus;
    h->watched[h->watches++] = address;
    return RG_OK;
}

static rg_result watch_place(hunt *h, size_t index)
{
    rg_found found, element;
    unsigned bank;
    rg_fault own;
    rg_result result = RG_BAD_USE;
    rg_frame frames[RG_MOST_FRAMES];
    if (!h->stops[index].watch) {
        result = rg_cell_find(h->s, h->stops[index].cell, &found, h->fault);
        return result == RG_OK ? watch_address(
                   h, rg_session_bus(h->s, found.spot, h->stops[index].cell->bank), index, &found)
                               : result;
    }
    const size_t count = rg_session_unwind(h->s, frames, RG_MOST_FRAMES);
    /* The innermost frame that has it. */
    for (size_t frame = 0; result != RG_OK && (frame < count || frame == 0); frame++)
        result = rg_session_lvalue(h->s, frame, h->stops[index].watch, &found, &bank,
                                   frame == 0 ? h->fault : &own);
    if (result != RG_OK)
        return result;
    if (found.rank == 0)
        return watch_address(h, rg_session_bus(h->s, found.spot, bank), index, &found);
    for (size_t i = 0; i < found.rows * found.columns && result == RG_OK; i++) {
        rg_session_element(h->s, &found, i, &element);
        result = watch_address(h, rg_session_bus(h->s, element.spot, bank), index, &found);
    }
    return result;
}

bool rg_session_is_watch(const rg_session_stop *stop)
{
    return stop->kind == RG_STOP_CHANGE || stop->kind == RG_STOP_OVERFLOW
           || wanted_access(stop) != 0;
}

static rg_result watch_stop(hunt *h, size_t index)
{
    return h->stops[index].kind == RG_STOP_OVERFLOW
               ? watch_address(h, RG_REG_GRADOVF, index, &(rg_found){.number = RG_NUMBER_INT})
               : watch_place(h, index);
}

static rg_result halt_at(hunt *h, size_t index)
{
    const rg_session_stop *stop = &h->stops[index];
    return stop->kind == RG_STOP_LINE      ? halt_at_line(h, index)
           : stop->kind == RG_STOP_ROUTINE ? halt_at_routine(h, index)
                                           : halt_at_address(h, index);
}

static rg_result prepare(hunt *h)
{
    rg_result result = RG_OK;
    for (size_t i = 0; i < h->stop_count && result == RG_OK; i++)
        result = rg_session_is_watch(&h->stops[i]) ? watch_stop(h, i) : halt_at(h, i);
    for (size_t i = 0; h->until && i < h->until->count && result == RG_OK; i++)
        result = add_halt(h, h->until->words[i], NOT_A_STOP, 2);
    return result;
}

/* ---- halts in place ---- */

static rg_result put_halts(hunt *h, bool in)
{
    rgd_device *device = h->s->device;
    rg_result result = RG_OK;
    for (size_t i = 0; i < h->count && result == RG_OK; i++) {
        int64_t word = 0;
        halt *at = &h->halts[in ? i : h->count - 1 - i];
        if (in
            && (result = rg_core_peek(device, RG_WINDOW_IMEM, at->address, &word, h->fault))
                   == RG_OK)
            at->word = (uint32_t)word;
        if (result == RG_OK)
            result = rg_core_poke(device, RG_WINDOW_IMEM, at->address,
                                  (int64_t)(int32_t)(in ? h->s->halt : at->word), h->fault);
    }
    return result;
}

static bool is_halted(const hunt *h, uint32_t pc)
{
    for (size_t i = 0; i < h->count; i++)
        if (h->halts[i].address == pc)
            return true;
    return false;
}

/* ---- watching one instruction at a time ---- */

static rg_result see(hunt *h, size_t i, seen *out)
{
    rg_spot spot;
    *out = (seen){0};
    const rg_result result = rg_held_read(h->s->device, h->watched[i], &out->word, h->fault);
    if (!rg_session_locate(h->s, h->watched[i], &spot, &out->bank)) /* a counter */
        out->bank = 0;
    return result == RG_OK && out->bank > 0
               ? rg_held_read(h->s->device, rg_session_bus(h->s, spot, 0), &out->value, h->fault)
               : result;
}

static rg_result see_watched(hunt *h)
{
    rg_result result = RG_OK;
    for (size_t i = 0; i < h->watches && result == RG_OK; i++)
        result = see(h, i, &h->before[i]);
    return result;
}

/* The word that is exchanged by the instruction goes where that puts it: the same words of all
 * banks move. */
static uint32_t exchanged(const hunt *h, const rg_instruction *in, uint64_t address,
                          uint32_t watched)
{
    static const struct {
        uint32_t r, m;
    } banks[] = {{RG_WINDOW_REGV, RG_WINDOW_DMEMV},
                 {RG_WINDOW_REGG, RG_WINDOW_DMEMG},
                 {RG_WINDOW_REGT, RG_WINDOW_DMEMT},
                 {RG_WINDOW_REGTG, RG_WINDOW_DMEMTG}};
    for (size_t i = 0; i < sizeof banks / sizeof banks[0]; i++) {
        const uint32_t d = banks[i].r + in->d * RG_WINDOW_STEP;
        const uint32_t other = in->op == RG_OP_SWAP
                                   ? banks[i].r + in->a * RG_WINDOW_STEP
                                   : banks[i].m
                                         + (uint32_t)address * RG_WINDOW_STEP * h->s->device->limbs;
        if (watched == d)
            return other;
        if (watched == other)
            return d;
    }
    return watched;
}

static rg_result move_watches(hunt *h, const rg_instruction *in)
{
    int64_t base = 0, more = in->imm;
    rg_result result = RG_OK;
    if (in->op != RG_OP_SWAP && in->op != RG_OP_EXCH)
        return RG_OK;
    result = rg_core_peek(h->s->device, RG_WINDOW_REGV, in->a, &base, h->fault);
    if (result == RG_OK && in->op == RG_OP_EXCH && !in->immediate)
        result = rg_core_peek(h->s->device, RG_WINDOW_REGV, in->b, &more, h->fault);
    for (size_t i = 0; i < h->watches && result == RG_OK; i++) {
        const uint32_t before = h->watched[i];
        h->watched[i] = exchanged(h, in, (uint64_t)base + (uint64_t)more, before);
        if (h->watched[i] == before)
            continue;
        /* Without gradients those stay where they were: that is no change of one. */
        result = see(h, i, &h->before[i]);
    }
    return result;
}

/* Which of the words that are watched for it the next instruction reads or updates, or SIZE_MAX. */
static rg_result accessed(hunt *h, size_t *which)
{
    rg_result result = RG_OK;
    *which = SIZE_MAX;
    for (size_t i = h->watches; h->reads && i-- > 0 && result == RG_OK;) {
        const unsigned wanted = wanted_access(&h->stops[h->watch_stop[i]]);
        unsigned access = 0;
        if (wanted)
            result = rg_session_access(h->s, h->watched[i], &access, h->fault);
        if (access & wanted)
            *which = i;
    }
    return result;
}

/* Which of the watches has changed, or SIZE_MAX. */
static rg_result changed(hunt *h, size_t *which)
{
    rg_result result = RG_OK;
    *which = SIZE_MAX;
    for (size_t i = h->watches; i-- > 0 && result == RG_OK;) {
        h->was[i] = h->before[i];
        result = see(h, i, &h->before[i]);
        if (!rg_held_same(&h->before[i].word, &h->was[i].word)
            && wanted_access(&h->stops[h->watch_stop[i]]) == 0)
            *which = i;
    }
    return result;
}

/* One instruction, the halts not in place. */
static rg_result watched_step(hunt *h, size_t *which)
{
    rg_stand stand;
    rg_instruction in;
    size_t touched = SIZE_MAX;
    rg_result result = rg_session_stand(h->s, &stand, h->fault);
    const bool known = rg_session_coming(h->s, &stand, &in);
    *which = SIZE_MAX;
    if (result == RG_OK)
        result = accessed(h, &touched);
    if (result == RG_OK)
        result = rg_session_advance(h->s, 1, h->fault);
    if (result == RG_OK && known && h->s->why == RG_SESSION_STEPPED)
        result = move_watches(h, &in);
    if (result == RG_OK && h->watches > 0)
        result = changed(h, which);
    if (*which == SIZE_MAX && h->s->why == RG_SESSION_STEPPED)
        *which = touched;
    return result;
}

/* ---- arriving ---- */

static rg_result condition_holds(hunt *h, size_t stop, bool *holds)
{
    double value = 0;
    *holds = true;
    const char *condition = h->stops[stop].condition;
    if (!condition || !condition[0])
        return RG_OK;
    rg_result result = rg_session_number(h->s, 0, condition, &value, h->fault);
    *holds = value != 0;
    return result;
}

/* The run ends here if the condition holds, and who set the stop says so. */
static rg_result is_accepted(hunt *h, size_t stop, rg_session_why why, bool *done)
{
    rg_session *s = h->s;
    const bool back = s->back;
    rg_session_spot spot;
    rg_result result = condition_holds(h, stop, done);
    if (result != RG_OK || !*done)
        return result;
    s->stop = stop;
    s->why = why;
    if (!h->stops[stop].accept)
        return RG_OK;
    result = rg_session_spot_now(s, &spot, h->fault);
    if (result != RG_OK)
        return result;
    rg_session_leave(s, RG_OK); /* who is asked may look around */
    *done = h->stops[stop].accept(h->stops[stop].context, stop, &spot);
    if (!rg_session_enter(s, "rg_session_stop.accept", h->fault))
        return RG_BAD_USE;
    s->why = *done ? why : RG_SESSION_STEPPED;
    return rg_session_face(s, back, h->fault);
}

static double number_of(const hunt *h, size_t which, const seen *one)
{
    return rg_held_number(h->s, h->number[which], one->bank, &one->value, &one->word)
           + (one->bank == 0 ? (double)h->plus[which] : 0);
}

static rg_result take_change(hunt *h, size_t which, bool *done)
{
    h->s->before = number_of(h, which, &h->was[which]);
    h->s->after = number_of(h, which, &h->before[which]);
    const size_t stop = h->watch_stop[which];
    return is_accepted(
        h, stop, wanted_access(&h->stops[stop]) ? RG_SESSION_ACCESSED : RG_SESSION_CHANGED, done);
}

/* One of those of rg_until, with the stack as it must be. */
static rg_result is_reached(hunt *h, uint32_t pc, bool *reached)
{
    int64_t sp = 0;
    rg_result result = rg_core_peek(h->s->device, RG_WINDOW_REGV, 31, &sp, h->fault);
    for (size_t i = 0; i < h->count; i++)
        if (h->halts[i].address == pc && h->halts[i].stop == NOT_A_STOP
            && (h->until->sp == INT64_MIN || h->until->sp == sp))
            *reached = true;
    return result;
}

/* How the machine comes to the word at pc. */
typedef struct {
    uint32_t pc;
    bool backward;       /* as the machine runs it */
    bool course, landed; /* what exact stops compare */
    bool begins;         /* it may be the beginning of a line */
} arrival;

static bool is_for(const halt *at, const arrival *a)
{
    if (at->address != a->pc || at->stop == NOT_A_STOP)
        return false;
    if (at->way != RG_WAY_ANY)
        return a->course == (at->way == RG_WAY_BACKWARD) && a->landed == at->landed;
    return a->begins && (at->backward == 2 || (at->backward == 1) == a->backward);
}

static rg_result is_stop(hunt *h, const arrival *a, bool *done)
{
    rg_result result = RG_OK;
    for (size_t i = 0; i < h->count && result == RG_OK && !*done; i++) {
        const halt *at = &h->halts[i];
        if (!is_for(at, a))
            continue;
        result = is_accepted(h, (size_t)at->stop, RG_SESSION_BREAKPOINT, done);
    }
    return result;
}

/* Over, or back over, the word that a halt stands for. */
static rg_result pass(hunt *h, bool *done)
{
    size_t which;
    rg_result result = watched_step(h, &which);
    if (result == RG_OK && which != SIZE_MAX)
        result = take_change(h, which, done);
    *done = *done || h->s->why != RG_SESSION_STEPPED;
    return result;
}

/* The machine stands at a halt, facing as it ran. A jump on its way, or a call that comes back, is
 * no beginning of a line. Going back, it is judged behind the word, which is in front of it in
 * time. */
static rg_result arrive(hunt *h, bool back, bool *done, bool *reached)
{
    rg_stand stand;
    rg_result result = rg_session_stand(h->s, &stand, h->fault);
    if (result == RG_OK)
        result = is_reached(h, stand.pc, reached);
    *done = *reached;
    h->s->why = RG_SESSION_STEPPED;
    if (result != RG_OK || *done)
        return result;
    arrival a = {.pc = stand.pc, .begins = !stand.jumping, .backward = stand.backward != back};
    if (back) {
        rg_stand after;
        result = pass(h, done);
        if (result == RG_OK && !*done)
            result = rg_session_stand(h->s, &after, h->fault);
        if (result != RG_OK || *done)
            return result;
        stand.backward = after.backward;
        stand.jumping = after.jumping;
    }
    a.landed = stand.jumping;
    a.course = rg_session_course(h->s, &stand, back);
    result = is_stop(h, &a, done);
    return result == RG_OK && !*done && !back ? pass(h, done) : result;
}

/* ---- the run ---- */

/* The engine has stopped behind a change. The instruction is taken back and made once more: what
 * the words were before it, and which of them changed, is seen as where the engine cannot watch. */
static rg_result judge_change(hunt *h, size_t *which)
{
    rg_session *s = h->s;
    const bool back = s->back;
    rg_result result = rg_session_face(s, !back, h->fault);
    if (result == RG_OK)
        result = watched_step(h, which);
    if (result == RG_OK)
        result = see_watched(h);
    if (result == RG_OK)
        result = rg_session_face(s, back, h->fault);
    *which = SIZE_MAX;
    return result == RG_OK && s->why == RG_SESSION_STEPPED ? watched_step(h, which) : result;
}

/* As far as the machine goes with the halts in place. *halted: at one of them. */
static rg_result run_on(hunt *h, bool *halted, size_t *which)
{
    rg_session *s = h->s;
    rg_stand stand;
    rg_result result = put_halts(h, true);
    *which = SIZE_MAX;
    if (result == RG_OK && h->watches > 0)
        rg_engine_watch(s->device->engine, h->watched, h->watches);
    if (result == RG_OK)
        result = rg_session_advance(s, 0, h->fault);
    for (size_t i = 0; i < h->watches; i++)
        h->watched[i] = rg_engine_watched(s->device->engine, i);
    const bool hit = h->watches > 0 && rg_engine_watch_hit(s->device->engine);
    rg_engine_watch(s->device->engine, NULL, 0);
    rg_result taken = put_halts(h, false);
    if (result == RG_OK && (result = taken) == RG_OK)
        result = rg_session_stand(s, &stand, h->fault);
    *halted = result == RG_OK && !hit && s->why != RG_SESSION_STOPPED && is_halted(h, stand.pc)
              && s->why != RG_SESSION_STEPPED;
    if (result != RG_OK || h->watches == 0)
        return result;
    return hit ? judge_change(h, which) : see_watched(h);
}

/* Where the engine cannot watch, the driver goes one instruction at a time. */
static rg_result hunt_on(hunt *h, bool back, bool *reached)
{
    rg_session *s = h->s;
    bool done = false, halted = false;
    size_t which = SIZE_MAX;
    rg_stand stand;
    rg_result result = rg_session_stand(s, &stand, h->fault);
    if (result == RG_OK && h->watches > 0)
        result = see_watched(h);
    /* what stands here was stopped at before */
    if (result == RG_OK && !back && is_halted(h, stand.pc)) {
        result = pass(h, &done);
    }
    while (result == RG_OK && !done) {
        which = SIZE_MAX;
        halted = false;
        rg_session_look(s);
        if (h->by_engine || h->watches == 0) {
            result = run_on(h, &halted, &which);
        } else {
            result = rg_session_stand(s, &stand, h->fault);
            halted = is_halted(h, stand.pc);
            if (result == RG_OK && !halted)
                result = watched_step(h, &which);
            if (result == RG_OK && rg_handle_stop_wanted(s->device->handle)) {
                rg_handle_stop_done(s->device->handle);
                s->why = RG_SESSION_STOPPED;
                return result;
            }
        }
        if (result != RG_OK)
            break;
        if (which != SIZE_MAX)
            result = take_change(h, which, &done);
        else if (halted)
            result = arrive(h, back, &done, reached);
        else
            done = s->why != RG_SESSION_STEPPED;
    }
    return result;
}

rg_result rg_session_until(rg_session *s, bool back, const rg_session_stop *stops, size_t count,
                           const rg_until *until, bool *reached, rg_fault *fault)
{
    hunt h = {.s = s, .stops = stops, .stop_count = count, .until = until, .fault = fault};
    rg_result result = rg_session_face(s, false, fault);
    s->why = RG_SESSION_STEPPED;
    *reached = false;
    if (result == RG_OK)
        result = prepare(&h);
    if (result == RG_OK)
        result = rg_session_face(s, back, fault);
    h.by_engine = !h.reads && rg_engine_watch(s->device->engine, NULL, 0);
    if (result == RG_OK)
        result = hunt_on(&h, back, reached);
    free(h.halts);
    return result;
}

/* ---- steps ---- */

rg_result rg_session_one(rg_session *s, const rg_session_stop *stops, size_t count, bool *done,
                         rg_fault *fault)
{
    hunt h = {.s = s, .stops = stops, .stop_count = count, .fault = fault};
    const bool back = s->back;
    rg_result result = rg_session_face(s, false, fault);
    for (size_t i = 0; i < count && result == RG_OK; i++)
        if (rg_session_is_watch(&stops[i]))
            result = watch_stop(&h, i);
    if (result == RG_OK)
        result = rg_session_face(s, back, fault);
    if (result == RG_OK)
        result = see_watched(&h);
    s->why = RG_SESSION_STEPPED;
    *done = false;
    return result == RG_OK ? pass(&h, done) : result;
}

rg_result rg_session_stops_here(rg_session *s, const rg_session_stop *stops, size_t count,
                                rg_fault *fault)
{
    hunt h = {.s = s, .stops = stops, .stop_count = count, .fault = fault};
    rg_stand stand;
    bool done = false;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_session_stand(s, &stand, fault);
    for (size_t i = 0; i < count && result == RG_OK; i++)
        if (!rg_session_is_watch(&stops[i]))
            result = halt_at(&h, i);
    const arrival here = {.pc = stand.pc,
                          .backward = stand.backward,
                          .course = rg_session_course(s, &stand, false),
                          .landed = stand.jumping,
                          .begins = !stand.jumping};
    if (result == RG_OK)
        result = is_stop(&h, &here, &done);
    free(h.halts);
    return result;
}

rg_result rg_session_watch_word(rg_session *s, bool back, uint32_t *address, bool *found,
                                rg_fault *fault)
{
    static const rg_session_stop any = {.kind = RG_STOP_CHANGE};
    hunt h = {.s = s, .stops = &any, .stop_count = 1, .fault = fault};
    bool reached = false;
    s->why = RG_SESSION_STEPPED;
    rg_result result = watch_address(&h, *address, 0, &(rg_found){.number = RG_NUMBER_INT});
    if (result == RG_OK)
        result = rg_session_face(s, back, fault);
    h.by_engine = !h.reads && rg_engine_watch(s->device->engine, NULL, 0);
    if (result == RG_OK)
        result = hunt_on(&h, back, &reached);
    *address = h.watched[0];
    *found = result == RG_OK && s->why == RG_SESSION_CHANGED;
    return result;
}
