/* session_values.c: variables where a session stands: where they are, and what is in them. */
#include "host-driver/session.h"

#include "host-driver/api.h"

#include <stdio.h>
#include <string.h>

static rg_number number_of(unsigned base)
{
    static const rg_number numbers[] = {[RG_TYPE_INT] = RG_NUMBER_INT,
                                        [RG_TYPE_BOOL] = RG_NUMBER_BOOL,
                                        [RG_TYPE_FIXED] = RG_NUMBER_FIXED,
                                        [RG_TYPE_LOG] = RG_NUMBER_LOG,
                                        [RG_TYPE_NARROW] = RG_NUMBER_FIXED};
    return base < RG_TYPES ? numbers[base] : RG_NUMBER_INT;
}

/* ---- words of memory that were exchanged into registers ---- */

static bool address_of(rg_session *s, const rg_frame *frame, const rg_place *p, int64_t *address)
{
    int64_t base, more = p->at;
    if (!rg_session_peek(s, frame->registers[p->a], 0, &base)
        || (p->b != RG_PLACE_CONSTANT && !rg_session_peek(s, frame->registers[p->b], 0, &more)))
        return false;
    *address = base + more;
    return true;
}

/* Where the word of memory at this address is meanwhile. */
static rg_spot home_of(rg_session *s, const rg_frame *frames, size_t count, int64_t address)
{
    const rg_object *object = s->device->object;
    for (size_t f = 0; f < count; f++)
        for (size_t i = 0; i < object->place_count; i++) {
            const rg_place *p = &object->places[i];
            int64_t away;
            if (p->what != RG_PLACE_ELEMENT || p->begin > frames[f].point
                || p->end <= frames[f].point || p->kind == RG_PLACE_NOWHERE
                || !address_of(s, &frames[f], p, &away) || away != address)
                continue;
            return frames[f].registers[p->reg];
        }
    return address >= 0 && (size_t)address < s->device->words
               ? (rg_spot){RG_SPOT_MEMORY, (uint32_t)address}
               : (rg_spot){RG_SPOT_NOWHERE, 0};
}

void rg_session_element(rg_session *s, const rg_found *array, size_t index, rg_found *element)
{
    rg_frame frames[RG_MOST_FRAMES];
    const size_t count = rg_session_unwind(s, frames, RG_MOST_FRAMES);
    *element =
        (rg_found){.number = array->number, .narrow = array->narrow, .rows = 1, .columns = 1};
    element->spot = home_of(s, frames, count, array->base + 1 + (int64_t)index);
    element->absent = element->spot.kind == RG_SPOT_NOWHERE;
}

/* ---- arrays ---- */

static void take_shape(rg_session *s, rg_found *found)
{
    int64_t rows = 0, columns = 1;
    const int64_t most = (int64_t)s->device->words;
    const rg_spot header = {RG_SPOT_MEMORY, (uint32_t)found->base};
    if (found->base < 1 || found->base >= most || !rg_session_peek(s, header, 0, &rows)) {
        found->absent = true;
        return;
    }
    if (found->rank >= 2) {
        const rg_spot second = {RG_SPOT_MEMORY, (uint32_t)found->base - 1};
        (void)rg_session_peek(s, second, 0, &columns);
    }
    found->extents[1] = (size_t)columns;
    for (unsigned d = 2; found->rank > 2 && d <= found->rank; d++) {
        const rg_spot more = {RG_SPOT_MEMORY, (uint32_t)(found->base + 1 - RG_EXTENT(d))};
        int64_t n = 0;
        if (found->base < (int64_t)RG_EXTENT(d) || !rg_session_peek(s, more, 0, &n) || n < 0
            || n > most) {
            found->absent = true;
            return;
        }
        found->extents[d - 1] = (size_t)n;
    }
    if (rows < 0 || columns < 0 || rows > most || columns > most
        || found->base + rows * columns >= most) {
        found->absent = true; /* not allocated yet, or no more */
        return;
    }
    found->rows = found->extents[0] = (size_t)rows;
    found->columns = (size_t)columns;
}

/* ---- by name ---- */

static bool named(const rg_object *object, const rg_place *p, const char *name)
{
    return p->what == RG_PLACE_VARIABLE && p->name > 0
           && strcmp(object->names[p->name - 1], name) == 0;
}

