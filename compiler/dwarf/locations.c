/* locations.c: where variables are known, and at which address a debugger reads them. The address
 * is that of a slot of the frame: the session finds the word, which moves between registers and
 * memory. */
#include <stdlib.h>

#include "codes.h"
#include "dwarf.h"

enum { SLOT = 8, WORD_SHIFT = 3 };

static void put_slot(rg_bytes *b, size_t slot, rg_image_view view)
{
    rg_put_number(b, OP_FBREG, 1);
    rg_put_signed(b, (int64_t)(view * RG_IMAGE_VIEW + (RG_SLOT_VARIABLES + slot) * SLOT));
}

/* An array: its slot holds the address of the header, in words; elements follow the header. */
static void put_elements(rg_bytes *b, size_t slot, unsigned rank, rg_image_view view)
{
    put_slot(b, slot, RG_VIEW_WORD);
    rg_put_number(b, OP_DEREF, 1);
    rg_put_number(b, OP_LIT0 + (rank == 2 ? RG_IMAGE_HEADER : WORD_SHIFT), 1);
    rg_put_number(b, OP_SHL, 1);
    rg_put_number(b, OP_CONST8U, 1);
    rg_put_number(b,
                  rank == 2 ? RG_IMAGE_MATRICES + view * RG_IMAGE_MATRIX_VIEW
                            : RG_IMAGE_DATA + view * RG_IMAGE_VIEW + SLOT,
                  8);
    rg_put_number(b, OP_PLUS, 1);
}

/* The points between words, from begin on, at which a record says where the variable is. The caller
 * frees them. */
static bool *known_points(const rg_dwarf *d, const rg_dwarf_variable *v)
{
    const rg_object *object = d->object;
    const uint32_t *first = &d->image->first[v->routine - object->routines];
    const rg_routine *r = v->routine;
    const rg_place *one = &object->places[v->place];
    bool *known = calloc((size_t)(r->end - r->begin) + 1, sizeof *known);
    for (uint32_t i = first[0]; known && i < first[1]; i++) {
        const rg_place *p = &object->places[d->image->records[i]];
        if (p->what != RG_PLACE_VARIABLE || p->name != one->name || p->base != one->base
            || p->rank != one->rank || p->kind == RG_PLACE_NOWHERE)
            continue;
        for (uint32_t point = p->begin; point < p->end && point <= r->end; point++)
            known[point - r->begin] = true;
    }
    return known;
}

/* Appends an entry for each run of words, and one that ends them. */
static bool put_runs(rg_dwarf *d, const rg_dwarf_variable *v, const rg_bytes *at)
{
    rg_bytes *b = &d->loc;
    const rg_routine *r = v->routine;
    const uint64_t base = v->backward ? RG_IMAGE_BACKWARD : RG_IMAGE_FORWARD;
    bool *known = known_points(d, v), before = false, any = false;
    b->failed = b->failed || !known;
    for (uint32_t i = r->begin; known && i <= r->end; i++) {
        const bool here = i < r->end
                          && known[d->image->word[v->backward][i] + v->backward - r->begin];
        if (here != before)
            rg_put_number(b, base + (uint64_t)i * RG_IMAGE_WORD, 8);
        if (before && !here) {
            rg_put_number(b, at->count, 2);
            rg_put(b, at->bytes, at->count);
        }
        before = here;
        any = any || here;
    }
    free(known);
    if (any) {
        rg_put_number(b, 0, 8);
        rg_put_number(b, 0, 8);
    }
    return any;
}

bool rg_dwarf_location(rg_dwarf *d, const rg_dwarf_variable *v, rg_image_view view, size_t *offset)
{
    unsigned char room[64];
    rg_bytes at = {.capacity = sizeof room, .bytes = room};
    const unsigned rank = d->object->places[v->place].rank;

    if (rank > 0)
        put_elements(&at, v->slot, rank, view);
    else
        put_slot(&at, v->slot, view);
    *offset = d->loc.count;
    return put_runs(d, v, &at);
}
