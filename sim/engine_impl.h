/* engine_impl.h: what an engine implements; only engines and sim/engine.c include this. */
#ifndef RG_ENGINE_IMPL_H
#define RG_ENGINE_IMPL_H

#include "sim/engine.h"

/* One table per engine. self is what open returned; the meanings are those of engine.h. */
typedef struct {
    void *(*open)(bool trace); /* NULL when memory is short */
    void (*close)(void *self);
    void (*reset)(void *self);
    rg_bus_response (*read)(void *self, uint32_t address, uint64_t *data);
    rg_bus_response (*write)(void *self, uint32_t address, uint64_t data);
    uint64_t (*run)(void *self, uint64_t max_cycles);
    bool (*interrupt)(const void *self);
    /* NULL: no waveforms */
    bool (*trace_open)(void *self, const char *path, const rg_engine_notes *notes);
    void (*trace_close)(void *self);
    bool (*count_addresses)(void *self, bool on); /* NULL: cannot */
    const rg_address_cost *(*address_cost)(const void *self, uint32_t address);
    uint64_t (*stack_peak)(const void *self);                           /* NULL: does not tell */
    bool (*watch)(void *self, const uint32_t *addresses, size_t count); /* NULL: cannot */
    bool (*watch_hit)(const void *self);
    uint32_t (*watched)(const void *self, size_t index);
    void (*share)(void *self, uint64_t *words, size_t count);
    const char *(*refused)(const void *self); /* NULL: it has all instructions */
    void (*coarsen)(void *self, unsigned digits, uint32_t first, uint32_t end); /* NULL: cannot */
    bool (*away)(const void *self);                                             /* NULL: never */
    bool (*look)(const void *self, uint32_t address,
                 rg_engine_word *word); /* NULL: no wide words */
    bool (*put)(void *self, uint32_t address, const uint64_t view[RG_ENGINE_VIEW]);
} rg_engine_table;

/* An engine of this table; NULL when it does not open or memory is short. name must stay. */
rg_engine *rg_engine_make(const char *name, const rg_engine_table *table, bool trace);

/* The same around what is open already; it closes it. */
rg_engine *rg_engine_of(const char *name, const rg_engine_table *table, void *self);

/* What an engine in a shared object of its own shows, under the name rg_engine_plugin: all that
 * crosses this border, so that neither side needs a symbol of the other. */
typedef struct {
    uint32_t version;    /* RG_ENGINE_PLUGIN_VERSION of its build */
    const char *name;    /* "rtl" */
    const char *machine; /* the parameters of its hardware, RG_ENGINE_MACHINE */
    bool trace;
    const char *limit; /* why it can fail to open */
    const rg_engine_table *table;
} rg_engine_plugin_info;
/* Goes up with every change of rg_engine_table or of this. */
#define RG_ENGINE_PLUGIN_VERSION 9

extern const rg_engine_table rg_fast_engine, rg_float_engine, rg_fast16_engine, rg_rtl_engine,
    rg_rtl_float_engine, rg_trace_engine, rg_systemc_engine, rg_gates_engine;

#endif
