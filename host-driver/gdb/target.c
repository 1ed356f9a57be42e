/* target.c: what the client asks about the target: its registers, and the file of the program,
 * which it reads from here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host-driver/gdb/stub.h"

enum { NO_FILE = 2, BAD_FILE = 9, BAD_VALUE = 22, FILE_NUMBER = 1 };

/* ---- descriptions ---- */

static void name_register(unsigned number, char *name, size_t size)
{
    static const char *const last[] = {"time", "backward", "gradients"};
    if (number < GDB_FRAME)
        snprintf(name, size, "x%u", number);
    else if (number < GDB_MACHINE)
        snprintf(name, size, "%s", number == GDB_FRAME ? "sp" : number == GDB_PC ? "pc" : "cpsr");
    else if (number < GDB_TIME)
        snprintf(name, size, "r%u", number - GDB_MACHINE);
    else if (number < GDB_NUMBERS)
        snprintf(name, size, "%s", last[number - GDB_TIME]);
    else if (number < GDB_WIDE)
        snprintf(name, size, "f%u", number - GDB_NUMBERS);
    else
        snprintf(name, size, "w%u", number - GDB_WIDE);
}

static void describe_register(rg_bytes *b, unsigned number)
{
    char name[16], text[128];
    name_register(number, name, sizeof name);
    snprintf(text, sizeof text, "<reg name=\"%s\" bitsize=\"%u\" type=\"%s\"/>", name,
             number == GDB_FLAGS  ? 32u
             : number >= GDB_WIDE ? 64u * GDB_WIDE_WORDS
                                  : 64u,
             number == GDB_FRAME     ? "data_ptr"
             : number == GDB_PC      ? "code_ptr"
             : number == GDB_FLAGS   ? "int32"
             : number >= GDB_WIDE    ? "limbs"
             : number >= GDB_NUMBERS ? "ieee_double"
                                     : "int64");
    rg_put(b, text, strlen(text));
}

static void describe_registers(rg_bytes *b, unsigned count)
{
    static const char head[] = "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\">"
                               "<target version=\"1.0\"><architecture>aarch64</architecture>"
                               "<feature name=\"org.gnu.gdb.aarch64.core\">",
                      machine[] = "</feature><feature name=\"org.retrograd.machine\">"
                                  "<vector id=\"limbs\" type=\"uint64\" count=\"4\"/>",
                      end[] = "</feature></target>";
    rg_put(b, head, sizeof head - 1);
    for (unsigned i = 0; i < count; i++) {
        if (i == GDB_MACHINE)
            rg_put(b, machine, sizeof machine - 1);
        describe_register(b, i);
    }
    rg_put(b, end, sizeof end - 1);
}

/* Part of an object: `m` and some of it, or `l` and the rest. */
static void say_part(gdb *g, const rg_bytes *whole, const char *range)
{
    uint64_t offset, size;
    if (!gdb_number(&range, &offset) || *range++ != ',' || !gdb_number(&range, &size) || *range) {
        gdb_error(g, GDB_BAD_PACKET);
        return;
    }
    const uint64_t left = offset < whole->count ? whole->count - offset : 0,
                   most = size < GDB_PACKET / 2 - 16 ? size : GDB_PACKET / 2 - 16,
                   count = left < most ? left : most;
    gdb_say(g, count < left ? "m" : "l");
    if (count > 0)
        gdb_say_binary(g, whole->bytes + offset, count);
}

static void say_description(gdb *g, const char *text)
{
    rg_bytes b = {0};
    if (strncmp(text, "target.xml:", 11) != 0) {
        gdb_error(g, 0);
        return;
    }
    describe_registers(&b, gdb_registers(g));
    if (b.failed)
        gdb_error(g, GDB_BAD_PACKET);
    else
        say_part(g, &b, text + 11);
    free(b.bytes);
}

static void say_file(gdb *g, const char *text)
{
    rg_bytes b = {0};
    const char *range = strchr(text, ':');
    rg_put(&b, g->setting->name, strlen(g->setting->name));
    if (!range || b.failed)
        gdb_error(g, GDB_BAD_PACKET);
    else
        say_part(g, &b, range + 1);
    free(b.bytes);
}

