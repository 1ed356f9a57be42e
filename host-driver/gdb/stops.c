/* stops.c: breakpoints and watchpoints that the client has inserted. */
#include <stdlib.h>
#include <string.h>

#include "host-driver/gdb/stub.h"
#include "isa/accesses.h"

enum { SOFTWARE, HARDWARE, WRITE, READ, ACCESS };

static bool take_stop(const char *text, gdb_stop *stop)
{
    uint64_t kind;
    if (!gdb_number(&text, &kind) || *text++ != ',' || !gdb_number(&text, &stop->address)
        || *text++ != ',' || !gdb_number(&text, &stop->size) || (*text && *text != ';'))
        return false;
    stop->kind = (unsigned)kind;
    return true;
}

static size_t words_of(const gdb_stop *stop)
{
    return stop->kind >= WRITE
               ? (size_t)((stop->address % GDB_WORD + stop->size + GDB_WORD - 1) / GDB_WORD)
               : 0;
}

static bool is_same(const gdb_stop *a, const gdb_stop *b)
{
    return a->kind == b->kind && a->address == b->address && a->size == b->size;
}

static size_t watched_words(const gdb *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->stop_count; i++)
        count += words_of(&g->stops[i]);
    return count;
}

static bool add(gdb *g, const gdb_stop *stop)
{
    for (size_t i = 0; i < g->stop_count; i++)
        if (is_same(&g->stops[i], stop))
            return true;
    if (g->stop_count == g->stop_capacity) {
        const size_t capacity = g->stop_capacity ? 2 * g->stop_capacity : 16;
        gdb_stop *bigger = realloc(g->stops, capacity * sizeof *bigger);
        if (!bigger)
            return false;
        g->stops = bigger;
        g->stop_capacity = capacity;
    }
    g->stops[g->stop_count++] = *stop;
    return true;
}

/* Of other kinds an empty reply says that there are none. */
void gdb_insert(gdb *g, const char *text)
{
    gdb_stop stop;
    rg_session_stop ignored;
    if (!take_stop(text, &stop))
        gdb_error(g, GDB_BAD_PACKET);
    else if (stop.kind > ACCESS)
        return;
    else if (stop.kind < WRITE && !gdb_code(g, stop.address, &ignored))
        gdb_error(g, GDB_BAD_ADDRESS);
    else if (stop.size > RG_ENGINE_WATCHES * GDB_WORD
             || watched_words(g) + words_of(&stop) > RG_ENGINE_WATCHES)
        gdb_error(g, GDB_TOO_MANY);
    else if (add(g, &stop))
        gdb_say(g, "OK");
    else
        gdb_error(g, GDB_TOO_MANY);
}

void gdb_remove(gdb *g, const char *text)
{
    gdb_stop stop;
    if (!take_stop(text, &stop)) {
        gdb_error(g, GDB_BAD_PACKET);
        return;
    }
    if (stop.kind > ACCESS)
        return;
    for (size_t i = 0; i < g->stop_count; i++)
        if (is_same(&g->stops[i], &stop)) {
            g->stops[i] = g->stops[--g->stop_count];
            break;
        }
    gdb_say(g, "OK");
}

/* ---- steps ---- */

static unsigned wanted_access(const gdb_stop *stop)
{
    return stop->kind == READ ? RG_READS : stop->kind == ACCESS ? RG_READS | RG_UPDATES : 0;
}

/* Whether the next instruction does what a watchpoint waits for. */
static bool will_access(gdb *g, uint64_t address, bool back, unsigned wanted)
{
    rg_cell cell;
    rg_image_view view;
    size_t frame;
    unsigned access = 0;
    rg_fault ignored;
    return wanted && gdb_find(g, address, &cell, &view, &frame) == GDB_CELL
           && rg_cell_access(g->session, &cell, back, &access, &ignored) == RG_OK
           && (access & wanted) != 0;
}

static bool read_watched(gdb *g, uint64_t address, rg_session_limbs *bits)
{
    rg_cell cell;
    rg_image_view view;
    size_t frame;
    rg_fault ignored;
    return gdb_find(g, address, &cell, &view, &frame) == GDB_CELL
           && rg_cell_read(g->session, &cell, bits, NULL, &ignored) == RG_OK;
}

void gdb_note_watched(gdb *g, bool back)
{
    g->watched_count = 0;
    for (size_t i = 0; i < g->stop_count; i++)
        for (size_t w = 0; w < words_of(&g->stops[i]); w++) {
            const uint64_t address = g->stops[i].address - g->stops[i].address % GDB_WORD;
            gdb_watched *one = &g->watched[g->watched_count++];
            *one = (gdb_watched){.stop = i, .address = address + w * GDB_WORD};
            one->accessed = will_access(g, one->address, back, wanted_access(&g->stops[i]));
            one->known = g->stops[i].kind == WRITE && read_watched(g, one->address, &one->bits);
        }
}

const gdb_stop *gdb_changed(gdb *g)
{
    for (size_t i = 0; i < g->watched_count; i++) {
        const gdb_watched *one = &g->watched[i];
        rg_session_limbs now;
        if (one->accessed)
            return &g->stops[one->stop];
        if (one->known && read_watched(g, one->address, &now)
            && memcmp(&now, &one->bits, sizeof now) != 0)
            return &g->stops[one->stop];
    }
    return NULL;
}

bool gdb_stops_at(const gdb *g, uint64_t address)
{
    for (size_t i = 0; i < g->stop_count; i++)
        if (g->stops[i].kind < WRITE && g->stops[i].address == address)
            return true;
    return false;
}

/* ---- runs ---- */

/* A word that is nowhere here is not watched: it begins to exist later, and gdb asks again at each
 * stop. */
static bool can_watch(gdb *g, uint64_t address, rg_cell *cell)
{
    rg_image_view view;
    size_t frame;
    rg_fault ignored;
    return gdb_find(g, address, cell, &view, &frame) == GDB_CELL
           && rg_cell_read(g->session, cell, NULL, NULL, &ignored) == RG_OK;
}

bool gdb_stops_for_run(gdb *g, rg_session_stop **stops, rg_cell **cells, size_t **which,
                       size_t *count)
{
    static const rg_stop_kind kinds[] = {
        [WRITE] = RG_STOP_CHANGE, [READ] = RG_STOP_READ, [ACCESS] = RG_STOP_ACCESS};
    const size_t most = g->stop_count + watched_words(g) + 1;
    size_t n = 0;
    *stops = calloc(most, sizeof **stops);
    *cells = calloc(most, sizeof **cells);
    *which = calloc(most, sizeof **which);
    if (!*stops || !*cells || !*which) {
        free(*stops);
        free(*cells);
        free(*which);
        return false;
    }
    for (size_t i = 0; i < g->stop_count; i++) {
        const gdb_stop *stop = &g->stops[i];
        const uint64_t first = stop->address - stop->address % GDB_WORD;
        (*which)[n] = i;
        if (stop->kind < WRITE && gdb_code(g, stop->address, &(*stops)[n]))
            n++;
        for (size_t w = 0; w < words_of(stop); w++)
            if (can_watch(g, first + w * GDB_WORD, &(*cells)[n])) {
                (*stops)[n] = (rg_session_stop){.kind = kinds[stop->kind], .cell = &(*cells)[n]};
                (*which)[n++] = i;
            }
    }
    *count = n;
    return true;
}