static bool in_frame(const rg_frame *frame, const rg_place *p)
{
    return p->begin <= frame->point && frame->point < p->end && p->begin >= frame->routine->begin
           && p->begin < frame->routine->end;
}

static void take_place(rg_session *s, const rg_frame *frame, const rg_place *p, rg_found *found)
{
    *found = (rg_found){.spot = rg_session_resolve(s, frame, p),
                        .number = number_of(p->base),
                        .narrow = p->base == RG_TYPE_NARROW,
                        .rank = p->rank,
                        .rows = 1,
                        .columns = 1};
    found->absent = found->spot.kind == RG_SPOT_NOWHERE;
    if (p->rank == 0 && p->kind == RG_PLACE_IN_REGISTER)
        found->plus = p->at;
    if (p->rank == 0 || found->absent)
        return;
    found->absent = !rg_session_peek(s, found->spot, 0, &found->base);
    if (!found->absent)
        take_shape(s, found);
}

bool rg_session_find_in(rg_session *s, const rg_frame *frame, const char *name, rg_found *found)
{
    const rg_object *object = s->device->object;
    bool any = false;
    for (size_t i = 0; i < object->place_count; i++) {
        const rg_place *p = &object->places[i];
        rg_found here;
        if (!named(object, p, name) || !in_frame(frame, p))
            continue;
        take_place(s, frame, p, &here);
        if (!any || found->absent || !here.absent)
            *found = here;
        any = true;
    }
    return any;
}

/* Value and gradient are zero. */
static bool is_empty(const rg_session *s, rg_spot spot)
{
    rg_held value, gradient;
    return rg_held_read(s->device, rg_session_bus(s, spot, 0), &value, NULL) == RG_OK
           && rg_held_read(s->device, rg_session_bus(s, spot, 1), &gradient, NULL) == RG_OK
           && rg_held_zero(&value) && rg_held_zero(&gradient);
}

/* An argument of the job while the dispatcher runs: scalars are in the mailbox, or in the register
 * that the routine takes them in. What is not there is zero. */
static bool find_argument(rg_session *s, const char *name, rg_found *found)
{
    const rg_argument *a = rg_argument_find(s->job, name);
    if (!a)
        return false;
    const unsigned reg = rg_layout_routine(s->job)->params[a - s->job->arguments].reg;
    *found = (rg_found){.spot = {RG_SPOT_MEMORY, a->address},
                        .number = a->number,
                        .narrow = rg_is_narrow(a),
                        .rank = a->param->rank,
                        .rows = a->param->rank ? a->rows : 1,
                        .columns = a->param->rank ? a->columns : 1,
                        .base = (int64_t)a->address - 1};
    memcpy(found->extents, a->extents, sizeof found->extents);
    const rg_spot door = {RG_SPOT_REGISTER, reg};
    if (a->param->rank == 0 && reg > 0 && is_empty(s, found->spot) && !is_empty(s, door))
        found->spot = door;
    return true;
}

bool rg_session_find(rg_session *s, size_t frame, const char *name, rg_found *found)
{
    rg_frame frames[RG_MOST_FRAMES];
    const size_t count = rg_session_unwind(s, frames, RG_MOST_FRAMES);
    if (count == 0)
        return find_argument(s, name, found);
    return frame < count && rg_session_find_in(s, &frames[frame], name, found);
}

/* ---- values ---- */

static bool take_words(rg_session *s, const rg_found *found, rg_session_value *v)
{
    rg_held held[3];
    for (unsigned bank = 0; bank < 3; bank++)
        if (rg_held_read(s->device, rg_session_bus(s, found->spot, bank), &held[bank], NULL)
            != RG_OK)
            return false;
    v->bits = held[0].own;
    v->bits.limb[0] += (uint64_t)found->plus;
    v->gradient_bits = held[1].own;
    v->tangent_bits = held[2].own;
    v->word = (int64_t)v->bits.limb[0];
    v->gradient_word = (int64_t)v->gradient_bits.limb[0];
    v->tangent_word = (int64_t)v->tangent_bits.limb[0];
    v->value = rg_held_number(s, v->number, 0, &held[0], &held[0]) + (double)found->plus;
    if (!v->has_gradient)
        return true;
    v->gradient = rg_held_number(s, v->number, 1, &held[0], &held[1]);
    v->tangent = rg_held_number(s, v->number, 2, &held[0], &held[2]);
    return true;
}

