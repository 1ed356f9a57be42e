/* memory.c: memory, as image.h lays it out. */
#include <string.h>

#include "host-driver/gdb/stub.h"

/* Code is shown as instructions of AArch64 that do nothing. In others gdb would look for what the
 * compilers of that machine put at the beginning of a routine. */
static const unsigned char nothing[GDB_WORD] = {0x1f, 0x20, 0x03, 0xd5, 0x1f, 0x20, 0x03, 0xd5};

static bool read_word(gdb *g, uint64_t address, unsigned char bytes[GDB_WORD])
{
    rg_cell cell;
    rg_image_view view;
    size_t frame;
    rg_session_limbs bits = {0};
    int64_t word = 0;
    double number = 0;
    rg_fault ignored;
    switch (gdb_find(g, address, &cell, &view, &frame)) {
    case GDB_CODE: memcpy(bytes, nothing, sizeof nothing); return true;
    case GDB_RETURN: word = (int64_t)gdb_return_address(g, frame); break;
    case GDB_CELL:
        if (cell.kind == RG_CELL_REGISTER && cell.frame >= g->frame_count)
            cell.frame = 0; /* the dispatcher's are not known apart */
        if (rg_cell_read(g->session, &cell, &bits, &number, &ignored) != RG_OK)
            return false;
        word = (int64_t)bits.limb[0];
        break;
    default: return false;
    }
    if (view != RG_VIEW_WORD)
        memcpy(&word, &number, sizeof word);
    for (unsigned i = 0; i < GDB_WORD; i++)
        bytes[i] = (unsigned char)((uint64_t)word >> (8 * i));
    return true;
}

static bool write_word(gdb *g, uint64_t address, const unsigned char bytes[GDB_WORD])
{
    rg_cell cell;
    rg_image_view view;
    size_t frame;
    uint64_t word = 0;
    double number;
    rg_fault ignored;
    for (unsigned i = 0; i < GDB_WORD; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    memcpy(&number, &word, sizeof number);
    if (gdb_find(g, address, &cell, &view, &frame) != GDB_CELL)
        return false;
    return (view == RG_VIEW_WORD ? rg_cell_write(g->session, &cell, (int64_t)word, &ignored)
                                 : rg_cell_write_number(g->session, &cell, number, &ignored))
           == RG_OK;
}

static bool take_range(const char **text, uint64_t *address, uint64_t *size)
{
    return gdb_number(text, address) && *(*text)++ == ',' && gdb_number(text, size)
           && *address + *size >= *address;
}

void gdb_read_memory(gdb *g, const char *text)
{
    uint64_t address, size;
    if (!take_range(&text, &address, &size) || *text) {
        gdb_error(g, GDB_BAD_PACKET);
        return;
    }
    if (size > GDB_PACKET / 2 - 16)
        size = GDB_PACKET / 2 - 16; /* the client asks for the rest */
    while (size > 0) {
        unsigned char bytes[GDB_WORD];
        const uint64_t skip = address % GDB_WORD,
                       count = size < GDB_WORD - skip ? size : GDB_WORD - skip;
        if (!read_word(g, address - skip, bytes)) {
            if (g->reply.count == 0)
                gdb_error(g, GDB_BAD_ADDRESS);
            return;
        }
        gdb_say_hex(g, bytes + skip, count);
        address += count;
        size -= count;
    }
}

void gdb_write_memory(gdb *g, const char *text)
{
    uint64_t address, size;
    if (!take_range(&text, &address, &size) || *text++ != ':' || strlen(text) != size * 2) {
        gdb_error(g, GDB_BAD_PACKET);
        return;
    }
    while (size > 0) {
        unsigned char bytes[GDB_WORD];
        const uint64_t skip = address % GDB_WORD,
                       count = size < GDB_WORD - skip ? size : GDB_WORD - skip;
        if (!read_word(g, address - skip, bytes) || !gdb_bytes(text, bytes + skip, count)
            || !write_word(g, address - skip, bytes)) {
            gdb_error(g, GDB_BAD_ADDRESS);
            return;
        }
        text += 2 * count;
        address += count;
        size -= count;
    }
    gdb_say(g, "OK");
}
