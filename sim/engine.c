/* engine.c: engines by name, and the calls passed on to them. */
#include "sim/engine_impl.h"

#include <stdlib.h>
#include <string.h>

struct rg_engine {
    const char *name;
    const rg_engine_table *table;
    void *self;
};

static const struct {
    const char *name;
    const rg_engine_table *table;
    bool trace;
    const char *limit;
} engines[] = {
    {"fast", &rg_fast_engine, false, "memory is short"},
    {"float", &rg_float_engine, false, "memory is short"},
    {"fast16", &rg_fast16_engine, false, "memory is short"},
#ifdef RG_ENGINE_GATES /* the other programs load it */
    {"gates", &rg_gates_engine, false, "memory is short"},
#endif
#ifndef RG_ENGINE_FAST_ONLY /* tools of the build itself run before the Verilated core exists */
    {"rtl", &rg_rtl_engine, false, "memory is short"},
    {"rtl-float", &rg_rtl_float_engine, false, "memory is short"},
#ifndef RG_ENGINE_RTL_ONLY /* a build without waveforms and SystemC */
    {"trace", &rg_trace_engine, true, "memory is short"},
    {"systemc", &rg_systemc_engine, false,
     "one machine at a time in a process, and none where the process runs a SystemC simulation of "
     "its own"},
#endif
#endif
};

const char *rg_engine_names(void)
{
#if defined RG_ENGINE_FAST_ONLY
    return "fast, fast16 and float";
#elif defined RG_ENGINE_RTL_ONLY
    return "fast, fast16, float, rtl and rtl-float";
#else
    return "fast, fast16, float, rtl, rtl-float and systemc";
#endif
}

const char *rg_engine_limit(const char *name)
{
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
        if (strcmp(engines[i].name, name) == 0)
            return engines[i].limit;
    return NULL;
}

rg_engine *rg_engine_of(const char *name, const rg_engine_table *table, void *self)
{
    rg_engine *engine = malloc(sizeof *engine);
    if (engine)
        *engine = (rg_engine){name, table, self};
    return engine;
}

rg_engine *rg_engine_make(const char *name, const rg_engine_table *table, bool trace)
{
    void *self = table->open(trace);
    rg_engine *engine = self ? rg_engine_of(name, table, self) : NULL;
    if (self && !engine)
        table->close(self);
    return engine;
}

rg_engine *rg_engine_open(const char *name)
{
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
        if (strcmp(engines[i].name, name) == 0)
            return rg_engine_make(engines[i].name, engines[i].table, engines[i].trace);
    return NULL;
}

void rg_engine_close(rg_engine *engine)
{
    if (!engine)
        return;
    engine->table->close(engine->self);
    free(engine);
}

const char *rg_engine_name(const rg_engine *engine) { return engine->name; }

void rg_engine_reset(rg_engine *engine) { engine->table->reset(engine->self); }

rg_bus_response rg_engine_read(rg_engine *engine, uint32_t address, uint64_t *data)
{
    return engine->table->read(engine->self, address, data);
}

rg_bus_response rg_engine_write(rg_engine *engine, uint32_t address, uint64_t data)
{
    return engine->table->write(engine->self, address, data);
}

void rg_engine_share(rg_engine *engine, uint64_t *words, size_t count)
{
    engine->table->share(engine->self, words, count);
}

uint64_t rg_engine_run(rg_engine *engine, uint64_t max_cycles)
{
    return engine->table->run(engine->self, max_cycles);
}

bool rg_engine_interrupt(const rg_engine *engine) { return engine->table->interrupt(engine->self); }

bool rg_engine_trace_open(rg_engine *engine, const char *path, const rg_engine_notes *notes)
{
    return engine->table->trace_open && engine->table->trace_open(engine->self, path, notes);
}

void rg_engine_trace_close(rg_engine *engine)
{
    if (engine->table->trace_close)
        engine->table->trace_close(engine->self);
}

bool rg_engine_count_addresses(rg_engine *engine, bool on)
{
    return engine->table->count_addresses && engine->table->count_addresses(engine->self, on);
}

const rg_address_cost *rg_engine_address_cost(const rg_engine *engine, uint32_t address)
{
    return engine->table->address_cost ? engine->table->address_cost(engine->self, address) : NULL;
}

bool rg_engine_watch(rg_engine *engine, const uint32_t *addresses, size_t count)
{
    return engine->table->watch && count <= RG_ENGINE_WATCHES
           && engine->table->watch(engine->self, addresses, count);
}

uint32_t rg_engine_watched(const rg_engine *engine, size_t index)
{
    return engine->table->watched ? engine->table->watched(engine->self, index) : 0;
}

bool rg_engine_watch_hit(const rg_engine *engine)
{
    return engine->table->watch_hit && engine->table->watch_hit(engine->self);
}

bool rg_engine_look(const rg_engine *engine, uint32_t address, rg_engine_word *word)
{
    return engine->table->look && engine->table->look(engine->self, address, word);
}

bool rg_engine_put(rg_engine *engine, uint32_t address, const uint64_t view[RG_ENGINE_VIEW])
{
    return engine->table->put && engine->table->put(engine->self, address, view);
}

bool rg_engine_coarsen(rg_engine *engine, unsigned digits, uint32_t first, uint32_t end)
{
    enum { MOST = 40 };

    if (!engine->table->coarsen || digits > MOST)
        return false;
    engine->table->coarsen(engine->self, digits, first, end);
    return true;
}

bool rg_engine_is_partial(const rg_engine *engine) { return engine->table->refused != NULL; }

const char *rg_engine_refused(const rg_engine *engine)
{
    return engine->table->refused ? engine->table->refused(engine->self) : NULL;
}

bool rg_engine_is_away(const rg_engine *engine)
{
    return engine->table->away && engine->table->away(engine->self);
}

uint64_t rg_engine_stack_peak(const rg_engine *engine)
{
    return engine->table->stack_peak ? engine->table->stack_peak(engine->self) : 0;
}