/* ---- queries ---- */

static void say_features(gdb *g)
{
    char text[160];
    snprintf(text, sizeof text,
             "PacketSize=%x;QStartNoAckMode+;vContSupported+;ReverseStep+;ReverseContinue+;"
             "qXfer:features:read+;qXfer:exec-file:read+",
             (unsigned)GDB_PACKET);
    gdb_say(g, text);
}

static const char *behind(const char *text, const char *start)
{
    const size_t length = strlen(start);
    return strncmp(text, start, length) == 0 ? text + length : NULL;
}

void gdb_query(gdb *g, const char *text)
{
    const char *rest;
    if (behind(text, "Supported"))
        say_features(g);
    else if ((rest = behind(text, "Xfer:features:read:")))
        say_description(g, rest);
    else if ((rest = behind(text, "Xfer:exec-file:read:")))
        say_file(g, rest);
    else if ((rest = behind(text, "Rcmd,")))
        gdb_monitor(g, rest);
    else if (strcmp(text, "C") == 0)
        gdb_say(g, "QC1");
    else if (strcmp(text, "fThreadInfo") == 0)
        gdb_say(g, "m1");
    else if (strcmp(text, "sThreadInfo") == 0)
        gdb_say(g, "l");
    else if (behind(text, "Attached"))
        gdb_say(g, "1");
    else if (behind(text, "Symbol:"))
        gdb_say(g, "OK");
}

/* ---- the file of the program ---- */

static void say_result(gdb *g, int64_t result, unsigned error)
{
    char text[64];
    if (result < 0)
        snprintf(text, sizeof text, "F-1,%x", error);
    else
        snprintf(text, sizeof text, "F%llx", (unsigned long long)result);
    gdb_say(g, text);
}

static void open_file(gdb *g, const char *text)
{
    const size_t length = strlen(g->setting->name);
    unsigned char *name = calloc(length + 1, 1);
    const bool good = name && gdb_bytes(text, name, length) && text[2 * length] == ','
                      && memcmp(name, g->setting->name, length) == 0;
    free(name);
    say_result(g, good ? FILE_NUMBER : -1, NO_FILE);
}

static void read_file(gdb *g, const char *text)
{
    uint64_t number, size, offset;
    if (!gdb_number(&text, &number) || *text++ != ',' || !gdb_number(&text, &size) || *text++ != ','
        || !gdb_number(&text, &offset) || *text || number != FILE_NUMBER) {
        say_result(g, -1, BAD_FILE);
        return;
    }
    const uint64_t left = offset < g->elf.count ? g->elf.count - offset : 0,
                   most = size < GDB_PACKET / 2 - 32 ? size : GDB_PACKET / 2 - 32,
                   count = left < most ? left : most;
    say_result(g, (int64_t)count, 0);
    gdb_say(g, ";");
    if (count > 0)
        gdb_say_binary(g, g->elf.bytes + offset, count);
}

/* The protocol's own layout, with the highest byte first. */
static void say_about_file(gdb *g)
{
    enum { SIZE = 64, AT_MODE = 8, AT_SIZE = 28, READABLE = 0100444 };
    unsigned char about[SIZE] = {0};
    for (unsigned i = 0; i < 4; i++)
        about[AT_MODE + i] = (unsigned char)((unsigned)READABLE >> (24 - 8 * i));
    for (unsigned i = 0; i < 8; i++)
        about[AT_SIZE + i] = (unsigned char)((uint64_t)g->elf.count >> (56 - 8 * i));
    say_result(g, SIZE, 0);
    gdb_say(g, ";");
    gdb_say_binary(g, about, sizeof about);
}

void gdb_file(gdb *g, const char *text)
{
    const char *rest;
    if (behind(text, "setfs:"))
        say_result(g, 0, 0);
    else if ((rest = behind(text, "open:")))
        open_file(g, rest);
    else if ((rest = behind(text, "pread:")))
        read_file(g, rest);
    else if (behind(text, "fstat:"))
        say_about_file(g);
    else if (behind(text, "close:"))
        say_result(g, 0, 0);
    else if (behind(text, "readlink:"))
        say_result(g, -1, BAD_VALUE);
}
