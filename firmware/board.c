/* board.c: loading and running code on an engine through the bus. */
#include "firmware/board.h"

#include "isa/bus_fields.h"

/* Bus addresses from isa/bus.def. */
enum {
#define RG_WINDOW(name, base, words, access, what) WINDOW_##name = base,
#define RG_REG(name, offset, access, what)
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
#define RG_WINDOW(name, base, words, access, what)
#define RG_REG(name, offset, access, what) REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

enum { SLICE = 4096 };

static bool put(rg_engine *engine, uint32_t address, uint64_t data)
{
    return rg_engine_write(engine, address, data) == RG_BUS_OKAY;
}

static bool get(rg_engine *engine, uint32_t address, uint64_t *data)
{
    return rg_engine_read(engine, address, data) == RG_BUS_OKAY;
}

bool rg_board_load(rg_engine *engine, const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!put(engine, WINDOW_IMEM + 8 * i, words[i]))
            return false;
    return put(engine, REG_CODEWORDS, count);
}

bool rg_board_poke(rg_engine *engine, uint32_t address, uint64_t value)
{
    return put(engine, WINDOW_DMEMV + 8 * address, value);
}

bool rg_board_peek(rg_engine *engine, uint32_t address, uint64_t *value, uint64_t *gradient)
{
    return get(engine, WINDOW_DMEMV + 8 * address, value)
           && get(engine, WINDOW_DMEMG + 8 * address, gradient);
}

/* Take what waits in OUT; status is STATUS as read before. */
static bool drain(rg_engine *engine, uint64_t status, uint64_t *out, size_t room,
                  rg_board_stop *stop)
{
    for (unsigned waiting = (unsigned)RG_BUS_FIELD(status, STATUS, OUT_LEVEL); waiting > 0;
         waiting--) {
        uint64_t word;
        if (!get(engine, REG_OUT, &word))
            return false;
        if (stop->out_count < room)
            out[stop->out_count] = word;
        stop->out_count++;
    }
    return true;
}

static bool finish(rg_engine *engine, uint64_t status, rg_board_stop *stop)
{
    uint64_t pc;

    stop->halted = status & RG_STATUS_HALTED;
    stop->trapped = status & RG_STATUS_TRAPPED;
    stop->cause = stop->trapped ? (unsigned)RG_BUS_FIELD(status, STATUS, TRAP) : 0;
    if (!get(engine, stop->trapped ? REG_TRAPPC : REG_PC, &pc)
        || !get(engine, REG_TRAPINFO, &stop->info) || !get(engine, REG_RETIRED, &stop->retired))
        return false;
    stop->pc = (uint32_t)pc;
    return true;
}

static bool run(rg_engine *engine, uint64_t max_cycles, uint64_t *out, size_t room,
                rg_board_stop *stop)
{
    *stop = (rg_board_stop){0};
    if (!put(engine, REG_CONTROL, RG_CONTROL_RUN))
        return false;
    for (uint64_t passed = 0;;) {
        uint64_t status;
        passed += 1 + rg_engine_run(engine, SLICE);
        if (!get(engine, REG_STATUS, &status) || !drain(engine, status, out, room, stop))
            return false;
        if (!(status & RG_STATUS_RUNNING))
            return get(engine, REG_STATUS, &status) && drain(engine, status, out, room, stop)
                   && finish(engine, status, stop);
        if (passed >= max_cycles)
            return false;
    }
}

bool rg_board_run(rg_engine *engine, uint32_t pc, uint64_t max_cycles, uint64_t *out, size_t room,
                  rg_board_stop *stop)
{
    return put(engine, REG_PC, pc) && put(engine, REG_BR, 0) && put(engine, REG_DIR, 0)
           && run(engine, max_cycles, out, room, stop);
}

bool rg_board_undo(rg_engine *engine, uint64_t max_cycles, uint64_t *out, size_t room,
                   rg_board_stop *stop)
{
    return put(engine, REG_CONTROL, RG_CONTROL_TURN) && run(engine, max_cycles, out, room, stop);
}

bool rg_board_go_on(rg_engine *engine, uint32_t pc, uint64_t max_cycles, uint64_t *out, size_t room,
                    rg_board_stop *stop)
{
    return put(engine, REG_PC, pc) && run(engine, max_cycles, out, room, stop);
}
