/* session_cells.c: words of a session by where they are. */
#include "host-driver/session_cells.h"

#include "host-driver/api.h"

static rg_result nowhere(rg_fault *fault)
{
    return rg_fail(fault, RG_BAD_USE, "R0944", "this word is nowhere at this point");
}

static bool find_register(rg_session *s, const rg_cell *cell, rg_found *found)
{
    rg_frame frames[RG_MOST_FRAMES];
    const size_t count = rg_session_unwind(s, frames, RG_MOST_FRAMES);
    const rg_spot here = {RG_SPOT_REGISTER, (uint32_t)cell->at};
    found->spot = count == 0 && cell->frame == 0 ? here
                  : cell->frame < count          ? frames[cell->frame].registers[cell->at]
                                                 : (rg_spot){RG_SPOT_NOWHERE, 0};
    return found->spot.kind != RG_SPOT_NOWHERE;
}

rg_result rg_cell_find(rg_session *s, const rg_cell *cell, rg_found *found, rg_fault *fault)
{
    /* An address is taken for the element in front of which a header stands. */
    const rg_found array = {.base = (int64_t)cell->at - 1, .number = cell->number};
    bool good = false;
    *found = (rg_found){.number = cell->number, .rows = 1, .columns = 1};
    switch (cell->kind) {
    case RG_CELL_VARIABLE:
        good = rg_session_find(s, cell->frame, cell->name, found) && !found->absent
               && found->rank == cell->rank;
        break;
    case RG_CELL_REGISTER: good = cell->at < 32 && find_register(s, cell, found); break;
    case RG_CELL_MEMORY:
        if (cell->at < s->device->words)
            rg_session_element(s, &array, 0, found);
        good = found->spot.kind != RG_SPOT_NOWHERE;
        break;
    }
    return good ? RG_OK : nowhere(fault);
}

static rg_result read_cell(rg_session *s, const rg_cell *cell, rg_session_limbs *bits,
                           double *number, rg_fault *fault)
{
    rg_found found;
    rg_held value, there;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_cell_find(s, cell, &found, fault);
    if (result == RG_OK)
        result = rg_held_read(s->device, rg_session_bus(s, found.spot, 0), &value, fault);
    if (result == RG_OK)
        result = rg_held_read(s->device, rg_session_bus(s, found.spot, cell->bank), &there, fault);
    if (result != RG_OK)
        return result;
    const int64_t plus = cell->bank == 0 ? found.plus : 0;
    if (bits) {
        *bits = there.own;
        bits->limb[0] += (uint64_t)plus;
    }
    if (number)
        *number = rg_held_number(s, found.number, cell->bank, &value, &there) + (double)plus;
    return RG_OK;
}

rg_result rg_cell_read(rg_session *s, const rg_cell *cell, rg_session_limbs *bits, double *number,
                       rg_fault *fault)
{
    if (!rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    return rg_session_leave(s, read_cell(s, cell, bits, number, fault));
}

static rg_result access_cell(rg_session *s, const rg_cell *cell, bool back, unsigned *access,
                             rg_fault *fault)
{
    rg_found found;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_cell_find(s, cell, &found, fault);
    if (result == RG_OK)
        result = rg_session_face(s, back, fault);
    if (result == RG_OK)
        result = rg_session_access(s, rg_session_bus(s, found.spot, cell->bank), access, fault);
    const rg_result faced = rg_session_face(s, false, fault);
    return result == RG_OK ? faced : result;
}

rg_result rg_cell_access(rg_session *s, const rg_cell *cell, bool back, unsigned *access,
                         rg_fault *fault)
{
    *access = 0;
    if (!rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    return rg_session_leave(s, access_cell(s, cell, back, access, fault));
}

static rg_result write_cell(rg_session *s, const rg_cell *cell, int64_t word, rg_fault *fault)
{
    rg_found found;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_cell_find(s, cell, &found, fault);
    if (result == RG_OK)
        result = rg_session_may_set(&found, cell->name, fault);
    if (result == RG_OK)
        result = rg_session_put_word(s, found.spot, cell->bank, word, fault);
    s->altered = s->altered || result == RG_OK;
    return result;
}

rg_result rg_cell_write(rg_session *s, const rg_cell *cell, int64_t word, rg_fault *fault)
{
    if (!rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    return rg_session_leave(s, write_cell(s, cell, word, fault));
}

rg_result rg_cell_write_number(rg_session *s, const rg_cell *cell, double number, rg_fault *fault)
{
    rg_found found;
    if (!rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_cell_find(s, cell, &found, fault);
    if (result == RG_OK && found.narrow && cell->bank == 0)
        result = rg_round_narrow(s->device, &number, cell->name ? cell->name : "this word", fault);
    if (result == RG_OK)
        result = rg_session_may_set(&found, cell->name, fault);
    if (result == RG_OK)
        result = rg_session_put_number(s, found.spot, cell->bank, found.number, number,
                                       cell->name ? cell->name : "this word", fault);
    s->altered = s->altered || result == RG_OK;
    return rg_session_leave(s, result);
}

const rg_object *rg_session_object(const rg_session *s, uint32_t *base)
{
    *base = s->device->base;
    return s->device->object;
}

static bool outer_call(rg_session *s, uint32_t *address, bool *backward)
{
    rg_frame frames[RG_MOST_FRAMES];
    rg_instruction in;
    const size_t count = rg_session_unwind(s, frames, RG_MOST_FRAMES);
    if (count == 0 || count == RG_MOST_FRAMES || frames[count - 1].call < 0
        || frames[count - 1].call >= (int64_t)s->device->base)
        return false;
    *address = (uint32_t)frames[count - 1].call;
    *backward = frames[count - 1].backward;
    if (!rg_decode_any(s->device->firmware.words[*address], s->device->xlen, &in))
        return false;
    if (in.op == RG_OP_UNCALL || in.op == RG_OP_UNCALLX)
        *backward = !*backward;
    return true;
}

bool rg_session_has_wide(const rg_session *s) { return s->device->limbs > 1; }

bool rg_session_outer_call(rg_session *s, uint32_t *address, bool *backward)
{
    rg_fault ignored;
    if (!rg_session_enter(s, __func__, &ignored))
        return false;
    const bool known = outer_call(s, address, backward);
    rg_session_leave(s, RG_OK);
    return known;
}
