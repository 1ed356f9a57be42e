/* registers.c: registers, as target.c describes them. */
#include "host-driver/gdb/stub.h"

#include <string.h>

unsigned gdb_registers(const gdb *g)
{
    return rg_session_has_wide(g->session) ? GDB_ALL_WIDE : GDB_ALL;
}

/* The register of the machine behind one of the client's. */
static rg_cell cell_of(unsigned number)
{
    const unsigned at = number < GDB_MACHINE   ? number
                        : number < GDB_NUMBERS ? number - GDB_MACHINE
                        : number < GDB_WIDE    ? number - GDB_NUMBERS
                                               : number - GDB_WIDE;
    return (rg_cell){.kind = RG_CELL_REGISTER, .at = at, .number = RG_NUMBER_FIXED};
}

static void read_limbs(gdb *g, unsigned number, uint64_t limbs[GDB_WIDE_WORDS])
{
    const rg_cell cell = cell_of(number);
    rg_session_limbs bits = {0};
    double value = 0;
    rg_fault ignored;
    memset(limbs, 0, GDB_WIDE_WORDS * sizeof *limbs);
    if (rg_cell_read(g->session, &cell, &bits, &value, &ignored) != RG_OK)
        return;
    memcpy(limbs, bits.limb, GDB_WIDE_WORDS * sizeof *limbs);
    if (number >= GDB_NUMBERS && number < GDB_WIDE)
        memcpy(limbs, &value, sizeof value);
}

uint64_t gdb_register(gdb *g, unsigned number)
{
    uint64_t limbs[GDB_WIDE_WORDS];
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
    read_limbs(g, number, limbs);
    return limbs[0];
}

static size_t size_of(unsigned number)
{
    return number == GDB_FLAGS  ? GDB_WORD / 2
           : number >= GDB_WIDE ? GDB_WORD * GDB_WIDE_WORDS
                                : GDB_WORD;
}

static void say_register(gdb *g, unsigned number)
{
    uint64_t limbs[GDB_WIDE_WORDS] = {0};
    unsigned char bytes[GDB_WORD * GDB_WIDE_WORDS];
    if (number >= GDB_WIDE)
        read_limbs(g, number, limbs);
    else
        limbs[0] = gdb_register(g, number);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(limbs[i / GDB_WORD] >> (8 * (i % GDB_WORD)));
    gdb_say_hex(g, bytes, size_of(number));
}

void gdb_read_registers(gdb *g)
{
    for (unsigned i = 0; i < gdb_registers(g); i++)
        say_register(g, i);
}

void gdb_read_register(gdb *g, const char *text)
{
    uint64_t number;
    if (!gdb_number(&text, &number) || *text || number >= gdb_registers(g))
        gdb_error(g, GDB_BAD_PACKET);
    else
        say_register(g, (unsigned)number);
}

/* Registers of the machine can be written, f0 .. f31 as numbers. Where it stands, when, and all
 * bits of a Float at once cannot. */
static bool write_register(gdb *g, unsigned number, const char *text)
{
    unsigned char bytes[GDB_WORD * GDB_WIDE_WORDS] = {0};
    uint64_t value[GDB_WIDE_WORDS] = {0}, now[GDB_WIDE_WORDS] = {0};
    const rg_cell cell = cell_of(number);
    double as_number;
    rg_fault ignored;
    if (!gdb_bytes(text, bytes, size_of(number)))
        return false;
    for (unsigned i = 0; i < sizeof bytes; i++)
        value[i / GDB_WORD] |= (uint64_t)bytes[i] << (8 * (i % GDB_WORD));
    if (number >= GDB_WIDE)
        read_limbs(g, number, now);
    else
        now[0] = gdb_register(g, number);
    if (memcmp(value, now, sizeof now) == 0)
        return true;
    memcpy(&as_number, value, sizeof as_number);
    if (number >= GDB_NUMBERS && number < GDB_WIDE)
        return rg_cell_write_number(g->session, &cell, as_number, &ignored) == RG_OK;
    return (number < GDB_LINK || (number >= GDB_MACHINE && number < GDB_TIME))
           && rg_cell_write(g->session, &cell, (int64_t)value[0], &ignored) == RG_OK;
}

void gdb_write_register(gdb *g, const char *text)
{
    uint64_t number;
    if (!gdb_number(&text, &number) || *text != '=' || number >= gdb_registers(g))
        gdb_error(g, GDB_BAD_PACKET);
    else if (!write_register(g, (unsigned)number, text + 1))
        gdb_error(g, GDB_BAD_ADDRESS);
    else
        gdb_say(g, "OK");
}

void gdb_write_registers(gdb *g, const char *text)
{
    for (unsigned i = 0; i < gdb_registers(g); i++) {
        if (!write_register(g, i, text)) {
            gdb_error(g, GDB_BAD_ADDRESS);
            return;
        }
        text += 2 * size_of(i);
    }
    gdb_say(g, "OK");
}
