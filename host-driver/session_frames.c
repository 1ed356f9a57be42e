/* session_frames.c: the routines that are being run, the innermost first, and what is in which
 * register for each of them. The object says where a routine has put what its caller had. */
#include "host-driver/session.h"

#include <string.h>

bool rg_session_peek(rg_session *s, rg_spot spot, uint32_t bank, int64_t *word)
{
    *word = 0;
    if (spot.kind == RG_SPOT_NOWHERE
        || (spot.kind == RG_SPOT_MEMORY && spot.at >= s->device->words))
        return false;
    uint64_t data = 0;
    const bool good = rg_bus_read(s->device, rg_session_bus(s, spot, bank), &data, NULL) == RG_OK;
    *word = (int64_t)data;
    return good;
}

static bool holds(const rg_frame *frame, const rg_place *p)
{
    return p->begin <= frame->point && frame->point < p->end && p->begin >= frame->routine->begin
           && p->begin < frame->routine->end;
}

/* sp as the frame was entered with it; sp: what it is where the frame stands. */
static void find_entry(rg_session *s, rg_frame *frame, int64_t sp)
{
    const rg_object *object = s->device->object;
    int64_t base = sp;
    frame->entry_sp = INT64_MIN;
    for (size_t i = 0; i < object->place_count; i++) {
        const rg_place *p = &object->places[i];
        if (p->what == RG_PLACE_FRAME && holds(frame, p)
            && (p->a == 31 ? (base = sp) != INT64_MIN
                           : rg_session_peek(s, frame->registers[p->a], 0, &base)))
            frame->entry_sp = base - p->at;
    }
}

rg_spot rg_session_resolve(rg_session *s, const rg_frame *frame, const rg_place *place)
{
    (void)s;
    if (place->kind == RG_PLACE_IN_REGISTER)
        return frame->registers[place->reg];
    if (place->kind != RG_PLACE_IN_FRAME || frame->entry_sp == INT64_MIN
        || frame->entry_sp + place->at < 0)
        return (rg_spot){RG_SPOT_NOWHERE, 0};
    return (rg_spot){RG_SPOT_MEMORY, (uint32_t)(frame->entry_sp + place->at)};
}

/* What the caller had in its registers, and where it called from. */
static void look_at_caller(rg_session *s, rg_frame *frame, rg_spot callers[32])
{
    const rg_object *object = s->device->object;
    int64_t link = 0;
    memcpy(callers, frame->registers, sizeof frame->registers);
    frame->call = -1;
    for (size_t i = 0; i < object->place_count; i++) {
        const rg_place *p = &object->places[i];
        if (!holds(frame, p))
            continue;
        if (p->what == RG_PLACE_LINK
            && rg_session_peek(s, rg_session_resolve(s, frame, p), 0, &link))
            frame->call = link ^ (int64_t)(frame->routine->entry + s->device->base);
        else if (p->what == RG_PLACE_CALLER)
            callers[p->a] = rg_session_resolve(s, frame, p);
    }
    for (size_t i = 0; i < object->place_count; i++) { /* what came as a parameter is found so */
        const rg_place *p = &object->places[i];
        if (holds(frame, p) && p->what == RG_PLACE_VARIABLE && p->b > 0
            && p->b != RG_PLACE_CONSTANT)
            callers[p->b] = rg_session_resolve(s, frame, p);
    }
}

/* Whether what the link says is no call of this routine: then it was the dispatcher, or nothing is
 * known. */
static bool is_outer(const rg_session *s, const rg_frame *frame, bool *undone)
{
    const rg_object *object = s->device->object;
    const int64_t at = frame->call - (int64_t)s->device->base;
    rg_instruction in;
    if (at < 0 || at >= (int64_t)object->code_count
        || !rg_decode_any(object->code[at], s->device->xlen, &in)
        || (in.op != RG_OP_CALL && in.op != RG_OP_UNCALL)
        || at + in.offset != (int64_t)frame->routine->entry)
        return true;
    *undone = in.op == RG_OP_UNCALL;
    return false;
}