void rg_session_read(rg_session *s, const rg_found *found, rg_session_value *v)
{
    v->number = found->number;
    v->wide = found->number == RG_NUMBER_FIXED && !found->narrow && s->device->limbs > 1;
    v->rank = found->rank;
    v->rows = found->rows;
    v->columns = found->columns;
    memcpy(v->extents, found->extents, sizeof v->extents);
    v->has_gradient = found->number == RG_NUMBER_FIXED || found->number == RG_NUMBER_LOG;
    v->has_tangent = v->has_gradient && s->tangents;
    v->known = !found->absent;
    if (found->absent) {
        snprintf(v->place, sizeof v->place, "nowhere here");
        return;
    }
    if (found->rank > 0) {
        snprintf(v->place, sizeof v->place, "memory from %lld", (long long)found->base + 1);
        return;
    }
    snprintf(v->place, sizeof v->place, found->spot.kind == RG_SPOT_REGISTER ? "r%u" : "memory %u",
             (unsigned)found->spot.at);
    v->known = take_words(s, found, v);
}

/* ---- lists ---- */

/* One of the names before this record is the same. */
static bool listed(const rg_object *object, const rg_frame *frame, size_t place)
{
    for (size_t i = 0; i < place; i++)
        if (object->places[i].name == object->places[place].name
            && object->places[i].what == RG_PLACE_VARIABLE && in_frame(frame, &object->places[i]))
            return true;
    return false;
}

static void list_one(rg_session *s, const rg_frame *frame, const char *name, rg_session_value *out)
{
    rg_found found;
    *out = (rg_session_value){0};
    snprintf(out->name, sizeof out->name, "%s", name);
    if (frame ? rg_session_find_in(s, frame, name, &found) : find_argument(s, name, &found))
        rg_session_read(s, &found, out);
}

/* Elsewhere in the routine the variable is somewhere, or it is nowhere at all. */
static void say_absent(const rg_object *object, const rg_frame *frame, rg_session_value *out)
{
    bool elsewhere = false;
    for (size_t i = 0; i < object->place_count && !elsewhere; i++)
        elsewhere = named(object, &object->places[i], out->name)
                    && object->places[i].kind != RG_PLACE_NOWHERE
                    && object->places[i].begin >= frame->routine->begin
                    && object->places[i].begin < frame->routine->end;
    if (!out->known)
        snprintf(out->place, sizeof out->place,
                 elsewhere ? "not here: it does not exist here"
                           : "nowhere: the optimiser took it away");
}

static size_t list_arguments(rg_session *s, rg_session_value *out, size_t capacity)
{
    for (size_t i = 0; i < s->job->argument_count && i < capacity; i++)
        list_one(s, NULL, s->job->arguments[i].param->name, &out[i]);
    return s->job->argument_count;
}

static size_t list(rg_session *s, size_t at, rg_session_value *out, size_t capacity)
{
    const rg_object *object = s->device->object;
    rg_frame frames[RG_MOST_FRAMES];
    const size_t frame_count = rg_session_unwind(s, frames, RG_MOST_FRAMES);
    size_t count = 0;
    if (frame_count == 0)
        return list_arguments(s, out, capacity);
    for (size_t i = 0; i < object->place_count && at < frame_count; i++) {
        const rg_place *p = &object->places[i];
        if (p->what != RG_PLACE_VARIABLE || p->name == 0 || !in_frame(&frames[at], p)
            || listed(object, &frames[at], i))
            continue;
        if (count < capacity) {
            list_one(s, &frames[at], object->names[p->name - 1], &out[count]);
            say_absent(object, &frames[at], &out[count]);
        }
        count++;
    }
    return count;
}

size_t rg_session_variables(rg_session *s, size_t frame, rg_session_value *out, size_t capacity)
{
    rg_fault ignored;
    if ((!out && capacity > 0) || !rg_session_enter(s, __func__, &ignored))
        return 0;
    const size_t count = list(s, frame, out, capacity);
    rg_session_leave(s, RG_OK);
    return count;
}

