/* lines.c: the table of lines. A row stands where a line begins, so that a debugger steps over all
 * words of it. */
#include "codes.h"
#include "dwarf.h"

static const rg_line *own_line(const rg_dwarf *d, bool backward, uint32_t place)
{
    const rg_object *object = d->object;
    const rg_line *line = object->lines ? &object->lines[d->image->word[backward][place]] : NULL;
    return line && line->line > 0 && line->file < object->file_count ? line : NULL;
}

const rg_line *rg_dwarf_line(const rg_dwarf *d, bool backward, uint32_t place)
{
    const rg_line *line = own_line(d, backward, place);
    while (!line && place > 0)
        line = own_line(d, backward, --place);
    return line;
}

static void put_header(rg_dwarf *d)
{
    static const unsigned char operands[LNS_OPCODES - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    rg_bytes *b = &d->line;

    rg_put_number(b, 0, 4); /* length, and that of the header: below */
    rg_put_number(b, 4, 2);
    rg_put_number(b, 0, 4);
    const size_t header = b->count;
    rg_put_number(b, 1, 1);    /* the smallest instruction */
    rg_put_number(b, 1, 1);    /* operations in one */
    rg_put_number(b, 1, 1);    /* a row is the beginning of a statement */
    rg_put_number(b, 0xff, 1); /* of special opcodes, which are not used */
    rg_put_number(b, 1, 1);
    rg_put_number(b, LNS_OPCODES, 1);
    rg_put(b, operands, sizeof operands);
    rg_put_number(b, 0, 1); /* folders */
    for (size_t i = 0; i < d->object->file_count; i++) {
        rg_put_text(b, d->object->files[i]);
        rg_put_number(b, 0, 3); /* folder, time, size */
    }
    rg_put_number(b, 0, 1);
    rg_patch_bytes(b, header - 4, b->count - header, 4);
}

static void put_sequence(rg_dwarf *d, bool backward)
{
    rg_bytes *b = &d->line;
    const rg_line *last = NULL;
    uint64_t line = 1, at = 0;

    rg_put_number(b, 0, 1);
    rg_put_unsigned(b, 9);
    rg_put_number(b, LNE_SET_ADDRESS, 1);
    rg_put_number(b, backward ? RG_IMAGE_BACKWARD : RG_IMAGE_FORWARD, 8);
    for (uint32_t i = 0; i < d->image->count; i++) {
        const rg_line *here = rg_dwarf_line(d, backward, i);
        if (!here || (last && last->line == here->line && last->file == here->file))
            continue;
        rg_put_number(b, LNS_ADVANCE_PC, 1);
        rg_put_unsigned(b, (uint64_t)i * RG_IMAGE_WORD - at);
        rg_put_number(b, LNS_SET_FILE, 1);
        rg_put_unsigned(b, here->file + 1);
        rg_put_number(b, LNS_ADVANCE_LINE, 1);
        rg_put_signed(b, (int64_t)here->line - (int64_t)line);
        rg_put_number(b, LNS_COPY, 1);
        line = here->line;
        at = (uint64_t)i * RG_IMAGE_WORD;
        last = here;
    }
    rg_put_number(b, LNS_ADVANCE_PC, 1);
    rg_put_unsigned(b, (uint64_t)d->image->count * RG_IMAGE_WORD - at);
    rg_put_number(b, 0, 1);
    rg_put_unsigned(b, 1);
    rg_put_number(b, LNE_END_SEQUENCE, 1);
}

void rg_dwarf_lines(rg_dwarf *d)
{
    put_header(d);
    put_sequence(d, false);
    put_sequence(d, true);
    rg_patch_bytes(&d->line, 0, d->line.count - 4, 4);
}
