/* frames.c: call frame information. The frames are those that the session finds. They are served as
 * a stack of frames of one size, in which each register of the caller has a slot. */
#include "codes.h"
#include "dwarf.h"

enum { SLOT = 8 };

static size_t begin_entry(rg_bytes *b, uint32_t id)
{
    const size_t start = b->count;
    rg_put_number(b, 0, 4);
    rg_put_number(b, id, 4);
    return start;
}

static void end_entry(rg_bytes *b, size_t start)
{
    while (b->count % 8 != 0)
        rg_put_number(b, 0, 1); /* no operation */
    rg_patch_bytes(b, start, b->count - start - 4, 4);
}

/* outermost: nothing called it. Returns where it stands. */
static size_t put_common(rg_bytes *b, bool outermost)
{
    const size_t start = begin_entry(b, UINT32_MAX);

    rg_put_number(b, 3, 1);
    rg_put_number(b, 0, 1);
    rg_put_unsigned(b, 1);
    rg_put_signed(b, -SLOT);
    rg_put_unsigned(b, RG_COLUMN_RETURN);
    rg_put_number(b, CFA_DEF_CFA, 1);
    rg_put_unsigned(b, RG_COLUMN_FRAME);
    rg_put_unsigned(b, RG_IMAGE_FRAME);
    for (unsigned r = 0; r <= RG_COLUMN_RETURN && !outermost; r++) {
        rg_put_number(b, CFA_OFFSET_EXTENDED, 1);
        rg_put_unsigned(b, r);
        rg_put_unsigned(b, RG_IMAGE_FRAME / SLOT
                               - (r == RG_COLUMN_RETURN ? RG_SLOT_RETURN : RG_SLOT_REGISTERS + r));
    }
    if (outermost) {
        rg_put_number(b, CFA_UNDEFINED, 1);
        rg_put_unsigned(b, RG_COLUMN_RETURN);
    }
    end_entry(b, start);
    return start;
}

static void put_range(rg_bytes *b, size_t common, uint64_t begin, uint64_t size)
{
    const size_t start = begin_entry(b, (uint32_t)common);

    rg_put_number(b, begin, 8);
    rg_put_number(b, size, 8);
    end_entry(b, start);
}

void rg_dwarf_frames(rg_dwarf *d)
{
    const uint64_t size = (uint64_t)d->image->count * RG_IMAGE_WORD;
    const size_t called = put_common(&d->frame, false);
    put_range(&d->frame, called, RG_IMAGE_FORWARD, size);
    put_range(&d->frame, called, RG_IMAGE_BACKWARD, size);
    const size_t outermost = put_common(&d->frame, true);
    put_range(&d->frame, outermost, RG_IMAGE_DISPATCHER, RG_IMAGE_DISPATCHER_SIZE);
}