rg_result rg_session_elements(rg_session *s, size_t frame, const char *name, size_t first,
                              rg_session_value *out, size_t *count, rg_fault *fault)
{
    rg_found array, element;
    if (!rg_given(name, "name", __func__, fault) || !rg_given(count, "count", __func__, fault)
        || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    if (!rg_session_find(s, frame, name, &array) || array.rank == 0 || array.absent)
        return rg_session_leave(
            s, rg_fail(fault, RG_BAD_USE, "R0944", "there is no array %s at this point", name));
    const size_t all = array.rows * array.columns;
    size_t done = 0;
    for (; done < *count && first + done < all; done++) {
        const size_t i = first + done;
        out[done] = (rg_session_value){0};
        char indices[48];
        rg_element_text(array.extents, array.rank, i, indices, sizeof indices);
        snprintf(out[done].name, sizeof out[done].name, "%.79s%s", name, indices);
        rg_session_element(s, &array, i, &element);
        rg_session_read(s, &element, &out[done]);
    }
    *count = done;
    return rg_session_leave(s, RG_OK);
}

/* ---- changing ---- */

rg_result rg_session_may_set(const rg_found *found, const char *name, rg_fault *fault)
{
    return found->plus == 0
               ? RG_OK
               : rg_fail(fault, RG_BAD_USE, "R0944",
                         "%s follows from the counter of its loop here, so it cannot be set: start "
                         "the debugger with -O0",
                         name ? name : "this word");
}

static rg_result set(rg_session *s, size_t frame, const char *text, double value, rg_fault *fault)
{
    rg_found found;
    unsigned bank = 0;
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        result = rg_session_lvalue(s, frame, text, &found, &bank, fault);
    if (result == RG_OK && found.rank > 0)
        return rg_fail(fault, RG_BAD_USE, "R0944", "%s is an array: set one of its elements", text);
    if (result == RG_OK && found.narrow && bank == 0)
        result = rg_round_narrow(s->device, &value, text, fault);
    if (result == RG_OK)
        result = rg_session_may_set(&found, text, fault);
    if (result == RG_OK)
        result = rg_session_put_number(s, found.spot, bank, found.number, value, text, fault);
    s->altered = s->altered || result == RG_OK;
    return result;
}

rg_result rg_session_set(rg_session *s, size_t frame, const char *text, double value,
                         rg_fault *fault)
{
    if (!rg_given(text, "text", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    return rg_session_leave(s, set(s, frame, text, value, fault));
}

rg_result rg_session_memory(rg_session *s, size_t address, int64_t *word, int64_t *gradient,
                            rg_fault *fault)
{
    const rg_spot spot = {RG_SPOT_MEMORY, (uint32_t)address};
    if (!rg_given(word, "word", __func__, fault) || !rg_given(gradient, "gradient", __func__, fault)
        || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    const bool good = address < s->device->words && rg_session_peek(s, spot, 0, word)
                      && rg_session_peek(s, spot, 1, gradient);
    return rg_session_leave(
        s,
        good ? RG_OK : rg_fail(fault, RG_BAD_USE, "R0944", "data memory has no word %zu", address));
}

rg_result rg_session_cell(rg_session *s, bool memory, size_t index, rg_session_value *value,
                          rg_fault *fault)
{
    const size_t count = memory && s ? s->device->words : 32;
    const rg_found found = {.spot = {memory ? RG_SPOT_MEMORY : RG_SPOT_REGISTER, (uint32_t)index},
                            .number = RG_NUMBER_FIXED,
                            .rows = 1,
                            .columns = 1};
    if (!rg_given(value, "value", __func__, fault) || !rg_session_enter(s, __func__, fault))
        return RG_BAD_USE;
    *value = (rg_session_value){0};
    if (index >= count)
        return rg_session_leave(
            s, rg_fail(fault, RG_BAD_USE, "R0944",
                       memory ? "data memory has no word %zu" : "there is no register %zu", index));
    rg_result result = rg_session_face(s, false, fault);
    if (result == RG_OK)
        rg_session_read(s, &found, value);
    memcpy(value->name, value->place, sizeof value->place);
    return rg_session_leave(s, result);
}
