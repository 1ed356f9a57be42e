/* engine.c: the engine "fast": the machine and its host side behind the engine interface. */
#include "sim/engine_impl.h"

#include <stdlib.h>

#include "isa/board.h"
#include "sim/fast/host.h"

/* The size of the machine is that of the core built beside it. */
static const rg_machine_config built = {{RG_XLEN, RG_FRAC}, RG_DMEM_LOG2, RG_IMEM_LOG2,
                                        {RG_CORE},          RG_FLOAT,     !RG_TANGENTS};

/* The same with Float, which needs words of 64 bits, and whose windows of the bus have room for so
 * much data memory. */
enum { FLOAT_DMEM_LOG2 = 22 };
static const rg_machine_config with_float = {{64, RG_XLEN == 64 ? RG_FRAC : 43},
                                             RG_DMEM_LOG2 < FLOAT_DMEM_LOG2 ? RG_DMEM_LOG2
                                                                            : FLOAT_DMEM_LOG2,
                                             RG_IMEM_LOG2,
                                             {RG_CORE},
                                             256,
                                             !RG_TANGENTS};

/* A board's words and memories, so that a program can be tried without one. It has all
 * instructions; the driver takes none that a board leaves out. */
static const rg_machine_config with_16_bits = {
    {RG_BOARD_XLEN, RG_BOARD_FRAC}, RG_BOARD_DMEM_LOG2, RG_BOARD_IMEM_LOG2, {0}, 0, true};

static void fast_close(void *self)
{
    rg_host *host = self;

    rg_machine_free(host->machine);
    free(host);
}

static void *open_as(const rg_machine_config *config)
{
    rg_host *host = calloc(1, sizeof *host);

    if (!host)
        return NULL;
    host->machine = rg_machine_new(config);
    if (!host->machine) {
        free(host);
        return NULL;
    }
    rg_host_reset(host);
    return host;
}

static void *fast_open(bool trace)
{
    (void)trace;
    return open_as(&built);
}

static void *float_open(bool trace)
{
    (void)trace;
    return open_as(&with_float);
}

static void *fast16_open(bool trace)
{
    (void)trace;
    return open_as(&with_16_bits);
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

static void float_coarsen(void *self, unsigned digits, uint32_t first, uint32_t end)
{
    rg_machine *m = ((rg_host *)self)->machine;
    m->coarser.digits = digits;
    m->coarser.first = first;
    m->coarser.end = end;
}

static bool float_look(const void *self, uint32_t address, rg_engine_word *word)
{
    return rg_host_look(self, address, word);
}

static bool float_put(void *self, uint32_t address, const uint64_t view[RG_ENGINE_VIEW])
{
    return rg_host_put(self, address, view);
}

#define TABLE(open)                                                                                \
    {                                                                                              \
        open, fast_close, fast_reset, fast_read, fast_write, fast_run, fast_interrupt, NULL, NULL, \
            fast_count_addresses, fast_address_cost, fast_stack_peak, fast_watch, fast_watch_hit,  \
            fast_watched, fast_share, NULL, float_coarsen, NULL, float_look, float_put,            \
    }

const rg_engine_table rg_fast_engine = TABLE(fast_open);
const rg_engine_table rg_float_engine = TABLE(float_open);
const rg_engine_table rg_fast16_engine = TABLE(fast16_open);
