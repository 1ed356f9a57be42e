/* session_change.c: who changed a variable last, and who changes it next; listings. */
#include "host-driver/session.h"

#include "host-driver/api.h"

#include "compiler/asm/asm.h"

#include <string.h>

static void describe(rg_session *s, const rg_stand *stand, rg_session_change *change)
{
    const rg_object *object = s->device->object;
    change->file = change->routine = "";
    if (!stand->inside)
        return;
    change->routine = rg_routine_at(object, stand->offset);
    const rg_line *line = object->lines ? &object->lines[stand->offset] : NULL;
    if (!line || line->line == 0 || line->file >= object->file_count)
        return;
    change->file = object->files[line->file];
    change->line = line->line;
    change->column = line->column;
    change->allocation = line->role == RG_ROLE_ALLOC || line->role == RG_ROLE_FREE;
}

static rg_result find(rg_session *s, size_t frame, const char *text, bool back,
                      rg_session_change *change, rg_fault *fault)
{
    rg_found found;
    unsigned bank;
    rg_stand stand;
    uint32_t address;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_session_lvalue(s, frame, text, &found, &bank, fault);
    if (result == RG_OK && found.rank > 0)
        return rg_fail(fault, RG_BAD_USE, "R0944", "%s is an array: name one of its elements",
                       text);
    if (result != RG_OK)
        return result;
    address = rg_session_bus(s, found.spot, bank);
    double here = 0, there = 0;
    result = rg_session_number_at(s, found.number, address, &here, fault);
    if (result == RG_OK)
        result = rg_session_watch_word(s, back, &address, &change->found, fault);
    if (result == RG_OK && change->found)
        result = rg_session_number_at(s, found.number, address, &there, fault);
    if (result != RG_OK || !change->found)
        return result;
    change->before = (back ? there : here) + (double)found.plus;
    change->after = (back ? here : there) + (double)found.plus;
    if (back) { /* stands before the instruction, in time */
        result = rg_session_face(s, false, fault);
        if (result == RG_OK)
            result = rg_session_stand(s, &stand, fault);
        change->time = s->time;
    } else { /* the instruction was the one before */
        result = rg_session_face(s, true, fault);
        if (result == RG_OK)
            result = rg_session_stand(s, &stand, fault);
        if (result == RG_OK)
            result = rg_session_face(s, false, fault);
        change->time = s->time - 1;
    }
    describe(s, &stand, change);
    return result;
}

rg_result rg_session_find_change(rg_session *s, size_t frame, const char *text, bool back,
                                 rg_session_change *change, rg_fault *fault)
{
    if (!rg_given(text, "text", __func__, fault) || !rg_given(change, "change", __func__, fault)
        || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    *change = (rg_session_change){.file = "", .routine = ""};
    return rg_session_leave(s, find(s, frame, text, back, change, fault));
}

bool rg_session_disassemble(const rg_session *s, size_t index, rg_session_word *out)
{
    const rg_object *object = s && out ? s->device->object : NULL;
    if (!object || index >= object->code_count)
        return false;
    const rg_line *line = object->lines ? &object->lines[index] : NULL;
    const bool known = line && line->line > 0 && line->file < object->file_count;
    *out = (rg_session_word){.address = (uint32_t)index + s->device->base,
                             .word = object->code[index],
                             .file = known ? object->files[line->file] : "",
                             .routine = rg_routine_at(object, index),
                             .line = known ? line->line : 0,
                             .column = known ? line->column : 0};
    rg_disassemble_word(object->code[index], s->device->xlen, out->text, sizeof out->text);
    return true;
}