/* A call that has not come through the portal yet is still the caller's. */
static void leave_portal(rg_session *s, rg_stand *stand)
{
    rg_instruction in;
    uint64_t br = 0;
    if (!stand->inside || !stand->jumping
        || !rg_decode_any(s->device->object->code[stand->offset], s->device->xlen, &in)
        || in.op != RG_OP_PORTAL || rg_bus_read(s->device, RG_REG_BR, &br, NULL) != RG_OK)
        return;
    stand->pc ^= (uint32_t)br;
    stand->inside = stand->pc >= s->device->base
                    && stand->pc - s->device->base < s->device->object->code_count;
    stand->offset = stand->inside ? stand->pc - s->device->base : 0;
    stand->backward = false;
}

/* Called with each frame, the innermost first; false: no more are wanted. */
typedef bool seen_frame(void *context, size_t index, const rg_frame *frame);

/* The frame where the machine stands; false: it is not in the program. */
static bool innermost(rg_session *s, rg_frame *frame, int64_t *sp)
{
    rg_stand stand;
    *sp = INT64_MIN;
    if (rg_session_stand(s, &stand, NULL) != RG_OK)
        return false;
    leave_portal(s, &stand);
    if (!stand.inside)
        return false;
    (void)rg_core_peek(s->device, RG_WINDOW_REGV, 31, sp, NULL);
    *frame = (rg_frame){.point = (uint32_t)stand.offset + (stand.backward ? 1 : 0),
                        .word = (uint32_t)stand.offset,
                        .backward = rg_session_course(s, &stand, false)};
    for (uint32_t r = 0; r < 32; r++)
        frame->registers[r] = (rg_spot){RG_SPOT_REGISTER, r};
    return true;
}

static void each_frame(rg_session *s, seen_frame *seen, void *context)
{
    enum { DEEPEST = 1 << 20 }; /* what a damaged stack says may have no end */
    rg_frame frame;
    int64_t sp;
    bool undone = false, more = innermost(s, &frame, &sp);
    for (size_t count = 0; more && count < DEEPEST; count++) {
        rg_spot registers[32];
        frame.routine = rg_session_routine_of(s, frame.word);
        if (!frame.routine)
            return;
        find_entry(s, &frame, sp);
        look_at_caller(s, &frame, registers);
        more = seen(context, count, &frame) && !is_outer(s, &frame, &undone);
        memcpy(frame.registers, registers, sizeof registers);
        frame.registers[31] = (rg_spot){RG_SPOT_NOWHERE, 0};
        frame.backward = frame.backward != undone;
        sp = frame.entry_sp; /* the caller had what the routine was entered with */
        frame.word = frame.point = (uint32_t)(frame.call - (int64_t)s->device->base);
    }
}

typedef struct {
    rg_frame *frames;
    size_t capacity, count;
} kept_frames;

static bool keep_frame(void *context, size_t index, const rg_frame *frame)
{
    kept_frames *kept = context;
    if (index < kept->capacity) {
        kept->frames[index] = *frame;
        kept->count = index + 1;
    }
    return kept->count < kept->capacity;
}

size_t rg_session_unwind(rg_session *s, rg_frame *frames, size_t capacity)
{
    kept_frames kept = {frames, capacity, 0};
    each_frame(s, keep_frame, &kept);
    return kept.count;
}

typedef struct {
    const rg_session *s;
    rg_session_frame *out;
    size_t capacity, count;
} shown_frames;

static bool show_frame(void *context, size_t index, const rg_frame *frame)
{
    static const char none[] = "";
    shown_frames *shown = context;
    const rg_object *object = shown->s->device->object;
    const rg_line *line = object->lines ? &object->lines[frame->word] : NULL;
    const bool known = line && line->line > 0 && line->file < object->file_count;
    shown->count = index + 1;
    if (index < shown->capacity)
        shown->out[index] = (rg_session_frame){.file = known ? object->files[line->file] : none,
                                               .routine = frame->routine->name,
                                               .line = known ? line->line : 0,
                                               .column = known ? line->column : 0,
                                               .address = frame->word + shown->s->device->base,
                                               .backward = frame->backward};
    return true;
}

size_t rg_session_frames(rg_session *s, rg_session_frame *out, size_t capacity)
{
    rg_fault ignored;
    if ((!out && capacity > 0) || !rg_session_enter(s, __func__, &ignored))
        return 0;
    shown_frames shown = {s, out, capacity, 0};
    each_frame(s, show_frame, &shown);
    rg_session_leave(s, RG_OK);
    return shown.count;
}
