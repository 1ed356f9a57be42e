/* engine_bus.h: a machine state carried to an engine and back, through the bus alone. */
#ifndef RG_ENGINE_BUS_H
#define RG_ENGINE_BUS_H

#include "isa/bus_fields.h"
#include "sim/engine.h"
#include "sim/fast/machine.h"

/* Addresses of windows and registers, RG_WINDOW_REGV, RG_REG_PC, ... */
enum {
#define RG_WINDOW(name, base, words, access, what) RG_WINDOW_##name = base,
#define RG_REG(name, offset, access, what) RG_REG_##name = offset,
#include "isa/bus.def"
#undef RG_WINDOW
#undef RG_REG
};

/* Every function is false when a transfer is refused, or the engine does not come to rest. */

bool rg_bus_config(rg_engine *engine, rg_machine_config *config);
/* What the register CONFIG says. */
rg_machine_config rg_config_of(uint64_t word);
/* Program, registers, the first data_words of both banks, pc, br, dir, mode, cleared counters. */
bool rg_bus_store(rg_engine *engine, const rg_machine *state, uint32_t data_words);
/* The same back, with counters and trap report; the program is not read. */
bool rg_bus_load(rg_engine *engine, rg_machine *state, uint32_t data_words);
/* Registers, control state and counters only. */
bool rg_bus_load_core(rg_engine *engine, rg_machine *state);

/* Run until the machine stops, at most `steps` instructions (0: no limit); words of OUT are mixed
 * into *out_hash (may be NULL). status is that of the stop. */
bool rg_bus_run(rg_engine *engine, uint64_t steps, uint64_t *status, uint64_t *out_hash);
bool rg_bus_turn(rg_engine *engine);
/* Signature of registers and data words base .. base + count - 1. */
bool rg_bus_signature(rg_engine *engine, uint32_t base, uint32_t count, uint64_t *signature,
                      uint64_t *sigvalue);

#endif
