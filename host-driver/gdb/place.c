/* place.c: where the session stands, as the client sees it: addresses of code, and the stack of
 * frames of one size that stands for what the session finds. */
#include <stdlib.h>

#include "host-driver/gdb/stub.h"

static bool take_frames(gdb *g)
{
    for (;;) {
        g->frame_count = rg_session_frames(g->session, g->frames, g->frame_capacity);
        if (g->frame_count <= g->frame_capacity)
            return true;
        rg_session_frame *bigger = realloc(g->frames, g->frame_count * sizeof *bigger);
        if (!bigger)
            return false;
        g->frames = bigger;
        g->frame_capacity = g->frame_count;
    }
}

bool gdb_look_around(gdb *g, rg_fault *fault)
{
    return rg_session_where(g->session, &g->spot, fault) == RG_OK && take_frames(g);
}

static uint64_t dispatcher(uint32_t address, bool backward, bool landed)
{
    return RG_IMAGE_DISPATCHER + (uint64_t)address * 2 * RG_IMAGE_WORD
           + (backward ? RG_IMAGE_WORD : 0) + (landed ? RG_IMAGE_LANDED : 0);
}

uint64_t gdb_pc(const gdb *g)
{
    if (g->frame_count == 0)
        return dispatcher(g->spot.address, g->spot.backward, g->spot.landed);
    /* a call on its way to a portal is still the caller's */
    return rg_image_address(&g->image, g->frames[0].address - g->base, g->frames[0].backward,
                            g->spot.landed && g->frames[0].address == g->spot.address);
}

uint64_t gdb_frame_address(const gdb *g, size_t frame)
{
    return RG_IMAGE_FRAMES - (g->frame_count - frame + 1) * RG_IMAGE_FRAME;
}

uint64_t gdb_return_address(const gdb *g, size_t frame)
{
    uint32_t address = 0;
    bool backward = false;
    if (frame + 1 < g->frame_count) {
        const rg_session_frame *caller = &g->frames[frame + 1];
        return rg_image_address(&g->image, caller->address - g->base, caller->backward, true);
    }
    (void)rg_session_outer_call(g->session, &address, &backward);
    return dispatcher(address, backward, true);
}

bool gdb_code(const gdb *g, uint64_t address, rg_session_stop *stop)
{
    uint32_t word;
    bool backward, landed;
    if (address >= RG_IMAGE_DISPATCHER
        && address - RG_IMAGE_DISPATCHER < (uint64_t)g->base * 2 * RG_IMAGE_WORD) {
        const uint64_t offset = address - RG_IMAGE_DISPATCHER;
        backward = offset % (2 * RG_IMAGE_WORD) >= RG_IMAGE_WORD;
        landed = offset % RG_IMAGE_WORD >= RG_IMAGE_LANDED;
        word = (uint32_t)(offset / (2 * RG_IMAGE_WORD));
    } else if (rg_image_find(&g->image, address, &word, &backward, &landed)) {
        word += g->base;
    } else {
        return false;
    }
    *stop = (rg_session_stop){.kind = RG_STOP_ADDRESS,
                              .address = word,
                              .way = backward ? RG_WAY_BACKWARD : RG_WAY_FORWARD,
                              .landed = landed};
    return true;
}

/* ---- data ---- */

static const rg_routine *routine_of(const gdb *g, size_t frame)
{
    const uint32_t word = g->frames[frame].address - g->base;
    for (size_t i = 0; i < g->object->routine_count; i++)
        if (word >= g->object->routines[i].begin && word < g->object->routines[i].end)
            return &g->object->routines[i];
    return NULL;
}

/* The record of the variable in a slot of a frame; NULL: none. */
static const rg_place *variable(const gdb *g, size_t frame, size_t slot)
{
    const rg_routine *routine = frame < g->frame_count ? routine_of(g, frame) : NULL;
    uint32_t *places = routine ? calloc(slot + 1, sizeof *places) : NULL;
    const size_t count =
        places ? rg_image_variables(&g->image, g->object, routine, places, slot + 1) : 0;
    const rg_place *one = slot < count ? &g->object->places[places[slot]] : NULL;
    free(places);
    return one;
}

