/* stub.h: what the files of the server for gdb share. */
#ifndef RG_GDB_STUB_H
#define RG_GDB_STUB_H

#include "compiler/bytes.h"
#include "compiler/dwarf/image.h"
#include "host-driver/gdb/gdb.h"
#include "host-driver/session_cells.h"

enum {
    GDB_PACKET = 1 << 14, /* bytes of the longest packet, either way */
    GDB_INPUT = 1 << 12,
    GDB_REGISTERS = 32,
    GDB_LINK = RG_COLUMN_RETURN,
    GDB_FRAME = RG_COLUMN_FRAME,
    GDB_PC,
    GDB_FLAGS,   /* of 32 bits, and always zero */
    GDB_MACHINE, /* r0 .. r31 as they are in the machine */
    GDB_TIME = GDB_MACHINE + GDB_REGISTERS,
    GDB_BACKWARD,
    GDB_GRADIENTS,
    GDB_ALL,
    /* of a machine with Float: f0 .. f31 as numbers, w0 .. w31 with all bits */
    GDB_NUMBERS = GDB_ALL,
    GDB_WIDE = GDB_NUMBERS + GDB_REGISTERS,
    GDB_ALL_WIDE = GDB_WIDE + GDB_REGISTERS,
    GDB_WORD = 8,
    GDB_WIDE_WORDS = 4, /* of 64 bits, in a register */
    /* numbers of errors in replies */
    GDB_BAD_PACKET = 1,
    GDB_BAD_ADDRESS = 14,
    GDB_TOO_MANY = 28
};

/* What the client has asked to stop at. */
typedef struct {
    unsigned kind; /* of the packet: 0, 1 an instruction; 2 a change, 3 a read, 4 either */
    uint64_t address, size;
} gdb_stop;

/* A watched word in front of a step. */
typedef struct {
    size_t stop; /* index */
    uint64_t address;
    bool known, accessed; /* accessed: the step will do what is waited for */
    rg_session_limbs bits;
} gdb_watched;

typedef struct {
    const rg_gdb_setting *setting;
    rg_session *session;
    const rg_object *object;
    uint32_t base;
    rg_image image;
    rg_bytes elf;
    bool quit, acks, interrupted;
    unsigned char input[GDB_INPUT];
    size_t input_at, input_end;
    char packet[GDB_PACKET + 1]; /* what was received, ended by a zero */
    size_t length;
    rg_bytes reply;
    gdb_stop *stops;
    size_t stop_count, stop_capacity;
    gdb_watched watched[RG_ENGINE_WATCHES];
    size_t watched_count;
    rg_session_spot spot;
    rg_session_frame *frames; /* the innermost first */
    size_t frame_count, frame_capacity;
} gdb;

/* ---- wire.c */
/* The next packet: its text in g->packet. False: the client has gone. */
bool gdb_receive(gdb *g);
/* Sends what stands in g->reply. */
void gdb_send(gdb *g);
/* While the machine runs: looks for an interrupt, and for the end of the input. */
void gdb_look(void *context, uint64_t cycles);
void gdb_say(gdb *g, const char *text); /* appends to the reply */
void gdb_say_hex(gdb *g, const void *bytes, size_t size);
void gdb_say_binary(gdb *g, const void *bytes, size_t size);
void gdb_error(gdb *g, unsigned number);
/* Text for the console of the client, in a packet of its own. */
void gdb_console(gdb *g, const char *text);
/* A hexadecimal number; false: there is none. *at moves behind it. */
bool gdb_number(const char **at, uint64_t *number);
/* Two digits for each byte; false: there are not size of them. */
bool gdb_bytes(const char *at, unsigned char *bytes, size_t size);

/* ---- place.c: where the session stands, as the client sees it */
bool gdb_look_around(gdb *g, rg_fault *fault);
uint64_t gdb_pc(const gdb *g);
/* The address at which a frame begins; the innermost is 0. */
uint64_t gdb_frame_address(const gdb *g, size_t frame);
/* Where the call of a frame comes back to. */
uint64_t gdb_return_address(const gdb *g, size_t frame);
/* The machine's address of an address of code. */
bool gdb_code(const gdb *g, uint64_t address, rg_session_stop *stop);
/* The word at an address of data, and as what it is shown; false: there is none. name is storage
 * for nothing: the names of cells belong to the object. */
typedef enum { GDB_NOTHING, GDB_CELL, GDB_RETURN, GDB_CODE } gdb_what;
gdb_what gdb_find(gdb *g, uint64_t address, rg_cell *cell, rg_image_view *view, size_t *frame);

/* ---- registers.c, memory.c, stops.c, run.c, target.c, monitor.c: packets, the first letter cut
 * off */
void gdb_read_registers(gdb *g);
void gdb_write_registers(gdb *g, const char *text);
void gdb_read_register(gdb *g, const char *text);
void gdb_write_register(gdb *g, const char *text);
/* How many registers the client is shown. */
unsigned gdb_registers(const gdb *g);
/* The value of a register of 64 bits, or the lowest of one that has more. */
uint64_t gdb_register(gdb *g, unsigned number);
void gdb_read_memory(gdb *g, const char *text);
void gdb_write_memory(gdb *g, const char *text);
void gdb_insert(gdb *g, const char *text);
void gdb_remove(gdb *g, const char *text);
void gdb_run(gdb *g, bool back);
void gdb_step(gdb *g, bool back);
void gdb_step_range(gdb *g, uint64_t from, uint64_t to);
void gdb_say_stop(gdb *g);
void gdb_query(gdb *g, const char *text);
void gdb_file(gdb *g, const char *text);
void gdb_monitor(gdb *g, const char *text);
/* The stops for a run; the caller frees both. False: no memory. */
bool gdb_stops_for_run(gdb *g, rg_session_stop **stops, rg_cell **cells, size_t **which,
                       size_t *count);

/* The watched words as they are in front of a step, and the watchpoint of one that it has changed,
 * or has read; NULL: none. */
void gdb_note_watched(gdb *g, bool back);
const gdb_stop *gdb_changed(gdb *g);
bool gdb_stops_at(const gdb *g, uint64_t address);

#endif
