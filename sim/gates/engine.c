/* engine.c: the engine "gates": the bus and the memories of the engine "fast", and steps by the
 * reversible net alone. */
#include "sim/engine_impl.h"

#include <stdlib.h>

#include "sim/fast/host.h"
#include "sim/gates/stepper.h"

/* The size of the machine is that of the core built beside it. */
static const rg_machine_config built = {
    {RG_XLEN, RG_FRAC}, RG_DMEM_LOG2, RG_IMEM_LOG2, {RG_CORE}, 0, !RG_TANGENTS};

static rg_step step(void *stepper, rg_machine *machine)
{
    return gn_stepper_step(stepper, machine);
}

static void gates_close(void *self)
{
    rg_host *host = self;

    gn_stepper_free(host->stepper);
    rg_machine_free(host->machine);
    free(host);
}

static void *gates_open(bool trace)
{
    rg_host *host = calloc(1, sizeof *host);

    (void)trace;
    if (!host)
        return NULL;
    host->machine = rg_machine_new(&built);
    host->stepper = gn_stepper_new(&built);
    host->step = step;
    if (!host->machine || !host->stepper) {
        gates_close(host);
        return NULL;
    }
    rg_host_reset(host);
    return host;
}

static void gates_reset(void *self) { rg_host_reset(self); }

static rg_bus_response gates_read(void *self, uint32_t address, uint64_t *data)
{
    return rg_host_read(self, address, data);
}

static rg_bus_response gates_write(void *self, uint32_t address, uint64_t data)
{
    return rg_host_write(self, address, data);
}

static uint64_t gates_run(void *self, uint64_t max_cycles) { return rg_host_run(self, max_cycles); }

static bool gates_interrupt(const void *self) { return rg_host_interrupt(self); }

static uint64_t gates_stack_peak(const void *self)
{
    return (uint64_t)((const rg_host *)self)->machine->stack_peak;
}

static void gates_share(void *self, uint64_t *words, size_t count)
{
    rg_memory *memory = &((rg_host *)self)->copy.memory;
    memory->words = words;
    memory->count = count;
}

static const char *gates_refused(const void *self)
{
    const rg_host *host = self;

    switch (gn_refused(host->stepper)) {
    case GN_NO_STREAM:
    case GN_NO_WORDS:
        return "the circuit has neither streams nor operands in memory; compile with "
               "--no-pass=streams --no-pass=operands";
    case GN_NO_TANGENTS:
        return "this run carries tangents, and the circuit has none; take --grad, or --engine fast";
    case GN_NO_MEMORY: return "memory is short for the circuit of the instruction";
    case GN_ACCEPTED: break;
    }
    return NULL;
}

const rg_engine_table rg_gates_engine = {
    .open = gates_open,
    .close = gates_close,
    .reset = gates_reset,
    .read = gates_read,
    .write = gates_write,
    .run = gates_run,
    .interrupt = gates_interrupt,
    .stack_peak = gates_stack_peak,
    .share = gates_share,
    .refused = gates_refused,
};