static gdb_what find_variable(const gdb *g, size_t frame, size_t slot, rg_cell *cell)
{
    const rg_place *one = variable(g, frame, slot);
    if (!one)
        return GDB_NOTHING;
    cell->kind = RG_CELL_VARIABLE;
    cell->frame = frame;
    cell->name = g->object->names[one->name - 1];
    cell->rank = one->rank;
    return GDB_CELL;
}

static gdb_what find_in_frame(gdb *g, uint64_t offset, rg_cell *cell, size_t *frame)
{
    const uint64_t down = RG_IMAGE_FRAMES - offset, depth = (down - 1) / RG_IMAGE_FRAME;
    const uint64_t slot = (RG_IMAGE_FRAME - 1 - (down - 1) % RG_IMAGE_FRAME) / GDB_WORD;
    if (depth > g->frame_count)
        return GDB_NOTHING;
    *frame = g->frame_count - depth;
    if (slot == RG_SLOT_RETURN)
        return GDB_RETURN;
    if (slot >= RG_SLOT_VARIABLES)
        return find_variable(g, *frame, slot - RG_SLOT_VARIABLES, cell);
    /* the slots of registers hold those of the caller */
    cell->frame = *frame + 1;
    cell->kind = RG_CELL_REGISTER;
    cell->at = slot;
    return slot < GDB_REGISTERS ? GDB_CELL : GDB_NOTHING;
}

static rg_cell cell_in(rg_image_view view)
{
    const bool logarithm = view == RG_VIEW_LOG || view == RG_VIEW_GRADIENT_LOG;
    return (rg_cell){.kind = RG_CELL_MEMORY,
                     .bank = view == RG_VIEW_GRADIENT || view == RG_VIEW_GRADIENT_LOG ? 1 : 0,
                     .number = logarithm ? RG_NUMBER_LOG : RG_NUMBER_FIXED};
}

static bool header_word(gdb *g, uint64_t at, uint64_t *word)
{
    const rg_cell cell = {.kind = RG_CELL_MEMORY, .at = at};
    rg_fault ignored;
    rg_session_limbs bits = {0};
    const bool good = rg_cell_read(g->session, &cell, &bits, NULL, &ignored) == RG_OK;
    *word = bits.limb[0];
    return good && (int64_t)*word > 0;
}

/* Its elements stand column by column. */
static gdb_what find_in_matrix(gdb *g, uint64_t offset, rg_cell *cell, rg_image_view *view)
{
    const uint64_t which = offset / RG_IMAGE_MATRIX_VIEW,
                   header = offset >> RG_IMAGE_HEADER & RG_IMAGE_HEADER_MASK,
                   k = offset % (UINT64_C(1) << RG_IMAGE_HEADER) / GDB_WORD;
    uint64_t rows, columns;
    if (which >= RG_VIEWS || header == 0 || !header_word(g, header, &rows)
        || !header_word(g, header - 1, &columns) || k / columns >= rows)
        return GDB_NOTHING;
    *view = (rg_image_view)which;
    *cell = cell_in(*view);
    cell->at = header + 1 + k / columns + k % columns * rows;
    return GDB_CELL;
}

gdb_what gdb_find(gdb *g, uint64_t address, rg_cell *cell, rg_image_view *view, size_t *frame)
{
    static const uint64_t most_frames = (UINT64_C(1) << 19) * RG_IMAGE_FRAME;
    const uint64_t which = address / RG_IMAGE_VIEW, offset = address % RG_IMAGE_VIEW;
    if (address >= RG_IMAGE_MATRICES)
        return find_in_matrix(g, address - RG_IMAGE_MATRICES, cell, view);
    *view = which < RG_VIEWS ? (rg_image_view)which : RG_VIEW_WORD;
    *cell = cell_in(*view);
    if (which >= RG_VIEWS)
        return GDB_NOTHING;
    if (offset >= RG_IMAGE_FRAMES - most_frames && offset < RG_IMAGE_FRAMES)
        return find_in_frame(g, offset, cell, frame);
    if (offset >= RG_IMAGE_DATA) {
        cell->at = (offset - RG_IMAGE_DATA) / GDB_WORD;
        return GDB_CELL;
    }
    return offset >= RG_IMAGE_FORWARD && which == 0 ? GDB_CODE : GDB_NOTHING;
}
