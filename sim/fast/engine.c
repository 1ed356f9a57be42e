/* engine.c: the engine "fast": the machine and its host side behind the engine interface. */
#include "sim/engine_impl.h"

#include <stdlib.h>

#include "sim/fast/host.h"

/* The size of the machine is that of the core built beside it. */
static const rg_machine_config built = {
    {RG_XLEN, RG_FRAC}, RG_DMEM_LOG2, RG_IMEM_LOG2, {RG_CORE}, RG_FLOAT};

static void fast_close(void *self)
{
    rg_host *host = self;

    rg_machine_free(host->machine);
    free(host);
}

static void *fast_open(bool trace)
{
    rg_host *host = calloc(1, sizeof *host);

    (void)trace;
    if (!host)
        return NULL;
    host->machine = rg_machine_new(&built);
    if (!host->machine) {
        free(host);
        return NULL;
    }
    rg_host_reset(host);
    return host;
}

static void fast_reset(void *self) { rg_host_reset(self); }

static rg_bus_response fast_read(void *self, uint32_t address, uint64_t *data)
{
    return rg_host_read(self, address, data);
}

static rg_bus_response fast_write(void *self, uint32_t address, uint64_t data)
{
    return rg_host_write(self, address, data);
}

static uint64_t fast_run(void *self, uint64_t max_cycles) { return rg_host_run(self, max_cycles); }

static bool fast_interrupt(const void *self) { return rg_host_interrupt(self); }

static bool fast_count_addresses(void *self, bool on)
{
    return rg_machine_count_addresses(((rg_host *)self)->machine, on);
}

static const rg_address_cost *fast_address_cost(const void *self, uint32_t address)
{
    const rg_machine *m = ((const rg_host *)self)->machine;
    return m->costs && address >> m->config.imem_log2 == 0 ? &m->costs[address] : NULL;
}

static uint64_t fast_stack_peak(const void *self)
{
    return (uint64_t)((const rg_host *)self)->machine->stack_peak;
}

static bool fast_watch(void *self, const uint32_t *addresses, size_t count)
{
    return rg_host_watch(self, addresses, count);
}

static bool fast_watch_hit(const void *self) { return ((const rg_host *)self)->watch.hit; }

static uint32_t fast_watched(const void *self, size_t index)
{
    return rg_host_watched(self, index);
}

static void fast_share(void *self, uint64_t *words, size_t count)
{
    rg_memory *memory = &((rg_host *)self)->copy.memory;
    memory->words = words;
    memory->count = count;
}

const rg_engine_table rg_fast_engine = {
    fast_open,
    fast_close,
    fast_reset,
    fast_read,
    fast_write,
    fast_run,
    fast_interrupt,
    NULL,
    NULL,
    fast_count_addresses,
    fast_address_cost,
    fast_stack_peak,
    fast_watch,
    fast_watch_hit,
    fast_watched,
    fast_share,
    NULL,
};
