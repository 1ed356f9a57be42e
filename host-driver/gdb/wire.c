/* wire.c: packets of the remote protocol: `$`, the text, `#` and a sum of it in two digits. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host-driver/gdb/stub.h"

enum { INTERRUPT = 3, ESCAPE = '}', ESCAPED = 0x20, GONE = -1 };

/* ---- bytes that come in ---- */

static bool fill(gdb *g)
{
    if (g->input_at == g->input_end)
        g->input_at = g->input_end = 0;
    if (g->input_end == GDB_INPUT)
        return true; /* no room: what is there must be read first */
    ssize_t count;
    do
        count = read(g->setting->in, g->input + g->input_end, GDB_INPUT - g->input_end);
    while (count < 0 && errno == EINTR);
    if (count <= 0)
        return false;
    g->input_end += (size_t)count;
    return true;
}

static int next_byte(gdb *g)
{
    if (g->quit || (g->input_at == g->input_end && !fill(g)))
        return GONE;
    return g->input[g->input_at++];
}

void gdb_look(void *context, uint64_t cycles)
{
    gdb *g = context;
    struct pollfd in = {.fd = g->setting->in, .events = POLLIN};
    (void)cycles;
    if (g->input_end < GDB_INPUT && poll(&in, 1, 0) > 0 && !fill(g))
        g->quit = true;
    while (g->input_at < g->input_end && g->input[g->input_at] == INTERRUPT) {
        g->interrupted = true;
        g->input_at++;
    }
    if (g->interrupted || g->quit)
        rg_stop(g->setting->device);
}

/* ---- packets that come in ---- */

static int digit(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static void answer(gdb *g, char sign)
{
    if (g->acks && write(g->setting->out, &sign, 1) != 1)
        g->quit = true;
}

/* The text behind a `$`. A packet that begins anew inside replaces it. Returns its sum; GONE at the
 * end of the input. */
static int take_text(gdb *g)
{
    unsigned sum = 0;
    int c;
    g->length = 0;
    while ((c = next_byte(g)) != '#') {
        if (c == GONE)
            return GONE;
        if (c == '$') {
            g->length = 0;
            sum = 0;
            continue;
        }
        sum += (unsigned)c;
        if (g->length < GDB_PACKET)
            g->packet[g->length] = (char)c;
        g->length++;
    }
    return (int)(sum & 0xff);
}

/* One packet, or GONE, or 0 where it was damaged and is asked for again. */
static int take_packet(gdb *g)
{
    const int sum = take_text(g), high = sum == GONE ? GONE : next_byte(g),
              low = high == GONE ? GONE : next_byte(g);
    if (low == GONE)
        return GONE;
    if (g->acks && (digit(high) < 0 || digit(low) < 0 || digit(high) * 16 + digit(low) != sum)) {
        answer(g, '-');
        return 0;
    }
    answer(g, '+');
    if (g->length > GDB_PACKET) { /* longer than was agreed on: no request that is known */
        g->length = 0;
    }
    g->packet[g->length] = '\0';
    return 1;
}

bool gdb_receive(gdb *g)
{
    int c, got = 0;
    while (got == 0) {
        while ((c = next_byte(g)) != '$') {
            if (c == GONE)
                return false;
            if (c == '-' && g->acks)
                gdb_send(g);
        }
        got = take_packet(g);
    }
    g->reply.count = 0;
    return got > 0;
}

/* ---- packets that go out ---- */

static bool send_all(gdb *g, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t count = write(g->setting->out, at, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        at += count;
        size -= (size_t)count;
    }
    return true;
}

void gdb_send(gdb *g)
{
    static const char hex[] = "0123456789abcdef";
    unsigned sum = 0;
    rg_bytes whole = {0};
    for (size_t i = 0; i < g->reply.count; i++)
        sum += g->reply.bytes[i];
    const char end[] = {'#', hex[sum >> 4 & 15], hex[sum & 15]};
    rg_put(&whole, "$", 1);
    rg_put(&whole, g->reply.bytes, g->reply.count);
    rg_put(&whole, end, sizeof end);
    if (whole.failed || g->reply.failed || !send_all(g, whole.bytes, whole.count))
        g->quit = true;
    free(whole.bytes);
}

void gdb_say(gdb *g, const char *text) { rg_put(&g->reply, text, strlen(text)); }

void gdb_say_hex(gdb *g, const void *bytes, size_t size)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) {
        const char two[] = {hex[b[i] >> 4], hex[b[i] & 15]};
        rg_put(&g->reply, two, 2);
    }
}

void gdb_say_binary(gdb *g, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) {
        const unsigned char pair[] = {ESCAPE, b[i] ^ ESCAPED};
        if (b[i] == '#' || b[i] == '$' || b[i] == ESCAPE || b[i] == '*')
            rg_put(&g->reply, pair, 2);
        else
            rg_put(&g->reply, &b[i], 1);
    }
}

void gdb_error(gdb *g, unsigned number)
{
    const unsigned char byte = (unsigned char)number;
    g->reply.count = 0;
    gdb_say(g, "E");
    gdb_say_hex(g, &byte, 1);
}

void gdb_console(gdb *g, const char *text)
{
    const rg_bytes kept = g->reply;
    g->reply = (rg_bytes){0};
    gdb_say(g, "O");
    gdb_say_hex(g, text, strlen(text));
    gdb_send(g);
    free(g->reply.bytes);
    g->reply = kept;
}

/* ---- parts of a text ---- */

bool gdb_number(const char **at, uint64_t *number)
{
    const char *from = *at;
    *number = 0;
    for (; digit(**at) >= 0; (*at)++) {
        if (*number >> 60 != 0)
            return false;
        *number = *number << 4 | (uint64_t)digit(**at);
    }
    return *at != from;
}

bool gdb_bytes(const char *at, unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const int high = digit(at[2 * i]), low = high < 0 ? -1 : digit(at[2 * i + 1]);
        if (low < 0)
            return false;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}
