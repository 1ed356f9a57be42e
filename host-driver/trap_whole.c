/* trap_whole.c: what an ancilla of a machine with Float had where it was to be freed. The trap
 * tells 64 bits of it, and 1 where those are 0. */
#include "host-driver/held.h"

#include "isa/isa.h"

#include <math.h>
#include <string.h>

/* The word that the instruction wants to be 0; false: it is no free or allocation. */
static bool find_word(rgd_device *device, const rg_instruction *in, bool *memory, uint32_t *at)
{
    int64_t base = 0, more = in->imm;
    *memory = in->op == RG_OP_FREEM || in->op == RG_OP_ALLOCM;
    *at = in->d;
    if (!*memory)
        return in->op == RG_OP_FREE || in->op == RG_OP_ALLOC;
    if (rg_core_peek(device, RG_WINDOW_REGV, in->a, &base, NULL) != RG_OK
        || (!in->immediate && rg_core_peek(device, RG_WINDOW_REGV, in->b, &more, NULL) != RG_OK))
        return false;
    *at = (uint32_t)(base + more);
    return base + more >= 0 && (uint64_t)(base + more) < device->words;
}

/* How far the life of a variable is from a point between two words; 0: it lives there. */
static size_t distance(const rg_place *p, size_t point)
{
    return point < p->begin ? p->begin - point : point >= p->end ? point + 1 - p->end : 0;
}

/* What the variable is, by the nearest record of the routine: several may have one name, one after
 * the other. RG_TYPES: there is none. */
static unsigned type_of(const rg_object *object, size_t offset, bool backward, const char *name)
{
    const size_t point = offset + backward;
    unsigned type = RG_TYPES;
    size_t nearest = SIZE_MAX;
    for (size_t r = 0; r < object->routine_count; r++) {
        const rg_routine *routine = &object->routines[r];
        for (size_t i = 0;
             offset >= routine->begin && offset < routine->end && i < object->place_count; i++) {
            const rg_place *p = &object->places[i];
            if (p->what == RG_PLACE_VARIABLE && p->name > 0 && p->begin >= routine->begin
                && p->begin < routine->end && distance(p, point) < nearest
                && strcmp(object->names[p->name - 1], name) == 0) {
                nearest = distance(p, point);
                type = p->base;
            }
        }
    }
    return type;
}

/* Without a record it is a number where it has more than an Int. */
static rg_number number_of(unsigned type, const rg_held *held)
{
    const bool more = held->own.limb[1] != 0 || held->own.limb[2] != 0 || held->own.limb[3] != 0;
    return type == RG_TYPE_FIXED || (type == RG_TYPES && more) ? RG_NUMBER_FIXED
           : type == RG_TYPE_LOG                               ? RG_NUMBER_LOG
                                                               : RG_NUMBER_INT;
}

/* The core in the RTL shows what the trap tells and no more, which is all of an Int. */
static void take_told(unsigned type, rg_trap_report *trap)
{
    const bool whole = type == RG_TYPE_INT || type == RG_TYPE_BOOL;
    trap->value = whole ? (double)trap->word : NAN;
}

bool rg_trap_whole(rgd_device *device, size_t offset, rg_trap_report *trap)
{
    rg_instruction in;
    rg_held held;
    bool memory;
    uint32_t at;
    if (device->limbs == 1 || offset >= device->object->code_count
        || !rg_decode_any(device->object->code[offset], device->xlen, &in)
        || !find_word(device, &in, &memory, &at))
        return false;
    const unsigned type = type_of(device->object, offset, trap->backward, trap->variable);
    if (rg_is_float_core(device)) {
        take_told(type, trap);
        return true;
    }
    if (rg_held_read(device, rg_held_bus(device, memory, at, 0), &held, NULL) != RG_OK)
        return false;
    const rg_number number = number_of(type, &held);
    if (rg_held_zero(&held)) { /* what was found is its gradient */
        if (rg_held_read(device, rg_held_bus(device, memory, at, 1), &held, NULL) != RG_OK)
            return false;
        trap->value = rg_held_value(device, RG_NUMBER_FIXED, &held);
        return !rg_held_zero(&held);
    }
    trap->word = (int64_t)held.own.limb[0];
    trap->value = rg_held_value(device, number, &held);
    return true;
}
