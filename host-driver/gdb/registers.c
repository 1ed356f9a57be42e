/* registers.c: registers, as target.c describes them. */
#include "host-driver/gdb/stub.h"

uint64_t gdb_register(gdb *g, unsigned number)
{
    rg_cell cell = {.kind = RG_CELL_REGISTER};
    rg_fault ignored;
    int64_t word = 0;
    switch (number) {
    case GDB_PC: return gdb_pc(g);
    case GDB_FRAME: return gdb_frame_address(g, 0);
    case GDB_LINK: return g->frame_count > 0 ? gdb_return_address(g, 0) : 0;
    case GDB_FLAGS: return 0;
    case GDB_TIME: return g->spot.time;
    case GDB_BACKWARD: return g->spot.backward;
    case GDB_GRADIENTS: return g->spot.gradients;
    default: break;
    }
    cell.at = number < GDB_MACHINE ? number : number - GDB_MACHINE;
    (void)rg_cell_read(g->session, &cell, &word, NULL, &ignored);
    return (uint64_t)word;
}

static size_t size_of(unsigned number) { return number == GDB_FLAGS ? GDB_WORD / 2 : GDB_WORD; }

static void say_register(gdb *g, unsigned number)
{
    const uint64_t value = gdb_register(g, number);
    unsigned char bytes[GDB_WORD];
    for (unsigned i = 0; i < GDB_WORD; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
    gdb_say_hex(g, bytes, size_of(number));
}

void gdb_read_registers(gdb *g)
{
    for (unsigned i = 0; i < GDB_ALL; i++)
        say_register(g, i);
}

void gdb_read_register(gdb *g, const char *text)
{
    uint64_t number;
    if (!gdb_number(&text, &number) || *text || number >= GDB_ALL)
        gdb_error(g, GDB_BAD_PACKET);
    else
        say_register(g, (unsigned)number);
}

/* Registers of the machine can be written. Where it stands, and when, cannot. */
static bool write_register(gdb *g, unsigned number, const char *text)
{
    unsigned char bytes[GDB_WORD] = {0};
    uint64_t value = 0;
    rg_cell cell = {.kind = RG_CELL_REGISTER,
                    .at = number < GDB_MACHINE ? number : number - GDB_MACHINE};
    rg_fault ignored;
    if (!gdb_bytes(text, bytes, size_of(number)))
        return false;
    for (unsigned i = 0; i < GDB_WORD; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    if (value == gdb_register(g, number))
        return true;
    return (number < GDB_LINK || (number >= GDB_MACHINE && number < GDB_TIME))
           && rg_cell_write(g->session, &cell, (int64_t)value, &ignored) == RG_OK;
}

void gdb_write_register(gdb *g, const char *text)
{
    uint64_t number;
    if (!gdb_number(&text, &number) || *text != '=' || number >= GDB_ALL)
        gdb_error(g, GDB_BAD_PACKET);
    else if (!write_register(g, (unsigned)number, text + 1))
        gdb_error(g, GDB_BAD_ADDRESS);
    else
        gdb_say(g, "OK");
}

void gdb_write_registers(gdb *g, const char *text)
{
    for (unsigned i = 0; i < GDB_ALL; i++) {
        if (!write_register(g, i, text)) {
            gdb_error(g, GDB_BAD_ADDRESS);
            return;
        }
        text += 2 * size_of(i);
    }
    gdb_say(g, "OK");
}
