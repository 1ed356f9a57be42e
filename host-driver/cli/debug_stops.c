/* debug_stops.c: breakpoints and watches of a debugger, by number. */
#include "host-driver/cli/debugger.h"

#include <stdlib.h>
#include <string.h>

static void clear(dbg_stop *stop)
{
    free(stop->file);
    free(stop->name);
    free(stop->condition);
    free(stop->log);
    free(stop->hit_condition);
    *stop = (dbg_stop){0};
}

dbg_stop *dbg_stop_add(dbg_stops *stops, rg_stop_kind kind)
{
    dbg_stop *bigger = realloc(stops->list, (stops->count + 1) * sizeof *bigger);
    if (!bigger)
        return NULL;
    stops->list = bigger;
    dbg_stop *stop = &stops->list[stops->count++];
    *stop = (dbg_stop){.number = ++stops->last, .enabled = true, .kind = kind};
    return stop;
}

dbg_stop *dbg_stop_numbered(dbg_stops *stops, unsigned number)
{
    for (size_t i = 0; i < stops->count; i++)
        if (stops->list[i].number == number)
            return &stops->list[i];
    return NULL;
}

void dbg_stop_delete(dbg_stops *stops, unsigned number)
{
    dbg_stop *stop = dbg_stop_numbered(stops, number);
    if (!stop)
        return;
    clear(stop);
    const size_t behind = stops->count - (size_t)(stop - stops->list) - 1;
    memmove(stop, stop + 1, behind * sizeof *stop);
    stops->count--;
}

void dbg_stops_free(dbg_stops *stops)
{
    for (size_t i = 0; i < stops->count; i++)
        clear(&stops->list[i]);
    free(stops->list);
    *stops = (dbg_stops){0};
}

bool dbg_stops_for_run(const dbg_stops *stops,
                       bool (*accept)(void *context, size_t stop, const rg_session_spot *spot),
                       void *context, dbg_run_stops *out)
{
    *out = (dbg_run_stops){.list = calloc(stops->count + 1, sizeof *out->list),
                           .which = calloc(stops->count + 1, sizeof *out->which)};
    if (!out->list || !out->which) {
        dbg_run_stops_free(out);
        return false;
    }
    for (size_t i = 0; i < stops->count; i++) {
        const dbg_stop *s = &stops->list[i];
        if (!s->enabled)
            continue;
        out->which[out->count] = i;
        out->list[out->count++] = (rg_session_stop){.kind = s->kind,
                                                    .file = s->file,
                                                    .line = s->line,
                                                    .name = s->name,
                                                    .address = s->address,
                                                    .watch = s->name,
                                                    .condition = s->condition,
                                                    .accept = accept,
                                                    .context = context};
    }
    return true;
}

void dbg_run_stops_free(dbg_run_stops *stops)
{
    free(stops->list);
    free(stops->which);
    *stops = (dbg_run_stops){0};
}

bool dbg_stop_watches(const dbg_stop *stop)
{
    return stop->kind == RG_STOP_CHANGE || stop->kind == RG_STOP_READ
           || stop->kind == RG_STOP_ACCESS;
}

dbg_stop *dbg_stop_at(const dbg_stops *stops, const dbg_run_stops *run, const rg_session_spot *spot)
{
    const bool at = spot->why == RG_SESSION_BREAKPOINT || spot->why == RG_SESSION_CHANGED
                    || spot->why == RG_SESSION_ACCESSED;
    return at && spot->stop < run->count ? &stops->list[run->which[spot->stop]] : NULL;
}
