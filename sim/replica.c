/* replica.c: an engine that answers reads as a core stands, without touching it. */
#include "sim/engine_impl.h"

#define RG_WINDOW(name, base, words, access, what) WINDOW_##name = base,
#define RG_REG(name, offset, access, what) REG_##name = offset,
enum {
#include "isa/bus.def"
};
#undef RG_WINDOW
#undef RG_REG

enum { REGISTERS = 32, WORD = 8, LARGEST = 1 << 24 };

static const struct {
    uint32_t base, words;
    bool memory, known;
    unsigned bank;
} windows[] = {
    {WINDOW_REGV, REGISTERS, false, true, 0},  {WINDOW_REGG, REGISTERS, false, true, 1},
    {WINDOW_REGT, REGISTERS, false, false, 2}, {WINDOW_DMEMV, LARGEST, true, true, 0},
    {WINDOW_DMEMG, LARGEST, true, true, 1},    {WINDOW_DMEMT, LARGEST, true, false, 2},
};

static rg_bus_response replica_read(void *self, uint32_t address, uint64_t *data)
{
    const rg_engine_state *state = self;
    *data = 0;
    switch (address) {
    case REG_PC: *data = state->pc; return RG_BUS_OKAY;
    case REG_BR: *data = state->br; return RG_BUS_OKAY;
    case REG_DIR: *data = state->backward; return RG_BUS_OKAY;
    case REG_MODE: *data = state->mode; return RG_BUS_OKAY;
    default: break;
    }
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
        const uint32_t index = (address - windows[i].base) / WORD;
        if (address < windows[i].base || index >= windows[i].words)
            continue;
        if (windows[i].known)
            *data = (uint64_t)state->word(state->core, windows[i].memory, windows[i].bank, index);
        return RG_BUS_OKAY;
    }
    return RG_BUS_DECERR;
}

static rg_bus_response replica_write(void *self, uint32_t address, uint64_t data)
{
    (void)self;
    (void)address;
    (void)data;
    return RG_BUS_SLVERR;
}

static void replica_close(void *self) { (void)self; }

static const rg_engine_table replica = {
    .close = replica_close, .read = replica_read, .write = replica_write};

rg_engine *rg_engine_replica(const rg_engine_state *state)
{
    return rg_engine_of("replica", &replica, (void *)(uintptr_t)state);
}
