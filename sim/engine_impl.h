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
    bool (*trace_open)(void *self, const char *path); /* NULL: no waveforms */
    void (*trace_close)(void *self);
    bool (*count_addresses)(void *self, bool on); /* NULL: cannot */
    const rg_address_cost *(*address_cost)(const void *self, uint32_t address);
    uint64_t (*stack_peak)(const void *self); /* NULL: does not tell */
} rg_engine_table;

extern const rg_engine_table rg_fast_engine, rg_rtl_engine, rg_trace_engine, rg_systemc_engine;

#endif
